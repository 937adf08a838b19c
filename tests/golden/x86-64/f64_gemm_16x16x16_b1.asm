// gemm f64 16x16x16 a=col/16 b=col/16 c=col/16 beta=1

// 968 bytes for zen5
// 968 bytes for sapphire-rapids
endbr64
mov eax, 2
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
mov r9d, 4
vmovups zmm16, zmmword ptr [rcx]
vmovups zmm17, zmmword ptr [rcx + 64]
vbroadcastsd zmm18, qword ptr [r8]
vfmadd231pd zmm0, zmm16, zmm18
vfmadd231pd zmm1, zmm17, zmm18
vfmadd231pd zmm2, zmm16, qword ptr [r8 + 128]{1to8}
vfmadd231pd zmm3, zmm17, qword ptr [r8 + 128]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 256]
vfmadd231pd zmm4, zmm16, zmm18
vfmadd231pd zmm5, zmm17, zmm18
vfmadd231pd zmm6, zmm16, qword ptr [r8 + 384]{1to8}
vfmadd231pd zmm7, zmm17, qword ptr [r8 + 384]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 512]
vfmadd231pd zmm8, zmm16, zmm18
vfmadd231pd zmm9, zmm17, zmm18
vfmadd231pd zmm10, zmm16, qword ptr [r8 + 640]{1to8}
vfmadd231pd zmm11, zmm17, qword ptr [r8 + 640]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 768]
vfmadd231pd zmm12, zmm16, zmm18
vfmadd231pd zmm13, zmm17, zmm18
vfmadd231pd zmm14, zmm16, qword ptr [r8 + 896]{1to8}
vfmadd231pd zmm15, zmm17, qword ptr [r8 + 896]{1to8}
vmovups zmm16, zmmword ptr [rcx + 128]
vmovups zmm17, zmmword ptr [rcx + 192]
vbroadcastsd zmm18, qword ptr [r8 + 8]
vfmadd231pd zmm0, zmm16, zmm18
vfmadd231pd zmm1, zmm17, zmm18
vfmadd231pd zmm2, zmm16, qword ptr [r8 + 136]{1to8}
vfmadd231pd zmm3, zmm17, qword ptr [r8 + 136]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 264]
vfmadd231pd zmm4, zmm16, zmm18
vfmadd231pd zmm5, zmm17, zmm18
vfmadd231pd zmm6, zmm16, qword ptr [r8 + 392]{1to8}
vfmadd231pd zmm7, zmm17, qword ptr [r8 + 392]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 520]
vfmadd231pd zmm8, zmm16, zmm18
vfmadd231pd zmm9, zmm17, zmm18
vfmadd231pd zmm10, zmm16, qword ptr [r8 + 648]{1to8}
vfmadd231pd zmm11, zmm17, qword ptr [r8 + 648]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 776]
vfmadd231pd zmm12, zmm16, zmm18
vfmadd231pd zmm13, zmm17, zmm18
vfmadd231pd zmm14, zmm16, qword ptr [r8 + 904]{1to8}
vfmadd231pd zmm15, zmm17, qword ptr [r8 + 904]{1to8}
vmovups zmm16, zmmword ptr [rcx + 256]
vmovups zmm17, zmmword ptr [rcx + 320]
vbroadcastsd zmm18, qword ptr [r8 + 16]
vfmadd231pd zmm0, zmm16, zmm18
vfmadd231pd zmm1, zmm17, zmm18
vfmadd231pd zmm2, zmm16, qword ptr [r8 + 144]{1to8}
vfmadd231pd zmm3, zmm17, qword ptr [r8 + 144]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 272]
vfmadd231pd zmm4, zmm16, zmm18
vfmadd231pd zmm5, zmm17, zmm18
vfmadd231pd zmm6, zmm16, qword ptr [r8 + 400]{1to8}
vfmadd231pd zmm7, zmm17, qword ptr [r8 + 400]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 528]
vfmadd231pd zmm8, zmm16, zmm18
vfmadd231pd zmm9, zmm17, zmm18
vfmadd231pd zmm10, zmm16, qword ptr [r8 + 656]{1to8}
vfmadd231pd zmm11, zmm17, qword ptr [r8 + 656]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 784]
vfmadd231pd zmm12, zmm16, zmm18
vfmadd231pd zmm13, zmm17, zmm18
vfmadd231pd zmm14, zmm16, qword ptr [r8 + 912]{1to8}
vfmadd231pd zmm15, zmm17, qword ptr [r8 + 912]{1to8}
vmovups zmm16, zmmword ptr [rcx + 384]
vmovups zmm17, zmmword ptr [rcx + 448]
vbroadcastsd zmm18, qword ptr [r8 + 24]
vfmadd231pd zmm0, zmm16, zmm18
vfmadd231pd zmm1, zmm17, zmm18
vfmadd231pd zmm2, zmm16, qword ptr [r8 + 152]{1to8}
vfmadd231pd zmm3, zmm17, qword ptr [r8 + 152]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 280]
vfmadd231pd zmm4, zmm16, zmm18
vfmadd231pd zmm5, zmm17, zmm18
vfmadd231pd zmm6, zmm16, qword ptr [r8 + 408]{1to8}
vfmadd231pd zmm7, zmm17, qword ptr [r8 + 408]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 536]
vfmadd231pd zmm8, zmm16, zmm18
vfmadd231pd zmm9, zmm17, zmm18
vfmadd231pd zmm10, zmm16, qword ptr [r8 + 664]{1to8}
vfmadd231pd zmm11, zmm17, qword ptr [r8 + 664]{1to8}
vbroadcastsd zmm18, qword ptr [r8 + 792]
vfmadd231pd zmm12, zmm16, zmm18
vfmadd231pd zmm13, zmm17, zmm18
vfmadd231pd zmm14, zmm16, qword ptr [r8 + 920]{1to8}
vfmadd231pd zmm15, zmm17, qword ptr [r8 + 920]{1to8}
lea rcx, [rcx + 512]
lea r8, [r8 + 32]
dec r9
jne .-596
vaddpd zmm16, zmm0, zmmword ptr [rdx]
vaddpd zmm0, zmm1, zmmword ptr [rdx + 64]
vaddpd zmm1, zmm2, zmmword ptr [rdx + 128]
vaddpd zmm2, zmm3, zmmword ptr [rdx + 192]
vaddpd zmm3, zmm4, zmmword ptr [rdx + 256]
vaddpd zmm4, zmm5, zmmword ptr [rdx + 320]
vaddpd zmm5, zmm6, zmmword ptr [rdx + 384]
vaddpd zmm6, zmm7, zmmword ptr [rdx + 448]
vaddpd zmm7, zmm8, zmmword ptr [rdx + 512]
vaddpd zmm8, zmm9, zmmword ptr [rdx + 576]
vaddpd zmm9, zmm10, zmmword ptr [rdx + 640]
vaddpd zmm10, zmm11, zmmword ptr [rdx + 704]
vaddpd zmm11, zmm12, zmmword ptr [rdx + 768]
vaddpd zmm12, zmm13, zmmword ptr [rdx + 832]
vaddpd zmm13, zmm14, zmmword ptr [rdx + 896]
vaddpd zmm14, zmm15, zmmword ptr [rdx + 960]
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
jne .-949
vzeroupper
ret

