// relu f32 32x32 in=32 out=32

// 680 bytes for zen5
// 680 bytes for sapphire-rapids
endbr64
vpxord xmm0, xmm0, xmm0
mov eax, 4
vmovups zmm1, zmmword ptr [rdi]
vmovups zmm2, zmmword ptr [rdi + 64]
vmovups zmm3, zmmword ptr [rdi + 128]
vmovups zmm4, zmmword ptr [rdi + 192]
vmovups zmm5, zmmword ptr [rdi + 256]
vmovups zmm6, zmmword ptr [rdi + 320]
vmovups zmm7, zmmword ptr [rdi + 384]
vmovups zmm8, zmmword ptr [rdi + 448]
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm3, zmm0, 5
vcmpunordps k7, zmm3, zmm0
vaddps zmm31 {k7}, zmm3, zmm0
vmovaps zmm3, zmm31
vrangeps zmm31, zmm4, zmm0, 5
vcmpunordps k7, zmm4, zmm0
vaddps zmm31 {k7}, zmm4, zmm0
vmovaps zmm4, zmm31
vrangeps zmm31, zmm5, zmm0, 5
vcmpunordps k7, zmm5, zmm0
vaddps zmm31 {k7}, zmm5, zmm0
vmovaps zmm5, zmm31
vrangeps zmm31, zmm6, zmm0, 5
vcmpunordps k7, zmm6, zmm0
vaddps zmm31 {k7}, zmm6, zmm0
vmovaps zmm6, zmm31
vrangeps zmm31, zmm7, zmm0, 5
vcmpunordps k7, zmm7, zmm0
vaddps zmm31 {k7}, zmm7, zmm0
vmovaps zmm7, zmm31
vrangeps zmm31, zmm8, zmm0, 5
vcmpunordps k7, zmm8, zmm0
vaddps zmm31 {k7}, zmm8, zmm0
vmovaps zmm8, zmm31
vmovups zmm9, zmmword ptr [rdi + 512]
vmovups zmm10, zmmword ptr [rdi + 576]
vmovups zmm11, zmmword ptr [rdi + 640]
vmovups zmm12, zmmword ptr [rdi + 704]
vmovups zmm13, zmmword ptr [rdi + 768]
vmovups zmm14, zmmword ptr [rdi + 832]
vmovups zmm15, zmmword ptr [rdi + 896]
vmovups zmm16, zmmword ptr [rdi + 960]
vmovups zmmword ptr [rsi], zmm1
vmovups zmmword ptr [rsi + 64], zmm2
vmovups zmmword ptr [rsi + 128], zmm3
vmovups zmmword ptr [rsi + 192], zmm4
vmovups zmmword ptr [rsi + 256], zmm5
vmovups zmmword ptr [rsi + 320], zmm6
vmovups zmmword ptr [rsi + 384], zmm7
vmovups zmmword ptr [rsi + 448], zmm8
vrangeps zmm31, zmm9, zmm0, 5
vcmpunordps k7, zmm9, zmm0
vaddps zmm31 {k7}, zmm9, zmm0
vmovaps zmm1, zmm31
vrangeps zmm31, zmm10, zmm0, 5
vcmpunordps k7, zmm10, zmm0
vaddps zmm31 {k7}, zmm10, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm11, zmm0, 5
vcmpunordps k7, zmm11, zmm0
vaddps zmm31 {k7}, zmm11, zmm0
vmovaps zmm3, zmm31
vrangeps zmm31, zmm12, zmm0, 5
vcmpunordps k7, zmm12, zmm0
vaddps zmm31 {k7}, zmm12, zmm0
vmovaps zmm4, zmm31
vrangeps zmm31, zmm13, zmm0, 5
vcmpunordps k7, zmm13, zmm0
vaddps zmm31 {k7}, zmm13, zmm0
vmovaps zmm5, zmm31
vrangeps zmm31, zmm14, zmm0, 5
vcmpunordps k7, zmm14, zmm0
vaddps zmm31 {k7}, zmm14, zmm0
vmovaps zmm6, zmm31
vrangeps zmm31, zmm15, zmm0, 5
vcmpunordps k7, zmm15, zmm0
vaddps zmm31 {k7}, zmm15, zmm0
vmovaps zmm7, zmm31
vrangeps zmm31, zmm16, zmm0, 5
vcmpunordps k7, zmm16, zmm0
vaddps zmm31 {k7}, zmm16, zmm0
vmovaps zmm8, zmm31
vmovups zmmword ptr [rsi + 512], zmm1
vmovups zmmword ptr [rsi + 576], zmm2
vmovups zmmword ptr [rsi + 640], zmm3
vmovups zmmword ptr [rsi + 704], zmm4
vmovups zmmword ptr [rsi + 768], zmm5
vmovups zmmword ptr [rsi + 832], zmm6
vmovups zmmword ptr [rsi + 896], zmm7
vmovups zmmword ptr [rsi + 960], zmm8
lea rdi, [rdi + 1024]
lea rsi, [rsi + 1024]
dec rax
jne .-655
vzeroupper
ret

