// gemm f32 4x4x4 a=col/4 b=col/4 c=col/4 beta=1

// 112 bytes for neoverse-n1: 18.1 cycles, 10.9 wide
// 112 bytes for neoverse-v1: 4.9 cycles, 4.6 wide
// 112 bytes for neoverse-v2: 7.6 cycles, 5.1 wide
// 112 bytes for cortex-a510: 25.0 cycles
bti c
ldp q0, q1, [x2]
ldp q2, q3, [x2, #32]
ldp q4, q5, [x1]
ldp q6, q7, [x1, #32]
ldr q16, [x0]
fmla v0.4s, v16.4s, v4.s[0]
fmla v1.4s, v16.4s, v5.s[0]
fmla v2.4s, v16.4s, v6.s[0]
fmla v3.4s, v16.4s, v7.s[0]
ldr q16, [x0, #16]
fmla v0.4s, v16.4s, v4.s[1]
fmla v1.4s, v16.4s, v5.s[1]
fmla v2.4s, v16.4s, v6.s[1]
fmla v3.4s, v16.4s, v7.s[1]
ldr q16, [x0, #32]
fmla v0.4s, v16.4s, v4.s[2]
fmla v1.4s, v16.4s, v5.s[2]
fmla v2.4s, v16.4s, v6.s[2]
fmla v3.4s, v16.4s, v7.s[2]
ldr q16, [x0, #48]
fmla v0.4s, v16.4s, v4.s[3]
fmla v1.4s, v16.4s, v5.s[3]
fmla v2.4s, v16.4s, v6.s[3]
fmla v3.4s, v16.4s, v7.s[3]
stp q0, q1, [x2]
stp q2, q3, [x2, #32]
ret