// 1552 bytes for haswell
endbr64
push rbx
push rbp
mov rax, rdi
mov rcx, rdx
mov r8d, 2
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
mov r9, rax
mov r10, rsi
mov ebx, 4
vmovups ymm12, ymmword ptr [r9]
vmovups ymm13, ymmword ptr [r9 + 32]
vbroadcastsd ymm14, qword ptr [r10]
vfmadd231pd ymm0, ymm12, ymm14
vfmadd231pd ymm1, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 128]
vfmadd231pd ymm2, ymm12, ymm14
vfmadd231pd ymm3, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 256]
vfmadd231pd ymm4, ymm12, ymm14
vfmadd231pd ymm5, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 384]
vfmadd231pd ymm6, ymm12, ymm14
vfmadd231pd ymm7, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 512]
vfmadd231pd ymm8, ymm12, ymm14
vfmadd231pd ymm9, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 640]
vfmadd231pd ymm10, ymm12, ymm14
vfmadd231pd ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r9 + 128]
vmovups ymm13, ymmword ptr [r9 + 160]
vbroadcastsd ymm14, qword ptr [r10 + 8]
vfmadd231pd ymm0, ymm12, ymm14
vfmadd231pd ymm1, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 136]
vfmadd231pd ymm2, ymm12, ymm14
vfmadd231pd ymm3, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 264]
vfmadd231pd ymm4, ymm12, ymm14
vfmadd231pd ymm5, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 392]
vfmadd231pd ymm6, ymm12, ymm14
vfmadd231pd ymm7, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 520]
vfmadd231pd ymm8, ymm12, ymm14
vfmadd231pd ymm9, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 648]
vfmadd231pd ymm10, ymm12, ymm14
vfmadd231pd ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r9 + 256]
vmovups ymm13, ymmword ptr [r9 + 288]
vbroadcastsd ymm14, qword ptr [r10 + 16]
vfmadd231pd ymm0, ymm12, ymm14
vfmadd231pd ymm1, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 144]
vfmadd231pd ymm2, ymm12, ymm14
vfmadd231pd ymm3, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 272]
vfmadd231pd ymm4, ymm12, ymm14
vfmadd231pd ymm5, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 400]
vfmadd231pd ymm6, ymm12, ymm14
vfmadd231pd ymm7, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 528]
vfmadd231pd ymm8, ymm12, ymm14
vfmadd231pd ymm9, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 656]
vfmadd231pd ymm10, ymm12, ymm14
vfmadd231pd ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [r9 + 384]
vmovups ymm13, ymmword ptr [r9 + 416]
vbroadcastsd ymm14, qword ptr [r10 + 24]
vfmadd231pd ymm0, ymm12, ymm14
vfmadd231pd ymm1, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 152]
vfmadd231pd ymm2, ymm12, ymm14
vfmadd231pd ymm3, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 280]
vfmadd231pd ymm4, ymm12, ymm14
vfmadd231pd ymm5, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 408]
vfmadd231pd ymm6, ymm12, ymm14
vfmadd231pd ymm7, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 536]
vfmadd231pd ymm8, ymm12, ymm14
vfmadd231pd ymm9, ymm13, ymm14
vbroadcastsd ymm14, qword ptr [r10 + 664]
vfmadd231pd ymm10, ymm12, ymm14
vfmadd231pd ymm11, ymm13, ymm14
lea r9, [r9 + 512]
lea r10, [r10 + 32]
dec rbx
jne .-522
vaddpd ymm12, ymm0, ymmword ptr [rcx]
vaddpd ymm0, ymm1, ymmword ptr [rcx + 32]
vaddpd ymm1, ymm2, ymmword ptr [rcx + 128]
vaddpd ymm2, ymm3, ymmword ptr [rcx + 160]
vaddpd ymm3, ymm4, ymmword ptr [rcx + 256]
vaddpd ymm4, ymm5, ymmword ptr [rcx + 288]
vaddpd ymm5, ymm6, ymmword ptr [rcx + 384]
vaddpd ymm6, ymm7, ymmword ptr [rcx + 416]
vaddpd ymm7, ymm8, ymmword ptr [rcx + 512]
vaddpd ymm8, ymm9, ymmword ptr [rcx + 544]
vaddpd ymm9, ymm10, ymmword ptr [rcx + 640]
vaddpd ymm10, ymm11, ymmword ptr [rcx + 672]
vmovups ymmword ptr [rcx], ymm12
vmovups ymmword ptr [rcx + 32], ymm0
vmovups ymmword ptr [rcx + 128], ymm1
vmovups ymmword ptr [rcx + 160], ymm2
vmovups ymmword ptr [rcx + 256], ymm3
vmovups ymmword ptr [rcx + 288], ymm4
vmovups ymmword ptr [rcx + 384], ymm5
vmovups ymmword ptr [rcx + 416], ymm6
vmovups ymmword ptr [rcx + 512], ymm7
vmovups ymmword ptr [rcx + 544], ymm8
vmovups ymmword ptr [rcx + 640], ymm9
vmovups ymmword ptr [rcx + 672], ymm10
lea rax, [rax + 64]
lea rcx, [rcx + 64]
dec r8
jne .-780
lea rsi, [rsi + 768]
lea rdx, [rdx + 768]
mov eax, 2
mov rcx, rdi
mov r8, rdx
mov r9d, 2
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
mov ebp, 4
vmovups ymm10, ymmword ptr [r10]
vmovups ymm11, ymmword ptr [r10 + 32]
vbroadcastsd ymm12, qword ptr [rbx]
vfmadd231pd ymm0, ymm10, ymm12
vfmadd231pd ymm1, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 128]
vfmadd231pd ymm2, ymm10, ymm12
vfmadd231pd ymm3, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 256]
vfmadd231pd ymm4, ymm10, ymm12
vfmadd231pd ymm5, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 384]
vfmadd231pd ymm6, ymm10, ymm12
vfmadd231pd ymm7, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 512]
vfmadd231pd ymm8, ymm10, ymm12
vfmadd231pd ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 128]
vmovups ymm11, ymmword ptr [r10 + 160]
vbroadcastsd ymm12, qword ptr [rbx + 8]
vfmadd231pd ymm0, ymm10, ymm12
vfmadd231pd ymm1, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 136]
vfmadd231pd ymm2, ymm10, ymm12
vfmadd231pd ymm3, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 264]
vfmadd231pd ymm4, ymm10, ymm12
vfmadd231pd ymm5, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 392]
vfmadd231pd ymm6, ymm10, ymm12
vfmadd231pd ymm7, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 520]
vfmadd231pd ymm8, ymm10, ymm12
vfmadd231pd ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 256]
vmovups ymm11, ymmword ptr [r10 + 288]
vbroadcastsd ymm12, qword ptr [rbx + 16]
vfmadd231pd ymm0, ymm10, ymm12
vfmadd231pd ymm1, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 144]
vfmadd231pd ymm2, ymm10, ymm12
vfmadd231pd ymm3, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 272]
vfmadd231pd ymm4, ymm10, ymm12
vfmadd231pd ymm5, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 400]
vfmadd231pd ymm6, ymm10, ymm12
vfmadd231pd ymm7, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 528]
vfmadd231pd ymm8, ymm10, ymm12
vfmadd231pd ymm9, ymm11, ymm12
vmovups ymm10, ymmword ptr [r10 + 384]
vmovups ymm11, ymmword ptr [r10 + 416]
vbroadcastsd ymm12, qword ptr [rbx + 24]
vfmadd231pd ymm0, ymm10, ymm12
vfmadd231pd ymm1, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 152]
vfmadd231pd ymm2, ymm10, ymm12
vfmadd231pd ymm3, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 280]
vfmadd231pd ymm4, ymm10, ymm12
vfmadd231pd ymm5, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 408]
vfmadd231pd ymm6, ymm10, ymm12
vfmadd231pd ymm7, ymm11, ymm12
vbroadcastsd ymm12, qword ptr [rbx + 536]
vfmadd231pd ymm8, ymm10, ymm12
vfmadd231pd ymm9, ymm11, ymm12
lea r10, [r10 + 512]
lea rbx, [rbx + 32]
dec rbp
jne .-446
vaddpd ymm10, ymm0, ymmword ptr [r8]
vaddpd ymm0, ymm1, ymmword ptr [r8 + 32]
vaddpd ymm1, ymm2, ymmword ptr [r8 + 128]
vaddpd ymm2, ymm3, ymmword ptr [r8 + 160]
vaddpd ymm3, ymm4, ymmword ptr [r8 + 256]
vaddpd ymm4, ymm5, ymmword ptr [r8 + 288]
vaddpd ymm5, ymm6, ymmword ptr [r8 + 384]
vaddpd ymm6, ymm7, ymmword ptr [r8 + 416]
vaddpd ymm7, ymm8, ymmword ptr [r8 + 512]
vaddpd ymm8, ymm9, ymmword ptr [r8 + 544]
vmovups ymmword ptr [r8], ymm10
vmovups ymmword ptr [r8 + 32], ymm0
vmovups ymmword ptr [r8 + 128], ymm1
vmovups ymmword ptr [r8 + 160], ymm2
vmovups ymmword ptr [r8 + 256], ymm3
vmovups ymmword ptr [r8 + 288], ymm4
vmovups ymmword ptr [r8 + 384], ymm5
vmovups ymmword ptr [r8 + 416], ymm6
vmovups ymmword ptr [r8 + 512], ymm7
vmovups ymmword ptr [r8 + 544], ymm8
lea rcx, [rcx + 64]
lea r8, [r8 + 64]
dec r9
jne .-682
lea rsi, [rsi + 640]
lea rdx, [rdx + 640]
dec rax
jne .-717
vzeroupper
pop rbp
pop rbx
ret
