ld4 { v0.16b, v1.16b, v2.16b, v3.16b }, [x0], #64
stp x29, x30, [sp, #-16]!
add x0, sp, w1, uxtw #2
