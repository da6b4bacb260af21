// Random pipelines, drawn until every tier of the engine has been taken, a line for each of what they gave: programs of
// every stage, whose inputs are of every kind and format that there is. check_engines compares the lines of engines
// and widths of registers.
//
//   random_stages [--first N] [--count N] [--show]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "pipeline_writer.h"

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"
#include "ir/verify/verify.h"
#include "rasterizer/blocks/block_compiler.h"
#include "rasterizer/blocks/vertex_compiler.h"
#include "runtime/jit/compile_service.h"
#include "runtime/jit/tiers.h"

namespace random_stages {
namespace {

using glapi::testing::CurrentContext;

constexpr GLsizei size = 48;

size_t bytes_of(GLenum type) {
    switch (type) {
        case GL_BYTE:
        case GL_UNSIGNED_BYTE: return 1;
        case GL_SHORT:
        case GL_UNSIGNED_SHORT:
        case GL_HALF_FLOAT: return 2;
        case GL_DOUBLE:
        case GL_INT64_NV:
        case GL_UNSIGNED_INT64_NV: return 8;
        default: return 4;
    }
}
bool is_packed(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV ||
           type == GL_UNSIGNED_INT_10F_11F_11F_REV;
}

class Drawing {
  public:
    Drawing(uint64_t number, bool show) : random_(number * 0x9e3779b97f4a7c15 + 1), show_(show) {}

    // What it gave, the first time and at last.
    std::string draw(bool often) {
        pipeline_ = PipelineWriter(random_).write();
        const std::string log = link();
        if (show_)
            for (const std::string* text : {&pipeline_.vertex, &pipeline_.control, &pipeline_.evaluation,
                                            &pipeline_.geometry, &pipeline_.fragment})
                std::printf("%s----\n", text->c_str());
        if (!log.empty()) return "did not link: " + log;
        set_target();
        set_vertices();
        std::string first = digest();
        if (!often) return first;
        for (int round = 0; round < 3; ++round) {
            for (int n = 0; n < 60; ++n) draw_once();
            ::glFinish();
            runtime::jit::finish_compiling();
        }
        const std::string last = digest();
        return first == last ? first : first + ", later " + last;
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }

    // The log where something is refused.
    std::string link() {
        const GLuint program = ::glCreateProgram();
        const std::pair<GLenum, const std::string*> stages[] = {{GL_VERTEX_SHADER, &pipeline_.vertex},
                                                                {GL_TESS_CONTROL_SHADER, &pipeline_.control},
                                                                {GL_TESS_EVALUATION_SHADER, &pipeline_.evaluation},
                                                                {GL_GEOMETRY_SHADER, &pipeline_.geometry},
                                                                {GL_FRAGMENT_SHADER, &pipeline_.fragment}};
        char log[2048] = "";
        for (const auto& [type, text] : stages) {
            if (text->empty()) continue;
            const GLuint shader = ::glCreateShader(type);
            const char* const source = text->c_str();
            ::glShaderSource(shader, 1, &source, nullptr);
            ::glCompileShader(shader);
            GLint right = 0;
            ::glGetShaderiv(shader, GL_COMPILE_STATUS, &right);
            ::glGetShaderInfoLog(shader, sizeof log, nullptr, log);
            if (!right) return log;
            ::glAttachShader(program, shader);
        }
        std::vector<const char*> captured;
        for (const std::string& name : pipeline_.captured) captured.push_back(name.c_str());
        if (!captured.empty())
            ::glTransformFeedbackVaryings(program, static_cast<GLsizei>(captured.size()), captured.data(),
                                          GL_INTERLEAVED_ATTRIBS);
        ::glLinkProgram(program);
        GLint right = 0;
        ::glGetProgramiv(program, GL_LINK_STATUS, &right);
        ::glGetProgramInfoLog(program, sizeof log, nullptr, log);
        if (!right) return log[0] ? log : "no reason given";
        ::glUseProgram(program);
        return {};
    }

    void set_target() {
        const GLsizei samples = one_in(3) ? 4 : 0;
        GLuint framebuffers[2], colors[2];
        ::glGenFramebuffers(2, framebuffers);
        ::glGenRenderbuffers(2, colors);
        for (int n = 0; n < 2; ++n) {
            ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[n]);
            ::glBindRenderbuffer(GL_RENDERBUFFER, colors[n]);
            ::glRenderbufferStorageMultisample(GL_RENDERBUFFER, n ? samples : 0, GL_RGBA32UI, size, size);
            ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colors[n]);
        }
        plain_ = framebuffers[0];
        drawn_ = framebuffers[1];
        ::glViewport(0, 0, size, size);
        ::glPointSize(3);
    }

