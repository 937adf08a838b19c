// gemm f32 13x13x13 a=col/13 b=col/13 c=col/13 beta=1

// 2382 bytes for zen5
endbr64
mov r11d, 8191
kmovw k1, r11d
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
vmovups zmm13 {k1} {z}, zmmword ptr [rdi]
vmovups zmm14 {k1} {z}, zmmword ptr [rdi + 52]
vmovups zmm15 {k1} {z}, zmmword ptr [rdi + 104]
vmovups zmm16 {k1} {z}, zmmword ptr [rdi + 156]
vbroadcastf32x4 zmm17, xmmword ptr [rsi]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm0, zmm13, zmm18
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 52]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm0, zmm14, zmm18
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 56]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm0, zmm15, zmm18
vfmadd231ps zmm1, zmm15, dword ptr [rsi + 60]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm0, zmm16, zmm17
vfmadd231ps zmm1, zmm16, dword ptr [rsi + 64]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 156]
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 104]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm3, zmm13, zmm18
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 108]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm3, zmm14, zmm18
vfmadd231ps zmm2, zmm15, dword ptr [rsi + 112]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm3, zmm15, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [rsi + 116]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm3, zmm16, zmm17
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 260]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 264]{1to16}
vfmadd231ps zmm4, zmm15, dword ptr [rsi + 216]{1to16}
vfmadd231ps zmm5, zmm15, dword ptr [rsi + 268]{1to16}
vfmadd231ps zmm4, zmm16, dword ptr [rsi + 220]{1to16}
vfmadd231ps zmm5, zmm16, dword ptr [rsi + 272]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 312]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm6, zmm13, zmm18
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 364]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm6, zmm14, zmm18
vfmadd231ps zmm7, zmm14, dword ptr [rsi + 368]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm6, zmm15, zmm18
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 372]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm6, zmm16, zmm17
vfmadd231ps zmm7, zmm16, dword ptr [rsi + 376]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 468]
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 416]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm9, zmm13, zmm18
vfmadd231ps zmm8, zmm14, dword ptr [rsi + 420]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm9, zmm14, zmm18
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 424]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm9, zmm15, zmm18
vfmadd231ps zmm8, zmm16, dword ptr [rsi + 428]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm9, zmm16, zmm17
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 520]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 572]{1to16}
vfmadd231ps zmm10, zmm14, dword ptr [rsi + 524]{1to16}
vfmadd231ps zmm11, zmm14, dword ptr [rsi + 576]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 528]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 580]{1to16}
vfmadd231ps zmm10, zmm16, dword ptr [rsi + 532]{1to16}
vfmadd231ps zmm11, zmm16, dword ptr [rsi + 584]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 624]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm12, zmm13, zmm18
vpermilps zmm13, zmm17, 85
vfmadd231ps zmm12, zmm14, zmm13
vpermilps zmm13, zmm17, 170
vfmadd231ps zmm12, zmm15, zmm13
vpermilps zmm13, zmm17, 255
vfmadd231ps zmm12, zmm16, zmm13
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 208]
vmovups zmm14 {k1} {z}, zmmword ptr [rdi + 260]
vmovups zmm15 {k1} {z}, zmmword ptr [rdi + 312]
vmovups zmm16 {k1} {z}, zmmword ptr [rdi + 364]
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 16]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm0, zmm13, zmm18
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 68]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm0, zmm14, zmm18
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 72]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm0, zmm15, zmm18
vfmadd231ps zmm1, zmm15, dword ptr [rsi + 76]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm0, zmm16, zmm17
vfmadd231ps zmm1, zmm16, dword ptr [rsi + 80]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 172]
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 120]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm3, zmm13, zmm18
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 124]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm3, zmm14, zmm18
vfmadd231ps zmm2, zmm15, dword ptr [rsi + 128]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm3, zmm15, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [rsi + 132]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm3, zmm16, zmm17
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 224]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 276]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 228]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 280]{1to16}
vfmadd231ps zmm4, zmm15, dword ptr [rsi + 232]{1to16}
vfmadd231ps zmm5, zmm15, dword ptr [rsi + 284]{1to16}
vfmadd231ps zmm4, zmm16, dword ptr [rsi + 236]{1to16}
vfmadd231ps zmm5, zmm16, dword ptr [rsi + 288]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 328]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm6, zmm13, zmm18
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 380]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm6, zmm14, zmm18
vfmadd231ps zmm7, zmm14, dword ptr [rsi + 384]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm6, zmm15, zmm18
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 388]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm6, zmm16, zmm17
vfmadd231ps zmm7, zmm16, dword ptr [rsi + 392]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 484]
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 432]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm9, zmm13, zmm18
vfmadd231ps zmm8, zmm14, dword ptr [rsi + 436]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm9, zmm14, zmm18
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 440]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm9, zmm15, zmm18
vfmadd231ps zmm8, zmm16, dword ptr [rsi + 444]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm9, zmm16, zmm17
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 536]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 588]{1to16}
vfmadd231ps zmm10, zmm14, dword ptr [rsi + 540]{1to16}
vfmadd231ps zmm11, zmm14, dword ptr [rsi + 592]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 544]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 596]{1to16}
vfmadd231ps zmm10, zmm16, dword ptr [rsi + 548]{1to16}
vfmadd231ps zmm11, zmm16, dword ptr [rsi + 600]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 640]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm12, zmm13, zmm18
vpermilps zmm13, zmm17, 85
vfmadd231ps zmm12, zmm14, zmm13
vpermilps zmm13, zmm17, 170
vfmadd231ps zmm12, zmm15, zmm13
vpermilps zmm13, zmm17, 255
vfmadd231ps zmm12, zmm16, zmm13
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 416]
vmovups zmm14 {k1} {z}, zmmword ptr [rdi + 468]
vmovups zmm15 {k1} {z}, zmmword ptr [rdi + 520]
vmovups zmm16 {k1} {z}, zmmword ptr [rdi + 572]
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 32]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm0, zmm13, zmm18
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 84]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm0, zmm14, zmm18
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 88]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm0, zmm15, zmm18
vfmadd231ps zmm1, zmm15, dword ptr [rsi + 92]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm0, zmm16, zmm17
vfmadd231ps zmm1, zmm16, dword ptr [rsi + 96]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 188]
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 136]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm3, zmm13, zmm18
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 140]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm3, zmm14, zmm18
vfmadd231ps zmm2, zmm15, dword ptr [rsi + 144]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm3, zmm15, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [rsi + 148]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm3, zmm16, zmm17
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 240]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 292]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 244]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 296]{1to16}
vfmadd231ps zmm4, zmm15, dword ptr [rsi + 248]{1to16}
vfmadd231ps zmm5, zmm15, dword ptr [rsi + 300]{1to16}
vfmadd231ps zmm4, zmm16, dword ptr [rsi + 252]{1to16}
vfmadd231ps zmm5, zmm16, dword ptr [rsi + 304]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 344]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm6, zmm13, zmm18
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 396]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm6, zmm14, zmm18
vfmadd231ps zmm7, zmm14, dword ptr [rsi + 400]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm6, zmm15, zmm18
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 404]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm6, zmm16, zmm17
vfmadd231ps zmm7, zmm16, dword ptr [rsi + 408]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 500]
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 448]{1to16}
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm9, zmm13, zmm18
vfmadd231ps zmm8, zmm14, dword ptr [rsi + 452]{1to16}
vpermilps zmm18, zmm17, 85
vfmadd231ps zmm9, zmm14, zmm18
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 456]{1to16}
vpermilps zmm18, zmm17, 170
vfmadd231ps zmm9, zmm15, zmm18
vfmadd231ps zmm8, zmm16, dword ptr [rsi + 460]{1to16}
vpermilps zmm17, zmm17, 255
vfmadd231ps zmm9, zmm16, zmm17
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 552]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 604]{1to16}
vfmadd231ps zmm10, zmm14, dword ptr [rsi + 556]{1to16}
vfmadd231ps zmm11, zmm14, dword ptr [rsi + 608]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 560]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 612]{1to16}
vfmadd231ps zmm10, zmm16, dword ptr [rsi + 564]{1to16}
vfmadd231ps zmm11, zmm16, dword ptr [rsi + 616]{1to16}
vbroadcastf32x4 zmm17, xmmword ptr [rsi + 656]
vpermilps zmm18, zmm17, 0
vfmadd231ps zmm12, zmm13, zmm18
vpermilps zmm13, zmm17, 85
vfmadd231ps zmm12, zmm14, zmm13
vpermilps zmm13, zmm17, 170
vfmadd231ps zmm12, zmm15, zmm13
vpermilps zmm13, zmm17, 255
vfmadd231ps zmm12, zmm16, zmm13
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 624]
vbroadcastf32x4 zmm14, xmmword ptr [rsi + 36]
vpermilps zmm14, zmm14, 255
vfmadd231ps zmm0, zmm13, zmm14
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 100]{1to16}
vbroadcastf32x4 zmm14, xmmword ptr [rsi + 192]
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 152]{1to16}
vpermilps zmm14, zmm14, 255
vfmadd231ps zmm3, zmm13, zmm14
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 256]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 308]{1to16}
vbroadcastf32x4 zmm14, xmmword ptr [rsi + 348]
vpermilps zmm14, zmm14, 255
vfmadd231ps zmm6, zmm13, zmm14
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 412]{1to16}
vbroadcastf32x4 zmm14, xmmword ptr [rsi + 504]
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 464]{1to16}
vpermilps zmm14, zmm14, 255
vfmadd231ps zmm9, zmm13, zmm14
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 568]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 620]{1to16}
vbroadcastf32x4 zmm14, xmmword ptr [rsi + 660]
vpermilps zmm14, zmm14, 255
vfmadd231ps zmm12, zmm13, zmm14
vmovups zmm13 {k1} {z}, zmmword ptr [rdx]
vaddps zmm13, zmm0, zmm13
vmovups zmm0 {k1} {z}, zmmword ptr [rdx + 52]
vaddps zmm0, zmm1, zmm0
vmovups zmm1 {k1} {z}, zmmword ptr [rdx + 104]
vaddps zmm1, zmm2, zmm1
vmovups zmm2 {k1} {z}, zmmword ptr [rdx + 156]
vaddps zmm2, zmm3, zmm2
vmovups zmm3 {k1} {z}, zmmword ptr [rdx + 208]
vaddps zmm3, zmm4, zmm3
vmovups zmm4 {k1} {z}, zmmword ptr [rdx + 260]
vaddps zmm4, zmm5, zmm4
vmovups zmm5 {k1} {z}, zmmword ptr [rdx + 312]
vaddps zmm5, zmm6, zmm5
vmovups zmm6 {k1} {z}, zmmword ptr [rdx + 364]
vaddps zmm6, zmm7, zmm6
vmovups zmm7 {k1} {z}, zmmword ptr [rdx + 416]
vaddps zmm7, zmm8, zmm7
vmovups zmm8 {k1} {z}, zmmword ptr [rdx + 468]
vaddps zmm8, zmm9, zmm8
vmovups zmm9 {k1} {z}, zmmword ptr [rdx + 520]
vaddps zmm9, zmm10, zmm9
vmovups zmm10 {k1} {z}, zmmword ptr [rdx + 572]
vaddps zmm10, zmm11, zmm10
vmovups zmm11 {k1} {z}, zmmword ptr [rdx + 624]
vaddps zmm11, zmm12, zmm11
vmovups zmmword ptr [rdx] {k1}, zmm13
vmovups zmmword ptr [rdx + 52] {k1}, zmm0
vmovups zmmword ptr [rdx + 104] {k1}, zmm1
vmovups zmmword ptr [rdx + 156] {k1}, zmm2
vmovups zmmword ptr [rdx + 208] {k1}, zmm3
vmovups zmmword ptr [rdx + 260] {k1}, zmm4
vmovups zmmword ptr [rdx + 312] {k1}, zmm5
vmovups zmmword ptr [rdx + 364] {k1}, zmm6
vmovups zmmword ptr [rdx + 416] {k1}, zmm7
vmovups zmmword ptr [rdx + 468] {k1}, zmm8
vmovups zmmword ptr [rdx + 520] {k1}, zmm9
vmovups zmmword ptr [rdx + 572] {k1}, zmm10
vmovups zmmword ptr [rdx + 624] {k1}, zmm11
vzeroupper
ret

