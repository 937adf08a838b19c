// identity f32 32x32 in=32 out=32

// 84 bytes for neoverse-n1: 353.0 cycles, 256.0 wide
bti c
mov x2, #16
add x3, x0, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x0]
add x4, x3, #64
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x3]
add x3, x1, #64
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x1]
add x5, x4, #64
ld1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x4]
add x4, x3, #64
st1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x3]
ld1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x5]
add x3, x4, #64
st1 { v0.4s, v1.4s, v2.4s, v3.4s }, [x4]
st1 { v4.4s, v5.4s, v6.4s, v7.4s }, [x3]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-68
ret

// 92 bytes for neoverse-v1: 128.1 cycles, 128.0 wide
bti c
mov x2, #16
ldp q0, q1, [x0]
ldp q2, q3, [x0, #32]
ldp q4, q5, [x0, #64]
ldp q6, q7, [x0, #96]
stp q0, q1, [x1]
stp q2, q3, [x1, #32]
ldp q0, q1, [x0, #128]
ldp q2, q3, [x0, #160]
stp q4, q5, [x1, #64]
stp q6, q7, [x1, #96]
ldp q4, q5, [x0, #192]
ldp q6, q7, [x0, #224]
stp q0, q1, [x1, #128]
stp q2, q3, [x1, #160]
stp q4, q5, [x1, #192]
stp q6, q7, [x1, #224]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-76
ret

// 124 bytes for neoverse-v2: 129.0 cycles, 128.0 wide
bti c
mov x2, #16
ldr q0, [x0]
ldr q1, [x0, #16]
ldr q2, [x0, #32]
ldr q3, [x0, #48]
ldr q4, [x0, #64]
ldr q5, [x0, #80]
ldr q6, [x0, #96]
ldr q7, [x0, #112]
stp q0, q1, [x1]
stp q2, q3, [x1, #32]
ldr q0, [x0, #128]
ldr q1, [x0, #144]
ldr q2, [x0, #160]
ldr q3, [x0, #176]
stp q4, q5, [x1, #64]
stp q6, q7, [x1, #96]
ldr q4, [x0, #192]
ldr q5, [x0, #208]
ldr q6, [x0, #224]
ldr q7, [x0, #240]
stp q0, q1, [x1, #128]
stp q2, q3, [x1, #160]
stp q4, q5, [x1, #192]
stp q6, q7, [x1, #224]
add x0, x0, #256
add x1, x1, #256
sub x2, x2, #1
cbnz x2, #-108
ret

// 412 bytes for cortex-a510: 199.0 cycles
bti c
mov x2, #4
ldr q0, [x0]
ldr q1, [x0, #16]
ldr q2, [x0, #32]
ldr q3, [x0, #48]
stp q0, q1, [x1]
ldr q4, [x0, #64]
ldr q5, [x0, #80]
stp q2, q3, [x1, #32]
ldr q6, [x0, #96]
ldr q7, [x0, #112]
stp q4, q5, [x1, #64]
ldr q16, [x0, #128]
ldr q17, [x0, #144]
stp q6, q7, [x1, #96]
ldr q18, [x0, #160]
ldr q19, [x0, #176]
stp q16, q17, [x1, #128]
ldr q20, [x0, #192]
ldr q21, [x0, #208]
stp q18, q19, [x1, #160]
ldr q22, [x0, #224]
ldr q23, [x0, #240]
stp q20, q21, [x1, #192]
ldr q24, [x0, #256]
ldr q25, [x0, #272]
stp q22, q23, [x1, #224]
ldr q26, [x0, #288]
ldr q27, [x0, #304]
stp q24, q25, [x1, #256]
ldr q28, [x0, #320]
ldr q29, [x0, #336]
stp q26, q27, [x1, #288]
ldr q30, [x0, #352]
ldr q31, [x0, #368]
stp q28, q29, [x1, #320]
ldr q0, [x0, #384]
ldr q1, [x0, #400]
stp q30, q31, [x1, #352]
ldr q2, [x0, #416]
ldr q3, [x0, #432]
stp q0, q1, [x1, #384]
ldr q4, [x0, #448]
ldr q5, [x0, #464]
stp q2, q3, [x1, #416]
ldr q6, [x0, #480]
ldr q7, [x0, #496]
stp q4, q5, [x1, #448]
ldr q16, [x0, #512]
ldr q17, [x0, #528]
stp q6, q7, [x1, #480]
ldr q18, [x0, #544]
ldr q19, [x0, #560]
stp q16, q17, [x1, #512]
ldr q20, [x0, #576]
ldr q21, [x0, #592]
stp q18, q19, [x1, #544]
ldr q22, [x0, #608]
ldr q23, [x0, #624]
stp q20, q21, [x1, #576]
ldr q24, [x0, #640]
ldr q25, [x0, #656]
stp q22, q23, [x1, #608]
ldr q26, [x0, #672]
ldr q27, [x0, #688]
stp q24, q25, [x1, #640]
ldr q28, [x0, #704]
ldr q29, [x0, #720]
stp q26, q27, [x1, #672]
ldr q30, [x0, #736]
ldr q31, [x0, #752]
stp q28, q29, [x1, #704]
ldr q0, [x0, #768]
ldr q1, [x0, #784]
stp q30, q31, [x1, #736]
ldr q2, [x0, #800]
ldr q3, [x0, #816]
stp q0, q1, [x1, #768]
ldr q4, [x0, #832]
ldr q5, [x0, #848]
stp q2, q3, [x1, #800]
ldr q6, [x0, #864]
ldr q7, [x0, #880]
stp q4, q5, [x1, #832]
ldr q16, [x0, #896]
ldr q17, [x0, #912]
stp q6, q7, [x1, #864]
ldr q18, [x0, #928]
ldr q19, [x0, #944]
stp q16, q17, [x1, #896]
ldr q20, [x0, #960]
ldr q21, [x0, #976]
stp q18, q19, [x1, #928]
ldr q22, [x0, #992]
ldr q23, [x0, #1008]
stp q20, q21, [x1, #960]
add x0, x0, #1024
sub x2, x2, #1
stp q22, q23, [x1, #992]
add x1, x1, #1024
cbnz x2, #-396
ret
