// gemm f32 64x64x64 a=col/64 b=col/64 c=col/64 beta=1

// 1028 bytes for zen5
// 1028 bytes for sapphire-rapids
endbr64
mov eax, 16
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
mov rcx, rdi
mov r8, rsi
mov r9d, 16
vmovups zmm16, zmmword ptr [rcx]
vmovups zmm17, zmmword ptr [rcx + 64]
vmovups zmm18, zmmword ptr [rcx + 128]
vmovups zmm19, zmmword ptr [rcx + 192]
vbroadcastss zmm20, dword ptr [r8]
vfmadd231ps zmm0, zmm16, zmm20
vfmadd231ps zmm1, zmm17, zmm20
vfmadd231ps zmm2, zmm18, zmm20
vfmadd231ps zmm3, zmm19, zmm20
vfmadd231ps zmm4, zmm16, dword ptr [r8 + 256]{1to16}
vfmadd231ps zmm5, zmm17, dword ptr [r8 + 256]{1to16}
vfmadd231ps zmm6, zmm18, dword ptr [r8 + 256]{1to16}
vfmadd231ps zmm7, zmm19, dword ptr [r8 + 256]{1to16}
vbroadcastss zmm20, dword ptr [r8 + 512]
vfmadd231ps zmm8, zmm16, zmm20
vfmadd231ps zmm9, zmm17, zmm20
vfmadd231ps zmm10, zmm18, zmm20
vfmadd231ps zmm11, zmm19, zmm20
vfmadd231ps zmm12, zmm16, dword ptr [r8 + 768]{1to16}
vfmadd231ps zmm13, zmm17, dword ptr [r8 + 768]{1to16}
vfmadd231ps zmm14, zmm18, dword ptr [r8 + 768]{1to16}
vfmadd231ps zmm15, zmm19, dword ptr [r8 + 768]{1to16}
vmovups zmm16, zmmword ptr [rcx + 256]
vmovups zmm17, zmmword ptr [rcx + 320]
vmovups zmm18, zmmword ptr [rcx + 384]
vmovups zmm19, zmmword ptr [rcx + 448]
vbroadcastss zmm20, dword ptr [r8 + 4]
vfmadd231ps zmm0, zmm16, zmm20
vfmadd231ps zmm1, zmm17, zmm20
vfmadd231ps zmm2, zmm18, zmm20
vfmadd231ps zmm3, zmm19, zmm20
vfmadd231ps zmm4, zmm16, dword ptr [r8 + 260]{1to16}
vfmadd231ps zmm5, zmm17, dword ptr [r8 + 260]{1to16}
vfmadd231ps zmm6, zmm18, dword ptr [r8 + 260]{1to16}
vfmadd231ps zmm7, zmm19, dword ptr [r8 + 260]{1to16}
vbroadcastss zmm20, dword ptr [r8 + 516]
vfmadd231ps zmm8, zmm16, zmm20
vfmadd231ps zmm9, zmm17, zmm20
vfmadd231ps zmm10, zmm18, zmm20
vfmadd231ps zmm11, zmm19, zmm20
vfmadd231ps zmm12, zmm16, dword ptr [r8 + 772]{1to16}
vfmadd231ps zmm13, zmm17, dword ptr [r8 + 772]{1to16}
vfmadd231ps zmm14, zmm18, dword ptr [r8 + 772]{1to16}
vfmadd231ps zmm15, zmm19, dword ptr [r8 + 772]{1to16}
vmovups zmm16, zmmword ptr [rcx + 512]
vmovups zmm17, zmmword ptr [rcx + 576]
vmovups zmm18, zmmword ptr [rcx + 640]
vmovups zmm19, zmmword ptr [rcx + 704]
vbroadcastss zmm20, dword ptr [r8 + 8]
vfmadd231ps zmm0, zmm16, zmm20
vfmadd231ps zmm1, zmm17, zmm20
vfmadd231ps zmm2, zmm18, zmm20
vfmadd231ps zmm3, zmm19, zmm20
vfmadd231ps zmm4, zmm16, dword ptr [r8 + 264]{1to16}
vfmadd231ps zmm5, zmm17, dword ptr [r8 + 264]{1to16}
vfmadd231ps zmm6, zmm18, dword ptr [r8 + 264]{1to16}
vfmadd231ps zmm7, zmm19, dword ptr [r8 + 264]{1to16}
vbroadcastss zmm20, dword ptr [r8 + 520]
vfmadd231ps zmm8, zmm16, zmm20
vfmadd231ps zmm9, zmm17, zmm20
vfmadd231ps zmm10, zmm18, zmm20
vfmadd231ps zmm11, zmm19, zmm20
vfmadd231ps zmm12, zmm16, dword ptr [r8 + 776]{1to16}
vfmadd231ps zmm13, zmm17, dword ptr [r8 + 776]{1to16}
vfmadd231ps zmm14, zmm18, dword ptr [r8 + 776]{1to16}
vfmadd231ps zmm15, zmm19, dword ptr [r8 + 776]{1to16}
vmovups zmm16, zmmword ptr [rcx + 768]
vmovups zmm17, zmmword ptr [rcx + 832]
vmovups zmm18, zmmword ptr [rcx + 896]
vmovups zmm19, zmmword ptr [rcx + 960]
vbroadcastss zmm20, dword ptr [r8 + 12]
vfmadd231ps zmm0, zmm16, zmm20
vfmadd231ps zmm1, zmm17, zmm20
vfmadd231ps zmm2, zmm18, zmm20
vfmadd231ps zmm3, zmm19, zmm20
vfmadd231ps zmm4, zmm16, dword ptr [r8 + 268]{1to16}
vfmadd231ps zmm5, zmm17, dword ptr [r8 + 268]{1to16}
vfmadd231ps zmm6, zmm18, dword ptr [r8 + 268]{1to16}
vfmadd231ps zmm7, zmm19, dword ptr [r8 + 268]{1to16}
vbroadcastss zmm20, dword ptr [r8 + 524]
vfmadd231ps zmm8, zmm16, zmm20
vfmadd231ps zmm9, zmm17, zmm20
vfmadd231ps zmm10, zmm18, zmm20
vfmadd231ps zmm11, zmm19, zmm20
vfmadd231ps zmm12, zmm16, dword ptr [r8 + 780]{1to16}
vfmadd231ps zmm13, zmm17, dword ptr [r8 + 780]{1to16}
vfmadd231ps zmm14, zmm18, dword ptr [r8 + 780]{1to16}
vfmadd231ps zmm15, zmm19, dword ptr [r8 + 780]{1to16}
lea rcx, [rcx + 1024]
lea r8, [r8 + 16]
dec r9
jne .-656
vaddps zmm16, zmm0, zmmword ptr [rdx]
vaddps zmm0, zmm1, zmmword ptr [rdx + 64]
vaddps zmm1, zmm2, zmmword ptr [rdx + 128]
vaddps zmm2, zmm3, zmmword ptr [rdx + 192]
vaddps zmm3, zmm4, zmmword ptr [rdx + 256]
vaddps zmm4, zmm5, zmmword ptr [rdx + 320]
vaddps zmm5, zmm6, zmmword ptr [rdx + 384]
vaddps zmm6, zmm7, zmmword ptr [rdx + 448]
vaddps zmm7, zmm8, zmmword ptr [rdx + 512]
vaddps zmm8, zmm9, zmmword ptr [rdx + 576]
vaddps zmm9, zmm10, zmmword ptr [rdx + 640]
vaddps zmm10, zmm11, zmmword ptr [rdx + 704]
vaddps zmm11, zmm12, zmmword ptr [rdx + 768]
vaddps zmm12, zmm13, zmmword ptr [rdx + 832]
vaddps zmm13, zmm14, zmmword ptr [rdx + 896]
vaddps zmm14, zmm15, zmmword ptr [rdx + 960]
vmovups zmmword ptr [rdx], zmm16
vmovups zmmword ptr [rdx + 64], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 192], zmm2
vmovups zmmword ptr [rdx + 256], zmm3
vmovups zmmword ptr [rdx + 320], zmm4
vmovups zmmword ptr [rdx + 384], zmm5
vmovups zmmword ptr [rdx + 448], zmm6
vmovups zmmword ptr [rdx + 512], zmm7
vmovups zmmword ptr [rdx + 576], zmm8
vmovups zmmword ptr [rdx + 640], zmm9
vmovups zmmword ptr [rdx + 704], zmm10
vmovups zmmword ptr [rdx + 768], zmm11
vmovups zmmword ptr [rdx + 832], zmm12
vmovups zmmword ptr [rdx + 896], zmm13
vmovups zmmword ptr [rdx + 960], zmm14
lea rsi, [rsi + 1024]
lea rdx, [rdx + 1024]
dec rax
jne .-1009
vzeroupper
ret

