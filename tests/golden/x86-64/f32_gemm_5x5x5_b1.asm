// gemm f32 5x5x5 a=col/5 b=col/5 c=col/5 beta=1

// 543 bytes for zen5
endbr64
mov r11d, 7967
kmovw k1, r11d
mov r11d, 1023
kmovw k2, r11d
mov r11d, 31
kmovw k3, r11d
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vbroadcastf32x8 zmm3 {k1} {z}, ymmword ptr [rdi]
vbroadcastf32x8 zmm4 {k1} {z}, ymmword ptr [rdi + 20]
vbroadcastf32x8 zmm5 {k1} {z}, ymmword ptr [rdi + 40]
vbroadcastf32x8 zmm6 {k1} {z}, ymmword ptr [rdi + 60]
vbroadcastf32x8 zmm7 {k1} {z}, ymmword ptr [rdi + 80]
vmovups zmm8 {k2} {z}, zmmword ptr [rsi]
vexpandps zmm8 {k1} {z}, zmm8
vmovups zmm9 {k2} {z}, zmmword ptr [rsi + 40]
vexpandps zmm9 {k1} {z}, zmm9
vmovups ymm10 {k3} {z}, ymmword ptr [rsi + 80]
vshuff64x2 zmm11, zmm8, zmm8, 160
vshuff64x2 zmm12, zmm9, zmm9, 160
vshuff64x2 zmm13, zmm10, zmm10, 160
vpermilps zmm14, zmm11, 0
vfmadd231ps zmm0, zmm3, zmm14
vpermilps zmm14, zmm12, 0
vfmadd231ps zmm1, zmm3, zmm14
vpermilps zmm14, zmm13, 0
vfmadd231ps zmm2, zmm3, zmm14
vpermilps zmm3, zmm11, 85
vfmadd231ps zmm0, zmm4, zmm3
vpermilps zmm3, zmm12, 85
vfmadd231ps zmm1, zmm4, zmm3
vpermilps zmm3, zmm13, 85
vfmadd231ps zmm2, zmm4, zmm3
vpermilps zmm3, zmm11, 170
vfmadd231ps zmm0, zmm5, zmm3
vpermilps zmm3, zmm12, 170
vfmadd231ps zmm1, zmm5, zmm3
vpermilps zmm3, zmm13, 170
vfmadd231ps zmm2, zmm5, zmm3
vpermilps zmm3, zmm11, 255
vfmadd231ps zmm0, zmm6, zmm3
vpermilps zmm3, zmm12, 255
vfmadd231ps zmm1, zmm6, zmm3
vpermilps zmm3, zmm13, 255
vfmadd231ps zmm2, zmm6, zmm3
vshuff64x2 zmm3, zmm8, zmm8, 245
vshuff64x2 zmm4, zmm9, zmm9, 245
vshuff64x2 zmm5, zmm10, zmm10, 245
vpermilps zmm3, zmm3, 0
vfmadd231ps zmm0, zmm7, zmm3
vpermilps zmm3, zmm4, 0
vfmadd231ps zmm1, zmm7, zmm3
vpermilps zmm3, zmm5, 0
vfmadd231ps zmm2, zmm7, zmm3
vcompressps zmm0 {k1} {z}, zmm0
{evex} vmovups ymm3, ymmword ptr [rdx]
vaddps zmm3, zmm0, zmm3
vshuff64x2 zmm0, zmm0, zmm0, 238
{evex} vmovsd xmm4, qword ptr [rdx + 32]
vaddps zmm4, zmm0, zmm4
vmovaps zmm0, zmm1
vcompressps zmm0 {k1} {z}, zmm0
{evex} vmovups ymm1, ymmword ptr [rdx + 40]
vaddps zmm1, zmm0, zmm1
vshuff64x2 zmm0, zmm0, zmm0, 238
{evex} vmovsd xmm5, qword ptr [rdx + 72]
vaddps zmm5, zmm0, zmm5
{evex} vmovups xmm0, xmmword ptr [rdx + 80]
vaddps zmm0, zmm2, zmm0
vshuff64x2 zmm2, zmm2, zmm2, 245
{evex} vmovss xmm6, dword ptr [rdx + 96]
vaddps zmm6, zmm2, zmm6
{evex} vmovups ymmword ptr [rdx], ymm3
{evex} vmovsd qword ptr [rdx + 32], xmm4
{evex} vmovups ymmword ptr [rdx + 40], ymm1
{evex} vmovsd qword ptr [rdx + 72], xmm5
{evex} vmovups xmmword ptr [rdx + 80], xmm0
{evex} vmovss dword ptr [rdx + 96], xmm6
vzeroupper
ret

