// The C++ interface: contractions of vectors, arrays and spans of every type of elements, multiplications, routines,
// errors that are thrown, and handles that are moved. C++17 and later.
//
// Ends with 1 if a result is wrong.

#include <tensmith.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

namespace {

int failures = 0;

/// Notes a failure unless something holds.
void expect(bool holds, const char *what) {
    std::printf("%-58s %s\n", what, holds ? "ok" : "WRONG");
    failures += !holds;
}

/// The bits of small whole numbers of half precision.
constexpr tensmith::half half(int number) {
    constexpr std::uint16_t bits[] = {0x0000, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    return {bits[number]};
}

void contractions(const tensmith::jit &jit) {
    auto product = jit.einsum<double>("mk,kn->mn", {{3, 5}, {5, 2}});
    const std::vector<double> a(15, 2.0);
    std::array<double, 10> b{};
    b.fill(0.5);
    double c[6] = {};
    product.run({a, b}, c);
    expect(c[0] == 5 && c[5] == 5, "a vector, an array, and an array of C");
    expect(product.output().shape == std::vector<std::size_t>{3, 2}, "the extents of the output");

    // A transposed input by its strides, on threads, and the plan from its text.
    const tensmith::executor threads(2);
    const tensmith::plan<double> again(jit, jit.einsum<double>("mk,kn->mn", {{{3, 5}, {1, 3}}, {5, 2}}).text());
    again.run({a, b}, c, threads);
    expect(threads.width() == 2 && c[3] == 5, "strides, threads, and a plan that was read");

    using number = std::complex<float>;
    const std::vector<number> z{{0, 1}, {2, 0}};
    number dot{};
    jit.einsum<number>("i,i->", {{2}, {2}}).run({z, z}, {&dot, 1});
    expect(dot == number(3, 0), "complex numbers");

    const std::vector<tensmith::half> h(4, half(2));
    std::vector<tensmith::half> sums(1);
    jit.einsum<tensmith::half>("i->", {{4}}).run({h}, sums);
    expect(sums[0].bits == 0x4800, "half precision");
}

void multiplications(const tensmith::jit &jit) {
    const std::vector<float> a(12, 1.0F), b(20, 2.0F);
    std::vector<float> c(15);
    const tensmith::gemm<float> multiply(jit, 3, 5, 4);
    multiply(a, b, c);
    expect(c[14] == 8, "a multiplication");
    multiply.kernel()(a.data(), b.data(), c.data());

    auto spec = tensmith::gemm<tensmith::half>::spec(1, 1, 3);
    spec.epilogue = "relu";
    const tensmith::gemm<tensmith::half> halves(jit, spec);
    const tensmith::half x[3] = {half(1), half(2), half(0)}, y[3] = {half(2), half(2), half(6)};
    tensmith::half result{};
    halves(x, y, &result);
    expect(result.bits == half(6).bits, "of half precision, with an operation behind it");
}

double halved(double x) { return x / 2; }

void routines(const tensmith::jit &jit) {
    auto clamp = tensmith::routine::kernel(jit, "unary clamp(-1.0,?) f32 3x1");
    const std::vector<float> x{-3, 0.5F, 7};
    float y[3];
    clamp(x, y, 2.5);
    expect(y[0] == -1 && y[1] == 0.5F && y[2] == 2.5F, "an operation with a parameter of the call");
    expect(clamp.arguments() == "in out parameter1", "the names of its arguments");

    const auto function = tensmith::routine::function(jit,
                                                      "extern f0 \"halved\" (f64) -> f64\n"
                                                      "func \"quarter\" (v0: f64) -> f64 {\n"
                                                      "    pass.f64 v0\n    call f0\n    result.f64 v0\n"
                                                      "    pass.f64 v0\n    call f0\n    result.f64 v0\n"
                                                      "    return.f64 v0\n}\n",
                                                      {tensmith::named("halved", halved)});
    expect(function(10).number == 2.5, "a function, and one of the program");
    expect(function.entry<double(double)>()(10) == 2.5, "the code of a function");

    // (0 2; 3 0) times two columns.
    const std::vector<std::int64_t> pointers{0, 1, 2}, indices{1, 0};
    const std::vector<double> values{2, 3};
    const tensmith::sparse<double, std::int64_t> matrix{2, 2, pointers, indices, values};
    const std::array<double, 4> b{1, 2, 3, 4};
    std::array<double, 4> c{};
    const auto product = tensmith::routine::product(jit, matrix, 2);
    product(b, c);
    expect(c == std::array<double, 4>{6, 8, 3, 6}, "a sparse product");
    const tensmith::sparse<double, std::int64_t> places{2, 2, pointers, indices};
    tensmith::routine::product(jit, places, 2)(std::array<double, 2>{4, 6}, b, c);
    expect(c == std::array<double, 4>{12, 16, 6, 12}, "whose values come with the call");

    const std::vector<std::int64_t> all_zero(3), no_indices;
    const std::vector<double> no_values;
    const tensmith::sparse<double, std::int64_t> empty{2, 2, all_zero, no_indices, no_values};
    const auto zero = tensmith::routine::product(jit, empty, 2);
    zero(b, c);
    expect(c == std::array<double, 4>{} && zero.arguments() == "b c", "a sparse matrix without entries");
}

/// The status that a function fails with.
template <class Work> tensmith_status failure(Work work) {
    try {
        work();
    } catch (const tensmith::error &error) {
        std::printf("%s\n", error.what());
        return error.status();
    }
    return TENSMITH_STATUS_OK;
}

void errors(const tensmith::jit &jit) {
    std::vector<float> memory(4);
    const auto product = jit.einsum<float>("i,i->i", {{4}, {4}});
    expect(failure([&] { product.run({memory}, memory); }) == TENSMITH_STATUS_INVALID_ARGUMENT, "too few inputs");
    expect(failure([&] { product.run({memory, memory}, memory); }) == TENSMITH_STATUS_INVALID_ARGUMENT, "an overlap");
    expect(failure([&] { tensmith::routine::kernel(jit, "unary"); }) == TENSMITH_STATUS_INVALID_TEXT, "no kernel");
    expect(failure([&] { tensmith::program(jit, "nest"); }) == TENSMITH_STATUS_INVALID_TEXT, "no nest");
}

} // namespace

int main() {
    tensmith::jit first(2);
    const tensmith::jit jit(std::move(first));
    std::printf("tensmith %s on %s, C++%ld\n", tensmith::version(), jit.target(), __cplusplus / 100 % 100);
    contractions(jit);
    multiplications(jit);
    routines(jit);
    errors(jit);
    const auto shown = tensmith::jit::for_target("neoverse-v2");
    expect(!tensmith::gemm<double>(shown, 8, 8, 8).explain().empty(), "code for another core is explained");
    return failures > 0;
}
