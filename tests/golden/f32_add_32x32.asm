// add f32 32x32 in0=32 in1=32 out=32

// 72 bytes for neoverse-n1: 769.3 cycles, 512.3 wide
// 72 bytes for neoverse-v1: 213.3 cycles, 213.3 wide
// 72 bytes for neoverse-v2: 321.0 cycles, 213.3 wide
// 72 bytes for cortex-a510: 771.0 cycles
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
