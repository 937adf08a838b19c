// gemm f32 16x6x64 a=col/16 b=col/64 c=col/16 beta=1

// 1397 bytes for zen5
endbr64
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
mov eax, 4
vmovups zmm12, zmmword ptr [rdi]
vmovups zmm13, zmmword ptr [rdi + 64]
vmovups zmm14, zmmword ptr [rdi + 128]
vmovups zmm15, zmmword ptr [rdi + 192]
vbroadcastf32x4 zmm16, xmmword ptr [rsi]
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm0, zmm12, zmm17
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 256]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm6, zmm13, zmm17
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 260]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm0, zmm14, zmm17
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 264]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm6, zmm15, zmm16
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 268]{1to16}
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 768]
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 512]{1to16}
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm3, zmm12, zmm17
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 516]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm9, zmm13, zmm17
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 520]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm3, zmm14, zmm17
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 524]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm9, zmm15, zmm16
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1024]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1280]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 1028]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 1284]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 1032]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 1288]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 1036]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 1292]{1to16}
vmovups zmm12, zmmword ptr [rdi + 256]
vmovups zmm13, zmmword ptr [rdi + 320]
vmovups zmm14, zmmword ptr [rdi + 384]
vmovups zmm15, zmmword ptr [rdi + 448]
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 16]
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm0, zmm12, zmm17
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 272]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm6, zmm13, zmm17
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 276]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm0, zmm14, zmm17
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 280]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm6, zmm15, zmm16
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 284]{1to16}
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 784]
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 528]{1to16}
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm3, zmm12, zmm17
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 532]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm9, zmm13, zmm17
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 536]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm3, zmm14, zmm17
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 540]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm9, zmm15, zmm16
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1040]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1296]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 1044]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 1300]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 1048]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 1304]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 1052]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 1308]{1to16}
vmovups zmm12, zmmword ptr [rdi + 512]
vmovups zmm13, zmmword ptr [rdi + 576]
vmovups zmm14, zmmword ptr [rdi + 640]
vmovups zmm15, zmmword ptr [rdi + 704]
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 32]
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm0, zmm12, zmm17
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 288]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm6, zmm13, zmm17
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 292]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm0, zmm14, zmm17
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 296]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm6, zmm15, zmm16
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 300]{1to16}
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 800]
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 544]{1to16}
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm3, zmm12, zmm17
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 548]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm9, zmm13, zmm17
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 552]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm3, zmm14, zmm17
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 556]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm9, zmm15, zmm16
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1056]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1312]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 1060]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 1316]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 1064]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 1320]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 1068]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 1324]{1to16}
vmovups zmm12, zmmword ptr [rdi + 768]
vmovups zmm13, zmmword ptr [rdi + 832]
vmovups zmm14, zmmword ptr [rdi + 896]
vmovups zmm15, zmmword ptr [rdi + 960]
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 48]
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm0, zmm12, zmm17
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 304]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm6, zmm13, zmm17
vfmadd231ps zmm7, zmm13, dword ptr [rsi + 308]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm0, zmm14, zmm17
vfmadd231ps zmm1, zmm14, dword ptr [rsi + 312]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm6, zmm15, zmm16
vfmadd231ps zmm7, zmm15, dword ptr [rsi + 316]{1to16}
vbroadcastf32x4 zmm16, xmmword ptr [rsi + 816]
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 560]{1to16}
vpermilps zmm17, zmm16, 0
vfmadd231ps zmm3, zmm12, zmm17
vfmadd231ps zmm8, zmm13, dword ptr [rsi + 564]{1to16}
vpermilps zmm17, zmm16, 85
vfmadd231ps zmm9, zmm13, zmm17
vfmadd231ps zmm2, zmm14, dword ptr [rsi + 568]{1to16}
vpermilps zmm17, zmm16, 170
vfmadd231ps zmm3, zmm14, zmm17
vfmadd231ps zmm8, zmm15, dword ptr [rsi + 572]{1to16}
vpermilps zmm16, zmm16, 255
vfmadd231ps zmm9, zmm15, zmm16
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1072]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1328]{1to16}
vfmadd231ps zmm10, zmm13, dword ptr [rsi + 1076]{1to16}
vfmadd231ps zmm11, zmm13, dword ptr [rsi + 1332]{1to16}
vfmadd231ps zmm4, zmm14, dword ptr [rsi + 1080]{1to16}
vfmadd231ps zmm5, zmm14, dword ptr [rsi + 1336]{1to16}
vfmadd231ps zmm10, zmm15, dword ptr [rsi + 1084]{1to16}
vfmadd231ps zmm11, zmm15, dword ptr [rsi + 1340]{1to16}
lea rdi, [rdi + 1024]
lea rsi, [rsi + 64]
dec rax
jne .-1188
vaddps zmm0, zmm0, zmm6
vaddps zmm1, zmm1, zmm7
vaddps zmm2, zmm2, zmm8
vaddps zmm3, zmm3, zmm9
vaddps zmm4, zmm4, zmm10
vaddps zmm5, zmm5, zmm11
vaddps zmm6, zmm0, zmmword ptr [rdx]
vaddps zmm0, zmm1, zmmword ptr [rdx + 64]
vaddps zmm1, zmm2, zmmword ptr [rdx + 128]
vaddps zmm2, zmm3, zmmword ptr [rdx + 192]
vaddps zmm3, zmm4, zmmword ptr [rdx + 256]
vaddps zmm4, zmm5, zmmword ptr [rdx + 320]
vmovups zmmword ptr [rdx], zmm6
vmovups zmmword ptr [rdx + 64], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 192], zmm2
vmovups zmmword ptr [rdx + 256], zmm3
vmovups zmmword ptr [rdx + 320], zmm4
vzeroupper
ret

