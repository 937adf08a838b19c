// gemm f32 4x4x4

// 111 bytes for zen5
// 111 bytes for sapphire-rapids
endbr64
vpxord xmm0, xmm0, xmm0
vbroadcastf32x4 zmm1, xmmword ptr [rdi]
vbroadcastf32x4 zmm2, xmmword ptr [rdi + 16]
vbroadcastf32x4 zmm3, xmmword ptr [rdi + 32]
vbroadcastf32x4 zmm4, xmmword ptr [rdi + 48]
vmovups zmm5, zmmword ptr [rsi]
vpermilps zmm6, zmm5, 0
vfmadd231ps zmm0, zmm1, zmm6
vpermilps zmm1, zmm5, 85
vfmadd231ps zmm0, zmm2, zmm1
vpermilps zmm1, zmm5, 170
vfmadd231ps zmm0, zmm3, zmm1
vpermilps zmm1, zmm5, 255
vfmadd231ps zmm0, zmm4, zmm1
vaddps zmm1, zmm0, zmmword ptr [rdx]
vmovups zmmword ptr [rdx], zmm1
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