// 609 bytes for haswell
endbr64
vpxor xmm0, xmm0, xmm0
mov eax, 8
vmovups ymm1, ymmword ptr [rdi]
vmovups ymm2, ymmword ptr [rdi + 32]
vmovups ymm3, ymmword ptr [rdi + 64]
vmovups ymm4, ymmword ptr [rdi + 96]
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm2, ymm0
vmaxps ymm2, ymm0, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm3, ymm0
vmaxps ymm3, ymm0, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm4, ymm0
vmaxps ymm4, ymm0, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmovups ymm5, ymmword ptr [rdi + 128]
vmovups ymm6, ymmword ptr [rdi + 160]
vmovups ymm7, ymmword ptr [rdi + 192]
vmovups ymm8, ymmword ptr [rdi + 224]
vmovups ymmword ptr [rsi], ymm1
vmovups ymmword ptr [rsi + 32], ymm2
vmovups ymmword ptr [rsi + 64], ymm3
vmovups ymmword ptr [rsi + 96], ymm4
vmaxps ymm15, ymm5, ymm0
vmaxps ymm1, ymm0, ymm5
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm6, ymm0
vmaxps ymm2, ymm0, ymm6
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm7, ymm0
vmaxps ymm3, ymm0, ymm7
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm8, ymm0
vmaxps ymm4, ymm0, ymm8
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmovups ymm5, ymmword ptr [rdi + 256]
vmovups ymm6, ymmword ptr [rdi + 288]
vmovups ymm7, ymmword ptr [rdi + 320]
vmovups ymm8, ymmword ptr [rdi + 352]
vmovups ymmword ptr [rsi + 128], ymm1
vmovups ymmword ptr [rsi + 160], ymm2
vmovups ymmword ptr [rsi + 192], ymm3
vmovups ymmword ptr [rsi + 224], ymm4
vmaxps ymm15, ymm5, ymm0
vmaxps ymm1, ymm0, ymm5
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm6, ymm0
vmaxps ymm2, ymm0, ymm6
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm7, ymm0
vmaxps ymm3, ymm0, ymm7
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm8, ymm0
vmaxps ymm4, ymm0, ymm8
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmovups ymm5, ymmword ptr [rdi + 384]
vmovups ymm6, ymmword ptr [rdi + 416]
vmovups ymm7, ymmword ptr [rdi + 448]
vmovups ymm8, ymmword ptr [rdi + 480]
vmovups ymmword ptr [rsi + 256], ymm1
vmovups ymmword ptr [rsi + 288], ymm2
vmovups ymmword ptr [rsi + 320], ymm3
vmovups ymmword ptr [rsi + 352], ymm4
vmaxps ymm15, ymm5, ymm0
vmaxps ymm1, ymm0, ymm5
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm6, ymm0
vmaxps ymm2, ymm0, ymm6
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm7, ymm0
vmaxps ymm3, ymm0, ymm7
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm8, ymm0
vmaxps ymm4, ymm0, ymm8
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmovups ymmword ptr [rsi + 384], ymm1
vmovups ymmword ptr [rsi + 416], ymm2
vmovups ymmword ptr [rsi + 448], ymm3
vmovups ymmword ptr [rsi + 480], ymm4
lea rdi, [rdi + 512]
lea rsi, [rsi + 512]
dec rax
jne .-586
vzeroupper
ret
