// gemm f32 23x23x23 a=col/23 b=col/23 c=col/23 beta=1

// 4417 bytes for zen5
// 4417 bytes for sapphire-rapids
endbr64
mov r11d, 127
kmovw k1, r11d
mov eax, 3
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
mov rcx, rdi
mov r8, rsi
mov r9d, 2
vmovups zmm12, zmmword ptr [rcx]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 64]
vbroadcastss zmm14, dword ptr [r8]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 92]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 184]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 276]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 368]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 460]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 92]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 156]
vbroadcastss zmm14, dword ptr [r8 + 4]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 96]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 188]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 280]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 372]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 464]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 184]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 248]
vbroadcastss zmm14, dword ptr [r8 + 8]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 100]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 192]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 284]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 376]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 468]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 276]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 340]
vbroadcastss zmm14, dword ptr [r8 + 12]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 104]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 196]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 288]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 380]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 472]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
lea rcx, [rcx + 368]
vmovups zmm12, zmmword ptr [rcx]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 64]
vbroadcastss zmm14, dword ptr [r8 + 16]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 108]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 200]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 292]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 384]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 476]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 92]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 156]
vbroadcastss zmm14, dword ptr [r8 + 20]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 112]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 204]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 296]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 388]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 480]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 184]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 248]
vbroadcastss zmm14, dword ptr [r8 + 24]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 116]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 208]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 300]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 392]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 484]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 276]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 340]
vbroadcastss zmm14, dword ptr [r8 + 28]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 120]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 212]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 304]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 396]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 488]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
lea rcx, [rcx + 368]
lea r8, [r8 + 32]
dec r9
jne .-1078
vmovups zmm12, zmmword ptr [rcx]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 64]
vbroadcastss zmm14, dword ptr [r8]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 92]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 184]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 276]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 368]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 460]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 92]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 156]
vbroadcastss zmm14, dword ptr [r8 + 4]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 96]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 188]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 280]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 372]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 464]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 184]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 248]
vbroadcastss zmm14, dword ptr [r8 + 8]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 100]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 192]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 284]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 376]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 468]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 276]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 340]
vbroadcastss zmm14, dword ptr [r8 + 12]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 104]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 196]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 288]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 380]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 472]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
lea rcx, [rcx + 368]
vmovups zmm12, zmmword ptr [rcx]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 64]
vbroadcastss zmm14, dword ptr [r8 + 16]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 108]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 200]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 292]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 384]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 476]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 92]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 156]
vbroadcastss zmm14, dword ptr [r8 + 20]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 112]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 204]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 296]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 388]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 480]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vmovups zmm12, zmmword ptr [rcx + 184]
vmovups ymm13 {k1} {z}, ymmword ptr [rcx + 248]
vbroadcastss zmm14, dword ptr [r8 + 24]
vfmadd231ps zmm0, zmm12, zmm14
vfmadd231ps zmm1, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 116]
vfmadd231ps zmm2, zmm12, zmm14
vfmadd231ps zmm3, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 208]
vfmadd231ps zmm4, zmm12, zmm14
vfmadd231ps zmm5, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 300]
vfmadd231ps zmm6, zmm12, zmm14
vfmadd231ps zmm7, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 392]
vfmadd231ps zmm8, zmm12, zmm14
vfmadd231ps zmm9, zmm13, zmm14
vbroadcastss zmm14, dword ptr [r8 + 484]
vfmadd231ps zmm10, zmm12, zmm14
vfmadd231ps zmm11, zmm13, zmm14
vaddps zmm12, zmm0, zmmword ptr [rdx]
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
vmovups zmmword ptr [rdx], zmm12
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
lea rsi, [rsi + 552]
lea rdx, [rdx + 552]
dec rax
jne .-2377
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
mov eax, 2
vmovups zmm10, zmmword ptr [rdi]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 64]
vbroadcastss zmm12, dword ptr [rsi]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 92]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 184]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 276]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 368]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 92]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 156]
vbroadcastss zmm12, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 96]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 188]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 280]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 372]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 184]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 248]
vbroadcastss zmm12, dword ptr [rsi + 8]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 100]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 192]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 284]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 376]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 276]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 340]
vbroadcastss zmm12, dword ptr [rsi + 12]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 104]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 196]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 288]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 380]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
lea rdi, [rdi + 368]
vmovups zmm10, zmmword ptr [rdi]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 64]
vbroadcastss zmm12, dword ptr [rsi + 16]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 108]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 200]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 292]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 384]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 92]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 156]
vbroadcastss zmm12, dword ptr [rsi + 20]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 112]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 204]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 296]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 388]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 184]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 248]
vbroadcastss zmm12, dword ptr [rsi + 24]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 116]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 208]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 300]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 392]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 276]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 340]
vbroadcastss zmm12, dword ptr [rsi + 28]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 120]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 212]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 304]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 396]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
lea rdi, [rdi + 368]
lea rsi, [rsi + 32]
dec rax
jne .-926
vmovups zmm10, zmmword ptr [rdi]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 64]
vbroadcastss zmm12, dword ptr [rsi]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 92]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 184]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 276]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 368]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 92]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 156]
vbroadcastss zmm12, dword ptr [rsi + 4]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 96]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 188]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 280]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 372]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 184]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 248]
vbroadcastss zmm12, dword ptr [rsi + 8]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 100]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 192]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 284]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 376]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rdi + 276]
vmovups ymm11 {k1} {z}, ymmword ptr [rdi + 340]
vbroadcastss zmm12, dword ptr [rsi + 12]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 104]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 196]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 288]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 380]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
lea rax, [rdi + 368]
vmovups zmm10, zmmword ptr [rax]
vmovups ymm11 {k1} {z}, ymmword ptr [rax + 64]
vbroadcastss zmm12, dword ptr [rsi + 16]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 108]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 200]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 292]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 384]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rax + 92]
vmovups ymm11 {k1} {z}, ymmword ptr [rax + 156]
vbroadcastss zmm12, dword ptr [rsi + 20]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 112]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 204]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 296]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 388]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vmovups zmm10, zmmword ptr [rax + 184]
vmovups ymm11 {k1} {z}, ymmword ptr [rax + 248]
vbroadcastss zmm12, dword ptr [rsi + 24]
vfmadd231ps zmm0, zmm10, zmm12
vfmadd231ps zmm1, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 116]
vfmadd231ps zmm2, zmm10, zmm12
vfmadd231ps zmm3, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 208]
vfmadd231ps zmm4, zmm10, zmm12
vfmadd231ps zmm5, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 300]
vfmadd231ps zmm6, zmm10, zmm12
vfmadd231ps zmm7, zmm11, zmm12
vbroadcastss zmm12, dword ptr [rsi + 392]
vfmadd231ps zmm8, zmm10, zmm12
vfmadd231ps zmm9, zmm11, zmm12
vaddps zmm10, zmm0, zmmword ptr [rdx]
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
vmovups zmmword ptr [rdx], zmm10
vmovups ymmword ptr [rdx + 64] {k1}, ymm0
vmovups zmmword ptr [rdx + 92], zmm1
vmovups ymmword ptr [rdx + 156] {k1}, ymm2
vmovups zmmword ptr [rdx + 184], zmm3
vmovups ymmword ptr [rdx + 248] {k1}, ymm4
vmovups zmmword ptr [rdx + 276], zmm5
vmovups ymmword ptr [rdx + 340] {k1}, ymm6
vmovups zmmword ptr [rdx + 368], zmm7
vmovups ymmword ptr [rdx + 432] {k1}, ymm8
vzeroupper
ret

