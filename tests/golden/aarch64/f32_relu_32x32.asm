// relu f32 32x32 in=32 out=32

// 152 bytes for neoverse-n1: 434.0 cycles, 256.0 wide
bti c
fmov d0, xzr
mov x2, #16
add x3, x0, #64
ld1 { v1.4s, v2.4s, v3.4s, v4.4s }, [x0]
fmax v16.4s, v1.4s, v0.4s
fmax v17.4s, v2.4s, v0.4s
fmax v18.4s, v3.4s, v0.4s
fmax v19.4s, v4.4s, v0.4s
add x4, x3, #64
ld1 { v1.4s, v2.4s, v3.4s, v4.4s }, [x3]
add x3, x1, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x1]
fmax v16.4s, v1.4s, v0.4s
fmax v17.4s, v2.4s, v0.4s
fmax v18.4s, v3.4s, v0.4s
fmax v19.4s, v4.4s, v0.4s
add x5, x4, #64
ld1 { v1.4s, v2.4s, v3.4s, v4.4s }, [x4]
add x4, x3, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x3]
fmax v16.4s, v1.4s, v0.4s
fmax v17.4s, v2.4s, v0.4s
fmax v18.4s, v3.4s, v0.4s
fmax v19.4s, v4.4s, v0.4s
ld1 { v1.4s, v2.4s, v3.4s, v4.4s }, [x5]
add x3, x4, #64
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x4]
fmax v16.4s, v1.4s, v0.4s
fmax v17.4s, v2.4s, v0.4s
fmax v18.4s, v3.4s, v0.4s
fmax v19.4s, v4.4s, v0.4s
st1 { v16.4s, v17.4s, v18.4s, v19.4s }, [x3]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-132
ret

