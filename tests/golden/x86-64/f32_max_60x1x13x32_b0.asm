// window max f32 60x1x13x32 in=32,2304,32 out=32

// 4338 bytes for zen5
// 4338 bytes for sapphire-rapids
endbr64
mov eax, 2
mov ecx, 2
vmovups zmm0, zmmword ptr [rdi]
vmovups zmm1, zmmword ptr [rdi + 128]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmm2, zmmword ptr [rdi + 256]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 384]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmm4, zmmword ptr [rdi + 512]
vrangeps zmm31, zmm3, zmm4, 5
vcmpunordps k7, zmm3, zmm4
vaddps zmm31 {k7}, zmm3, zmm4
vmovaps zmm3, zmm31
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm5, zmmword ptr [rdi + 640]
vrangeps zmm31, zmm4, zmm5, 5
vcmpunordps k7, zmm4, zmm5
vaddps zmm31 {k7}, zmm4, zmm5
vmovaps zmm4, zmm31
vrangeps zmm31, zmm2, zmm4, 5
vcmpunordps k7, zmm2, zmm4
vaddps zmm31 {k7}, zmm2, zmm4
vmovaps zmm2, zmm31
vmovups zmm6, zmmword ptr [rdi + 768]
vrangeps zmm31, zmm5, zmm6, 5
vcmpunordps k7, zmm5, zmm6
vaddps zmm31 {k7}, zmm5, zmm6
vmovaps zmm5, zmm31
vrangeps zmm31, zmm3, zmm5, 5
vcmpunordps k7, zmm3, zmm5
vaddps zmm31 {k7}, zmm3, zmm5
vmovaps zmm3, zmm31
vmovups zmm7, zmmword ptr [rdi + 896]
vrangeps zmm31, zmm6, zmm7, 5
vcmpunordps k7, zmm6, zmm7
vaddps zmm31 {k7}, zmm6, zmm7
vmovaps zmm6, zmm31
vrangeps zmm31, zmm4, zmm6, 5
vcmpunordps k7, zmm4, zmm6
vaddps zmm31 {k7}, zmm4, zmm6
vmovaps zmm4, zmm31
vrangeps zmm31, zmm0, zmm4, 5
vcmpunordps k7, zmm0, zmm4
vaddps zmm31 {k7}, zmm0, zmm4
vmovaps zmm0, zmm31
vmovups zmm8, zmmword ptr [rdi + 1024]
vrangeps zmm31, zmm7, zmm8, 5
vcmpunordps k7, zmm7, zmm8
vaddps zmm31 {k7}, zmm7, zmm8
vmovaps zmm7, zmm31
vrangeps zmm31, zmm5, zmm7, 5
vcmpunordps k7, zmm5, zmm7
vaddps zmm31 {k7}, zmm5, zmm7
vmovaps zmm5, zmm31
vrangeps zmm31, zmm1, zmm5, 5
vcmpunordps k7, zmm1, zmm5
vaddps zmm31 {k7}, zmm1, zmm5
vmovaps zmm1, zmm31
vmovups zmm9, zmmword ptr [rdi + 1152]
vrangeps zmm31, zmm8, zmm9, 5
vcmpunordps k7, zmm8, zmm9
vaddps zmm31 {k7}, zmm8, zmm9
vmovaps zmm8, zmm31
vrangeps zmm31, zmm6, zmm8, 5
vcmpunordps k7, zmm6, zmm8
vaddps zmm31 {k7}, zmm6, zmm8
vmovaps zmm6, zmm31
vrangeps zmm31, zmm2, zmm6, 5
vcmpunordps k7, zmm2, zmm6
vaddps zmm31 {k7}, zmm2, zmm6
vmovaps zmm2, zmm31
vmovups zmm10, zmmword ptr [rdi + 1280]
vrangeps zmm31, zmm9, zmm10, 5
vcmpunordps k7, zmm9, zmm10
vaddps zmm31 {k7}, zmm9, zmm10
vmovaps zmm9, zmm31
vrangeps zmm31, zmm7, zmm9, 5
vcmpunordps k7, zmm7, zmm9
vaddps zmm31 {k7}, zmm7, zmm9
vmovaps zmm7, zmm31
vrangeps zmm31, zmm3, zmm7, 5
vcmpunordps k7, zmm3, zmm7
vaddps zmm31 {k7}, zmm3, zmm7
vmovaps zmm3, zmm31
vmovups zmm11, zmmword ptr [rdi + 1408]
vrangeps zmm31, zmm10, zmm11, 5
vcmpunordps k7, zmm10, zmm11
vaddps zmm31 {k7}, zmm10, zmm11
vmovaps zmm10, zmm31
vrangeps zmm31, zmm8, zmm10, 5
vcmpunordps k7, zmm8, zmm10
vaddps zmm31 {k7}, zmm8, zmm10
vmovaps zmm8, zmm31
vrangeps zmm31, zmm4, zmm8, 5
vcmpunordps k7, zmm4, zmm8
vaddps zmm31 {k7}, zmm4, zmm8
vmovaps zmm4, zmm31
vmovups zmm12, zmmword ptr [rdi + 1536]
vrangeps zmm31, zmm11, zmm12, 5
vcmpunordps k7, zmm11, zmm12
vaddps zmm31 {k7}, zmm11, zmm12
vmovaps zmm11, zmm31
vrangeps zmm31, zmm9, zmm11, 5
vcmpunordps k7, zmm9, zmm11
vaddps zmm31 {k7}, zmm9, zmm11
vmovaps zmm9, zmm31
vrangeps zmm31, zmm5, zmm9, 5
vcmpunordps k7, zmm5, zmm9
vaddps zmm31 {k7}, zmm5, zmm9
vmovaps zmm5, zmm31
vrangeps zmm31, zmm0, zmm5, 5
vcmpunordps k7, zmm0, zmm5
vaddps zmm31 {k7}, zmm0, zmm5
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi], zmm0
vmovups zmm0, zmmword ptr [rdi + 1664]
vrangeps zmm31, zmm12, zmm0, 5
vcmpunordps k7, zmm12, zmm0
vaddps zmm31 {k7}, zmm12, zmm0
vmovaps zmm12, zmm31
vrangeps zmm31, zmm10, zmm12, 5
vcmpunordps k7, zmm10, zmm12
vaddps zmm31 {k7}, zmm10, zmm12
vmovaps zmm10, zmm31
vrangeps zmm31, zmm6, zmm10, 5
vcmpunordps k7, zmm6, zmm10
vaddps zmm31 {k7}, zmm6, zmm10
vmovaps zmm6, zmm31
vrangeps zmm31, zmm1, zmm6, 5
vcmpunordps k7, zmm1, zmm6
vaddps zmm31 {k7}, zmm1, zmm6
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 128], zmm1
vmovups zmm1, zmmword ptr [rdi + 1792]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm11, zmm0, 5
vcmpunordps k7, zmm11, zmm0
vaddps zmm31 {k7}, zmm11, zmm0
vmovaps zmm11, zmm31
vrangeps zmm31, zmm7, zmm11, 5
vcmpunordps k7, zmm7, zmm11
vaddps zmm31 {k7}, zmm7, zmm11
vmovaps zmm7, zmm31
vrangeps zmm31, zmm2, zmm7, 5
vcmpunordps k7, zmm2, zmm7
vaddps zmm31 {k7}, zmm2, zmm7
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 256], zmm2
vmovups zmm2, zmmword ptr [rdi + 1920]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm12, zmm1, 5
vcmpunordps k7, zmm12, zmm1
vaddps zmm31 {k7}, zmm12, zmm1
vmovaps zmm12, zmm31
vrangeps zmm31, zmm8, zmm12, 5
vcmpunordps k7, zmm8, zmm12
vaddps zmm31 {k7}, zmm8, zmm12
vmovaps zmm8, zmm31
vrangeps zmm31, zmm3, zmm8, 5
vcmpunordps k7, zmm3, zmm8
vaddps zmm31 {k7}, zmm3, zmm8
vmovaps zmm3, zmm31
vmovups zmmword ptr [rsi + 384], zmm3
vmovups zmm3, zmmword ptr [rdi + 2048]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vrangeps zmm31, zmm9, zmm0, 5
vcmpunordps k7, zmm9, zmm0
vaddps zmm31 {k7}, zmm9, zmm0
vmovaps zmm9, zmm31
vrangeps zmm31, zmm4, zmm9, 5
vcmpunordps k7, zmm4, zmm9
vaddps zmm31 {k7}, zmm4, zmm9
vmovaps zmm4, zmm31
vmovups zmmword ptr [rsi + 512], zmm4
vmovups zmm4, zmmword ptr [rdi + 2176]
vrangeps zmm31, zmm3, zmm4, 5
vcmpunordps k7, zmm3, zmm4
vaddps zmm31 {k7}, zmm3, zmm4
vmovaps zmm3, zmm31
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm10, zmm1, 5
vcmpunordps k7, zmm10, zmm1
vaddps zmm31 {k7}, zmm10, zmm1
vmovaps zmm10, zmm31
vrangeps zmm31, zmm5, zmm10, 5
vcmpunordps k7, zmm5, zmm10
vaddps zmm31 {k7}, zmm5, zmm10
vmovaps zmm5, zmm31
vmovups zmmword ptr [rsi + 640], zmm5
vmovups zmm5, zmmword ptr [rdi + 2304]
vrangeps zmm31, zmm4, zmm5, 5
vcmpunordps k7, zmm4, zmm5
vaddps zmm31 {k7}, zmm4, zmm5
vmovaps zmm4, zmm31
vrangeps zmm31, zmm2, zmm4, 5
vcmpunordps k7, zmm2, zmm4
vaddps zmm31 {k7}, zmm2, zmm4
vmovaps zmm2, zmm31
vrangeps zmm31, zmm11, zmm2, 5
vcmpunordps k7, zmm11, zmm2
vaddps zmm31 {k7}, zmm11, zmm2
vmovaps zmm11, zmm31
vrangeps zmm31, zmm6, zmm11, 5
vcmpunordps k7, zmm6, zmm11
vaddps zmm31 {k7}, zmm6, zmm11
vmovaps zmm6, zmm31
vmovups zmmword ptr [rsi + 768], zmm6
vmovups zmm6, zmmword ptr [rdi + 2432]
vrangeps zmm31, zmm5, zmm6, 5
vcmpunordps k7, zmm5, zmm6
vaddps zmm31 {k7}, zmm5, zmm6
vmovaps zmm5, zmm31
vrangeps zmm31, zmm3, zmm5, 5
vcmpunordps k7, zmm3, zmm5
vaddps zmm31 {k7}, zmm3, zmm5
vmovaps zmm3, zmm31
vrangeps zmm31, zmm12, zmm3, 5
vcmpunordps k7, zmm12, zmm3
vaddps zmm31 {k7}, zmm12, zmm3
vmovaps zmm12, zmm31
vrangeps zmm31, zmm7, zmm12, 5
vcmpunordps k7, zmm7, zmm12
vaddps zmm31 {k7}, zmm7, zmm12
vmovaps zmm7, zmm31
vmovups zmmword ptr [rsi + 896], zmm7
vmovups zmm7, zmmword ptr [rdi + 2560]
vrangeps zmm31, zmm6, zmm7, 5
vcmpunordps k7, zmm6, zmm7
vaddps zmm31 {k7}, zmm6, zmm7
vmovaps zmm6, zmm31
vrangeps zmm31, zmm4, zmm6, 5
vcmpunordps k7, zmm4, zmm6
vaddps zmm31 {k7}, zmm4, zmm6
vmovaps zmm4, zmm31
vrangeps zmm31, zmm0, zmm4, 5
vcmpunordps k7, zmm0, zmm4
vaddps zmm31 {k7}, zmm0, zmm4
vmovaps zmm0, zmm31
vrangeps zmm31, zmm8, zmm0, 5
vcmpunordps k7, zmm8, zmm0
vaddps zmm31 {k7}, zmm8, zmm0
vmovaps zmm8, zmm31
vmovups zmmword ptr [rsi + 1024], zmm8
vmovups zmm8, zmmword ptr [rdi + 2688]
vrangeps zmm31, zmm7, zmm8, 5
vcmpunordps k7, zmm7, zmm8
vaddps zmm31 {k7}, zmm7, zmm8
vmovaps zmm7, zmm31
vrangeps zmm31, zmm5, zmm7, 5
vcmpunordps k7, zmm5, zmm7
vaddps zmm31 {k7}, zmm5, zmm7
vmovaps zmm5, zmm31
vrangeps zmm31, zmm1, zmm5, 5
vcmpunordps k7, zmm1, zmm5
vaddps zmm31 {k7}, zmm1, zmm5
vmovaps zmm1, zmm31
vrangeps zmm31, zmm9, zmm1, 5
vcmpunordps k7, zmm9, zmm1
vaddps zmm31 {k7}, zmm9, zmm1
vmovaps zmm9, zmm31
vmovups zmmword ptr [rsi + 1152], zmm9
vmovups zmm9, zmmword ptr [rdi + 2816]
vrangeps zmm31, zmm8, zmm9, 5
vcmpunordps k7, zmm8, zmm9
vaddps zmm31 {k7}, zmm8, zmm9
vmovaps zmm8, zmm31
vrangeps zmm31, zmm6, zmm8, 5
vcmpunordps k7, zmm6, zmm8
vaddps zmm31 {k7}, zmm6, zmm8
vmovaps zmm6, zmm31
vrangeps zmm31, zmm2, zmm6, 5
vcmpunordps k7, zmm2, zmm6
vaddps zmm31 {k7}, zmm2, zmm6
vmovaps zmm2, zmm31
vrangeps zmm31, zmm10, zmm2, 5
vcmpunordps k7, zmm10, zmm2
vaddps zmm31 {k7}, zmm10, zmm2
vmovaps zmm10, zmm31
vmovups zmmword ptr [rsi + 1280], zmm10
vmovups zmm10, zmmword ptr [rdi + 2944]
vrangeps zmm31, zmm9, zmm10, 5
vcmpunordps k7, zmm9, zmm10
vaddps zmm31 {k7}, zmm9, zmm10
vmovaps zmm9, zmm31
vrangeps zmm31, zmm7, zmm9, 5
vcmpunordps k7, zmm7, zmm9
vaddps zmm31 {k7}, zmm7, zmm9
vmovaps zmm7, zmm31
vrangeps zmm31, zmm3, zmm7, 5
vcmpunordps k7, zmm3, zmm7
vaddps zmm31 {k7}, zmm3, zmm7
vmovaps zmm3, zmm31
vrangeps zmm31, zmm11, zmm3, 5
vcmpunordps k7, zmm11, zmm3
vaddps zmm31 {k7}, zmm11, zmm3
vmovaps zmm11, zmm31
vmovups zmmword ptr [rsi + 1408], zmm11
vmovups zmm11, zmmword ptr [rdi + 3072]
vrangeps zmm31, zmm10, zmm11, 5
vcmpunordps k7, zmm10, zmm11
vaddps zmm31 {k7}, zmm10, zmm11
vmovaps zmm10, zmm31
vrangeps zmm31, zmm8, zmm10, 5
vcmpunordps k7, zmm8, zmm10
vaddps zmm31 {k7}, zmm8, zmm10
vmovaps zmm8, zmm31
vrangeps zmm31, zmm4, zmm8, 5
vcmpunordps k7, zmm4, zmm8
vaddps zmm31 {k7}, zmm4, zmm8
vmovaps zmm4, zmm31
vrangeps zmm31, zmm12, zmm4, 5
vcmpunordps k7, zmm12, zmm4
vaddps zmm31 {k7}, zmm12, zmm4
vmovaps zmm12, zmm31
vmovups zmmword ptr [rsi + 1536], zmm12
vmovups zmm12, zmmword ptr [rdi + 3200]
vrangeps zmm31, zmm11, zmm12, 5
vcmpunordps k7, zmm11, zmm12
vaddps zmm31 {k7}, zmm11, zmm12
vmovaps zmm11, zmm31
vrangeps zmm31, zmm9, zmm11, 5
vcmpunordps k7, zmm9, zmm11
vaddps zmm31 {k7}, zmm9, zmm11
vmovaps zmm9, zmm31
vrangeps zmm31, zmm5, zmm9, 5
vcmpunordps k7, zmm5, zmm9
vaddps zmm31 {k7}, zmm5, zmm9
vmovaps zmm5, zmm31
vrangeps zmm31, zmm0, zmm5, 5
vcmpunordps k7, zmm0, zmm5
vaddps zmm31 {k7}, zmm0, zmm5
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 1664], zmm0
vmovups zmm0, zmmword ptr [rdi + 3328]
vrangeps zmm31, zmm12, zmm0, 5
vcmpunordps k7, zmm12, zmm0
vaddps zmm31 {k7}, zmm12, zmm0
vmovaps zmm12, zmm31
vrangeps zmm31, zmm10, zmm12, 5
vcmpunordps k7, zmm10, zmm12
vaddps zmm31 {k7}, zmm10, zmm12
vmovaps zmm10, zmm31
vrangeps zmm31, zmm6, zmm10, 5
vcmpunordps k7, zmm6, zmm10
vaddps zmm31 {k7}, zmm6, zmm10
vmovaps zmm6, zmm31
vrangeps zmm31, zmm1, zmm6, 5
vcmpunordps k7, zmm1, zmm6
vaddps zmm31 {k7}, zmm1, zmm6
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 1792], zmm1
vmovups zmm1, zmmword ptr [rdi + 3456]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm11, zmm0, 5
vcmpunordps k7, zmm11, zmm0
vaddps zmm31 {k7}, zmm11, zmm0
vmovaps zmm11, zmm31
vrangeps zmm31, zmm7, zmm11, 5
vcmpunordps k7, zmm7, zmm11
vaddps zmm31 {k7}, zmm7, zmm11
vmovaps zmm7, zmm31
vrangeps zmm31, zmm2, zmm7, 5
vcmpunordps k7, zmm2, zmm7
vaddps zmm31 {k7}, zmm2, zmm7
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 1920], zmm2
vmovups zmm2, zmmword ptr [rdi + 3584]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm12, zmm1, 5
vcmpunordps k7, zmm12, zmm1
vaddps zmm31 {k7}, zmm12, zmm1
vmovaps zmm12, zmm31
vrangeps zmm31, zmm8, zmm12, 5
vcmpunordps k7, zmm8, zmm12
vaddps zmm31 {k7}, zmm8, zmm12
vmovaps zmm8, zmm31
vrangeps zmm31, zmm3, zmm8, 5
vcmpunordps k7, zmm3, zmm8
vaddps zmm31 {k7}, zmm3, zmm8
vmovaps zmm3, zmm31
vmovups zmmword ptr [rsi + 2048], zmm3
vmovups zmm3, zmmword ptr [rdi + 3712]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vrangeps zmm31, zmm9, zmm0, 5
vcmpunordps k7, zmm9, zmm0
vaddps zmm31 {k7}, zmm9, zmm0
vmovaps zmm9, zmm31
vrangeps zmm31, zmm4, zmm9, 5
vcmpunordps k7, zmm4, zmm9
vaddps zmm31 {k7}, zmm4, zmm9
vmovaps zmm4, zmm31
vmovups zmmword ptr [rsi + 2176], zmm4
vmovups zmm4, zmmword ptr [rdi + 3840]
vrangeps zmm31, zmm3, zmm4, 5
vcmpunordps k7, zmm3, zmm4
vaddps zmm31 {k7}, zmm3, zmm4
vmovaps zmm3, zmm31
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm10, zmm1, 5
vcmpunordps k7, zmm10, zmm1
vaddps zmm31 {k7}, zmm10, zmm1
vmovaps zmm10, zmm31
vrangeps zmm31, zmm5, zmm10, 5
vcmpunordps k7, zmm5, zmm10
vaddps zmm31 {k7}, zmm5, zmm10
vmovaps zmm5, zmm31
vmovups zmmword ptr [rsi + 2304], zmm5
vmovups zmm5, zmmword ptr [rdi + 3968]
vrangeps zmm31, zmm4, zmm5, 5
vcmpunordps k7, zmm4, zmm5
vaddps zmm31 {k7}, zmm4, zmm5
vmovaps zmm4, zmm31
vrangeps zmm31, zmm2, zmm4, 5
vcmpunordps k7, zmm2, zmm4
vaddps zmm31 {k7}, zmm2, zmm4
vmovaps zmm2, zmm31
vrangeps zmm31, zmm11, zmm2, 5
vcmpunordps k7, zmm11, zmm2
vaddps zmm31 {k7}, zmm11, zmm2
vmovaps zmm11, zmm31
vrangeps zmm31, zmm6, zmm11, 5
vcmpunordps k7, zmm6, zmm11
vaddps zmm31 {k7}, zmm6, zmm11
vmovaps zmm6, zmm31
vmovups zmmword ptr [rsi + 2432], zmm6
vmovups zmm6, zmmword ptr [rdi + 4096]
vrangeps zmm31, zmm5, zmm6, 5
vcmpunordps k7, zmm5, zmm6
vaddps zmm31 {k7}, zmm5, zmm6
vmovaps zmm5, zmm31
vrangeps zmm31, zmm3, zmm5, 5
vcmpunordps k7, zmm3, zmm5
vaddps zmm31 {k7}, zmm3, zmm5
vmovaps zmm3, zmm31
vrangeps zmm31, zmm12, zmm3, 5
vcmpunordps k7, zmm12, zmm3
vaddps zmm31 {k7}, zmm12, zmm3
vmovaps zmm12, zmm31
vrangeps zmm31, zmm7, zmm12, 5
vcmpunordps k7, zmm7, zmm12
vaddps zmm31 {k7}, zmm7, zmm12
vmovaps zmm7, zmm31
vmovups zmmword ptr [rsi + 2560], zmm7
vmovups zmm7, zmmword ptr [rdi + 4224]
vrangeps zmm31, zmm6, zmm7, 5
vcmpunordps k7, zmm6, zmm7
vaddps zmm31 {k7}, zmm6, zmm7
vmovaps zmm6, zmm31
vrangeps zmm31, zmm4, zmm6, 5
vcmpunordps k7, zmm4, zmm6
vaddps zmm31 {k7}, zmm4, zmm6
vmovaps zmm4, zmm31
vrangeps zmm31, zmm0, zmm4, 5
vcmpunordps k7, zmm0, zmm4
vaddps zmm31 {k7}, zmm0, zmm4
vmovaps zmm0, zmm31
vrangeps zmm31, zmm8, zmm0, 5
vcmpunordps k7, zmm8, zmm0
vaddps zmm31 {k7}, zmm8, zmm0
vmovaps zmm8, zmm31
vmovups zmmword ptr [rsi + 2688], zmm8
vmovups zmm8, zmmword ptr [rdi + 4352]
vrangeps zmm31, zmm7, zmm8, 5
vcmpunordps k7, zmm7, zmm8
vaddps zmm31 {k7}, zmm7, zmm8
vmovaps zmm7, zmm31
vrangeps zmm31, zmm5, zmm7, 5
vcmpunordps k7, zmm5, zmm7
vaddps zmm31 {k7}, zmm5, zmm7
vmovaps zmm5, zmm31
vrangeps zmm31, zmm1, zmm5, 5
vcmpunordps k7, zmm1, zmm5
vaddps zmm31 {k7}, zmm1, zmm5
vmovaps zmm1, zmm31
vrangeps zmm31, zmm9, zmm1, 5
vcmpunordps k7, zmm9, zmm1
vaddps zmm31 {k7}, zmm9, zmm1
vmovaps zmm9, zmm31
vmovups zmmword ptr [rsi + 2816], zmm9
vmovups zmm9, zmmword ptr [rdi + 4480]
vrangeps zmm31, zmm8, zmm9, 5
vcmpunordps k7, zmm8, zmm9
vaddps zmm31 {k7}, zmm8, zmm9
vmovaps zmm8, zmm31
vrangeps zmm31, zmm6, zmm8, 5
vcmpunordps k7, zmm6, zmm8
vaddps zmm31 {k7}, zmm6, zmm8
vmovaps zmm6, zmm31
vrangeps zmm31, zmm2, zmm6, 5
vcmpunordps k7, zmm2, zmm6
vaddps zmm31 {k7}, zmm2, zmm6
vmovaps zmm2, zmm31
vrangeps zmm31, zmm10, zmm2, 5
vcmpunordps k7, zmm10, zmm2
vaddps zmm31 {k7}, zmm10, zmm2
vmovaps zmm10, zmm31
vmovups zmmword ptr [rsi + 2944], zmm10
vmovups zmm10, zmmword ptr [rdi + 4608]
vrangeps zmm31, zmm9, zmm10, 5
vcmpunordps k7, zmm9, zmm10
vaddps zmm31 {k7}, zmm9, zmm10
vmovaps zmm9, zmm31
vrangeps zmm31, zmm7, zmm9, 5
vcmpunordps k7, zmm7, zmm9
vaddps zmm31 {k7}, zmm7, zmm9
vmovaps zmm7, zmm31
vrangeps zmm31, zmm3, zmm7, 5
vcmpunordps k7, zmm3, zmm7
vaddps zmm31 {k7}, zmm3, zmm7
vmovaps zmm3, zmm31
vrangeps zmm31, zmm11, zmm3, 5
vcmpunordps k7, zmm11, zmm3
vaddps zmm31 {k7}, zmm11, zmm3
vmovaps zmm11, zmm31
vmovups zmmword ptr [rsi + 3072], zmm11
vmovups zmm11, zmmword ptr [rdi + 4736]
vrangeps zmm31, zmm10, zmm11, 5
vcmpunordps k7, zmm10, zmm11
vaddps zmm31 {k7}, zmm10, zmm11
vmovaps zmm10, zmm31
vrangeps zmm31, zmm8, zmm10, 5
vcmpunordps k7, zmm8, zmm10
vaddps zmm31 {k7}, zmm8, zmm10
vmovaps zmm8, zmm31
vrangeps zmm31, zmm4, zmm8, 5
vcmpunordps k7, zmm4, zmm8
vaddps zmm31 {k7}, zmm4, zmm8
vmovaps zmm4, zmm31
vrangeps zmm31, zmm12, zmm4, 5
vcmpunordps k7, zmm12, zmm4
vaddps zmm31 {k7}, zmm12, zmm4
vmovaps zmm4, zmm31
vmovups zmmword ptr [rsi + 3200], zmm4
vmovups zmm4, zmmword ptr [rdi + 4864]
vrangeps zmm31, zmm11, zmm4, 5
vcmpunordps k7, zmm11, zmm4
vaddps zmm31 {k7}, zmm11, zmm4
vmovaps zmm11, zmm31
vrangeps zmm31, zmm9, zmm11, 5
vcmpunordps k7, zmm9, zmm11
vaddps zmm31 {k7}, zmm9, zmm11
vmovaps zmm9, zmm31
vrangeps zmm31, zmm5, zmm9, 5
vcmpunordps k7, zmm5, zmm9
vaddps zmm31 {k7}, zmm5, zmm9
vmovaps zmm5, zmm31
vrangeps zmm31, zmm0, zmm5, 5
vcmpunordps k7, zmm0, zmm5
vaddps zmm31 {k7}, zmm0, zmm5
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 3328], zmm0
vmovups zmm0, zmmword ptr [rdi + 4992]
vrangeps zmm31, zmm4, zmm0, 5
vcmpunordps k7, zmm4, zmm0
vaddps zmm31 {k7}, zmm4, zmm0
vmovaps zmm4, zmm31
vrangeps zmm31, zmm10, zmm4, 5
vcmpunordps k7, zmm10, zmm4
vaddps zmm31 {k7}, zmm10, zmm4
vmovaps zmm5, zmm31
vrangeps zmm31, zmm6, zmm5, 5
vcmpunordps k7, zmm6, zmm5
vaddps zmm31 {k7}, zmm6, zmm5
vmovaps zmm5, zmm31
vrangeps zmm31, zmm1, zmm5, 5
vcmpunordps k7, zmm1, zmm5
vaddps zmm31 {k7}, zmm1, zmm5
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 3456], zmm1
vmovups zmm1, zmmword ptr [rdi + 5120]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm11, zmm0, 5
vcmpunordps k7, zmm11, zmm0
vaddps zmm31 {k7}, zmm11, zmm0
vmovaps zmm0, zmm31
vrangeps zmm31, zmm7, zmm0, 5
vcmpunordps k7, zmm7, zmm0
vaddps zmm31 {k7}, zmm7, zmm0
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 3584], zmm0
vmovups zmm0, zmmword ptr [rdi + 5248]
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm0, zmm31
vrangeps zmm31, zmm4, zmm0, 5
vcmpunordps k7, zmm4, zmm0
vaddps zmm31 {k7}, zmm4, zmm0
vmovaps zmm0, zmm31
vrangeps zmm31, zmm8, zmm0, 5
vcmpunordps k7, zmm8, zmm0
vaddps zmm31 {k7}, zmm8, zmm0
vmovaps zmm0, zmm31
vrangeps zmm31, zmm3, zmm0, 5
vcmpunordps k7, zmm3, zmm0
vaddps zmm31 {k7}, zmm3, zmm0
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 3712], zmm0
lea rdi, [rdi + 64]
lea rsi, [rsi + 64]
dec rcx
jne .-4283
lea rdi, [rdi - 128]
lea rsi, [rsi - 128]
lea rdi, [rdi + 3840]
lea rsi, [rsi + 3840]
dec rax
jne .-4319
vzeroupper
ret

