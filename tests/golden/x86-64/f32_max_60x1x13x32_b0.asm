// window max f32 60x1x13x32 in=32,2304,32 out=32

// 4337 bytes for zen5
// 4337 bytes for sapphire-rapids
endbr64
mov eax, 2
mov rcx, rsi
mov rdx, rdi
mov r8d, 2
vmovups zmm0, zmmword ptr [rdx]
vmovups zmm1, zmmword ptr [rdx + 128]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmm2, zmmword ptr [rdx + 256]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdx + 384]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmm4, zmmword ptr [rdx + 512]
vrangeps zmm31, zmm3, zmm4, 5
vcmpunordps k7, zmm3, zmm4
vaddps zmm31 {k7}, zmm3, zmm4
vmovaps zmm3, zmm31
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm5, zmmword ptr [rdx + 640]
vrangeps zmm31, zmm4, zmm5, 5
vcmpunordps k7, zmm4, zmm5
vaddps zmm31 {k7}, zmm4, zmm5
vmovaps zmm4, zmm31
vrangeps zmm31, zmm2, zmm4, 5
vcmpunordps k7, zmm2, zmm4
vaddps zmm31 {k7}, zmm2, zmm4
vmovaps zmm2, zmm31
vmovups zmm6, zmmword ptr [rdx + 768]
vrangeps zmm31, zmm5, zmm6, 5
vcmpunordps k7, zmm5, zmm6
vaddps zmm31 {k7}, zmm5, zmm6
vmovaps zmm5, zmm31
vrangeps zmm31, zmm3, zmm5, 5
vcmpunordps k7, zmm3, zmm5
vaddps zmm31 {k7}, zmm3, zmm5
vmovaps zmm3, zmm31
vmovups zmm7, zmmword ptr [rdx + 896]
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
vmovups zmm8, zmmword ptr [rdx + 1024]
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
vmovups zmm9, zmmword ptr [rdx + 1152]
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
vmovups zmm10, zmmword ptr [rdx + 1280]
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
vmovups zmm11, zmmword ptr [rdx + 1408]
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
vmovups zmm12, zmmword ptr [rdx + 1536]
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
vmovups zmmword ptr [rcx], zmm0
vmovups zmm0, zmmword ptr [rdx + 1664]
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
vmovups zmmword ptr [rcx + 128], zmm1
vmovups zmm1, zmmword ptr [rdx + 1792]
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
vmovups zmmword ptr [rcx + 256], zmm2
vmovups zmm2, zmmword ptr [rdx + 1920]
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
vmovups zmmword ptr [rcx + 384], zmm3
vmovups zmm3, zmmword ptr [rdx + 2048]
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
vmovups zmmword ptr [rcx + 512], zmm4
vmovups zmm4, zmmword ptr [rdx + 2176]
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
vmovups zmmword ptr [rcx + 640], zmm5
vmovups zmm5, zmmword ptr [rdx + 2304]
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
vmovups zmmword ptr [rcx + 768], zmm6
vmovups zmm6, zmmword ptr [rdx + 2432]
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
vmovups zmmword ptr [rcx + 896], zmm7
vmovups zmm7, zmmword ptr [rdx + 2560]
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
vmovups zmmword ptr [rcx + 1024], zmm8
vmovups zmm8, zmmword ptr [rdx + 2688]
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
vmovups zmmword ptr [rcx + 1152], zmm9
vmovups zmm9, zmmword ptr [rdx + 2816]
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
vmovups zmmword ptr [rcx + 1280], zmm10
vmovups zmm10, zmmword ptr [rdx + 2944]
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
vmovups zmmword ptr [rcx + 1408], zmm11
vmovups zmm11, zmmword ptr [rdx + 3072]
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
vmovups zmmword ptr [rcx + 1536], zmm12
vmovups zmm12, zmmword ptr [rdx + 3200]
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
vmovups zmmword ptr [rcx + 1664], zmm0
vmovups zmm0, zmmword ptr [rdx + 3328]
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
vmovups zmmword ptr [rcx + 1792], zmm1
vmovups zmm1, zmmword ptr [rdx + 3456]
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
vmovups zmmword ptr [rcx + 1920], zmm2
vmovups zmm2, zmmword ptr [rdx + 3584]
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
vmovups zmmword ptr [rcx + 2048], zmm3
vmovups zmm3, zmmword ptr [rdx + 3712]
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
vmovups zmmword ptr [rcx + 2176], zmm4
vmovups zmm4, zmmword ptr [rdx + 3840]
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
vmovups zmmword ptr [rcx + 2304], zmm5
vmovups zmm5, zmmword ptr [rdx + 3968]
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
vmovups zmmword ptr [rcx + 2432], zmm6
vmovups zmm6, zmmword ptr [rdx + 4096]
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
vmovups zmmword ptr [rcx + 2560], zmm7
vmovups zmm7, zmmword ptr [rdx + 4224]
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
vmovups zmmword ptr [rcx + 2688], zmm8
vmovups zmm8, zmmword ptr [rdx + 4352]
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
vmovups zmmword ptr [rcx + 2816], zmm9
vmovups zmm9, zmmword ptr [rdx + 4480]
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
vmovups zmmword ptr [rcx + 2944], zmm10
vmovups zmm10, zmmword ptr [rdx + 4608]
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
vmovups zmmword ptr [rcx + 3072], zmm11
vmovups zmm11, zmmword ptr [rdx + 4736]
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
vmovups zmmword ptr [rcx + 3200], zmm4
vmovups zmm4, zmmword ptr [rdx + 4864]
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
vmovups zmmword ptr [rcx + 3328], zmm0
vmovups zmm0, zmmword ptr [rdx + 4992]
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
vmovups zmmword ptr [rcx + 3456], zmm1
vmovups zmm1, zmmword ptr [rdx + 5120]
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
vmovups zmmword ptr [rcx + 3584], zmm0
vmovups zmm0, zmmword ptr [rdx + 5248]
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
vmovups zmmword ptr [rcx + 3712], zmm0
lea rdx, [rdx + 64]
lea rcx, [rcx + 64]
dec r8
jne .-4283
lea rdi, [rdi + 3840]
lea rsi, [rsi + 3840]
dec rax
jne .-4318
vzeroupper
ret