// 160 bytes for neoverse-v1: 128.0 cycles, 128.0 wide
bti c
fmov d0, xzr
mov x2, #16
ldp q1, q2, [x0]
ldp q3, q4, [x0, #32]
ldp q5, q6, [x0, #64]
ldp q7, q16, [x0, #96]
fmax v1.4s, v1.4s, v0.4s
fmax v2.4s, v2.4s, v0.4s
fmax v3.4s, v3.4s, v0.4s
fmax v4.4s, v4.4s, v0.4s
fmax v5.4s, v5.4s, v0.4s
fmax v6.4s, v6.4s, v0.4s
fmax v7.4s, v7.4s, v0.4s
fmax v16.4s, v16.4s, v0.4s
ldp q17, q18, [x0, #128]
ldp q19, q20, [x0, #160]
ldp q21, q22, [x0, #192]
ldp q23, q24, [x0, #224]
stp q1, q2, [x1]
stp q3, q4, [x1, #32]
stp q5, q6, [x1, #64]
stp q7, q16, [x1, #96]
fmax v1.4s, v17.4s, v0.4s
fmax v2.4s, v18.4s, v0.4s
fmax v3.4s, v19.4s, v0.4s
fmax v4.4s, v20.4s, v0.4s
fmax v5.4s, v21.4s, v0.4s
fmax v6.4s, v22.4s, v0.4s
fmax v7.4s, v23.4s, v0.4s
fmax v16.4s, v24.4s, v0.4s
stp q1, q2, [x1, #128]
stp q3, q4, [x1, #160]
stp q5, q6, [x1, #192]
stp q7, q16, [x1, #224]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-140
ret

// 192 bytes for neoverse-v2: 169.0 cycles, 128.0 wide
bti c
movi v0.2d, #0000000000000000
mov x2, #16
ldr q1, [x0]
ldr q2, [x0, #16]
ldr q3, [x0, #32]
ldr q4, [x0, #48]
ldr q5, [x0, #64]
ldr q6, [x0, #80]
ldr q7, [x0, #96]
ldr q16, [x0, #112]
fmax v1.4s, v1.4s, v0.4s
fmax v2.4s, v2.4s, v0.4s
fmax v3.4s, v3.4s, v0.4s
fmax v4.4s, v4.4s, v0.4s
fmax v5.4s, v5.4s, v0.4s
fmax v6.4s, v6.4s, v0.4s
fmax v7.4s, v7.4s, v0.4s
fmax v16.4s, v16.4s, v0.4s
ldr q17, [x0, #128]
ldr q18, [x0, #144]
ldr q19, [x0, #160]
ldr q20, [x0, #176]
ldr q21, [x0, #192]
ldr q22, [x0, #208]
ldr q23, [x0, #224]
ldr q24, [x0, #240]
stp q1, q2, [x1]
stp q3, q4, [x1, #32]
stp q5, q6, [x1, #64]
stp q7, q16, [x1, #96]
fmax v1.4s, v17.4s, v0.4s
fmax v2.4s, v18.4s, v0.4s
fmax v3.4s, v19.4s, v0.4s
fmax v4.4s, v20.4s, v0.4s
fmax v5.4s, v21.4s, v0.4s
fmax v6.4s, v22.4s, v0.4s
fmax v7.4s, v23.4s, v0.4s
fmax v16.4s, v24.4s, v0.4s
stp q1, q2, [x1, #128]
stp q3, q4, [x1, #160]
stp q5, q6, [x1, #192]
stp q7, q16, [x1, #224]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-172
ret

// 400 bytes for cortex-a510: 263.0 cycles
bti c
fmov d0, xzr
mov x2, #6
ldp q1, q2, [x0]
ldp q3, q4, [x0, #32]
ldp q5, q6, [x0, #64]
ldp q7, q16, [x0, #96]
fmax v23.4s, v1.4s, v0.4s
ldp q17, q18, [x0, #128]
fmax v24.4s, v2.4s, v0.4s
ldp q19, q20, [x0, #160]
fmax v27.4s, v3.4s, v0.4s
ldp q21, q22, [x0, #192]
fmax v28.4s, v4.4s, v0.4s
ldp q25, q26, [x0, #224]
fmax v31.4s, v5.4s, v0.4s
ldp q29, q30, [x0, #256]
fmax v1.4s, v6.4s, v0.4s
stp q23, q24, [x1]
fmax v4.4s, v7.4s, v0.4s
fmax v5.4s, v16.4s, v0.4s
ldp q2, q3, [x0, #288]
fmax v16.4s, v17.4s, v0.4s
stp q27, q28, [x1, #32]
fmax v17.4s, v18.4s, v0.4s
fmax v24.4s, v19.4s, v0.4s
ldp q6, q7, [x0, #320]
fmax v27.4s, v20.4s, v0.4s
stp q31, q1, [x1, #64]
fmax v1.4s, v21.4s, v0.4s
fmax v19.4s, v26.4s, v0.4s
ldp q18, q23, [x0, #352]
stp q4, q5, [x1, #96]
fmax v4.4s, v22.4s, v0.4s
fmax v22.4s, v29.4s, v0.4s
ldp q28, q31, [x0, #384]
fmax v29.4s, v3.4s, v0.4s
stp q16, q17, [x1, #128]
fmax v17.4s, v25.4s, v0.4s
fmax v3.4s, v7.4s, v0.4s
ldp q5, q16, [x0, #416]
fmax v7.4s, v18.4s, v0.4s
stp q24, q27, [x1, #160]
fmax v24.4s, v30.4s, v0.4s
fmax v27.4s, v2.4s, v0.4s
ldp q20, q21, [x0, #448]
fmax v2.4s, v6.4s, v0.4s
stp q1, q4, [x1, #192]
ldp q25, q26, [x0, #480]
stp q17, q19, [x1, #224]
fmax v17.4s, v23.4s, v0.4s
fmax v23.4s, v31.4s, v0.4s
ldp q30, q1, [x0, #512]
stp q22, q24, [x1, #256]
fmax v22.4s, v28.4s, v0.4s
fmax v28.4s, v5.4s, v0.4s
ldp q4, q6, [x0, #544]
fmax v5.4s, v21.4s, v0.4s
stp q27, q29, [x1, #288]
fmax v29.4s, v16.4s, v0.4s
fmax v16.4s, v26.4s, v0.4s
ldp q18, q19, [x0, #576]
stp q2, q3, [x1, #320]
fmax v3.4s, v20.4s, v0.4s
fmax v20.4s, v1.4s, v0.4s
ldp q24, q27, [x0, #608]
fmax v21.4s, v4.4s, v0.4s
stp q7, q17, [x1, #352]
fmax v7.4s, v25.4s, v0.4s
fmax v17.4s, v30.4s, v0.4s
ldp q31, q2, [x0, #640]
fmax v25.4s, v19.4s, v0.4s
stp q22, q23, [x1, #384]
fmax v22.4s, v6.4s, v0.4s
fmax v23.4s, v18.4s, v0.4s
stp q28, q29, [x1, #416]
fmax v26.4s, v24.4s, v0.4s
fmax v27.4s, v27.4s, v0.4s
stp q3, q5, [x1, #448]
fmax v28.4s, v31.4s, v0.4s
fmax v29.4s, v2.4s, v0.4s
stp q7, q16, [x1, #480]
stp q17, q20, [x1, #512]
stp q21, q22, [x1, #544]
add x0, x0, #672
sub x2, x2, #1
stp q23, q25, [x1, #576]
stp q26, q27, [x1, #608]
stp q28, q29, [x1, #640]
add x1, x1, #672
cbnz x2, #-348
ldp q30, q31, [x0]
ldp q1, q2, [x0, #32]
fmax v3.4s, v30.4s, v0.4s
fmax v4.4s, v31.4s, v0.4s
fmax v5.4s, v1.4s, v0.4s
fmax v6.4s, v2.4s, v0.4s
stp q3, q4, [x1]
stp q5, q6, [x1, #32]
ret
