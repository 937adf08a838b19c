// window max f32 56x3x3x64 in=64,3712,64 out=64

// 4092 bytes for zen5
// 4092 bytes for sapphire-rapids
endbr64
mov eax, 2
mov ecx, 4
vmovups zmm0, zmmword ptr [rdi]
vmovups zmm1, zmmword ptr [rdi + 14848]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmm1, zmmword ptr [rdi + 29696]
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmm1, zmmword ptr [rdi + 256]
vmovups zmm2, zmmword ptr [rdi + 15104]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vmovups zmm2, zmmword ptr [rdi + 29952]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmm2, zmmword ptr [rdi + 512]
vmovups zmm3, zmmword ptr [rdi + 15360]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 30208]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi], zmm0
vmovups zmm0, zmmword ptr [rdi + 768]
vmovups zmm3, zmmword ptr [rdi + 15616]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 30464]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 256], zmm1
vmovups zmm1, zmmword ptr [rdi + 1024]
vmovups zmm3, zmmword ptr [rdi + 15872]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 30720]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 512], zmm2
vmovups zmm2, zmmword ptr [rdi + 1280]
vmovups zmm3, zmmword ptr [rdi + 16128]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 30976]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 768], zmm0
vmovups zmm0, zmmword ptr [rdi + 1536]
vmovups zmm3, zmmword ptr [rdi + 16384]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 31232]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 1024], zmm1
vmovups zmm1, zmmword ptr [rdi + 1792]
vmovups zmm3, zmmword ptr [rdi + 16640]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 31488]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 1280], zmm2
vmovups zmm2, zmmword ptr [rdi + 2048]
vmovups zmm3, zmmword ptr [rdi + 16896]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 31744]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 1536], zmm0
vmovups zmm0, zmmword ptr [rdi + 2304]
vmovups zmm3, zmmword ptr [rdi + 17152]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 32000]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 1792], zmm1
vmovups zmm1, zmmword ptr [rdi + 2560]
vmovups zmm3, zmmword ptr [rdi + 17408]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 32256]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 2048], zmm2
vmovups zmm2, zmmword ptr [rdi + 2816]
vmovups zmm3, zmmword ptr [rdi + 17664]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 32512]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 2304], zmm0
vmovups zmm0, zmmword ptr [rdi + 3072]
vmovups zmm3, zmmword ptr [rdi + 17920]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 32768]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 2560], zmm1
vmovups zmm1, zmmword ptr [rdi + 3328]
vmovups zmm3, zmmword ptr [rdi + 18176]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 33024]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 2816], zmm2
vmovups zmm2, zmmword ptr [rdi + 3584]
vmovups zmm3, zmmword ptr [rdi + 18432]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 33280]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 3072], zmm0
vmovups zmm0, zmmword ptr [rdi + 3840]
vmovups zmm3, zmmword ptr [rdi + 18688]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 33536]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 3328], zmm1
vmovups zmm1, zmmword ptr [rdi + 4096]
vmovups zmm3, zmmword ptr [rdi + 18944]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 33792]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 3584], zmm2
vmovups zmm2, zmmword ptr [rdi + 4352]
vmovups zmm3, zmmword ptr [rdi + 19200]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 34048]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 3840], zmm0
vmovups zmm0, zmmword ptr [rdi + 4608]
vmovups zmm3, zmmword ptr [rdi + 19456]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 34304]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 4096], zmm1
vmovups zmm1, zmmword ptr [rdi + 4864]
vmovups zmm3, zmmword ptr [rdi + 19712]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 34560]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 4352], zmm2
vmovups zmm2, zmmword ptr [rdi + 5120]
vmovups zmm3, zmmword ptr [rdi + 19968]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 34816]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 4608], zmm0
vmovups zmm0, zmmword ptr [rdi + 5376]
vmovups zmm3, zmmword ptr [rdi + 20224]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 35072]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 4864], zmm1
vmovups zmm1, zmmword ptr [rdi + 5632]
vmovups zmm3, zmmword ptr [rdi + 20480]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 35328]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 5120], zmm2
vmovups zmm2, zmmword ptr [rdi + 5888]
vmovups zmm3, zmmword ptr [rdi + 20736]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 35584]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 5376], zmm0
vmovups zmm0, zmmword ptr [rdi + 6144]
vmovups zmm3, zmmword ptr [rdi + 20992]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 35840]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 5632], zmm1
vmovups zmm1, zmmword ptr [rdi + 6400]
vmovups zmm3, zmmword ptr [rdi + 21248]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 36096]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 5888], zmm2
vmovups zmm2, zmmword ptr [rdi + 6656]
vmovups zmm3, zmmword ptr [rdi + 21504]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vmovups zmm3, zmmword ptr [rdi + 36352]
vrangeps zmm31, zmm2, zmm3, 5
vcmpunordps k7, zmm2, zmm3
vaddps zmm31 {k7}, zmm2, zmm3
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm2, 5
vcmpunordps k7, zmm0, zmm2
vaddps zmm31 {k7}, zmm0, zmm2
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 6144], zmm0
vmovups zmm0, zmmword ptr [rdi + 6912]
vmovups zmm3, zmmword ptr [rdi + 21760]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vmovups zmm3, zmmword ptr [rdi + 36608]
vrangeps zmm31, zmm0, zmm3, 5
vcmpunordps k7, zmm0, zmm3
vaddps zmm31 {k7}, zmm0, zmm3
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm0, 5
vcmpunordps k7, zmm2, zmm0
vaddps zmm31 {k7}, zmm2, zmm0
vmovaps zmm2, zmm31
vrangeps zmm31, zmm1, zmm0, 5
vcmpunordps k7, zmm1, zmm0
vaddps zmm31 {k7}, zmm1, zmm0
vmovaps zmm1, zmm31
vmovups zmmword ptr [rsi + 6400], zmm1
vmovups zmm1, zmmword ptr [rdi + 7168]
vmovups zmm3, zmmword ptr [rdi + 22016]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vmovups zmm3, zmmword ptr [rdi + 36864]
vrangeps zmm31, zmm1, zmm3, 5
vcmpunordps k7, zmm1, zmm3
vaddps zmm31 {k7}, zmm1, zmm3
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vrangeps zmm31, zmm2, zmm1, 5
vcmpunordps k7, zmm2, zmm1
vaddps zmm31 {k7}, zmm2, zmm1
vmovaps zmm2, zmm31
vmovups zmmword ptr [rsi + 6656], zmm2
vmovups zmm1, zmmword ptr [rdi + 7424]
vmovups zmm2, zmmword ptr [rdi + 22272]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vmovups zmm2, zmmword ptr [rdi + 37120]
vrangeps zmm31, zmm1, zmm2, 5
vcmpunordps k7, zmm1, zmm2
vaddps zmm31 {k7}, zmm1, zmm2
vmovaps zmm1, zmm31
vrangeps zmm31, zmm0, zmm1, 5
vcmpunordps k7, zmm0, zmm1
vaddps zmm31 {k7}, zmm0, zmm1
vmovaps zmm0, zmm31
vmovups zmmword ptr [rsi + 6912], zmm0
lea rdi, [rdi + 64]
lea rsi, [rsi + 64]
dec rcx
jne .-4031
lea rdi, [rdi - 256]
lea rsi, [rsi - 256]
lea rdi, [rdi + 7168]
lea rsi, [rsi + 7168]
dec rax
jne .-4073
vzeroupper
ret