    // ---- vertices

    float any_float() { return static_cast<float>(pick(1 << 16) - (1 << 15)) / 8192.0f; }

    // A component's bits: a number, where the format has something else, too.
    uint64_t any_component(GLenum type) {
        const uint64_t bits = random_();
        const auto small_float = [this] { return static_cast<uint64_t>((13 + pick(4)) << 6 | pick(64)); };
        switch (type) {
            case GL_FLOAT: return std::bit_cast<uint32_t>(any_float());
            case GL_DOUBLE: return std::bit_cast<uint64_t>(static_cast<double>(any_float()) + 1e-9 * pick(1000000));
            case GL_HALF_FLOAT: return (bits & 0x83ff) | static_cast<uint64_t>((10 + pick(8)) << 10);
            case GL_UNSIGNED_INT_10F_11F_11F_REV: return small_float() | small_float() << 11 | small_float() >> 1 << 22;
            default: return bits;
        }
    }

    // Elements of an array at `first`, each `stride` bytes behind the one before.
    void fill(std::vector<std::byte>& memory, size_t first, size_t stride, const AttributeFormat& format,
              size_t count) {
        const size_t components = is_packed(format.type)   ? 1
                                  : format.size == GL_BGRA ? 4
                                                           : static_cast<size_t>(format.size);
        for (size_t n = 0; n < count; ++n)
            for (size_t c = 0; c < components; ++c) {
                const uint64_t bits = any_component(format.type);
                const size_t bytes = bytes_of(format.type);
                std::memcpy(memory.data() + first + n * stride + c * bytes, &bits, bytes);
            }
    }

    void set_current(GLuint location, Base base) {
        GLfloat floats[4];
        GLint ints[4];
        GLuint uints[4];
        GLdouble doubles[4];
        GLint64EXT longs[4];
        GLuint64EXT unsigned_longs[4];
        for (int c = 0; c < 4; ++c) {
            floats[c] = any_float();
            ints[c] = static_cast<GLint>(random_());
            uints[c] = static_cast<GLuint>(random_());
            doubles[c] = std::bit_cast<double>(any_component(GL_DOUBLE));
            longs[c] = static_cast<GLint64EXT>(random_());
            unsigned_longs[c] = random_();
        }
        switch (base) {
            case Base::Float: ::glVertexAttrib4fv(location, floats); break;
            case Base::Int: ::glVertexAttribI4iv(location, ints); break;
            case Base::Uint: ::glVertexAttribI4uiv(location, uints); break;
            case Base::Double: ::glVertexAttribL4dv(location, doubles); break;
            case Base::Int64: ::glVertexAttribL4i64vNV(location, longs); break;
            case Base::Uint64: ::glVertexAttribL4ui64vNV(location, unsigned_longs); break;
        }
    }

    void set_vertices() {
        count_ = 3 * (one_in(3) ? 1 + pick(6) : one_in(3) ? 200 + pick(500) : 11 + pick(60));
        if (!pipeline_.evaluation.empty() && count_ > 300) count_ = 300;
        instances_ = one_in(3) ? 2 + pick(3) : 1;
        vertices_ = static_cast<size_t>(count_) + 8;
        way_ = one_in(8) ? Way::Immediate : one_in(8) ? Way::List : one_in(3) ? Way::Elements : Way::Arrays;
        positions_.resize(vertices_ * 4);
        for (size_t n = 0; n < vertices_; ++n) {
            const float w = one_in(2) ? 1.0f : 0.5f + static_cast<float>(pick(16)) / 8;
            if (n % 3 == 0)
                for (float& coordinate : center_) coordinate = any_float() * 0.25f;
            const float reach = count_ > 200 ? 0.05f : 0.2f;
            for (size_t c = 0; c < 2; ++c) positions_[4 * n + c] = (center_[c] + any_float() * reach) * w;
            positions_[4 * n + 2] = any_float() * 0.2f * w;
            positions_[4 * n + 3] = w;
        }
        for (size_t n = 0; n < vertices_; ++n) indices_.push_back(static_cast<GLushort>(pick(count_)));
        if (way_ == Way::Arrays || way_ == Way::Elements) return set_arrays();
        count_ = std::min(count_, 60);
        instances_ = 1;
        seed_ = random_();
        if (way_ == Way::Immediate) return;
        ::glNewList(1, GL_COMPILE);
        give_vertices();
        ::glEndList();
    }

