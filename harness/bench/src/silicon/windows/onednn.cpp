// oneDNN's convolutions, depthwise or of all channels, and its pooling, with extents as in `loop.c`: in the layout that arrays have, channels last,
// or (BLOCKED) in the one that it likes best, into which and out of which elements are moved before and behind.

#include <oneapi/dnnl/dnnl.hpp>
#include <omp.h>
#include <cstring>

using namespace dnnl;

static const memory::dim height = ROWS + (TAPS - 1) * DILATION, width = COLUMNS + (TAPS - 1) * DILATION;
static const auto type = memory::data_type::f32;

struct Prepared {
    engine on{engine::kind::cpu, 0};
    stream in{on};
    memory image, weights, out, out_plain;
    primitive work;
    std::unordered_map<int, memory> arguments;

    memory plain(const memory::dims &dims, memory::format_tag tag, const void *data) {
        return memory({dims, type, tag}, on, const_cast<void *>(data));
    }

    memory moved(memory from, const memory::desc &to) {
        if (from.get_desc() == to)
            return from;
        memory other(to, on);
        reorder(from, other).execute(in, from, other);
        in.wait();
        return other;
    }
};

static Prepared *prepared;

static const auto any = BLOCKED ? memory::format_tag::any : memory::format_tag::nhwc;

enum kind { depthwise, convolution, max_pool };

extern "C" int prepare(int kind, const float *image, const float *weights, float *out) try {
    omp_set_num_threads(1);
    auto p = new Prepared;
    const memory::dims from{1, CHANNELS, height, width}, to{1, CHANNELS, ROWS, COLUMNS}, step{1, 1}, edge{0, 0};
    const memory::dims apart{DILATION - 1, DILATION - 1};
    memory plain = p->plain(from, memory::format_tag::nhwc, image);
    p->out_plain = p->plain(to, memory::format_tag::nhwc, out);
    memory::desc image_is, out_is;
    if (kind == max_pool) {
        auto source = BLOCKED ? memory::desc(from, type, CHANNELS % 16 ? memory::format_tag::nchw : memory::format_tag::nChw16c)
                              : memory::desc(from, type, memory::format_tag::nhwc);
        pooling_v2_forward::desc asked(prop_kind::forward_inference, algorithm::pooling_max, source,
                                       memory::desc(to, type, memory::format_tag::any), step, {TAPS, TAPS}, apart, edge, edge);
        pooling_v2_forward::primitive_desc found(asked, p->on);
        p->work = pooling_v2_forward(found);
        image_is = found.src_desc(), out_is = found.dst_desc();
    } else {
        // Channels are last: taps, then channels from and to, or what has two extents of one, then channels.
        const bool is_whole = kind == convolution;
        const memory::dims taps = is_whole ? memory::dims{CHANNELS, CHANNELS, TAPS, TAPS}
                                           : memory::dims{CHANNELS, 1, 1, TAPS, TAPS};
        const auto order = is_whole ? memory::format_tag::hwio : memory::format_tag::hwigo;
        convolution_forward::desc asked(prop_kind::forward_inference, algorithm::convolution_direct, memory::desc(from, type, any),
                                        memory::desc(taps, type, memory::format_tag::any), memory::desc(to, type, any), step,
                                        apart, edge, edge);
        convolution_forward::primitive_desc found(asked, p->on);
        p->work = convolution_forward(found);
        image_is = found.src_desc(), out_is = found.dst_desc();
        p->weights = p->moved(p->plain(taps, order, weights), found.weights_desc());
        p->arguments.insert({DNNL_ARG_WEIGHTS, p->weights});
    }
    p->image = p->moved(plain, image_is);
    p->out = out_is == p->out_plain.get_desc() ? p->out_plain : memory(out_is, p->on);
    p->arguments.insert({DNNL_ARG_SRC, p->image});
    p->arguments.insert({DNNL_ARG_DST, p->out});
    prepared = p;
    return 0;
} catch (const error &e) {
    return e.status ? e.status : 1;
}

extern "C" void run(void) {
    prepared->work.execute(prepared->in, prepared->arguments);
    prepared->in.wait();
}

extern "C" void finish(void) {
    if (prepared->out.get_desc() == prepared->out_plain.get_desc())
        return;
    reorder(prepared->out, prepared->out_plain).execute(prepared->in, prepared->out, prepared->out_plain);
    prepared->in.wait();
}