// 391 bytes for sapphire-rapids
endbr64
mov r11d, 31
kmovw k1, r11d
vpxord xmm0, xmm0, xmm0
vpxord xmm1, xmm1, xmm1
vpxord xmm2, xmm2, xmm2
vpxord xmm3, xmm3, xmm3
vpxord xmm4, xmm4, xmm4
vmovups ymm5 {k1} {z}, ymmword ptr [rdi]
vfmadd231ps zmm0, zmm5, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm5, dword ptr [rsi + 20]{1to16}
vfmadd231ps zmm2, zmm5, dword ptr [rsi + 40]{1to16}
vfmadd231ps zmm3, zmm5, dword ptr [rsi + 60]{1to16}
vfmadd231ps zmm4, zmm5, dword ptr [rsi + 80]{1to16}
vmovups ymm5 {k1} {z}, ymmword ptr [rdi + 20]
vfmadd231ps zmm0, zmm5, dword ptr [rsi + 4]{1to16}
vfmadd231ps zmm1, zmm5, dword ptr [rsi + 24]{1to16}
vfmadd231ps zmm2, zmm5, dword ptr [rsi + 44]{1to16}
vfmadd231ps zmm3, zmm5, dword ptr [rsi + 64]{1to16}
vfmadd231ps zmm4, zmm5, dword ptr [rsi + 84]{1to16}
vmovups ymm5 {k1} {z}, ymmword ptr [rdi + 40]
vfmadd231ps zmm0, zmm5, dword ptr [rsi + 8]{1to16}
vfmadd231ps zmm1, zmm5, dword ptr [rsi + 28]{1to16}
vfmadd231ps zmm2, zmm5, dword ptr [rsi + 48]{1to16}
vfmadd231ps zmm3, zmm5, dword ptr [rsi + 68]{1to16}
vfmadd231ps zmm4, zmm5, dword ptr [rsi + 88]{1to16}
vmovups ymm5 {k1} {z}, ymmword ptr [rdi + 60]
vfmadd231ps zmm0, zmm5, dword ptr [rsi + 12]{1to16}
vfmadd231ps zmm1, zmm5, dword ptr [rsi + 32]{1to16}
vfmadd231ps zmm2, zmm5, dword ptr [rsi + 52]{1to16}
vfmadd231ps zmm3, zmm5, dword ptr [rsi + 72]{1to16}
vfmadd231ps zmm4, zmm5, dword ptr [rsi + 92]{1to16}
lea rax, [rdi + 80]
vmovups ymm5 {k1} {z}, ymmword ptr [rax]
vfmadd231ps zmm0, zmm5, dword ptr [rsi + 16]{1to16}
vfmadd231ps zmm1, zmm5, dword ptr [rsi + 36]{1to16}
vfmadd231ps zmm2, zmm5, dword ptr [rsi + 56]{1to16}
vfmadd231ps zmm3, zmm5, dword ptr [rsi + 76]{1to16}
vfmadd231ps zmm4, zmm5, dword ptr [rsi + 96]{1to16}
vmovups ymm5 {k1} {z}, ymmword ptr [rdx]
vaddps zmm5, zmm5, zmm0
vmovups ymm0 {k1} {z}, ymmword ptr [rdx + 20]
vaddps zmm0, zmm0, zmm1
vmovups ymm1 {k1} {z}, ymmword ptr [rdx + 40]
vaddps zmm1, zmm1, zmm2
vmovups ymm2 {k1} {z}, ymmword ptr [rdx + 60]
vaddps zmm2, zmm2, zmm3
vmovups ymm3 {k1} {z}, ymmword ptr [rdx + 80]
vaddps zmm3, zmm3, zmm4
vmovups ymmword ptr [rdx] {k1}, ymm5
vmovups ymmword ptr [rdx + 20] {k1}, ymm0
vmovups ymmword ptr [rdx + 40] {k1}, ymm1
vmovups ymmword ptr [rdx + 60] {k1}, ymm2
vmovups ymmword ptr [rdx + 80] {k1}, ymm3
vzeroupper
ret

