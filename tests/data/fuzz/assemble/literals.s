start:
.word 0xd503201f ; nop ;; // ; nop
 adr x0, start
 and x0, x1, #0xff00ff00ff00ff
 fmov d0, #1.50000000
