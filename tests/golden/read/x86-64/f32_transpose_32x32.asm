// unary identity f32 32x32 order=transposed

// 922 bytes for zen5
// 922 bytes for sapphire-rapids
endbr64
mov r11d, 43690
kmovw k1, r11d
mov eax, 2
mov rcx, rdi
mov rdx, rsi
mov r8d, 2
vmovups zmm0, zmmword ptr [rcx]
vmovups zmm1, zmmword ptr [rcx + 128]
vmovups zmm2, zmmword ptr [rcx + 256]
vmovups zmm3, zmmword ptr [rcx + 384]
vmovups zmm4, zmmword ptr [rcx + 512]
vmovups zmm5, zmmword ptr [rcx + 640]
vmovups zmm6, zmmword ptr [rcx + 768]
vmovups zmm7, zmmword ptr [rcx + 896]
vmovups zmm8, zmmword ptr [rcx + 1024]
vmovups zmm9, zmmword ptr [rcx + 1152]
vmovups zmm10, zmmword ptr [rcx + 1280]
vmovups zmm11, zmmword ptr [rcx + 1408]
vmovups zmm12, zmmword ptr [rcx + 1536]
vmovups zmm13, zmmword ptr [rcx + 1664]
vmovups zmm14, zmmword ptr [rcx + 1792]
vmovups zmm15, zmmword ptr [rcx + 1920]
vmovsldup zmm31, zmm1
vblendmps zmm16 {k1}, zmm0, zmm31
vmovshdup zmm31, zmm0
vblendmps zmm0 {k1}, zmm31, zmm1
vmovsldup zmm31, zmm3
vblendmps zmm1 {k1}, zmm2, zmm31
vmovshdup zmm31, zmm2
vblendmps zmm2 {k1}, zmm31, zmm3
vmovsldup zmm31, zmm5
vblendmps zmm3 {k1}, zmm4, zmm31
vmovshdup zmm31, zmm4
vblendmps zmm4 {k1}, zmm31, zmm5
vmovsldup zmm31, zmm7
vblendmps zmm5 {k1}, zmm6, zmm31
vmovshdup zmm31, zmm6
vblendmps zmm6 {k1}, zmm31, zmm7
vmovsldup zmm31, zmm9
vblendmps zmm7 {k1}, zmm8, zmm31
vmovshdup zmm31, zmm8
vblendmps zmm8 {k1}, zmm31, zmm9
vmovsldup zmm31, zmm11
vblendmps zmm9 {k1}, zmm10, zmm31
vmovshdup zmm31, zmm10
vblendmps zmm10 {k1}, zmm31, zmm11
vmovsldup zmm31, zmm13
vblendmps zmm11 {k1}, zmm12, zmm31
vmovshdup zmm31, zmm12
vblendmps zmm12 {k1}, zmm31, zmm13
vmovsldup zmm31, zmm15
vblendmps zmm13 {k1}, zmm14, zmm31
vmovshdup zmm31, zmm14
vblendmps zmm14 {k1}, zmm31, zmm15
vunpcklpd zmm15, zmm16, zmm1
vunpckhpd zmm1, zmm16, zmm1
vunpcklpd zmm16, zmm0, zmm2
vunpckhpd zmm0, zmm0, zmm2
vunpcklpd zmm2, zmm3, zmm5
vunpckhpd zmm3, zmm3, zmm5
vunpcklpd zmm5, zmm4, zmm6
vunpckhpd zmm4, zmm4, zmm6
vunpcklpd zmm6, zmm7, zmm9
vunpckhpd zmm7, zmm7, zmm9
vunpcklpd zmm9, zmm8, zmm10
vunpckhpd zmm8, zmm8, zmm10
vunpcklpd zmm10, zmm11, zmm13
vunpckhpd zmm11, zmm11, zmm13
vunpcklpd zmm13, zmm12, zmm14
vunpckhpd zmm12, zmm12, zmm14
vshuff64x2 zmm14, zmm15, zmm2, 136
vshuff64x2 zmm14, zmm14, zmm14, 216
vshuff64x2 zmm2, zmm15, zmm2, 221
vshuff64x2 zmm2, zmm2, zmm2, 216
vshuff64x2 zmm15, zmm16, zmm5, 136
vshuff64x2 zmm15, zmm15, zmm15, 216
vshuff64x2 zmm5, zmm16, zmm5, 221
vshuff64x2 zmm5, zmm5, zmm5, 216
vshuff64x2 zmm16, zmm1, zmm3, 136
vshuff64x2 zmm16, zmm16, zmm16, 216
vshuff64x2 zmm1, zmm1, zmm3, 221
vshuff64x2 zmm1, zmm1, zmm1, 216
vshuff64x2 zmm3, zmm0, zmm4, 136
vshuff64x2 zmm3, zmm3, zmm3, 216
vshuff64x2 zmm0, zmm0, zmm4, 221
vshuff64x2 zmm0, zmm0, zmm0, 216
vshuff64x2 zmm4, zmm6, zmm10, 136
vshuff64x2 zmm4, zmm4, zmm4, 216
vshuff64x2 zmm6, zmm6, zmm10, 221
vshuff64x2 zmm6, zmm6, zmm6, 216
vshuff64x2 zmm10, zmm9, zmm13, 136
vshuff64x2 zmm10, zmm10, zmm10, 216
vshuff64x2 zmm9, zmm9, zmm13, 221
vshuff64x2 zmm9, zmm9, zmm9, 216
vshuff64x2 zmm13, zmm7, zmm11, 136
vshuff64x2 zmm13, zmm13, zmm13, 216
vshuff64x2 zmm7, zmm7, zmm11, 221
vshuff64x2 zmm7, zmm7, zmm7, 216
vshuff64x2 zmm11, zmm8, zmm12, 136
vshuff64x2 zmm11, zmm11, zmm11, 216
vshuff64x2 zmm8, zmm8, zmm12, 221
vshuff64x2 zmm8, zmm8, zmm8, 216
vshuff64x2 zmm12, zmm14, zmm4, 68
vshuff64x2 zmm4, zmm14, zmm4, 238
vshuff64x2 zmm14, zmm15, zmm10, 68
vshuff64x2 zmm10, zmm15, zmm10, 238
vshuff64x2 zmm15, zmm16, zmm13, 68
vshuff64x2 zmm13, zmm16, zmm13, 238
vshuff64x2 zmm16, zmm3, zmm11, 68
vshuff64x2 zmm3, zmm3, zmm11, 238
vshuff64x2 zmm11, zmm2, zmm6, 68
vshuff64x2 zmm2, zmm2, zmm6, 238
vshuff64x2 zmm6, zmm5, zmm9, 68
vshuff64x2 zmm5, zmm5, zmm9, 238
vshuff64x2 zmm9, zmm1, zmm7, 68
vshuff64x2 zmm1, zmm1, zmm7, 238
vshuff64x2 zmm7, zmm0, zmm8, 68
vshuff64x2 zmm0, zmm0, zmm8, 238
vmovups zmmword ptr [rdx], zmm12
vmovups zmmword ptr [rdx + 128], zmm14
vmovups zmmword ptr [rdx + 256], zmm15
vmovups zmmword ptr [rdx + 384], zmm16
vmovups zmmword ptr [rdx + 512], zmm11
vmovups zmmword ptr [rdx + 640], zmm6
vmovups zmmword ptr [rdx + 768], zmm9
vmovups zmmword ptr [rdx + 896], zmm7
vmovups zmmword ptr [rdx + 1024], zmm4
vmovups zmmword ptr [rdx + 1152], zmm10
vmovups zmmword ptr [rdx + 1280], zmm13
vmovups zmmword ptr [rdx + 1408], zmm3
vmovups zmmword ptr [rdx + 1536], zmm2
vmovups zmmword ptr [rdx + 1664], zmm5
vmovups zmmword ptr [rdx + 1792], zmm1
vmovups zmmword ptr [rdx + 1920], zmm0
lea rcx, [rcx + 64]
lea rdx, [rdx + 2048]
dec r8
jne .-860
lea rdi, [rdi + 2048]
lea rsi, [rsi + 64]
dec rax
jne .-892
vzeroupper
ret

