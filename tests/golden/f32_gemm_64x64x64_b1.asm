// gemm f32 64x64x64 a=col/64 b=col/64 c=col/64 beta=1

// 1052 bytes for neoverse-n1: 33475.0 cycles, 33471.0 wide
bti c
sub sp, sp, #16
st1 { v8.1d, v9.1d }, [sp]
mov x3, #12
mov x4, x0
mov x5, x2
mov x6, #4
mov x7, x5
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x7]
add x7, x7, #256
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x7]
add x7, x7, #256
ld1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x7]
add x7, x7, #256
ld1 { v20.4s, v21.4s, v22.4s, v23.4s }, [x7]
add x7, x7, #256
ld1 { v24.4s, v25.4s, v26.4s, v27.4s }, [x7]
mov x7, x4
mov x8, x1
mov x9, #16
ld1 { v28.4s }, [x7]
ld1 { v29.4s }, [x8]
ldr q30, [x8, #256]
ldr q31, [x8, #512]
ldr q8, [x8, #768]
ldr q9, [x8, #1024]
fmla v0.4s, v28.4s, v29.s[0]
fmla v4.4s, v28.4s, v30.s[0]
fmla v16.4s, v28.4s, v31.s[0]
fmla v20.4s, v28.4s, v8.s[0]
fmla v24.4s, v28.4s, v9.s[0]
ldur q28, [x7, #16]
fmla v1.4s, v28.4s, v29.s[0]
fmla v5.4s, v28.4s, v30.s[0]
fmla v17.4s, v28.4s, v31.s[0]
fmla v21.4s, v28.4s, v8.s[0]
fmla v25.4s, v28.4s, v9.s[0]
ldur q28, [x7, #32]
fmla v2.4s, v28.4s, v29.s[0]
fmla v6.4s, v28.4s, v30.s[0]
fmla v18.4s, v28.4s, v31.s[0]
fmla v22.4s, v28.4s, v8.s[0]
fmla v26.4s, v28.4s, v9.s[0]
ldur q28, [x7, #48]
fmla v3.4s, v28.4s, v29.s[0]
fmla v7.4s, v28.4s, v30.s[0]
fmla v19.4s, v28.4s, v31.s[0]
fmla v23.4s, v28.4s, v8.s[0]
fmla v27.4s, v28.4s, v9.s[0]
add x7, x7, #256
ld1 { v28.4s }, [x7]
fmla v0.4s, v28.4s, v29.s[1]
fmla v4.4s, v28.4s, v30.s[1]
fmla v16.4s, v28.4s, v31.s[1]
fmla v20.4s, v28.4s, v8.s[1]
fmla v24.4s, v28.4s, v9.s[1]
ldur q28, [x7, #16]
fmla v1.4s, v28.4s, v29.s[1]
fmla v5.4s, v28.4s, v30.s[1]
fmla v17.4s, v28.4s, v31.s[1]
fmla v21.4s, v28.4s, v8.s[1]
fmla v25.4s, v28.4s, v9.s[1]
ldur q28, [x7, #32]
fmla v2.4s, v28.4s, v29.s[1]
fmla v6.4s, v28.4s, v30.s[1]
fmla v18.4s, v28.4s, v31.s[1]
fmla v22.4s, v28.4s, v8.s[1]
fmla v26.4s, v28.4s, v9.s[1]
ldur q28, [x7, #48]
fmla v3.4s, v28.4s, v29.s[1]
fmla v7.4s, v28.4s, v30.s[1]
fmla v19.4s, v28.4s, v31.s[1]
fmla v23.4s, v28.4s, v8.s[1]
fmla v27.4s, v28.4s, v9.s[1]
add x7, x7, #256
ld1 { v28.4s }, [x7]
fmla v0.4s, v28.4s, v29.s[2]
fmla v4.4s, v28.4s, v30.s[2]
fmla v16.4s, v28.4s, v31.s[2]
fmla v20.4s, v28.4s, v8.s[2]
fmla v24.4s, v28.4s, v9.s[2]
ldur q28, [x7, #16]
fmla v1.4s, v28.4s, v29.s[2]
fmla v5.4s, v28.4s, v30.s[2]
fmla v17.4s, v28.4s, v31.s[2]
fmla v21.4s, v28.4s, v8.s[2]
fmla v25.4s, v28.4s, v9.s[2]
ldur q28, [x7, #32]
fmla v2.4s, v28.4s, v29.s[2]
fmla v6.4s, v28.4s, v30.s[2]
fmla v18.4s, v28.4s, v31.s[2]
fmla v22.4s, v28.4s, v8.s[2]
fmla v26.4s, v28.4s, v9.s[2]
ldur q28, [x7, #48]
fmla v3.4s, v28.4s, v29.s[2]
fmla v7.4s, v28.4s, v30.s[2]
fmla v19.4s, v28.4s, v31.s[2]
fmla v23.4s, v28.4s, v8.s[2]
fmla v27.4s, v28.4s, v9.s[2]
add x7, x7, #256
ld1 { v28.4s }, [x7]
fmla v0.4s, v28.4s, v29.s[3]
fmla v4.4s, v28.4s, v30.s[3]
fmla v16.4s, v28.4s, v31.s[3]
fmla v20.4s, v28.4s, v8.s[3]
fmla v24.4s, v28.4s, v9.s[3]
ldur q28, [x7, #16]
fmla v1.4s, v28.4s, v29.s[3]
fmla v5.4s, v28.4s, v30.s[3]
fmla v17.4s, v28.4s, v31.s[3]
fmla v21.4s, v28.4s, v8.s[3]
fmla v25.4s, v28.4s, v9.s[3]
ldur q28, [x7, #32]
fmla v2.4s, v28.4s, v29.s[3]
fmla v6.4s, v28.4s, v30.s[3]
fmla v18.4s, v28.4s, v31.s[3]
fmla v22.4s, v28.4s, v8.s[3]
fmla v26.4s, v28.4s, v9.s[3]
ldur q28, [x7, #48]
fmla v3.4s, v28.4s, v29.s[3]
fmla v7.4s, v28.4s, v30.s[3]
fmla v19.4s, v28.4s, v31.s[3]
fmla v23.4s, v28.4s, v8.s[3]
fmla v27.4s, v28.4s, v9.s[3]
add x7, x7, #256
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-428
mov x7, x5
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x7]
add x7, x7, #256
st1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x7]
add x7, x7, #256
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x7]
add x7, x7, #256
st1 { v20.4s, v21.4s, v22.4s, v23.4s }, [x7]
add x7, x7, #256
st1 { v24.4s, v25.4s, v26.4s, v27.4s }, [x7]
add x4, x4, #64
add x5, x5, #64
sub x6, x6, #1
cbnz x6, #-536
add x1, x1, #1280
add x2, x2, #1280
sub x3, x3, #1
cbnz x3, #-564
mov x3, #4
mov x4, x2
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x4]
add x4, x4, #256
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x4]
add x4, x4, #256
ld1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x4]
add x4, x4, #256
ld1 { v20.4s, v21.4s, v22.4s, v23.4s }, [x4]
mov x4, x0
mov x5, x1
mov x6, #16
ld1 { v24.4s }, [x4]
ld1 { v25.4s }, [x5]
ldr q26, [x5, #256]
ldr q27, [x5, #512]
ldr q28, [x5, #768]
fmla v0.4s, v24.4s, v25.s[0]
fmla v4.4s, v24.4s, v26.s[0]
fmla v16.4s, v24.4s, v27.s[0]
fmla v20.4s, v24.4s, v28.s[0]
ldur q24, [x4, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v5.4s, v24.4s, v26.s[0]
fmla v17.4s, v24.4s, v27.s[0]
fmla v21.4s, v24.4s, v28.s[0]
ldur q24, [x4, #32]
fmla v2.4s, v24.4s, v25.s[0]
fmla v6.4s, v24.4s, v26.s[0]
fmla v18.4s, v24.4s, v27.s[0]
fmla v22.4s, v24.4s, v28.s[0]
ldur q24, [x4, #48]
fmla v3.4s, v24.4s, v25.s[0]
fmla v7.4s, v24.4s, v26.s[0]
fmla v19.4s, v24.4s, v27.s[0]
fmla v23.4s, v24.4s, v28.s[0]
add x4, x4, #256
ld1 { v24.4s }, [x4]
fmla v0.4s, v24.4s, v25.s[1]
fmla v4.4s, v24.4s, v26.s[1]
fmla v16.4s, v24.4s, v27.s[1]
fmla v20.4s, v24.4s, v28.s[1]
ldur q24, [x4, #16]
fmla v1.4s, v24.4s, v25.s[1]
fmla v5.4s, v24.4s, v26.s[1]
fmla v17.4s, v24.4s, v27.s[1]
fmla v21.4s, v24.4s, v28.s[1]
ldur q24, [x4, #32]
fmla v2.4s, v24.4s, v25.s[1]
fmla v6.4s, v24.4s, v26.s[1]
fmla v18.4s, v24.4s, v27.s[1]
fmla v22.4s, v24.4s, v28.s[1]
ldur q24, [x4, #48]
fmla v3.4s, v24.4s, v25.s[1]
fmla v7.4s, v24.4s, v26.s[1]
fmla v19.4s, v24.4s, v27.s[1]
fmla v23.4s, v24.4s, v28.s[1]
add x4, x4, #256
ld1 { v24.4s }, [x4]
fmla v0.4s, v24.4s, v25.s[2]
fmla v4.4s, v24.4s, v26.s[2]
fmla v16.4s, v24.4s, v27.s[2]
fmla v20.4s, v24.4s, v28.s[2]
ldur q24, [x4, #16]
fmla v1.4s, v24.4s, v25.s[2]
fmla v5.4s, v24.4s, v26.s[2]
fmla v17.4s, v24.4s, v27.s[2]
fmla v21.4s, v24.4s, v28.s[2]
ldur q24, [x4, #32]
fmla v2.4s, v24.4s, v25.s[2]
fmla v6.4s, v24.4s, v26.s[2]
fmla v18.4s, v24.4s, v27.s[2]
fmla v22.4s, v24.4s, v28.s[2]
ldur q24, [x4, #48]
fmla v3.4s, v24.4s, v25.s[2]
fmla v7.4s, v24.4s, v26.s[2]
fmla v19.4s, v24.4s, v27.s[2]
fmla v23.4s, v24.4s, v28.s[2]
add x4, x4, #256
ld1 { v24.4s }, [x4]
fmla v0.4s, v24.4s, v25.s[3]
fmla v4.4s, v24.4s, v26.s[3]
fmla v16.4s, v24.4s, v27.s[3]
fmla v20.4s, v24.4s, v28.s[3]
ldur q24, [x4, #16]
fmla v1.4s, v24.4s, v25.s[3]
fmla v5.4s, v24.4s, v26.s[3]
fmla v17.4s, v24.4s, v27.s[3]
fmla v21.4s, v24.4s, v28.s[3]
ldur q24, [x4, #32]
fmla v2.4s, v24.4s, v25.s[3]
fmla v6.4s, v24.4s, v26.s[3]
fmla v18.4s, v24.4s, v27.s[3]
fmla v22.4s, v24.4s, v28.s[3]
ldur q24, [x4, #48]
fmla v3.4s, v24.4s, v25.s[3]
fmla v7.4s, v24.4s, v26.s[3]
fmla v19.4s, v24.4s, v27.s[3]
fmla v23.4s, v24.4s, v28.s[3]
add x4, x4, #256
add x5, x5, #16
sub x6, x6, #1
cbnz x6, #-360
mov x4, x2
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x4]
add x4, x4, #256
st1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x4]
add x4, x4, #256
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x4]
add x4, x4, #256
st1 { v20.4s, v21.4s, v22.4s, v23.4s }, [x4]
add x0, x0, #64
add x2, x2, #64
sub x3, x3, #1
cbnz x3, #-452
ldp d8, d9, [sp], #16
ret

// 540 bytes for neoverse-v1: 16575.0 cycles, 16571.0 wide
bti c
str d8, [sp, #-16]!
mov x3, #8
mov x4, x0
mov x5, x2
mov x6, #8
mov x7, x5
ldp q0, q1, [x7]
add x7, x7, #256
ldp q2, q3, [x7]
add x7, x7, #256
ldp q4, q5, [x7]
add x7, x7, #256
ldp q6, q7, [x7]
add x7, x7, #256
ldp q16, q17, [x7]
add x7, x7, #256
ldp q18, q19, [x7]
add x7, x7, #256
ldp q20, q21, [x7]
add x7, x7, #256
ldp q22, q23, [x7]
mov x7, x4
mov x8, x1
mov x9, #16
ldr q24, [x7]
ldr q25, [x8]
ldr q26, [x8, #256]
ldr q27, [x8, #512]
ldr q28, [x8, #768]
ldr q29, [x8, #1024]
ldr q30, [x8, #1280]
ldr q31, [x8, #1536]
ldr q8, [x8, #1792]
fmla v0.4s, v24.4s, v25.s[0]
fmla v2.4s, v24.4s, v26.s[0]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x7, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v3.4s, v24.4s, v26.s[0]
fmla v5.4s, v24.4s, v27.s[0]
fmla v7.4s, v24.4s, v28.s[0]
fmla v17.4s, v24.4s, v29.s[0]
fmla v19.4s, v24.4s, v30.s[0]
fmla v21.4s, v24.4s, v31.s[0]
fmla v23.4s, v24.4s, v8.s[0]
ldr q24, [x7, #256]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x7, #272]
fmla v1.4s, v24.4s, v25.s[1]
fmla v3.4s, v24.4s, v26.s[1]
fmla v5.4s, v24.4s, v27.s[1]
fmla v7.4s, v24.4s, v28.s[1]
fmla v17.4s, v24.4s, v29.s[1]
fmla v19.4s, v24.4s, v30.s[1]
fmla v21.4s, v24.4s, v31.s[1]
fmla v23.4s, v24.4s, v8.s[1]
ldr q24, [x7, #512]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x7, #528]
fmla v1.4s, v24.4s, v25.s[2]
fmla v3.4s, v24.4s, v26.s[2]
fmla v5.4s, v24.4s, v27.s[2]
fmla v7.4s, v24.4s, v28.s[2]
fmla v17.4s, v24.4s, v29.s[2]
fmla v19.4s, v24.4s, v30.s[2]
fmla v21.4s, v24.4s, v31.s[2]
fmla v23.4s, v24.4s, v8.s[2]
ldr q24, [x7, #768]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
ldr q24, [x7, #784]
fmla v1.4s, v24.4s, v25.s[3]
fmla v3.4s, v24.4s, v26.s[3]
fmla v5.4s, v24.4s, v27.s[3]
fmla v7.4s, v24.4s, v28.s[3]
fmla v17.4s, v24.4s, v29.s[3]
fmla v19.4s, v24.4s, v30.s[3]
fmla v21.4s, v24.4s, v31.s[3]
fmla v23.4s, v24.4s, v8.s[3]
add x7, x7, #1024
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-332
mov x7, x5
stp q0, q1, [x7]
add x7, x7, #256
stp q2, q3, [x7]
add x7, x7, #256
stp q4, q5, [x7]
add x7, x7, #256
stp q6, q7, [x7]
add x7, x7, #256
stp q16, q17, [x7]
add x7, x7, #256
stp q18, q19, [x7]
add x7, x7, #256
stp q20, q21, [x7]
add x7, x7, #256
stp q22, q23, [x7]
add x4, x4, #32
add x5, x5, #32
sub x6, x6, #1
cbnz x6, #-488
add x1, x1, #2048
add x2, x2, #2048
sub x3, x3, #1
cbnz x3, #-516
ldr d8, [sp], #16
ret

// 572 bytes for neoverse-v2: 16700.0 cycles, 16693.0 wide
bti c
str d8, [sp, #-16]!
mov x3, #8
mov x4, x0
mov x5, x2
mov x6, #8
mov x7, x5
ldr q0, [x7]
ldr q1, [x7, #16]
add x7, x7, #256
ldr q2, [x7]
ldr q3, [x7, #16]
add x7, x7, #256
ldr q4, [x7]
ldr q5, [x7, #16]
add x7, x7, #256
ldr q6, [x7]
ldr q7, [x7, #16]
add x7, x7, #256
ldr q16, [x7]
ldr q17, [x7, #16]
add x7, x7, #256
ldr q18, [x7]
ldr q19, [x7, #16]
add x7, x7, #256
ldr q20, [x7]
ldr q21, [x7, #16]
add x7, x7, #256
ldr q22, [x7]
ldr q23, [x7, #16]
mov x7, x4
mov x8, x1
mov x9, #16
ldr q24, [x7]
ldr q25, [x8]
ldr q26, [x8, #256]
ldr q27, [x8, #512]
ldr q28, [x8, #768]
ldr q29, [x8, #1024]
ldr q30, [x8, #1280]
ldr q31, [x8, #1536]
ldr q8, [x8, #1792]
fmla v0.4s, v24.4s, v25.s[0]
fmla v2.4s, v24.4s, v26.s[0]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x7, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v3.4s, v24.4s, v26.s[0]
fmla v5.4s, v24.4s, v27.s[0]
fmla v7.4s, v24.4s, v28.s[0]
fmla v17.4s, v24.4s, v29.s[0]
fmla v19.4s, v24.4s, v30.s[0]
fmla v21.4s, v24.4s, v31.s[0]
fmla v23.4s, v24.4s, v8.s[0]
ldr q24, [x7, #256]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x7, #272]
fmla v1.4s, v24.4s, v25.s[1]
fmla v3.4s, v24.4s, v26.s[1]
fmla v5.4s, v24.4s, v27.s[1]
fmla v7.4s, v24.4s, v28.s[1]
fmla v17.4s, v24.4s, v29.s[1]
fmla v19.4s, v24.4s, v30.s[1]
fmla v21.4s, v24.4s, v31.s[1]
fmla v23.4s, v24.4s, v8.s[1]
ldr q24, [x7, #512]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x7, #528]
fmla v1.4s, v24.4s, v25.s[2]
fmla v3.4s, v24.4s, v26.s[2]
fmla v5.4s, v24.4s, v27.s[2]
fmla v7.4s, v24.4s, v28.s[2]
fmla v17.4s, v24.4s, v29.s[2]
fmla v19.4s, v24.4s, v30.s[2]
fmla v21.4s, v24.4s, v31.s[2]
fmla v23.4s, v24.4s, v8.s[2]
ldr q24, [x7, #768]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
ldr q24, [x7, #784]
fmla v1.4s, v24.4s, v25.s[3]
fmla v3.4s, v24.4s, v26.s[3]
fmla v5.4s, v24.4s, v27.s[3]
fmla v7.4s, v24.4s, v28.s[3]
fmla v17.4s, v24.4s, v29.s[3]
fmla v19.4s, v24.4s, v30.s[3]
fmla v21.4s, v24.4s, v31.s[3]
fmla v23.4s, v24.4s, v8.s[3]
add x7, x7, #1024
add x8, x8, #16
sub x9, x9, #1
cbnz x9, #-332
mov x7, x5
stp q0, q1, [x7]
add x7, x7, #256
stp q2, q3, [x7]
add x7, x7, #256
stp q4, q5, [x7]
add x7, x7, #256
stp q6, q7, [x7]
add x7, x7, #256
stp q16, q17, [x7]
add x7, x7, #256
stp q18, q19, [x7]
add x7, x7, #256
stp q20, q21, [x7]
add x7, x7, #256
stp q22, q23, [x7]
add x4, x4, #32
add x5, x5, #32
sub x6, x6, #1
cbnz x6, #-520
add x1, x1, #2048
add x2, x2, #2048
sub x3, x3, #1
cbnz x3, #-548
ldr d8, [sp], #16
ret

// 860 bytes for cortex-a510: 35488.0 cycles
bti c
mov x3, #16
mov x4, x0
mov x5, x2
mov x6, #4
ldr q0, [x5]
ldr q1, [x5, #16]
ldr q2, [x5, #32]
ldr q3, [x5, #48]
ldr q4, [x5, #256]
ldr q5, [x5, #272]
ldr q6, [x5, #288]
ldr q7, [x5, #304]
ldr q16, [x5, #512]
ldr q17, [x5, #528]
ldr q18, [x5, #544]
ldr q19, [x5, #560]
ldr q20, [x5, #768]
ldr q21, [x5, #784]
ldr q22, [x5, #800]
ldr q23, [x5, #816]
mov x7, x4
mov x8, x1
mov x9, #8
ldr q24, [x7]
ldr q25, [x8]
ldr q26, [x8, #256]
ldr q27, [x8, #512]
ldr q28, [x8, #768]
fmla v0.4s, v24.4s, v25.s[0]
ldr q29, [x7, #16]
fmla v4.4s, v24.4s, v26.s[0]
fmla v16.4s, v24.4s, v27.s[0]
ldr q30, [x7, #32]
fmla v20.4s, v24.4s, v28.s[0]
fmla v1.4s, v29.4s, v25.s[0]
ldr q31, [x7, #48]
fmla v5.4s, v29.4s, v26.s[0]
fmla v17.4s, v29.4s, v27.s[0]
ldr q24, [x7, #256]
fmla v21.4s, v29.4s, v28.s[0]
fmla v2.4s, v30.4s, v25.s[0]
ldr q29, [x7, #272]
fmla v6.4s, v30.4s, v26.s[0]
fmla v18.4s, v30.4s, v27.s[0]
add x8, x8, #16
fmla v22.4s, v30.4s, v28.s[0]
fmla v3.4s, v31.4s, v25.s[0]
ldr q30, [x7, #288]
fmla v7.4s, v31.4s, v26.s[0]
fmla v19.4s, v31.4s, v27.s[0]
fmla v23.4s, v31.4s, v28.s[0]
fmla v0.4s, v24.4s, v25.s[1]
ldr q31, [x7, #304]
fmla v4.4s, v24.4s, v26.s[1]
fmla v16.4s, v24.4s, v27.s[1]
fmla v20.4s, v24.4s, v28.s[1]
fmla v1.4s, v29.4s, v25.s[1]
ldr q24, [x7, #512]
fmla v5.4s, v29.4s, v26.s[1]
fmla v17.4s, v29.4s, v27.s[1]
fmla v21.4s, v29.4s, v28.s[1]
fmla v2.4s, v30.4s, v25.s[1]
ldr q29, [x7, #528]
fmla v6.4s, v30.4s, v26.s[1]
fmla v18.4s, v30.4s, v27.s[1]
fmla v22.4s, v30.4s, v28.s[1]
fmla v3.4s, v31.4s, v25.s[1]
ldr q30, [x7, #544]
fmla v7.4s, v31.4s, v26.s[1]
fmla v19.4s, v31.4s, v27.s[1]
fmla v23.4s, v31.4s, v28.s[1]
fmla v0.4s, v24.4s, v25.s[2]
ldr q31, [x7, #560]
fmla v4.4s, v24.4s, v26.s[2]
fmla v16.4s, v24.4s, v27.s[2]
sub x9, x9, #1
fmla v20.4s, v24.4s, v28.s[2]
fmla v1.4s, v29.4s, v25.s[2]
ldr q24, [x7, #768]
fmla v5.4s, v29.4s, v26.s[2]
fmla v17.4s, v29.4s, v27.s[2]
fmla v21.4s, v29.4s, v28.s[2]
fmla v2.4s, v30.4s, v25.s[2]
ldr q29, [x7, #784]
fmla v6.4s, v30.4s, v26.s[2]
fmla v18.4s, v30.4s, v27.s[2]
fmla v22.4s, v30.4s, v28.s[2]
fmla v3.4s, v31.4s, v25.s[2]
ldr q30, [x7, #800]
fmla v7.4s, v31.4s, v26.s[2]
fmla v19.4s, v31.4s, v27.s[2]
fmla v23.4s, v31.4s, v28.s[2]
fmla v0.4s, v24.4s, v25.s[3]
ldr q31, [x7, #816]
fmla v4.4s, v24.4s, v26.s[3]
fmla v16.4s, v24.4s, v27.s[3]
add x7, x7, #1024
fmla v20.4s, v24.4s, v28.s[3]
fmla v1.4s, v29.4s, v25.s[3]
ldr q24, [x7]
fmla v5.4s, v29.4s, v26.s[3]
fmla v17.4s, v29.4s, v27.s[3]
fmla v21.4s, v29.4s, v28.s[3]
fmla v2.4s, v30.4s, v25.s[3]
ldr q29, [x7, #16]
fmla v6.4s, v30.4s, v26.s[3]
fmla v18.4s, v30.4s, v27.s[3]
fmla v22.4s, v30.4s, v28.s[3]
fmla v3.4s, v31.4s, v25.s[3]
ldr q25, [x8]
fmla v7.4s, v31.4s, v26.s[3]
fmla v19.4s, v31.4s, v27.s[3]
ldr q26, [x8, #256]
fmla v23.4s, v31.4s, v28.s[3]
ldr q27, [x8, #512]
ldr q28, [x8, #768]
fmla v0.4s, v24.4s, v25.s[0]
fmla v4.4s, v24.4s, v26.s[0]
ldr q30, [x7, #32]
fmla v16.4s, v24.4s, v27.s[0]
fmla v20.4s, v24.4s, v28.s[0]
ldr q31, [x7, #48]
fmla v1.4s, v29.4s, v25.s[0]
fmla v5.4s, v29.4s, v26.s[0]
ldr q24, [x7, #256]
fmla v17.4s, v29.4s, v27.s[0]
fmla v21.4s, v29.4s, v28.s[0]
ldr q29, [x7, #272]
fmla v2.4s, v30.4s, v25.s[0]
fmla v6.4s, v30.4s, v26.s[0]
add x8, x8, #16
fmla v18.4s, v30.4s, v27.s[0]
fmla v22.4s, v30.4s, v28.s[0]
ldr q30, [x7, #288]
fmla v3.4s, v31.4s, v25.s[0]
fmla v7.4s, v31.4s, v26.s[0]
fmla v19.4s, v31.4s, v27.s[0]
fmla v23.4s, v31.4s, v28.s[0]
ldr q31, [x7, #304]
fmla v0.4s, v24.4s, v25.s[1]
fmla v4.4s, v24.4s, v26.s[1]
fmla v16.4s, v24.4s, v27.s[1]
fmla v20.4s, v24.4s, v28.s[1]
ldr q24, [x7, #512]
fmla v1.4s, v29.4s, v25.s[1]
fmla v5.4s, v29.4s, v26.s[1]
fmla v17.4s, v29.4s, v27.s[1]
fmla v21.4s, v29.4s, v28.s[1]
ldr q29, [x7, #528]
fmla v2.4s, v30.4s, v25.s[1]
fmla v6.4s, v30.4s, v26.s[1]
fmla v18.4s, v30.4s, v27.s[1]
fmla v22.4s, v30.4s, v28.s[1]
ldr q30, [x7, #544]
fmla v3.4s, v31.4s, v25.s[1]
fmla v7.4s, v31.4s, v26.s[1]
fmla v19.4s, v31.4s, v27.s[1]
fmla v23.4s, v31.4s, v28.s[1]
ldr q31, [x7, #560]
fmla v0.4s, v24.4s, v25.s[2]
fmla v4.4s, v24.4s, v26.s[2]
fmla v16.4s, v24.4s, v27.s[2]
fmla v20.4s, v24.4s, v28.s[2]
ldr q24, [x7, #768]
fmla v1.4s, v29.4s, v25.s[2]
fmla v5.4s, v29.4s, v26.s[2]
fmla v17.4s, v29.4s, v27.s[2]
fmla v21.4s, v29.4s, v28.s[2]
ldr q29, [x7, #784]
fmla v2.4s, v30.4s, v25.s[2]
fmla v6.4s, v30.4s, v26.s[2]
fmla v18.4s, v30.4s, v27.s[2]
fmla v22.4s, v30.4s, v28.s[2]
ldr q30, [x7, #800]
fmla v3.4s, v31.4s, v25.s[2]
fmla v7.4s, v31.4s, v26.s[2]
fmla v19.4s, v31.4s, v27.s[2]
fmla v23.4s, v31.4s, v28.s[2]
ldr q31, [x7, #816]
fmla v0.4s, v24.4s, v25.s[3]
fmla v4.4s, v24.4s, v26.s[3]
add x7, x7, #1024
fmla v16.4s, v24.4s, v27.s[3]
fmla v20.4s, v24.4s, v28.s[3]
fmla v1.4s, v29.4s, v25.s[3]
fmla v5.4s, v29.4s, v26.s[3]
fmla v17.4s, v29.4s, v27.s[3]
fmla v21.4s, v29.4s, v28.s[3]
fmla v2.4s, v30.4s, v25.s[3]
fmla v6.4s, v30.4s, v26.s[3]
fmla v18.4s, v30.4s, v27.s[3]
fmla v22.4s, v30.4s, v28.s[3]
fmla v3.4s, v31.4s, v25.s[3]
fmla v7.4s, v31.4s, v26.s[3]
fmla v19.4s, v31.4s, v27.s[3]
fmla v23.4s, v31.4s, v28.s[3]
cbnz x9, #-692
stp q0, q1, [x5]
add x4, x4, #64
sub x6, x6, #1
stp q2, q3, [x5, #32]
stp q4, q5, [x5, #256]
stp q6, q7, [x5, #288]
stp q16, q17, [x5, #512]
stp q18, q19, [x5, #544]
stp q20, q21, [x5, #768]
stp q22, q23, [x5, #800]
add x5, x5, #64
cbnz x6, #-816
add x1, x1, #1024
add x2, x2, #1024
sub x3, x3, #1
cbnz x3, #-844
ret
