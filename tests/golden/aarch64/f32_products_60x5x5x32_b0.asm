// window products f32 60x5x5x32 in=32,2048,32 weights=160,32 out=32

// 780 bytes for neoverse-n1: 7890.0 cycles, 6612.0 wide
bti c
sub sp, sp, #16
st1 { v8.1d, v9.1d }, [sp]
mov x3, #3
mov x4, #8
fmov d0, xzr
fmov d1, xzr
fmov d2, xzr
fmov d3, xzr
fmov d4, xzr
fmov d5, xzr
fmov d6, xzr
fmov d7, xzr
fmov d16, xzr
fmov d17, xzr
fmov d18, xzr
fmov d19, xzr
fmov d20, xzr
fmov d21, xzr
fmov d22, xzr
fmov d23, xzr
fmov d24, xzr
fmov d25, xzr
fmov d26, xzr
fmov d27, xzr
mov x5, #5
ld1 { v28.4s }, [x1]
ldur q29, [x1, #128]
ldr q30, [x1, #256]
ldr q31, [x1, #384]
ldr q8, [x1, #512]
ld1 { v9.4s }, [x0]
fmla v0.4s, v9.4s, v28.4s
ldur q9, [x0, #128]
fmla v1.4s, v9.4s, v28.4s
fmla v0.4s, v9.4s, v29.4s
ldr q9, [x0, #256]
fmla v2.4s, v9.4s, v28.4s
fmla v1.4s, v9.4s, v29.4s
fmla v0.4s, v9.4s, v30.4s
ldr q9, [x0, #384]
fmla v3.4s, v9.4s, v28.4s
fmla v2.4s, v9.4s, v29.4s
fmla v1.4s, v9.4s, v30.4s
fmla v0.4s, v9.4s, v31.4s
ldr q9, [x0, #512]
fmla v4.4s, v9.4s, v28.4s
fmla v3.4s, v9.4s, v29.4s
fmla v2.4s, v9.4s, v30.4s
fmla v1.4s, v9.4s, v31.4s
fmla v0.4s, v9.4s, v8.4s
ldr q9, [x0, #640]
fmla v5.4s, v9.4s, v28.4s
fmla v4.4s, v9.4s, v29.4s
fmla v3.4s, v9.4s, v30.4s
fmla v2.4s, v9.4s, v31.4s
fmla v1.4s, v9.4s, v8.4s
ldr q9, [x0, #768]
fmla v6.4s, v9.4s, v28.4s
fmla v5.4s, v9.4s, v29.4s
fmla v4.4s, v9.4s, v30.4s
fmla v3.4s, v9.4s, v31.4s
fmla v2.4s, v9.4s, v8.4s
ldr q9, [x0, #896]
fmla v7.4s, v9.4s, v28.4s
fmla v6.4s, v9.4s, v29.4s
fmla v5.4s, v9.4s, v30.4s
fmla v4.4s, v9.4s, v31.4s
fmla v3.4s, v9.4s, v8.4s
ldr q9, [x0, #1024]
fmla v16.4s, v9.4s, v28.4s
fmla v7.4s, v9.4s, v29.4s
fmla v6.4s, v9.4s, v30.4s
fmla v5.4s, v9.4s, v31.4s
fmla v4.4s, v9.4s, v8.4s
ldr q9, [x0, #1152]
fmla v17.4s, v9.4s, v28.4s
fmla v16.4s, v9.4s, v29.4s
fmla v7.4s, v9.4s, v30.4s
fmla v6.4s, v9.4s, v31.4s
fmla v5.4s, v9.4s, v8.4s
ldr q9, [x0, #1280]
fmla v18.4s, v9.4s, v28.4s
fmla v17.4s, v9.4s, v29.4s
fmla v16.4s, v9.4s, v30.4s
fmla v7.4s, v9.4s, v31.4s
fmla v6.4s, v9.4s, v8.4s
ldr q9, [x0, #1408]
fmla v19.4s, v9.4s, v28.4s
fmla v18.4s, v9.4s, v29.4s
fmla v17.4s, v9.4s, v30.4s
fmla v16.4s, v9.4s, v31.4s
fmla v7.4s, v9.4s, v8.4s
ldr q9, [x0, #1536]
fmla v20.4s, v9.4s, v28.4s
fmla v19.4s, v9.4s, v29.4s
fmla v18.4s, v9.4s, v30.4s
fmla v17.4s, v9.4s, v31.4s
fmla v16.4s, v9.4s, v8.4s
ldr q9, [x0, #1664]
fmla v21.4s, v9.4s, v28.4s
fmla v20.4s, v9.4s, v29.4s
fmla v19.4s, v9.4s, v30.4s
fmla v18.4s, v9.4s, v31.4s
fmla v17.4s, v9.4s, v8.4s
ldr q9, [x0, #1792]
fmla v22.4s, v9.4s, v28.4s
fmla v21.4s, v9.4s, v29.4s
fmla v20.4s, v9.4s, v30.4s
fmla v19.4s, v9.4s, v31.4s
fmla v18.4s, v9.4s, v8.4s
ldr q9, [x0, #1920]
fmla v23.4s, v9.4s, v28.4s
fmla v22.4s, v9.4s, v29.4s
fmla v21.4s, v9.4s, v30.4s
fmla v20.4s, v9.4s, v31.4s
fmla v19.4s, v9.4s, v8.4s
ldr q9, [x0, #2048]
fmla v24.4s, v9.4s, v28.4s
fmla v23.4s, v9.4s, v29.4s
fmla v22.4s, v9.4s, v30.4s
fmla v21.4s, v9.4s, v31.4s
fmla v20.4s, v9.4s, v8.4s
ldr q9, [x0, #2176]
fmla v25.4s, v9.4s, v28.4s
fmla v24.4s, v9.4s, v29.4s
fmla v23.4s, v9.4s, v30.4s
fmla v22.4s, v9.4s, v31.4s
fmla v21.4s, v9.4s, v8.4s
ldr q9, [x0, #2304]
fmla v26.4s, v9.4s, v28.4s
fmla v25.4s, v9.4s, v29.4s
fmla v24.4s, v9.4s, v30.4s
fmla v23.4s, v9.4s, v31.4s
fmla v22.4s, v9.4s, v8.4s
ldr q9, [x0, #2432]
fmla v27.4s, v9.4s, v28.4s
fmla v26.4s, v9.4s, v29.4s
fmla v25.4s, v9.4s, v30.4s
fmla v24.4s, v9.4s, v31.4s
fmla v23.4s, v9.4s, v8.4s
ldr q28, [x0, #2560]
fmla v27.4s, v28.4s, v29.4s
fmla v26.4s, v28.4s, v30.4s
fmla v25.4s, v28.4s, v31.4s
fmla v24.4s, v28.4s, v8.4s
ldr q28, [x0, #2688]
fmla v27.4s, v28.4s, v30.4s
fmla v26.4s, v28.4s, v31.4s
fmla v25.4s, v28.4s, v8.4s
ldr q28, [x0, #2816]
fmla v27.4s, v28.4s, v31.4s
fmla v26.4s, v28.4s, v8.4s
ldr q28, [x0, #2944]
fmla v27.4s, v28.4s, v8.4s
add x0, x0, #2, lsl #12
add x1, x1, #640
sub x5, x5, #1
cbnz x5, #-528
sub x0, x0, #10, lsl #12
sub x1, x1, #3200
st1 { v0.4s }, [x2]
str q1, [x2, #128]
str q2, [x2, #256]
str q3, [x2, #384]
str q4, [x2, #512]
str q5, [x2, #640]
str q6, [x2, #768]
str q7, [x2, #896]
str q16, [x2, #1024]
str q17, [x2, #1152]
str q18, [x2, #1280]
str q19, [x2, #1408]
str q20, [x2, #1536]
str q21, [x2, #1664]
str q22, [x2, #1792]
str q23, [x2, #1920]
str q24, [x2, #2048]
str q25, [x2, #2176]
str q26, [x2, #2304]
str q27, [x2, #2432]
add x0, x0, #16
add x1, x1, #16
add x2, x2, #16
sub x4, x4, #1
cbnz x4, #-720
sub x0, x0, #128
sub x1, x1, #128
sub x2, x2, #128
add x0, x0, #2560
add x2, x2, #2560
sub x3, x3, #1
cbnz x3, #-752
ldp d8, d9, [sp], #16
ret

// 776 bytes for neoverse-v1: 3140.0 cycles, 3138.0 wide
bti c
stp d8, d9, [sp, #-16]!
mov x3, #3
mov x4, #8
fmov d0, xzr
fmov d1, xzr
fmov d2, xzr
fmov d3, xzr
fmov d4, xzr
fmov d5, xzr
fmov d6, xzr
fmov d7, xzr
fmov d16, xzr
fmov d17, xzr
fmov d18, xzr
fmov d19, xzr
fmov d20, xzr
fmov d21, xzr
fmov d22, xzr
fmov d23, xzr
fmov d24, xzr
fmov d25, xzr
fmov d26, xzr
fmov d27, xzr
mov x5, #5
ldr q28, [x1]
ldr q29, [x1, #128]
ldr q30, [x1, #256]
ldr q31, [x1, #384]
ldr q8, [x1, #512]
ldr q9, [x0]
fmla v0.4s, v9.4s, v28.4s
ldr q9, [x0, #128]
fmla v1.4s, v9.4s, v28.4s
fmla v0.4s, v9.4s, v29.4s
ldr q9, [x0, #256]
fmla v2.4s, v9.4s, v28.4s
fmla v1.4s, v9.4s, v29.4s
fmla v0.4s, v9.4s, v30.4s
ldr q9, [x0, #384]
fmla v3.4s, v9.4s, v28.4s
fmla v2.4s, v9.4s, v29.4s
fmla v1.4s, v9.4s, v30.4s
fmla v0.4s, v9.4s, v31.4s
ldr q9, [x0, #512]
fmla v4.4s, v9.4s, v28.4s
fmla v3.4s, v9.4s, v29.4s
fmla v2.4s, v9.4s, v30.4s
fmla v1.4s, v9.4s, v31.4s
fmla v0.4s, v9.4s, v8.4s
ldr q9, [x0, #640]
fmla v5.4s, v9.4s, v28.4s
fmla v4.4s, v9.4s, v29.4s
fmla v3.4s, v9.4s, v30.4s
fmla v2.4s, v9.4s, v31.4s
fmla v1.4s, v9.4s, v8.4s
ldr q9, [x0, #768]
fmla v6.4s, v9.4s, v28.4s
fmla v5.4s, v9.4s, v29.4s
fmla v4.4s, v9.4s, v30.4s
fmla v3.4s, v9.4s, v31.4s
fmla v2.4s, v9.4s, v8.4s
ldr q9, [x0, #896]
fmla v7.4s, v9.4s, v28.4s
fmla v6.4s, v9.4s, v29.4s
fmla v5.4s, v9.4s, v30.4s
fmla v4.4s, v9.4s, v31.4s
fmla v3.4s, v9.4s, v8.4s
ldr q9, [x0, #1024]
fmla v16.4s, v9.4s, v28.4s
fmla v7.4s, v9.4s, v29.4s
fmla v6.4s, v9.4s, v30.4s
fmla v5.4s, v9.4s, v31.4s
fmla v4.4s, v9.4s, v8.4s
ldr q9, [x0, #1152]
fmla v17.4s, v9.4s, v28.4s
fmla v16.4s, v9.4s, v29.4s
fmla v7.4s, v9.4s, v30.4s
fmla v6.4s, v9.4s, v31.4s
fmla v5.4s, v9.4s, v8.4s
ldr q9, [x0, #1280]
fmla v18.4s, v9.4s, v28.4s
fmla v17.4s, v9.4s, v29.4s
fmla v16.4s, v9.4s, v30.4s
fmla v7.4s, v9.4s, v31.4s
fmla v6.4s, v9.4s, v8.4s
ldr q9, [x0, #1408]
fmla v19.4s, v9.4s, v28.4s
fmla v18.4s, v9.4s, v29.4s
fmla v17.4s, v9.4s, v30.4s
fmla v16.4s, v9.4s, v31.4s
fmla v7.4s, v9.4s, v8.4s
ldr q9, [x0, #1536]
fmla v20.4s, v9.4s, v28.4s
fmla v19.4s, v9.4s, v29.4s
fmla v18.4s, v9.4s, v30.4s
fmla v17.4s, v9.4s, v31.4s
fmla v16.4s, v9.4s, v8.4s
ldr q9, [x0, #1664]
fmla v21.4s, v9.4s, v28.4s
fmla v20.4s, v9.4s, v29.4s
fmla v19.4s, v9.4s, v30.4s
fmla v18.4s, v9.4s, v31.4s
fmla v17.4s, v9.4s, v8.4s
ldr q9, [x0, #1792]
fmla v22.4s, v9.4s, v28.4s
fmla v21.4s, v9.4s, v29.4s
fmla v20.4s, v9.4s, v30.4s
fmla v19.4s, v9.4s, v31.4s
fmla v18.4s, v9.4s, v8.4s
ldr q9, [x0, #1920]
fmla v23.4s, v9.4s, v28.4s
fmla v22.4s, v9.4s, v29.4s
fmla v21.4s, v9.4s, v30.4s
fmla v20.4s, v9.4s, v31.4s
fmla v19.4s, v9.4s, v8.4s
ldr q9, [x0, #2048]
fmla v24.4s, v9.4s, v28.4s
fmla v23.4s, v9.4s, v29.4s
fmla v22.4s, v9.4s, v30.4s
fmla v21.4s, v9.4s, v31.4s
fmla v20.4s, v9.4s, v8.4s
ldr q9, [x0, #2176]
fmla v25.4s, v9.4s, v28.4s
fmla v24.4s, v9.4s, v29.4s
fmla v23.4s, v9.4s, v30.4s
fmla v22.4s, v9.4s, v31.4s
fmla v21.4s, v9.4s, v8.4s
ldr q9, [x0, #2304]
fmla v26.4s, v9.4s, v28.4s
fmla v25.4s, v9.4s, v29.4s
fmla v24.4s, v9.4s, v30.4s
fmla v23.4s, v9.4s, v31.4s
fmla v22.4s, v9.4s, v8.4s
ldr q9, [x0, #2432]
fmla v27.4s, v9.4s, v28.4s
fmla v26.4s, v9.4s, v29.4s
fmla v25.4s, v9.4s, v30.4s
fmla v24.4s, v9.4s, v31.4s
fmla v23.4s, v9.4s, v8.4s
ldr q28, [x0, #2560]
fmla v27.4s, v28.4s, v29.4s
fmla v26.4s, v28.4s, v30.4s
fmla v25.4s, v28.4s, v31.4s
fmla v24.4s, v28.4s, v8.4s
ldr q28, [x0, #2688]
fmla v27.4s, v28.4s, v30.4s
fmla v26.4s, v28.4s, v31.4s
fmla v25.4s, v28.4s, v8.4s
ldr q28, [x0, #2816]
fmla v27.4s, v28.4s, v31.4s
fmla v26.4s, v28.4s, v8.4s
ldr q28, [x0, #2944]
fmla v27.4s, v28.4s, v8.4s
add x0, x0, #2, lsl #12
add x1, x1, #640
sub x5, x5, #1
cbnz x5, #-528
sub x0, x0, #10, lsl #12
sub x1, x1, #3200
str q0, [x2]
str q1, [x2, #128]
str q2, [x2, #256]
str q3, [x2, #384]
str q4, [x2, #512]
str q5, [x2, #640]
str q6, [x2, #768]
str q7, [x2, #896]
str q16, [x2, #1024]
str q17, [x2, #1152]
str q18, [x2, #1280]
str q19, [x2, #1408]
str q20, [x2, #1536]
str q21, [x2, #1664]
str q22, [x2, #1792]
str q23, [x2, #1920]
str q24, [x2, #2048]
str q25, [x2, #2176]
str q26, [x2, #2304]
str q27, [x2, #2432]
add x0, x0, #16
add x1, x1, #16
add x2, x2, #16
sub x4, x4, #1
cbnz x4, #-720
sub x0, x0, #128
sub x1, x1, #128
sub x2, x2, #128
add x0, x0, #2560
add x2, x2, #2560
sub x3, x3, #1
cbnz x3, #-752
ldp d8, d9, [sp], #16
ret

// 776 bytes for neoverse-v2: 3142.0 cycles, 3137.0 wide
bti c
stp d8, d9, [sp, #-16]!
mov x3, #3
mov x4, #8
movi v0.2d, #0000000000000000
movi v1.2d, #0000000000000000
movi v2.2d, #0000000000000000
movi v3.2d, #0000000000000000
movi v4.2d, #0000000000000000
movi v5.2d, #0000000000000000
movi v6.2d, #0000000000000000
movi v7.2d, #0000000000000000
movi v16.2d, #0000000000000000
movi v17.2d, #0000000000000000
movi v18.2d, #0000000000000000
movi v19.2d, #0000000000000000
movi v20.2d, #0000000000000000
movi v21.2d, #0000000000000000
movi v22.2d, #0000000000000000
movi v23.2d, #0000000000000000
movi v24.2d, #0000000000000000
movi v25.2d, #0000000000000000
movi v26.2d, #0000000000000000
movi v27.2d, #0000000000000000
mov x5, #5
ldr q28, [x1]
ldr q29, [x1, #128]
ldr q30, [x1, #256]
ldr q31, [x1, #384]
ldr q8, [x1, #512]
ldr q9, [x0]
fmla v0.4s, v9.4s, v28.4s
ldr q9, [x0, #128]
fmla v1.4s, v9.4s, v28.4s
fmla v0.4s, v9.4s, v29.4s
ldr q9, [x0, #256]
fmla v2.4s, v9.4s, v28.4s
fmla v1.4s, v9.4s, v29.4s
fmla v0.4s, v9.4s, v30.4s
ldr q9, [x0, #384]
fmla v3.4s, v9.4s, v28.4s
fmla v2.4s, v9.4s, v29.4s
fmla v1.4s, v9.4s, v30.4s
fmla v0.4s, v9.4s, v31.4s
ldr q9, [x0, #512]
fmla v4.4s, v9.4s, v28.4s
fmla v3.4s, v9.4s, v29.4s
fmla v2.4s, v9.4s, v30.4s
fmla v1.4s, v9.4s, v31.4s
fmla v0.4s, v9.4s, v8.4s
ldr q9, [x0, #640]
fmla v5.4s, v9.4s, v28.4s
fmla v4.4s, v9.4s, v29.4s
fmla v3.4s, v9.4s, v30.4s
fmla v2.4s, v9.4s, v31.4s
fmla v1.4s, v9.4s, v8.4s
ldr q9, [x0, #768]
fmla v6.4s, v9.4s, v28.4s
fmla v5.4s, v9.4s, v29.4s
fmla v4.4s, v9.4s, v30.4s
fmla v3.4s, v9.4s, v31.4s
fmla v2.4s, v9.4s, v8.4s
ldr q9, [x0, #896]
fmla v7.4s, v9.4s, v28.4s
fmla v6.4s, v9.4s, v29.4s
fmla v5.4s, v9.4s, v30.4s
fmla v4.4s, v9.4s, v31.4s
fmla v3.4s, v9.4s, v8.4s
ldr q9, [x0, #1024]
fmla v16.4s, v9.4s, v28.4s
fmla v7.4s, v9.4s, v29.4s
fmla v6.4s, v9.4s, v30.4s
fmla v5.4s, v9.4s, v31.4s
fmla v4.4s, v9.4s, v8.4s
ldr q9, [x0, #1152]
fmla v17.4s, v9.4s, v28.4s
fmla v16.4s, v9.4s, v29.4s
fmla v7.4s, v9.4s, v30.4s
fmla v6.4s, v9.4s, v31.4s
fmla v5.4s, v9.4s, v8.4s
ldr q9, [x0, #1280]
fmla v18.4s, v9.4s, v28.4s
fmla v17.4s, v9.4s, v29.4s
fmla v16.4s, v9.4s, v30.4s
fmla v7.4s, v9.4s, v31.4s
fmla v6.4s, v9.4s, v8.4s
ldr q9, [x0, #1408]
fmla v19.4s, v9.4s, v28.4s
fmla v18.4s, v9.4s, v29.4s
fmla v17.4s, v9.4s, v30.4s
fmla v16.4s, v9.4s, v31.4s
fmla v7.4s, v9.4s, v8.4s
ldr q9, [x0, #1536]
fmla v20.4s, v9.4s, v28.4s
fmla v19.4s, v9.4s, v29.4s
fmla v18.4s, v9.4s, v30.4s
fmla v17.4s, v9.4s, v31.4s
fmla v16.4s, v9.4s, v8.4s
ldr q9, [x0, #1664]
fmla v21.4s, v9.4s, v28.4s
fmla v20.4s, v9.4s, v29.4s
fmla v19.4s, v9.4s, v30.4s
fmla v18.4s, v9.4s, v31.4s
fmla v17.4s, v9.4s, v8.4s
ldr q9, [x0, #1792]
fmla v22.4s, v9.4s, v28.4s
fmla v21.4s, v9.4s, v29.4s
fmla v20.4s, v9.4s, v30.4s
fmla v19.4s, v9.4s, v31.4s
fmla v18.4s, v9.4s, v8.4s
ldr q9, [x0, #1920]
fmla v23.4s, v9.4s, v28.4s
fmla v22.4s, v9.4s, v29.4s
fmla v21.4s, v9.4s, v30.4s
fmla v20.4s, v9.4s, v31.4s
fmla v19.4s, v9.4s, v8.4s
ldr q9, [x0, #2048]
fmla v24.4s, v9.4s, v28.4s
fmla v23.4s, v9.4s, v29.4s
fmla v22.4s, v9.4s, v30.4s
fmla v21.4s, v9.4s, v31.4s
fmla v20.4s, v9.4s, v8.4s
ldr q9, [x0, #2176]
fmla v25.4s, v9.4s, v28.4s
fmla v24.4s, v9.4s, v29.4s
fmla v23.4s, v9.4s, v30.4s
fmla v22.4s, v9.4s, v31.4s
fmla v21.4s, v9.4s, v8.4s
ldr q9, [x0, #2304]
fmla v26.4s, v9.4s, v28.4s
fmla v25.4s, v9.4s, v29.4s
fmla v24.4s, v9.4s, v30.4s
fmla v23.4s, v9.4s, v31.4s
fmla v22.4s, v9.4s, v8.4s
ldr q9, [x0, #2432]
fmla v27.4s, v9.4s, v28.4s
fmla v26.4s, v9.4s, v29.4s
fmla v25.4s, v9.4s, v30.4s
fmla v24.4s, v9.4s, v31.4s
fmla v23.4s, v9.4s, v8.4s
ldr q28, [x0, #2560]
fmla v27.4s, v28.4s, v29.4s
fmla v26.4s, v28.4s, v30.4s
fmla v25.4s, v28.4s, v31.4s
fmla v24.4s, v28.4s, v8.4s
ldr q28, [x0, #2688]
fmla v27.4s, v28.4s, v30.4s
fmla v26.4s, v28.4s, v31.4s
fmla v25.4s, v28.4s, v8.4s
ldr q28, [x0, #2816]
fmla v27.4s, v28.4s, v31.4s
fmla v26.4s, v28.4s, v8.4s
ldr q28, [x0, #2944]
fmla v27.4s, v28.4s, v8.4s
add x0, x0, #2, lsl #12
add x1, x1, #640
sub x5, x5, #1
cbnz x5, #-528
sub x0, x0, #10, lsl #12
sub x1, x1, #3200
str q0, [x2]
str q1, [x2, #128]
str q2, [x2, #256]
str q3, [x2, #384]
str q4, [x2, #512]
str q5, [x2, #640]
str q6, [x2, #768]
str q7, [x2, #896]
str q16, [x2, #1024]
str q17, [x2, #1152]
str q18, [x2, #1280]
str q19, [x2, #1408]
str q20, [x2, #1536]
str q21, [x2, #1664]
str q22, [x2, #1792]
str q23, [x2, #1920]
str q24, [x2, #2048]
str q25, [x2, #2176]
str q26, [x2, #2304]
str q27, [x2, #2432]
add x0, x0, #16
add x1, x1, #16
add x2, x2, #16
sub x4, x4, #1
cbnz x4, #-720
sub x0, x0, #128
sub x1, x1, #128
sub x2, x2, #128
add x0, x0, #2560
add x2, x2, #2560
sub x3, x3, #1
cbnz x3, #-752
ldp d8, d9, [sp], #16
ret

// 784 bytes for cortex-a510: 9162.0 cycles
bti c
stp d8, d9, [sp, #-32]!
stp d10, d11, [sp, #16]
mov x3, #3
mov x4, #8
fmov d0, xzr
fmov d1, xzr
fmov d2, xzr
fmov d3, xzr
fmov d4, xzr
fmov d5, xzr
fmov d6, xzr
fmov d7, xzr
fmov d16, xzr
fmov d17, xzr
fmov d18, xzr
fmov d19, xzr
fmov d20, xzr
fmov d21, xzr
fmov d22, xzr
fmov d23, xzr
fmov d24, xzr
fmov d25, xzr
fmov d26, xzr
fmov d27, xzr
mov x5, #5
ldr q28, [x1]
ldr q29, [x1, #128]
ldr q30, [x1, #256]
ldr q31, [x1, #384]
ldr q8, [x1, #512]
ldr q9, [x0]
ldr q10, [x0, #128]
ldr q11, [x0, #256]
fmla v0.4s, v9.4s, v28.4s
ldr q9, [x0, #384]
fmla v1.4s, v10.4s, v28.4s
fmla v2.4s, v11.4s, v28.4s
fmla v3.4s, v9.4s, v28.4s
fmla v0.4s, v10.4s, v29.4s
ldr q10, [x0, #512]
fmla v1.4s, v11.4s, v29.4s
fmla v2.4s, v9.4s, v29.4s
fmla v4.4s, v10.4s, v28.4s
fmla v3.4s, v10.4s, v29.4s
fmla v0.4s, v11.4s, v30.4s
ldr q11, [x0, #640]
fmla v1.4s, v9.4s, v30.4s
fmla v2.4s, v10.4s, v30.4s
fmla v5.4s, v11.4s, v28.4s
fmla v4.4s, v11.4s, v29.4s
fmla v3.4s, v11.4s, v30.4s
fmla v0.4s, v9.4s, v31.4s
ldr q9, [x0, #768]
fmla v1.4s, v10.4s, v31.4s
fmla v2.4s, v11.4s, v31.4s
add x1, x1, #640
fmla v6.4s, v9.4s, v28.4s
fmla v5.4s, v9.4s, v29.4s
sub x5, x5, #1
fmla v4.4s, v9.4s, v30.4s
fmla v3.4s, v9.4s, v31.4s
fmla v0.4s, v10.4s, v8.4s
ldr q10, [x0, #896]
fmla v1.4s, v11.4s, v8.4s
fmla v2.4s, v9.4s, v8.4s
ldr q11, [x0, #1024]
fmla v7.4s, v10.4s, v28.4s
fmla v6.4s, v10.4s, v29.4s
ldr q9, [x0, #1152]
fmla v5.4s, v10.4s, v30.4s
fmla v4.4s, v10.4s, v31.4s
fmla v3.4s, v10.4s, v8.4s
fmla v16.4s, v11.4s, v28.4s
ldr q10, [x0, #1280]
fmla v17.4s, v9.4s, v28.4s
fmla v7.4s, v11.4s, v29.4s
fmla v6.4s, v11.4s, v30.4s
fmla v5.4s, v11.4s, v31.4s
fmla v4.4s, v11.4s, v8.4s
ldr q11, [x0, #1408]
fmla v16.4s, v9.4s, v29.4s
fmla v18.4s, v10.4s, v28.4s
fmla v17.4s, v10.4s, v29.4s
fmla v19.4s, v11.4s, v28.4s
fmla v7.4s, v9.4s, v30.4s
fmla v6.4s, v9.4s, v31.4s
fmla v5.4s, v9.4s, v8.4s
ldr q9, [x0, #1536]
fmla v16.4s, v10.4s, v30.4s
fmla v18.4s, v11.4s, v29.4s
fmla v17.4s, v11.4s, v30.4s
fmla v20.4s, v9.4s, v28.4s
fmla v7.4s, v10.4s, v31.4s
fmla v6.4s, v10.4s, v8.4s
ldr q10, [x0, #1664]
fmla v19.4s, v9.4s, v29.4s
fmla v16.4s, v11.4s, v31.4s
fmla v18.4s, v9.4s, v30.4s
fmla v17.4s, v9.4s, v31.4s
fmla v21.4s, v10.4s, v28.4s
fmla v7.4s, v11.4s, v8.4s
fmla v20.4s, v10.4s, v29.4s
ldr q11, [x0, #1792]
fmla v19.4s, v10.4s, v30.4s
fmla v16.4s, v9.4s, v8.4s
fmla v18.4s, v10.4s, v31.4s
ldr q9, [x0, #1920]
fmla v17.4s, v10.4s, v8.4s
fmla v22.4s, v11.4s, v28.4s
ldr q10, [x0, #2048]
fmla v21.4s, v11.4s, v29.4s
fmla v20.4s, v11.4s, v30.4s
fmla v19.4s, v11.4s, v31.4s
fmla v23.4s, v9.4s, v28.4s
fmla v18.4s, v11.4s, v8.4s
fmla v24.4s, v10.4s, v28.4s
ldr q11, [x0, #2176]
fmla v22.4s, v9.4s, v29.4s
fmla v21.4s, v9.4s, v30.4s
fmla v20.4s, v9.4s, v31.4s
fmla v19.4s, v9.4s, v8.4s
fmla v23.4s, v10.4s, v29.4s
ldr q9, [x0, #2304]
fmla v25.4s, v11.4s, v28.4s
fmla v24.4s, v11.4s, v29.4s
fmla v22.4s, v10.4s, v30.4s
fmla v26.4s, v9.4s, v28.4s
fmla v21.4s, v10.4s, v31.4s
fmla v20.4s, v10.4s, v8.4s
ldr q10, [x0, #2432]
fmla v23.4s, v11.4s, v30.4s
fmla v25.4s, v9.4s, v29.4s
fmla v24.4s, v9.4s, v30.4s
fmla v22.4s, v11.4s, v31.4s
fmla v27.4s, v10.4s, v28.4s
ldr q28, [x0, #2688]
fmla v21.4s, v11.4s, v8.4s
fmla v26.4s, v10.4s, v29.4s
ldr q11, [x0, #2560]
fmla v23.4s, v9.4s, v31.4s
fmla v25.4s, v10.4s, v30.4s
fmla v24.4s, v10.4s, v31.4s
fmla v22.4s, v9.4s, v8.4s
fmla v27.4s, v11.4s, v29.4s
ldr q29, [x0, #2816]
fmla v26.4s, v11.4s, v30.4s
fmla v23.4s, v10.4s, v8.4s
fmla v25.4s, v11.4s, v31.4s
fmla v24.4s, v11.4s, v8.4s
fmla v27.4s, v28.4s, v30.4s
ldr q30, [x0, #2944]
fmla v26.4s, v28.4s, v31.4s
add x0, x0, #2, lsl #12
fmla v25.4s, v28.4s, v8.4s
fmla v27.4s, v29.4s, v31.4s
fmla v26.4s, v29.4s, v8.4s
fmla v27.4s, v30.4s, v8.4s
cbnz x5, #-528
sub x0, x0, #10, lsl #12
sub x1, x1, #3200
str q0, [x2]
str q1, [x2, #128]
add x0, x0, #16
add x1, x1, #16
str q2, [x2, #256]
sub x4, x4, #1
str q3, [x2, #384]
str q4, [x2, #512]
str q5, [x2, #640]
str q6, [x2, #768]
str q7, [x2, #896]
str q16, [x2, #1024]
str q17, [x2, #1152]
str q18, [x2, #1280]
str q19, [x2, #1408]
str q20, [x2, #1536]
str q21, [x2, #1664]
str q22, [x2, #1792]
str q23, [x2, #1920]
str q24, [x2, #2048]
str q25, [x2, #2176]
str q26, [x2, #2304]
str q27, [x2, #2432]
add x2, x2, #16
cbnz x4, #-720
sub x0, x0, #128
sub x1, x1, #128
sub x2, x2, #128
add x0, x0, #2560
add x2, x2, #2560
sub x3, x3, #1
cbnz x3, #-752
ldp d10, d11, [sp, #16]
ldp d8, d9, [sp], #32
ret
