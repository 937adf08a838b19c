// gemm f32 32x32x32 a=col/32 b=col/32 c=col/32 beta=0 epilogue=add(column),relu

// 1359 bytes for zen5
// 1359 bytes for sapphire-rapids
endbr64
mov eax, 4
vmovups zmm0, zmmword ptr [rcx]
vmovups zmm1, zmmword ptr [rcx + 64]
vmovups zmm2, zmmword ptr [rcx]
vmovups zmm3, zmmword ptr [rcx + 64]
vmovups zmm4, zmmword ptr [rcx]
vmovups zmm5, zmmword ptr [rcx + 64]
vmovups zmm6, zmmword ptr [rcx]
vmovups zmm7, zmmword ptr [rcx + 64]
vmovups zmm8, zmmword ptr [rcx]
vmovups zmm9, zmmword ptr [rcx + 64]
vmovups zmm10, zmmword ptr [rcx]
vmovups zmm11, zmmword ptr [rcx + 64]
vmovups zmm12, zmmword ptr [rcx]
vmovups zmm13, zmmword ptr [rcx + 64]
vmovups zmm14, zmmword ptr [rcx]
vmovups zmm15, zmmword ptr [rcx + 64]
mov r8, rdi
mov r9, rsi
mov r10d, 8
vmovups zmm16, zmmword ptr [r8]
vmovups zmm17, zmmword ptr [r8 + 64]
vbroadcastss zmm18, dword ptr [r9]
vfmadd231ps zmm0, zmm16, zmm18
vfmadd231ps zmm1, zmm17, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [r9 + 128]{1to16}
vfmadd231ps zmm3, zmm17, dword ptr [r9 + 128]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 256]
vfmadd231ps zmm4, zmm16, zmm18
vfmadd231ps zmm5, zmm17, zmm18
vfmadd231ps zmm6, zmm16, dword ptr [r9 + 384]{1to16}
vfmadd231ps zmm7, zmm17, dword ptr [r9 + 384]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 512]
vfmadd231ps zmm8, zmm16, zmm18
vfmadd231ps zmm9, zmm17, zmm18
vfmadd231ps zmm10, zmm16, dword ptr [r9 + 640]{1to16}
vfmadd231ps zmm11, zmm17, dword ptr [r9 + 640]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 768]
vfmadd231ps zmm12, zmm16, zmm18
vfmadd231ps zmm13, zmm17, zmm18
vfmadd231ps zmm14, zmm16, dword ptr [r9 + 896]{1to16}
vfmadd231ps zmm15, zmm17, dword ptr [r9 + 896]{1to16}
vmovups zmm16, zmmword ptr [r8 + 128]
vmovups zmm17, zmmword ptr [r8 + 192]
vbroadcastss zmm18, dword ptr [r9 + 4]
vfmadd231ps zmm0, zmm16, zmm18
vfmadd231ps zmm1, zmm17, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [r9 + 132]{1to16}
vfmadd231ps zmm3, zmm17, dword ptr [r9 + 132]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 260]
vfmadd231ps zmm4, zmm16, zmm18
vfmadd231ps zmm5, zmm17, zmm18
vfmadd231ps zmm6, zmm16, dword ptr [r9 + 388]{1to16}
vfmadd231ps zmm7, zmm17, dword ptr [r9 + 388]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 516]
vfmadd231ps zmm8, zmm16, zmm18
vfmadd231ps zmm9, zmm17, zmm18
vfmadd231ps zmm10, zmm16, dword ptr [r9 + 644]{1to16}
vfmadd231ps zmm11, zmm17, dword ptr [r9 + 644]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 772]
vfmadd231ps zmm12, zmm16, zmm18
vfmadd231ps zmm13, zmm17, zmm18
vfmadd231ps zmm14, zmm16, dword ptr [r9 + 900]{1to16}
vfmadd231ps zmm15, zmm17, dword ptr [r9 + 900]{1to16}
vmovups zmm16, zmmword ptr [r8 + 256]
vmovups zmm17, zmmword ptr [r8 + 320]
vbroadcastss zmm18, dword ptr [r9 + 8]
vfmadd231ps zmm0, zmm16, zmm18
vfmadd231ps zmm1, zmm17, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [r9 + 136]{1to16}
vfmadd231ps zmm3, zmm17, dword ptr [r9 + 136]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 264]
vfmadd231ps zmm4, zmm16, zmm18
vfmadd231ps zmm5, zmm17, zmm18
vfmadd231ps zmm6, zmm16, dword ptr [r9 + 392]{1to16}
vfmadd231ps zmm7, zmm17, dword ptr [r9 + 392]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 520]
vfmadd231ps zmm8, zmm16, zmm18
vfmadd231ps zmm9, zmm17, zmm18
vfmadd231ps zmm10, zmm16, dword ptr [r9 + 648]{1to16}
vfmadd231ps zmm11, zmm17, dword ptr [r9 + 648]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 776]
vfmadd231ps zmm12, zmm16, zmm18
vfmadd231ps zmm13, zmm17, zmm18
vfmadd231ps zmm14, zmm16, dword ptr [r9 + 904]{1to16}
vfmadd231ps zmm15, zmm17, dword ptr [r9 + 904]{1to16}
vmovups zmm16, zmmword ptr [r8 + 384]
vmovups zmm17, zmmword ptr [r8 + 448]
vbroadcastss zmm18, dword ptr [r9 + 12]
vfmadd231ps zmm0, zmm16, zmm18
vfmadd231ps zmm1, zmm17, zmm18
vfmadd231ps zmm2, zmm16, dword ptr [r9 + 140]{1to16}
vfmadd231ps zmm3, zmm17, dword ptr [r9 + 140]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 268]
vfmadd231ps zmm4, zmm16, zmm18
vfmadd231ps zmm5, zmm17, zmm18
vfmadd231ps zmm6, zmm16, dword ptr [r9 + 396]{1to16}
vfmadd231ps zmm7, zmm17, dword ptr [r9 + 396]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 524]
vfmadd231ps zmm8, zmm16, zmm18
vfmadd231ps zmm9, zmm17, zmm18
vfmadd231ps zmm10, zmm16, dword ptr [r9 + 652]{1to16}
vfmadd231ps zmm11, zmm17, dword ptr [r9 + 652]{1to16}
vbroadcastss zmm18, dword ptr [r9 + 780]
vfmadd231ps zmm12, zmm16, zmm18
vfmadd231ps zmm13, zmm17, zmm18
vfmadd231ps zmm14, zmm16, dword ptr [r9 + 908]{1to16}
vfmadd231ps zmm15, zmm17, dword ptr [r9 + 908]{1to16}
lea r8, [r8 + 512]
lea r9, [r9 + 16]
dec r10
jne .-668
vpxord xmm16, xmm16, xmm16
vrangeps zmm31, zmm0, zmm16, 5
vcmpunordps k7, zmm0, zmm16
vaddps zmm31 {k7}, zmm0, zmm16
vmovaps zmm0, zmm31
vrangeps zmm31, zmm1, zmm16, 5
vcmpunordps k7, zmm1, zmm16
vaddps zmm31 {k7}, zmm1, zmm16
vmovaps zmm1, zmm31
vrangeps zmm31, zmm2, zmm16, 5
vcmpunordps k7, zmm2, zmm16
vaddps zmm31 {k7}, zmm2, zmm16
vmovaps zmm2, zmm31
vrangeps zmm31, zmm3, zmm16, 5
vcmpunordps k7, zmm3, zmm16
vaddps zmm31 {k7}, zmm3, zmm16
vmovaps zmm3, zmm31
vrangeps zmm31, zmm4, zmm16, 5
vcmpunordps k7, zmm4, zmm16
vaddps zmm31 {k7}, zmm4, zmm16
vmovaps zmm4, zmm31
vrangeps zmm31, zmm5, zmm16, 5
vcmpunordps k7, zmm5, zmm16
vaddps zmm31 {k7}, zmm5, zmm16
vmovaps zmm5, zmm31
vrangeps zmm31, zmm6, zmm16, 5
vcmpunordps k7, zmm6, zmm16
vaddps zmm31 {k7}, zmm6, zmm16
vmovaps zmm6, zmm31
vrangeps zmm31, zmm7, zmm16, 5
vcmpunordps k7, zmm7, zmm16
vaddps zmm31 {k7}, zmm7, zmm16
vmovaps zmm7, zmm31
vrangeps zmm31, zmm8, zmm16, 5
vcmpunordps k7, zmm8, zmm16
vaddps zmm31 {k7}, zmm8, zmm16
vmovaps zmm8, zmm31
vrangeps zmm31, zmm9, zmm16, 5
vcmpunordps k7, zmm9, zmm16
vaddps zmm31 {k7}, zmm9, zmm16
vmovaps zmm9, zmm31
vrangeps zmm31, zmm10, zmm16, 5
vcmpunordps k7, zmm10, zmm16
vaddps zmm31 {k7}, zmm10, zmm16
vmovaps zmm10, zmm31
vrangeps zmm31, zmm11, zmm16, 5
vcmpunordps k7, zmm11, zmm16
vaddps zmm31 {k7}, zmm11, zmm16
vmovaps zmm11, zmm31
vrangeps zmm31, zmm12, zmm16, 5
vcmpunordps k7, zmm12, zmm16
vaddps zmm31 {k7}, zmm12, zmm16
vmovaps zmm12, zmm31
vrangeps zmm31, zmm13, zmm16, 5
vcmpunordps k7, zmm13, zmm16
vaddps zmm31 {k7}, zmm13, zmm16
vmovaps zmm13, zmm31
vrangeps zmm31, zmm14, zmm16, 5
vcmpunordps k7, zmm14, zmm16
vaddps zmm31 {k7}, zmm14, zmm16
vmovaps zmm14, zmm31
vrangeps zmm31, zmm15, zmm16, 5
vcmpunordps k7, zmm15, zmm16
vaddps zmm31 {k7}, zmm15, zmm16
vmovaps zmm15, zmm31
vmovups zmmword ptr [rdx], zmm0
vmovups zmmword ptr [rdx + 64], zmm1
vmovups zmmword ptr [rdx + 128], zmm2
vmovups zmmword ptr [rdx + 192], zmm3
vmovups zmmword ptr [rdx + 256], zmm4
vmovups zmmword ptr [rdx + 320], zmm5
vmovups zmmword ptr [rdx + 384], zmm6
vmovups zmmword ptr [rdx + 448], zmm7
vmovups zmmword ptr [rdx + 512], zmm8
vmovups zmmword ptr [rdx + 576], zmm9
vmovups zmmword ptr [rdx + 640], zmm10
vmovups zmmword ptr [rdx + 704], zmm11
vmovups zmmword ptr [rdx + 768], zmm12
vmovups zmmword ptr [rdx + 832], zmm13
vmovups zmmword ptr [rdx + 896], zmm14
vmovups zmmword ptr [rdx + 960], zmm15
lea rsi, [rsi + 1024]
lea rdx, [rdx + 1024]
dec rax
jne .-1340
vzeroupper
ret

