#include "arguments.h"

#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>
#include <sys/mman.h>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/enum_names.h"

namespace {

constexpr size_t memory_bytes = size_t{16} << 20;

// Vertex arrays lie in the middle of so much address space that no index of any stride leaves it: indices may come from
// buffers with any contents.
// (Where there is less, as under valgrind, a wild index may.)
constexpr size_t array_space_sizes[] = {size_t{1} << 40, size_t{1} << 39, size_t{1} << 36, size_t{1} << 34};

std::byte* array_space_middle() {
    for (size_t bytes : array_space_sizes) {
        void* const space =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (space != MAP_FAILED) return static_cast<std::byte*>(space) + bytes / 2;
    }
    std::perror("api_fuzz: mmap");
    std::exit(2);
}

constexpr const char* texts[] = {
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n",
    "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nDP4 result.position.x, m[0], vertex.position;\n"
    "DP4 result.position.y, m[1], vertex.position;\nDP4 result.position.z, m[2], vertex.position;\n"
    "DP4 result.position.w, m[3], vertex.position;\nMOV result.color, program.env[3];\nEND\n",
    "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, t, fragment.color;\nEND\n",
    "!!ARBfp1.0\nMOV result.color, program.local[7];\nEND\n",
    "!!NVfp4.0\nMOV result.color, fragment.color;\nEND\n",
    "!!NVfp5.0\nOPTION NV_bindless_texture;\nOPTION EXT_shader_image_load_formatted;\nTEMP p, t;\nLONG TEMP h;\n"
    "PK64.U h.x, program.local[7];\nCVT.S32.F32.TRUNC p, fragment.position;\nLOADIM.F t, p, image[0], 2D;\n"
    "STOREIM.F image[1], t, p, 3D;\nATOMIM.ADD.U32 t.x, {1}.x, p, image[2], CUBE;\nSTOREIM.U16 handle(h.x), p, p, 2D;\n"
    "TEX.F result.color, t, handle(h.x), 2D;\nEND\n",
    "!!NVvp5.0\nOPTION EXT_shader_image_load_formatted;\nTEMP t;\nMOV.F result.position, vertex.position;\n"
    "CVT.S32.F32.TRUNC t, vertex.position;\nSTOREIM.F image[0], vertex.color, t, 2D;\n"
    "LOADIM.F result.color, t, image[0], 2D;\nEND\n",
    "!!ARBfp1.0\nBROKEN\n",
    "main",
    "",
};

// Texts go with lengths that may be wrong: what is behind each is readable.
constexpr size_t text_space = size_t{32} << 20;

std::byte* texts_with_space() {
    void* const space = mmap(nullptr, std::size(texts) * text_space, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) {
        std::perror("api_fuzz: mmap");
        std::exit(2);
    }
    for (size_t i = 0; i < std::size(texts); i++) std::strcpy(static_cast<char*>(space) + i * text_space, texts[i]);
    return static_cast<std::byte*>(space);
}

void ignore_message(GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar*, const void*) {}

}  // namespace

Arguments::Arguments() : integers_(memory_bytes / 4), reals_(memory_bytes / 8), output_(memory_bytes), pointers_(1024) {
    for (size_t i = 0; i < integers_.size(); ++i) integers_[i] = uint32_t(i * 2654435761u >> 26);  // 0…63
    // Alternating doubles whose halves are ordinary floats, too.
    for (size_t i = 0; i < reals_.size(); ++i) {
        const float halves[2] = {float(i % 7) * 0.25f, float(i % 5) - 1.5f};
        std::memcpy(&reals_[i], halves, 8);
    }
    syncs.reserve(256);  // what the calls allocate is counted
    arrays_ = array_space_middle();
    std::memcpy(arrays_, reals_.data(), memory_bytes);
    for (size_t i = 0; i < pointers_.size(); ++i) pointers_[i] = integers_.data() + 64 * i;
    for (const auto& entry : glapi::enum_name_table()) enums_.push_back(entry.value);
}

