// identity f32 32x32 in=32 out=32

// 258 bytes for zen5
// 258 bytes for sapphire-rapids
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
vmovups zmmword ptr [rsi], zmm0
vmovups zmmword ptr [rsi + 64], zmm1
vmovups zmmword ptr [rsi + 128], zmm2
vmovups zmmword ptr [rsi + 192], zmm3
vmovups zmm0, zmmword ptr [rdi + 512]
vmovups zmm1, zmmword ptr [rdi + 576]
vmovups zmm2, zmmword ptr [rdi + 640]
vmovups zmm3, zmmword ptr [rdi + 704]
vmovups zmmword ptr [rsi + 256], zmm4
vmovups zmmword ptr [rsi + 320], zmm5
vmovups zmmword ptr [rsi + 384], zmm6
vmovups zmmword ptr [rsi + 448], zmm7
vmovups zmm4, zmmword ptr [rdi + 768]
vmovups zmm5, zmmword ptr [rdi + 832]
vmovups zmm6, zmmword ptr [rdi + 896]
vmovups zmm7, zmmword ptr [rdi + 960]
vmovups zmmword ptr [rsi + 512], zmm0
vmovups zmmword ptr [rsi + 576], zmm1
vmovups zmmword ptr [rsi + 640], zmm2
vmovups zmmword ptr [rsi + 704], zmm3
vmovups zmmword ptr [rsi + 768], zmm4
vmovups zmmword ptr [rsi + 832], zmm5
vmovups zmmword ptr [rsi + 896], zmm6
vmovups zmmword ptr [rsi + 960], zmm7
lea rdi, [rdi + 1024]
lea rsi, [rsi + 1024]
dec rax
jne .-239
vzeroupper
ret

// 266 bytes for haswell
endbr64
mov eax, 8
vmovups ymm0, ymmword ptr [rdi]
vmovups ymm1, ymmword ptr [rdi + 32]
vmovups ymm2, ymmword ptr [rdi + 64]
vmovups ymm3, ymmword ptr [rdi + 96]
vmovups ymm4, ymmword ptr [rdi + 128]
vmovups ymm5, ymmword ptr [rdi + 160]
vmovups ymm6, ymmword ptr [rdi + 192]
vmovups ymm7, ymmword ptr [rdi + 224]
vmovups ymmword ptr [rsi], ymm0
vmovups ymmword ptr [rsi + 32], ymm1
vmovups ymmword ptr [rsi + 64], ymm2
vmovups ymmword ptr [rsi + 96], ymm3
vmovups ymm0, ymmword ptr [rdi + 256]
vmovups ymm1, ymmword ptr [rdi + 288]
vmovups ymm2, ymmword ptr [rdi + 320]
vmovups ymm3, ymmword ptr [rdi + 352]
vmovups ymmword ptr [rsi + 128], ymm4
vmovups ymmword ptr [rsi + 160], ymm5
vmovups ymmword ptr [rsi + 192], ymm6
vmovups ymmword ptr [rsi + 224], ymm7
vmovups ymm4, ymmword ptr [rdi + 384]
vmovups ymm5, ymmword ptr [rdi + 416]
vmovups ymm6, ymmword ptr [rdi + 448]
vmovups ymm7, ymmword ptr [rdi + 480]
vmovups ymmword ptr [rsi + 256], ymm0
vmovups ymmword ptr [rsi + 288], ymm1
vmovups ymmword ptr [rsi + 320], ymm2
vmovups ymmword ptr [rsi + 352], ymm3
vmovups ymmword ptr [rsi + 384], ymm4
vmovups ymmword ptr [rsi + 416], ymm5
vmovups ymmword ptr [rsi + 448], ymm6
vmovups ymmword ptr [rsi + 480], ymm7
lea rdi, [rdi + 512]
lea rsi, [rsi + 512]
dec rax
jne .-247
vzeroupper
ret
