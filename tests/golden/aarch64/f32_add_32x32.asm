// add f32 32x32 in0=32 in1=32 out=32

// 180 bytes for neoverse-n1: 562.0 cycles, 384.0 wide
bti c
mov x3, #16
add x4, x0, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x0]
add x5, x1, #64
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x1]
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
add x6, x4, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x4]
add x4, x5, #64
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x5]
add x5, x2, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x2]
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
add x7, x6, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x6]
add x6, x4, #64
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x4]
add x4, x5, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x5]
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x7]
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x6]
add x5, x4, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x4]
fadd v16.4s, v0.4s, v4.4s
fadd v17.4s, v1.4s, v5.4s
fadd v18.4s, v2.4s, v6.4s
fadd v19.4s, v3.4s, v7.4s
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x5]
add x0, x0, #256
add x1, x1, #256
add x2, x2, #256
sub x3, x3, #1
cbnz x3, #-164
ret

// 192 bytes for neoverse-v1: 213.3 cycles, 213.3 wide
bti c
mov x3, #16
ldp q0, q1, [x0]
ldp q2, q3, [x0, #32]
ldp q4, q5, [x0, #64]
ldp q6, q7, [x0, #96]
ldp q16, q17, [x1]
ldp q18, q19, [x1, #32]
ldp q20, q21, [x1, #64]
ldp q22, q23, [x1, #96]
fadd v0.4s, v0.4s, v16.4s
fadd v1.4s, v1.4s, v17.4s
fadd v2.4s, v2.4s, v18.4s
fadd v3.4s, v3.4s, v19.4s
fadd v4.4s, v4.4s, v20.4s
fadd v5.4s, v5.4s, v21.4s
fadd v6.4s, v6.4s, v22.4s
fadd v7.4s, v7.4s, v23.4s
ldp q16, q17, [x0, #128]
ldp q18, q19, [x0, #160]
ldp q20, q21, [x0, #192]
ldp q22, q23, [x0, #224]
ldp q24, q25, [x1, #128]
ldp q26, q27, [x1, #160]
ldp q28, q29, [x1, #192]
ldp q30, q31, [x1, #224]
stp q0, q1, [x2]
stp q2, q3, [x2, #32]
stp q4, q5, [x2, #64]
stp q6, q7, [x2, #96]
fadd v0.4s, v16.4s, v24.4s
fadd v1.4s, v17.4s, v25.4s
fadd v2.4s, v18.4s, v26.4s
fadd v3.4s, v19.4s, v27.4s
fadd v4.4s, v20.4s, v28.4s
fadd v5.4s, v21.4s, v29.4s
fadd v6.4s, v22.4s, v30.4s
fadd v7.4s, v23.4s, v31.4s
stp q0, q1, [x2, #128]
stp q2, q3, [x2, #160]
stp q4, q5, [x2, #192]
stp q6, q7, [x2, #224]
add x0, x0, #256
add x1, x1, #256
add x2, x2, #256
sub x3, x3, #1
cbnz x3, #-176
ret

// 256 bytes for neoverse-v2: 213.3 cycles, 213.3 wide
bti c
mov x3, #16
ldr q0, [x0]
ldr q1, [x0, #16]
ldr q2, [x0, #32]
ldr q3, [x0, #48]
ldr q4, [x0, #64]
ldr q5, [x0, #80]
ldr q6, [x0, #96]
ldr q7, [x0, #112]
ldr q16, [x1]
ldr q17, [x1, #16]
ldr q18, [x1, #32]
ldr q19, [x1, #48]
ldr q20, [x1, #64]
ldr q21, [x1, #80]
ldr q22, [x1, #96]
ldr q23, [x1, #112]
fadd v0.4s, v0.4s, v16.4s
fadd v1.4s, v1.4s, v17.4s
fadd v2.4s, v2.4s, v18.4s
fadd v3.4s, v3.4s, v19.4s
fadd v4.4s, v4.4s, v20.4s
fadd v5.4s, v5.4s, v21.4s
fadd v6.4s, v6.4s, v22.4s
fadd v7.4s, v7.4s, v23.4s
ldr q16, [x0, #128]
ldr q17, [x0, #144]
ldr q18, [x0, #160]
ldr q19, [x0, #176]
ldr q20, [x0, #192]
ldr q21, [x0, #208]
ldr q22, [x0, #224]
ldr q23, [x0, #240]
ldr q24, [x1, #128]
ldr q25, [x1, #144]
ldr q26, [x1, #160]
ldr q27, [x1, #176]
ldr q28, [x1, #192]
ldr q29, [x1, #208]
ldr q30, [x1, #224]
ldr q31, [x1, #240]
stp q0, q1, [x2]
stp q2, q3, [x2, #32]
stp q4, q5, [x2, #64]
stp q6, q7, [x2, #96]
fadd v0.4s, v16.4s, v24.4s
fadd v1.4s, v17.4s, v25.4s
fadd v2.4s, v18.4s, v26.4s
fadd v3.4s, v19.4s, v27.4s
fadd v4.4s, v20.4s, v28.4s
fadd v5.4s, v21.4s, v29.4s
fadd v6.4s, v22.4s, v30.4s
fadd v7.4s, v23.4s, v31.4s
stp q0, q1, [x2, #128]
stp q2, q3, [x2, #160]
stp q4, q5, [x2, #192]
stp q6, q7, [x2, #224]
add x0, x0, #256
add x1, x1, #256
add x2, x2, #256
sub x3, x3, #1
cbnz x3, #-240
ret

// 352 bytes for cortex-a510: 410.0 cycles
bti c
mov x3, #8
ldp q0, q1, [x0]
ldp q2, q3, [x1]
ldp q4, q5, [x0, #32]
ldp q6, q7, [x1, #32]
ldp q16, q17, [x0, #64]
fadd v24.4s, v0.4s, v2.4s
ldp q18, q19, [x1, #64]
fadd v25.4s, v1.4s, v3.4s
ldp q20, q21, [x0, #96]
fadd v30.4s, v4.4s, v6.4s
ldp q22, q23, [x1, #96]
fadd v31.4s, v5.4s, v7.4s
ldp q26, q27, [x0, #128]
fadd v4.4s, v16.4s, v18.4s
ldp q28, q29, [x1, #128]
fadd v5.4s, v17.4s, v19.4s
ldp q0, q1, [x0, #160]
fadd v18.4s, v20.4s, v22.4s
ldp q2, q3, [x1, #160]
fadd v19.4s, v21.4s, v23.4s
ldp q6, q7, [x0, #192]
fadd v26.4s, v26.4s, v28.4s
ldp q16, q17, [x1, #192]
fadd v27.4s, v27.4s, v29.4s
ldp q20, q21, [x0, #224]
fadd v0.4s, v0.4s, v2.4s
ldp q22, q23, [x1, #224]
fadd v1.4s, v1.4s, v3.4s
ldp q28, q29, [x0, #256]
fadd v6.4s, v6.4s, v16.4s
stp q24, q25, [x2]
fadd v7.4s, v7.4s, v17.4s
ldp q24, q25, [x1, #256]
fadd v20.4s, v20.4s, v22.4s
ldp q2, q3, [x0, #288]
fadd v21.4s, v21.4s, v23.4s
stp q30, q31, [x2, #32]
ldp q30, q31, [x1, #288]
fadd v24.4s, v28.4s, v24.4s
ldp q16, q17, [x0, #320]
fadd v25.4s, v29.4s, v25.4s
stp q4, q5, [x2, #64]
ldp q4, q5, [x1, #320]
fadd v30.4s, v2.4s, v30.4s
ldp q22, q23, [x0, #352]
fadd v31.4s, v3.4s, v31.4s
stp q18, q19, [x2, #96]
ldp q18, q19, [x1, #352]
fadd v4.4s, v16.4s, v4.4s
ldp q28, q29, [x0, #384]
fadd v5.4s, v17.4s, v5.4s
stp q26, q27, [x2, #128]
ldp q26, q27, [x1, #384]
fadd v18.4s, v22.4s, v18.4s
ldp q2, q3, [x0, #416]
fadd v19.4s, v23.4s, v19.4s
stp q0, q1, [x2, #160]
ldp q0, q1, [x1, #416]
fadd v26.4s, v28.4s, v26.4s
ldp q16, q17, [x0, #448]
fadd v27.4s, v29.4s, v27.4s
stp q6, q7, [x2, #192]
ldp q6, q7, [x1, #448]
fadd v28.4s, v2.4s, v0.4s
ldp q22, q23, [x0, #480]
fadd v29.4s, v3.4s, v1.4s
stp q20, q21, [x2, #224]
ldp q20, q21, [x1, #480]
stp q24, q25, [x2, #256]
stp q30, q31, [x2, #288]
fadd v30.4s, v16.4s, v6.4s
fadd v31.4s, v17.4s, v7.4s
stp q4, q5, [x2, #320]
fadd v0.4s, v22.4s, v20.4s
fadd v1.4s, v23.4s, v21.4s
stp q18, q19, [x2, #352]
stp q26, q27, [x2, #384]
stp q28, q29, [x2, #416]
add x0, x0, #512
add x1, x1, #512
stp q30, q31, [x2, #448]
sub x3, x3, #1
stp q0, q1, [x2, #480]
add x2, x2, #512
cbnz x3, #-336
ret
