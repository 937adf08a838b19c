mrs x0, fpcr
dmb ish
cas w0, w1, [x2]
tbz x3, #40, end
end: udf #7
