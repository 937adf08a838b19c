// gemm f32 100x3x50 a=col/100 b=col/50 c=col/100 beta=1

// 1785 bytes for zen5
// 1785 bytes for sapphire-rapids
endbr64
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
vpxord xmm20, xmm20, xmm20
mov eax, 12
vmovups zmm21, zmmword ptr [rdi]
vmovups zmm22, zmmword ptr [rdi + 64]
vmovups zmm23, zmmword ptr [rdi + 128]
vmovups zmm24, zmmword ptr [rdi + 192]
vmovups zmm25, zmmword ptr [rdi + 256]
vmovups zmm26, zmmword ptr [rdi + 320]
vmovups xmm27, xmmword ptr [rdi + 384]
vbroadcastss zmm28, dword ptr [rsi]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 200]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 400]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
vmovups zmm21, zmmword ptr [rdi + 400]
vmovups zmm22, zmmword ptr [rdi + 464]
vmovups zmm23, zmmword ptr [rdi + 528]
vmovups zmm24, zmmword ptr [rdi + 592]
vmovups zmm25, zmmword ptr [rdi + 656]
vmovups zmm26, zmmword ptr [rdi + 720]
vmovups xmm27, xmmword ptr [rdi + 784]
vbroadcastss zmm28, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 204]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 404]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
vmovups zmm21, zmmword ptr [rdi + 800]
vmovups zmm22, zmmword ptr [rdi + 864]
vmovups zmm23, zmmword ptr [rdi + 928]
vmovups zmm24, zmmword ptr [rdi + 992]
vmovups zmm25, zmmword ptr [rdi + 1056]
vmovups zmm26, zmmword ptr [rdi + 1120]
vmovups xmm27, xmmword ptr [rdi + 1184]
vbroadcastss zmm28, dword ptr [rsi + 8]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 208]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 408]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
vmovups zmm21, zmmword ptr [rdi + 1200]
vmovups zmm22, zmmword ptr [rdi + 1264]
vmovups zmm23, zmmword ptr [rdi + 1328]
vmovups zmm24, zmmword ptr [rdi + 1392]
vmovups zmm25, zmmword ptr [rdi + 1456]
vmovups zmm26, zmmword ptr [rdi + 1520]
vmovups xmm27, xmmword ptr [rdi + 1584]
vbroadcastss zmm28, dword ptr [rsi + 12]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 212]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 412]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
lea rdi, [rdi + 1600]
lea rsi, [rsi + 16]
dec rax
jne .-850
vmovups zmm21, zmmword ptr [rdi]
vmovups zmm22, zmmword ptr [rdi + 64]
vmovups zmm23, zmmword ptr [rdi + 128]
vmovups zmm24, zmmword ptr [rdi + 192]
vmovups zmm25, zmmword ptr [rdi + 256]
vmovups zmm26, zmmword ptr [rdi + 320]
vmovups xmm27, xmmword ptr [rdi + 384]
vbroadcastss zmm28, dword ptr [rsi]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 200]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 400]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
vmovups zmm21, zmmword ptr [rdi + 400]
vmovups zmm22, zmmword ptr [rdi + 464]
vmovups zmm23, zmmword ptr [rdi + 528]
vmovups zmm24, zmmword ptr [rdi + 592]
vmovups zmm25, zmmword ptr [rdi + 656]
vmovups zmm26, zmmword ptr [rdi + 720]
vmovups xmm27, xmmword ptr [rdi + 784]
vbroadcastss zmm28, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm21, zmm28
vfmadd231ps zmm1, zmm22, zmm28
vfmadd231ps zmm2, zmm23, zmm28
vfmadd231ps zmm3, zmm24, zmm28
vfmadd231ps zmm4, zmm25, zmm28
vfmadd231ps zmm5, zmm26, zmm28
vfmadd231ps zmm6, zmm27, zmm28
vfmadd231ps zmm7, zmm21, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm8, zmm22, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm9, zmm23, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm10, zmm24, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm12, zmm26, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm13, zmm27, dword ptr [rsi + 204]{1to16}
vbroadcastss zmm28, dword ptr [rsi + 404]
vfmadd231ps zmm14, zmm21, zmm28
vfmadd231ps zmm15, zmm22, zmm28
vfmadd231ps zmm16, zmm23, zmm28
vfmadd231ps zmm17, zmm24, zmm28
vfmadd231ps zmm18, zmm25, zmm28
vfmadd231ps zmm19, zmm26, zmm28
vfmadd231ps zmm20, zmm27, zmm28
vaddps zmm21, zmm0, zmmword ptr [rdx]
vaddps zmm0, zmm1, zmmword ptr [rdx + 64]
vaddps zmm1, zmm2, zmmword ptr [rdx + 128]
vaddps zmm2, zmm3, zmmword ptr [rdx + 192]
vaddps zmm3, zmm4, zmmword ptr [rdx + 256]
vaddps zmm4, zmm5, zmmword ptr [rdx + 320]
{evex} vmovups xmm5, xmmword ptr [rdx + 384]
vaddps zmm5, zmm5, zmm6
vaddps zmm6, zmm7, zmmword ptr [rdx + 400]
vaddps zmm7, zmm8, zmmword ptr [rdx + 464]
vaddps zmm8, zmm9, zmmword ptr [rdx + 528]
vaddps zmm9, zmm10, zmmword ptr [rdx + 592]
vaddps zmm10, zmm11, zmmword ptr [rdx + 656]
vaddps zmm11, zmm12, zmmword ptr [rdx + 720]
{evex} vmovups xmm12, xmmword ptr [rdx + 784]
vaddps zmm12, zmm12, zmm13
vaddps zmm13, zmm14, zmmword ptr [rdx + 800]
vaddps zmm14, zmm15, zmmword ptr [rdx + 864]
vaddps zmm15, zmm16, zmmword ptr [rdx + 928]
vaddps zmm16, zmm17, zmmword ptr [rdx + 992]
vaddps zmm17, zmm18, zmmword ptr [rdx + 1056]
vaddps zmm18, zmm19, zmmword ptr [rdx + 1120]
vmovups xmm19, xmmword ptr [rdx + 1184]
vaddps zmm19, zmm19, zmm20
vmovups zmmword ptr [rdx], zmm21
vmovups zmmword ptr [rdx + 64], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 192], zmm2
vmovups zmmword ptr [rdx + 256], zmm3
vmovups zmmword ptr [rdx + 320], zmm4
{evex} vmovups xmmword ptr [rdx + 384], xmm5
vmovups zmmword ptr [rdx + 400], zmm6
vmovups zmmword ptr [rdx + 464], zmm7
vmovups zmmword ptr [rdx + 528], zmm8
vmovups zmmword ptr [rdx + 592], zmm9
vmovups zmmword ptr [rdx + 656], zmm10
vmovups zmmword ptr [rdx + 720], zmm11
{evex} vmovups xmmword ptr [rdx + 784], xmm12
vmovups zmmword ptr [rdx + 800], zmm13
vmovups zmmword ptr [rdx + 864], zmm14
vmovups zmmword ptr [rdx + 928], zmm15
vmovups zmmword ptr [rdx + 992], zmm16
vmovups zmmword ptr [rdx + 1056], zmm17
vmovups zmmword ptr [rdx + 1120], zmm18
vmovups xmmword ptr [rdx + 1184], xmm19
vzeroupper
ret

