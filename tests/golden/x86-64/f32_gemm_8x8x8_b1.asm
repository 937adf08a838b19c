// gemm f32 8x8x8 a=col/8 b=col/8 c=col/8 beta=1

// 688 bytes for zen5
// 688 bytes for sapphire-rapids
endbr64
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vpxord xmm3, xmm3, xmm3
vpxord xmm4, xmm4, xmm4
vpxord xmm5, xmm5, xmm5
vpxord xmm6, xmm6, xmm6
vpxord xmm7, xmm7, xmm7
vbroadcastf32x8 zmm8, ymmword ptr [rdi]
vbroadcastf32x8 zmm9, ymmword ptr [rdi + 32]
vbroadcastf32x8 zmm10, ymmword ptr [rdi + 64]
vbroadcastf32x8 zmm11, ymmword ptr [rdi + 96]
vbroadcastf32x8 zmm12, ymmword ptr [rdi + 128]
vbroadcastf32x8 zmm13, ymmword ptr [rdi + 160]
vbroadcastf32x8 zmm14, ymmword ptr [rdi + 192]
vbroadcastf32x8 zmm15, ymmword ptr [rdi + 224]
vmovups zmm16, zmmword ptr [rsi]
vmovups zmm17, zmmword ptr [rsi + 64]
vmovups zmm18, zmmword ptr [rsi + 128]
vmovups zmm19, zmmword ptr [rsi + 192]
vshuff64x2 zmm20, zmm16, zmm16, 160
vshuff64x2 zmm21, zmm17, zmm17, 160
vshuff64x2 zmm22, zmm18, zmm18, 160
vshuff64x2 zmm23, zmm19, zmm19, 160
vpermilps zmm24, zmm20, 0
vfmadd231ps zmm0, zmm8, zmm24
vpermilps zmm24, zmm21, 0
vfmadd231ps zmm1, zmm8, zmm24
vpermilps zmm24, zmm22, 0
vfmadd231ps zmm2, zmm8, zmm24
vpermilps zmm24, zmm23, 0
vfmadd231ps zmm3, zmm8, zmm24
vpermilps zmm8, zmm20, 85
vfmadd231ps zmm4, zmm9, zmm8
vpermilps zmm8, zmm21, 85
vfmadd231ps zmm5, zmm9, zmm8
vpermilps zmm8, zmm22, 85
vfmadd231ps zmm6, zmm9, zmm8
vpermilps zmm8, zmm23, 85
vfmadd231ps zmm7, zmm9, zmm8
vpermilps zmm8, zmm20, 170
vfmadd231ps zmm0, zmm10, zmm8
vpermilps zmm8, zmm21, 170
vfmadd231ps zmm1, zmm10, zmm8
vpermilps zmm8, zmm22, 170
vfmadd231ps zmm2, zmm10, zmm8
vpermilps zmm8, zmm23, 170
vfmadd231ps zmm3, zmm10, zmm8
vpermilps zmm8, zmm20, 255
vfmadd231ps zmm4, zmm11, zmm8
vpermilps zmm8, zmm21, 255
vfmadd231ps zmm5, zmm11, zmm8
vpermilps zmm8, zmm22, 255
vfmadd231ps zmm6, zmm11, zmm8
vpermilps zmm8, zmm23, 255
vfmadd231ps zmm7, zmm11, zmm8
vshuff64x2 zmm8, zmm16, zmm16, 245
vshuff64x2 zmm9, zmm17, zmm17, 245
vshuff64x2 zmm10, zmm18, zmm18, 245
vshuff64x2 zmm11, zmm19, zmm19, 245
vpermilps zmm16, zmm8, 0
vfmadd231ps zmm0, zmm12, zmm16
vpermilps zmm16, zmm9, 0
vfmadd231ps zmm1, zmm12, zmm16
vpermilps zmm16, zmm10, 0
vfmadd231ps zmm2, zmm12, zmm16
vpermilps zmm16, zmm11, 0
vfmadd231ps zmm3, zmm12, zmm16
vpermilps zmm12, zmm8, 85
vfmadd231ps zmm4, zmm13, zmm12
vpermilps zmm12, zmm9, 85
vfmadd231ps zmm5, zmm13, zmm12
vpermilps zmm12, zmm10, 85
vfmadd231ps zmm6, zmm13, zmm12
vpermilps zmm12, zmm11, 85
vfmadd231ps zmm7, zmm13, zmm12
vpermilps zmm12, zmm8, 170
vfmadd231ps zmm0, zmm14, zmm12
vpermilps zmm12, zmm9, 170
vfmadd231ps zmm1, zmm14, zmm12
vpermilps zmm12, zmm10, 170
vfmadd231ps zmm2, zmm14, zmm12
vpermilps zmm12, zmm11, 170
vfmadd231ps zmm3, zmm14, zmm12
vpermilps zmm8, zmm8, 255
vfmadd231ps zmm4, zmm15, zmm8
vpermilps zmm8, zmm9, 255
vfmadd231ps zmm5, zmm15, zmm8
vpermilps zmm8, zmm10, 255
vfmadd231ps zmm6, zmm15, zmm8
vpermilps zmm8, zmm11, 255
vfmadd231ps zmm7, zmm15, zmm8
vaddps zmm0, zmm0, zmm4
vaddps zmm1, zmm1, zmm5
vaddps zmm2, zmm2, zmm6
vaddps zmm3, zmm3, zmm7
vaddps zmm4, zmm0, zmmword ptr [rdx]
vaddps zmm0, zmm1, zmmword ptr [rdx + 64]
vaddps zmm1, zmm2, zmmword ptr [rdx + 128]
vaddps zmm2, zmm3, zmmword ptr [rdx + 192]
vmovups zmmword ptr [rdx], zmm4
vmovups zmmword ptr [rdx + 64], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 192], zmm2
vzeroupper
ret

