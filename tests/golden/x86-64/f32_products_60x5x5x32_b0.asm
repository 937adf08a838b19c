// window products f32 60x5x5x32 in=32,2048,32 weights=160,32 out=32

// 1177 bytes for zen5
// 1177 bytes for sapphire-rapids
endbr64
mov eax, 3
mov ecx, 2
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vpxord xmm3, xmm3, xmm3
vpxord xmm4, xmm4, xmm4
vpxord xmm5, xmm5, xmm5
vpxord xmm6, xmm6, xmm6
vpxord xmm7, xmm7, xmm7
vpxord xmm8, xmm8, xmm8
vpxord xmm9, xmm9, xmm9
vpxord xmm10, xmm10, xmm10
vpxord xmm11, xmm11, xmm11
vpxord xmm12, xmm12, xmm12
vpxord xmm13, xmm13, xmm13
vpxord xmm14, xmm14, xmm14
vpxord xmm15, xmm15, xmm15
vpxord xmm16, xmm16, xmm16
vpxord xmm17, xmm17, xmm17
vpxord xmm18, xmm18, xmm18
vpxord xmm19, xmm19, xmm19
mov r8d, 5
vmovups zmm20, zmmword ptr [rsi]
vmovups zmm21, zmmword ptr [rsi + 128]
vmovups zmm22, zmmword ptr [rsi + 256]
vmovups zmm23, zmmword ptr [rsi + 384]
vmovups zmm24, zmmword ptr [rsi + 512]
vmovups zmm25, zmmword ptr [rdi]
vfmadd231ps zmm0, zmm25, zmm20
vmovups zmm25, zmmword ptr [rdi + 128]
vfmadd231ps zmm1, zmm25, zmm20
vfmadd231ps zmm0, zmm25, zmm21
vmovups zmm25, zmmword ptr [rdi + 256]
vfmadd231ps zmm2, zmm25, zmm20
vfmadd231ps zmm1, zmm25, zmm21
vfmadd231ps zmm0, zmm25, zmm22
vmovups zmm25, zmmword ptr [rdi + 384]
vfmadd231ps zmm3, zmm25, zmm20
vfmadd231ps zmm2, zmm25, zmm21
vfmadd231ps zmm1, zmm25, zmm22
vfmadd231ps zmm0, zmm25, zmm23
vmovups zmm25, zmmword ptr [rdi + 512]
vfmadd231ps zmm4, zmm25, zmm20
vfmadd231ps zmm3, zmm25, zmm21
vfmadd231ps zmm2, zmm25, zmm22
vfmadd231ps zmm1, zmm25, zmm23
vfmadd231ps zmm0, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 640]
vfmadd231ps zmm5, zmm25, zmm20
vfmadd231ps zmm4, zmm25, zmm21
vfmadd231ps zmm3, zmm25, zmm22
vfmadd231ps zmm2, zmm25, zmm23
vfmadd231ps zmm1, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 768]
vfmadd231ps zmm6, zmm25, zmm20
vfmadd231ps zmm5, zmm25, zmm21
vfmadd231ps zmm4, zmm25, zmm22
vfmadd231ps zmm3, zmm25, zmm23
vfmadd231ps zmm2, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 896]
vfmadd231ps zmm7, zmm25, zmm20
vfmadd231ps zmm6, zmm25, zmm21
vfmadd231ps zmm5, zmm25, zmm22
vfmadd231ps zmm4, zmm25, zmm23
vfmadd231ps zmm3, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1024]
vfmadd231ps zmm8, zmm25, zmm20
vfmadd231ps zmm7, zmm25, zmm21
vfmadd231ps zmm6, zmm25, zmm22
vfmadd231ps zmm5, zmm25, zmm23
vfmadd231ps zmm4, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1152]
vfmadd231ps zmm9, zmm25, zmm20
vfmadd231ps zmm8, zmm25, zmm21
vfmadd231ps zmm7, zmm25, zmm22
vfmadd231ps zmm6, zmm25, zmm23
vfmadd231ps zmm5, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1280]
vfmadd231ps zmm10, zmm25, zmm20
vfmadd231ps zmm9, zmm25, zmm21
vfmadd231ps zmm8, zmm25, zmm22
vfmadd231ps zmm7, zmm25, zmm23
vfmadd231ps zmm6, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1408]
vfmadd231ps zmm11, zmm25, zmm20
vfmadd231ps zmm10, zmm25, zmm21
vfmadd231ps zmm9, zmm25, zmm22
vfmadd231ps zmm8, zmm25, zmm23
vfmadd231ps zmm7, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1536]
vfmadd231ps zmm12, zmm25, zmm20
vfmadd231ps zmm11, zmm25, zmm21
vfmadd231ps zmm10, zmm25, zmm22
vfmadd231ps zmm9, zmm25, zmm23
vfmadd231ps zmm8, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1664]
vfmadd231ps zmm13, zmm25, zmm20
vfmadd231ps zmm12, zmm25, zmm21
vfmadd231ps zmm11, zmm25, zmm22
vfmadd231ps zmm10, zmm25, zmm23
vfmadd231ps zmm9, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1792]
vfmadd231ps zmm14, zmm25, zmm20
vfmadd231ps zmm13, zmm25, zmm21
vfmadd231ps zmm12, zmm25, zmm22
vfmadd231ps zmm11, zmm25, zmm23
vfmadd231ps zmm10, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 1920]
vfmadd231ps zmm15, zmm25, zmm20
vfmadd231ps zmm14, zmm25, zmm21
vfmadd231ps zmm13, zmm25, zmm22
vfmadd231ps zmm12, zmm25, zmm23
vfmadd231ps zmm11, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 2048]
vfmadd231ps zmm16, zmm25, zmm20
vfmadd231ps zmm15, zmm25, zmm21
vfmadd231ps zmm14, zmm25, zmm22
vfmadd231ps zmm13, zmm25, zmm23
vfmadd231ps zmm12, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 2176]
vfmadd231ps zmm17, zmm25, zmm20
vfmadd231ps zmm16, zmm25, zmm21
vfmadd231ps zmm15, zmm25, zmm22
vfmadd231ps zmm14, zmm25, zmm23
vfmadd231ps zmm13, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 2304]
vfmadd231ps zmm18, zmm25, zmm20
vfmadd231ps zmm17, zmm25, zmm21
vfmadd231ps zmm16, zmm25, zmm22
vfmadd231ps zmm15, zmm25, zmm23
vfmadd231ps zmm14, zmm25, zmm24
vmovups zmm25, zmmword ptr [rdi + 2432]
vfmadd231ps zmm19, zmm25, zmm20
vfmadd231ps zmm18, zmm25, zmm21
vfmadd231ps zmm17, zmm25, zmm22
vfmadd231ps zmm16, zmm25, zmm23
vfmadd231ps zmm15, zmm25, zmm24
vmovups zmm20, zmmword ptr [rdi + 2560]
vfmadd231ps zmm19, zmm20, zmm21
vfmadd231ps zmm18, zmm20, zmm22
vfmadd231ps zmm17, zmm20, zmm23
vfmadd231ps zmm16, zmm20, zmm24
vmovups zmm20, zmmword ptr [rdi + 2688]
vfmadd231ps zmm19, zmm20, zmm22
vfmadd231ps zmm18, zmm20, zmm23
vfmadd231ps zmm17, zmm20, zmm24
vmovups zmm20, zmmword ptr [rdi + 2816]
vfmadd231ps zmm19, zmm20, zmm23
vfmadd231ps zmm18, zmm20, zmm24
vmovups zmm20, zmmword ptr [rdi + 2944]
vfmadd231ps zmm19, zmm20, zmm24
lea rdi, [rdi + 8192]
lea rsi, [rsi + 640]
dec r8
jne .-818
lea rdi, [rdi - 40960]
lea rsi, [rsi - 3200]
vmovups zmmword ptr [rdx], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 256], zmm2
vmovups zmmword ptr [rdx + 384], zmm3
vmovups zmmword ptr [rdx + 512], zmm4
vmovups zmmword ptr [rdx + 640], zmm5
vmovups zmmword ptr [rdx + 768], zmm6
vmovups zmmword ptr [rdx + 896], zmm7
vmovups zmmword ptr [rdx + 1024], zmm8
vmovups zmmword ptr [rdx + 1152], zmm9
vmovups zmmword ptr [rdx + 1280], zmm10
vmovups zmmword ptr [rdx + 1408], zmm11
vmovups zmmword ptr [rdx + 1536], zmm12
vmovups zmmword ptr [rdx + 1664], zmm13
vmovups zmmword ptr [rdx + 1792], zmm14
vmovups zmmword ptr [rdx + 1920], zmm15
vmovups zmmword ptr [rdx + 2048], zmm16
vmovups zmmword ptr [rdx + 2176], zmm17
vmovups zmmword ptr [rdx + 2304], zmm18
vmovups zmmword ptr [rdx + 2432], zmm19
lea rdi, [rdi + 64]
lea rsi, [rsi + 64]
lea rdx, [rdx + 64]
dec rcx
jne .-1118
lea rdi, [rdi - 128]
lea rsi, [rsi - 128]
lea rdx, [rdx - 128]
lea rdi, [rdi + 2560]
lea rdx, [rdx + 2560]
dec rax
jne .-1158
vzeroupper
ret