// 1590 bytes for haswell
endbr64
push rbx
push rbp
mov eax, 9
mov rcx, rdi
mov r8, rdx
mov r9d, 4
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
mov r10, rcx
mov rbx, rsi
mov ebp, 16
vmovups ymm12, ymmword ptr [r10]
vmovups ymm13, ymmword ptr [r10 + 32]
vbroadcastss ymm14, dword ptr [rbx]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 256]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 512]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 768]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1024]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1280]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r10 + 256]
vmovups ymm13, ymmword ptr [r10 + 288]
vbroadcastss ymm14, dword ptr [rbx + 4]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 260]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 516]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 772]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1028]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1284]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r10 + 512]
vmovups ymm13, ymmword ptr [r10 + 544]
vbroadcastss ymm14, dword ptr [rbx + 8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 264]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 520]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 776]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1032]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1288]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r10 + 768]
vmovups ymm13, ymmword ptr [r10 + 800]
vbroadcastss ymm14, dword ptr [rbx + 12]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 268]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 524]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 780]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1036]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rbx + 1292]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
lea r10, [r10 + 1024]
lea rbx, [rbx + 16]
dec rbp
jne .-522
vaddps ymm12, ymm0, ymmword ptr [r8]
vaddps ymm0, ymm1, ymmword ptr [r8 + 32]
vaddps ymm1, ymm2, ymmword ptr [r8 + 256]
vaddps ymm2, ymm3, ymmword ptr [r8 + 288]
vaddps ymm3, ymm4, ymmword ptr [r8 + 512]
vaddps ymm4, ymm5, ymmword ptr [r8 + 544]
vaddps ymm5, ymm6, ymmword ptr [r8 + 768]
vaddps ymm6, ymm7, ymmword ptr [r8 + 800]
vaddps ymm7, ymm8, ymmword ptr [r8 + 1024]
vaddps ymm8, ymm9, ymmword ptr [r8 + 1056]
vaddps ymm9, ymm10, ymmword ptr [r8 + 1280]
vaddps ymm10, ymm11, ymmword ptr [r8 + 1312]
vmovups ymmword ptr [r8], ymm12
vmovups ymmword ptr [r8 + 32], ymm0
vmovups ymmword ptr [r8 + 256], ymm1
vmovups ymmword ptr [r8 + 288], ymm2
vmovups ymmword ptr [r8 + 512], ymm3
vmovups ymmword ptr [r8 + 544], ymm4
vmovups ymmword ptr [r8 + 768], ymm5
vmovups ymmword ptr [r8 + 800], ymm6
vmovups ymmword ptr [r8 + 1024], ymm7
vmovups ymmword ptr [r8 + 1056], ymm8
vmovups ymmword ptr [r8 + 1280], ymm9
vmovups ymmword ptr [r8 + 1312], ymm10
lea rcx, [rcx + 64]
lea r8, [r8 + 64]
dec r9
jne .-804
lea rsi, [rsi + 1536]
lea rdx, [rdx + 1536]
dec rax
jne .-839
mov eax, 2
mov rcx, rdi
mov r8, rdx
mov r9d, 4
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
mov r10, rcx
mov rbx, rsi
mov ebp, 16
vmovups ymm10, ymmword ptr [r10]
vmovups ymm11, ymmword ptr [r10 + 32]
vbroadcastss ymm12, dword ptr [rbx]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 256]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 512]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 768]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 1024]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 256]
vmovups ymm11, ymmword ptr [r10 + 288]
vbroadcastss ymm12, dword ptr [rbx + 4]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 260]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 516]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 772]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 1028]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 512]
vmovups ymm11, ymmword ptr [r10 + 544]
vbroadcastss ymm12, dword ptr [rbx + 8]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 264]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 520]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 776]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 1032]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 768]
vmovups ymm11, ymmword ptr [r10 + 800]
vbroadcastss ymm12, dword ptr [rbx + 12]
vfmadd231ps ymm0, ymm10, ymm12
vfmadd231ps ymm1, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 268]
vfmadd231ps ymm2, ymm10, ymm12
vfmadd231ps ymm3, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 524]
vfmadd231ps ymm4, ymm10, ymm12
vfmadd231ps ymm5, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 780]
vfmadd231ps ymm6, ymm10, ymm12
vfmadd231ps ymm7, ymm11, ymm12
vbroadcastss ymm12, dword ptr [rbx + 1036]
vfmadd231ps ymm8, ymm10, ymm12
vfmadd231ps ymm9, ymm11, ymm12
lea r10, [r10 + 1024]
lea rbx, [rbx + 16]
dec rbp
jne .-446
vaddps ymm10, ymm0, ymmword ptr [r8]
vaddps ymm0, ymm1, ymmword ptr [r8 + 32]
vaddps ymm1, ymm2, ymmword ptr [r8 + 256]
vaddps ymm2, ymm3, ymmword ptr [r8 + 288]
vaddps ymm3, ymm4, ymmword ptr [r8 + 512]
vaddps ymm4, ymm5, ymmword ptr [r8 + 544]
vaddps ymm5, ymm6, ymmword ptr [r8 + 768]
vaddps ymm6, ymm7, ymmword ptr [r8 + 800]
vaddps ymm7, ymm8, ymmword ptr [r8 + 1024]
vaddps ymm8, ymm9, ymmword ptr [r8 + 1056]
vmovups ymmword ptr [r8], ymm10
vmovups ymmword ptr [r8 + 32], ymm0
vmovups ymmword ptr [r8 + 256], ymm1
vmovups ymmword ptr [r8 + 288], ymm2
vmovups ymmword ptr [r8 + 512], ymm3
vmovups ymmword ptr [r8 + 544], ymm4
vmovups ymmword ptr [r8 + 768], ymm5
vmovups ymmword ptr [r8 + 800], ymm6
vmovups ymmword ptr [r8 + 1024], ymm7
vmovups ymmword ptr [r8 + 1056], ymm8
lea rcx, [rcx + 64]
lea r8, [r8 + 64]
dec r9
jne .-682
lea rsi, [rsi + 1280]
lea rdx, [rdx + 1280]
dec rax
jne .-717
vzeroupper
pop rbp
pop rbx
ret
