// gemm f32 23x23x23 a=col/23 b=col/23 c=col/23 beta=1

// 4642 bytes for zen5
// 4642 bytes for sapphire-rapids
endbr64
mov r11d, 127
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
vpxord xmm13, xmm13, xmm13
vpxord xmm14, xmm14, xmm14
vpxord xmm15, xmm15, xmm15
vpxord xmm16, xmm16, xmm16
vpxord xmm17, xmm17, xmm17
vpxord xmm18, xmm18, xmm18
vpxord xmm19, xmm19, xmm19
vpxord xmm20, xmm20, xmm20
vpxord xmm21, xmm21, xmm21
vpxord xmm22, xmm22, xmm22
vpxord xmm23, xmm23, xmm23
mov rax, rdi
mov rcx, rsi
mov r8d, 5
vmovups zmm24, zmmword ptr [rax]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 64]
vbroadcastss zmm26, dword ptr [rcx]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 92]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 92]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 184]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 276]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 276]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 368]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 460]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 460]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 552]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 644]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 644]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 736]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 828]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 828]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 920]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1012]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1012]{1to16}
vmovups zmm24, zmmword ptr [rax + 92]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 156]
vbroadcastss zmm26, dword ptr [rcx + 4]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 96]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 96]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 188]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 280]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 280]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 372]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 464]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 464]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 556]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 648]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 648]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 740]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 832]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 832]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 924]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1016]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1016]{1to16}
vmovups zmm24, zmmword ptr [rax + 184]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 248]
vbroadcastss zmm26, dword ptr [rcx + 8]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 100]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 100]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 192]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 284]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 284]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 376]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 468]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 468]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 560]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 652]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 652]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 744]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 836]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 836]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 928]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1020]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1020]{1to16}
vmovups zmm24, zmmword ptr [rax + 276]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 340]
vbroadcastss zmm26, dword ptr [rcx + 12]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 104]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 104]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 196]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 288]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 288]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 380]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 472]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 472]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 564]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 656]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 656]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 748]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 840]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 840]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 932]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1024]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1024]{1to16}
lea rax, [rax + 368]
lea rcx, [rcx + 16]
dec r8
jne .-986
vmovups zmm24, zmmword ptr [rax]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 64]
vbroadcastss zmm26, dword ptr [rcx]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 92]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 92]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 184]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 276]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 276]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 368]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 460]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 460]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 552]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 644]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 644]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 736]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 828]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 828]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 920]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1012]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1012]{1to16}
vmovups zmm24, zmmword ptr [rax + 92]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 156]
vbroadcastss zmm26, dword ptr [rcx + 4]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 96]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 96]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 188]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 280]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 280]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 372]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 464]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 464]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 556]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 648]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 648]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 740]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 832]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 832]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 924]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1016]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1016]{1to16}
vmovups zmm24, zmmword ptr [rax + 184]
vmovups ymm25 {k1} {z}, ymmword ptr [rax + 248]
vbroadcastss zmm26, dword ptr [rcx + 8]
vfmadd231ps zmm0, zmm24, zmm26
vfmadd231ps zmm1, zmm25, zmm26
vfmadd231ps zmm2, zmm24, dword ptr [rcx + 100]{1to16}
vfmadd231ps zmm3, zmm25, dword ptr [rcx + 100]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 192]
vfmadd231ps zmm4, zmm24, zmm26
vfmadd231ps zmm5, zmm25, zmm26
vfmadd231ps zmm6, zmm24, dword ptr [rcx + 284]{1to16}
vfmadd231ps zmm7, zmm25, dword ptr [rcx + 284]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 376]
vfmadd231ps zmm8, zmm24, zmm26
vfmadd231ps zmm9, zmm25, zmm26
vfmadd231ps zmm10, zmm24, dword ptr [rcx + 468]{1to16}
vfmadd231ps zmm11, zmm25, dword ptr [rcx + 468]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 560]
vfmadd231ps zmm12, zmm24, zmm26
vfmadd231ps zmm13, zmm25, zmm26
vfmadd231ps zmm14, zmm24, dword ptr [rcx + 652]{1to16}
vfmadd231ps zmm15, zmm25, dword ptr [rcx + 652]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 744]
vfmadd231ps zmm16, zmm24, zmm26
vfmadd231ps zmm17, zmm25, zmm26
vfmadd231ps zmm18, zmm24, dword ptr [rcx + 836]{1to16}
vfmadd231ps zmm19, zmm25, dword ptr [rcx + 836]{1to16}
vbroadcastss zmm26, dword ptr [rcx + 928]
vfmadd231ps zmm20, zmm24, zmm26
vfmadd231ps zmm21, zmm25, zmm26
vfmadd231ps zmm22, zmm24, dword ptr [rcx + 1020]{1to16}
vfmadd231ps zmm23, zmm25, dword ptr [rcx + 1020]{1to16}
vaddps zmm24, zmm0, zmmword ptr [rdx]
vmovups ymm0 {k1} {z}, ymmword ptr [rdx + 64]
vaddps zmm0, zmm0, zmm1
vaddps zmm1, zmm2, zmmword ptr [rdx + 92]
vmovups ymm2 {k1} {z}, ymmword ptr [rdx + 156]
vaddps zmm2, zmm2, zmm3
vaddps zmm3, zmm4, zmmword ptr [rdx + 184]
vmovups ymm4 {k1} {z}, ymmword ptr [rdx + 248]
vaddps zmm4, zmm4, zmm5
vaddps zmm5, zmm6, zmmword ptr [rdx + 276]
vmovups ymm6 {k1} {z}, ymmword ptr [rdx + 340]
vaddps zmm6, zmm6, zmm7
vaddps zmm7, zmm8, zmmword ptr [rdx + 368]
vmovups ymm8 {k1} {z}, ymmword ptr [rdx + 432]
vaddps zmm8, zmm8, zmm9
vaddps zmm9, zmm10, zmmword ptr [rdx + 460]
vmovups ymm10 {k1} {z}, ymmword ptr [rdx + 524]
vaddps zmm10, zmm10, zmm11
vaddps zmm11, zmm12, zmmword ptr [rdx + 552]
vmovups ymm12 {k1} {z}, ymmword ptr [rdx + 616]
vaddps zmm12, zmm12, zmm13
vaddps zmm13, zmm14, zmmword ptr [rdx + 644]
vmovups ymm14 {k1} {z}, ymmword ptr [rdx + 708]
vaddps zmm14, zmm14, zmm15
vaddps zmm15, zmm16, zmmword ptr [rdx + 736]
vmovups ymm16 {k1} {z}, ymmword ptr [rdx + 800]
vaddps zmm16, zmm16, zmm17
vaddps zmm17, zmm18, zmmword ptr [rdx + 828]
vmovups ymm18 {k1} {z}, ymmword ptr [rdx + 892]
vaddps zmm18, zmm18, zmm19
vaddps zmm19, zmm20, zmmword ptr [rdx + 920]
vmovups ymm20 {k1} {z}, ymmword ptr [rdx + 984]
vaddps zmm20, zmm20, zmm21
vaddps zmm21, zmm22, zmmword ptr [rdx + 1012]
vmovups ymm22 {k1} {z}, ymmword ptr [rdx + 1076]
vaddps zmm22, zmm22, zmm23
vmovups zmmword ptr [rdx], zmm24
vmovups ymmword ptr [rdx + 64] {k1}, ymm0
vmovups zmmword ptr [rdx + 92], zmm1
vmovups ymmword ptr [rdx + 156] {k1}, ymm2
vmovups zmmword ptr [rdx + 184], zmm3
vmovups ymmword ptr [rdx + 248] {k1}, ymm4
vmovups zmmword ptr [rdx + 276], zmm5
vmovups ymmword ptr [rdx + 340] {k1}, ymm6
vmovups zmmword ptr [rdx + 368], zmm7
vmovups ymmword ptr [rdx + 432] {k1}, ymm8
vmovups zmmword ptr [rdx + 460], zmm9
vmovups ymmword ptr [rdx + 524] {k1}, ymm10
vmovups zmmword ptr [rdx + 552], zmm11
vmovups ymmword ptr [rdx + 616] {k1}, ymm12
vmovups zmmword ptr [rdx + 644], zmm13
vmovups ymmword ptr [rdx + 708] {k1}, ymm14
vmovups zmmword ptr [rdx + 736], zmm15
vmovups ymmword ptr [rdx + 800] {k1}, ymm16
vmovups zmmword ptr [rdx + 828], zmm17
vmovups ymmword ptr [rdx + 892] {k1}, ymm18
vmovups zmmword ptr [rdx + 920], zmm19
vmovups ymmword ptr [rdx + 984] {k1}, ymm20
vmovups zmmword ptr [rdx + 1012], zmm21
vmovups ymmword ptr [rdx + 1076] {k1}, ymm22
lea rsi, [rsi + 1104]
lea rdx, [rdx + 1104]
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
vpxord xmm21, xmm21, xmm21
mov eax, 5
vmovups zmm22, zmmword ptr [rdi]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 64]
vbroadcastss zmm24, dword ptr [rsi]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 92]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 92]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 184]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 276]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 276]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 368]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 460]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 460]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 552]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 644]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 644]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 736]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 828]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 828]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 920]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vmovups zmm22, zmmword ptr [rdi + 92]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 156]
vbroadcastss zmm24, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 96]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 96]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 188]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 280]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 280]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 372]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 464]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 464]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 556]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 648]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 648]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 740]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 832]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 832]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 924]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vmovups zmm22, zmmword ptr [rdi + 184]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 248]
vbroadcastss zmm24, dword ptr [rsi + 8]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 100]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 100]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 192]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 284]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 284]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 376]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 468]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 468]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 560]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 652]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 652]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 744]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 836]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 836]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 928]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vmovups zmm22, zmmword ptr [rdi + 276]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 340]
vbroadcastss zmm24, dword ptr [rsi + 12]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 104]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 104]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 196]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 288]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 288]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 380]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 472]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 472]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 564]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 656]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 656]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 748]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 840]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 840]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 932]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
lea rdi, [rdi + 368]
lea rsi, [rsi + 16]
dec rax
jne .-906
vmovups zmm22, zmmword ptr [rdi]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 64]
vbroadcastss zmm24, dword ptr [rsi]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 92]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 92]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 184]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 276]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 276]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 368]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 460]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 460]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 552]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 644]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 644]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 736]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 828]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 828]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 920]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vmovups zmm22, zmmword ptr [rdi + 92]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 156]
vbroadcastss zmm24, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 96]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 96]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 188]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 280]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 280]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 372]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 464]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 464]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 556]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 648]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 648]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 740]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 832]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 832]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 924]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vmovups zmm22, zmmword ptr [rdi + 184]
vmovups ymm23 {k1} {z}, ymmword ptr [rdi + 248]
vbroadcastss zmm24, dword ptr [rsi + 8]
vfmadd231ps zmm0, zmm22, zmm24
vfmadd231ps zmm1, zmm23, zmm24
vfmadd231ps zmm2, zmm22, dword ptr [rsi + 100]{1to16}
vfmadd231ps zmm3, zmm23, dword ptr [rsi + 100]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 192]
vfmadd231ps zmm4, zmm22, zmm24
vfmadd231ps zmm5, zmm23, zmm24
vfmadd231ps zmm6, zmm22, dword ptr [rsi + 284]{1to16}
vfmadd231ps zmm7, zmm23, dword ptr [rsi + 284]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 376]
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vfmadd231ps zmm10, zmm22, dword ptr [rsi + 468]{1to16}
vfmadd231ps zmm11, zmm23, dword ptr [rsi + 468]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 560]
vfmadd231ps zmm12, zmm22, zmm24
vfmadd231ps zmm13, zmm23, zmm24
vfmadd231ps zmm14, zmm22, dword ptr [rsi + 652]{1to16}
vfmadd231ps zmm15, zmm23, dword ptr [rsi + 652]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 744]
vfmadd231ps zmm16, zmm22, zmm24
vfmadd231ps zmm17, zmm23, zmm24
vfmadd231ps zmm18, zmm22, dword ptr [rsi + 836]{1to16}
vfmadd231ps zmm19, zmm23, dword ptr [rsi + 836]{1to16}
vbroadcastss zmm24, dword ptr [rsi + 928]
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm21, zmm23, zmm24
vaddps zmm22, zmm0, zmmword ptr [rdx]
vmovups ymm0 {k1} {z}, ymmword ptr [rdx + 64]
vaddps zmm0, zmm0, zmm1
vaddps zmm1, zmm2, zmmword ptr [rdx + 92]
vmovups ymm2 {k1} {z}, ymmword ptr [rdx + 156]
vaddps zmm2, zmm2, zmm3
vaddps zmm3, zmm4, zmmword ptr [rdx + 184]
vmovups ymm4 {k1} {z}, ymmword ptr [rdx + 248]
vaddps zmm4, zmm4, zmm5
vaddps zmm5, zmm6, zmmword ptr [rdx + 276]
vmovups ymm6 {k1} {z}, ymmword ptr [rdx + 340]
vaddps zmm6, zmm6, zmm7
vaddps zmm7, zmm8, zmmword ptr [rdx + 368]
vmovups ymm8 {k1} {z}, ymmword ptr [rdx + 432]
vaddps zmm8, zmm8, zmm9
vaddps zmm9, zmm10, zmmword ptr [rdx + 460]
vmovups ymm10 {k1} {z}, ymmword ptr [rdx + 524]
vaddps zmm10, zmm10, zmm11
vaddps zmm11, zmm12, zmmword ptr [rdx + 552]
vmovups ymm12 {k1} {z}, ymmword ptr [rdx + 616]
vaddps zmm12, zmm12, zmm13
vaddps zmm13, zmm14, zmmword ptr [rdx + 644]
vmovups ymm14 {k1} {z}, ymmword ptr [rdx + 708]
vaddps zmm14, zmm14, zmm15
vaddps zmm15, zmm16, zmmword ptr [rdx + 736]
vmovups ymm16 {k1} {z}, ymmword ptr [rdx + 800]
vaddps zmm16, zmm16, zmm17
vaddps zmm17, zmm18, zmmword ptr [rdx + 828]
vmovups ymm18 {k1} {z}, ymmword ptr [rdx + 892]
vaddps zmm18, zmm18, zmm19
vaddps zmm19, zmm20, zmmword ptr [rdx + 920]
vmovups ymm20 {k1} {z}, ymmword ptr [rdx + 984]
vaddps zmm20, zmm20, zmm21
vmovups zmmword ptr [rdx], zmm22
vmovups ymmword ptr [rdx + 64] {k1}, ymm0
vmovups zmmword ptr [rdx + 92], zmm1
vmovups ymmword ptr [rdx + 156] {k1}, ymm2
vmovups zmmword ptr [rdx + 184], zmm3
vmovups ymmword ptr [rdx + 248] {k1}, ymm4
vmovups zmmword ptr [rdx + 276], zmm5
vmovups ymmword ptr [rdx + 340] {k1}, ymm6
vmovups zmmword ptr [rdx + 368], zmm7
vmovups ymmword ptr [rdx + 432] {k1}, ymm8
vmovups zmmword ptr [rdx + 460], zmm9
vmovups ymmword ptr [rdx + 524] {k1}, ymm10
vmovups zmmword ptr [rdx + 552], zmm11
vmovups ymmword ptr [rdx + 616] {k1}, ymm12
vmovups zmmword ptr [rdx + 644], zmm13
vmovups ymmword ptr [rdx + 708] {k1}, ymm14
vmovups zmmword ptr [rdx + 736], zmm15
vmovups ymmword ptr [rdx + 800] {k1}, ymm16
vmovups zmmword ptr [rdx + 828], zmm17
vmovups ymmword ptr [rdx + 892] {k1}, ymm18
vmovups zmmword ptr [rdx + 920], zmm19
vmovups ymmword ptr [rdx + 984] {k1}, ymm20
vzeroupper
ret

