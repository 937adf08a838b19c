// identity f32 32x32 in=32 out=32

// 44 bytes for neoverse-n1: 512.8 cycles, 384.0 wide
// 44 bytes for neoverse-v1: 128.0 cycles, 128.2 wide
// 44 bytes for neoverse-v2: 192.5 cycles, 128.0 wide
// 44 bytes for cortex-a510: 387.0 cycles
bti c
mov x2, #64
ldp q0, q1, [x0]
ldp q2, q3, [x0, #32]
stp q0, q1, [x1]
stp q2, q3, [x1, #32]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-28
ret
