// gemm f32 4x4x4 a=col/4 b=col/4 c=col/4 beta=1

// 248 bytes for zen5
// 248 bytes for sapphire-rapids
endbr64
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vpxord xmm3, xmm3, xmm3
{evex} vmovups xmm4, xmmword ptr [rdi]
vfmadd231ps zmm0, zmm4, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm4, dword ptr [rsi + 16]{1to16}
vfmadd231ps zmm2, zmm4, dword ptr [rsi + 32]{1to16}
vfmadd231ps zmm3, zmm4, dword ptr [rsi + 48]{1to16}
{evex} vmovups xmm4, xmmword ptr [rdi + 16]
vfmadd231ps zmm0, zmm4, dword ptr [rsi + 4]{1to16}
vfmadd231ps zmm1, zmm4, dword ptr [rsi + 20]{1to16}
vfmadd231ps zmm2, zmm4, dword ptr [rsi + 36]{1to16}
vfmadd231ps zmm3, zmm4, dword ptr [rsi + 52]{1to16}
{evex} vmovups xmm4, xmmword ptr [rdi + 32]
vfmadd231ps zmm0, zmm4, dword ptr [rsi + 8]{1to16}
vfmadd231ps zmm1, zmm4, dword ptr [rsi + 24]{1to16}
vfmadd231ps zmm2, zmm4, dword ptr [rsi + 40]{1to16}
vfmadd231ps zmm3, zmm4, dword ptr [rsi + 56]{1to16}
{evex} vmovups xmm4, xmmword ptr [rdi + 48]
vfmadd231ps zmm0, zmm4, dword ptr [rsi + 12]{1to16}
vfmadd231ps zmm1, zmm4, dword ptr [rsi + 28]{1to16}
vfmadd231ps zmm2, zmm4, dword ptr [rsi + 44]{1to16}
vfmadd231ps zmm3, zmm4, dword ptr [rsi + 60]{1to16}
{evex} vmovups xmm4, xmmword ptr [rdx]
vaddps zmm4, zmm4, zmm0
{evex} vmovups xmm0, xmmword ptr [rdx + 16]
vaddps zmm0, zmm0, zmm1
{evex} vmovups xmm1, xmmword ptr [rdx + 32]
vaddps zmm1, zmm1, zmm2
{evex} vmovups xmm2, xmmword ptr [rdx + 48]
vaddps zmm2, zmm2, zmm3
{evex} vmovups xmmword ptr [rdx], xmm4
{evex} vmovups xmmword ptr [rdx + 16], xmm0
{evex} vmovups xmmword ptr [rdx + 32], xmm1
{evex} vmovups xmmword ptr [rdx + 48], xmm2
vzeroupper
ret

// 272 bytes for haswell
endbr64
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vmovups xmm4, xmmword ptr [rdi]
vbroadcastss ymm5, dword ptr [rsi]
vfmadd231ps ymm0, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 16]
vfmadd231ps ymm1, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 32]
vfmadd231ps ymm2, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 48]
vfmadd231ps ymm3, ymm4, ymm5
vmovups xmm4, xmmword ptr [rdi + 16]
vbroadcastss ymm5, dword ptr [rsi + 4]
vfmadd231ps ymm0, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 20]
vfmadd231ps ymm1, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 36]
vfmadd231ps ymm2, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 52]
vfmadd231ps ymm3, ymm4, ymm5
vmovups xmm4, xmmword ptr [rdi + 32]
vbroadcastss ymm5, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 24]
vfmadd231ps ymm1, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 40]
vfmadd231ps ymm2, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 56]
vfmadd231ps ymm3, ymm4, ymm5
vmovups xmm4, xmmword ptr [rdi + 48]
vbroadcastss ymm5, dword ptr [rsi + 12]
vfmadd231ps ymm0, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 28]
vfmadd231ps ymm1, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 44]
vfmadd231ps ymm2, ymm4, ymm5
vbroadcastss ymm5, dword ptr [rsi + 60]
vfmadd231ps ymm3, ymm4, ymm5
vmovups xmm4, xmmword ptr [rdx]
vaddps ymm4, ymm4, ymm0
vmovups xmm0, xmmword ptr [rdx + 16]
vaddps ymm0, ymm0, ymm1
vmovups xmm1, xmmword ptr [rdx + 32]
vaddps ymm1, ymm1, ymm2
vmovups xmm2, xmmword ptr [rdx + 48]
vaddps ymm2, ymm2, ymm3
vmovups xmmword ptr [rdx], xmm4
vmovups xmmword ptr [rdx + 16], xmm0
vmovups xmmword ptr [rdx + 32], xmm1
vmovups xmmword ptr [rdx + 48], xmm2
vzeroupper
ret