// 606 bytes for haswell
endbr64
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
vmovss xmm15, dword ptr [rdi + 16]
vmovups xmm10, xmmword ptr [rdi]
vinsertf128 ymm10, ymm10, xmm15, 1
vbroadcastss ymm11, dword ptr [rsi]
vfmadd231ps ymm0, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 20]
vfmadd231ps ymm1, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 40]
vfmadd231ps ymm2, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 60]
vfmadd231ps ymm3, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 80]
vfmadd231ps ymm4, ymm10, ymm11
vmovss xmm15, dword ptr [rdi + 36]
vmovups xmm10, xmmword ptr [rdi + 20]
vinsertf128 ymm10, ymm10, xmm15, 1
vbroadcastss ymm11, dword ptr [rsi + 4]
vfmadd231ps ymm5, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 24]
vfmadd231ps ymm6, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 44]
vfmadd231ps ymm7, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 64]
vfmadd231ps ymm8, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 84]
vfmadd231ps ymm9, ymm10, ymm11
vmovss xmm15, dword ptr [rdi + 56]
vmovups xmm10, xmmword ptr [rdi + 40]
vinsertf128 ymm10, ymm10, xmm15, 1
vbroadcastss ymm11, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 28]
vfmadd231ps ymm1, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 48]
vfmadd231ps ymm2, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 68]
vfmadd231ps ymm3, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 88]
vfmadd231ps ymm4, ymm10, ymm11
vmovss xmm15, dword ptr [rdi + 76]
vmovups xmm10, xmmword ptr [rdi + 60]
vinsertf128 ymm10, ymm10, xmm15, 1
vbroadcastss ymm11, dword ptr [rsi + 12]
vfmadd231ps ymm5, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 32]
vfmadd231ps ymm6, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 52]
vfmadd231ps ymm7, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 72]
vfmadd231ps ymm8, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 92]
vfmadd231ps ymm9, ymm10, ymm11
lea rax, [rdi + 80]
vmovss xmm15, dword ptr [rax + 16]
vmovups xmm10, xmmword ptr [rax]
vinsertf128 ymm10, ymm10, xmm15, 1
vbroadcastss ymm11, dword ptr [rsi + 16]
vfmadd231ps ymm0, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 36]
vfmadd231ps ymm1, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 56]
vfmadd231ps ymm2, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 76]
vfmadd231ps ymm3, ymm10, ymm11
vbroadcastss ymm11, dword ptr [rsi + 96]
vfmadd231ps ymm4, ymm10, ymm11
vaddps ymm0, ymm0, ymm5
vaddps ymm1, ymm1, ymm6
vaddps ymm2, ymm2, ymm7
vaddps ymm3, ymm3, ymm8
vaddps ymm4, ymm4, ymm9
vmovss xmm15, dword ptr [rdx + 16]
vmovups xmm5, xmmword ptr [rdx]
vinsertf128 ymm5, ymm5, xmm15, 1
vaddps ymm5, ymm5, ymm0
vmovss xmm15, dword ptr [rdx + 36]
vmovups xmm0, xmmword ptr [rdx + 20]
vinsertf128 ymm0, ymm0, xmm15, 1
vaddps ymm0, ymm0, ymm1
vmovss xmm15, dword ptr [rdx + 56]
vmovups xmm1, xmmword ptr [rdx + 40]
vinsertf128 ymm1, ymm1, xmm15, 1
vaddps ymm1, ymm1, ymm2
vmovss xmm15, dword ptr [rdx + 76]
vmovups xmm2, xmmword ptr [rdx + 60]
vinsertf128 ymm2, ymm2, xmm15, 1
vaddps ymm2, ymm2, ymm3
vmovss xmm15, dword ptr [rdx + 96]
vmovups xmm3, xmmword ptr [rdx + 80]
vinsertf128 ymm3, ymm3, xmm15, 1
vaddps ymm3, ymm3, ymm4
vmovups xmmword ptr [rdx], xmm5
vextractf128 xmm15, ymm5, 1
vmovss dword ptr [rdx + 16], xmm15
vmovups xmmword ptr [rdx + 20], xmm0
vextractf128 xmm15, ymm0, 1
vmovss dword ptr [rdx + 36], xmm15
vmovups xmmword ptr [rdx + 40], xmm1
vextractf128 xmm15, ymm1, 1
vmovss dword ptr [rdx + 56], xmm15
vmovups xmmword ptr [rdx + 60], xmm2
vextractf128 xmm15, ymm2, 1
vmovss dword ptr [rdx + 76], xmm15
vmovups xmmword ptr [rdx + 80], xmm3
vextractf128 xmm15, ymm3, 1
vmovss dword ptr [rdx + 96], xmm15
vzeroupper
ret