// 1999 bytes for haswell
endbr64
push rbx
push rbp
push r12
push r13
mov eax, 2
mov r8, rdi
mov r9, rdx
mov r10, rcx
mov ebx, 2
vmovups ymm0, ymmword ptr [r10]
vmovups ymm1, ymmword ptr [r10 + 32]
vmovups ymm2, ymmword ptr [r10]
vmovups ymm3, ymmword ptr [r10 + 32]
vmovups ymm4, ymmword ptr [r10]
vmovups ymm5, ymmword ptr [r10 + 32]
vmovups ymm6, ymmword ptr [r10]
vmovups ymm7, ymmword ptr [r10 + 32]
vmovups ymm8, ymmword ptr [r10]
vmovups ymm9, ymmword ptr [r10 + 32]
vmovups ymm10, ymmword ptr [r10]
vmovups ymm11, ymmword ptr [r10 + 32]
mov rbp, r8
mov r12, rsi
mov r13d, 8
vmovups ymm12, ymmword ptr [rbp]
vmovups ymm13, ymmword ptr [rbp + 32]
vbroadcastss ymm14, dword ptr [r12]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 128]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 256]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 384]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 512]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 640]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rbp + 128]
vmovups ymm13, ymmword ptr [rbp + 160]
vbroadcastss ymm14, dword ptr [r12 + 4]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 132]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 260]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 388]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 516]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 644]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rbp + 256]
vmovups ymm13, ymmword ptr [rbp + 288]
vbroadcastss ymm14, dword ptr [r12 + 8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 136]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 264]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 392]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 520]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 648]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rbp + 384]
vmovups ymm13, ymmword ptr [rbp + 416]
vbroadcastss ymm14, dword ptr [r12 + 12]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 140]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 268]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 396]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 524]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [r12 + 652]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
lea rbp, [rbp + 512]
lea r12, [r12 + 16]
dec r13
jne .-540
vpxor xmm12, xmm12, xmm12
vmaxps ymm15, ymm0, ymm12
vmaxps ymm0, ymm12, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm1, ymm12
vmaxps ymm1, ymm12, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm2, ymm12
vmaxps ymm2, ymm12, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm3, ymm12
vmaxps ymm3, ymm12, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm4, ymm12
vmaxps ymm4, ymm12, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmaxps ymm15, ymm5, ymm12
vmaxps ymm5, ymm12, ymm5
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm6, ymm12
vmaxps ymm6, ymm12, ymm6
vpxor ymm6, ymm6, ymm15
vpor ymm15, ymm15, ymm6
vsubps ymm6, ymm15, ymm6
vmaxps ymm15, ymm7, ymm12
vmaxps ymm7, ymm12, ymm7
vpxor ymm7, ymm7, ymm15
vpor ymm15, ymm15, ymm7
vsubps ymm7, ymm15, ymm7
vmaxps ymm15, ymm8, ymm12
vmaxps ymm8, ymm12, ymm8
vpxor ymm8, ymm8, ymm15
vpor ymm15, ymm15, ymm8
vsubps ymm8, ymm15, ymm8
vmaxps ymm15, ymm9, ymm12
vmaxps ymm9, ymm12, ymm9
vpxor ymm9, ymm9, ymm15
vpor ymm15, ymm15, ymm9
vsubps ymm9, ymm15, ymm9
vmaxps ymm15, ymm10, ymm12
vmaxps ymm10, ymm12, ymm10
vpxor ymm10, ymm10, ymm15
vpor ymm15, ymm15, ymm10
vsubps ymm10, ymm15, ymm10
vmaxps ymm15, ymm11, ymm12
vmaxps ymm11, ymm12, ymm11
vpxor ymm11, ymm11, ymm15
vpor ymm15, ymm15, ymm11
vsubps ymm11, ymm15, ymm11
vmovups ymmword ptr [r9], ymm0
vmovups ymmword ptr [r9 + 32], ymm1
vmovups ymmword ptr [r9 + 128], ymm2
vmovups ymmword ptr [r9 + 160], ymm3
vmovups ymmword ptr [r9 + 256], ymm4
vmovups ymmword ptr [r9 + 288], ymm5
vmovups ymmword ptr [r9 + 384], ymm6
vmovups ymmword ptr [r9 + 416], ymm7
vmovups ymmword ptr [r9 + 512], ymm8
vmovups ymmword ptr [r9 + 544], ymm9
vmovups ymmword ptr [r9 + 640], ymm10
vmovups ymmword ptr [r9 + 672], ymm11
lea r8, [r8 + 64]
lea r10, [r10 + 64]
lea r9, [r9 + 64]
dec rbx
jne .-1021
lea rsi, [rsi + 768]
lea rdx, [rdx + 768]
dec rax
jne .-1058
mov eax, 4
mov r8, rdi
mov r9, rdx
mov r10, rcx
mov ebx, 2
vmovups ymm0, ymmword ptr [r10]
vmovups ymm1, ymmword ptr [r10 + 32]
vmovups ymm2, ymmword ptr [r10]
vmovups ymm3, ymmword ptr [r10 + 32]
vmovups ymm4, ymmword ptr [r10]
vmovups ymm5, ymmword ptr [r10 + 32]
vmovups ymm6, ymmword ptr [r10]
vmovups ymm7, ymmword ptr [r10 + 32]
vmovups ymm8, ymmword ptr [r10]
vmovups ymm9, ymmword ptr [r10 + 32]
mov rbp, r8
mov r12, rsi
mov r13d, 8
vmovups ymm10, ymmword ptr [rbp]
vmovups ymm11, ymmword ptr [rbp + 32]
vbroadcastss ymm12, dword ptr [r12]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 128]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 256]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 384]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 512]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rbp + 128]
vmovups ymm11, ymmword ptr [rbp + 160]
vbroadcastss ymm12, dword ptr [r12 + 4]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 132]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 260]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 388]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 516]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rbp + 256]
vmovups ymm11, ymmword ptr [rbp + 288]
vbroadcastss ymm12, dword ptr [r12 + 8]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 136]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 264]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 392]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 520]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [rbp + 384]
vmovups ymm11, ymmword ptr [rbp + 416]
vbroadcastss ymm12, dword ptr [r12 + 12]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 140]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 268]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 396]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [r12 + 524]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
lea rbp, [rbp + 512]
lea r12, [r12 + 16]
dec r13
jne .-460
vpxor xmm10, xmm10, xmm10
vmaxps ymm15, ymm0, ymm10
vmaxps ymm0, ymm10, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm1, ymm10
vmaxps ymm1, ymm10, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm2, ymm10
vmaxps ymm2, ymm10, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm3, ymm10
vmaxps ymm3, ymm10, ymm3
vpxor ymm3, ymm3, ymm15
vpor ymm15, ymm15, ymm3
vsubps ymm3, ymm15, ymm3
vmaxps ymm15, ymm4, ymm10
vmaxps ymm4, ymm10, ymm4
vpxor ymm4, ymm4, ymm15
vpor ymm15, ymm15, ymm4
vsubps ymm4, ymm15, ymm4
vmaxps ymm15, ymm5, ymm10
vmaxps ymm5, ymm10, ymm5
vpxor ymm5, ymm5, ymm15
vpor ymm15, ymm15, ymm5
vsubps ymm5, ymm15, ymm5
vmaxps ymm15, ymm6, ymm10
vmaxps ymm6, ymm10, ymm6
vpxor ymm6, ymm6, ymm15
vpor ymm15, ymm15, ymm6
vsubps ymm6, ymm15, ymm6
vmaxps ymm15, ymm7, ymm10
vmaxps ymm7, ymm10, ymm7
vpxor ymm7, ymm7, ymm15
vpor ymm15, ymm15, ymm7
vsubps ymm7, ymm15, ymm7
vmaxps ymm15, ymm8, ymm10
vmaxps ymm8, ymm10, ymm8
vpxor ymm8, ymm8, ymm15
vpor ymm15, ymm15, ymm8
vsubps ymm8, ymm15, ymm8
vmaxps ymm15, ymm9, ymm10
vmaxps ymm9, ymm10, ymm9
vpxor ymm9, ymm9, ymm15
vpor ymm15, ymm15, ymm9
vsubps ymm9, ymm15, ymm9
vmovups ymmword ptr [r9], ymm0
vmovups ymmword ptr [r9 + 32], ymm1
vmovups ymmword ptr [r9 + 128], ymm2
vmovups ymmword ptr [r9 + 160], ymm3
vmovups ymmword ptr [r9 + 256], ymm4
vmovups ymmword ptr [r9 + 288], ymm5
vmovups ymmword ptr [r9 + 384], ymm6
vmovups ymmword ptr [r9 + 416], ymm7
vmovups ymmword ptr [r9 + 512], ymm8
vmovups ymmword ptr [r9 + 544], ymm9
lea r8, [r8 + 64]
lea r10, [r10 + 64]
lea r9, [r9 + 64]
dec rbx
jne .-862
lea rsi, [rsi + 640]
lea rdx, [rdx + 640]
dec rax
jne .-899
vzeroupper
pop r13
pop r12
pop rbp
pop rbx
ret