// 1013 bytes for haswell
endbr64
mov eax, 6
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
vpxor xmm10, xmm10, xmm10
vpxor xmm11, xmm11, xmm11
mov rcx, rdi
mov r8, rsi
mov r9d, 12
vmovups ymm12, ymmword ptr [rcx]
vmovups ymm13, ymmword ptr [rcx + 32]
vbroadcastss ymm14, dword ptr [r8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 200]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 400]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vmovups ymm12, ymmword ptr [rcx + 400]
vmovups ymm13, ymmword ptr [rcx + 432]
vbroadcastss ymm14, dword ptr [r8 + 4]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 204]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 404]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rcx + 800]
vmovups ymm13, ymmword ptr [rcx + 832]
vbroadcastss ymm14, dword ptr [r8 + 8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 208]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 408]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vmovups ymm12, ymmword ptr [rcx + 1200]
vmovups ymm13, ymmword ptr [rcx + 1232]
vbroadcastss ymm14, dword ptr [r8 + 12]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 212]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 412]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
lea rcx, [rcx + 1600]
lea r8, [r8 + 16]
dec r9
jne .-286
vmovups ymm12, ymmword ptr [rcx]
vmovups ymm13, ymmword ptr [rcx + 32]
vbroadcastss ymm14, dword ptr [r8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 200]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 400]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vmovups ymm12, ymmword ptr [rcx + 400]
vmovups ymm13, ymmword ptr [rcx + 432]
vbroadcastss ymm14, dword ptr [r8 + 4]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 204]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r8 + 404]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vaddps ymm0, ymm0, ymm6
vaddps ymm1, ymm1, ymm7
vaddps ymm2, ymm2, ymm8
vaddps ymm3, ymm3, ymm9
vaddps ymm4, ymm4, ymm10
vaddps ymm5, ymm5, ymm11
vaddps ymm6, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 32]
vaddps ymm1, ymm2, ymmword ptr [rdx + 400]
vaddps ymm2, ymm3, ymmword ptr [rdx + 432]
vaddps ymm3, ymm4, ymmword ptr [rdx + 800]
vaddps ymm4, ymm5, ymmword ptr [rdx + 832]
vmovups ymmword ptr [rdx], ymm6
vmovups ymmword ptr [rdx + 32], ymm0
vmovups ymmword ptr [rdx + 400], ymm1
vmovups ymmword ptr [rdx + 432], ymm2
vmovups ymmword ptr [rdx + 800], ymm3
vmovups ymmword ptr [rdx + 832], ymm4
lea rdi, [rdi + 64]
lea rdx, [rdx + 64]
dec rax
jne .-609
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
mov eax, 12
vmovups xmm6, xmmword ptr [rdi]
vbroadcastss ymm7, dword ptr [rsi]
vfmadd231ps ymm0, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 200]
vfmadd231ps ymm1, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 400]
vfmadd231ps ymm2, ymm6, ymm7
vmovups xmm6, xmmword ptr [rdi + 400]
vbroadcastss ymm7, dword ptr [rsi + 4]
vfmadd231ps ymm3, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 204]
vfmadd231ps ymm4, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 404]
vfmadd231ps ymm5, ymm6, ymm7
vmovups xmm6, xmmword ptr [rdi + 800]
vbroadcastss ymm7, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 208]
vfmadd231ps ymm1, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 408]
vfmadd231ps ymm2, ymm6, ymm7
vmovups xmm6, xmmword ptr [rdi + 1200]
vbroadcastss ymm7, dword ptr [rsi + 12]
vfmadd231ps ymm3, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 212]
vfmadd231ps ymm4, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 412]
vfmadd231ps ymm5, ymm6, ymm7
lea rdi, [rdi + 1600]
lea rsi, [rsi + 16]
dec rax
jne .-197
vmovups xmm6, xmmword ptr [rdi]
vbroadcastss ymm7, dword ptr [rsi]
vfmadd231ps ymm0, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 200]
vfmadd231ps ymm1, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 400]
vfmadd231ps ymm2, ymm6, ymm7
vmovups xmm6, xmmword ptr [rdi + 400]
vbroadcastss ymm7, dword ptr [rsi + 4]
vfmadd231ps ymm3, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 204]
vfmadd231ps ymm4, ymm6, ymm7
vbroadcastss ymm7, dword ptr [rsi + 404]
vfmadd231ps ymm5, ymm6, ymm7
vaddps ymm0, ymm0, ymm3
vaddps ymm1, ymm1, ymm4
vaddps ymm2, ymm2, ymm5
vmovups xmm3, xmmword ptr [rdx]
vaddps ymm3, ymm3, ymm0
vmovups xmm0, xmmword ptr [rdx + 400]
vaddps ymm0, ymm0, ymm1
vmovups xmm1, xmmword ptr [rdx + 800]
vaddps ymm1, ymm1, ymm2
vmovups xmmword ptr [rdx], xmm3
vmovups xmmword ptr [rdx + 400], xmm0
vmovups xmmword ptr [rdx + 800], xmm1
vzeroupper
ret