GLenum Arguments::enumeration(std::span<const uint32_t> group) {
    const int64_t kind = number(0, 19);
    if (!group.empty() && kind < 17) return group[size_t(number(0, int64_t(group.size()) - 1))];
    if (kind < 19) return enums_[size_t(number(0, int64_t(enums_.size()) - 1))];
    return GLenum(random_());
}

int64_t Arguments::size() {
    static constexpr int64_t plausible[] = {0, 1, 1, 2, 3, 4, 4, 5, 8, 16, 31, 32, 64};
    if (chance(4)) return number(-3, -1);
    if (chance(1)) return INT_MIN;
    return plausible[number(0, std::size(plausible) - 1)];
}

int64_t Arguments::integer() {
    if (chance(80)) return number(-2, 64);
    static constexpr int64_t wild[] = {INT_MIN, INT_MAX, 65535, 65536, -65536, 255, 256, 1 << 24};
    return wild[number(0, std::size(wild) - 1)];
}

GLuint Arguments::name() { return chance(97) ? GLuint(number(0, 8)) : GLuint(random_()); }

double Arguments::real() {
    if (chance(85)) return double(number(-8, 8)) / 4;
    static constexpr double wild[] = {1e30,
                                      -1e30,
                                      1e-30,
                                      std::numeric_limits<double>::infinity(),
                                      -std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN(),
                                      1e300,
                                      65536.5,
                                      -0.0};
    return wild[number(0, std::size(wild) - 1)];
}

GLsync Arguments::sync() {
    if (!syncs.empty() && chance(80)) return syncs[size_t(number(0, int64_t(syncs.size()) - 1))];
    return chance(50) ? nullptr : reinterpret_cast<GLsync>(uintptr_t(0x1234));
}

void* Arguments::callback() { return chance(50) ? nullptr : reinterpret_cast<void*>(&ignore_message); }

const char* Arguments::text() {
    static const std::byte* const space = texts_with_space();
    return reinterpret_cast<const char*>(space) + size_t(number(0, std::size(texts) - 1)) * text_space;
}

bool Arguments::binding(const char* command) {
    const std::string_view name = command;
    const auto contains = [name](std::string_view part) { return name.find(part) != name.npos; };
    GLenum token = 0;
    if (contains("Indirect")) {
        token = GL_DRAW_INDIRECT_BUFFER_BINDING;
    } else if (contains("Elements")) {
        token = GL_ELEMENT_ARRAY_BUFFER_BINDING;
    } else if (contains("Pointer") || contains("InterleavedArrays")) {
        token = GL_ARRAY_BUFFER_BINDING;
    } else if (contains("GetQueryObject")) {
        token = GL_QUERY_BUFFER_BINDING;
    } else if ((contains("Image") && !contains("ImageTexture")) || contains("Pixels") || contains("Bitmap") ||
               contains("PolygonStipple") || contains("PixelMap")) {
        const bool reads = name.starts_with("Get") || name.starts_with("Read");
        token = reads ? GL_PIXEL_PACK_BUFFER_BINDING : GL_PIXEL_UNPACK_BUFFER_BINDING;
    }
    if (!token) return false;
    GLint bound = 0;
    ::glGetIntegerv(token, &bound);
    return bound != 0;
}

void* Arguments::memory(bool constant, bool real, bool offset) {
    if (offset && chance(90)) return reinterpret_cast<void*>(uintptr_t(8 * number(0, 16)));
    if (!constant) return output_.data();
    return real ? static_cast<void*>(reals_.data()) : static_cast<void*>(integers_.data());
}

void* Arguments::vertex_array(const char* command) {
    return binding(command) && chance(90) ? reinterpret_cast<void*>(uintptr_t(8 * number(0, 16))) : arrays_;
}

void* Arguments::pointers() { return static_cast<void*>(pointers_.data()); }
