/* tensmith in C++17 and later: `tensmith.h` with handles that end themselves, types of elements in place of numbers,
 * spans, and exceptions.
 *
 *     tensmith::jit jit;
 *     auto product = jit.einsum<float>("mk,kn->mn", {{37, 29}, {29, 41}});
 *     product.run({a, b}, c);                       // whatever a span is made of: vectors, arrays, pairs of pointer and size
 *
 *     tensmith::gemm<double> multiply(jit, 8, 8, 8);
 *     multiply(a, b, c);
 *
 *     auto relu = tensmith::routine::kernel(jit, "unary relu f32 13x7");
 *     relu(x, y);
 *
 * What fails throws a `tensmith::error`, which has the status and the text of the library. Handles are moved, not copied;
 * threads may share them, and they may be destroyed in any order. Everything is inline.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef TENSMITH_HPP
#define TENSMITH_HPP

#include <tensmith.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif
#if __cplusplus >= 202302L
#include <stdfloat>
#endif

namespace tensmith {

/** Why a function did not do its work. */
class error : public std::runtime_error {
  public:
    error(tensmith_status status, const char *text) : std::runtime_error(text), status_(status) {}

    /** Returns the status of the library. */
    tensmith_status status() const noexcept { return status_; }

  private:
    tensmith_status status_;
};

/** Throws what a function of the library failed with. */
inline void check(tensmith_status status) {
    if (status != TENSMITH_STATUS_OK) {
        throw error(status, tensmith_last_error());
    }
}

/** Returns the version of the library that runs. */
inline const char *version() noexcept { return tensmith_version(); }

/* Elements */

/** The bits of a number of half precision (FP16). */
struct half {
    std::uint16_t bits;
};

/** The bits of a bfloat16. */
struct bfloat16 {
    std::uint16_t bits;
};

/** The number of a type of elements in the library: `float`, `double`, `half`, `bfloat16`, and complex numbers. */
template <class T> struct dtype_of;
template <> struct dtype_of<float> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_F32> {};
template <> struct dtype_of<double> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_F64> {};
template <> struct dtype_of<half> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_F16> {};
template <> struct dtype_of<bfloat16> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_BF16> {};
template <> struct dtype_of<std::complex<float>> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_C64> {};
template <> struct dtype_of<std::complex<double>> : std::integral_constant<std::int32_t, TENSMITH_DTYPE_C128> {};
#ifdef __STDCPP_FLOAT16_T__
template <> struct dtype_of<std::float16_t> : dtype_of<half> {};
#endif
#ifdef __STDCPP_BFLOAT16_T__
template <> struct dtype_of<std::bfloat16_t> : dtype_of<bfloat16> {};
#endif