// 465 bytes for sapphire-rapids
endbr64
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
mov eax, 16
vmovups zmm12, zmmword ptr [rdi]
vfmadd231ps zmm0, zmm12, dword ptr [rsi]{1to16}
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 256]{1to16}
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 512]{1to16}
vfmadd231ps zmm3, zmm12, dword ptr [rsi + 768]{1to16}
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1024]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1280]{1to16}
vmovups zmm12, zmmword ptr [rdi + 64]
vfmadd231ps zmm6, zmm12, dword ptr [rsi + 4]{1to16}
vfmadd231ps zmm7, zmm12, dword ptr [rsi + 260]{1to16}
vfmadd231ps zmm8, zmm12, dword ptr [rsi + 516]{1to16}
vfmadd231ps zmm9, zmm12, dword ptr [rsi + 772]{1to16}
vfmadd231ps zmm10, zmm12, dword ptr [rsi + 1028]{1to16}
vfmadd231ps zmm11, zmm12, dword ptr [rsi + 1284]{1to16}
vmovups zmm12, zmmword ptr [rdi + 128]
vfmadd231ps zmm0, zmm12, dword ptr [rsi + 8]{1to16}
vfmadd231ps zmm1, zmm12, dword ptr [rsi + 264]{1to16}
vfmadd231ps zmm2, zmm12, dword ptr [rsi + 520]{1to16}
vfmadd231ps zmm3, zmm12, dword ptr [rsi + 776]{1to16}
vfmadd231ps zmm4, zmm12, dword ptr [rsi + 1032]{1to16}
vfmadd231ps zmm5, zmm12, dword ptr [rsi + 1288]{1to16}
vmovups zmm12, zmmword ptr [rdi + 192]
vfmadd231ps zmm6, zmm12, dword ptr [rsi + 12]{1to16}
vfmadd231ps zmm7, zmm12, dword ptr [rsi + 268]{1to16}
vfmadd231ps zmm8, zmm12, dword ptr [rsi + 524]{1to16}
vfmadd231ps zmm9, zmm12, dword ptr [rsi + 780]{1to16}
vfmadd231ps zmm10, zmm12, dword ptr [rsi + 1036]{1to16}
vfmadd231ps zmm11, zmm12, dword ptr [rsi + 1292]{1to16}
lea rdi, [rdi + 256]
lea rsi, [rsi + 16]
dec rax
jne .-256
vaddps zmm0, zmm0, zmm6
vaddps zmm1, zmm1, zmm7
vaddps zmm2, zmm2, zmm8
vaddps zmm3, zmm3, zmm9
vaddps zmm4, zmm4, zmm10
vaddps zmm5, zmm5, zmm11
vaddps zmm6, zmm0, zmmword ptr [rdx]
vaddps zmm0, zmm1, zmmword ptr [rdx + 64]
vaddps zmm1, zmm2, zmmword ptr [rdx + 128]
vaddps zmm2, zmm3, zmmword ptr [rdx + 192]
vaddps zmm3, zmm4, zmmword ptr [rdx + 256]
vaddps zmm4, zmm5, zmmword ptr [rdx + 320]
vmovups zmmword ptr [rdx], zmm6
vmovups zmmword ptr [rdx + 64], zmm0
vmovups zmmword ptr [rdx + 128], zmm1
vmovups zmmword ptr [rdx + 192], zmm2
vmovups zmmword ptr [rdx + 256], zmm3
vmovups zmmword ptr [rdx + 320], zmm4
vzeroupper
ret

