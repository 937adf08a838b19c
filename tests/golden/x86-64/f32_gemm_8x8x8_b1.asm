// gemm f32 8x8x8 a=col/8 b=col/8 c=col/8 beta=1

// 489 bytes for zen5
// 489 bytes for sapphire-rapids
endbr64
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vpxord xmm3, xmm3, xmm3
vpxord xmm4, xmm4, xmm4
vpxord xmm5, xmm5, xmm5
vpxord xmm6, xmm6, xmm6
vpxord xmm7, xmm7, xmm7
mov eax, 2
{evex} vmovups ymm8, ymmword ptr [rdi]
vfmadd231ps zmm0, zmm8, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm8, dword ptr [rsi + 32]{1to16}
vfmadd231ps zmm2, zmm8, dword ptr [rsi + 64]{1to16}
vfmadd231ps zmm3, zmm8, dword ptr [rsi + 96]{1to16}
vfmadd231ps zmm4, zmm8, dword ptr [rsi + 128]{1to16}
vfmadd231ps zmm5, zmm8, dword ptr [rsi + 160]{1to16}
vfmadd231ps zmm6, zmm8, dword ptr [rsi + 192]{1to16}
vfmadd231ps zmm7, zmm8, dword ptr [rsi + 224]{1to16}
{evex} vmovups ymm8, ymmword ptr [rdi + 32]
vfmadd231ps zmm0, zmm8, dword ptr [rsi + 4]{1to16}
vfmadd231ps zmm1, zmm8, dword ptr [rsi + 36]{1to16}
vfmadd231ps zmm2, zmm8, dword ptr [rsi + 68]{1to16}
vfmadd231ps zmm3, zmm8, dword ptr [rsi + 100]{1to16}
vfmadd231ps zmm4, zmm8, dword ptr [rsi + 132]{1to16}
vfmadd231ps zmm5, zmm8, dword ptr [rsi + 164]{1to16}
vfmadd231ps zmm6, zmm8, dword ptr [rsi + 196]{1to16}
vfmadd231ps zmm7, zmm8, dword ptr [rsi + 228]{1to16}
{evex} vmovups ymm8, ymmword ptr [rdi + 64]
vfmadd231ps zmm0, zmm8, dword ptr [rsi + 8]{1to16}
vfmadd231ps zmm1, zmm8, dword ptr [rsi + 40]{1to16}
vfmadd231ps zmm2, zmm8, dword ptr [rsi + 72]{1to16}
vfmadd231ps zmm3, zmm8, dword ptr [rsi + 104]{1to16}
vfmadd231ps zmm4, zmm8, dword ptr [rsi + 136]{1to16}
vfmadd231ps zmm5, zmm8, dword ptr [rsi + 168]{1to16}
vfmadd231ps zmm6, zmm8, dword ptr [rsi + 200]{1to16}
vfmadd231ps zmm7, zmm8, dword ptr [rsi + 232]{1to16}
{evex} vmovups ymm8, ymmword ptr [rdi + 96]
vfmadd231ps zmm0, zmm8, dword ptr [rsi + 12]{1to16}
vfmadd231ps zmm1, zmm8, dword ptr [rsi + 44]{1to16}
vfmadd231ps zmm2, zmm8, dword ptr [rsi + 76]{1to16}
vfmadd231ps zmm3, zmm8, dword ptr [rsi + 108]{1to16}
vfmadd231ps zmm4, zmm8, dword ptr [rsi + 140]{1to16}
vfmadd231ps zmm5, zmm8, dword ptr [rsi + 172]{1to16}
vfmadd231ps zmm6, zmm8, dword ptr [rsi + 204]{1to16}
vfmadd231ps zmm7, zmm8, dword ptr [rsi + 236]{1to16}
lea rdi, [rdi + 128]
lea rsi, [rsi + 16]
dec rax
jne .-264
{evex} vmovups ymm8, ymmword ptr [rdx]
vaddps zmm8, zmm8, zmm0
{evex} vmovups ymm0, ymmword ptr [rdx + 32]
vaddps zmm0, zmm0, zmm1
{evex} vmovups ymm1, ymmword ptr [rdx + 64]
vaddps zmm1, zmm1, zmm2
{evex} vmovups ymm2, ymmword ptr [rdx + 96]
vaddps zmm2, zmm2, zmm3
{evex} vmovups ymm3, ymmword ptr [rdx + 128]
vaddps zmm3, zmm3, zmm4
{evex} vmovups ymm4, ymmword ptr [rdx + 160]
vaddps zmm4, zmm4, zmm5
{evex} vmovups ymm5, ymmword ptr [rdx + 192]
vaddps zmm5, zmm5, zmm6
{evex} vmovups ymm6, ymmword ptr [rdx + 224]
vaddps zmm6, zmm6, zmm7
{evex} vmovups ymmword ptr [rdx], ymm8
{evex} vmovups ymmword ptr [rdx + 32], ymm0
{evex} vmovups ymmword ptr [rdx + 64], ymm1
{evex} vmovups ymmword ptr [rdx + 96], ymm2
{evex} vmovups ymmword ptr [rdx + 128], ymm3
{evex} vmovups ymmword ptr [rdx + 160], ymm4
{evex} vmovups ymmword ptr [rdx + 192], ymm5
{evex} vmovups ymmword ptr [rdx + 224], ymm6
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