// 992 bytes for sapphire-rapids
endbr64
mov r11d, 8191
kmovw k1, r11d
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
mov eax, 3
vmovups zmm13 {k1} {z}, zmmword ptr [rdi]
vfmadd231ps zmm0, zmm13, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 52]{1to16}
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 104]{1to16}
vfmadd231ps zmm3, zmm13, dword ptr [rsi + 156]{1to16}
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 260]{1to16}
vfmadd231ps zmm6, zmm13, dword ptr [rsi + 312]{1to16}
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 364]{1to16}
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 416]{1to16}
vfmadd231ps zmm9, zmm13, dword ptr [rsi + 468]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 520]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 572]{1to16}
vfmadd231ps zmm12, zmm13, dword ptr [rsi + 624]{1to16}
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 52]
vfmadd231ps zmm0, zmm13, dword ptr [rsi + 4]{1to16}
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 56]{1to16}
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 108]{1to16}
vfmadd231ps zmm3, zmm13, dword ptr [rsi + 160]{1to16}
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 212]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 264]{1to16}
vfmadd231ps zmm6, zmm13, dword ptr [rsi + 316]{1to16}
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 368]{1to16}
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 420]{1to16}
vfmadd231ps zmm9, zmm13, dword ptr [rsi + 472]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 524]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 576]{1to16}
vfmadd231ps zmm12, zmm13, dword ptr [rsi + 628]{1to16}
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 104]
vfmadd231ps zmm0, zmm13, dword ptr [rsi + 8]{1to16}
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 60]{1to16}
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 112]{1to16}
vfmadd231ps zmm3, zmm13, dword ptr [rsi + 164]{1to16}
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 216]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 268]{1to16}
vfmadd231ps zmm6, zmm13, dword ptr [rsi + 320]{1to16}
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 372]{1to16}
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 424]{1to16}
vfmadd231ps zmm9, zmm13, dword ptr [rsi + 476]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 528]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 580]{1to16}
vfmadd231ps zmm12, zmm13, dword ptr [rsi + 632]{1to16}
vmovups zmm13 {k1} {z}, zmmword ptr [rdi + 156]
vfmadd231ps zmm0, zmm13, dword ptr [rsi + 12]{1to16}
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 64]{1to16}
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 116]{1to16}
vfmadd231ps zmm3, zmm13, dword ptr [rsi + 168]{1to16}
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 220]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 272]{1to16}
vfmadd231ps zmm6, zmm13, dword ptr [rsi + 324]{1to16}
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 376]{1to16}
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 428]{1to16}
vfmadd231ps zmm9, zmm13, dword ptr [rsi + 480]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 532]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 584]{1to16}
vfmadd231ps zmm12, zmm13, dword ptr [rsi + 636]{1to16}
lea rdi, [rdi + 208]
lea rsi, [rsi + 16]
dec rax
jne .-449
vmovups zmm13 {k1} {z}, zmmword ptr [rdi]
vfmadd231ps zmm0, zmm13, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm13, dword ptr [rsi + 52]{1to16}
vfmadd231ps zmm2, zmm13, dword ptr [rsi + 104]{1to16}
vfmadd231ps zmm3, zmm13, dword ptr [rsi + 156]{1to16}
vfmadd231ps zmm4, zmm13, dword ptr [rsi + 208]{1to16}
vfmadd231ps zmm5, zmm13, dword ptr [rsi + 260]{1to16}
vfmadd231ps zmm6, zmm13, dword ptr [rsi + 312]{1to16}
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 364]{1to16}
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 416]{1to16}
vfmadd231ps zmm9, zmm13, dword ptr [rsi + 468]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 520]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 572]{1to16}
vfmadd231ps zmm12, zmm13, dword ptr [rsi + 624]{1to16}
vmovups zmm13 {k1} {z}, zmmword ptr [rdx]
vaddps zmm13, zmm13, zmm0
vmovups zmm0 {k1} {z}, zmmword ptr [rdx + 52]
vaddps zmm0, zmm0, zmm1
vmovups zmm1 {k1} {z}, zmmword ptr [rdx + 104]
vaddps zmm1, zmm1, zmm2
vmovups zmm2 {k1} {z}, zmmword ptr [rdx + 156]
vaddps zmm2, zmm2, zmm3
vmovups zmm3 {k1} {z}, zmmword ptr [rdx + 208]
vaddps zmm3, zmm3, zmm4
vmovups zmm4 {k1} {z}, zmmword ptr [rdx + 260]
vaddps zmm4, zmm4, zmm5
vmovups zmm5 {k1} {z}, zmmword ptr [rdx + 312]
vaddps zmm5, zmm5, zmm6
vmovups zmm6 {k1} {z}, zmmword ptr [rdx + 364]
vaddps zmm6, zmm6, zmm7
vmovups zmm7 {k1} {z}, zmmword ptr [rdx + 416]
vaddps zmm7, zmm7, zmm8
vmovups zmm8 {k1} {z}, zmmword ptr [rdx + 468]
vaddps zmm8, zmm8, zmm9
vmovups zmm9 {k1} {z}, zmmword ptr [rdx + 520]
vaddps zmm9, zmm9, zmm10
vmovups zmm10 {k1} {z}, zmmword ptr [rdx + 572]
vaddps zmm10, zmm10, zmm11
vmovups zmm11 {k1} {z}, zmmword ptr [rdx + 624]
vaddps zmm11, zmm11, zmm12
vmovups zmmword ptr [rdx] {k1}, zmm13
vmovups zmmword ptr [rdx + 52] {k1}, zmm0
vmovups zmmword ptr [rdx + 104] {k1}, zmm1
vmovups zmmword ptr [rdx + 156] {k1}, zmm2
vmovups zmmword ptr [rdx + 208] {k1}, zmm3
vmovups zmmword ptr [rdx + 260] {k1}, zmm4
vmovups zmmword ptr [rdx + 312] {k1}, zmm5
vmovups zmmword ptr [rdx + 364] {k1}, zmm6
vmovups zmmword ptr [rdx + 416] {k1}, zmm7
vmovups zmmword ptr [rdx + 468] {k1}, zmm8
vmovups zmmword ptr [rdx + 520] {k1}, zmm9
vmovups zmmword ptr [rdx + 572] {k1}, zmm10
vmovups zmmword ptr [rdx + 624] {k1}, zmm11
vzeroupper
ret