// 1354 bytes for haswell
endbr64
mov eax, 7
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
vpxor xmm6, xmm6, xmm6
vpxor xmm7, xmm7, xmm7
vpxor xmm8, xmm8, xmm8
mov rcx, rdi
mov r8, rsi
mov r9d, 5
vmovups ymm9, ymmword ptr [rcx]
vmovups ymm10, ymmword ptr [rcx + 32]
vmovups ymm11, ymmword ptr [rcx + 60]
vbroadcastss ymm12, dword ptr [r8]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 92]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 184]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 92]
vmovups ymm10, ymmword ptr [rcx + 124]
vmovups ymm11, ymmword ptr [rcx + 152]
vbroadcastss ymm12, dword ptr [r8 + 4]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 96]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 188]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 184]
vmovups ymm10, ymmword ptr [rcx + 216]
vmovups ymm11, ymmword ptr [rcx + 244]
vbroadcastss ymm12, dword ptr [r8 + 8]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 100]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 192]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 276]
vmovups ymm10, ymmword ptr [rcx + 308]
vmovups ymm11, ymmword ptr [rcx + 336]
vbroadcastss ymm12, dword ptr [r8 + 12]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 104]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 196]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
lea rcx, [rcx + 368]
lea r8, [r8 + 16]
dec r9
jne .-357
vmovups ymm9, ymmword ptr [rcx]
vmovups ymm10, ymmword ptr [rcx + 32]
vmovups ymm11, ymmword ptr [rcx + 60]
vbroadcastss ymm12, dword ptr [r8]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 92]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 184]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 92]
vmovups ymm10, ymmword ptr [rcx + 124]
vmovups ymm11, ymmword ptr [rcx + 152]
vbroadcastss ymm12, dword ptr [r8 + 4]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 96]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 188]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 184]
vmovups ymm10, ymmword ptr [rcx + 216]
vmovups ymm11, ymmword ptr [rcx + 244]
vbroadcastss ymm12, dword ptr [r8 + 8]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 100]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 192]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vaddps ymm9, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 32]
vaddps ymm1, ymm2, ymmword ptr [rdx + 60]
vaddps ymm2, ymm3, ymmword ptr [rdx + 92]
vaddps ymm3, ymm4, ymmword ptr [rdx + 124]
vaddps ymm4, ymm5, ymmword ptr [rdx + 152]
vaddps ymm5, ymm6, ymmword ptr [rdx + 184]
vaddps ymm6, ymm7, ymmword ptr [rdx + 216]
vaddps ymm7, ymm8, ymmword ptr [rdx + 244]
vmovups ymmword ptr [rdx], ymm9
vmovups ymmword ptr [rdx + 32], ymm0
vmovups ymmword ptr [rdx + 60], ymm1
vmovups ymmword ptr [rdx + 92], ymm2
vmovups ymmword ptr [rdx + 124], ymm3
vmovups ymmword ptr [rdx + 152], ymm4
vmovups ymmword ptr [rdx + 184], ymm5
vmovups ymmword ptr [rdx + 216], ymm6
vmovups ymmword ptr [rdx + 244], ymm7
lea rsi, [rsi + 276]
lea rdx, [rdx + 276]
dec rax
jne .-794
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
mov eax, 5
vmovups ymm6, ymmword ptr [rdi]
vmovups ymm7, ymmword ptr [rdi + 32]
vmovups ymm8, ymmword ptr [rdi + 60]
vbroadcastss ymm9, dword ptr [rsi]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 92]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 92]
vmovups ymm7, ymmword ptr [rdi + 124]
vmovups ymm8, ymmword ptr [rdi + 152]
vbroadcastss ymm9, dword ptr [rsi + 4]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 96]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 184]
vmovups ymm7, ymmword ptr [rdi + 216]
vmovups ymm8, ymmword ptr [rdi + 244]
vbroadcastss ymm9, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 100]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 276]
vmovups ymm7, ymmword ptr [rdi + 308]
vmovups ymm8, ymmword ptr [rdi + 336]
vbroadcastss ymm9, dword ptr [rsi + 12]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 104]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
lea rdi, [rdi + 368]
lea rsi, [rsi + 16]
dec rax
jne .-261
vmovups ymm6, ymmword ptr [rdi]
vmovups ymm7, ymmword ptr [rdi + 32]
vmovups ymm8, ymmword ptr [rdi + 60]
vbroadcastss ymm9, dword ptr [rsi]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 92]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 92]
vmovups ymm7, ymmword ptr [rdi + 124]
vmovups ymm8, ymmword ptr [rdi + 152]
vbroadcastss ymm9, dword ptr [rsi + 4]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 96]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 184]
vmovups ymm7, ymmword ptr [rdi + 216]
vmovups ymm8, ymmword ptr [rdi + 244]
vbroadcastss ymm9, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 100]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vaddps ymm6, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 32]
vaddps ymm1, ymm2, ymmword ptr [rdx + 60]
vaddps ymm2, ymm3, ymmword ptr [rdx + 92]
vaddps ymm3, ymm4, ymmword ptr [rdx + 124]
vaddps ymm4, ymm5, ymmword ptr [rdx + 152]
vmovups ymmword ptr [rdx], ymm6
vmovups ymmword ptr [rdx + 32], ymm0
vmovups ymmword ptr [rdx + 60], ymm1
vmovups ymmword ptr [rdx + 92], ymm2
vmovups ymmword ptr [rdx + 124], ymm3
vmovups ymmword ptr [rdx + 152], ymm4
vzeroupper
ret
