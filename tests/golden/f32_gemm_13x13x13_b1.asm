// gemm f32 13x13x13 a=col/13 b=col/13 c=col/13 beta=1

// 1264 bytes for neoverse-n1: 363.0 cycles, 333.3 wide
bti c
sub sp, sp, #32
st1 { v8.1d, v9.1d, v10.1d }, [sp]
mov x3, x0
mov x4, x2
mov x5, x4
ld1 { v0.4s, v1.4s, v2.4s }, [x5]
ldur s3, [x5, #48]
add x5, x5, #52
ld1 { v4.4s, v5.4s, v6.4s }, [x5]
ldur s7, [x5, #48]
add x5, x5, #52
ld1 { v16.4s, v17.4s, v18.4s }, [x5]
ldur s19, [x5, #48]
add x5, x5, #52
ld1 { v20.4s, v21.4s, v22.4s }, [x5]
ldur s23, [x5, #48]
add x5, x5, #52
ld1 { v24.4s, v25.4s, v26.4s }, [x5]
ldur s27, [x5, #48]
mov x5, x1
mov x6, #3
ldur q28, [x3, #36]
ldur q29, [x3, #88]
ldur q30, [x3, #140]
ldur q31, [x3, #192]
trn2 v28.4s, v28.4s, v29.4s
trn2 v29.4s, v30.4s, v31.4s
trn2 v28.2d, v28.2d, v29.2d
ld1 { v29.4s }, [x3]
ld1 { v30.4s }, [x5]
ldur q31, [x5, #52]
ldur q8, [x5, #104]
ldur q9, [x5, #156]
ldur q10, [x5, #208]
fmla v0.4s, v29.4s, v30.s[0]
fmla v4.4s, v29.4s, v31.s[0]
fmla v16.4s, v29.4s, v8.s[0]
fmla v20.4s, v29.4s, v9.s[0]
fmla v24.4s, v29.4s, v10.s[0]
ldur q29, [x3, #16]
fmla v1.4s, v29.4s, v30.s[0]
fmla v5.4s, v29.4s, v31.s[0]
fmla v17.4s, v29.4s, v8.s[0]
fmla v21.4s, v29.4s, v9.s[0]
fmla v25.4s, v29.4s, v10.s[0]
ldur q29, [x3, #32]
fmla v2.4s, v29.4s, v30.s[0]
fmla v6.4s, v29.4s, v31.s[0]
fmla v18.4s, v29.4s, v8.s[0]
fmla v22.4s, v29.4s, v9.s[0]
fmla v26.4s, v29.4s, v10.s[0]
ldur q29, [x3, #52]
fmla v0.4s, v29.4s, v30.s[1]
fmla v4.4s, v29.4s, v31.s[1]
fmla v16.4s, v29.4s, v8.s[1]
fmla v20.4s, v29.4s, v9.s[1]
fmla v24.4s, v29.4s, v10.s[1]
ldur q29, [x3, #68]
fmla v1.4s, v29.4s, v30.s[1]
fmla v5.4s, v29.4s, v31.s[1]
fmla v17.4s, v29.4s, v8.s[1]
fmla v21.4s, v29.4s, v9.s[1]
fmla v25.4s, v29.4s, v10.s[1]
ldur q29, [x3, #84]
fmla v2.4s, v29.4s, v30.s[1]
fmla v6.4s, v29.4s, v31.s[1]
fmla v18.4s, v29.4s, v8.s[1]
fmla v22.4s, v29.4s, v9.s[1]
fmla v26.4s, v29.4s, v10.s[1]
ldur q29, [x3, #104]
fmla v0.4s, v29.4s, v30.s[2]
fmla v4.4s, v29.4s, v31.s[2]
fmla v16.4s, v29.4s, v8.s[2]
fmla v20.4s, v29.4s, v9.s[2]
fmla v24.4s, v29.4s, v10.s[2]
ldur q29, [x3, #120]
fmla v1.4s, v29.4s, v30.s[2]
fmla v5.4s, v29.4s, v31.s[2]
fmla v17.4s, v29.4s, v8.s[2]
fmla v21.4s, v29.4s, v9.s[2]
fmla v25.4s, v29.4s, v10.s[2]
ldur q29, [x3, #136]
fmla v2.4s, v29.4s, v30.s[2]
fmla v6.4s, v29.4s, v31.s[2]
fmla v18.4s, v29.4s, v8.s[2]
fmla v22.4s, v29.4s, v9.s[2]
fmla v26.4s, v29.4s, v10.s[2]
ldur q29, [x3, #156]
fmla v0.4s, v29.4s, v30.s[3]
fmla v4.4s, v29.4s, v31.s[3]
fmla v16.4s, v29.4s, v8.s[3]
fmla v20.4s, v29.4s, v9.s[3]
fmla v24.4s, v29.4s, v10.s[3]
ldur q29, [x3, #172]
fmla v1.4s, v29.4s, v30.s[3]
fmla v5.4s, v29.4s, v31.s[3]
fmla v17.4s, v29.4s, v8.s[3]
fmla v21.4s, v29.4s, v9.s[3]
fmla v25.4s, v29.4s, v10.s[3]
ldur q29, [x3, #188]
fmla v2.4s, v29.4s, v30.s[3]
fmla v6.4s, v29.4s, v31.s[3]
fmla v18.4s, v29.4s, v8.s[3]
fmla v22.4s, v29.4s, v9.s[3]
fmla v26.4s, v29.4s, v10.s[3]
fmla v3.4s, v28.4s, v30.4s
fmla v7.4s, v28.4s, v31.4s
fmla v19.4s, v28.4s, v8.4s
fmla v23.4s, v28.4s, v9.4s
fmla v27.4s, v28.4s, v10.4s
add x3, x3, #208
add x5, x5, #16
sub x6, x6, #1
cbnz x6, #-368
ldur s28, [x3, #48]
ld1 { v29.4s }, [x3]
ldur s30, [x5]
ldur s31, [x5, #52]
ldur s8, [x5, #104]
ldur s9, [x5, #156]
ldur s10, [x5, #208]
fmla v0.4s, v29.4s, v30.s[0]
fmla v4.4s, v29.4s, v31.s[0]
fmla v16.4s, v29.4s, v8.s[0]
fmla v20.4s, v29.4s, v9.s[0]
fmla v24.4s, v29.4s, v10.s[0]
ldur q29, [x3, #16]
fmla v1.4s, v29.4s, v30.s[0]
fmla v5.4s, v29.4s, v31.s[0]
fmla v17.4s, v29.4s, v8.s[0]
fmla v21.4s, v29.4s, v9.s[0]
fmla v25.4s, v29.4s, v10.s[0]
ldur q29, [x3, #32]
fmla v2.4s, v29.4s, v30.s[0]
fmla v6.4s, v29.4s, v31.s[0]
fmla v18.4s, v29.4s, v8.s[0]
fmla v22.4s, v29.4s, v9.s[0]
fmla v26.4s, v29.4s, v10.s[0]
fmla v3.4s, v28.4s, v30.4s
fmla v7.4s, v28.4s, v31.4s
fmla v19.4s, v28.4s, v8.4s
fmla v23.4s, v28.4s, v9.4s
fmla v27.4s, v28.4s, v10.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
faddp v23.4s, v23.4s, v23.4s
faddp v23.4s, v23.4s, v23.4s
faddp v27.4s, v27.4s, v27.4s
faddp v27.4s, v27.4s, v27.4s
st1 { v0.4s, v1.4s, v2.4s }, [x4]
str s3, [x4, #48]
add x4, x4, #52
st1 { v4.4s, v5.4s, v6.4s }, [x4]
str s7, [x4, #48]
add x4, x4, #52
st1 { v16.4s, v17.4s, v18.4s }, [x4]
str s19, [x4, #48]
add x4, x4, #52
st1 { v20.4s, v21.4s, v22.4s }, [x4]
str s23, [x4, #48]
add x4, x4, #52
st1 { v24.4s, v25.4s, v26.4s }, [x4]
str s27, [x4, #48]
add x1, x1, #260
add x2, x2, #260
mov x3, #2
mov x4, x0
mov x5, x2
mov x6, x5
ld1 { v0.4s, v1.4s, v2.4s }, [x6]
ldur s3, [x6, #48]
add x6, x6, #52
ld1 { v4.4s, v5.4s, v6.4s }, [x6]
ldur s7, [x6, #48]
add x6, x6, #52
ld1 { v16.4s, v17.4s, v18.4s }, [x6]
ldur s19, [x6, #48]
add x6, x6, #52
ld1 { v20.4s, v21.4s, v22.4s }, [x6]
ldur s23, [x6, #48]
mov x6, x1
mov x7, #3
ldur q24, [x4, #36]
ldur q25, [x4, #88]
ldur q26, [x4, #140]
ldur q27, [x4, #192]
trn2 v24.4s, v24.4s, v25.4s
trn2 v25.4s, v26.4s, v27.4s
trn2 v24.2d, v24.2d, v25.2d
ld1 { v25.4s }, [x4]
ld1 { v26.4s }, [x6]
ldur q27, [x6, #52]
ldur q28, [x6, #104]
ldur q29, [x6, #156]
fmla v0.4s, v25.4s, v26.s[0]
fmla v4.4s, v25.4s, v27.s[0]
fmla v16.4s, v25.4s, v28.s[0]
fmla v20.4s, v25.4s, v29.s[0]
ldur q25, [x4, #16]
fmla v1.4s, v25.4s, v26.s[0]
fmla v5.4s, v25.4s, v27.s[0]
fmla v17.4s, v25.4s, v28.s[0]
fmla v21.4s, v25.4s, v29.s[0]
ldur q25, [x4, #32]
fmla v2.4s, v25.4s, v26.s[0]
fmla v6.4s, v25.4s, v27.s[0]
fmla v18.4s, v25.4s, v28.s[0]
fmla v22.4s, v25.4s, v29.s[0]
ldur q25, [x4, #52]
fmla v0.4s, v25.4s, v26.s[1]
fmla v4.4s, v25.4s, v27.s[1]
fmla v16.4s, v25.4s, v28.s[1]
fmla v20.4s, v25.4s, v29.s[1]
ldur q25, [x4, #68]
fmla v1.4s, v25.4s, v26.s[1]
fmla v5.4s, v25.4s, v27.s[1]
fmla v17.4s, v25.4s, v28.s[1]
fmla v21.4s, v25.4s, v29.s[1]
ldur q25, [x4, #84]
fmla v2.4s, v25.4s, v26.s[1]
fmla v6.4s, v25.4s, v27.s[1]
fmla v18.4s, v25.4s, v28.s[1]
fmla v22.4s, v25.4s, v29.s[1]
ldur q25, [x4, #104]
fmla v0.4s, v25.4s, v26.s[2]
fmla v4.4s, v25.4s, v27.s[2]
fmla v16.4s, v25.4s, v28.s[2]
fmla v20.4s, v25.4s, v29.s[2]
ldur q25, [x4, #120]
fmla v1.4s, v25.4s, v26.s[2]
fmla v5.4s, v25.4s, v27.s[2]
fmla v17.4s, v25.4s, v28.s[2]
fmla v21.4s, v25.4s, v29.s[2]
ldur q25, [x4, #136]
fmla v2.4s, v25.4s, v26.s[2]
fmla v6.4s, v25.4s, v27.s[2]
fmla v18.4s, v25.4s, v28.s[2]
fmla v22.4s, v25.4s, v29.s[2]
ldur q25, [x4, #156]
fmla v0.4s, v25.4s, v26.s[3]
fmla v4.4s, v25.4s, v27.s[3]
fmla v16.4s, v25.4s, v28.s[3]
fmla v20.4s, v25.4s, v29.s[3]
ldur q25, [x4, #172]
fmla v1.4s, v25.4s, v26.s[3]
fmla v5.4s, v25.4s, v27.s[3]
fmla v17.4s, v25.4s, v28.s[3]
fmla v21.4s, v25.4s, v29.s[3]
ldur q25, [x4, #188]
fmla v2.4s, v25.4s, v26.s[3]
fmla v6.4s, v25.4s, v27.s[3]
fmla v18.4s, v25.4s, v28.s[3]
fmla v22.4s, v25.4s, v29.s[3]
fmla v3.4s, v24.4s, v26.4s
fmla v7.4s, v24.4s, v27.4s
fmla v19.4s, v24.4s, v28.4s
fmla v23.4s, v24.4s, v29.4s
add x4, x4, #208
add x6, x6, #16
sub x7, x7, #1
cbnz x7, #-312
ldur s24, [x4, #48]
ld1 { v25.4s }, [x4]
ldur s26, [x6]
ldur s27, [x6, #52]
ldur s28, [x6, #104]
ldur s29, [x6, #156]
fmla v0.4s, v25.4s, v26.s[0]
fmla v4.4s, v25.4s, v27.s[0]
fmla v16.4s, v25.4s, v28.s[0]
fmla v20.4s, v25.4s, v29.s[0]
ldur q25, [x4, #16]
fmla v1.4s, v25.4s, v26.s[0]
fmla v5.4s, v25.4s, v27.s[0]
fmla v17.4s, v25.4s, v28.s[0]
fmla v21.4s, v25.4s, v29.s[0]
ldur q25, [x4, #32]
fmla v2.4s, v25.4s, v26.s[0]
fmla v6.4s, v25.4s, v27.s[0]
fmla v18.4s, v25.4s, v28.s[0]
fmla v22.4s, v25.4s, v29.s[0]
fmla v3.4s, v24.4s, v26.4s
fmla v7.4s, v24.4s, v27.4s
fmla v19.4s, v24.4s, v28.4s
fmla v23.4s, v24.4s, v29.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
faddp v23.4s, v23.4s, v23.4s
faddp v23.4s, v23.4s, v23.4s
st1 { v0.4s, v1.4s, v2.4s }, [x5]
str s3, [x5, #48]
add x5, x5, #52
st1 { v4.4s, v5.4s, v6.4s }, [x5]
str s7, [x5, #48]
add x5, x5, #52
st1 { v16.4s, v17.4s, v18.4s }, [x5]
str s19, [x5, #48]
add x5, x5, #52
st1 { v20.4s, v21.4s, v22.4s }, [x5]
str s23, [x5, #48]
add x1, x1, #208
add x2, x2, #208
sub x3, x3, #1
cbnz x3, #-564
ldr d10, [sp, #16]
ldp d8, d9, [sp], #32
ret

// 1772 bytes for neoverse-v1: 166.5 cycles, 166.5 wide
bti c
mov x3, #260
mov x4, #312
mov x5, x0
mov x6, x2
mov x7, #2
mov x8, x6
ldr q0, [x8]
add x8, x8, #52
ldr q1, [x8]
add x8, x8, #52
ldr q2, [x8]
add x8, x8, #52
ldr q3, [x8]
add x8, x8, #52
ldr q4, [x8]
add x8, x8, #52
ldr q5, [x8]
add x8, x8, #52
ldr q6, [x8]
mov x8, x5
mov x9, x1
mov x10, #3
ldr q7, [x8]
ldr q16, [x9]
ldur q17, [x9, #52]
ldur q18, [x9, #104]
ldur q19, [x9, #156]
ldr q20, [x9, #208]
ldr q21, [x9, x3]
ldr q22, [x9, x4]
fmla v0.4s, v7.4s, v16.s[0]
fmla v1.4s, v7.4s, v17.s[0]
fmla v2.4s, v7.4s, v18.s[0]
fmla v3.4s, v7.4s, v19.s[0]
fmla v4.4s, v7.4s, v20.s[0]
fmla v5.4s, v7.4s, v21.s[0]
fmla v6.4s, v7.4s, v22.s[0]
ldur q7, [x8, #52]
fmla v0.4s, v7.4s, v16.s[1]
fmla v1.4s, v7.4s, v17.s[1]
fmla v2.4s, v7.4s, v18.s[1]
fmla v3.4s, v7.4s, v19.s[1]
fmla v4.4s, v7.4s, v20.s[1]
fmla v5.4s, v7.4s, v21.s[1]
fmla v6.4s, v7.4s, v22.s[1]
ldur q7, [x8, #104]
fmla v0.4s, v7.4s, v16.s[2]
fmla v1.4s, v7.4s, v17.s[2]
fmla v2.4s, v7.4s, v18.s[2]
fmla v3.4s, v7.4s, v19.s[2]
fmla v4.4s, v7.4s, v20.s[2]
fmla v5.4s, v7.4s, v21.s[2]
fmla v6.4s, v7.4s, v22.s[2]
ldur q7, [x8, #156]
fmla v0.4s, v7.4s, v16.s[3]
fmla v1.4s, v7.4s, v17.s[3]
fmla v2.4s, v7.4s, v18.s[3]
fmla v3.4s, v7.4s, v19.s[3]
fmla v4.4s, v7.4s, v20.s[3]
fmla v5.4s, v7.4s, v21.s[3]
fmla v6.4s, v7.4s, v22.s[3]
add x8, x8, #208
add x9, x9, #16
sub x10, x10, #1
cbnz x10, #-168
sub x9, x9, #12
ldr q7, [x8]
ldr q16, [x9]
ldur q17, [x9, #52]
ldur q18, [x9, #104]
ldur q19, [x9, #156]
ldr q20, [x9, #208]
ldr q21, [x9, x3]
ldr q22, [x9, x4]
fmla v0.4s, v7.4s, v16.s[3]
fmla v1.4s, v7.4s, v17.s[3]
fmla v2.4s, v7.4s, v18.s[3]
fmla v3.4s, v7.4s, v19.s[3]
fmla v4.4s, v7.4s, v20.s[3]
fmla v5.4s, v7.4s, v21.s[3]
fmla v6.4s, v7.4s, v22.s[3]
mov x8, x6
str q0, [x8]
add x8, x8, #52
str q1, [x8]
add x8, x8, #52
str q2, [x8]
add x8, x8, #52
str q3, [x8]
add x8, x8, #52
str q4, [x8]
add x8, x8, #52
str q5, [x8]
add x8, x8, #52
str q6, [x8]
add x5, x5, #16
add x6, x6, #16
sub x7, x7, #1
cbnz x7, #-372
mov x7, x6
ldr q0, [x7]
ldr s1, [x7, #16]
add x7, x7, #52
ldr q2, [x7]
ldr s3, [x7, #16]
add x7, x7, #52
ldr q4, [x7]
ldr s5, [x7, #16]
add x7, x7, #52
ldr q6, [x7]
ldr s7, [x7, #16]
add x7, x7, #52
ldr q16, [x7]
ldr s17, [x7, #16]
add x7, x7, #52
ldr q18, [x7]
ldr s19, [x7, #16]
add x7, x7, #52
ldr q20, [x7]
ldr s21, [x7, #16]
mov x7, x1
mov x8, #3
ldur q22, [x5, #4]
ldur q23, [x5, #56]
ldur q24, [x5, #108]
ldr q25, [x5, #160]
trn2 v22.4s, v22.4s, v23.4s
trn2 v23.4s, v24.4s, v25.4s
trn2 v22.2d, v22.2d, v23.2d
ldr q23, [x5]
ldr q24, [x7]
ldur q25, [x7, #52]
ldur q26, [x7, #104]
ldur q27, [x7, #156]
ldr q28, [x7, #208]
ldr q29, [x7, x3]
ldr q30, [x7, x4]
fmla v0.4s, v23.4s, v24.s[0]
fmla v2.4s, v23.4s, v25.s[0]
fmla v4.4s, v23.4s, v26.s[0]
fmla v6.4s, v23.4s, v27.s[0]
fmla v16.4s, v23.4s, v28.s[0]
fmla v18.4s, v23.4s, v29.s[0]
fmla v20.4s, v23.4s, v30.s[0]
ldur q23, [x5, #52]
fmla v0.4s, v23.4s, v24.s[1]
fmla v2.4s, v23.4s, v25.s[1]
fmla v4.4s, v23.4s, v26.s[1]
fmla v6.4s, v23.4s, v27.s[1]
fmla v16.4s, v23.4s, v28.s[1]
fmla v18.4s, v23.4s, v29.s[1]
fmla v20.4s, v23.4s, v30.s[1]
ldur q23, [x5, #104]
fmla v0.4s, v23.4s, v24.s[2]
fmla v2.4s, v23.4s, v25.s[2]
fmla v4.4s, v23.4s, v26.s[2]
fmla v6.4s, v23.4s, v27.s[2]
fmla v16.4s, v23.4s, v28.s[2]
fmla v18.4s, v23.4s, v29.s[2]
fmla v20.4s, v23.4s, v30.s[2]
ldur q23, [x5, #156]
fmla v0.4s, v23.4s, v24.s[3]
fmla v2.4s, v23.4s, v25.s[3]
fmla v4.4s, v23.4s, v26.s[3]
fmla v6.4s, v23.4s, v27.s[3]
fmla v16.4s, v23.4s, v28.s[3]
fmla v18.4s, v23.4s, v29.s[3]
fmla v20.4s, v23.4s, v30.s[3]
fmla v1.4s, v22.4s, v24.4s
fmla v3.4s, v22.4s, v25.4s
fmla v5.4s, v22.4s, v26.4s
fmla v7.4s, v22.4s, v27.4s
fmla v17.4s, v22.4s, v28.4s
fmla v19.4s, v22.4s, v29.4s
fmla v21.4s, v22.4s, v30.4s
add x5, x5, #208
add x7, x7, #16
sub x8, x8, #1
cbnz x8, #-224
ldr s22, [x5, #16]
ldr q23, [x5]
ldr s24, [x7]
ldr s25, [x7, #52]
ldr s26, [x7, #104]
ldr s27, [x7, #156]
ldr s28, [x7, #208]
ldr s29, [x7, x3]
ldr s30, [x7, x4]
fmla v0.4s, v23.4s, v24.s[0]
fmla v2.4s, v23.4s, v25.s[0]
fmla v4.4s, v23.4s, v26.s[0]
fmla v6.4s, v23.4s, v27.s[0]
fmla v16.4s, v23.4s, v28.s[0]
fmla v18.4s, v23.4s, v29.s[0]
fmla v20.4s, v23.4s, v30.s[0]
fmla v1.4s, v22.4s, v24.4s
fmla v3.4s, v22.4s, v25.4s
fmla v5.4s, v22.4s, v26.4s
fmla v7.4s, v22.4s, v27.4s
fmla v17.4s, v22.4s, v28.4s
fmla v19.4s, v22.4s, v29.4s
fmla v21.4s, v22.4s, v30.4s
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
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
faddp v21.4s, v21.4s, v21.4s
faddp v21.4s, v21.4s, v21.4s
str q0, [x6]
str s1, [x6, #16]
add x6, x6, #52
str q2, [x6]
str s3, [x6, #16]
add x6, x6, #52
str q4, [x6]
str s5, [x6, #16]
add x6, x6, #52
str q6, [x6]
str s7, [x6, #16]
add x6, x6, #52
str q16, [x6]
str s17, [x6, #16]
add x6, x6, #52
str q18, [x6]
str s19, [x6, #16]
add x6, x6, #52
str q20, [x6]
str s21, [x6, #16]
add x1, x1, #364
add x2, x2, #364
mov x4, #2
mov x5, x2
ldr q0, [x5]
add x5, x5, #52
ldr q1, [x5]
add x5, x5, #52
ldr q2, [x5]
add x5, x5, #52
ldr q3, [x5]
add x5, x5, #52
ldr q4, [x5]
add x5, x5, #52
ldr q5, [x5]
mov x5, x0
mov x6, x1
mov x7, #3
ldr q6, [x5]
ldr q7, [x6]
ldur q16, [x6, #52]
ldur q17, [x6, #104]
ldur q18, [x6, #156]
ldr q19, [x6, #208]
ldr q20, [x6, x3]
fmla v0.4s, v6.4s, v7.s[0]
fmla v1.4s, v6.4s, v16.s[0]
fmla v2.4s, v6.4s, v17.s[0]
fmla v3.4s, v6.4s, v18.s[0]
fmla v4.4s, v6.4s, v19.s[0]
fmla v5.4s, v6.4s, v20.s[0]
ldur q6, [x5, #52]
fmla v0.4s, v6.4s, v7.s[1]
fmla v1.4s, v6.4s, v16.s[1]
fmla v2.4s, v6.4s, v17.s[1]
fmla v3.4s, v6.4s, v18.s[1]
fmla v4.4s, v6.4s, v19.s[1]
fmla v5.4s, v6.4s, v20.s[1]
ldur q6, [x5, #104]
fmla v0.4s, v6.4s, v7.s[2]
fmla v1.4s, v6.4s, v16.s[2]
fmla v2.4s, v6.4s, v17.s[2]
fmla v3.4s, v6.4s, v18.s[2]
fmla v4.4s, v6.4s, v19.s[2]
fmla v5.4s, v6.4s, v20.s[2]
ldur q6, [x5, #156]
fmla v0.4s, v6.4s, v7.s[3]
fmla v1.4s, v6.4s, v16.s[3]
fmla v2.4s, v6.4s, v17.s[3]
fmla v3.4s, v6.4s, v18.s[3]
fmla v4.4s, v6.4s, v19.s[3]
fmla v5.4s, v6.4s, v20.s[3]
add x5, x5, #208
add x6, x6, #16
sub x7, x7, #1
cbnz x7, #-148
sub x6, x6, #12
ldr q6, [x5]
ldr q7, [x6]
ldur q16, [x6, #52]
ldur q17, [x6, #104]
ldur q18, [x6, #156]
ldr q19, [x6, #208]
ldr q20, [x6, x3]
fmla v0.4s, v6.4s, v7.s[3]
fmla v1.4s, v6.4s, v16.s[3]
fmla v2.4s, v6.4s, v17.s[3]
fmla v3.4s, v6.4s, v18.s[3]
fmla v4.4s, v6.4s, v19.s[3]
fmla v5.4s, v6.4s, v20.s[3]
mov x5, x2
str q0, [x5]
add x5, x5, #52
str q1, [x5]
add x5, x5, #52
str q2, [x5]
add x5, x5, #52
str q3, [x5]
add x5, x5, #52
str q4, [x5]
add x5, x5, #52
str q5, [x5]
add x0, x0, #16
add x2, x2, #16
sub x4, x4, #1
cbnz x4, #-328
mov x4, x2
ldr q0, [x4]
ldr s1, [x4, #16]
add x4, x4, #52
ldr q2, [x4]
ldr s3, [x4, #16]
add x4, x4, #52
ldr q4, [x4]
ldr s5, [x4, #16]
add x4, x4, #52
ldr q6, [x4]
ldr s7, [x4, #16]
add x4, x4, #52
ldr q16, [x4]
ldr s17, [x4, #16]
add x4, x4, #52
ldr q18, [x4]
ldr s19, [x4, #16]
mov x4, #3
ldur q20, [x0, #4]
ldur q21, [x0, #56]
ldur q22, [x0, #108]
ldr q23, [x0, #160]
trn2 v20.4s, v20.4s, v21.4s
trn2 v21.4s, v22.4s, v23.4s
trn2 v20.2d, v20.2d, v21.2d
ldr q21, [x0]
ldr q22, [x1]
ldur q23, [x1, #52]
ldur q24, [x1, #104]
ldur q25, [x1, #156]
ldr q26, [x1, #208]
ldr q27, [x1, x3]
fmla v0.4s, v21.4s, v22.s[0]
fmla v2.4s, v21.4s, v23.s[0]
fmla v4.4s, v21.4s, v24.s[0]
fmla v6.4s, v21.4s, v25.s[0]
fmla v16.4s, v21.4s, v26.s[0]
fmla v18.4s, v21.4s, v27.s[0]
ldur q21, [x0, #52]
fmla v0.4s, v21.4s, v22.s[1]
fmla v2.4s, v21.4s, v23.s[1]
fmla v4.4s, v21.4s, v24.s[1]
fmla v6.4s, v21.4s, v25.s[1]
fmla v16.4s, v21.4s, v26.s[1]
fmla v18.4s, v21.4s, v27.s[1]
ldur q21, [x0, #104]
fmla v0.4s, v21.4s, v22.s[2]
fmla v2.4s, v21.4s, v23.s[2]
fmla v4.4s, v21.4s, v24.s[2]
fmla v6.4s, v21.4s, v25.s[2]
fmla v16.4s, v21.4s, v26.s[2]
fmla v18.4s, v21.4s, v27.s[2]
ldur q21, [x0, #156]
fmla v0.4s, v21.4s, v22.s[3]
fmla v2.4s, v21.4s, v23.s[3]
fmla v4.4s, v21.4s, v24.s[3]
fmla v6.4s, v21.4s, v25.s[3]
fmla v16.4s, v21.4s, v26.s[3]
fmla v18.4s, v21.4s, v27.s[3]
fmla v1.4s, v20.4s, v22.4s
fmla v3.4s, v20.4s, v23.4s
fmla v5.4s, v20.4s, v24.4s
fmla v7.4s, v20.4s, v25.4s
fmla v17.4s, v20.4s, v26.4s
fmla v19.4s, v20.4s, v27.4s
add x0, x0, #208
add x1, x1, #16
sub x4, x4, #1
cbnz x4, #-200
ldr s20, [x0, #16]
ldr q21, [x0]
ldr s22, [x1]
ldr s23, [x1, #52]
ldr s24, [x1, #104]
ldr s25, [x1, #156]
ldr s26, [x1, #208]
ldr s27, [x1, x3]
fmla v0.4s, v21.4s, v22.s[0]
fmla v2.4s, v21.4s, v23.s[0]
fmla v4.4s, v21.4s, v24.s[0]
fmla v6.4s, v21.4s, v25.s[0]
fmla v16.4s, v21.4s, v26.s[0]
fmla v18.4s, v21.4s, v27.s[0]
fmla v1.4s, v20.4s, v22.4s
fmla v3.4s, v20.4s, v23.4s
fmla v5.4s, v20.4s, v24.4s
fmla v7.4s, v20.4s, v25.4s
fmla v17.4s, v20.4s, v26.4s
fmla v19.4s, v20.4s, v27.4s
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
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
str q0, [x2]
str s1, [x2, #16]
add x2, x2, #52
str q2, [x2]
str s3, [x2, #16]
add x2, x2, #52
str q4, [x2]
str s5, [x2, #16]
add x2, x2, #52
str q6, [x2]
str s7, [x2, #16]
add x2, x2, #52
str q16, [x2]
str s17, [x2, #16]
add x2, x2, #52
str q18, [x2]
str s19, [x2, #16]
ret

// 1356 bytes for neoverse-v2: 177.3 cycles, 166.7 wide
bti c
stp d8, d9, [sp, #-32]!
str d10, [sp, #16]
mov x3, x0
mov x4, x2
mov x5, x4
ldr q0, [x5]
ldr q1, [x5, #16]
ldr q2, [x5, #32]
ldr s3, [x5, #48]
add x5, x5, #52
ldr q4, [x5]
ldr q5, [x5, #16]
ldr q6, [x5, #32]
ldr s7, [x5, #48]
add x5, x5, #52
ldr q16, [x5]
ldr q17, [x5, #16]
ldr q18, [x5, #32]
ldr s19, [x5, #48]
add x5, x5, #52
ldr q20, [x5]
ldr q21, [x5, #16]
ldr q22, [x5, #32]
ldr s23, [x5, #48]
add x5, x5, #52
ldr q24, [x5]
ldr q25, [x5, #16]
ldr q26, [x5, #32]
ldr s27, [x5, #48]
mov x5, x1
mov x6, #3
ldur q28, [x3, #36]
ldur q29, [x3, #88]
ldur q30, [x3, #140]
ldr q31, [x3, #192]
trn2 v28.4s, v28.4s, v29.4s
trn2 v29.4s, v30.4s, v31.4s
trn2 v28.2d, v28.2d, v29.2d
ldr q29, [x3]
ldr q30, [x5]
ldur q31, [x5, #52]
ldur q8, [x5, #104]
ldur q9, [x5, #156]
ldr q10, [x5, #208]
fmla v0.4s, v29.4s, v30.s[0]
fmla v4.4s, v29.4s, v31.s[0]
fmla v16.4s, v29.4s, v8.s[0]
fmla v20.4s, v29.4s, v9.s[0]
fmla v24.4s, v29.4s, v10.s[0]
ldr q29, [x3, #16]
fmla v1.4s, v29.4s, v30.s[0]
fmla v5.4s, v29.4s, v31.s[0]
fmla v17.4s, v29.4s, v8.s[0]
fmla v21.4s, v29.4s, v9.s[0]
fmla v25.4s, v29.4s, v10.s[0]
ldr q29, [x3, #32]
fmla v2.4s, v29.4s, v30.s[0]
fmla v6.4s, v29.4s, v31.s[0]
fmla v18.4s, v29.4s, v8.s[0]
fmla v22.4s, v29.4s, v9.s[0]
fmla v26.4s, v29.4s, v10.s[0]
ldur q29, [x3, #52]
fmla v0.4s, v29.4s, v30.s[1]
fmla v4.4s, v29.4s, v31.s[1]
fmla v16.4s, v29.4s, v8.s[1]
fmla v20.4s, v29.4s, v9.s[1]
fmla v24.4s, v29.4s, v10.s[1]
ldur q29, [x3, #68]
fmla v1.4s, v29.4s, v30.s[1]
fmla v5.4s, v29.4s, v31.s[1]
fmla v17.4s, v29.4s, v8.s[1]
fmla v21.4s, v29.4s, v9.s[1]
fmla v25.4s, v29.4s, v10.s[1]
ldur q29, [x3, #84]
fmla v2.4s, v29.4s, v30.s[1]
fmla v6.4s, v29.4s, v31.s[1]
fmla v18.4s, v29.4s, v8.s[1]
fmla v22.4s, v29.4s, v9.s[1]
fmla v26.4s, v29.4s, v10.s[1]
ldur q29, [x3, #104]
fmla v0.4s, v29.4s, v30.s[2]
fmla v4.4s, v29.4s, v31.s[2]
fmla v16.4s, v29.4s, v8.s[2]
fmla v20.4s, v29.4s, v9.s[2]
fmla v24.4s, v29.4s, v10.s[2]
ldur q29, [x3, #120]
fmla v1.4s, v29.4s, v30.s[2]
fmla v5.4s, v29.4s, v31.s[2]
fmla v17.4s, v29.4s, v8.s[2]
fmla v21.4s, v29.4s, v9.s[2]
fmla v25.4s, v29.4s, v10.s[2]
ldur q29, [x3, #136]
fmla v2.4s, v29.4s, v30.s[2]
fmla v6.4s, v29.4s, v31.s[2]
fmla v18.4s, v29.4s, v8.s[2]
fmla v22.4s, v29.4s, v9.s[2]
fmla v26.4s, v29.4s, v10.s[2]
ldur q29, [x3, #156]
fmla v0.4s, v29.4s, v30.s[3]
fmla v4.4s, v29.4s, v31.s[3]
fmla v16.4s, v29.4s, v8.s[3]
fmla v20.4s, v29.4s, v9.s[3]
fmla v24.4s, v29.4s, v10.s[3]
ldur q29, [x3, #172]
fmla v1.4s, v29.4s, v30.s[3]
fmla v5.4s, v29.4s, v31.s[3]
fmla v17.4s, v29.4s, v8.s[3]
fmla v21.4s, v29.4s, v9.s[3]
fmla v25.4s, v29.4s, v10.s[3]
ldur q29, [x3, #188]
fmla v2.4s, v29.4s, v30.s[3]
fmla v6.4s, v29.4s, v31.s[3]
fmla v18.4s, v29.4s, v8.s[3]
fmla v22.4s, v29.4s, v9.s[3]
fmla v26.4s, v29.4s, v10.s[3]
fmla v3.4s, v28.4s, v30.4s
fmla v7.4s, v28.4s, v31.4s
fmla v19.4s, v28.4s, v8.4s
fmla v23.4s, v28.4s, v9.4s
fmla v27.4s, v28.4s, v10.4s
add x3, x3, #208
add x5, x5, #16
sub x6, x6, #1
cbnz x6, #-368
ldr s28, [x3, #48]
ldr q29, [x3]
ldr s30, [x5]
ldr s31, [x5, #52]
ldr s8, [x5, #104]
ldr s9, [x5, #156]
ldr s10, [x5, #208]
fmla v0.4s, v29.4s, v30.s[0]
fmla v4.4s, v29.4s, v31.s[0]
fmla v16.4s, v29.4s, v8.s[0]
fmla v20.4s, v29.4s, v9.s[0]
fmla v24.4s, v29.4s, v10.s[0]
ldr q29, [x3, #16]
fmla v1.4s, v29.4s, v30.s[0]
fmla v5.4s, v29.4s, v31.s[0]
fmla v17.4s, v29.4s, v8.s[0]
fmla v21.4s, v29.4s, v9.s[0]
fmla v25.4s, v29.4s, v10.s[0]
ldr q29, [x3, #32]
fmla v2.4s, v29.4s, v30.s[0]
fmla v6.4s, v29.4s, v31.s[0]
fmla v18.4s, v29.4s, v8.s[0]
fmla v22.4s, v29.4s, v9.s[0]
fmla v26.4s, v29.4s, v10.s[0]
fmla v3.4s, v28.4s, v30.4s
fmla v7.4s, v28.4s, v31.4s
fmla v19.4s, v28.4s, v8.4s
fmla v23.4s, v28.4s, v9.4s
fmla v27.4s, v28.4s, v10.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
faddp v23.4s, v23.4s, v23.4s
faddp v23.4s, v23.4s, v23.4s
faddp v27.4s, v27.4s, v27.4s
faddp v27.4s, v27.4s, v27.4s
stp q0, q1, [x4]
str q2, [x4, #32]
str s3, [x4, #48]
add x4, x4, #52
stp q4, q5, [x4]
str q6, [x4, #32]
str s7, [x4, #48]
add x4, x4, #52
stp q16, q17, [x4]
str q18, [x4, #32]
str s19, [x4, #48]
add x4, x4, #52
stp q20, q21, [x4]
str q22, [x4, #32]
str s23, [x4, #48]
add x4, x4, #52
stp q24, q25, [x4]
str q26, [x4, #32]
str s27, [x4, #48]
add x1, x1, #260
add x2, x2, #260
mov x3, #2
mov x4, x0
mov x5, x2
ldr q0, [x5]
ldr q1, [x5, #16]
ldr q2, [x5, #32]
ldr s3, [x5, #48]
ldur q4, [x5, #52]
ldur q5, [x5, #68]
ldur q6, [x5, #84]
ldr s7, [x5, #100]
ldur q16, [x5, #104]
ldur q17, [x5, #120]
ldur q18, [x5, #136]
ldr s19, [x5, #152]
ldur q20, [x5, #156]
ldur q21, [x5, #172]
ldur q22, [x5, #188]
ldr s23, [x5, #204]
mov x6, x1
mov x7, #3
ldur q24, [x4, #36]
ldur q25, [x4, #88]
ldur q26, [x4, #140]
ldr q27, [x4, #192]
trn2 v24.4s, v24.4s, v25.4s
trn2 v25.4s, v26.4s, v27.4s
trn2 v24.2d, v24.2d, v25.2d
ldr q25, [x4]
ldr q26, [x6]
ldur q27, [x6, #52]
ldur q28, [x6, #104]
ldur q29, [x6, #156]
fmla v0.4s, v25.4s, v26.s[0]
fmla v4.4s, v25.4s, v27.s[0]
fmla v16.4s, v25.4s, v28.s[0]
fmla v20.4s, v25.4s, v29.s[0]
ldr q25, [x4, #16]
fmla v1.4s, v25.4s, v26.s[0]
fmla v5.4s, v25.4s, v27.s[0]
fmla v17.4s, v25.4s, v28.s[0]
fmla v21.4s, v25.4s, v29.s[0]
ldr q25, [x4, #32]
fmla v2.4s, v25.4s, v26.s[0]
fmla v6.4s, v25.4s, v27.s[0]
fmla v18.4s, v25.4s, v28.s[0]
fmla v22.4s, v25.4s, v29.s[0]
ldur q25, [x4, #52]
fmla v0.4s, v25.4s, v26.s[1]
fmla v4.4s, v25.4s, v27.s[1]
fmla v16.4s, v25.4s, v28.s[1]
fmla v20.4s, v25.4s, v29.s[1]
ldur q25, [x4, #68]
fmla v1.4s, v25.4s, v26.s[1]
fmla v5.4s, v25.4s, v27.s[1]
fmla v17.4s, v25.4s, v28.s[1]
fmla v21.4s, v25.4s, v29.s[1]
ldur q25, [x4, #84]
fmla v2.4s, v25.4s, v26.s[1]
fmla v6.4s, v25.4s, v27.s[1]
fmla v18.4s, v25.4s, v28.s[1]
fmla v22.4s, v25.4s, v29.s[1]
ldur q25, [x4, #104]
fmla v0.4s, v25.4s, v26.s[2]
fmla v4.4s, v25.4s, v27.s[2]
fmla v16.4s, v25.4s, v28.s[2]
fmla v20.4s, v25.4s, v29.s[2]
ldur q25, [x4, #120]
fmla v1.4s, v25.4s, v26.s[2]
fmla v5.4s, v25.4s, v27.s[2]
fmla v17.4s, v25.4s, v28.s[2]
fmla v21.4s, v25.4s, v29.s[2]
ldur q25, [x4, #136]
fmla v2.4s, v25.4s, v26.s[2]
fmla v6.4s, v25.4s, v27.s[2]
fmla v18.4s, v25.4s, v28.s[2]
fmla v22.4s, v25.4s, v29.s[2]
ldur q25, [x4, #156]
fmla v0.4s, v25.4s, v26.s[3]
fmla v4.4s, v25.4s, v27.s[3]
fmla v16.4s, v25.4s, v28.s[3]
fmla v20.4s, v25.4s, v29.s[3]
ldur q25, [x4, #172]
fmla v1.4s, v25.4s, v26.s[3]
fmla v5.4s, v25.4s, v27.s[3]
fmla v17.4s, v25.4s, v28.s[3]
fmla v21.4s, v25.4s, v29.s[3]
ldur q25, [x4, #188]
fmla v2.4s, v25.4s, v26.s[3]
fmla v6.4s, v25.4s, v27.s[3]
fmla v18.4s, v25.4s, v28.s[3]
fmla v22.4s, v25.4s, v29.s[3]
fmla v3.4s, v24.4s, v26.4s
fmla v7.4s, v24.4s, v27.4s
fmla v19.4s, v24.4s, v28.4s
fmla v23.4s, v24.4s, v29.4s
add x4, x4, #208
add x6, x6, #16
sub x7, x7, #1
cbnz x7, #-312
ldr s24, [x4, #48]
ldr q25, [x4]
ldr s26, [x6]
ldr s27, [x6, #52]
ldr s28, [x6, #104]
ldr s29, [x6, #156]
fmla v0.4s, v25.4s, v26.s[0]
fmla v4.4s, v25.4s, v27.s[0]
fmla v16.4s, v25.4s, v28.s[0]
fmla v20.4s, v25.4s, v29.s[0]
ldr q25, [x4, #16]
fmla v1.4s, v25.4s, v26.s[0]
fmla v5.4s, v25.4s, v27.s[0]
fmla v17.4s, v25.4s, v28.s[0]
fmla v21.4s, v25.4s, v29.s[0]
ldr q25, [x4, #32]
fmla v2.4s, v25.4s, v26.s[0]
fmla v6.4s, v25.4s, v27.s[0]
fmla v18.4s, v25.4s, v28.s[0]
fmla v22.4s, v25.4s, v29.s[0]
fmla v3.4s, v24.4s, v26.4s
fmla v7.4s, v24.4s, v27.4s
fmla v19.4s, v24.4s, v28.4s
fmla v23.4s, v24.4s, v29.4s
faddp v3.4s, v3.4s, v3.4s
faddp v3.4s, v3.4s, v3.4s
faddp v7.4s, v7.4s, v7.4s
faddp v7.4s, v7.4s, v7.4s
faddp v19.4s, v19.4s, v19.4s
faddp v19.4s, v19.4s, v19.4s
faddp v23.4s, v23.4s, v23.4s
faddp v23.4s, v23.4s, v23.4s
stp q0, q1, [x5]
str q2, [x5, #32]
str s3, [x5, #48]
stur q4, [x5, #52]
stur q5, [x5, #68]
stur q6, [x5, #84]
str s7, [x5, #100]
stur q16, [x5, #104]
stur q17, [x5, #120]
stur q18, [x5, #136]
str s19, [x5, #152]
stur q20, [x5, #156]
stur q21, [x5, #172]
stur q22, [x5, #188]
str s23, [x5, #204]
add x1, x1, #208
add x2, x2, #208
sub x3, x3, #1
cbnz x3, #-596
ldr d10, [sp, #16]
ldp d8, d9, [sp], #32
ret

// 2864 bytes for cortex-a510: 436.0 cycles
bti c
stp d8, d9, [sp, #-32]!
stp d10, d11, [sp, #16]
mov x3, x0
mov x4, x2
mov x5, x4
ldr q0, [x5]
ldr q1, [x5, #16]
ldr q2, [x5, #32]
ldur q3, [x5, #36]
add x5, x5, #52
ldr q28, [x3]
ldr q10, [x3, #32]
ldr q4, [x5]
ldr q5, [x5, #16]
ldr q6, [x5, #32]
ldur q7, [x5, #36]
add x5, x5, #52
ldur q11, [x3, #36]
ldr q16, [x5]
ldr q17, [x5, #16]
ldr q18, [x5, #32]
ldur q19, [x5, #36]
add x5, x5, #52
ldr q20, [x5]
ldr q21, [x5, #16]
ldr q22, [x5, #32]
ldur q23, [x5, #36]
add x5, x5, #52
ldr q24, [x5]
ldr q25, [x5, #16]
ldr q26, [x5, #32]
ldur q27, [x5, #36]
mov x5, x1
ldr q29, [x5]
ldur q30, [x5, #52]
ldur q31, [x5, #104]
ldur q8, [x5, #156]
ldr q9, [x5, #208]
fmla v0.4s, v28.4s, v29.s[0]
fmla v4.4s, v28.4s, v30.s[0]
fmla v16.4s, v28.4s, v31.s[0]
fmla v20.4s, v28.4s, v8.s[0]
add x5, x5, #16
fmla v24.4s, v28.4s, v9.s[0]
ldr q28, [x3, #16]
fmla v2.4s, v10.4s, v29.s[0]
fmla v6.4s, v10.4s, v30.s[0]
fmla v18.4s, v10.4s, v31.s[0]
fmla v1.4s, v28.4s, v29.s[0]
fmla v5.4s, v28.4s, v30.s[0]
fmla v17.4s, v28.4s, v31.s[0]
fmla v21.4s, v28.4s, v8.s[0]
fmla v25.4s, v28.4s, v9.s[0]
fmla v22.4s, v10.4s, v8.s[0]
ldur q28, [x3, #52]
fmla v26.4s, v10.4s, v9.s[0]
fmla v3.4s, v11.4s, v29.s[0]
ldur q10, [x3, #68]
fmla v7.4s, v11.4s, v30.s[0]
fmla v19.4s, v11.4s, v31.s[0]
fmla v23.4s, v11.4s, v8.s[0]
fmla v27.4s, v11.4s, v9.s[0]
ldur q11, [x3, #84]
fmla v0.4s, v28.4s, v29.s[1]
fmla v4.4s, v28.4s, v30.s[1]
fmla v16.4s, v28.4s, v31.s[1]
fmla v20.4s, v28.4s, v8.s[1]
fmla v24.4s, v28.4s, v9.s[1]
fmla v1.4s, v10.4s, v29.s[1]
ldur q28, [x3, #88]
fmla v5.4s, v10.4s, v30.s[1]
fmla v17.4s, v10.4s, v31.s[1]
fmla v21.4s, v10.4s, v8.s[1]
fmla v25.4s, v10.4s, v9.s[1]
ldur q10, [x3, #104]
fmla v2.4s, v11.4s, v29.s[1]
fmla v6.4s, v11.4s, v30.s[1]
fmla v18.4s, v11.4s, v31.s[1]
fmla v22.4s, v11.4s, v8.s[1]
fmla v26.4s, v11.4s, v9.s[1]
fmla v3.4s, v28.4s, v29.s[1]
ldur q11, [x3, #120]
fmla v7.4s, v28.4s, v30.s[1]
fmla v19.4s, v28.4s, v31.s[1]
fmla v23.4s, v28.4s, v8.s[1]
fmla v27.4s, v28.4s, v9.s[1]
ldur q28, [x3, #136]
fmla v0.4s, v10.4s, v29.s[2]
fmla v4.4s, v10.4s, v30.s[2]
fmla v16.4s, v10.4s, v31.s[2]
fmla v20.4s, v10.4s, v8.s[2]
fmla v24.4s, v10.4s, v9.s[2]
fmla v1.4s, v11.4s, v29.s[2]
ldur q10, [x3, #140]
fmla v5.4s, v11.4s, v30.s[2]
fmla v17.4s, v11.4s, v31.s[2]
fmla v21.4s, v11.4s, v8.s[2]
fmla v25.4s, v11.4s, v9.s[2]
ldur q11, [x3, #156]
fmla v2.4s, v28.4s, v29.s[2]
fmla v6.4s, v28.4s, v30.s[2]
fmla v18.4s, v28.4s, v31.s[2]
fmla v22.4s, v28.4s, v8.s[2]
fmla v26.4s, v28.4s, v9.s[2]
fmla v3.4s, v10.4s, v29.s[2]
ldur q28, [x3, #172]
fmla v7.4s, v10.4s, v30.s[2]
fmla v19.4s, v10.4s, v31.s[2]
fmla v23.4s, v10.4s, v8.s[2]
fmla v27.4s, v10.4s, v9.s[2]
ldur q10, [x3, #188]
fmla v0.4s, v11.4s, v29.s[3]
fmla v4.4s, v11.4s, v30.s[3]
fmla v16.4s, v11.4s, v31.s[3]
fmla v20.4s, v11.4s, v8.s[3]
fmla v24.4s, v11.4s, v9.s[3]
fmla v1.4s, v28.4s, v29.s[3]
ldr q11, [x3, #192]
fmla v5.4s, v28.4s, v30.s[3]
fmla v17.4s, v28.4s, v31.s[3]
add x3, x3, #208
fmla v21.4s, v28.4s, v8.s[3]
fmla v25.4s, v28.4s, v9.s[3]
ldr q28, [x3]
fmla v2.4s, v10.4s, v29.s[3]
fmla v6.4s, v10.4s, v30.s[3]
fmla v18.4s, v10.4s, v31.s[3]
fmla v22.4s, v10.4s, v8.s[3]
fmla v26.4s, v10.4s, v9.s[3]
fmla v3.4s, v11.4s, v29.s[3]
ldr q29, [x5]
fmla v7.4s, v11.4s, v30.s[3]
fmla v19.4s, v11.4s, v31.s[3]
ldur q30, [x5, #52]
fmla v23.4s, v11.4s, v8.s[3]
fmla v27.4s, v11.4s, v9.s[3]
ldur q31, [x5, #104]
ldur q8, [x5, #156]
ldr q9, [x5, #208]
fmla v0.4s, v28.4s, v29.s[0]
fmla v4.4s, v28.4s, v30.s[0]
fmla v16.4s, v28.4s, v31.s[0]
ldr q10, [x3, #16]
fmla v20.4s, v28.4s, v8.s[0]
fmla v24.4s, v28.4s, v9.s[0]
ldr q11, [x3, #32]
fmla v1.4s, v10.4s, v29.s[0]
fmla v5.4s, v10.4s, v30.s[0]
ldur q28, [x3, #36]
fmla v17.4s, v10.4s, v31.s[0]
fmla v21.4s, v10.4s, v8.s[0]
add x5, x5, #16
fmla v25.4s, v10.4s, v9.s[0]
fmla v2.4s, v11.4s, v29.s[0]
ldur q10, [x3, #52]
fmla v6.4s, v11.4s, v30.s[0]
fmla v18.4s, v11.4s, v31.s[0]
fmla v22.4s, v11.4s, v8.s[0]
fmla v26.4s, v11.4s, v9.s[0]
ldur q11, [x3, #68]
fmla v3.4s, v28.4s, v29.s[0]
fmla v7.4s, v28.4s, v30.s[0]
fmla v19.4s, v28.4s, v31.s[0]
fmla v23.4s, v28.4s, v8.s[0]
fmla v27.4s, v28.4s, v9.s[0]
fmla v0.4s, v10.4s, v29.s[1]
ldur q28, [x3, #84]
fmla v4.4s, v10.4s, v30.s[1]
fmla v16.4s, v10.4s, v31.s[1]
fmla v20.4s, v10.4s, v8.s[1]
fmla v24.4s, v10.4s, v9.s[1]
ldur q10, [x3, #88]
fmla v1.4s, v11.4s, v29.s[1]
fmla v5.4s, v11.4s, v30.s[1]
fmla v17.4s, v11.4s, v31.s[1]
fmla v21.4s, v11.4s, v8.s[1]
fmla v25.4s, v11.4s, v9.s[1]
fmla v2.4s, v28.4s, v29.s[1]
ldur q11, [x3, #104]
fmla v6.4s, v28.4s, v30.s[1]
fmla v18.4s, v28.4s, v31.s[1]
fmla v22.4s, v28.4s, v8.s[1]
fmla v26.4s, v28.4s, v9.s[1]
ldur q28, [x3, #120]
fmla v3.4s, v10.4s, v29.s[1]
fmla v7.4s, v10.4s, v30.s[1]
fmla v19.4s, v10.4s, v31.s[1]
fmla v23.4s, v10.4s, v8.s[1]
fmla v27.4s, v10.4s, v9.s[1]
fmla v0.4s, v11.4s, v29.s[2]
ldur q10, [x3, #136]
fmla v4.4s, v11.4s, v30.s[2]
fmla v16.4s, v11.4s, v31.s[2]
fmla v20.4s, v11.4s, v8.s[2]
fmla v24.4s, v11.4s, v9.s[2]
ldur q11, [x3, #140]
fmla v1.4s, v28.4s, v29.s[2]
fmla v5.4s, v28.4s, v30.s[2]
fmla v17.4s, v28.4s, v31.s[2]
fmla v21.4s, v28.4s, v8.s[2]
fmla v25.4s, v28.4s, v9.s[2]
fmla v2.4s, v10.4s, v29.s[2]
ldur q28, [x3, #156]
fmla v6.4s, v10.4s, v30.s[2]
fmla v18.4s, v10.4s, v31.s[2]
fmla v22.4s, v10.4s, v8.s[2]
fmla v26.4s, v10.4s, v9.s[2]
ldur q10, [x3, #172]
fmla v3.4s, v11.4s, v29.s[2]
fmla v7.4s, v11.4s, v30.s[2]
fmla v19.4s, v11.4s, v31.s[2]
fmla v23.4s, v11.4s, v8.s[2]
fmla v27.4s, v11.4s, v9.s[2]
fmla v0.4s, v28.4s, v29.s[3]
ldur q11, [x3, #188]
fmla v4.4s, v28.4s, v30.s[3]
fmla v16.4s, v28.4s, v31.s[3]
fmla v20.4s, v28.4s, v8.s[3]
fmla v24.4s, v28.4s, v9.s[3]
ldr q28, [x3, #192]
fmla v1.4s, v10.4s, v29.s[3]
fmla v5.4s, v10.4s, v30.s[3]
add x3, x3, #208
fmla v17.4s, v10.4s, v31.s[3]
fmla v21.4s, v10.4s, v8.s[3]
fmla v25.4s, v10.4s, v9.s[3]
fmla v2.4s, v11.4s, v29.s[3]
ldr q10, [x5, #208]
fmla v6.4s, v11.4s, v30.s[3]
fmla v18.4s, v11.4s, v31.s[3]
fmla v22.4s, v11.4s, v8.s[3]
fmla v26.4s, v11.4s, v9.s[3]
ldr q11, [x3, #16]
fmla v3.4s, v28.4s, v29.s[3]
fmla v7.4s, v28.4s, v30.s[3]
ldr q29, [x3]
fmla v19.4s, v28.4s, v31.s[3]
fmla v23.4s, v28.4s, v8.s[3]
ldr q30, [x5]
fmla v27.4s, v28.4s, v9.s[3]
ldur q31, [x5, #52]
ldur q8, [x5, #104]
ldur q9, [x5, #156]
fmla v0.4s, v29.4s, v30.s[0]
fmla v24.4s, v29.4s, v10.s[0]
fmla v4.4s, v29.4s, v31.s[0]
fmla v16.4s, v29.4s, v8.s[0]
ldr q28, [x3, #32]
fmla v20.4s, v29.4s, v9.s[0]
fmla v1.4s, v11.4s, v30.s[0]
ldur q29, [x3, #36]
fmla v5.4s, v11.4s, v31.s[0]
fmla v17.4s, v11.4s, v8.s[0]
add x5, x5, #16
fmla v21.4s, v11.4s, v9.s[0]
fmla v25.4s, v11.4s, v10.s[0]
ldur q11, [x3, #52]
fmla v2.4s, v28.4s, v30.s[0]
fmla v6.4s, v28.4s, v31.s[0]
sub x5, x5, #12
fmla v18.4s, v28.4s, v8.s[0]
fmla v22.4s, v28.4s, v9.s[0]
fmla v26.4s, v28.4s, v10.s[0]
fmla v3.4s, v29.4s, v30.s[0]
ldur q28, [x3, #68]
fmla v7.4s, v29.4s, v31.s[0]
fmla v19.4s, v29.4s, v8.s[0]
fmla v23.4s, v29.4s, v9.s[0]
fmla v27.4s, v29.4s, v10.s[0]
ldur q29, [x3, #84]
fmla v0.4s, v11.4s, v30.s[1]
fmla v4.4s, v11.4s, v31.s[1]
fmla v16.4s, v11.4s, v8.s[1]
fmla v20.4s, v11.4s, v9.s[1]
fmla v24.4s, v11.4s, v10.s[1]
fmla v1.4s, v28.4s, v30.s[1]
ldur q11, [x3, #88]
fmla v5.4s, v28.4s, v31.s[1]
fmla v17.4s, v28.4s, v8.s[1]
fmla v21.4s, v28.4s, v9.s[1]
fmla v25.4s, v28.4s, v10.s[1]
ldur q28, [x3, #104]
fmla v2.4s, v29.4s, v30.s[1]
fmla v6.4s, v29.4s, v31.s[1]
fmla v18.4s, v29.4s, v8.s[1]
fmla v22.4s, v29.4s, v9.s[1]
add x1, x1, #260
fmla v26.4s, v29.4s, v10.s[1]
fmla v3.4s, v11.4s, v30.s[1]
ldur q29, [x3, #120]
fmla v7.4s, v11.4s, v31.s[1]
fmla v19.4s, v11.4s, v8.s[1]
add x2, x2, #260
fmla v23.4s, v11.4s, v9.s[1]
fmla v27.4s, v11.4s, v10.s[1]
ldur q11, [x3, #136]
fmla v0.4s, v28.4s, v30.s[2]
fmla v4.4s, v28.4s, v31.s[2]
fmla v16.4s, v28.4s, v8.s[2]
fmla v20.4s, v28.4s, v9.s[2]
fmla v24.4s, v28.4s, v10.s[2]
fmla v1.4s, v29.4s, v30.s[2]
ldur q28, [x3, #140]
fmla v5.4s, v29.4s, v31.s[2]
fmla v17.4s, v29.4s, v8.s[2]
fmla v21.4s, v29.4s, v9.s[2]
fmla v25.4s, v29.4s, v10.s[2]
ldur q29, [x3, #156]
fmla v2.4s, v11.4s, v30.s[2]
fmla v6.4s, v11.4s, v31.s[2]
fmla v18.4s, v11.4s, v8.s[2]
fmla v22.4s, v11.4s, v9.s[2]
fmla v26.4s, v11.4s, v10.s[2]
fmla v3.4s, v28.4s, v30.s[2]
ldur q11, [x3, #172]
fmla v7.4s, v28.4s, v31.s[2]
fmla v19.4s, v28.4s, v8.s[2]
fmla v23.4s, v28.4s, v9.s[2]
fmla v27.4s, v28.4s, v10.s[2]
ldur q28, [x3, #188]
fmla v0.4s, v29.4s, v30.s[3]
fmla v4.4s, v29.4s, v31.s[3]
fmla v16.4s, v29.4s, v8.s[3]
fmla v20.4s, v29.4s, v9.s[3]
fmla v24.4s, v29.4s, v10.s[3]
fmla v1.4s, v11.4s, v30.s[3]
ldr q29, [x3, #192]
fmla v5.4s, v11.4s, v31.s[3]
fmla v17.4s, v11.4s, v8.s[3]
add x3, x3, #208
fmla v21.4s, v11.4s, v9.s[3]
fmla v25.4s, v11.4s, v10.s[3]
ldr q11, [x5, #208]
fmla v2.4s, v28.4s, v30.s[3]
fmla v6.4s, v28.4s, v31.s[3]
fmla v18.4s, v28.4s, v8.s[3]
fmla v22.4s, v28.4s, v9.s[3]
fmla v26.4s, v28.4s, v10.s[3]
fmla v3.4s, v29.4s, v30.s[3]
ldr q30, [x3]
fmla v7.4s, v29.4s, v31.s[3]
fmla v19.4s, v29.4s, v8.s[3]
ldr q31, [x5]
fmla v23.4s, v29.4s, v9.s[3]
fmla v27.4s, v29.4s, v10.s[3]
ldur q8, [x5, #52]
ldur q9, [x5, #104]
ldur q10, [x5, #156]
fmla v0.4s, v30.4s, v31.s[3]
fmla v4.4s, v30.4s, v8.s[3]
fmla v24.4s, v30.4s, v11.s[3]
ldr q28, [x3, #16]
fmla v16.4s, v30.4s, v9.s[3]
fmla v20.4s, v30.4s, v10.s[3]
ldr q29, [x3, #32]
fmla v1.4s, v28.4s, v31.s[3]
fmla v5.4s, v28.4s, v8.s[3]
ldur q30, [x3, #36]
fmla v17.4s, v28.4s, v9.s[3]
fmla v21.4s, v28.4s, v10.s[3]
mov x5, #2
fmla v25.4s, v28.4s, v11.s[3]
fmla v2.4s, v29.4s, v31.s[3]
fmla v6.4s, v29.4s, v8.s[3]
fmla v18.4s, v29.4s, v9.s[3]
fmla v22.4s, v29.4s, v10.s[3]
fmla v26.4s, v29.4s, v11.s[3]
stp q0, q1, [x4]
fmla v3.4s, v30.4s, v31.s[3]
fmla v7.4s, v30.4s, v8.s[3]
fmla v19.4s, v30.4s, v9.s[3]
fmla v23.4s, v30.4s, v10.s[3]
str q2, [x4, #32]
fmla v27.4s, v30.4s, v11.s[3]
stur q3, [x4, #36]
add x4, x4, #52
stp q4, q5, [x4]
str q6, [x4, #32]
stur q7, [x4, #36]
add x4, x4, #52
stp q16, q17, [x4]
str q18, [x4, #32]
stur q19, [x4, #36]
add x4, x4, #52
stp q20, q21, [x4]
str q22, [x4, #32]
stur q23, [x4, #36]
add x4, x4, #52
stp q24, q25, [x4]
str q26, [x4, #32]
stur q27, [x4, #36]
mov x6, x0
mov x7, x2
mov x8, x1
ldr q31, [x7]
ldr q0, [x7, #16]
ldr q1, [x7, #32]
ldur q2, [x7, #36]
ldur q3, [x7, #52]
ldur q4, [x7, #68]
ldur q5, [x7, #84]
ldur q6, [x7, #88]
ldur q7, [x7, #104]
ldur q8, [x7, #120]
ldur q9, [x7, #136]
ldur q10, [x7, #140]
ldur q11, [x7, #156]
ldur q16, [x7, #172]
ldur q17, [x7, #188]
ldr q18, [x7, #192]
ldr q20, [x8]
ldur q21, [x8, #52]
ldr q19, [x6]
ldur q22, [x8, #104]
ldur q23, [x8, #156]
ldr q24, [x6, #16]
fmla v31.4s, v19.4s, v20.s[0]
fmla v3.4s, v19.4s, v21.s[0]
ldr q25, [x6, #32]
fmla v7.4s, v19.4s, v22.s[0]
fmla v11.4s, v19.4s, v23.s[0]
ldur q26, [x6, #36]
fmla v0.4s, v24.4s, v20.s[0]
fmla v4.4s, v24.4s, v21.s[0]
ldur q27, [x6, #52]
fmla v8.4s, v24.4s, v22.s[0]
fmla v16.4s, v24.4s, v23.s[0]
ldur q28, [x6, #68]
fmla v1.4s, v25.4s, v20.s[0]
fmla v5.4s, v25.4s, v21.s[0]
ldur q29, [x6, #84]
fmla v9.4s, v25.4s, v22.s[0]
fmla v17.4s, v25.4s, v23.s[0]
ldur q30, [x6, #88]
fmla v2.4s, v26.4s, v20.s[0]
fmla v6.4s, v26.4s, v21.s[0]
ldur q19, [x6, #104]
fmla v10.4s, v26.4s, v22.s[0]
fmla v18.4s, v26.4s, v23.s[0]
ldur q24, [x6, #120]
fmla v31.4s, v27.4s, v20.s[1]
fmla v3.4s, v27.4s, v21.s[1]
ldur q25, [x6, #136]
fmla v7.4s, v27.4s, v22.s[1]
fmla v11.4s, v27.4s, v23.s[1]
ldur q26, [x6, #140]
fmla v0.4s, v28.4s, v20.s[1]
fmla v4.4s, v28.4s, v21.s[1]
ldur q27, [x6, #156]
fmla v8.4s, v28.4s, v22.s[1]
fmla v16.4s, v28.4s, v23.s[1]
ldur q28, [x6, #172]
fmla v1.4s, v29.4s, v20.s[1]
fmla v5.4s, v29.4s, v21.s[1]
add x8, x8, #16
fmla v9.4s, v29.4s, v22.s[1]
fmla v17.4s, v29.4s, v23.s[1]
ldur q29, [x6, #188]
fmla v2.4s, v30.4s, v20.s[1]
fmla v6.4s, v30.4s, v21.s[1]
fmla v10.4s, v30.4s, v22.s[1]
fmla v18.4s, v30.4s, v23.s[1]
ldr q30, [x6, #192]
fmla v31.4s, v19.4s, v20.s[2]
fmla v3.4s, v19.4s, v21.s[2]
add x6, x6, #208
fmla v7.4s, v19.4s, v22.s[2]
fmla v11.4s, v19.4s, v23.s[2]
ldr q19, [x6]
fmla v0.4s, v24.4s, v20.s[2]
fmla v4.4s, v24.4s, v21.s[2]
fmla v8.4s, v24.4s, v22.s[2]
fmla v16.4s, v24.4s, v23.s[2]
ldr q24, [x6, #16]
fmla v1.4s, v25.4s, v20.s[2]
fmla v5.4s, v25.4s, v21.s[2]
fmla v9.4s, v25.4s, v22.s[2]
fmla v17.4s, v25.4s, v23.s[2]
ldr q25, [x6, #32]
fmla v2.4s, v26.4s, v20.s[2]
fmla v6.4s, v26.4s, v21.s[2]
fmla v10.4s, v26.4s, v22.s[2]
fmla v18.4s, v26.4s, v23.s[2]
ldur q26, [x6, #36]
fmla v31.4s, v27.4s, v20.s[3]
fmla v3.4s, v27.4s, v21.s[3]
fmla v7.4s, v27.4s, v22.s[3]
fmla v11.4s, v27.4s, v23.s[3]
ldur q27, [x6, #52]
fmla v0.4s, v28.4s, v20.s[3]
fmla v4.4s, v28.4s, v21.s[3]
fmla v8.4s, v28.4s, v22.s[3]
fmla v16.4s, v28.4s, v23.s[3]
ldur q28, [x6, #68]
fmla v1.4s, v29.4s, v20.s[3]
fmla v5.4s, v29.4s, v21.s[3]
fmla v9.4s, v29.4s, v22.s[3]
fmla v17.4s, v29.4s, v23.s[3]
ldur q29, [x6, #84]
fmla v2.4s, v30.4s, v20.s[3]
fmla v6.4s, v30.4s, v21.s[3]
ldr q20, [x8]
fmla v10.4s, v30.4s, v22.s[3]
fmla v18.4s, v30.4s, v23.s[3]
ldur q21, [x8, #52]
ldur q22, [x8, #104]
ldur q23, [x8, #156]
fmla v31.4s, v19.4s, v20.s[0]
fmla v3.4s, v19.4s, v21.s[0]
fmla v0.4s, v24.4s, v20.s[0]
ldur q30, [x6, #88]
fmla v7.4s, v19.4s, v22.s[0]
fmla v11.4s, v19.4s, v23.s[0]
ldur q19, [x6, #104]
fmla v4.4s, v24.4s, v21.s[0]
fmla v8.4s, v24.4s, v22.s[0]
add x8, x8, #16
fmla v16.4s, v24.4s, v23.s[0]
fmla v1.4s, v25.4s, v20.s[0]
ldur q24, [x6, #120]
fmla v5.4s, v25.4s, v21.s[0]
fmla v9.4s, v25.4s, v22.s[0]
fmla v17.4s, v25.4s, v23.s[0]
fmla v2.4s, v26.4s, v20.s[0]
ldur q25, [x6, #136]
fmla v6.4s, v26.4s, v21.s[0]
fmla v10.4s, v26.4s, v22.s[0]
fmla v18.4s, v26.4s, v23.s[0]
fmla v31.4s, v27.4s, v20.s[1]
ldur q26, [x6, #140]
fmla v3.4s, v27.4s, v21.s[1]
fmla v7.4s, v27.4s, v22.s[1]
fmla v11.4s, v27.4s, v23.s[1]
fmla v0.4s, v28.4s, v20.s[1]
ldur q27, [x6, #156]
fmla v4.4s, v28.4s, v21.s[1]
fmla v8.4s, v28.4s, v22.s[1]
fmla v16.4s, v28.4s, v23.s[1]
fmla v1.4s, v29.4s, v20.s[1]
ldur q28, [x6, #172]
fmla v5.4s, v29.4s, v21.s[1]
fmla v9.4s, v29.4s, v22.s[1]
fmla v17.4s, v29.4s, v23.s[1]
fmla v2.4s, v30.4s, v20.s[1]
ldur q29, [x6, #188]
fmla v6.4s, v30.4s, v21.s[1]
fmla v10.4s, v30.4s, v22.s[1]
fmla v18.4s, v30.4s, v23.s[1]
fmla v31.4s, v19.4s, v20.s[2]
ldr q30, [x6, #192]
fmla v3.4s, v19.4s, v21.s[2]
fmla v7.4s, v19.4s, v22.s[2]
add x6, x6, #208
fmla v11.4s, v19.4s, v23.s[2]
fmla v0.4s, v24.4s, v20.s[2]
ldr q19, [x6]
fmla v4.4s, v24.4s, v21.s[2]
fmla v8.4s, v24.4s, v22.s[2]
fmla v16.4s, v24.4s, v23.s[2]
fmla v1.4s, v25.4s, v20.s[2]
ldr q24, [x6, #16]
fmla v5.4s, v25.4s, v21.s[2]
fmla v9.4s, v25.4s, v22.s[2]
fmla v17.4s, v25.4s, v23.s[2]
fmla v2.4s, v26.4s, v20.s[2]
ldr q25, [x6, #32]
fmla v6.4s, v26.4s, v21.s[2]
fmla v10.4s, v26.4s, v22.s[2]
fmla v18.4s, v26.4s, v23.s[2]
fmla v31.4s, v27.4s, v20.s[3]
ldur q26, [x6, #36]
fmla v3.4s, v27.4s, v21.s[3]
fmla v7.4s, v27.4s, v22.s[3]
fmla v11.4s, v27.4s, v23.s[3]
fmla v0.4s, v28.4s, v20.s[3]
ldur q27, [x6, #52]
fmla v4.4s, v28.4s, v21.s[3]
fmla v8.4s, v28.4s, v22.s[3]
fmla v16.4s, v28.4s, v23.s[3]
fmla v1.4s, v29.4s, v20.s[3]
ldur q28, [x6, #68]
fmla v5.4s, v29.4s, v21.s[3]
fmla v9.4s, v29.4s, v22.s[3]
fmla v17.4s, v29.4s, v23.s[3]
fmla v2.4s, v30.4s, v20.s[3]
ldr q20, [x8]
fmla v6.4s, v30.4s, v21.s[3]
fmla v10.4s, v30.4s, v22.s[3]
ldur q21, [x8, #52]
fmla v18.4s, v30.4s, v23.s[3]
ldur q22, [x8, #104]
ldur q23, [x8, #156]
fmla v31.4s, v19.4s, v20.s[0]
fmla v3.4s, v19.4s, v21.s[0]
ldur q29, [x6, #84]
fmla v7.4s, v19.4s, v22.s[0]
fmla v11.4s, v19.4s, v23.s[0]
ldur q30, [x6, #88]
fmla v0.4s, v24.4s, v20.s[0]
fmla v4.4s, v24.4s, v21.s[0]
ldur q19, [x6, #104]
fmla v8.4s, v24.4s, v22.s[0]
fmla v16.4s, v24.4s, v23.s[0]
ldur q24, [x6, #120]
fmla v1.4s, v25.4s, v20.s[0]
fmla v5.4s, v25.4s, v21.s[0]
add x8, x8, #16
fmla v9.4s, v25.4s, v22.s[0]
fmla v17.4s, v25.4s, v23.s[0]
ldur q25, [x6, #136]
fmla v2.4s, v26.4s, v20.s[0]
fmla v6.4s, v26.4s, v21.s[0]
sub x8, x8, #12
fmla v10.4s, v26.4s, v22.s[0]
fmla v18.4s, v26.4s, v23.s[0]
ldur q26, [x6, #140]
fmla v31.4s, v27.4s, v20.s[1]
fmla v3.4s, v27.4s, v21.s[1]
add x1, x1, #208
fmla v7.4s, v27.4s, v22.s[1]
fmla v11.4s, v27.4s, v23.s[1]
ldur q27, [x6, #156]
fmla v0.4s, v28.4s, v20.s[1]
fmla v4.4s, v28.4s, v21.s[1]
add x2, x2, #208
fmla v8.4s, v28.4s, v22.s[1]
fmla v16.4s, v28.4s, v23.s[1]
ldur q28, [x6, #172]
fmla v1.4s, v29.4s, v20.s[1]
fmla v5.4s, v29.4s, v21.s[1]
sub x5, x5, #1
fmla v9.4s, v29.4s, v22.s[1]
fmla v17.4s, v29.4s, v23.s[1]
ldur q29, [x6, #188]
fmla v2.4s, v30.4s, v20.s[1]
fmla v6.4s, v30.4s, v21.s[1]
fmla v10.4s, v30.4s, v22.s[1]
fmla v18.4s, v30.4s, v23.s[1]
ldr q30, [x6, #192]
fmla v31.4s, v19.4s, v20.s[2]
fmla v3.4s, v19.4s, v21.s[2]
add x6, x6, #208
fmla v7.4s, v19.4s, v22.s[2]
fmla v11.4s, v19.4s, v23.s[2]
ldr q19, [x6]
fmla v0.4s, v24.4s, v20.s[2]
fmla v4.4s, v24.4s, v21.s[2]
fmla v8.4s, v24.4s, v22.s[2]
fmla v16.4s, v24.4s, v23.s[2]
ldr q24, [x6, #16]
fmla v1.4s, v25.4s, v20.s[2]
fmla v5.4s, v25.4s, v21.s[2]
fmla v9.4s, v25.4s, v22.s[2]
fmla v17.4s, v25.4s, v23.s[2]
ldr q25, [x6, #32]
fmla v2.4s, v26.4s, v20.s[2]
fmla v6.4s, v26.4s, v21.s[2]
fmla v10.4s, v26.4s, v22.s[2]
fmla v18.4s, v26.4s, v23.s[2]
ldur q26, [x6, #36]
fmla v31.4s, v27.4s, v20.s[3]
fmla v3.4s, v27.4s, v21.s[3]
fmla v7.4s, v27.4s, v22.s[3]
fmla v11.4s, v27.4s, v23.s[3]
fmla v0.4s, v28.4s, v20.s[3]
fmla v4.4s, v28.4s, v21.s[3]
fmla v8.4s, v28.4s, v22.s[3]
fmla v16.4s, v28.4s, v23.s[3]
fmla v1.4s, v29.4s, v20.s[3]
fmla v5.4s, v29.4s, v21.s[3]
fmla v9.4s, v29.4s, v22.s[3]
fmla v17.4s, v29.4s, v23.s[3]
fmla v2.4s, v30.4s, v20.s[3]
fmla v6.4s, v30.4s, v21.s[3]
ldr q20, [x8]
fmla v10.4s, v30.4s, v22.s[3]
fmla v18.4s, v30.4s, v23.s[3]
ldur q21, [x8, #52]
ldur q22, [x8, #104]
ldur q23, [x8, #156]
fmla v31.4s, v19.4s, v20.s[3]
fmla v3.4s, v19.4s, v21.s[3]
fmla v0.4s, v24.4s, v20.s[3]
fmla v7.4s, v19.4s, v22.s[3]
fmla v11.4s, v19.4s, v23.s[3]
fmla v4.4s, v24.4s, v21.s[3]
fmla v8.4s, v24.4s, v22.s[3]
fmla v16.4s, v24.4s, v23.s[3]
fmla v1.4s, v25.4s, v20.s[3]
fmla v5.4s, v25.4s, v21.s[3]
fmla v9.4s, v25.4s, v22.s[3]
stp q31, q0, [x7]
fmla v17.4s, v25.4s, v23.s[3]
fmla v2.4s, v26.4s, v20.s[3]
fmla v6.4s, v26.4s, v21.s[3]
fmla v10.4s, v26.4s, v22.s[3]
fmla v18.4s, v26.4s, v23.s[3]
str q1, [x7, #32]
stur q2, [x7, #36]
stur q3, [x7, #52]
stur q4, [x7, #68]
stur q5, [x7, #84]
stur q6, [x7, #88]
stur q7, [x7, #104]
stur q8, [x7, #120]
stur q9, [x7, #136]
stur q10, [x7, #140]
stur q11, [x7, #156]
stur q16, [x7, #172]
stur q17, [x7, #188]
str q18, [x7, #192]
cbnz x5, #-1280
ldp d10, d11, [sp, #16]
ldp d8, d9, [sp], #32
ret