#if defined(__cpp_lib_span)
/** Elements in a row. */
template <class T> using span = std::span<T>;
#else
/** Elements in a row: what `std::span` is from C++20 on, as far as it is needed here. */
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}

    /** Whatever has elements in a row. */
    template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                   std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>>>
    constexpr span(Container &&container) noexcept : data_(container.data()), size_(container.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

namespace detail {

/** Ends a handle of C. */
template <auto Destroy> struct ender {
    template <class Handle> void operator()(Handle *handle) const noexcept { Destroy(handle); }
};

/** A handle of C, ended with its owner. */
template <class Handle, auto Destroy> using owned = std::unique_ptr<Handle, ender<Destroy>>;

/** The text that a function writes. */
template <class Write> std::string text(Write write) {
    char *text = nullptr;
    check(write(&text));
    owned<char, tensmith_text_destroy> owner(text);
    return std::string(text);
}

/** The handle that a function makes. */
template <class Owned, class Make> Owned made(Make make) {
    typename Owned::pointer handle = nullptr;
    check(make(&handle));
    return Owned(handle);
}

/** What a size or a flag is not: so that a parameter's type is taken from another one. */
template <class T> struct identity {
    using type = T;
};
template <class T> using identity_t = typename identity<T>::type;

} // namespace detail

/** The extents of an array, outermost first, and the stride of each in elements; none for a dense array whose last index
 * is contiguous. */
struct layout {
    std::vector<std::size_t> shape;
    std::vector<std::ptrdiff_t> strides;

    layout() = default;
    layout(std::initializer_list<std::size_t> extents) : shape(extents), strides() {}
    layout(std::vector<std::size_t> extents, std::vector<std::ptrdiff_t> distances = {})
        : shape(std::move(extents)), strides(std::move(distances)) {}

    /** Returns what C knows of it; borrows it. */
    tensmith_array array() const {
        if (!strides.empty() && strides.size() != shape.size()) {
            throw error(TENSMITH_STATUS_INVALID_SHAPE, "an array has another number of strides than of extents");
        }
        return {shape.size(), shape.data(), strides.empty() ? nullptr : strides.data()};
    }
};

/** Threads to run on. */
class executor {
  public:
    /** Creates a pool of some threads; of as many as the process may run at once for 0. */
    explicit executor(std::size_t threads = 0)
        : handle_(detail::made<owned>([&](auto place) { return tensmith_executor_create_pool(threads, place); })) {}

    /** Returns how many threads run tasks. */
    std::size_t width() const noexcept { return tensmith_executor_width(handle_.get()); }

    /** Returns the handle of C. */
    const tensmith_executor *get() const noexcept { return handle_.get(); }

  private:
    using owned = detail::owned<tensmith_executor, tensmith_executor_destroy>;
    owned handle_;
};

template <class T> class plan;

/** Makes everything else, for one machine, and keeps kernels and plans for those that ask for the same again. */
class jit {
  public:
    /** Creates one whose code runs here. */
    jit() : jit(static_cast<const tensmith_jit_options *>(nullptr)) {}

    /** Creates one for plans that run on some threads. */
    explicit jit(std::size_t threads) : handle_() {
        tensmith_jit_options options{};
        options.size = sizeof options;
        options.threads = threads;
        *this = jit(&options);
    }

    /** Creates one by the options of C, which may be null. */
    explicit jit(const tensmith_jit_options *options)
        : handle_(detail::made<owned>([&](auto place) { return tensmith_jit_create(options, place); })) {}

    /** Creates one whose code is for any core, to look at. */
    static jit for_target(const std::string &name) {
        return jit(detail::made<owned>([&](auto place) { return tensmith_jit_create_for_target(name.c_str(), place); }));
    }

    /** Returns the name of the core that code is made for. */
    const char *target() const noexcept { return tensmith_jit_target(handle_.get()); }

    /** Makes a plan for an expression, into a dense output whose last index is contiguous. */
    template <class T> plan<T> einsum(const std::string &expression, const std::vector<layout> &inputs) const;

    /** Returns the handle of C. */
    const tensmith_jit *get() const noexcept { return handle_.get(); }

  private:
    using owned = detail::owned<tensmith_jit, tensmith_jit_destroy>;
    explicit jit(owned handle) noexcept : handle_(std::move(handle)) {}
    owned handle_;
};

/** A contraction of arrays of `T`, compiled. */
template <class T> class plan {
  public:
    /** Makes one of all that C can say. The type of elements is set here. */
    plan(const jit &jit, tensmith_contraction contraction) : handle_() {
        contraction.size = sizeof contraction;
        contraction.dtype = dtype_of<T>::value;
        handle_ = detail::made<owned>([&](auto place) { return tensmith_plan_create(jit.get(), &contraction, place); });
    }

    /** Reads what `text()` wrote. */
    plan(const jit &jit, const std::string &text)
        : handle_(detail::made<owned>([&](auto place) {
              return tensmith_plan_from_text(jit.get(), text.c_str(), dtype_of<T>::value, place);
          })) {}

    /** Evaluates it. Memory that is too short is refused, and so is an output that shares an element with an input. */
    void run(std::initializer_list<span<const T>> inputs, detail::identity_t<span<T>> output) const {
        run_with(inputs.begin(), inputs.size(), output, nullptr);
    }
    void run(std::initializer_list<span<const T>> inputs, detail::identity_t<span<T>> output,
             const executor &threads) const {
        run_with(inputs.begin(), inputs.size(), output, threads.get());
    }
    void run(const std::vector<span<const T>> &inputs, detail::identity_t<span<T>> output,
             const tensmith_executor *threads = nullptr) const {
        run_with(inputs.data(), inputs.size(), output, threads);
    }

    /** Returns the layout of the output. */
    layout output() const {
        tensmith_array array{};
        check(tensmith_plan_output(handle_.get(), &array));
        return {std::vector<std::size_t>(array.shape, array.shape + array.rank),
                std::vector<std::ptrdiff_t>(array.strides, array.strides + array.rank)};
    }

    /** Returns the bytes that runs need in addition to their arrays. */
    std::size_t memory() const noexcept { return tensmith_plan_memory(handle_.get()); }

    /** Returns what is computed, by which kernels. */
    std::string explain() const {
        return detail::text([&](char **place) { return tensmith_plan_explain(handle_.get(), place); });
    }

    /** Returns the plan as text. */
    std::string text() const {
        return detail::text([&](char **place) { return tensmith_plan_to_text(handle_.get(), place); });
    }

    /** Returns the handle of C. */
    const tensmith_plan *get() const noexcept { return handle_.get(); }

  private:
    using owned = detail::owned<tensmith_plan, tensmith_plan_destroy>;

    void run_with(const span<const T> *inputs, std::size_t count, span<T> output, const tensmith_executor *threads) const {
        std::vector<tensmith_buffer> buffers;
        buffers.reserve(count);
        std::transform(inputs, inputs + count, std::back_inserter(buffers), [](span<const T> input) {
            return tensmith_buffer{const_cast<T *>(input.data()), input.size()};
        });
        check(tensmith_plan_run(handle_.get(), buffers.data(), count, {output.data(), output.size()}, threads));
    }

    owned handle_;
};

template <class T> plan<T> jit::einsum(const std::string &expression, const std::vector<layout> &inputs) const {
    std::vector<tensmith_array> arrays;
    arrays.reserve(inputs.size());
    for (const layout &input : inputs) {
        arrays.push_back(input.array());
    }
    tensmith_contraction contraction{};
    contraction.expression = expression.c_str();
    contraction.inputs = arrays.data();
    contraction.input_count = arrays.size();
    return plan<T>(*this, contraction);
}

/** Loop nests, compiled from their text. */
class program {
  public:
    program(const jit &jit, const std::string &text)
        : handle_(detail::made<owned>([&](auto place) { return tensmith_program_create(jit.get(), text.c_str(), place); })) {}

    /** Runs it. */
    void run(const std::vector<tensmith_argument> &arguments, const tensmith_executor *threads = nullptr) const {
        check(tensmith_program_run(handle_.get(), arguments.data(), arguments.size(), threads));
    }

    /** Returns the number of arguments. */
    std::size_t arguments() const noexcept { return tensmith_program_argument_count(handle_.get()); }

    /** Returns the nests as they are decided, and their kernels. */
    std::string explain() const {
        return detail::text([&](char **place) { return tensmith_program_explain(handle_.get(), place); });
    }

  private:
    using owned = detail::owned<tensmith_program, tensmith_program_destroy>;
    owned handle_;
};

/** One multiplication of matrices of `T`: `float`, `double`, `half` or `bfloat16`. */
template <class T> class gemm {
  public:
    /** The specification of column-major matrices without gaps, of which C is overwritten; to be changed at will. */
    static tensmith_gemm_spec spec(std::size_t m, std::size_t n, std::size_t k) noexcept {
        tensmith_gemm_spec spec{};
        spec.size = sizeof spec;
        spec.dtype = dtype_of<T>::value;
        spec.alpha = TENSMITH_FACTOR_ONE;
        spec.m = m;
        spec.n = n;
        spec.k = k;
        spec.a.ld = m;
        spec.b.ld = k;
        spec.c.ld = m;
        return spec;
    }

    gemm(const jit &jit, std::size_t m, std::size_t n, std::size_t k) : gemm(jit, spec(m, n, k)) {}

    gemm(const jit &jit, const tensmith_gemm_spec &asked)
        : handle_(detail::made<owned>([&](auto place) { return tensmith_gemm_create(jit.get(), &asked, place); })) {}

    /** Multiplies a pair. Where C shares an element with A or B, that is refused. */
    void operator()(const T *a, const T *b, T *c) const { check(tensmith_gemm_call(handle_.get(), a, b, c)); }

    /** Multiplies a pair that are as large as the specification says. */
    void operator()(span<const T> a, span<const T> b, span<T> c) const { (*this)(a.data(), b.data(), c.data()); }

    /** Multiplies whatever the specification says. */
    void operator()(const tensmith_gemm_operands &operands, const tensmith_gemm_numbers *numbers = nullptr) const {
        check(tensmith_gemm_call_with(handle_.get(), &operands, numbers));
    }

    /** Returns the code, to be called without checks; null if there is none that runs here. */
    tensmith_kernel kernel() const noexcept { return tensmith_gemm_kernel(handle_.get()); }

    /** Returns whether there is code, and its predicted cycles. */
    std::string explain() const {
        return detail::text([&](char **place) { return tensmith_gemm_explain(handle_.get(), place); });
    }

  private:
    using owned = detail::owned<tensmith_gemm, tensmith_gemm_destroy>;
    owned handle_;
};

/** The value of an argument of a routine: an address, a whole number, or another one. */
class value : public tensmith_value {
  public:
    value() noexcept : tensmith_value{} {}
    value(const tensmith_value &of_c) noexcept : tensmith_value(of_c) {}

    /** The address of elements. */
    template <class T> value(T *elements) noexcept : tensmith_value{} {
        memory = const_cast<std::remove_cv_t<T> *>(elements);
    }

    /** A number. */
    template <class N, std::enable_if_t<std::is_arithmetic_v<N>, int> = 0> value(N given) noexcept : tensmith_value{} {
        if constexpr (std::is_integral_v<N>) {
            integer = static_cast<std::int64_t>(given);
        }
        number = static_cast<double>(given);
    }

    /** The address of the elements of whatever has some in a row. */
    template <class Container, class = decltype(std::declval<Container &>().data())>
    value(Container &&container) noexcept : value(container.data()) {}
};

/** A sparse matrix by rows (CSR) of `T`, with pointers and indices of `Index`. */
template <class T, class Index> struct sparse {
    static_assert(std::is_integral_v<Index> && (sizeof(Index) == 4 || sizeof(Index) == 8),
                  "indices are integers of 32 or 64 bits");

    std::size_t rows;
    std::size_t columns;
    /** Where the entries of each row begin, and where the last end. */
    span<const Index> pointers;
    /** The column of each entry. */
    span<const Index> indices;
    /** The value of each entry; none where every call passes them. */
    std::optional<span<const T>> values = std::nullopt;
};

/** Other code: a kernel by its text, a function, or a product with a sparse matrix. */
class routine {
  public:
    /** Makes a kernel of any kind from the text of its specification, such as `unary relu f32 13x7`. */
    static routine kernel(const jit &jit, const std::string &text) {
        return routine([&](auto place) { return tensmith_routine_create_kernel(jit.get(), text.c_str(), place); });
    }

    /** Makes a function of the kernel language; `known` are those of this program that it calls. */
    static routine function(const jit &jit, const std::string &text,
                            const std::vector<tensmith_named_function> &known = {}) {
        return routine([&](auto place) {
            return tensmith_routine_create_function(jit.get(), text.c_str(), known.data(), known.size(), place);
        });
    }

    /** Makes a product of a sparse matrix and a dense one of `n` columns, both dense ones without gaps. */
    template <class T, class Index>
    static routine product(const jit &jit, const sparse<T, Index> &a, std::size_t n,
                           std::int32_t order = TENSMITH_LAYOUT_ROW_MAJOR,
                           std::int32_t beta = TENSMITH_FACTOR_ZERO) {
        const std::size_t entries = a.values ? a.values->size() : a.indices.size();
        if (a.pointers.size() != a.rows + 1 || entries != a.indices.size() ||
            static_cast<std::size_t>(a.pointers.data()[a.rows]) != entries) {
            throw error(TENSMITH_STATUS_INVALID_ARGUMENT, "pointers, indices and values of a sparse matrix contradict each other");
        }
        tensmith_sparse matrix{};
        matrix.size = sizeof matrix;
        matrix.dtype = dtype_of<T>::value;
        matrix.index_type = sizeof(Index) == 4 ? TENSMITH_INDEX_BITS32 : TENSMITH_INDEX_BITS64;
        matrix.m = a.rows;
        matrix.n = n;
        matrix.k = a.columns;
        matrix.pointers = a.pointers.data();
        matrix.indices = a.indices.data();
        // Null says that every call passes them: those of a matrix without entries are elsewhere.
        const T nothing{};
        if (a.values) {
            matrix.values = entries == 0 ? &nothing : a.values->data();
        }
        matrix.layout = order;
        matrix.beta = beta;
        return routine([&](auto place) { return tensmith_routine_create_sparse(jit.get(), &matrix, place); });
    }

    /** Calls it with addresses and numbers, in the order of its arguments; returns the result of a function. */
    template <class... Values> value operator()(Values &&...values) const {
        return call({value(std::forward<Values>(values))...}, nullptr);
    }

    /** The same on threads, where a product can use some. */
    value call(std::initializer_list<value> values, const tensmith_executor *threads) const {
        const std::vector<tensmith_value> passed(values.begin(), values.end());
        value result;
        check(tensmith_routine_call_with(handle_.get(), passed.data(), passed.size(), threads, &result));
        return result;
    }

    /** Returns the code as a function of some type, to be called without checks; null where it is not a single one. */
    template <class Function> Function *entry() const noexcept {
        return reinterpret_cast<Function *>(tensmith_routine_entry(handle_.get()));
    }

    /** Returns the names of the arguments, with spaces between them. */
    std::string arguments() const {
        return detail::text([&](char **place) { return tensmith_routine_arguments(handle_.get(), place); });
    }

    /** Returns what it is, and what is known of its code. */
    std::string explain() const {
        return detail::text([&](char **place) { return tensmith_routine_explain(handle_.get(), place); });
    }

  private:
    using owned = detail::owned<tensmith_routine, tensmith_routine_destroy>;
    template <class Make> explicit routine(Make make) : handle_(detail::made<owned>(make)) {}
    owned handle_;
};

/** The function of a program, to be called by a function of the kernel language under a name. */
template <class Result, class... Arguments>
tensmith_named_function named(const char *name, Result (*function)(Arguments...)) noexcept {
    return {name, reinterpret_cast<tensmith_address>(function)};
}

} // namespace tensmith

#endif /* TENSMITH_HPP */
