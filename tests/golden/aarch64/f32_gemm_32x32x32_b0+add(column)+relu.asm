// gemm f32 32x32x32 a=col/32 b=col/32 c=col/32 beta=0 epilogue=add(column),relu

// 908 bytes for neoverse-n1: 4457.0 cycles, 4374.0 wide
bti c
mov x4, #8
mov x5, x0
mov x6, x2
mov x7, x3
mov x8, #2
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x7]
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x7]
ld1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x7]
ld1 { v20.4s, v21.4s, v22.4s, v23.4s }, [x7]
mov x9, x5
mov x10, x1
mov x11, #4
ld1 { v24.4s }, [x9]
ld1 { v25.4s }, [x10]
ldur q26, [x10, #128]
ldr q27, [x10, #256]
ldr q28, [x10, #384]
fmla v0.4s, v24.4s, v25.s[0]
fmla v4.4s, v24.4s, v26.s[0]
fmla v16.4s, v24.4s, v27.s[0]
fmla v20.4s, v24.4s, v28.s[0]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v5.4s, v24.4s, v26.s[0]
fmla v17.4s, v24.4s, v27.s[0]
fmla v21.4s, v24.4s, v28.s[0]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[0]
fmla v6.4s, v24.4s, v26.s[0]
fmla v18.4s, v24.4s, v27.s[0]
fmla v22.4s, v24.4s, v28.s[0]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[0]
fmla v7.4s, v24.4s, v26.s[0]
fmla v19.4s, v24.4s, v27.s[0]
fmla v23.4s, v24.4s, v28.s[0]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[1]
fmla v4.4s, v24.4s, v26.s[1]
fmla v16.4s, v24.4s, v27.s[1]
fmla v20.4s, v24.4s, v28.s[1]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[1]
fmla v5.4s, v24.4s, v26.s[1]
fmla v17.4s, v24.4s, v27.s[1]
fmla v21.4s, v24.4s, v28.s[1]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[1]
fmla v6.4s, v24.4s, v26.s[1]
fmla v18.4s, v24.4s, v27.s[1]
fmla v22.4s, v24.4s, v28.s[1]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[1]
fmla v7.4s, v24.4s, v26.s[1]
fmla v19.4s, v24.4s, v27.s[1]
fmla v23.4s, v24.4s, v28.s[1]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[2]
fmla v4.4s, v24.4s, v26.s[2]
fmla v16.4s, v24.4s, v27.s[2]
fmla v20.4s, v24.4s, v28.s[2]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[2]
fmla v5.4s, v24.4s, v26.s[2]
fmla v17.4s, v24.4s, v27.s[2]
fmla v21.4s, v24.4s, v28.s[2]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[2]
fmla v6.4s, v24.4s, v26.s[2]
fmla v18.4s, v24.4s, v27.s[2]
fmla v22.4s, v24.4s, v28.s[2]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[2]
fmla v7.4s, v24.4s, v26.s[2]
fmla v19.4s, v24.4s, v27.s[2]
fmla v23.4s, v24.4s, v28.s[2]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[3]
fmla v4.4s, v24.4s, v26.s[3]
fmla v16.4s, v24.4s, v27.s[3]
fmla v20.4s, v24.4s, v28.s[3]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[3]
fmla v5.4s, v24.4s, v26.s[3]
fmla v17.4s, v24.4s, v27.s[3]
fmla v21.4s, v24.4s, v28.s[3]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[3]
fmla v6.4s, v24.4s, v26.s[3]
fmla v18.4s, v24.4s, v27.s[3]
fmla v22.4s, v24.4s, v28.s[3]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[3]
fmla v7.4s, v24.4s, v26.s[3]
fmla v19.4s, v24.4s, v27.s[3]
fmla v23.4s, v24.4s, v28.s[3]
add x9, x9, #128
add x10, x10, #16
ld1 { v24.4s }, [x9]
ld1 { v25.4s }, [x10]
ldur q26, [x10, #128]
ldr q27, [x10, #256]
ldr q28, [x10, #384]
fmla v0.4s, v24.4s, v25.s[0]
fmla v4.4s, v24.4s, v26.s[0]
fmla v16.4s, v24.4s, v27.s[0]
fmla v20.4s, v24.4s, v28.s[0]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v5.4s, v24.4s, v26.s[0]
fmla v17.4s, v24.4s, v27.s[0]
fmla v21.4s, v24.4s, v28.s[0]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[0]
fmla v6.4s, v24.4s, v26.s[0]
fmla v18.4s, v24.4s, v27.s[0]
fmla v22.4s, v24.4s, v28.s[0]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[0]
fmla v7.4s, v24.4s, v26.s[0]
fmla v19.4s, v24.4s, v27.s[0]
fmla v23.4s, v24.4s, v28.s[0]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[1]
fmla v4.4s, v24.4s, v26.s[1]
fmla v16.4s, v24.4s, v27.s[1]
fmla v20.4s, v24.4s, v28.s[1]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[1]
fmla v5.4s, v24.4s, v26.s[1]
fmla v17.4s, v24.4s, v27.s[1]
fmla v21.4s, v24.4s, v28.s[1]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[1]
fmla v6.4s, v24.4s, v26.s[1]
fmla v18.4s, v24.4s, v27.s[1]
fmla v22.4s, v24.4s, v28.s[1]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[1]
fmla v7.4s, v24.4s, v26.s[1]
fmla v19.4s, v24.4s, v27.s[1]
fmla v23.4s, v24.4s, v28.s[1]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[2]
fmla v4.4s, v24.4s, v26.s[2]
fmla v16.4s, v24.4s, v27.s[2]
fmla v20.4s, v24.4s, v28.s[2]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[2]
fmla v5.4s, v24.4s, v26.s[2]
fmla v17.4s, v24.4s, v27.s[2]
fmla v21.4s, v24.4s, v28.s[2]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[2]
fmla v6.4s, v24.4s, v26.s[2]
fmla v18.4s, v24.4s, v27.s[2]
fmla v22.4s, v24.4s, v28.s[2]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[2]
fmla v7.4s, v24.4s, v26.s[2]
fmla v19.4s, v24.4s, v27.s[2]
fmla v23.4s, v24.4s, v28.s[2]
add x9, x9, #128
ld1 { v24.4s }, [x9]
fmla v0.4s, v24.4s, v25.s[3]
fmla v4.4s, v24.4s, v26.s[3]
fmla v16.4s, v24.4s, v27.s[3]
fmla v20.4s, v24.4s, v28.s[3]
ldur q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[3]
fmla v5.4s, v24.4s, v26.s[3]
fmla v17.4s, v24.4s, v27.s[3]
fmla v21.4s, v24.4s, v28.s[3]
ldur q24, [x9, #32]
fmla v2.4s, v24.4s, v25.s[3]
fmla v6.4s, v24.4s, v26.s[3]
fmla v18.4s, v24.4s, v27.s[3]
fmla v22.4s, v24.4s, v28.s[3]
ldur q24, [x9, #48]
fmla v3.4s, v24.4s, v25.s[3]
fmla v7.4s, v24.4s, v26.s[3]
fmla v19.4s, v24.4s, v27.s[3]
fmla v23.4s, v24.4s, v28.s[3]
add x9, x9, #128
add x10, x10, #16
sub x11, x11, #1
cbnz x11, #-716
fmov d24, xzr
fmax v25.4s, v0.4s, v24.4s
fmax v26.4s, v1.4s, v24.4s
fmax v27.4s, v2.4s, v24.4s
fmax v28.4s, v3.4s, v24.4s
fmax v0.4s, v4.4s, v24.4s
fmax v1.4s, v5.4s, v24.4s
fmax v2.4s, v6.4s, v24.4s
fmax v3.4s, v7.4s, v24.4s
fmax v4.4s, v16.4s, v24.4s
fmax v5.4s, v17.4s, v24.4s
fmax v6.4s, v18.4s, v24.4s
fmax v7.4s, v19.4s, v24.4s
fmax v16.4s, v20.4s, v24.4s
fmax v17.4s, v21.4s, v24.4s
fmax v18.4s, v22.4s, v24.4s
fmax v19.4s, v23.4s, v24.4s
st1 { v25.4s, v26.4s, v27.4s, v28.4s }, [x6]
add x9, x6, #128
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x9]
add x9, x9, #128
st1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x9]
add x9, x9, #128
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x9]
add x5, x5, #64
add x7, x7, #64
add x6, x6, #64
sub x8, x8, #1
cbnz x8, #-860
add x1, x1, #512
add x2, x2, #512
sub x4, x4, #1
cbnz x4, #-892
ret

// 552 bytes for neoverse-v1: 2144.5 cycles, 2144.5 wide
bti c
str d8, [sp, #-16]!
mov x4, #4
mov x5, x0
mov x6, x2
mov x7, x3
mov x8, #4
ldp q0, q1, [x7]
ldp q2, q3, [x7]
ldp q4, q5, [x7]
ldp q6, q7, [x7]
ldp q16, q17, [x7]
ldp q18, q19, [x7]
ldp q20, q21, [x7]
ldp q22, q23, [x7]
mov x9, x5
mov x10, x1
mov x11, #8
ldr q24, [x9]
ldr q25, [x10]
ldr q26, [x10, #128]
ldr q27, [x10, #256]
ldr q28, [x10, #384]
ldr q29, [x10, #512]
ldr q30, [x10, #640]
ldr q31, [x10, #768]
ldr q8, [x10, #896]
fmla v0.4s, v24.4s, v25.s[0]
fmla v2.4s, v24.4s, v26.s[0]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v3.4s, v24.4s, v26.s[0]
fmla v5.4s, v24.4s, v27.s[0]
fmla v7.4s, v24.4s, v28.s[0]
fmla v17.4s, v24.4s, v29.s[0]
fmla v19.4s, v24.4s, v30.s[0]
fmla v21.4s, v24.4s, v31.s[0]
fmla v23.4s, v24.4s, v8.s[0]
ldr q24, [x9, #128]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x9, #144]
fmla v1.4s, v24.4s, v25.s[1]
fmla v3.4s, v24.4s, v26.s[1]
fmla v5.4s, v24.4s, v27.s[1]
fmla v7.4s, v24.4s, v28.s[1]
fmla v17.4s, v24.4s, v29.s[1]
fmla v19.4s, v24.4s, v30.s[1]
fmla v21.4s, v24.4s, v31.s[1]
fmla v23.4s, v24.4s, v8.s[1]
ldr q24, [x9, #256]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x9, #272]
fmla v1.4s, v24.4s, v25.s[2]
fmla v3.4s, v24.4s, v26.s[2]
fmla v5.4s, v24.4s, v27.s[2]
fmla v7.4s, v24.4s, v28.s[2]
fmla v17.4s, v24.4s, v29.s[2]
fmla v19.4s, v24.4s, v30.s[2]
fmla v21.4s, v24.4s, v31.s[2]
fmla v23.4s, v24.4s, v8.s[2]
ldr q24, [x9, #384]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
ldr q24, [x9, #400]
fmla v1.4s, v24.4s, v25.s[3]
fmla v3.4s, v24.4s, v26.s[3]
fmla v5.4s, v24.4s, v27.s[3]
fmla v7.4s, v24.4s, v28.s[3]
fmla v17.4s, v24.4s, v29.s[3]
fmla v19.4s, v24.4s, v30.s[3]
fmla v21.4s, v24.4s, v31.s[3]
fmla v23.4s, v24.4s, v8.s[3]
add x9, x9, #512
add x10, x10, #16
sub x11, x11, #1
cbnz x11, #-332
fmov d24, xzr
fmax v0.4s, v0.4s, v24.4s
fmax v1.4s, v1.4s, v24.4s
fmax v2.4s, v2.4s, v24.4s
fmax v3.4s, v3.4s, v24.4s
fmax v4.4s, v4.4s, v24.4s
fmax v5.4s, v5.4s, v24.4s
fmax v6.4s, v6.4s, v24.4s
fmax v7.4s, v7.4s, v24.4s
fmax v16.4s, v16.4s, v24.4s
fmax v17.4s, v17.4s, v24.4s
fmax v18.4s, v18.4s, v24.4s
fmax v19.4s, v19.4s, v24.4s
fmax v20.4s, v20.4s, v24.4s
fmax v21.4s, v21.4s, v24.4s
fmax v22.4s, v22.4s, v24.4s
fmax v23.4s, v23.4s, v24.4s
stp q0, q1, [x6]
stp q2, q3, [x6, #128]
stp q4, q5, [x6, #256]
stp q6, q7, [x6, #384]
stp q16, q17, [x6, #512]
stp q18, q19, [x6, #640]
stp q20, q21, [x6, #768]
stp q22, q23, [x6, #896]
add x5, x5, #32
add x7, x7, #32
add x6, x6, #32
sub x8, x8, #1
cbnz x8, #-496
add x1, x1, #1024
add x2, x2, #1024
sub x4, x4, #1
cbnz x4, #-528
ldr d8, [sp], #16
ret

// 584 bytes for neoverse-v2: 2176.0 cycles, 2176.0 wide
bti c
str d8, [sp, #-16]!
mov x4, #4
mov x5, x0
mov x6, x2
mov x7, x3
mov x8, #4
ldr q0, [x7]
ldr q1, [x7, #16]
ldr q2, [x7]
ldr q3, [x7, #16]
ldr q4, [x7]
ldr q5, [x7, #16]
ldr q6, [x7]
ldr q7, [x7, #16]
ldr q16, [x7]
ldr q17, [x7, #16]
ldr q18, [x7]
ldr q19, [x7, #16]
ldr q20, [x7]
ldr q21, [x7, #16]
ldr q22, [x7]
ldr q23, [x7, #16]
mov x9, x5
mov x10, x1
mov x11, #8
ldr q24, [x9]
ldr q25, [x10]
ldr q26, [x10, #128]
ldr q27, [x10, #256]
ldr q28, [x10, #384]
ldr q29, [x10, #512]
ldr q30, [x10, #640]
ldr q31, [x10, #768]
ldr q8, [x10, #896]
fmla v0.4s, v24.4s, v25.s[0]
fmla v2.4s, v24.4s, v26.s[0]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x9, #16]
fmla v1.4s, v24.4s, v25.s[0]
fmla v3.4s, v24.4s, v26.s[0]
fmla v5.4s, v24.4s, v27.s[0]
fmla v7.4s, v24.4s, v28.s[0]
fmla v17.4s, v24.4s, v29.s[0]
fmla v19.4s, v24.4s, v30.s[0]
fmla v21.4s, v24.4s, v31.s[0]
fmla v23.4s, v24.4s, v8.s[0]
ldr q24, [x9, #128]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x9, #144]
fmla v1.4s, v24.4s, v25.s[1]
fmla v3.4s, v24.4s, v26.s[1]
fmla v5.4s, v24.4s, v27.s[1]
fmla v7.4s, v24.4s, v28.s[1]
fmla v17.4s, v24.4s, v29.s[1]
fmla v19.4s, v24.4s, v30.s[1]
fmla v21.4s, v24.4s, v31.s[1]
fmla v23.4s, v24.4s, v8.s[1]
ldr q24, [x9, #256]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x9, #272]
fmla v1.4s, v24.4s, v25.s[2]
fmla v3.4s, v24.4s, v26.s[2]
fmla v5.4s, v24.4s, v27.s[2]
fmla v7.4s, v24.4s, v28.s[2]
fmla v17.4s, v24.4s, v29.s[2]
fmla v19.4s, v24.4s, v30.s[2]
fmla v21.4s, v24.4s, v31.s[2]
fmla v23.4s, v24.4s, v8.s[2]
ldr q24, [x9, #384]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
ldr q24, [x9, #400]
fmla v1.4s, v24.4s, v25.s[3]
fmla v3.4s, v24.4s, v26.s[3]
fmla v5.4s, v24.4s, v27.s[3]
fmla v7.4s, v24.4s, v28.s[3]
fmla v17.4s, v24.4s, v29.s[3]
fmla v19.4s, v24.4s, v30.s[3]
fmla v21.4s, v24.4s, v31.s[3]
fmla v23.4s, v24.4s, v8.s[3]
add x9, x9, #512
add x10, x10, #16
sub x11, x11, #1
cbnz x11, #-332
movi v24.2d, #0000000000000000
fmax v0.4s, v0.4s, v24.4s
fmax v1.4s, v1.4s, v24.4s
fmax v2.4s, v2.4s, v24.4s
fmax v3.4s, v3.4s, v24.4s
fmax v4.4s, v4.4s, v24.4s
fmax v5.4s, v5.4s, v24.4s
fmax v6.4s, v6.4s, v24.4s
fmax v7.4s, v7.4s, v24.4s
fmax v16.4s, v16.4s, v24.4s
fmax v17.4s, v17.4s, v24.4s
fmax v18.4s, v18.4s, v24.4s
fmax v19.4s, v19.4s, v24.4s
fmax v20.4s, v20.4s, v24.4s
fmax v21.4s, v21.4s, v24.4s
fmax v22.4s, v22.4s, v24.4s
fmax v23.4s, v23.4s, v24.4s
stp q0, q1, [x6]
stp q2, q3, [x6, #128]
stp q4, q5, [x6, #256]
stp q6, q7, [x6, #384]
stp q16, q17, [x6, #512]
stp q18, q19, [x6, #640]
stp q20, q21, [x6, #768]
stp q22, q23, [x6, #896]
add x5, x5, #32
add x7, x7, #32
add x6, x6, #32
sub x8, x8, #1
cbnz x8, #-528
add x1, x1, #1024
add x2, x2, #1024
sub x4, x4, #1
cbnz x4, #-560
ldr d8, [sp], #16
ret

// 908 bytes for cortex-a510: 4753.0 cycles
bti c
stp d8, d9, [sp, #-16]!
mov x4, #4
mov x5, x0
mov x6, x2
mov x7, x3
mov x8, #4
ldr q0, [x7]
ldr q1, [x7, #16]
ldr q2, [x7]
ldr q3, [x7, #16]
ldr q4, [x7]
ldr q5, [x7, #16]
ldr q6, [x7]
ldr q7, [x7, #16]
ldr q16, [x7]
ldr q17, [x7, #16]
ldr q18, [x7]
ldr q19, [x7, #16]
ldr q20, [x7]
ldr q21, [x7, #16]
ldr q22, [x7]
ldr q23, [x7, #16]
mov x9, x5
mov x10, x1
mov x11, #4
ldr q24, [x9]
ldr q25, [x10]
ldr q26, [x10, #128]
ldr q27, [x10, #256]
ldr q28, [x10, #384]
ldr q29, [x10, #512]
fmla v0.4s, v24.4s, v25.s[0]
ldr q30, [x10, #640]
ldr q31, [x10, #768]
fmla v2.4s, v24.4s, v26.s[0]
ldr q8, [x10, #896]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
ldr q9, [x9, #16]
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x9, #128]
fmla v1.4s, v9.4s, v25.s[0]
fmla v3.4s, v9.4s, v26.s[0]
fmla v5.4s, v9.4s, v27.s[0]
fmla v7.4s, v9.4s, v28.s[0]
fmla v17.4s, v9.4s, v29.s[0]
fmla v19.4s, v9.4s, v30.s[0]
fmla v21.4s, v9.4s, v31.s[0]
fmla v23.4s, v9.4s, v8.s[0]
ldr q9, [x9, #144]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x9, #256]
fmla v1.4s, v9.4s, v25.s[1]
fmla v3.4s, v9.4s, v26.s[1]
fmla v5.4s, v9.4s, v27.s[1]
fmla v7.4s, v9.4s, v28.s[1]
sub x11, x11, #1
fmla v17.4s, v9.4s, v29.s[1]
fmla v19.4s, v9.4s, v30.s[1]
fmla v21.4s, v9.4s, v31.s[1]
fmla v23.4s, v9.4s, v8.s[1]
ldr q9, [x9, #272]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x9, #384]
fmla v1.4s, v9.4s, v25.s[2]
fmla v3.4s, v9.4s, v26.s[2]
fmla v5.4s, v9.4s, v27.s[2]
fmla v7.4s, v9.4s, v28.s[2]
fmla v17.4s, v9.4s, v29.s[2]
fmla v19.4s, v9.4s, v30.s[2]
fmla v21.4s, v9.4s, v31.s[2]
fmla v23.4s, v9.4s, v8.s[2]
ldr q9, [x9, #400]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
add x9, x9, #512
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
ldr q24, [x9]
fmla v1.4s, v9.4s, v25.s[3]
fmla v3.4s, v9.4s, v26.s[3]
ldr q25, [x10, #16]
fmla v5.4s, v9.4s, v27.s[3]
fmla v7.4s, v9.4s, v28.s[3]
ldr q26, [x10, #144]
fmla v17.4s, v9.4s, v29.s[3]
fmla v19.4s, v9.4s, v30.s[3]
ldr q27, [x10, #272]
fmla v21.4s, v9.4s, v31.s[3]
fmla v23.4s, v9.4s, v8.s[3]
ldr q28, [x10, #400]
ldr q29, [x10, #528]
ldr q30, [x10, #656]
fmla v0.4s, v24.4s, v25.s[0]
ldr q31, [x10, #784]
ldr q8, [x10, #912]
fmla v2.4s, v24.4s, v26.s[0]
fmla v4.4s, v24.4s, v27.s[0]
fmla v6.4s, v24.4s, v28.s[0]
ldr q9, [x9, #16]
fmla v16.4s, v24.4s, v29.s[0]
fmla v18.4s, v24.4s, v30.s[0]
add x10, x10, #32
fmla v20.4s, v24.4s, v31.s[0]
fmla v22.4s, v24.4s, v8.s[0]
ldr q24, [x9, #128]
fmla v1.4s, v9.4s, v25.s[0]
fmla v3.4s, v9.4s, v26.s[0]
fmla v5.4s, v9.4s, v27.s[0]
fmla v7.4s, v9.4s, v28.s[0]
fmla v17.4s, v9.4s, v29.s[0]
fmla v19.4s, v9.4s, v30.s[0]
fmla v21.4s, v9.4s, v31.s[0]
fmla v23.4s, v9.4s, v8.s[0]
ldr q9, [x9, #144]
fmla v0.4s, v24.4s, v25.s[1]
fmla v2.4s, v24.4s, v26.s[1]
fmla v4.4s, v24.4s, v27.s[1]
fmla v6.4s, v24.4s, v28.s[1]
fmla v16.4s, v24.4s, v29.s[1]
fmla v18.4s, v24.4s, v30.s[1]
fmla v20.4s, v24.4s, v31.s[1]
fmla v22.4s, v24.4s, v8.s[1]
ldr q24, [x9, #256]
fmla v1.4s, v9.4s, v25.s[1]
fmla v3.4s, v9.4s, v26.s[1]
fmla v5.4s, v9.4s, v27.s[1]
fmla v7.4s, v9.4s, v28.s[1]
fmla v17.4s, v9.4s, v29.s[1]
fmla v19.4s, v9.4s, v30.s[1]
fmla v21.4s, v9.4s, v31.s[1]
fmla v23.4s, v9.4s, v8.s[1]
ldr q9, [x9, #272]
fmla v0.4s, v24.4s, v25.s[2]
fmla v2.4s, v24.4s, v26.s[2]
fmla v4.4s, v24.4s, v27.s[2]
fmla v6.4s, v24.4s, v28.s[2]
fmla v16.4s, v24.4s, v29.s[2]
fmla v18.4s, v24.4s, v30.s[2]
fmla v20.4s, v24.4s, v31.s[2]
fmla v22.4s, v24.4s, v8.s[2]
ldr q24, [x9, #384]
fmla v1.4s, v9.4s, v25.s[2]
fmla v3.4s, v9.4s, v26.s[2]
fmla v5.4s, v9.4s, v27.s[2]
fmla v7.4s, v9.4s, v28.s[2]
fmla v17.4s, v9.4s, v29.s[2]
fmla v19.4s, v9.4s, v30.s[2]
fmla v21.4s, v9.4s, v31.s[2]
fmla v23.4s, v9.4s, v8.s[2]
ldr q9, [x9, #400]
fmla v0.4s, v24.4s, v25.s[3]
fmla v2.4s, v24.4s, v26.s[3]
add x9, x9, #512
fmla v4.4s, v24.4s, v27.s[3]
fmla v6.4s, v24.4s, v28.s[3]
fmla v16.4s, v24.4s, v29.s[3]
fmla v18.4s, v24.4s, v30.s[3]
fmla v20.4s, v24.4s, v31.s[3]
fmla v22.4s, v24.4s, v8.s[3]
fmla v1.4s, v9.4s, v25.s[3]
fmla v3.4s, v9.4s, v26.s[3]
fmla v5.4s, v9.4s, v27.s[3]
fmla v7.4s, v9.4s, v28.s[3]
fmla v17.4s, v9.4s, v29.s[3]
fmla v19.4s, v9.4s, v30.s[3]
fmla v21.4s, v9.4s, v31.s[3]
fmla v23.4s, v9.4s, v8.s[3]
cbnz x11, #-656
fmov d24, xzr
add x5, x5, #32
add x7, x7, #32
sub x8, x8, #1
fmax v25.4s, v0.4s, v24.4s
fmax v26.4s, v1.4s, v24.4s
fmax v27.4s, v2.4s, v24.4s
fmax v28.4s, v3.4s, v24.4s
fmax v29.4s, v4.4s, v24.4s
fmax v30.4s, v5.4s, v24.4s
fmax v31.4s, v6.4s, v24.4s
fmax v0.4s, v7.4s, v24.4s
fmax v1.4s, v16.4s, v24.4s
fmax v2.4s, v17.4s, v24.4s
stp q25, q26, [x6]
fmax v3.4s, v18.4s, v24.4s
fmax v4.4s, v19.4s, v24.4s
stp q27, q28, [x6, #128]
fmax v5.4s, v20.4s, v24.4s
fmax v6.4s, v21.4s, v24.4s
stp q29, q30, [x6, #256]
fmax v7.4s, v22.4s, v24.4s
fmax v8.4s, v23.4s, v24.4s
stp q31, q0, [x6, #384]
stp q1, q2, [x6, #512]
stp q3, q4, [x6, #640]
stp q5, q6, [x6, #768]
stp q7, q8, [x6, #896]
add x6, x6, #32
cbnz x8, #-852
add x1, x1, #1024
add x2, x2, #1024
sub x4, x4, #1
cbnz x4, #-884
ldp d8, d9, [sp], #16
ret