// 1269 bytes for haswell
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
mov rax, rdi
mov rcx, rsi
mov r8d, 3
vmovups ymm10, ymmword ptr [rax]
vmovups ymm11, ymmword ptr [rax + 20]
vbroadcastss ymm12, dword ptr [rcx]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 52]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 104]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 156]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 208]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rax + 52]
vmovups ymm11, ymmword ptr [rax + 72]
vbroadcastss ymm12, dword ptr [rcx + 4]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 56]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 108]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 160]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 212]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rax + 104]
vmovups ymm11, ymmword ptr [rax + 124]
vbroadcastss ymm12, dword ptr [rcx + 8]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 60]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 112]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 164]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 216]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rax + 156]
vmovups ymm11, ymmword ptr [rax + 176]
vbroadcastss ymm12, dword ptr [rcx + 12]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 64]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 116]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 168]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 220]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
lea rax, [rax + 208]
lea rcx, [rcx + 16]
dec r8
jne .-402
vmovups ymm10, ymmword ptr [rax]
vmovups ymm11, ymmword ptr [rax + 20]
vbroadcastss ymm12, dword ptr [rcx]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 52]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 104]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 156]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rcx + 208]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vaddps ymm10, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 20]
vaddps ymm1, ymm2, ymmword ptr [rdx + 52]
vaddps ymm2, ymm3, ymmword ptr [rdx + 72]
vaddps ymm3, ymm4, ymmword ptr [rdx + 104]
vaddps ymm4, ymm5, ymmword ptr [rdx + 124]
vaddps ymm5, ymm6, ymmword ptr [rdx + 156]
vaddps ymm6, ymm7, ymmword ptr [rdx + 176]
vaddps ymm7, ymm8, ymmword ptr [rdx + 208]
vaddps ymm8, ymm9, ymmword ptr [rdx + 228]
vmovups ymmword ptr [rdx], ymm10
vmovups ymmword ptr [rdx + 20], ymm0
vmovups ymmword ptr [rdx + 52], ymm1
vmovups ymmword ptr [rdx + 72], ymm2
vmovups ymmword ptr [rdx + 104], ymm3
vmovups ymmword ptr [rdx + 124], ymm4
vmovups ymmword ptr [rdx + 156], ymm5
vmovups ymmword ptr [rdx + 176], ymm6
vmovups ymmword ptr [rdx + 208], ymm7
vmovups ymmword ptr [rdx + 228], ymm8
lea rsi, [rsi + 260]
lea rdx, [rdx + 260]
mov eax, 2
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
vpxor xmm6, xmm6, xmm6
vpxor xmm7, xmm7, xmm7
mov rcx, rdi
mov r8, rsi
mov r9d, 3
vmovups ymm8, ymmword ptr [rcx]
vmovups ymm9, ymmword ptr [rcx + 20]
vbroadcastss ymm10, dword ptr [r8]
vfmadd231ps ymm0, ymm8, ymm10
vfmadd231ps ymm1, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 52]
vfmadd231ps ymm2, ymm8, ymm10
vfmadd231ps ymm3, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 104]
vfmadd231ps ymm4, ymm8, ymm10
vfmadd231ps ymm5, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 156]
vfmadd231ps ymm6, ymm8, ymm10
vfmadd231ps ymm7, ymm9, ymm10
vmovups ymm8, ymmword ptr [rcx + 52]
vmovups ymm9, ymmword ptr [rcx + 72]
vbroadcastss ymm10, dword ptr [r8 + 4]
vfmadd231ps ymm0, ymm8, ymm10
vfmadd231ps ymm1, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 56]
vfmadd231ps ymm2, ymm8, ymm10
vfmadd231ps ymm3, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 108]
vfmadd231ps ymm4, ymm8, ymm10
vfmadd231ps ymm5, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 160]
vfmadd231ps ymm6, ymm8, ymm10
vfmadd231ps ymm7, ymm9, ymm10
vmovups ymm8, ymmword ptr [rcx + 104]
vmovups ymm9, ymmword ptr [rcx + 124]
vbroadcastss ymm10, dword ptr [r8 + 8]
vfmadd231ps ymm0, ymm8, ymm10
vfmadd231ps ymm1, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 60]
vfmadd231ps ymm2, ymm8, ymm10
vfmadd231ps ymm3, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 112]
vfmadd231ps ymm4, ymm8, ymm10
vfmadd231ps ymm5, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 164]
vfmadd231ps ymm6, ymm8, ymm10
vfmadd231ps ymm7, ymm9, ymm10
vmovups ymm8, ymmword ptr [rcx + 156]
vmovups ymm9, ymmword ptr [rcx + 176]
vbroadcastss ymm10, dword ptr [r8 + 12]
vfmadd231ps ymm0, ymm8, ymm10
vfmadd231ps ymm1, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 64]
vfmadd231ps ymm2, ymm8, ymm10
vfmadd231ps ymm3, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 116]
vfmadd231ps ymm4, ymm8, ymm10
vfmadd231ps ymm5, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 168]
vfmadd231ps ymm6, ymm8, ymm10
vfmadd231ps ymm7, ymm9, ymm10
lea rcx, [rcx + 208]
lea r8, [r8 + 16]
dec r9
jne .-326
vmovups ymm8, ymmword ptr [rcx]
vmovups ymm9, ymmword ptr [rcx + 20]
vbroadcastss ymm10, dword ptr [r8]
vfmadd231ps ymm0, ymm8, ymm10
vfmadd231ps ymm1, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 52]
vfmadd231ps ymm2, ymm8, ymm10
vfmadd231ps ymm3, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 104]
vfmadd231ps ymm4, ymm8, ymm10
vfmadd231ps ymm5, ymm9, ymm10
vbroadcastss ymm10, dword ptr [r8 + 156]
vfmadd231ps ymm6, ymm8, ymm10
vfmadd231ps ymm7, ymm9, ymm10
vaddps ymm8, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 20]
vaddps ymm1, ymm2, ymmword ptr [rdx + 52]
vaddps ymm2, ymm3, ymmword ptr [rdx + 72]
vaddps ymm3, ymm4, ymmword ptr [rdx + 104]
vaddps ymm4, ymm5, ymmword ptr [rdx + 124]
vaddps ymm5, ymm6, ymmword ptr [rdx + 156]
vaddps ymm6, ymm7, ymmword ptr [rdx + 176]
vmovups ymmword ptr [rdx], ymm8
vmovups ymmword ptr [rdx + 20], ymm0
vmovups ymmword ptr [rdx + 52], ymm1
vmovups ymmword ptr [rdx + 72], ymm2
vmovups ymmword ptr [rdx + 104], ymm3
vmovups ymmword ptr [rdx + 124], ymm4
vmovups ymmword ptr [rdx + 156], ymm5
vmovups ymmword ptr [rdx + 176], ymm6
lea rsi, [rsi + 208]
lea rdx, [rdx + 208]
dec rax
jne .-558
vzeroupper
ret
