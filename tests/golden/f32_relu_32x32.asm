// relu f32 32x32 in=32 out=32

// 56 bytes for neoverse-n1: 450.0 cycles, 256.0 wide
bti c
fmov d0, xzr
mov x2, #64
ld1 { v1.4s, v2.4s, v3.4s, v4.4s }, [x0]
fmax v16.4s, v1.4s, v0.4s
fmax v17.4s, v2.4s, v0.4s
fmax v18.4s, v3.4s, v0.4s
fmax v19.4s, v4.4s, v0.4s
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x1]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-36
ret

// 64 bytes for neoverse-v1: 128.7 cycles, 128.0 wide
bti c
fmov d0, xzr
mov x2, #64
ldp q1, q2, [x0]
ldp q3, q4, [x0, #32]
fmax v1.4s, v1.4s, v0.4s
fmax v2.4s, v2.4s, v0.4s
fmax v3.4s, v3.4s, v0.4s
fmax v4.4s, v4.4s, v0.4s
stp q1, q2, [x1]
stp q3, q4, [x1, #32]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-44
ret

// 72 bytes for neoverse-v2: 193.0 cycles, 128.0 wide
bti c
movi v0.2d, #0000000000000000
mov x2, #64
ldr q1, [x0]
ldr q2, [x0, #16]
ldr q3, [x0, #32]
ldr q4, [x0, #48]
fmax v1.4s, v1.4s, v0.4s
fmax v2.4s, v2.4s, v0.4s
fmax v3.4s, v3.4s, v0.4s
fmax v4.4s, v4.4s, v0.4s
stp q1, q2, [x1]
stp q3, q4, [x1, #32]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-52
ret

// 72 bytes for cortex-a510: 516.0 cycles
bti c
movi v0.2d, #0000000000000000
mov x2, #64
ldr q1, [x0]
ldr q2, [x0, #16]
sub x2, x2, #1
ldr q3, [x0, #32]
ldr q4, [x0, #48]
add x0, x0, #64
fmax v5.4s, v1.4s, v0.4s
fmax v6.4s, v2.4s, v0.4s
fmax v7.4s, v3.4s, v0.4s
fmax v16.4s, v4.4s, v0.4s
stp q5, q6, [x1]
stp q7, q16, [x1, #32]
add x1, x1, #64
cbnz x2, #-52
ret
