// add f32 32x32 in0=32 in1=32 out=32

// 60 bytes for neoverse-n1: 641.3 cycles, 384.0 wide
bti c
mov x3, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x0]
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x1]
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x2]
add x0, x0, #64
add x1, x1, #64
add x2, x2, #64
sub x3, x3, #1
cbnz x3, #-44
ret

// 72 bytes for neoverse-v1: 213.3 cycles, 213.3 wide
bti c
mov x3, #64
ldp q0, q1, [x0]
ldp q2, q3, [x0, #32]
ldp q4, q5, [x1]
ldp q6, q7, [x1, #32]
fadd v0.4s, v0.4s, v4.4s
fadd v1.4s, v1.4s, v5.4s
fadd v2.4s, v2.4s, v6.4s
fadd v3.4s, v3.4s, v7.4s
stp q0, q1, [x2]
stp q2, q3, [x2, #32]
add x0, x0, #64
add x1, x1, #64
add x2, x2, #64
sub x3, x3, #1
cbnz x3, #-56
ret

// 88 bytes for neoverse-v2: 256.5 cycles, 213.0 wide
bti c
mov x3, #64
ldr q0, [x0]
ldr q1, [x0, #16]
ldr q2, [x0, #32]
ldr q3, [x0, #48]
ldr q4, [x1]
ldr q5, [x1, #16]
ldr q6, [x1, #32]
ldr q7, [x1, #48]
fadd v0.4s, v0.4s, v4.4s
fadd v1.4s, v1.4s, v5.4s
fadd v2.4s, v2.4s, v6.4s
fadd v3.4s, v3.4s, v7.4s
stp q0, q1, [x2]
stp q2, q3, [x2, #32]
add x0, x0, #64
add x1, x1, #64
add x2, x2, #64
sub x3, x3, #1
cbnz x3, #-72
ret

// 88 bytes for cortex-a510: 642.0 cycles
bti c
mov x3, #64
ldr q0, [x0]
ldr q1, [x0, #16]
sub x3, x3, #1
ldr q2, [x0, #32]
ldr q3, [x0, #48]
add x0, x0, #64
ldr q4, [x1]
ldr q5, [x1, #16]
ldr q6, [x1, #32]
ldr q7, [x1, #48]
add x1, x1, #64
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
stp q16, q17, [x2]
stp q18, q19, [x2, #32]
add x2, x2, #64
cbnz x3, #-72
ret
