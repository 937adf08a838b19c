loop: ldr q0, [x1], #16 // load
 fmla v1.4s, v0.4s, v2.s[3]
 subs x0, x0, #1
 b.ne loop
 ret