// 585 bytes for haswell
endbr64
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
vpxor xmm6, xmm6, xmm6
vpxor xmm7, xmm7, xmm7
mov eax, 2
vmovups ymm8, ymmword ptr [rdi]
vbroadcastss ymm9, dword ptr [rsi]
vfmadd231ps ymm0, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 32]
vfmadd231ps ymm1, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 64]
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 96]
vfmadd231ps ymm3, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 128]
vfmadd231ps ymm4, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 160]
vfmadd231ps ymm5, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 192]
vfmadd231ps ymm6, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 224]
vfmadd231ps ymm7, ymm8, ymm9
vmovups ymm8, ymmword ptr [rdi + 32]
vbroadcastss ymm9, dword ptr [rsi + 4]
vfmadd231ps ymm0, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 36]
vfmadd231ps ymm1, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 68]
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 100]
vfmadd231ps ymm3, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 132]
vfmadd231ps ymm4, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 164]
vfmadd231ps ymm5, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 196]
vfmadd231ps ymm6, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 228]
vfmadd231ps ymm7, ymm8, ymm9
vmovups ymm8, ymmword ptr [rdi + 64]
vbroadcastss ymm9, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 40]
vfmadd231ps ymm1, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 72]
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 104]
vfmadd231ps ymm3, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 136]
vfmadd231ps ymm4, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 168]
vfmadd231ps ymm5, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 200]
vfmadd231ps ymm6, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 232]
vfmadd231ps ymm7, ymm8, ymm9
vmovups ymm8, ymmword ptr [rdi + 96]
vbroadcastss ymm9, dword ptr [rsi + 12]
vfmadd231ps ymm0, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 44]
vfmadd231ps ymm1, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 76]
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 108]
vfmadd231ps ymm3, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 140]
vfmadd231ps ymm4, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 172]
vfmadd231ps ymm5, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 204]
vfmadd231ps ymm6, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 236]
vfmadd231ps ymm7, ymm8, ymm9
lea rdi, [rdi + 128]
lea rsi, [rsi + 16]
dec rax
jne .-432
vaddps ymm8, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 32]
vaddps ymm1, ymm2, ymmword ptr [rdx + 64]
vaddps ymm2, ymm3, ymmword ptr [rdx + 96]
vaddps ymm3, ymm4, ymmword ptr [rdx + 128]
vaddps ymm4, ymm5, ymmword ptr [rdx + 160]
vaddps ymm5, ymm6, ymmword ptr [rdx + 192]
vaddps ymm6, ymm7, ymmword ptr [rdx + 224]
vmovups ymmword ptr [rdx], ymm8
vmovups ymmword ptr [rdx + 32], ymm0
vmovups ymmword ptr [rdx + 64], ymm1
vmovups ymmword ptr [rdx + 96], ymm2
vmovups ymmword ptr [rdx + 128], ymm3
vmovups ymmword ptr [rdx + 160], ymm4
vmovups ymmword ptr [rdx + 192], ymm5
vmovups ymmword ptr [rdx + 224], ymm6
vzeroupper
ret
