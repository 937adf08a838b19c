// add f32 32x32 in0=32 in1=32 out=32

// 472 bytes for zen5
// 472 bytes for sapphire-rapids
endbr64
mov eax, 4
vmovups zmm0, zmmword ptr [rdi]
vmovups zmm1, zmmword ptr [rdi + 64]
vmovups zmm2, zmmword ptr [rdi + 128]
vmovups zmm3, zmmword ptr [rdi + 192]
vmovups zmm4, zmmword ptr [rdi + 256]
vmovups zmm5, zmmword ptr [rdi + 320]
vmovups zmm6, zmmword ptr [rdi + 384]
vmovups zmm7, zmmword ptr [rdi + 448]
vmovups zmm8, zmmword ptr [rsi]
vmovups zmm9, zmmword ptr [rsi + 64]
vmovups zmm10, zmmword ptr [rsi + 128]
vmovups zmm11, zmmword ptr [rsi + 192]
vmovups zmm12, zmmword ptr [rsi + 256]
vmovups zmm13, zmmword ptr [rsi + 320]
vmovups zmm14, zmmword ptr [rsi + 384]
vmovups zmm15, zmmword ptr [rsi + 448]
vaddps zmm0, zmm0, zmm8
vaddps zmm1, zmm1, zmm9
vaddps zmm2, zmm2, zmm10
vaddps zmm3, zmm3, zmm11
vaddps zmm4, zmm4, zmm12
vaddps zmm5, zmm5, zmm13
vaddps zmm6, zmm6, zmm14
vaddps zmm7, zmm7, zmm15
vmovups zmm8, zmmword ptr [rdi + 512]
vmovups zmm9, zmmword ptr [rdi + 576]
vmovups zmm10, zmmword ptr [rdi + 640]
vmovups zmm11, zmmword ptr [rdi + 704]
vmovups zmm12, zmmword ptr [rdi + 768]
vmovups zmm13, zmmword ptr [rdi + 832]
vmovups zmm14, zmmword ptr [rdi + 896]
vmovups zmm15, zmmword ptr [rdi + 960]
vmovups zmm16, zmmword ptr [rsi + 512]
vmovups zmm17, zmmword ptr [rsi + 576]
vmovups zmm18, zmmword ptr [rsi + 640]
vmovups zmm19, zmmword ptr [rsi + 704]
vmovups zmm20, zmmword ptr [rsi + 768]
vmovups zmm21, zmmword ptr [rsi + 832]
vmovups zmm22, zmmword ptr [rsi + 896]
vmovups zmm23, zmmword ptr [rsi + 960]
vmovups zmmword ptr [rdx], zmm0
vmovups zmmword ptr [rdx + 64], zmm1
vmovups zmmword ptr [rdx + 128], zmm2
vmovups zmmword ptr [rdx + 192], zmm3
vmovups zmmword ptr [rdx + 256], zmm4
vmovups zmmword ptr [rdx + 320], zmm5
vmovups zmmword ptr [rdx + 384], zmm6
vmovups zmmword ptr [rdx + 448], zmm7
vaddps zmm0, zmm8, zmm16
vaddps zmm1, zmm9, zmm17
vaddps zmm2, zmm10, zmm18
vaddps zmm3, zmm11, zmm19
vaddps zmm4, zmm12, zmm20
vaddps zmm5, zmm13, zmm21
vaddps zmm6, zmm14, zmm22
vaddps zmm7, zmm15, zmm23
vmovups zmmword ptr [rdx + 512], zmm0
vmovups zmmword ptr [rdx + 576], zmm1
vmovups zmmword ptr [rdx + 640], zmm2
vmovups zmmword ptr [rdx + 704], zmm3
vmovups zmmword ptr [rdx + 768], zmm4
vmovups zmmword ptr [rdx + 832], zmm5
vmovups zmmword ptr [rdx + 896], zmm6
vmovups zmmword ptr [rdx + 960], zmm7
lea rdi, [rdi + 1024]
lea rsi, [rsi + 1024]
lea rdx, [rdx + 1024]
dec rax
jne .-453
vzeroupper
ret