// 345 bytes for haswell
endbr64
mov eax, 4
mov rcx, rdi
mov rdx, rsi
mov r8d, 4
vmovups ymm0, ymmword ptr [rcx]
vmovups ymm1, ymmword ptr [rcx + 128]
vmovups ymm2, ymmword ptr [rcx + 256]
vmovups ymm3, ymmword ptr [rcx + 384]
vmovups ymm4, ymmword ptr [rcx + 512]
vmovups ymm5, ymmword ptr [rcx + 640]
vmovups ymm6, ymmword ptr [rcx + 768]
vmovups ymm7, ymmword ptr [rcx + 896]
vmovsldup ymm15, ymm1
vblendps ymm8, ymm0, ymm15, 170
vmovshdup ymm15, ymm0
vblendps ymm0, ymm15, ymm1, 170
vmovsldup ymm15, ymm3
vblendps ymm1, ymm2, ymm15, 170
vmovshdup ymm15, ymm2
vblendps ymm2, ymm15, ymm3, 170
vmovsldup ymm15, ymm5
vblendps ymm3, ymm4, ymm15, 170
vmovshdup ymm15, ymm4
vblendps ymm4, ymm15, ymm5, 170
vmovsldup ymm15, ymm7
vblendps ymm5, ymm6, ymm15, 170
vmovshdup ymm15, ymm6
vblendps ymm6, ymm15, ymm7, 170
vunpcklpd ymm7, ymm8, ymm1
vunpckhpd ymm1, ymm8, ymm1
vunpcklpd ymm8, ymm0, ymm2
vunpckhpd ymm0, ymm0, ymm2
vunpcklpd ymm2, ymm3, ymm5
vunpckhpd ymm3, ymm3, ymm5
vunpcklpd ymm5, ymm4, ymm6
vunpckhpd ymm4, ymm4, ymm6
vperm2f128 ymm6, ymm7, ymm2, 32
vperm2f128 ymm2, ymm7, ymm2, 49
vperm2f128 ymm7, ymm8, ymm5, 32
vperm2f128 ymm5, ymm8, ymm5, 49
vperm2f128 ymm8, ymm1, ymm3, 32
vperm2f128 ymm1, ymm1, ymm3, 49
vperm2f128 ymm3, ymm0, ymm4, 32
vperm2f128 ymm0, ymm0, ymm4, 49
vmovups ymmword ptr [rdx], ymm6
vmovups ymmword ptr [rdx + 128], ymm7
vmovups ymmword ptr [rdx + 256], ymm8
vmovups ymmword ptr [rdx + 384], ymm3
vmovups ymmword ptr [rdx + 512], ymm2
vmovups ymmword ptr [rdx + 640], ymm5
vmovups ymmword ptr [rdx + 768], ymm1
vmovups ymmword ptr [rdx + 896], ymm0
lea rcx, [rcx + 32]
lea rdx, [rdx + 1024]
dec r8
jne .-294
lea rdi, [rdi + 1024]
lea rsi, [rsi + 32]
dec rax
jne .-326
vzeroupper
ret
