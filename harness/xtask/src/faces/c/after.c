/* Uses what is declared wherever both headers are read: `cblas_sgemm`, batches, the same of complex numbers, and the library's
 * own. */
void use(const float *a, const float *b, float *c);

void use(const float *a, const float *b, float *c) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, 2, 2, 2, 1, a, 2, b, 2, 0, c, 2);
#ifndef TENSMITH_BLAS_NO_CBLAS
    cblas_sgemm_batch_strided(CblasColMajor, CblasNoTrans, CblasTrans, 2, 2, 2, 1, a, 2, 4, b, 2, 4, 0, c, 2, 4, 3);
    const float one[2] = {1, 0};
    cblas_cgemm(CblasRowMajor, CblasNoTrans, CblasConjTrans, 1, 1, 1, one, a, 1, b, 1, one, c, 1);
    cblas_cgemm_batch_strided(CblasColMajor, CblasNoTrans, CblasTrans, 1, 1, 1, one, a, 1, 1, b, 1, 1, one, c, 1, 1, 2);
#endif
    (void)tensmith_blas_statistics();
}
