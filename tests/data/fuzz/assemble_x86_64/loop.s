endbr64
mov eax, 7; kmovw k1, eax
.L0: vmovups zmm16 {k1} {z}, [rdi]
vmulpd zmm17, zmm16, qword ptr [rsi + 8]{1to8}
vfmadd231ps ymm0, ymm1, ymmword ptr [r13 + 4*rax - 128]
add rdi, 64; sub r10, 1; jne .L0
vzeroupper; ret
