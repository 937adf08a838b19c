sub rsp, 24; mov [rsp + 8], r13; test rdx, rdx; jle .L1
vmovss xmm0, dword ptr [r13 + 4*rax]; vpermilps xmm1, xmm0, 27
.L1: lea r11, [rdi + 8*rsi]
mov r13, [rsp + 8]; add rsp, 24; push rbx; pop rbx; ret