// 1084 bytes for haswell
endbr64
mov eax, 15
mov ecx, 4
vmovups ymm0, ymmword ptr [rdi]
vmovups ymm1, ymmword ptr [rdi + 128]
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm2, ymmword ptr [rdi + 256]
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdi + 384]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm4, ymmword ptr [rdi + 512]
vmaxps ymm15, ymm3, ymm4
vmaxps ymm3, ymm4, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm5, ymmword ptr [rdi + 640]
vmaxps ymm15, ymm4, ymm5
vmaxps ymm4, ymm5, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmaxps ymm15, ymm2, ymm4
vmaxps ymm2, ymm4, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm6, ymmword ptr [rdi + 768]
vmaxps ymm15, ymm5, ymm6
vmaxps ymm5, ymm6, ymm5
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm3, ymm5
vmaxps ymm3, ymm5, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmovups ymm7, ymmword ptr [rdi + 896]
vmaxps ymm15, ymm6, ymm7
vmaxps ymm6, ymm7, ymm6
vpxor ymm6, ymm6, ymm15
vpor ymm15, ymm15, ymm6
vsubps ymm6, ymm15, ymm6
vmaxps ymm15, ymm4, ymm6
vmaxps ymm4, ymm6, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmaxps ymm15, ymm0, ymm4
vmaxps ymm0, ymm4, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm4, ymmword ptr [rdi + 1024]
vmaxps ymm15, ymm7, ymm4
vmaxps ymm7, ymm4, ymm7
vpxor ymm7, ymm7, ymm15
vpor ymm15, ymm15, ymm7
vsubps ymm7, ymm15, ymm7
vmaxps ymm15, ymm5, ymm7
vmaxps ymm5, ymm7, ymm5
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm1, ymm5
vmaxps ymm1, ymm5, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm8, ymmword ptr [rdi + 1152]
vmaxps ymm15, ymm4, ymm8
vmaxps ymm4, ymm8, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmaxps ymm15, ymm6, ymm4
vmaxps ymm6, ymm4, ymm6
vpxor ymm6, ymm6, ymm15
vpor ymm15, ymm15, ymm6
vsubps ymm6, ymm15, ymm6
vmaxps ymm15, ymm2, ymm6
vmaxps ymm2, ymm6, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm9, ymmword ptr [rdi + 1280]
vmaxps ymm15, ymm8, ymm9
vmaxps ymm8, ymm9, ymm8
vpxor ymm8, ymm8, ymm15
vpor ymm15, ymm15, ymm8
vsubps ymm8, ymm15, ymm8
vmaxps ymm15, ymm7, ymm8
vmaxps ymm7, ymm8, ymm7
vpxor ymm7, ymm7, ymm15
vpor ymm15, ymm15, ymm7
vsubps ymm7, ymm15, ymm7
vmaxps ymm15, ymm3, ymm7
vmaxps ymm3, ymm7, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmovups ymm10, ymmword ptr [rdi + 1408]
vmaxps ymm15, ymm9, ymm10
vmaxps ymm9, ymm10, ymm9
vpxor ymm9, ymm9, ymm15
vpor ymm15, ymm15, ymm9
vsubps ymm9, ymm15, ymm9
vmaxps ymm15, ymm4, ymm9
vmaxps ymm4, ymm9, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmovups ymm11, ymmword ptr [rdi + 1536]
vmaxps ymm15, ymm10, ymm11
vmaxps ymm10, ymm11, ymm10
vpxor ymm10, ymm10, ymm15
vpor ymm15, ymm15, ymm10
vsubps ymm10, ymm15, ymm10
vmaxps ymm15, ymm8, ymm10
vmaxps ymm8, ymm10, ymm8
vpxor ymm8, ymm8, ymm15
vpor ymm15, ymm15, ymm8
vsubps ymm8, ymm15, ymm8
vmaxps ymm15, ymm5, ymm8
vmaxps ymm5, ymm8, ymm5
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm0, ymm5
vmaxps ymm0, ymm5, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi], ymm0
vmovups ymm0, ymmword ptr [rdi + 1664]
vmaxps ymm15, ymm11, ymm0
vmaxps ymm5, ymm0, ymm11
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm9, ymm5
vmaxps ymm8, ymm5, ymm9
vpxor ymm8, ymm8, ymm15
vpor ymm15, ymm15, ymm8
vsubps ymm8, ymm15, ymm8
vmaxps ymm15, ymm6, ymm8
vmaxps ymm6, ymm8, ymm6
vpxor ymm6, ymm6, ymm15
vpor ymm15, ymm15, ymm6
vsubps ymm6, ymm15, ymm6
vmaxps ymm15, ymm1, ymm6
vmaxps ymm1, ymm6, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 128], ymm1
vmovups ymm1, ymmword ptr [rdi + 1792]
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm10, ymm0
vmaxps ymm0, ymm0, ymm10
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm7, ymm0
vmaxps ymm0, ymm0, ymm7
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm0
vmaxps ymm0, ymm0, ymm2
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 256], ymm0
vmovups ymm0, ymmword ptr [rdi + 1920]
vmaxps ymm15, ymm1, ymm0
vmaxps ymm0, ymm0, ymm1
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm5, ymm0
vmaxps ymm0, ymm0, ymm5
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm4, ymm0
vmaxps ymm0, ymm0, ymm4
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm3, ymm0
vmaxps ymm0, ymm0, ymm3
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 384], ymm0
lea rdi, [rdi + 32]
lea rsi, [rsi + 32]
dec rcx
jne .-1029
lea rdi, [rdi - 128]
lea rsi, [rsi - 128]
lea rdi, [rdi + 512]
lea rsi, [rsi + 512]
dec rax
jne .-1065
vzeroupper
ret