// 1820 bytes for haswell
endbr64
mov eax, 4
mov ecx, 8
vmovups ymm0, ymmword ptr [rdi]
vmovups ymm1, ymmword ptr [rdi + 14848]
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm1, ymmword ptr [rdi + 29696]
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm1, ymmword ptr [rdi + 256]
vmovups ymm2, ymmword ptr [rdi + 15104]
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm2, ymmword ptr [rdi + 29952]
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm2, ymmword ptr [rdi + 512]
vmovups ymm3, ymmword ptr [rdi + 15360]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm3, ymmword ptr [rdi + 30208]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi], ymm0
vmovups ymm0, ymmword ptr [rdi + 768]
vmovups ymm3, ymmword ptr [rdi + 15616]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm3, ymmword ptr [rdi + 30464]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm0
vmaxps ymm2, ymm0, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 256], ymm1
vmovups ymm1, ymmword ptr [rdi + 1024]
vmovups ymm3, ymmword ptr [rdi + 15872]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdi + 30720]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm1
vmaxps ymm2, ymm1, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymmword ptr [rsi + 512], ymm2
vmovups ymm2, ymmword ptr [rdi + 1280]
vmovups ymm3, ymmword ptr [rdi + 16128]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm3, ymmword ptr [rdi + 30976]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 768], ymm0
vmovups ymm0, ymmword ptr [rdi + 1536]
vmovups ymm3, ymmword ptr [rdi + 16384]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm3, ymmword ptr [rdi + 31232]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm0
vmaxps ymm2, ymm0, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 1024], ymm1
vmovups ymm1, ymmword ptr [rdi + 1792]
vmovups ymm3, ymmword ptr [rdi + 16640]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdi + 31488]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm1
vmaxps ymm2, ymm1, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymmword ptr [rsi + 1280], ymm2
vmovups ymm2, ymmword ptr [rdi + 2048]
vmovups ymm3, ymmword ptr [rdi + 16896]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm3, ymmword ptr [rdi + 31744]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 1536], ymm0
vmovups ymm0, ymmword ptr [rdi + 2304]
vmovups ymm3, ymmword ptr [rdi + 17152]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm3, ymmword ptr [rdi + 32000]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm0
vmaxps ymm2, ymm0, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 1792], ymm1
vmovups ymm1, ymmword ptr [rdi + 2560]
vmovups ymm3, ymmword ptr [rdi + 17408]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdi + 32256]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm1
vmaxps ymm2, ymm1, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymmword ptr [rsi + 2048], ymm2
vmovups ymm2, ymmword ptr [rdi + 2816]
vmovups ymm3, ymmword ptr [rdi + 17664]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm3, ymmword ptr [rdi + 32512]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 2304], ymm0
vmovups ymm0, ymmword ptr [rdi + 3072]
vmovups ymm3, ymmword ptr [rdi + 17920]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm3, ymmword ptr [rdi + 32768]
vmaxps ymm15, ymm0, ymm3
vmaxps ymm0, ymm3, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm0
vmaxps ymm2, ymm0, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 2560], ymm1
vmovups ymm1, ymmword ptr [rdi + 3328]
vmovups ymm3, ymmword ptr [rdi + 18176]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymm3, ymmword ptr [rdi + 33024]
vmaxps ymm15, ymm1, ymm3
vmaxps ymm1, ymm3, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm1
vmaxps ymm0, ymm1, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm2, ymm1
vmaxps ymm2, ymm1, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymmword ptr [rsi + 2816], ymm2
vmovups ymm2, ymmword ptr [rdi + 3584]
vmovups ymm3, ymmword ptr [rdi + 18432]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmovups ymm3, ymmword ptr [rdi + 33280]
vmaxps ymm15, ymm2, ymm3
vmaxps ymm2, ymm3, ymm2
vpxor ymm2, ymm2, ymm15
vpor ymm15, ymm15, ymm2
vsubps ymm2, ymm15, ymm2
vmaxps ymm15, ymm1, ymm2
vmaxps ymm1, ymm2, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymmword ptr [rsi + 3072], ymm0
vmovups ymm0, ymmword ptr [rdi + 3840]
vmovups ymm2, ymmword ptr [rdi + 18688]
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmovups ymm2, ymmword ptr [rdi + 33536]
vmaxps ymm15, ymm0, ymm2
vmaxps ymm0, ymm2, ymm0
vpxor ymm0, ymm0, ymm15
vpor ymm15, ymm15, ymm0
vsubps ymm0, ymm15, ymm0
vmaxps ymm15, ymm1, ymm0
vmaxps ymm1, ymm0, ymm1
vpxor ymm1, ymm1, ymm15
vpor ymm15, ymm15, ymm1
vsubps ymm1, ymm15, ymm1
vmovups ymmword ptr [rsi + 3328], ymm1
lea rdi, [rdi + 32]
lea rsi, [rsi + 32]
dec rcx
jne .-1759
lea rdi, [rdi - 256]
lea rsi, [rsi - 256]
lea rdi, [rdi + 3584]
lea rsi, [rsi + 3584]
dec rax
jne .-1801
vzeroupper
ret
