// lanewise f32 9x7x5x64 a=320,64 b=448,64 c=448,64

// 556 bytes for neoverse-n1: 4961.0 cycles, 3032.0 wide
bti c
stp x19, x20, [sp, #-32]!
str d8, [sp, #16]
mov x3, #1280
mov x4, #2560
mov x5, #256
mov x6, #512
mov x7, #768
mov x8, #1024
mov x9, #1280
mov x10, #1536
mov x11, #3
mov x12, x0
mov x13, x1
mov x14, x2
mov x15, #16
mov x16, x12
mov x19, x13
ld1 { v0.4s }, [x16]
ldr q1, [x16, x3]
ldr q2, [x16, x4]
ld1 { v3.4s }, [x19]
fmul v4.4s, v0.4s, v3.4s
fmul v5.4s, v1.4s, v3.4s
fmul v3.4s, v2.4s, v3.4s
ldr q6, [x19, x5]
fmul v7.4s, v0.4s, v6.4s
fmul v16.4s, v1.4s, v6.4s
fmul v6.4s, v2.4s, v6.4s
ldr q17, [x19, x6]
fmul v18.4s, v0.4s, v17.4s
fmul v19.4s, v1.4s, v17.4s
fmul v17.4s, v2.4s, v17.4s
ldr q20, [x19, x7]
fmul v21.4s, v0.4s, v20.4s
fmul v22.4s, v1.4s, v20.4s
fmul v20.4s, v2.4s, v20.4s
ldr q23, [x19, x8]
fmul v24.4s, v0.4s, v23.4s
fmul v25.4s, v1.4s, v23.4s
fmul v23.4s, v2.4s, v23.4s
ldr q26, [x19, x9]
fmul v27.4s, v0.4s, v26.4s
fmul v28.4s, v1.4s, v26.4s
fmul v26.4s, v2.4s, v26.4s
ldr q29, [x19, x10]
fmul v0.4s, v0.4s, v29.4s
fmul v1.4s, v1.4s, v29.4s
fmul v2.4s, v2.4s, v29.4s
mov x20, #4
add x16, x16, #256
add x19, x19, #1792
ld1 { v29.4s }, [x16]
ldr q30, [x16, x3]
ldr q31, [x16, x4]
ld1 { v8.4s }, [x19]
fmla v4.4s, v29.4s, v8.4s
fmla v5.4s, v30.4s, v8.4s
fmla v3.4s, v31.4s, v8.4s
ldr q8, [x19, x5]
fmla v7.4s, v29.4s, v8.4s
fmla v16.4s, v30.4s, v8.4s
fmla v6.4s, v31.4s, v8.4s
ldr q8, [x19, x6]
fmla v18.4s, v29.4s, v8.4s
fmla v19.4s, v30.4s, v8.4s
fmla v17.4s, v31.4s, v8.4s
ldr q8, [x19, x7]
fmla v21.4s, v29.4s, v8.4s
fmla v22.4s, v30.4s, v8.4s
fmla v20.4s, v31.4s, v8.4s
ldr q8, [x19, x8]
fmla v24.4s, v29.4s, v8.4s
fmla v25.4s, v30.4s, v8.4s
fmla v23.4s, v31.4s, v8.4s
ldr q8, [x19, x9]
fmla v27.4s, v29.4s, v8.4s
fmla v28.4s, v30.4s, v8.4s
fmla v26.4s, v31.4s, v8.4s
ldr q8, [x19, x10]
fmla v0.4s, v29.4s, v8.4s
fmla v1.4s, v30.4s, v8.4s
fmla v2.4s, v31.4s, v8.4s
sub x20, x20, #1
cbnz x20, #-136
st1 { v4.4s }, [x14]
add x16, x14, #256
st1 { v7.4s }, [x16]
add x16, x16, #256
st1 { v18.4s }, [x16]
add x16, x16, #256
st1 { v21.4s }, [x16]
add x16, x16, #256
st1 { v24.4s }, [x16]
add x16, x16, #256
st1 { v27.4s }, [x16]
add x16, x16, #256
st1 { v0.4s }, [x16]
add x16, x14, #1792
st1 { v5.4s }, [x16]
add x16, x16, #256
st1 { v16.4s }, [x16]
add x16, x16, #256
st1 { v19.4s }, [x16]
add x16, x16, #256
st1 { v22.4s }, [x16]
add x16, x16, #256
st1 { v25.4s }, [x16]
add x16, x16, #256
st1 { v28.4s }, [x16]
add x16, x16, #256
st1 { v1.4s }, [x16]
add x16, x14, #3584
st1 { v3.4s }, [x16]
add x16, x16, #256
st1 { v6.4s }, [x16]
add x16, x16, #256
st1 { v17.4s }, [x16]
add x16, x16, #256
st1 { v20.4s }, [x16]
add x16, x16, #256
st1 { v23.4s }, [x16]
add x16, x16, #256
st1 { v26.4s }, [x16]
add x16, x16, #256
st1 { v2.4s }, [x16]
add x12, x12, #16
add x13, x13, #16
add x14, x14, #16
sub x15, x15, #1
cbnz x15, #-456
add x0, x0, #3840
add x2, x2, #1, lsl #12
add x2, x2, #1280
sub x11, x11, #1
cbnz x11, #-492
ldr d8, [sp, #16]
ldp x19, x20, [sp], #32
ret

// 444 bytes for neoverse-v1: 1512.0 cycles, 1512.0 wide
// 444 bytes for neoverse-v2: 1814.5 cycles, 1512.0 wide
bti c
str d8, [sp, #-16]!
mov x3, #3
mov x4, x0
mov x5, x1
mov x6, x2
mov x7, #16
mov x8, x4
mov x9, x5
ldr q0, [x8]
ldr q1, [x8, #1280]
ldr q2, [x8, #2560]
ldr q3, [x9]
fmul v4.4s, v0.4s, v3.4s
fmul v5.4s, v1.4s, v3.4s
fmul v3.4s, v2.4s, v3.4s
ldr q6, [x9, #256]
fmul v7.4s, v0.4s, v6.4s
fmul v16.4s, v1.4s, v6.4s
fmul v6.4s, v2.4s, v6.4s
ldr q17, [x9, #512]
fmul v18.4s, v0.4s, v17.4s
fmul v19.4s, v1.4s, v17.4s
fmul v17.4s, v2.4s, v17.4s
ldr q20, [x9, #768]
fmul v21.4s, v0.4s, v20.4s
fmul v22.4s, v1.4s, v20.4s
fmul v20.4s, v2.4s, v20.4s
ldr q23, [x9, #1024]
fmul v24.4s, v0.4s, v23.4s
fmul v25.4s, v1.4s, v23.4s
fmul v23.4s, v2.4s, v23.4s
ldr q26, [x9, #1280]
fmul v27.4s, v0.4s, v26.4s
fmul v28.4s, v1.4s, v26.4s
fmul v26.4s, v2.4s, v26.4s
ldr q29, [x9, #1536]
fmul v0.4s, v0.4s, v29.4s
fmul v1.4s, v1.4s, v29.4s
fmul v2.4s, v2.4s, v29.4s
mov x10, #4
add x8, x8, #256
add x9, x9, #1792
ldr q29, [x8]
ldr q30, [x8, #1280]
ldr q31, [x8, #2560]
ldr q8, [x9]
fmla v4.4s, v29.4s, v8.4s
fmla v5.4s, v30.4s, v8.4s
fmla v3.4s, v31.4s, v8.4s
ldr q8, [x9, #256]
fmla v7.4s, v29.4s, v8.4s
fmla v16.4s, v30.4s, v8.4s
fmla v6.4s, v31.4s, v8.4s
ldr q8, [x9, #512]
fmla v18.4s, v29.4s, v8.4s
fmla v19.4s, v30.4s, v8.4s
fmla v17.4s, v31.4s, v8.4s
ldr q8, [x9, #768]
fmla v21.4s, v29.4s, v8.4s
fmla v22.4s, v30.4s, v8.4s
fmla v20.4s, v31.4s, v8.4s
ldr q8, [x9, #1024]
fmla v24.4s, v29.4s, v8.4s
fmla v25.4s, v30.4s, v8.4s
fmla v23.4s, v31.4s, v8.4s
ldr q8, [x9, #1280]
fmla v27.4s, v29.4s, v8.4s
fmla v28.4s, v30.4s, v8.4s
fmla v26.4s, v31.4s, v8.4s
ldr q8, [x9, #1536]
fmla v0.4s, v29.4s, v8.4s
fmla v1.4s, v30.4s, v8.4s
fmla v2.4s, v31.4s, v8.4s
sub x10, x10, #1
cbnz x10, #-136
str q4, [x6]
str q7, [x6, #256]
str q18, [x6, #512]
str q21, [x6, #768]
str q24, [x6, #1024]
str q27, [x6, #1280]
str q0, [x6, #1536]
add x8, x6, #1792
str q5, [x8]
str q16, [x8, #256]
str q19, [x8, #512]
str q22, [x8, #768]
str q25, [x8, #1024]
str q28, [x8, #1280]
str q1, [x8, #1536]
add x8, x6, #3584
str q3, [x8]
str q6, [x8, #256]
str q17, [x8, #512]
str q20, [x8, #768]
str q23, [x8, #1024]
str q26, [x8, #1280]
str q2, [x8, #1536]
add x4, x4, #16
add x5, x5, #16
add x6, x6, #16
sub x7, x7, #1
cbnz x7, #-384
add x0, x0, #3840
add x2, x2, #1, lsl #12
add x2, x2, #1280
sub x3, x3, #1
cbnz x3, #-420
ldr d8, [sp], #16
ret

// 828 bytes for cortex-a510: 4481.0 cycles
bti c
stp d8, d9, [sp, #-16]!
mov x3, #3
mov x4, x0
mov x5, x1
mov x6, x2
mov x7, #16
mov x8, x4
mov x9, x5
ldr q0, [x8]
ldr q1, [x8, #1280]
ldr q2, [x8, #2560]
ldr q3, [x9]
ldr q7, [x9, #256]
ldr q19, [x9, #512]
fmul v4.4s, v0.4s, v3.4s
fmul v5.4s, v1.4s, v3.4s
fmul v6.4s, v2.4s, v3.4s
fmul v16.4s, v0.4s, v7.4s
fmul v17.4s, v1.4s, v7.4s
fmul v18.4s, v2.4s, v7.4s
fmul v20.4s, v0.4s, v19.4s
fmul v21.4s, v1.4s, v19.4s
fmul v22.4s, v2.4s, v19.4s
ldr q23, [x9, #768]
ldr q27, [x9, #1024]
ldr q31, [x9, #1280]
fmul v24.4s, v0.4s, v23.4s
fmul v25.4s, v1.4s, v23.4s
fmul v26.4s, v2.4s, v23.4s
fmul v28.4s, v0.4s, v27.4s
fmul v29.4s, v1.4s, v27.4s
fmul v30.4s, v2.4s, v27.4s
fmul v3.4s, v0.4s, v31.4s
fmul v7.4s, v1.4s, v31.4s
fmul v19.4s, v2.4s, v31.4s
ldr q23, [x9, #1536]
add x8, x8, #256
add x9, x9, #1792
fmul v27.4s, v0.4s, v23.4s
fmul v31.4s, v1.4s, v23.4s
fmul v0.4s, v2.4s, v23.4s
ldr q1, [x8]
ldr q2, [x8, #1280]
ldr q23, [x8, #2560]
ldr q8, [x9]
ldr q9, [x9, #256]
fmla v4.4s, v1.4s, v8.4s
fmla v5.4s, v2.4s, v8.4s
add x8, x8, #256
fmla v6.4s, v23.4s, v8.4s
fmla v16.4s, v1.4s, v9.4s
ldr q8, [x9, #512]
fmla v17.4s, v2.4s, v9.4s
fmla v18.4s, v23.4s, v9.4s
ldr q9, [x9, #768]
fmla v20.4s, v1.4s, v8.4s
fmla v21.4s, v2.4s, v8.4s
add x10, x6, #1792
fmla v22.4s, v23.4s, v8.4s
fmla v24.4s, v1.4s, v9.4s
ldr q8, [x9, #1024]
fmla v25.4s, v2.4s, v9.4s
fmla v26.4s, v23.4s, v9.4s
ldr q9, [x9, #1280]
fmla v28.4s, v1.4s, v8.4s
fmla v29.4s, v2.4s, v8.4s
fmla v30.4s, v23.4s, v8.4s
fmla v3.4s, v1.4s, v9.4s
ldr q8, [x9, #1536]
fmla v7.4s, v2.4s, v9.4s
fmla v19.4s, v23.4s, v9.4s
add x9, x9, #1792
fmla v27.4s, v1.4s, v8.4s
fmla v31.4s, v2.4s, v8.4s
ldr q9, [x8]
fmla v0.4s, v23.4s, v8.4s
ldr q23, [x8, #1280]
ldr q1, [x8, #2560]
ldr q2, [x9]
ldr q8, [x9, #256]
add x8, x8, #256
add x11, x6, #3584
fmla v4.4s, v9.4s, v2.4s
fmla v5.4s, v23.4s, v2.4s
fmla v6.4s, v1.4s, v2.4s
fmla v16.4s, v9.4s, v8.4s
ldr q2, [x9, #512]
fmla v17.4s, v23.4s, v8.4s
fmla v18.4s, v1.4s, v8.4s
ldr q8, [x9, #768]
fmla v20.4s, v9.4s, v2.4s
fmla v21.4s, v23.4s, v2.4s
add x4, x4, #16
fmla v22.4s, v1.4s, v2.4s
fmla v24.4s, v9.4s, v8.4s
ldr q2, [x9, #1024]
fmla v25.4s, v23.4s, v8.4s
fmla v26.4s, v1.4s, v8.4s
ldr q8, [x9, #1280]
fmla v28.4s, v9.4s, v2.4s
fmla v29.4s, v23.4s, v2.4s
add x5, x5, #16
fmla v30.4s, v1.4s, v2.4s
fmla v3.4s, v9.4s, v8.4s
ldr q2, [x9, #1536]
fmla v7.4s, v23.4s, v8.4s
fmla v19.4s, v1.4s, v8.4s
add x9, x9, #1792
fmla v27.4s, v9.4s, v2.4s
fmla v31.4s, v23.4s, v2.4s
ldr q8, [x8]
fmla v0.4s, v1.4s, v2.4s
ldr q9, [x8, #1280]
ldr q23, [x8, #2560]
ldr q1, [x9]
ldr q2, [x9, #256]
add x8, x8, #256
sub x7, x7, #1
fmla v4.4s, v8.4s, v1.4s
fmla v5.4s, v9.4s, v1.4s
fmla v6.4s, v23.4s, v1.4s
fmla v16.4s, v8.4s, v2.4s
ldr q1, [x9, #512]
fmla v17.4s, v9.4s, v2.4s
fmla v18.4s, v23.4s, v2.4s
ldr q2, [x9, #768]
fmla v20.4s, v8.4s, v1.4s
fmla v21.4s, v9.4s, v1.4s
fmla v22.4s, v23.4s, v1.4s
fmla v24.4s, v8.4s, v2.4s
ldr q1, [x9, #1024]
fmla v25.4s, v9.4s, v2.4s
fmla v26.4s, v23.4s, v2.4s
ldr q2, [x9, #1280]
fmla v28.4s, v8.4s, v1.4s
fmla v29.4s, v9.4s, v1.4s
fmla v30.4s, v23.4s, v1.4s
fmla v3.4s, v8.4s, v2.4s
ldr q1, [x9, #1536]
fmla v7.4s, v9.4s, v2.4s
fmla v19.4s, v23.4s, v2.4s
add x9, x9, #1792
fmla v27.4s, v8.4s, v1.4s
fmla v31.4s, v9.4s, v1.4s
ldr q2, [x8]
fmla v0.4s, v23.4s, v1.4s
ldr q8, [x8, #1280]
ldr q9, [x8, #2560]
ldr q23, [x9]
ldr q1, [x9, #256]
fmla v4.4s, v2.4s, v23.4s
fmla v5.4s, v8.4s, v23.4s
fmla v6.4s, v9.4s, v23.4s
fmla v16.4s, v2.4s, v1.4s
ldr q23, [x9, #512]
fmla v17.4s, v8.4s, v1.4s
fmla v18.4s, v9.4s, v1.4s
ldr q1, [x9, #768]
fmla v20.4s, v2.4s, v23.4s
fmla v21.4s, v8.4s, v23.4s
fmla v22.4s, v9.4s, v23.4s
fmla v24.4s, v2.4s, v1.4s
ldr q23, [x9, #1024]
fmla v25.4s, v8.4s, v1.4s
fmla v26.4s, v9.4s, v1.4s
ldr q1, [x9, #1280]
fmla v28.4s, v2.4s, v23.4s
fmla v29.4s, v8.4s, v23.4s
fmla v30.4s, v9.4s, v23.4s
fmla v3.4s, v2.4s, v1.4s
ldr q23, [x9, #1536]
fmla v7.4s, v8.4s, v1.4s
fmla v19.4s, v9.4s, v1.4s
str q4, [x6]
fmla v27.4s, v2.4s, v23.4s
fmla v31.4s, v8.4s, v23.4s
str q16, [x6, #256]
fmla v0.4s, v9.4s, v23.4s
str q20, [x6, #512]
str q24, [x6, #768]
str q28, [x6, #1024]
str q3, [x6, #1280]
str q27, [x6, #1536]
add x6, x6, #16
str q5, [x10]
str q17, [x10, #256]
str q21, [x10, #512]
str q25, [x10, #768]
str q29, [x10, #1024]
str q7, [x10, #1280]
str q31, [x10, #1536]
str q6, [x11]
str q18, [x11, #256]
str q22, [x11, #512]
str q26, [x11, #768]
str q30, [x11, #1024]
str q19, [x11, #1280]
str q0, [x11, #1536]
cbnz x7, #-768
add x0, x0, #3840
add x2, x2, #1, lsl #12
sub x3, x3, #1
add x2, x2, #1280
cbnz x3, #-804
ldp d8, d9, [sp], #16
ret
