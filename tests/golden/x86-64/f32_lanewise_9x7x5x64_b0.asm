// lanewise f32 9x7x5x64 a=320,64 b=448,64 c=448,64

// 663 bytes for zen5
// 663 bytes for sapphire-rapids
endbr64
push rbx
push rbp
push r12
mov eax, 3
mov rcx, rdi
mov r8, rsi
mov r9, rdx
mov r10d, 4
mov rbx, rcx
mov rbp, r8
vmovups zmm0, zmmword ptr [rbx]
vmovups zmm1, zmmword ptr [rbx + 1280]
vmovups zmm2, zmmword ptr [rbx + 2560]
vmovups zmm3, zmmword ptr [rbp]
vmulps zmm4, zmm0, zmm3
vmulps zmm5, zmm1, zmm3
vmulps zmm3, zmm2, zmm3
vmovups zmm6, zmmword ptr [rbp + 256]
vmulps zmm7, zmm0, zmm6
vmulps zmm8, zmm1, zmm6
vmulps zmm6, zmm2, zmm6
vmovups zmm9, zmmword ptr [rbp + 512]
vmulps zmm10, zmm0, zmm9
vmulps zmm11, zmm1, zmm9
vmulps zmm9, zmm2, zmm9
vmovups zmm12, zmmword ptr [rbp + 768]
vmulps zmm13, zmm0, zmm12
vmulps zmm14, zmm1, zmm12
vmulps zmm12, zmm2, zmm12
vmovups zmm15, zmmword ptr [rbp + 1024]
vmulps zmm16, zmm0, zmm15
vmulps zmm17, zmm1, zmm15
vmulps zmm15, zmm2, zmm15
vmovups zmm18, zmmword ptr [rbp + 1280]
vmulps zmm19, zmm0, zmm18
vmulps zmm20, zmm1, zmm18
vmulps zmm18, zmm2, zmm18
vmovups zmm21, zmmword ptr [rbp + 1536]
vmulps zmm0, zmm0, zmm21
vmulps zmm1, zmm1, zmm21
vmulps zmm2, zmm2, zmm21
mov r12d, 4
lea rbx, [rbx + 256]
lea rbp, [rbp + 1792]
vmovups zmm21, zmmword ptr [rbx]
vmovups zmm22, zmmword ptr [rbx + 1280]
vmovups zmm23, zmmword ptr [rbx + 2560]
vmovups zmm24, zmmword ptr [rbp]
vfmadd231ps zmm4, zmm21, zmm24
vfmadd231ps zmm5, zmm22, zmm24
vfmadd231ps zmm3, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 256]
vfmadd231ps zmm7, zmm21, zmm24
vfmadd231ps zmm8, zmm22, zmm24
vfmadd231ps zmm6, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 512]
vfmadd231ps zmm10, zmm21, zmm24
vfmadd231ps zmm11, zmm22, zmm24
vfmadd231ps zmm9, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 768]
vfmadd231ps zmm13, zmm21, zmm24
vfmadd231ps zmm14, zmm22, zmm24
vfmadd231ps zmm12, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 1024]
vfmadd231ps zmm16, zmm21, zmm24
vfmadd231ps zmm17, zmm22, zmm24
vfmadd231ps zmm15, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 1280]
vfmadd231ps zmm19, zmm21, zmm24
vfmadd231ps zmm20, zmm22, zmm24
vfmadd231ps zmm18, zmm23, zmm24
vmovups zmm24, zmmword ptr [rbp + 1536]
vfmadd231ps zmm0, zmm21, zmm24
vfmadd231ps zmm1, zmm22, zmm24
vfmadd231ps zmm2, zmm23, zmm24
dec r12
jne .-212
vmovups zmmword ptr [r9], zmm4
vmovups zmmword ptr [r9 + 256], zmm7
vmovups zmmword ptr [r9 + 512], zmm10
vmovups zmmword ptr [r9 + 768], zmm13
vmovups zmmword ptr [r9 + 1024], zmm16
vmovups zmmword ptr [r9 + 1280], zmm19
vmovups zmmword ptr [r9 + 1536], zmm0
lea rbx, [r9 + 1792]
vmovups zmmword ptr [rbx], zmm5
vmovups zmmword ptr [rbx + 256], zmm8
vmovups zmmword ptr [rbx + 512], zmm11
vmovups zmmword ptr [rbx + 768], zmm14
vmovups zmmword ptr [rbx + 1024], zmm17
vmovups zmmword ptr [rbx + 1280], zmm20
vmovups zmmword ptr [rbx + 1536], zmm1
lea rbx, [r9 + 3584]
vmovups zmmword ptr [rbx], zmm3
vmovups zmmword ptr [rbx + 256], zmm6
vmovups zmmword ptr [rbx + 512], zmm9
vmovups zmmword ptr [rbx + 768], zmm12
vmovups zmmword ptr [rbx + 1024], zmm15
vmovups zmmword ptr [rbx + 1280], zmm18
vmovups zmmword ptr [rbx + 1536], zmm2
lea rcx, [rcx + 64]
lea r8, [r8 + 64]
lea r9, [r9 + 64]
dec r10
jne .-598
lea rdi, [rdi + 3840]
lea rdx, [rdx + 5376]
dec rax
jne .-636
vzeroupper
pop r12
pop rbp
pop rbx
ret

