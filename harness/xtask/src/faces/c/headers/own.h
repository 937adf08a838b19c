/* A program's own declarations, behind no guard that anybody knows. */
typedef enum { CblasRowMajor = 101, CblasColMajor = 102 } own_layout;
typedef enum { CblasNoTrans = 111, CblasTrans = 112 } own_transpose;
#ifdef __cplusplus
extern "C" {
#endif
void cblas_sgemm(own_layout, own_transpose, own_transpose, long, long, long, float, const float *, long, const float *, long,
                 float, float *, long);
int sgemm_(char *, char *, long *, long *, long *, float *, float *, long *, float *, long *, float *, float *, long *);
int mkl_jit_destroy(void *);
#ifdef __cplusplus
}
#endif
