// gemm f64 16x16x16 a=col/16 b=col/16 c=col/16 beta=1

// 816 bytes for neoverse-n1: 1556.0 cycles, 1203.0 wide
// 816 bytes for neoverse-v1: 529.0 cycles, 529.0 wide
// 816 bytes for neoverse-v2: 561.0 cycles, 545.0 wide
// 816 bytes for cortex-a510: 1910.0 cycles
bti c
stp d8, d9, [sp, #-64]!
stp d10, d11, [sp, #16]
stp d12, d13, [sp, #32]
str d14, [sp, #48]
mov x3, x0
mov x4, x2
mov x5, #2
ldp q0, q1, [x4]
ldp q2, q3, [x4, #32]
ldp q4, q5, [x4, #128]
ldp q6, q7, [x4, #160]
ldp q16, q17, [x4, #256]
ldp q18, q19, [x4, #288]
ldp q20, q21, [x4, #384]
ldp q22, q23, [x4, #416]
ldp q24, q25, [x4, #512]
ldp q26, q27, [x4, #544]
ldp q28, q29, [x4, #640]
ldp q30, q31, [x4, #672]
mov x6, x3
mov x7, x1
mov x8, #8
ldr q8, [x7]
ldr q9, [x7, #128]
ldr q10, [x7, #256]
ldr q11, [x7, #384]
ldr q12, [x7, #512]
ldr q13, [x7, #640]
ldr q14, [x6]
fmla v0.2d, v14.2d, v8.d[0]
fmla v4.2d, v14.2d, v9.d[0]
fmla v16.2d, v14.2d, v10.d[0]
fmla v20.2d, v14.2d, v11.d[0]
fmla v24.2d, v14.2d, v12.d[0]
fmla v28.2d, v14.2d, v13.d[0]
ldr q14, [x6, #16]
fmla v1.2d, v14.2d, v8.d[0]
fmla v5.2d, v14.2d, v9.d[0]
fmla v17.2d, v14.2d, v10.d[0]
fmla v21.2d, v14.2d, v11.d[0]
fmla v25.2d, v14.2d, v12.d[0]
fmla v29.2d, v14.2d, v13.d[0]
ldr q14, [x6, #32]
fmla v2.2d, v14.2d, v8.d[0]
fmla v6.2d, v14.2d, v9.d[0]
fmla v18.2d, v14.2d, v10.d[0]
fmla v22.2d, v14.2d, v11.d[0]
fmla v26.2d, v14.2d, v12.d[0]
fmla v30.2d, v14.2d, v13.d[0]
ldr q14, [x6, #48]
fmla v3.2d, v14.2d, v8.d[0]
fmla v7.2d, v14.2d, v9.d[0]
fmla v19.2d, v14.2d, v10.d[0]
fmla v23.2d, v14.2d, v11.d[0]
fmla v27.2d, v14.2d, v12.d[0]
fmla v31.2d, v14.2d, v13.d[0]
ldr q14, [x6, #128]
fmla v0.2d, v14.2d, v8.d[1]
fmla v4.2d, v14.2d, v9.d[1]
fmla v16.2d, v14.2d, v10.d[1]
fmla v20.2d, v14.2d, v11.d[1]
fmla v24.2d, v14.2d, v12.d[1]
fmla v28.2d, v14.2d, v13.d[1]
ldr q14, [x6, #144]
fmla v1.2d, v14.2d, v8.d[1]
fmla v5.2d, v14.2d, v9.d[1]
fmla v17.2d, v14.2d, v10.d[1]
fmla v21.2d, v14.2d, v11.d[1]
fmla v25.2d, v14.2d, v12.d[1]
fmla v29.2d, v14.2d, v13.d[1]
ldr q14, [x6, #160]
fmla v2.2d, v14.2d, v8.d[1]
fmla v6.2d, v14.2d, v9.d[1]
fmla v18.2d, v14.2d, v10.d[1]
fmla v22.2d, v14.2d, v11.d[1]
fmla v26.2d, v14.2d, v12.d[1]
fmla v30.2d, v14.2d, v13.d[1]
ldr q14, [x6, #176]
fmla v3.2d, v14.2d, v8.d[1]
fmla v7.2d, v14.2d, v9.d[1]
fmla v19.2d, v14.2d, v10.d[1]
fmla v23.2d, v14.2d, v11.d[1]
fmla v27.2d, v14.2d, v12.d[1]
fmla v31.2d, v14.2d, v13.d[1]
add x6, x6, #256
add x7, x7, #16
sub x8, x8, #1
cbnz x8, #-260
stp q0, q1, [x4]
stp q2, q3, [x4, #32]
stp q4, q5, [x4, #128]
stp q6, q7, [x4, #160]
stp q16, q17, [x4, #256]
stp q18, q19, [x4, #288]
stp q20, q21, [x4, #384]
stp q22, q23, [x4, #416]
stp q24, q25, [x4, #512]
stp q26, q27, [x4, #544]
stp q28, q29, [x4, #640]
stp q30, q31, [x4, #672]
add x3, x3, #64
add x4, x4, #64
sub x5, x5, #1
cbnz x5, #-384
add x1, x1, #768
add x2, x2, #768
mov x3, #2
mov x4, x0
mov x5, x2
mov x6, #2
ldp q0, q1, [x5]
ldp q2, q3, [x5, #32]
ldp q4, q5, [x5, #128]
ldp q6, q7, [x5, #160]
ldp q16, q17, [x5, #256]
ldp q18, q19, [x5, #288]
ldp q20, q21, [x5, #384]
ldp q22, q23, [x5, #416]
ldp q24, q25, [x5, #512]
ldp q26, q27, [x5, #544]
mov x7, x4
mov x8, x1
mov x9, #8
ldr q28, [x8]
ldr q29, [x8, #128]
ldr q30, [x8, #256]
ldr q31, [x8, #384]
ldr q8, [x8, #512]
ldr q9, [x7]
fmla v0.2d, v9.2d, v28.d[0]
fmla v4.2d, v9.2d, v29.d[0]
fmla v16.2d, v9.2d, v30.d[0]
fmla v20.2d, v9.2d, v31.d[0]
fmla v24.2d, v9.2d, v8.d[0]
ldr q9, [x7, #16]
fmla v1.2d, v9.2d, v28.d[0]
fmla v5.2d, v9.2d, v29.d[0]
fmla v17.2d, v9.2d, v30.d[0]
fmla v21.2d, v9.2d, v31.d[0]
fmla v25.2d, v9.2d, v8.d[0]
ldr q9, [x7, #32]
fmla v2.2d, v9.2d, v28.d[0]
fmla v6.2d, v9.2d, v29.d[0]
fmla v18.2d, v9.2d, v30.d[0]
fmla v22.2d, v9.2d, v31.d[0]
fmla v26.2d, v9.2d, v8.d[0]
ldr q9, [x7, #48]
fmla v3.2d, v9.2d, v28.d[0]
fmla v7.2d, v9.2d, v29.d[0]
fmla v19.2d, v9.2d, v30.d[0]
fmla v23.2d, v9.2d, v31.d[0]
fmla v27.2d, v9.2d, v8.d[0]
ldr q9, [x7, #128]
fmla v0.2d, v9.2d, v28.d[1]
fmla v4.2d, v9.2d, v29.d[1]
fmla v16.2d, v9.2d, v30.d[1]
fmla v20.2d, v9.2d, v31.d[1]
fmla v24.2d, v9.2d, v8.d[1]
ldr q9, [x7, #144]
fmla v1.2d, v9.2d, v28.d[1]
fmla v5.2d, v9.2d, v29.d[1]
fmla v17.2d, v9.2d, v30.d[1]
fmla v21.2d, v9.2d, v31.d[1]
fmla v25.2d, v9.2d, v8.d[1]
ldr q9, [x7, #160]
fmla v2.2d, v9.2d, v28.d[1]
fmla v6.2d, v9.2d, v29.d[1]
fmla v18.2d, v9.2d, v30.d[1]
fmla v22.2d, v9.2d, v31.d[1]
fmla v26.2d, v9.2d, v8.d[1]
ldr q9, [x7, #176]
fmla v3.2d, v9.2d, v28.d[1]
fmla v7.2d, v9.2d, v29.d[1]
fmla v19.2d, v9.2d, v30.d[1]
fmla v23.2d, v9.2d, v31.d[1]
fmla v27.2d, v9.2d, v8.d[1]
add x7, x7, #256
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-224
stp q0, q1, [x5]
stp q2, q3, [x5, #32]
stp q4, q5, [x5, #128]
stp q6, q7, [x5, #160]
stp q16, q17, [x5, #256]
stp q18, q19, [x5, #288]
stp q20, q21, [x5, #384]
stp q22, q23, [x5, #416]
stp q24, q25, [x5, #512]
stp q26, q27, [x5, #544]
add x4, x4, #64
add x5, x5, #64
sub x6, x6, #1
cbnz x6, #-332
add x1, x1, #640
add x2, x2, #640
sub x3, x3, #1
cbnz x3, #-360
ldr d14, [sp, #48]
ldp d12, d13, [sp, #32]
ldp d10, d11, [sp, #16]
ldp d8, d9, [sp], #64
ret