// 1083 bytes for haswell
endbr64
mov eax, 15
mov rcx, rsi
mov rdx, rdi
mov r8d, 4
vmovups ymm0, ymmword ptr [rdx]
vmovups ymm1, ymmword ptr [rdx + 128]
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm2, ymmword ptr [rdx + 256]
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdx + 384]
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
vmovups ymm4, ymmword ptr [rdx + 512]
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
vmovups ymm5, ymmword ptr [rdx + 640]
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
vmovups ymm6, ymmword ptr [rdx + 768]
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
vmovups ymm7, ymmword ptr [rdx + 896]
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
vmovups ymm4, ymmword ptr [rdx + 1024]
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
vmovups ymm8, ymmword ptr [rdx + 1152]
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
vmovups ymm9, ymmword ptr [rdx + 1280]
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
vmovups ymm10, ymmword ptr [rdx + 1408]
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
vmovups ymm11, ymmword ptr [rdx + 1536]
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
vmovups ymmword ptr [rcx], ymm0
vmovups ymm0, ymmword ptr [rdx + 1664]
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
vmovups ymmword ptr [rcx + 128], ymm1
vmovups ymm1, ymmword ptr [rdx + 1792]
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
vmovups ymmword ptr [rcx + 256], ymm0
vmovups ymm0, ymmword ptr [rdx + 1920]
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
vmovups ymmword ptr [rcx + 384], ymm0
lea rdx, [rdx + 32]
lea rcx, [rcx + 32]
dec r8
jne .-1029
lea rdi, [rdi + 512]
lea rsi, [rsi + 512]
dec rax
jne .-1064
vzeroupper
ret
