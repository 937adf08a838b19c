// identity f32 32x32 in=32 out=32 transposed

// 152 bytes for neoverse-n1: 722.0 cycles, 463.2 wide
bti c
mov x2, #8
mov x3, x0
mov x4, x1
mov x5, #8
mov x6, x3
mov x7, x4
ld1 { v0.4s }, [x6]
add x6, x6, #128
ld1 { v1.4s }, [x6]
add x6, x6, #128
ld1 { v2.4s }, [x6]
add x6, x6, #128
ld1 { v3.4s }, [x6]
trn1 v4.4s, v0.4s, v1.4s
trn1 v5.4s, v2.4s, v3.4s
trn1 v6.2d, v4.2d, v5.2d
trn2 v0.4s, v0.4s, v1.4s
trn2 v1.4s, v2.4s, v3.4s
trn1 v2.2d, v0.2d, v1.2d
trn2 v3.2d, v4.2d, v5.2d
trn2 v0.2d, v0.2d, v1.2d
st1 { v6.4s }, [x7]
add x6, x7, #128
st1 { v2.4s }, [x6]
add x6, x6, #128
st1 { v3.4s }, [x6]
add x6, x6, #128
st1 { v0.4s }, [x6]
add x3, x3, #16
add x4, x4, #512
sub x5, x5, #1
cbnz x5, #-108
add x0, x0, #512
add x1, x1, #16
sub x2, x2, #1
cbnz x2, #-136
ret

// 152 bytes for neoverse-v1: 264.5 cycles, 231.6 wide
// 152 bytes for neoverse-v2: 361.0 cycles, 231.6 wide
bti c
mov x2, #8
mov x3, x0
mov x4, x1
mov x5, #8
mov x6, x3
mov x7, x4
ldr q0, [x6]
add x6, x6, #128
ldr q1, [x6]
add x6, x6, #128
ldr q2, [x6]
add x6, x6, #128
ldr q3, [x6]
trn1 v4.4s, v0.4s, v1.4s
trn1 v5.4s, v2.4s, v3.4s
trn1 v6.2d, v4.2d, v5.2d
trn2 v0.4s, v0.4s, v1.4s
trn2 v1.4s, v2.4s, v3.4s
trn1 v2.2d, v0.2d, v1.2d
trn2 v3.2d, v4.2d, v5.2d
trn2 v0.2d, v0.2d, v1.2d
str q6, [x7]
add x6, x7, #128
str q2, [x6]
add x6, x6, #128
str q3, [x6]
add x6, x6, #128
str q0, [x6]
add x3, x3, #16
add x4, x4, #512
sub x5, x5, #1
cbnz x5, #-108
add x0, x0, #512
add x1, x1, #16
sub x2, x2, #1
cbnz x2, #-136
ret

// 152 bytes for cortex-a510: 1306.0 cycles
bti c
mov x2, #8
mov x3, x0
mov x4, x1
mov x5, #8
mov x6, x3
mov x7, x4
add x3, x3, #16
ldr q0, [x6]
add x8, x6, #128
add x11, x7, #128
add x4, x4, #512
ldr q1, [x8]
add x9, x8, #128
add x12, x11, #128
sub x5, x5, #1
ldr q2, [x9]
add x10, x9, #128
add x13, x12, #128
ldr q3, [x10]
trn1 v4.4s, v0.4s, v1.4s
trn2 v7.4s, v0.4s, v1.4s
trn1 v5.4s, v2.4s, v3.4s
trn2 v16.4s, v2.4s, v3.4s
trn1 v6.2d, v4.2d, v5.2d
trn1 v17.2d, v7.2d, v16.2d
trn2 v18.2d, v4.2d, v5.2d
trn2 v19.2d, v7.2d, v16.2d
str q6, [x7]
str q17, [x11]
str q18, [x12]
str q19, [x13]
cbnz x5, #-108
add x0, x0, #512
add x1, x1, #16
sub x2, x2, #1
cbnz x2, #-136
ret