    void set_arrays() {
        size_t at = vertices_ * 16, all = at;
        std::vector<size_t> offsets, strides;
        for (const AttributeFormat& format : pipeline_.attributes) {
            const size_t each = bytes_of(format.type), packed = is_packed(format.type);
            const size_t element = packed ? 4 : each * (format.size == GL_BGRA ? 4 : static_cast<size_t>(format.size));
            const size_t stride = one_in(3) ? element : element + each * static_cast<size_t>(pick(4));
            offsets.push_back(all);
            strides.push_back(stride);
            all += (vertices_ * stride + 15) / 8 * 8;
        }
        std::vector<std::byte> memory(all);
        std::memcpy(memory.data(), positions_.data(), at);
        GLuint buffer = 0;
        ::glGenBuffers(1, &buffer);
        ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
        ::glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
        ::glEnableVertexAttribArray(0);
        for (size_t n = 0; n < pipeline_.attributes.size(); ++n) {
            const AttributeFormat& format = pipeline_.attributes[n];
            const auto location = static_cast<GLuint>(n + 1);
            set_current(location, format.base);
            fill(memory, offsets[n], strides[n], format, vertices_);
            if (format.way == AttributeFormat::Way::Current) continue;
            const void* const pointer = reinterpret_cast<const void*>(offsets[n]);
            const auto stride = static_cast<GLsizei>(strides[n]);
            if (format.base >= Base::Double)
                ::glVertexAttribLPointer(location, format.size, format.type, stride, pointer);
            else if (format.base == Base::Float)
                ::glVertexAttribPointer(location, format.size, format.type, format.normalized, stride, pointer);
            else
                ::glVertexAttribIPointer(location, format.size, format.type, stride, pointer);
            ::glVertexAttribDivisor(location, format.divisor);
            ::glEnableVertexAttribArray(location);
        }
        ::glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all), memory.data(), GL_STATIC_DRAW);
    }

    GLenum mode() const { return pipeline_.evaluation.empty() ? GL_TRIANGLES : GL_PATCHES; }

    // Between Begin and End; the same each time.
    void give_vertices() {
        const std::mt19937_64 before = random_;
        random_.seed(seed_);
        ::glBegin(mode());
        for (int n = 0; n < count_; ++n) {
            for (size_t a = 0; a < pipeline_.attributes.size(); ++a)
                if (n == 0 || !one_in(4)) set_current(static_cast<GLuint>(a + 1), pipeline_.attributes[a].base);
            ::glVertexAttrib4fv(0, positions_.data() + 4 * n);
        }
        ::glEnd();
        random_ = before;
    }

    void draw_once() {
        switch (way_) {
            case Way::Arrays: ::glDrawArraysInstancedBaseInstance(mode(), 2, count_, instances_, 1); break;
            case Way::Elements:
                ::glDrawElementsInstancedBaseVertex(mode(), count_, GL_UNSIGNED_SHORT, indices_.data(), instances_, 1);
                break;
            case Way::Immediate: give_vertices(); break;
            case Way::List: ::glCallList(1); break;
        }
    }

    // ---- what comes out

    void add(const void* data, size_t bytes) {
        for (size_t n = 0; n < bytes; ++n)
            hash_ = (hash_ ^ static_cast<const uint8_t*>(data)[n]) * uint64_t{0x100000001b3};
    }

    std::string digest() {
        constexpr GLsizeiptr capture_bytes = 1 << 20;
        constexpr GLuint zeros[4]{};
        GLuint buffers[2];
        ::glGenBuffers(2, buffers);
        ::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
        ::glBufferData(GL_SHADER_STORAGE_BUFFER, 8, zeros, GL_STATIC_DRAW);
        ::glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
        ::glClearBufferuiv(GL_COLOR, 0, zeros);
        ::glPatchParameteri(GL_PATCH_VERTICES, 3);
        const bool captures = !pipeline_.captured.empty();
        if (captures) {
            const std::vector<std::byte> empty(capture_bytes);
            ::glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
            ::glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, capture_bytes, empty.data(), GL_STATIC_DRAW);
            ::glBeginTransformFeedback(pipeline_.points_out ? GL_POINTS : GL_TRIANGLES);
        }
        draw_once();
        if (captures) ::glEndTransformFeedback();

        hash_ = 0xcbf29ce484222325;
        std::vector<uint32_t> pixels(size_t{4} * size * size);
        ::glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_);
        ::glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain_);
        ::glBlitFramebuffer(0, 0, size, size, 0, 0, size, size, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        ::glBindFramebuffer(GL_FRAMEBUFFER, plain_);
        ::glReadPixels(0, 0, size, size, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixels.data());
        add(pixels.data(), pixels.size() * 4);
        size_t covered = 0;
        for (size_t n = 0; n < pixels.size(); n += 4) covered += pixels[n] != 0;
        const uint64_t of_pixels = hash_;
        hash_ = 0xcbf29ce484222325;
        uint32_t sums[2];
        ::glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof sums, sums);
        if (captures) {
            std::vector<std::byte> written(capture_bytes);
            ::glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, capture_bytes, written.data());
            add(written.data(), written.size());
        }
        ::glDeleteBuffers(2, buffers);
        ::glBindFramebuffer(GL_FRAMEBUFFER, drawn_);
        char text[160];
        constexpr const char* ways[] = {"arrays", "elements", "immediate", "list"};
        std::snprintf(text, sizeof text, "%s, %zu pixels %016llx, sums %08x %u, captured %016llx, error %x",
                      ways[static_cast<size_t>(way_)], covered, static_cast<unsigned long long>(of_pixels), sums[0],
                      sums[1], static_cast<unsigned long long>(hash_), gl_.error());
        return text;
    }

    enum class Way : uint8_t { Arrays, Elements, Immediate, List };

    std::mt19937_64 random_;
    const bool show_;
    CurrentContext gl_{size, size};
    Pipeline pipeline_;
    GLuint plain_ = 0, drawn_ = 0;
    GLsizei count_ = 0, instances_ = 1;
    size_t vertices_ = 0;
    Way way_ = Way::Arrays;
    std::vector<float> positions_;
    std::vector<GLushort> indices_;
    std::array<float, 2> center_{};
    uint64_t seed_ = 0, hash_ = 0;
};