// 597 bytes for haswell
endbr64
mov eax, 6
mov ecx, 4
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
vpxor xmm6, xmm6, xmm6
vpxor xmm7, xmm7, xmm7
vpxor xmm8, xmm8, xmm8
vpxor xmm9, xmm9, xmm9
mov r8d, 5
mov r9d, 2
vmovups ymm10, ymmword ptr [rsi]
vmovups ymm11, ymmword ptr [rsi + 128]
vmovups ymm12, ymmword ptr [rdi]
vfmadd231ps ymm0, ymm12, ymm10
vmovups ymm12, ymmword ptr [rdi + 128]
vfmadd231ps ymm1, ymm12, ymm10
vfmadd231ps ymm0, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 256]
vfmadd231ps ymm2, ymm12, ymm10
vfmadd231ps ymm1, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 384]
vfmadd231ps ymm3, ymm12, ymm10
vfmadd231ps ymm2, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 512]
vfmadd231ps ymm4, ymm12, ymm10
vfmadd231ps ymm3, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 640]
vfmadd231ps ymm5, ymm12, ymm10
vfmadd231ps ymm4, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 768]
vfmadd231ps ymm6, ymm12, ymm10
vfmadd231ps ymm5, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 896]
vfmadd231ps ymm7, ymm12, ymm10
vfmadd231ps ymm6, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 1024]
vfmadd231ps ymm8, ymm12, ymm10
vfmadd231ps ymm7, ymm12, ymm11
vmovups ymm12, ymmword ptr [rdi + 1152]
vfmadd231ps ymm9, ymm12, ymm10
vfmadd231ps ymm8, ymm12, ymm11
vmovups ymm10, ymmword ptr [rdi + 1280]
vfmadd231ps ymm9, ymm10, ymm11
lea rdi, [rdi + 256]
lea rsi, [rsi + 256]
dec r9
jne .-213
vmovups ymm10, ymmword ptr [rsi]
vmovups ymm11, ymmword ptr [rdi]
vfmadd231ps ymm0, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 128]
vfmadd231ps ymm1, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 256]
vfmadd231ps ymm2, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 384]
vfmadd231ps ymm3, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 512]
vfmadd231ps ymm4, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 640]
vfmadd231ps ymm5, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 768]
vfmadd231ps ymm6, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 896]
vfmadd231ps ymm7, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 1024]
vfmadd231ps ymm8, ymm11, ymm10
vmovups ymm11, ymmword ptr [rdi + 1152]
vfmadd231ps ymm9, ymm11, ymm10
lea rdi, [rdi + 128]
lea rsi, [rsi + 128]
lea rdi, [rdi + 7552]
dec r8
jne .-379
lea rdi, [rdi - 40960]
lea rsi, [rsi - 3200]
vmovups ymmword ptr [rdx], ymm0
vmovups ymmword ptr [rdx + 128], ymm1
vmovups ymmword ptr [rdx + 256], ymm2
vmovups ymmword ptr [rdx + 384], ymm3
vmovups ymmword ptr [rdx + 512], ymm4
vmovups ymmword ptr [rdx + 640], ymm5
vmovups ymmword ptr [rdx + 768], ymm6
vmovups ymmword ptr [rdx + 896], ymm7
vmovups ymmword ptr [rdx + 1024], ymm8
vmovups ymmword ptr [rdx + 1152], ymm9
lea rdi, [rdi + 32]
lea rsi, [rsi + 32]
lea rdx, [rdx + 32]
dec rcx
jne .-538
lea rdi, [rdi - 128]
lea rsi, [rsi - 128]
lea rdx, [rdx - 128]
lea rdi, [rdi + 1280]
lea rdx, [rdx + 1280]
dec rax
jne .-578
vzeroupper
ret