// 2566 bytes for haswell
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
mov r9d, 2
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
vmovups ymm9, ymmword ptr [rcx]
vmovups ymm10, ymmword ptr [rcx + 32]
vmovups ymm11, ymmword ptr [rcx + 60]
vbroadcastss ymm12, dword ptr [r8 + 16]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 108]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 200]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 92]
vmovups ymm10, ymmword ptr [rcx + 124]
vmovups ymm11, ymmword ptr [rcx + 152]
vbroadcastss ymm12, dword ptr [r8 + 20]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 112]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 204]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 184]
vmovups ymm10, ymmword ptr [rcx + 216]
vmovups ymm11, ymmword ptr [rcx + 244]
vbroadcastss ymm12, dword ptr [r8 + 24]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 116]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 208]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 276]
vmovups ymm10, ymmword ptr [rcx + 308]
vmovups ymm11, ymmword ptr [rcx + 336]
vbroadcastss ymm12, dword ptr [r8 + 28]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 120]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 212]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
lea rcx, [rcx + 368]
lea r8, [r8 + 32]
dec r9
jne .-708
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
vmovups ymm9, ymmword ptr [rcx]
vmovups ymm10, ymmword ptr [rcx + 32]
vmovups ymm11, ymmword ptr [rcx + 60]
vbroadcastss ymm12, dword ptr [r8 + 16]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 108]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 200]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 92]
vmovups ymm10, ymmword ptr [rcx + 124]
vmovups ymm11, ymmword ptr [rcx + 152]
vbroadcastss ymm12, dword ptr [r8 + 20]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 112]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 204]
vfmadd231ps ymm6, ymm9, ymm12
vfmadd231ps ymm7, ymm10, ymm12
vfmadd231ps ymm8, ymm11, ymm12
vmovups ymm9, ymmword ptr [rcx + 184]
vmovups ymm10, ymmword ptr [rcx + 216]
vmovups ymm11, ymmword ptr [rcx + 244]
vbroadcastss ymm12, dword ptr [r8 + 24]
vfmadd231ps ymm0, ymm9, ymm12
vfmadd231ps ymm1, ymm10, ymm12
vfmadd231ps ymm2, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 116]
vfmadd231ps ymm3, ymm9, ymm12
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r8 + 208]
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
jne .-1496
vpxor xmm0, xmm0, xmm0
vpxor xmm1, xmm1, xmm1
vpxor xmm2, xmm2, xmm2
vpxor xmm3, xmm3, xmm3
vpxor xmm4, xmm4, xmm4
vpxor xmm5, xmm5, xmm5
mov eax, 2
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
vmovups ymm6, ymmword ptr [rdi]
vmovups ymm7, ymmword ptr [rdi + 32]
vmovups ymm8, ymmword ptr [rdi + 60]
vbroadcastss ymm9, dword ptr [rsi + 16]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 108]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 92]
vmovups ymm7, ymmword ptr [rdi + 124]
vmovups ymm8, ymmword ptr [rdi + 152]
vbroadcastss ymm9, dword ptr [rsi + 20]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 112]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 184]
vmovups ymm7, ymmword ptr [rdi + 216]
vmovups ymm8, ymmword ptr [rdi + 244]
vbroadcastss ymm9, dword ptr [rsi + 24]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 116]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rdi + 276]
vmovups ymm7, ymmword ptr [rdi + 308]
vmovups ymm8, ymmword ptr [rdi + 336]
vbroadcastss ymm9, dword ptr [rsi + 28]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 120]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
lea rdi, [rdi + 368]
lea rsi, [rsi + 32]
dec rax
jne .-516
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
lea rax, [rdi + 368]
vmovups ymm6, ymmword ptr [rax]
vmovups ymm7, ymmword ptr [rax + 32]
vmovups ymm8, ymmword ptr [rax + 60]
vbroadcastss ymm9, dword ptr [rsi + 16]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 108]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rax + 92]
vmovups ymm7, ymmword ptr [rax + 124]
vmovups ymm8, ymmword ptr [rax + 152]
vbroadcastss ymm9, dword ptr [rsi + 20]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 112]
vfmadd231ps ymm3, ymm6, ymm9
vfmadd231ps ymm4, ymm7, ymm9
vfmadd231ps ymm5, ymm8, ymm9
vmovups ymm6, ymmword ptr [rax + 184]
vmovups ymm7, ymmword ptr [rax + 216]
vmovups ymm8, ymmword ptr [rax + 244]
vbroadcastss ymm9, dword ptr [rsi + 24]
vfmadd231ps ymm0, ymm6, ymm9
vfmadd231ps ymm1, ymm7, ymm9
vfmadd231ps ymm2, ymm8, ymm9
vbroadcastss ymm9, dword ptr [rsi + 116]
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