// Whether what the engine is asked for was taken: code for vertices, for blocks and for programs.
bool tiers_were_taken() {
#if !defined(ASMGL_JIT)
    return true;  // there is one only
#endif
    const auto made = [](const rasterizer::KeyCounters& counters) { return counters.compiled + counters.found > 0; };
    switch (runtime::environment().engine) {
        case runtime::EngineSetting::Interpreter: return runtime::jit::compile_counters().functions == 0;
        case runtime::EngineSetting::Jit: break;
        case runtime::EngineSetting::Auto:
            if (runtime::jit::tier_counters().quick == 0) return false;
    }
    return made(rasterizer::vertex_counters()) && made(rasterizer::block_counters());
}

}  // namespace
}  // namespace random_stages

int main(int count, char** arguments) {
    arbasm::verify_what_is_made(true);
    unsigned long long first = 0, many = 20;
    bool show = false;
    for (int n = 1; n < count; ++n) {
        const std::string word = arguments[n];
        const bool has_number = n + 1 < count && (word == "--first" || word == "--count");
        if (has_number)
            (word == "--first" ? first : many) = std::strtoull(arguments[++n], nullptr, 10);
        else if (word == "--show")
            show = true;
        else
            return std::fprintf(stderr, "usage: random_stages [--first N] [--count N] [--show]\n"), 2;
    }
    const bool often = runtime::environment().engine == runtime::EngineSetting::Auto;
    for (uint64_t number = first; number < first + many; ++number) {
        std::printf("%llu: ", static_cast<unsigned long long>(number));
        if (show) std::printf("\n");
        std::printf("%s\n", random_stages::Drawing(number, show).draw(often).c_str());
        std::fflush(stdout);
    }
    if (many >= 10 && !random_stages::tiers_were_taken()) {
        std::fprintf(stderr, "random_stages: not every tier was taken\n");
        return 1;
    }
    return 0;
}
