// gemm f32 5x5x5 a=col/5 b=col/5 c=col/5 beta=1

// 396 bytes for neoverse-n1: 39.2 cycles, 29.0 wide
bti c
ld1 { v0.4s }, [x2]
ldur s1, [x2, #16]
add x3, x2, #20
ld1 { v2.4s }, [x3]
ldur s3, [x3, #16]
add x3, x3, #20
ld1 { v4.4s }, [x3]
ldur s5, [x3, #16]
add x3, x3, #20
ld1 { v6.4s }, [x3]
ldur s7, [x3, #16]
add x3, x3, #20
ld1 { v16.4s }, [x3]
ldur s17, [x3, #16]
ldur q18, [x0, #4]
ldur q19, [x0, #24]
ldur q20, [x0, #44]
ldur q21, [x0, #64]
trn2 v18.4s, v18.4s, v19.4s
trn2 v19.4s, v20.4s, v21.4s
trn2 v18.2d, v18.2d, v19.2d
ld1 { v19.4s }, [x0]
ld1 { v20.4s }, [x1]
ldur q21, [x1, #20]
ldur q22, [x1, #40]
ldur q23, [x1, #60]
ldur q24, [x1, #80]
fmla v0.4s, v19.4s, v20.s[0]
fmla v2.4s, v19.4s, v21.s[0]
fmla v4.4s, v19.4s, v22.s[0]
fmla v6.4s, v19.4s, v23.s[0]
fmla v16.4s, v19.4s, v24.s[0]
ldur q19, [x0, #20]
fmla v0.4s, v19.4s, v20.s[1]
fmla v2.4s, v19.4s, v21.s[1]
fmla v4.4s, v19.4s, v22.s[1]
fmla v6.4s, v19.4s, v23.s[1]
fmla v16.4s, v19.4s, v24.s[1]
ldur q19, [x0, #40]
fmla v0.4s, v19.4s, v20.s[2]
fmla v2.4s, v19.4s, v21.s[2]
fmla v4.4s, v19.4s, v22.s[2]
fmla v6.4s, v19.4s, v23.s[2]
fmla v16.4s, v19.4s, v24.s[2]
ldur q19, [x0, #60]
fmla v0.4s, v19.4s, v20.s[3]
fmla v2.4s, v19.4s, v21.s[3]
fmla v4.4s, v19.4s, v22.s[3]
fmla v6.4s, v19.4s, v23.s[3]
fmla v16.4s, v19.4s, v24.s[3]
fmla v1.4s, v18.4s, v20.4s
fmla v3.4s, v18.4s, v21.4s
fmla v5.4s, v18.4s, v22.4s
fmla v7.4s, v18.4s, v23.4s
fmla v17.4s, v18.4s, v24.4s
add x0, x0, #80
ldur s18, [x0, #16]
ld1 { v19.4s }, [x0]
ldur s20, [x1, #16]
ldur s21, [x1, #36]
ldur s22, [x1, #56]
ldur s23, [x1, #76]
ldur s24, [x1, #96]
fmla v0.4s, v19.4s, v20.s[0]
fmla v2.4s, v19.4s, v21.s[0]
fmla v4.4s, v19.4s, v22.s[0]
fmla v6.4s, v19.4s, v23.s[0]
fmla v16.4s, v19.4s, v24.s[0]
fmla v1.4s, v18.4s, v20.4s
fmla v3.4s, v18.4s, v21.4s
fmla v5.4s, v18.4s, v22.4s
fmla v7.4s, v18.4s, v23.4s
fmla v17.4s, v18.4s, v24.4s
faddp v1.4s, v1.4s, v1.4s
faddp v1.4s, v1.4s, v1.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v5.4s, v5.4s, v5.4s
faddp v5.4s, v5.4s, v5.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v17.4s, v17.4s, v17.4s
faddp v17.4s, v17.4s, v17.4s
st1 { v0.4s }, [x2]
str s1, [x2, #16]
add x0, x2, #20
st1 { v2.4s }, [x0]
str s3, [x0, #16]
add x0, x0, #20
st1 { v4.4s }, [x0]
str s5, [x0, #16]
add x0, x0, #20
st1 { v6.4s }, [x0]
str s7, [x0, #16]
add x0, x0, #20
st1 { v16.4s }, [x0]
str s17, [x0, #16]
ret

// 364 bytes for neoverse-v1: 14.9 cycles, 14.7 wide
// 364 bytes for neoverse-v2: 17.3 cycles, 14.7 wide
bti c
ldr q0, [x2]
ldr s1, [x2, #16]
ldur q2, [x2, #20]
ldr s3, [x2, #36]
ldur q4, [x2, #40]
ldr s5, [x2, #56]
ldur q6, [x2, #60]
ldr s7, [x2, #76]
ldr q16, [x2, #80]
ldr s17, [x2, #96]
ldur q18, [x0, #4]
ldur q19, [x0, #24]
ldur q20, [x0, #44]
ldr q21, [x0, #64]
trn2 v18.4s, v18.4s, v19.4s
trn2 v19.4s, v20.4s, v21.4s
trn2 v18.2d, v18.2d, v19.2d
ldr q19, [x0]
ldr q20, [x1]
ldur q21, [x1, #20]
ldur q22, [x1, #40]
ldur q23, [x1, #60]
ldr q24, [x1, #80]
fmla v0.4s, v19.4s, v20.s[0]
fmla v2.4s, v19.4s, v21.s[0]
fmla v4.4s, v19.4s, v22.s[0]
fmla v6.4s, v19.4s, v23.s[0]
fmla v16.4s, v19.4s, v24.s[0]
ldur q19, [x0, #20]
fmla v0.4s, v19.4s, v20.s[1]
fmla v2.4s, v19.4s, v21.s[1]
fmla v4.4s, v19.4s, v22.s[1]
fmla v6.4s, v19.4s, v23.s[1]
fmla v16.4s, v19.4s, v24.s[1]
ldur q19, [x0, #40]
fmla v0.4s, v19.4s, v20.s[2]
fmla v2.4s, v19.4s, v21.s[2]
fmla v4.4s, v19.4s, v22.s[2]
fmla v6.4s, v19.4s, v23.s[2]
fmla v16.4s, v19.4s, v24.s[2]
ldur q19, [x0, #60]
fmla v0.4s, v19.4s, v20.s[3]
fmla v2.4s, v19.4s, v21.s[3]
fmla v4.4s, v19.4s, v22.s[3]
fmla v6.4s, v19.4s, v23.s[3]
fmla v16.4s, v19.4s, v24.s[3]
fmla v1.4s, v18.4s, v20.4s
fmla v3.4s, v18.4s, v21.4s
fmla v5.4s, v18.4s, v22.4s
fmla v7.4s, v18.4s, v23.4s
fmla v17.4s, v18.4s, v24.4s
add x0, x0, #80
ldr s18, [x0, #16]
ldr q19, [x0]
ldr s20, [x1, #16]
ldr s21, [x1, #36]
ldr s22, [x1, #56]
ldr s23, [x1, #76]
ldr s24, [x1, #96]
fmla v0.4s, v19.4s, v20.s[0]
fmla v2.4s, v19.4s, v21.s[0]
fmla v4.4s, v19.4s, v22.s[0]
fmla v6.4s, v19.4s, v23.s[0]
fmla v16.4s, v19.4s, v24.s[0]
fmla v1.4s, v18.4s, v20.4s
fmla v3.4s, v18.4s, v21.4s
fmla v5.4s, v18.4s, v22.4s
fmla v7.4s, v18.4s, v23.4s
fmla v17.4s, v18.4s, v24.4s
faddp v1.4s, v1.4s, v1.4s
faddp v1.4s, v1.4s, v1.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v5.4s, v5.4s, v5.4s
faddp v5.4s, v5.4s, v5.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v17.4s, v17.4s, v17.4s
faddp v17.4s, v17.4s, v17.4s
str q0, [x2]
str s1, [x2, #16]
stur q2, [x2, #20]
str s3, [x2, #36]
stur q4, [x2, #40]
str s5, [x2, #56]
stur q6, [x2, #60]
str s7, [x2, #76]
str q16, [x2, #80]
str s17, [x2, #96]
ret

// 368 bytes for cortex-a510: 43.0 cycles
bti c
ldr q0, [x2]
ldur q1, [x2, #4]
ldur q2, [x2, #20]
ldur q3, [x2, #24]
ldur q4, [x2, #40]
ldur q5, [x2, #44]
ldur q6, [x2, #60]
ldr q7, [x2, #64]
ldr q16, [x2, #80]
ldur q17, [x2, #84]
ldr q18, [x0]
ldr q19, [x1]
ldur q20, [x1, #20]
ldur q21, [x1, #40]
ldur q22, [x1, #60]
ldr q23, [x1, #80]
fmla v0.4s, v18.4s, v19.s[0]
fmla v2.4s, v18.4s, v20.s[0]
fmla v4.4s, v18.4s, v21.s[0]
ldur q24, [x0, #4]
fmla v6.4s, v18.4s, v22.s[0]
fmla v16.4s, v18.4s, v23.s[0]
ldur q25, [x0, #20]
fmla v1.4s, v24.4s, v19.s[0]
fmla v3.4s, v24.4s, v20.s[0]
ldur q26, [x0, #24]
fmla v5.4s, v24.4s, v21.s[0]
fmla v7.4s, v24.4s, v22.s[0]
ldur q27, [x0, #40]
fmla v17.4s, v24.4s, v23.s[0]
fmla v0.4s, v25.4s, v19.s[1]
ldur q28, [x0, #44]
fmla v2.4s, v25.4s, v20.s[1]
fmla v4.4s, v25.4s, v21.s[1]
ldur q29, [x0, #60]
fmla v6.4s, v25.4s, v22.s[1]
fmla v16.4s, v25.4s, v23.s[1]
ldr q30, [x0, #64]
fmla v1.4s, v26.4s, v19.s[1]
fmla v3.4s, v26.4s, v20.s[1]
add x3, x0, #80
fmla v5.4s, v26.4s, v21.s[1]
fmla v7.4s, v26.4s, v22.s[1]
ldr q31, [x3]
fmla v17.4s, v26.4s, v23.s[1]
fmla v0.4s, v27.4s, v19.s[2]
ldur q18, [x1, #4]
fmla v2.4s, v27.4s, v20.s[2]
fmla v4.4s, v27.4s, v21.s[2]
fmla v6.4s, v27.4s, v22.s[2]
fmla v16.4s, v27.4s, v23.s[2]
fmla v1.4s, v28.4s, v19.s[2]
fmla v3.4s, v28.4s, v20.s[2]
fmla v5.4s, v28.4s, v21.s[2]
fmla v7.4s, v28.4s, v22.s[2]
fmla v17.4s, v28.4s, v23.s[2]
fmla v0.4s, v29.4s, v19.s[3]
fmla v2.4s, v29.4s, v20.s[3]
fmla v4.4s, v29.4s, v21.s[3]
fmla v6.4s, v29.4s, v22.s[3]
fmla v16.4s, v29.4s, v23.s[3]
fmla v1.4s, v30.4s, v19.s[3]
fmla v3.4s, v30.4s, v20.s[3]
ldur q19, [x1, #24]
fmla v5.4s, v30.4s, v21.s[3]
fmla v7.4s, v30.4s, v22.s[3]
ldur q20, [x1, #44]
fmla v17.4s, v30.4s, v23.s[3]
ldr q21, [x1, #64]
ldur q22, [x1, #84]
fmla v0.4s, v31.4s, v18.s[3]
fmla v2.4s, v31.4s, v19.s[3]
ldur q23, [x3, #4]
fmla v4.4s, v31.4s, v20.s[3]
fmla v6.4s, v31.4s, v21.s[3]
fmla v16.4s, v31.4s, v22.s[3]
fmla v1.4s, v23.4s, v18.s[3]
fmla v3.4s, v23.4s, v19.s[3]
fmla v5.4s, v23.4s, v20.s[3]
fmla v7.4s, v23.4s, v21.s[3]
fmla v17.4s, v23.4s, v22.s[3]
str q0, [x2]
stur q1, [x2, #4]
stur q2, [x2, #20]
stur q3, [x2, #24]
stur q4, [x2, #40]
stur q5, [x2, #44]
stur q6, [x2, #60]
stp q7, q16, [x2, #64]
stur q17, [x2, #84]
ret