// 347 bytes for haswell
endbr64
push rbx
push rbp
push r12
mov eax, 9
mov rcx, rdi
mov r8, rsi
mov r9, rdx
mov r10d, 8
mov rbx, rcx
mov rbp, r8
vmovups ymm0, ymmword ptr [rbx]
vmovups ymm1, ymmword ptr [rbp]
vmulps ymm1, ymm0, ymm1
vmovups ymm2, ymmword ptr [rbp + 256]
vmulps ymm2, ymm0, ymm2
vmovups ymm3, ymmword ptr [rbp + 512]
vmulps ymm3, ymm0, ymm3
vmovups ymm4, ymmword ptr [rbp + 768]
vmulps ymm4, ymm0, ymm4
vmovups ymm5, ymmword ptr [rbp + 1024]
vmulps ymm5, ymm0, ymm5
vmovups ymm6, ymmword ptr [rbp + 1280]
vmulps ymm6, ymm0, ymm6
vmovups ymm7, ymmword ptr [rbp + 1536]
vmulps ymm0, ymm0, ymm7
mov r12d, 4
lea rbx, [rbx + 256]
lea rbp, [rbp + 1792]
vmovups ymm7, ymmword ptr [rbx]
vmovups ymm8, ymmword ptr [rbp]
vfmadd231ps ymm1, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 256]
vfmadd231ps ymm2, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 512]
vfmadd231ps ymm3, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 768]
vfmadd231ps ymm4, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 1024]
vfmadd231ps ymm5, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 1280]
vfmadd231ps ymm6, ymm7, ymm8
vmovups ymm8, ymmword ptr [rbp + 1536]
vfmadd231ps ymm0, ymm7, ymm8
dec r12
jne .-109
vmovups ymmword ptr [r9], ymm1
vmovups ymmword ptr [r9 + 256], ymm2
vmovups ymmword ptr [r9 + 512], ymm3
vmovups ymmword ptr [r9 + 768], ymm4
vmovups ymmword ptr [r9 + 1024], ymm5
vmovups ymmword ptr [r9 + 1280], ymm6
vmovups ymmword ptr [r9 + 1536], ymm0
lea rcx, [rcx + 32]
lea r8, [r8 + 32]
lea r9, [r9 + 32]
dec r10
jne .-282
lea rdi, [rdi + 1280]
lea rdx, [rdx + 1792]
dec rax
jne .-320
vzeroupper
pop r12
pop rbp
pop rbx
ret
