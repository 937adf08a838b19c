// identity f32 32x32 in=32 out=32

// 36 bytes for neoverse-n1: 386.0 cycles, 256.0 wide
bti c
mov x2, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x0]
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x1]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-20
ret

// 44 bytes for neoverse-v1: 128.0 cycles, 128.2 wide
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

// 52 bytes for neoverse-v2: 161.0 cycles, 128.0 wide
bti c
mov x2, #64
ldr q0, [x0]
ldr q1, [x0, #16]
ldr q2, [x0, #32]
ldr q3, [x0, #48]
stp q0, q1, [x1]
stp q2, q3, [x1, #32]
add x0, x0, #64
add x1, x1, #64
sub x2, x2, #1
cbnz x2, #-36
ret

// 52 bytes for cortex-a510: 258.0 cycles
bti c
mov x2, #64
ldr q0, [x0]
ldr q1, [x0, #16]
sub x2, x2, #1
ldr q2, [x0, #32]
ldr q3, [x0, #48]
add x0, x0, #64
stp q0, q1, [x1]
stp q2, q3, [x1, #32]
add x1, x1, #64
cbnz x2, #-36
ret
