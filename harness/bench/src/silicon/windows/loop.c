// The loops that one writes, with their extents known to the compiler: -DROWS= -DCOLUMNS= -DCHANNELS= -DTAPS= -DDILATION=.
// Channels are last where there are several.

#define WIDTH (COLUMNS + (TAPS - 1) * DILATION)
#define IMAGE(y, x) (image + ((long)(y) * WIDTH + (x)) * CHANNELS)
#define OUT(y, x) (out + ((long)(y) * COLUMNS + (x)) * CHANNELS)

void depthwise(const float *restrict image, const float *restrict weights, float *restrict out) {
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            float sums[CHANNELS] = {0};
            for (int q = 0; q < TAPS; q++)
                for (int r = 0; r < TAPS; r++)
                    for (int c = 0; c < CHANNELS; c++)
                        sums[c] += IMAGE(y + q * DILATION, x + r * DILATION)[c] * weights[(q * TAPS + r) * CHANNELS + c];
            for (int c = 0; c < CHANNELS; c++)
                OUT(y, x)[c] = sums[c];
        }
}

void convolution(const float *restrict image, const float *restrict weights, float *restrict out) {
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            float sums[CHANNELS] = {0};
            for (int q = 0; q < TAPS; q++)
                for (int r = 0; r < TAPS; r++)
                    for (int k = 0; k < CHANNELS; k++)
                        for (int c = 0; c < CHANNELS; c++)
                            sums[c] += IMAGE(y + q * DILATION, x + r * DILATION)[k] *
                                       weights[((q * TAPS + r) * CHANNELS + k) * CHANNELS + c];
            for (int c = 0; c < CHANNELS; c++)
                OUT(y, x)[c] = sums[c];
        }
}

void max(const float *restrict image, const float *restrict weights, float *restrict out) {
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS * CHANNELS; x++) {
            float most = image[(long)y * WIDTH * CHANNELS + x];
            for (int q = 0; q < TAPS; q++)
                for (int r = 0; r < TAPS; r++) {
                    float other = image[((long)(y + q * DILATION) * WIDTH + r * DILATION) * CHANNELS + x];
                    most = most > other ? most : other;
                }
            out[(long)y * COLUMNS * CHANNELS + x] = most;
        }
}
