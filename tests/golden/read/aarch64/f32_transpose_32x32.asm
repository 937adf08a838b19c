// unary identity f32 32x32 order=transposed

// 336 bytes for neoverse-n1
bti c
mov x2, #4
mov x3, x0
mov x4, x1
mov x5, #4
add x6, x3, #128
ld1 { v0.4s, v1.4s }, [x3]
add x7, x6, #128
ld1 { v2.4s, v3.4s }, [x6]
add x6, x7, #128
ld1 { v4.4s, v5.4s }, [x7]
add x7, x6, #128
ld1 { v6.4s, v7.4s }, [x6]
add x6, x7, #128
ld1 { v16.4s, v17.4s }, [x7]
add x7, x6, #128
ld1 { v18.4s, v19.4s }, [x6]
add x6, x7, #128
ld1 { v20.4s, v21.4s }, [x7]
ld1 { v22.4s, v23.4s }, [x6]
trn1 v24.4s, v0.4s, v2.4s
trn1 v25.4s, v4.4s, v6.4s
trn1 v26.2d, v24.2d, v25.2d
trn2 v0.4s, v0.4s, v2.4s
trn2 v2.4s, v4.4s, v6.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v6.2d, v24.2d, v25.2d
trn2 v0.2d, v0.2d, v2.2d
trn1 v2.4s, v16.4s, v18.4s
trn1 v24.4s, v20.4s, v22.4s
trn1 v25.2d, v2.2d, v24.2d
trn2 v16.4s, v16.4s, v18.4s
trn2 v18.4s, v20.4s, v22.4s
trn1 v20.2d, v16.2d, v18.2d
trn2 v2.2d, v2.2d, v24.2d
trn2 v16.2d, v16.2d, v18.2d
add x6, x4, #128
st1 { v26.4s }, [x4]
str q25, [x4, #16]
add x7, x6, #128
st1 { v4.4s }, [x6]
str q20, [x6, #16]
add x6, x7, #128
st1 { v6.4s }, [x7]
str q2, [x7, #16]
st1 { v0.4s }, [x6]
str q16, [x6, #16]
trn1 v0.4s, v1.4s, v3.4s
trn1 v2.4s, v5.4s, v7.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v1.4s, v1.4s, v3.4s
trn2 v3.4s, v5.4s, v7.4s
trn1 v5.2d, v1.2d, v3.2d
trn2 v0.2d, v0.2d, v2.2d
trn2 v1.2d, v1.2d, v3.2d
trn1 v2.4s, v17.4s, v19.4s
trn1 v3.4s, v21.4s, v23.4s
trn1 v6.2d, v2.2d, v3.2d
trn2 v7.4s, v17.4s, v19.4s
trn2 v16.4s, v21.4s, v23.4s
trn1 v17.2d, v7.2d, v16.2d
trn2 v2.2d, v2.2d, v3.2d
trn2 v3.2d, v7.2d, v16.2d
add x6, x6, #128
add x7, x6, #128
st1 { v4.4s }, [x6]
str q6, [x6, #16]
add x6, x7, #128
st1 { v5.4s }, [x7]
str q17, [x7, #16]
add x7, x6, #128
st1 { v0.4s }, [x6]
str q2, [x6, #16]
st1 { v1.4s }, [x7]
str q3, [x7, #16]
add x3, x3, #32
add x4, x4, #1024
sub x5, x5, #1
cbnz x5, #-292
add x0, x0, #1024
add x1, x1, #32
sub x2, x2, #1
cbnz x2, #-320
ret

// 248 bytes for neoverse-v1
bti c
mov x2, #4
mov x3, x0
mov x4, x1
mov x5, #4
ldp q0, q1, [x3]
ldp q2, q3, [x3, #128]
ldp q4, q5, [x3, #256]
ldp q6, q7, [x3, #384]
ldp q16, q17, [x3, #512]
ldp q18, q19, [x3, #640]
ldp q20, q21, [x3, #768]
ldp q22, q23, [x3, #896]
trn1 v24.4s, v0.4s, v2.4s
trn1 v25.4s, v4.4s, v6.4s
trn1 v26.2d, v24.2d, v25.2d
trn2 v0.4s, v0.4s, v2.4s
trn2 v2.4s, v4.4s, v6.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v6.2d, v24.2d, v25.2d
trn2 v0.2d, v0.2d, v2.2d
trn1 v2.4s, v16.4s, v18.4s
trn1 v24.4s, v20.4s, v22.4s
trn1 v25.2d, v2.2d, v24.2d
trn2 v16.4s, v16.4s, v18.4s
trn2 v18.4s, v20.4s, v22.4s
trn1 v20.2d, v16.2d, v18.2d
trn2 v2.2d, v2.2d, v24.2d
trn2 v16.2d, v16.2d, v18.2d
stp q26, q25, [x4]
stp q4, q20, [x4, #128]
stp q6, q2, [x4, #256]
stp q0, q16, [x4, #384]
trn1 v0.4s, v1.4s, v3.4s
trn1 v2.4s, v5.4s, v7.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v1.4s, v1.4s, v3.4s
trn2 v3.4s, v5.4s, v7.4s
trn1 v5.2d, v1.2d, v3.2d
trn2 v0.2d, v0.2d, v2.2d
trn2 v1.2d, v1.2d, v3.2d
trn1 v2.4s, v17.4s, v19.4s
trn1 v3.4s, v21.4s, v23.4s
trn1 v6.2d, v2.2d, v3.2d
trn2 v7.4s, v17.4s, v19.4s
trn2 v16.4s, v21.4s, v23.4s
trn1 v17.2d, v7.2d, v16.2d
trn2 v2.2d, v2.2d, v3.2d
trn2 v3.2d, v7.2d, v16.2d
stp q4, q6, [x4, #512]
stp q5, q17, [x4, #640]
stp q0, q2, [x4, #768]
stp q1, q3, [x4, #896]
add x3, x3, #32
add x4, x4, #1024
sub x5, x5, #1
cbnz x5, #-204
add x0, x0, #1024
add x1, x1, #32
sub x2, x2, #1
cbnz x2, #-232
ret

// 280 bytes for neoverse-v2
bti c
mov x2, #4
mov x3, x0
mov x4, x1
mov x5, #4
ldr q0, [x3]
ldr q1, [x3, #16]
ldr q2, [x3, #128]
ldr q3, [x3, #144]
ldr q4, [x3, #256]
ldr q5, [x3, #272]
ldr q6, [x3, #384]
ldr q7, [x3, #400]
ldr q16, [x3, #512]
ldr q17, [x3, #528]
ldr q18, [x3, #640]
ldr q19, [x3, #656]
ldr q20, [x3, #768]
ldr q21, [x3, #784]
ldr q22, [x3, #896]
ldr q23, [x3, #912]
trn1 v24.4s, v0.4s, v2.4s
trn1 v25.4s, v4.4s, v6.4s
trn1 v26.2d, v24.2d, v25.2d
trn2 v0.4s, v0.4s, v2.4s
trn2 v2.4s, v4.4s, v6.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v6.2d, v24.2d, v25.2d
trn2 v0.2d, v0.2d, v2.2d
trn1 v2.4s, v16.4s, v18.4s
trn1 v24.4s, v20.4s, v22.4s
trn1 v25.2d, v2.2d, v24.2d
trn2 v16.4s, v16.4s, v18.4s
trn2 v18.4s, v20.4s, v22.4s
trn1 v20.2d, v16.2d, v18.2d
trn2 v2.2d, v2.2d, v24.2d
trn2 v16.2d, v16.2d, v18.2d
stp q26, q25, [x4]
stp q4, q20, [x4, #128]
stp q6, q2, [x4, #256]
stp q0, q16, [x4, #384]
trn1 v0.4s, v1.4s, v3.4s
trn1 v2.4s, v5.4s, v7.4s
trn1 v4.2d, v0.2d, v2.2d
trn2 v1.4s, v1.4s, v3.4s
trn2 v3.4s, v5.4s, v7.4s
trn1 v5.2d, v1.2d, v3.2d
trn2 v0.2d, v0.2d, v2.2d
trn2 v1.2d, v1.2d, v3.2d
trn1 v2.4s, v17.4s, v19.4s
trn1 v3.4s, v21.4s, v23.4s
trn1 v6.2d, v2.2d, v3.2d
trn2 v7.4s, v17.4s, v19.4s
trn2 v16.4s, v21.4s, v23.4s
trn1 v17.2d, v7.2d, v16.2d
trn2 v2.2d, v2.2d, v3.2d
trn2 v3.2d, v7.2d, v16.2d
stp q4, q6, [x4, #512]
stp q5, q17, [x4, #640]
stp q0, q2, [x4, #768]
stp q1, q3, [x4, #896]
add x3, x3, #32
add x4, x4, #1024
sub x5, x5, #1
cbnz x5, #-236
add x0, x0, #1024
add x1, x1, #32
sub x2, x2, #1
cbnz x2, #-264
ret

// 280 bytes for cortex-a510
bti c
mov x2, #4
mov x3, x0
mov x4, x1
mov x5, #4
ldr q0, [x3]
ldr q1, [x3, #16]
ldr q2, [x3, #128]
ldr q3, [x3, #144]
ldr q4, [x3, #256]
ldr q5, [x3, #272]
ldr q6, [x3, #384]
ldr q7, [x3, #400]
ldr q16, [x3, #512]
ldr q17, [x3, #528]
ldr q18, [x3, #640]
ldr q19, [x3, #656]
ldr q20, [x3, #768]
ldr q21, [x3, #784]
ldr q22, [x3, #896]
ldr q23, [x3, #912]
trn1 v24.4s, v0.4s, v2.4s
trn1 v25.4s, v4.4s, v6.4s
trn2 v27.4s, v0.4s, v2.4s
trn2 v28.4s, v4.4s, v6.4s
trn1 v0.4s, v16.4s, v18.4s
trn1 v2.4s, v20.4s, v22.4s
trn2 v6.4s, v16.4s, v18.4s
trn2 v16.4s, v20.4s, v22.4s
trn1 v26.2d, v24.2d, v25.2d
trn2 v30.2d, v24.2d, v25.2d
trn1 v29.2d, v27.2d, v28.2d
trn2 v31.2d, v27.2d, v28.2d
trn1 v4.2d, v0.2d, v2.2d
trn2 v20.2d, v0.2d, v2.2d
trn1 v18.2d, v6.2d, v16.2d
trn2 v22.2d, v6.2d, v16.2d
trn1 v24.4s, v1.4s, v3.4s
trn1 v25.4s, v5.4s, v7.4s
trn2 v27.4s, v1.4s, v3.4s
trn2 v28.4s, v5.4s, v7.4s
stp q26, q4, [x4]
trn1 v0.4s, v17.4s, v19.4s
trn1 v1.4s, v21.4s, v23.4s
stp q29, q18, [x4, #128]
trn2 v3.4s, v17.4s, v19.4s
trn2 v4.4s, v21.4s, v23.4s
stp q30, q20, [x4, #256]
trn1 v26.2d, v24.2d, v25.2d
trn2 v30.2d, v24.2d, v25.2d
stp q31, q22, [x4, #384]
trn1 v29.2d, v27.2d, v28.2d
trn2 v31.2d, v27.2d, v28.2d
trn1 v2.2d, v0.2d, v1.2d
trn2 v6.2d, v0.2d, v1.2d
trn1 v5.2d, v3.2d, v4.2d
trn2 v7.2d, v3.2d, v4.2d
stp q26, q2, [x4, #512]
add x3, x3, #32
sub x5, x5, #1
stp q29, q5, [x4, #640]
stp q30, q6, [x4, #768]
stp q31, q7, [x4, #896]
add x4, x4, #1024
cbnz x5, #-236
add x0, x0, #1024
add x1, x1, #32
sub x2, x2, #1
cbnz x2, #-264
ret