// 464 bytes for haswell
endbr64
mov eax, 8
vmovups ymm0, ymmword ptr [rdi]
vmovups ymm1, ymmword ptr [rdi + 32]
vmovups ymm2, ymmword ptr [rdi + 64]
vmovups ymm3, ymmword ptr [rdi + 96]
vmovups ymm4, ymmword ptr [rsi]
vmovups ymm5, ymmword ptr [rsi + 32]
vmovups ymm6, ymmword ptr [rsi + 64]
vmovups ymm7, ymmword ptr [rsi + 96]
vaddps ymm0, ymm0, ymm4
vaddps ymm1, ymm1, ymm5
vaddps ymm2, ymm2, ymm6
vaddps ymm3, ymm3, ymm7
vmovups ymm4, ymmword ptr [rdi + 128]
vmovups ymm5, ymmword ptr [rdi + 160]
vmovups ymm6, ymmword ptr [rdi + 192]
vmovups ymm7, ymmword ptr [rdi + 224]
vmovups ymm8, ymmword ptr [rsi + 128]
vmovups ymm9, ymmword ptr [rsi + 160]
vmovups ymm10, ymmword ptr [rsi + 192]
vmovups ymm11, ymmword ptr [rsi + 224]
vmovups ymmword ptr [rdx], ymm0
vmovups ymmword ptr [rdx + 32], ymm1
vmovups ymmword ptr [rdx + 64], ymm2
vmovups ymmword ptr [rdx + 96], ymm3
vaddps ymm0, ymm4, ymm8
vaddps ymm1, ymm5, ymm9
vaddps ymm2, ymm6, ymm10
vaddps ymm3, ymm7, ymm11
vmovups ymm4, ymmword ptr [rdi + 256]
vmovups ymm5, ymmword ptr [rdi + 288]
vmovups ymm6, ymmword ptr [rdi + 320]
vmovups ymm7, ymmword ptr [rdi + 352]
vmovups ymm8, ymmword ptr [rsi + 256]
vmovups ymm9, ymmword ptr [rsi + 288]
vmovups ymm10, ymmword ptr [rsi + 320]
vmovups ymm11, ymmword ptr [rsi + 352]
vmovups ymmword ptr [rdx + 128], ymm0
vmovups ymmword ptr [rdx + 160], ymm1
vmovups ymmword ptr [rdx + 192], ymm2
vmovups ymmword ptr [rdx + 224], ymm3
vaddps ymm0, ymm4, ymm8
vaddps ymm1, ymm5, ymm9
vaddps ymm2, ymm6, ymm10
vaddps ymm3, ymm7, ymm11
vmovups ymm4, ymmword ptr [rdi + 384]
vmovups ymm5, ymmword ptr [rdi + 416]
vmovups ymm6, ymmword ptr [rdi + 448]
vmovups ymm7, ymmword ptr [rdi + 480]
vmovups ymm8, ymmword ptr [rsi + 384]
vmovups ymm9, ymmword ptr [rsi + 416]
vmovups ymm10, ymmword ptr [rsi + 448]
vmovups ymm11, ymmword ptr [rsi + 480]
vmovups ymmword ptr [rdx + 256], ymm0
vmovups ymmword ptr [rdx + 288], ymm1
vmovups ymmword ptr [rdx + 320], ymm2
vmovups ymmword ptr [rdx + 352], ymm3
vaddps ymm0, ymm4, ymm8
vaddps ymm1, ymm5, ymm9
vaddps ymm2, ymm6, ymm10
vaddps ymm3, ymm7, ymm11
vmovups ymmword ptr [rdx + 384], ymm0
vmovups ymmword ptr [rdx + 416], ymm1
vmovups ymmword ptr [rdx + 448], ymm2
vmovups ymmword ptr [rdx + 480], ymm3
lea rdi, [rdi + 512]
lea rsi, [rsi + 512]
lea rdx, [rdx + 512]
dec rax
jne .-445
vzeroupper
ret