// 745 bytes for haswell
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
vpxor xmm10, xmm10, xmm10
vpxor xmm11, xmm11, xmm11
mov eax, 16
vmovups ymm12, ymmword ptr [rdi]
vmovups ymm13, ymmword ptr [rdi + 32]
vbroadcastss ymm14, dword ptr [rsi]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 256]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 512]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 768]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1024]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1280]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rdi + 64]
vmovups ymm13, ymmword ptr [rdi + 96]
vbroadcastss ymm14, dword ptr [rsi + 4]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 260]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 516]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 772]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1028]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1284]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rdi + 128]
vmovups ymm13, ymmword ptr [rdi + 160]
vbroadcastss ymm14, dword ptr [rsi + 8]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 264]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 520]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 776]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1032]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1288]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
vmovups ymm12, ymmword ptr [rdi + 192]
vmovups ymm13, ymmword ptr [rdi + 224]
vbroadcastss ymm14, dword ptr [rsi + 12]
vfmadd231ps ymm0, ymm12, ymm14
vfmadd231ps ymm1, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 268]
vfmadd231ps ymm2, ymm12, ymm14
vfmadd231ps ymm3, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 524]
vfmadd231ps ymm4, ymm12, ymm14
vfmadd231ps ymm5, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 780]
vfmadd231ps ymm6, ymm12, ymm14
vfmadd231ps ymm7, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1036]
vfmadd231ps ymm8, ymm12, ymm14
vfmadd231ps ymm9, ymm13, ymm14
vbroadcastss ymm14, dword ptr [rsi + 1292]
vfmadd231ps ymm10, ymm12, ymm14
vfmadd231ps ymm11, ymm13, ymm14
lea rdi, [rdi + 256]
lea rsi, [rsi + 16]
dec rax
jne .-508
vaddps ymm12, ymm0, ymmword ptr [rdx]
vaddps ymm0, ymm1, ymmword ptr [rdx + 32]
vaddps ymm1, ymm2, ymmword ptr [rdx + 64]
vaddps ymm2, ymm3, ymmword ptr [rdx + 96]
vaddps ymm3, ymm4, ymmword ptr [rdx + 128]
vaddps ymm4, ymm5, ymmword ptr [rdx + 160]
vaddps ymm5, ymm6, ymmword ptr [rdx + 192]
vaddps ymm6, ymm7, ymmword ptr [rdx + 224]
vaddps ymm7, ymm8, ymmword ptr [rdx + 256]
vaddps ymm8, ymm9, ymmword ptr [rdx + 288]
vaddps ymm9, ymm10, ymmword ptr [rdx + 320]
vaddps ymm10, ymm11, ymmword ptr [rdx + 352]
vmovups ymmword ptr [rdx], ymm12
vmovups ymmword ptr [rdx + 32], ymm0
vmovups ymmword ptr [rdx + 64], ymm1
vmovups ymmword ptr [rdx + 96], ymm2
vmovups ymmword ptr [rdx + 128], ymm3
vmovups ymmword ptr [rdx + 160], ymm4
vmovups ymmword ptr [rdx + 192], ymm5
vmovups ymmword ptr [rdx + 224], ymm6
vmovups ymmword ptr [rdx + 256], ymm7
vmovups ymmword ptr [rdx + 288], ymm8
vmovups ymmword ptr [rdx + 320], ymm9
vmovups ymmword ptr [rdx + 352], ymm10
vzeroupper
ret
