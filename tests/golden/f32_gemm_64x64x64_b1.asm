// gemm f32 64x64x64 a=col/64 b=col/64 c=col/64 beta=1

// 1332 bytes for neoverse-n1: 39994.0 cycles, 34591.0 wide
// 1332 bytes for neoverse-v1: 16669.0 cycles, 16666.0 wide
// 1332 bytes for neoverse-v2: 16812.0 cycles, 16801.0 wide
// 1332 bytes for cortex-a510: 49108.0 cycles
bti c
stp d8, d9, [sp, #-64]!
stp d10, d11, [sp, #16]
stp d12, d13, [sp, #32]
str d14, [sp, #48]
mov x3, #9
mov x4, x0
mov x5, x2
mov x6, #4
mov x7, x5
ldp q0, q1, [x7]
ldp q2, q3, [x7, #32]
add x7, x7, #256
ldp q4, q5, [x7]
ldp q6, q7, [x7, #32]
add x7, x7, #256
ldp q16, q17, [x7]
ldp q18, q19, [x7, #32]
add x7, x7, #256
ldp q20, q21, [x7]
ldp q22, q23, [x7, #32]
add x7, x7, #256
ldp q24, q25, [x7]
ldp q26, q27, [x7, #32]
add x7, x7, #256
ldp q28, q29, [x7]
ldp q30, q31, [x7, #32]
mov x7, x4
mov x8, x1
mov x9, #16
ldr q8, [x8]
ldr q9, [x8, #256]
ldr q10, [x8, #512]
ldr q11, [x8, #768]
ldr q12, [x8, #1024]
ldr q13, [x8, #1280]
ldr q14, [x7]
fmla v0.4s, v14.4s, v8.s[0]
fmla v4.4s, v14.4s, v9.s[0]
fmla v16.4s, v14.4s, v10.s[0]
fmla v20.4s, v14.4s, v11.s[0]
fmla v24.4s, v14.4s, v12.s[0]
fmla v28.4s, v14.4s, v13.s[0]
ldr q14, [x7, #16]
fmla v1.4s, v14.4s, v8.s[0]
fmla v5.4s, v14.4s, v9.s[0]
fmla v17.4s, v14.4s, v10.s[0]
fmla v21.4s, v14.4s, v11.s[0]
fmla v25.4s, v14.4s, v12.s[0]
fmla v29.4s, v14.4s, v13.s[0]
ldr q14, [x7, #32]
fmla v2.4s, v14.4s, v8.s[0]
fmla v6.4s, v14.4s, v9.s[0]
fmla v18.4s, v14.4s, v10.s[0]
fmla v22.4s, v14.4s, v11.s[0]
fmla v26.4s, v14.4s, v12.s[0]
fmla v30.4s, v14.4s, v13.s[0]
ldr q14, [x7, #48]
fmla v3.4s, v14.4s, v8.s[0]
fmla v7.4s, v14.4s, v9.s[0]
fmla v19.4s, v14.4s, v10.s[0]
fmla v23.4s, v14.4s, v11.s[0]
fmla v27.4s, v14.4s, v12.s[0]
fmla v31.4s, v14.4s, v13.s[0]
ldr q14, [x7, #256]
fmla v0.4s, v14.4s, v8.s[1]
fmla v4.4s, v14.4s, v9.s[1]
fmla v16.4s, v14.4s, v10.s[1]
fmla v20.4s, v14.4s, v11.s[1]
fmla v24.4s, v14.4s, v12.s[1]
fmla v28.4s, v14.4s, v13.s[1]
ldr q14, [x7, #272]
fmla v1.4s, v14.4s, v8.s[1]
fmla v5.4s, v14.4s, v9.s[1]
fmla v17.4s, v14.4s, v10.s[1]
fmla v21.4s, v14.4s, v11.s[1]
fmla v25.4s, v14.4s, v12.s[1]
fmla v29.4s, v14.4s, v13.s[1]
ldr q14, [x7, #288]
fmla v2.4s, v14.4s, v8.s[1]
fmla v6.4s, v14.4s, v9.s[1]
fmla v18.4s, v14.4s, v10.s[1]
fmla v22.4s, v14.4s, v11.s[1]
fmla v26.4s, v14.4s, v12.s[1]
fmla v30.4s, v14.4s, v13.s[1]
ldr q14, [x7, #304]
fmla v3.4s, v14.4s, v8.s[1]
fmla v7.4s, v14.4s, v9.s[1]
fmla v19.4s, v14.4s, v10.s[1]
fmla v23.4s, v14.4s, v11.s[1]
fmla v27.4s, v14.4s, v12.s[1]
fmla v31.4s, v14.4s, v13.s[1]
ldr q14, [x7, #512]
fmla v0.4s, v14.4s, v8.s[2]
fmla v4.4s, v14.4s, v9.s[2]
fmla v16.4s, v14.4s, v10.s[2]
fmla v20.4s, v14.4s, v11.s[2]
fmla v24.4s, v14.4s, v12.s[2]
fmla v28.4s, v14.4s, v13.s[2]
ldr q14, [x7, #528]
fmla v1.4s, v14.4s, v8.s[2]
fmla v5.4s, v14.4s, v9.s[2]
fmla v17.4s, v14.4s, v10.s[2]
fmla v21.4s, v14.4s, v11.s[2]
fmla v25.4s, v14.4s, v12.s[2]
fmla v29.4s, v14.4s, v13.s[2]
ldr q14, [x7, #544]
fmla v2.4s, v14.4s, v8.s[2]
fmla v6.4s, v14.4s, v9.s[2]
fmla v18.4s, v14.4s, v10.s[2]
fmla v22.4s, v14.4s, v11.s[2]
fmla v26.4s, v14.4s, v12.s[2]
fmla v30.4s, v14.4s, v13.s[2]
ldr q14, [x7, #560]
fmla v3.4s, v14.4s, v8.s[2]
fmla v7.4s, v14.4s, v9.s[2]
fmla v19.4s, v14.4s, v10.s[2]
fmla v23.4s, v14.4s, v11.s[2]
fmla v27.4s, v14.4s, v12.s[2]
fmla v31.4s, v14.4s, v13.s[2]
ldr q14, [x7, #768]
fmla v0.4s, v14.4s, v8.s[3]
fmla v4.4s, v14.4s, v9.s[3]
fmla v16.4s, v14.4s, v10.s[3]
fmla v20.4s, v14.4s, v11.s[3]
fmla v24.4s, v14.4s, v12.s[3]
fmla v28.4s, v14.4s, v13.s[3]
ldr q14, [x7, #784]
fmla v1.4s, v14.4s, v8.s[3]
fmla v5.4s, v14.4s, v9.s[3]
fmla v17.4s, v14.4s, v10.s[3]
fmla v21.4s, v14.4s, v11.s[3]
fmla v25.4s, v14.4s, v12.s[3]
fmla v29.4s, v14.4s, v13.s[3]
ldr q14, [x7, #800]
fmla v2.4s, v14.4s, v8.s[3]
fmla v6.4s, v14.4s, v9.s[3]
fmla v18.4s, v14.4s, v10.s[3]
fmla v22.4s, v14.4s, v11.s[3]
fmla v26.4s, v14.4s, v12.s[3]
fmla v30.4s, v14.4s, v13.s[3]
ldr q14, [x7, #816]
fmla v3.4s, v14.4s, v8.s[3]
fmla v7.4s, v14.4s, v9.s[3]
fmla v19.4s, v14.4s, v10.s[3]
fmla v23.4s, v14.4s, v11.s[3]
fmla v27.4s, v14.4s, v12.s[3]
fmla v31.4s, v14.4s, v13.s[3]
add x7, x7, #1024
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-484
mov x7, x5
stp q0, q1, [x7]
stp q2, q3, [x7, #32]
add x7, x7, #256
stp q4, q5, [x7]
stp q6, q7, [x7, #32]
add x7, x7, #256
stp q16, q17, [x7]
stp q18, q19, [x7, #32]
add x7, x7, #256
stp q20, q21, [x7]
stp q22, q23, [x7, #32]
add x7, x7, #256
stp q24, q25, [x7]
stp q26, q27, [x7, #32]
add x7, x7, #256
stp q28, q29, [x7]
stp q30, q31, [x7, #32]
add x4, x4, #64
add x5, x5, #64
sub x6, x6, #1
cbnz x6, #-656
add x1, x1, #1536
add x2, x2, #1536
sub x3, x3, #1
cbnz x3, #-684
mov x3, #2
mov x4, x0
mov x5, x2
mov x6, #4
mov x7, x5
ldp q0, q1, [x7]
ldp q2, q3, [x7, #32]
add x7, x7, #256
ldp q4, q5, [x7]
ldp q6, q7, [x7, #32]
add x7, x7, #256
ldp q16, q17, [x7]
ldp q18, q19, [x7, #32]
add x7, x7, #256
ldp q20, q21, [x7]
ldp q22, q23, [x7, #32]
add x7, x7, #256
ldp q24, q25, [x7]
ldp q26, q27, [x7, #32]
mov x7, x4
mov x8, x1
mov x9, #16
ldr q28, [x8]
ldr q29, [x8, #256]
ldr q30, [x8, #512]
ldr q31, [x8, #768]
ldr q8, [x8, #1024]
ldr q9, [x7]
fmla v0.4s, v9.4s, v28.s[0]
fmla v4.4s, v9.4s, v29.s[0]
fmla v16.4s, v9.4s, v30.s[0]
fmla v20.4s, v9.4s, v31.s[0]
fmla v24.4s, v9.4s, v8.s[0]
ldr q9, [x7, #16]
fmla v1.4s, v9.4s, v28.s[0]
fmla v5.4s, v9.4s, v29.s[0]
fmla v17.4s, v9.4s, v30.s[0]
fmla v21.4s, v9.4s, v31.s[0]
fmla v25.4s, v9.4s, v8.s[0]
ldr q9, [x7, #32]
fmla v2.4s, v9.4s, v28.s[0]
fmla v6.4s, v9.4s, v29.s[0]
fmla v18.4s, v9.4s, v30.s[0]
fmla v22.4s, v9.4s, v31.s[0]
fmla v26.4s, v9.4s, v8.s[0]
ldr q9, [x7, #48]
fmla v3.4s, v9.4s, v28.s[0]
fmla v7.4s, v9.4s, v29.s[0]
fmla v19.4s, v9.4s, v30.s[0]
fmla v23.4s, v9.4s, v31.s[0]
fmla v27.4s, v9.4s, v8.s[0]
ldr q9, [x7, #256]
fmla v0.4s, v9.4s, v28.s[1]
fmla v4.4s, v9.4s, v29.s[1]
fmla v16.4s, v9.4s, v30.s[1]
fmla v20.4s, v9.4s, v31.s[1]
fmla v24.4s, v9.4s, v8.s[1]
ldr q9, [x7, #272]
fmla v1.4s, v9.4s, v28.s[1]
fmla v5.4s, v9.4s, v29.s[1]
fmla v17.4s, v9.4s, v30.s[1]
fmla v21.4s, v9.4s, v31.s[1]
fmla v25.4s, v9.4s, v8.s[1]
ldr q9, [x7, #288]
fmla v2.4s, v9.4s, v28.s[1]
fmla v6.4s, v9.4s, v29.s[1]
fmla v18.4s, v9.4s, v30.s[1]
fmla v22.4s, v9.4s, v31.s[1]
fmla v26.4s, v9.4s, v8.s[1]
ldr q9, [x7, #304]
fmla v3.4s, v9.4s, v28.s[1]
fmla v7.4s, v9.4s, v29.s[1]
fmla v19.4s, v9.4s, v30.s[1]
fmla v23.4s, v9.4s, v31.s[1]
fmla v27.4s, v9.4s, v8.s[1]
ldr q9, [x7, #512]
fmla v0.4s, v9.4s, v28.s[2]
fmla v4.4s, v9.4s, v29.s[2]
fmla v16.4s, v9.4s, v30.s[2]
fmla v20.4s, v9.4s, v31.s[2]
fmla v24.4s, v9.4s, v8.s[2]
ldr q9, [x7, #528]
fmla v1.4s, v9.4s, v28.s[2]
fmla v5.4s, v9.4s, v29.s[2]
fmla v17.4s, v9.4s, v30.s[2]
fmla v21.4s, v9.4s, v31.s[2]
fmla v25.4s, v9.4s, v8.s[2]
ldr q9, [x7, #544]
fmla v2.4s, v9.4s, v28.s[2]
fmla v6.4s, v9.4s, v29.s[2]
fmla v18.4s, v9.4s, v30.s[2]
fmla v22.4s, v9.4s, v31.s[2]
fmla v26.4s, v9.4s, v8.s[2]
ldr q9, [x7, #560]
fmla v3.4s, v9.4s, v28.s[2]
fmla v7.4s, v9.4s, v29.s[2]
fmla v19.4s, v9.4s, v30.s[2]
fmla v23.4s, v9.4s, v31.s[2]
fmla v27.4s, v9.4s, v8.s[2]
ldr q9, [x7, #768]
fmla v0.4s, v9.4s, v28.s[3]
fmla v4.4s, v9.4s, v29.s[3]
fmla v16.4s, v9.4s, v30.s[3]
fmla v20.4s, v9.4s, v31.s[3]
fmla v24.4s, v9.4s, v8.s[3]
ldr q9, [x7, #784]
fmla v1.4s, v9.4s, v28.s[3]
fmla v5.4s, v9.4s, v29.s[3]
fmla v17.4s, v9.4s, v30.s[3]
fmla v21.4s, v9.4s, v31.s[3]
fmla v25.4s, v9.4s, v8.s[3]
ldr q9, [x7, #800]
fmla v2.4s, v9.4s, v28.s[3]
fmla v6.4s, v9.4s, v29.s[3]
fmla v18.4s, v9.4s, v30.s[3]
fmla v22.4s, v9.4s, v31.s[3]
fmla v26.4s, v9.4s, v8.s[3]
ldr q9, [x7, #816]
fmla v3.4s, v9.4s, v28.s[3]
fmla v7.4s, v9.4s, v29.s[3]
fmla v19.4s, v9.4s, v30.s[3]
fmla v23.4s, v9.4s, v31.s[3]
fmla v27.4s, v9.4s, v8.s[3]
add x7, x7, #1024
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-416
mov x7, x5
stp q0, q1, [x7]
stp q2, q3, [x7, #32]
add x7, x7, #256
stp q4, q5, [x7]
stp q6, q7, [x7, #32]
add x7, x7, #256
stp q16, q17, [x7]
stp q18, q19, [x7, #32]
add x7, x7, #256
stp q20, q21, [x7]
stp q22, q23, [x7, #32]
add x7, x7, #256
stp q24, q25, [x7]
stp q26, q27, [x7, #32]
add x4, x4, #64
add x5, x5, #64
sub x6, x6, #1
cbnz x6, #-564
add x1, x1, #1280
add x2, x2, #1280
sub x3, x3, #1
cbnz x3, #-592
ldr d14, [sp, #48]
ldp d12, d13, [sp, #32]
ldp d10, d11, [sp, #16]
ldp d8, d9, [sp], #64
ret
