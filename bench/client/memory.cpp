// Programs of NVIDIA's assembly languages that read and write buffers by their addresses, and the memory of a work
// group.
#include <bit>

#include "cases.h"
#include "geometry.h"

namespace bench {
namespace {

struct Memory {
    GLuint buffer = 0;
    GLuint64EXT address = 0;
};

Memory make_memory(const std::vector<uint32_t>& words) {
    Memory memory;
    gl::GenBuffers(1, &memory.buffer);
    gl::BindBuffer(GL_ARRAY_BUFFER, memory.buffer);
    gl::BufferData(GL_ARRAY_BUFFER, GLsizeiptr(words.size() * 4), words.data(), GL_DYNAMIC_COPY);
    gl::MakeBufferResidentNV(GL_ARRAY_BUFFER, GL_READ_WRITE);
    gl::GetBufferParameterui64vNV(GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &memory.address);
    return memory;
}

void set_addresses(GLenum target, GLuint index, const Memory& first, const Memory& second) {
    gl::ProgramLocalParameterI4uiNV(target, index, GLuint(first.address), GLuint(first.address >> 32),
                                    GLuint(second.address), GLuint(second.address >> 32));
}

// Draws a buffer of floats as grey values, 1024 to a row, across the target: what a program computed is seen.
class MemoryPicture {
  public:
    MemoryPicture(Client& client, const Memory& memory)
        : program_(client.program(GL_FRAGMENT_PROGRAM_ARB, R"(!!NVfp5.0
LONG TEMP at, offset;
UINT TEMP place;
TEMP value;
PK64.U at.x, program.local[0];
TRUNC.U place, fragment.texcoord[0];
MAD.U place.x, place.y, 1024, place.x;
MUL.U place.x, place.x, 4;
MOV.U place.y, 0;
PK64.U offset.x, place;
ADD.U64 at.x, at.x, offset.x;
LOAD.F32 value, at.x;
MOV result.color, value.x;
MOV result.color.w, 1;
END
)")),
          memory_(memory) {
        gl::Disable(GL_FRAGMENT_PROGRAM_ARB);
    }

    void draw(float scale_x, float scale_y) const {
        Geometry geometry = full_screen(0, {255, 255, 255, 255});
        for (Vertex& vertex : geometry.vertices) {
            vertex.texcoord[0] *= scale_x;
            vertex.texcoord[1] *= scale_y;
        }
        gl::Enable(GL_FRAGMENT_PROGRAM_ARB);
        gl::BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program_);
        set_addresses(GL_FRAGMENT_PROGRAM_ARB, 0, memory_, memory_);
        const Mesh mesh(geometry);
        mesh.bind();
        mesh.draw();
        gl::Disable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    GLuint program_;
    Memory memory_;
};

std::vector<uint32_t> floats(size_t count) {
    std::vector<float> numbers(count);
    for (size_t i = 0; i < count; ++i) numbers[i] = float(i * 7919 % 1021) / 1021;
    std::vector<uint32_t> words(count);
    for (size_t i = 0; i < count; ++i) words[i] = std::bit_cast<uint32_t>(numbers[i]);
    return words;
}

void barrier() { gl::MemoryBarrierEXT(GL_ALL_BARRIER_BITS_EXT); }

}  // namespace

Loop atomic_histogram(Client& client) {
    const GLuint program = client.program(GL_FRAGMENT_PROGRAM_ARB, R"(!!NVfp5.0
LONG TEMP at, offset;
UINT TEMP bin, one;
TEMP value;
PK64.U at.x, program.local[0];
MUL value, fragment.texcoord[0], 37;
FRC value, value;
MUL value.x, value.x, value.y;
MUL value.x, value.x, 255;
TRUNC.U bin.x, value.x;
MUL.U bin.x, bin.x, 4;
MOV.U bin.y, 0;
PK64.U offset.x, bin;
ADD.U64 at.x, at.x, offset.x;
MOV.U one.x, 1;
ATOM.ADD.U32 one.x, one.x, at.x;
MOV result.color, value.x;
MUL result.color, value.x, 0.00392156863;
END
)");
    const Memory counters = make_memory(std::vector<uint32_t>(256));
    gl::BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program);
    set_addresses(GL_FRAGMENT_PROGRAM_ARB, 0, counters, counters);
    const Mesh mesh(full_screen(0, {255, 255, 255, 255}));
    mesh.bind();
    return {client.megapixels(), [mesh] { mesh.draw(); }};
}

Loop load_store_copy(Client& client) {
    constexpr GLuint groups = 4096;  // of 256 threads with 16 bytes each: 16 Mbyte
    client.program(GL_COMPUTE_PROGRAM_NV, R"(!!NVcp5.0
GROUP_SIZE 256;
LONG TEMP from, to, offset;
UINT TEMP self, data;
PK64.U from.x, program.local[0];
PK64.U to.x, program.local[0].zwzw;
MUL.U self.x, invocation.globalid.x, 16;
MOV.U self.y, 0;
PK64.U offset.x, self;
ADD.U64 from.x, from.x, offset.x;
ADD.U64 to.x, to.x, offset.x;
LOAD.U32X4 data, from.x;
STORE.U32X4 data, to.x;
END
)");
    const size_t words = size_t{groups} * 256 * 4;
    const Memory from = make_memory(floats(words)), to = make_memory(std::vector<uint32_t>(words));
    set_addresses(GL_COMPUTE_PROGRAM_NV, 0, from, to);
    const MemoryPicture picture(client, to);
    return {1e-6 * 16 * 256 * groups, [picture, first = true]() mutable {
                gl::DispatchCompute(groups, 1, 1);
                barrier();
                if (first) picture.draw(1024, 1024);
                first = false;
            }};
}

Loop reduction(Client& client) {
    constexpr GLuint groups = 4096;
    client.program(GL_COMPUTE_PROGRAM_NV, R"(!!NVcp5.0
GROUP_SIZE 256;
SHARED_MEMORY 1024;
SHARED sums[] = { program.sharedmem };
LONG TEMP from, to, offset;
UINT TEMP self, step, other;
TEMP value, more;
PK64.U from.x, program.local[0];
PK64.U to.x, program.local[0].zwzw;
MUL.U self.x, invocation.globalid.x, 4;
MOV.U self.y, 0;
PK64.U offset.x, self;
ADD.U64 from.x, from.x, offset.x;
LOAD.F32 value, from.x;
MUL.U self.x, invocation.localindex.x, 4;
STS.F32 value.x, sums[self.x];
BAR;
MOV.U step.x, 512;
REP {8};
  SLT.U.CC other.x, self.x, step.x;
  IF NE.x;
    ADD.U other.x, self.x, step.x;
    LDS.F32 value, sums[self.x];
    LDS.F32 more, sums[other.x];
    ADD value.x, value.x, more.x;
    STS.F32 value.x, sums[self.x];
  ENDIF;
  BAR;
  SHR.U step.x, step.x, 1;
ENDREP;
SEQ.U.CC other.x, self.x, 0;
IF NE.x;
  LDS.F32 value, sums[0];
  MUL value.x, value.x, 0.00390625;
  MUL.U self.x, invocation.groupid.x, 4;
  MOV.U self.y, 0;
  PK64.U offset.x, self;
  ADD.U64 to.x, to.x, offset.x;
  STORE.F32 value.x, to.x;
ENDIF;
END
)");
    const Memory from = make_memory(floats(size_t{groups} * 256)), to = make_memory(std::vector<uint32_t>(groups));
    set_addresses(GL_COMPUTE_PROGRAM_NV, 0, from, to);
    const MemoryPicture picture(client, to);
    return {1e-6 * 256 * groups, [picture, first = true]() mutable {
                gl::DispatchCompute(groups, 1, 1);
                barrier();
                if (first) picture.draw(1024, 4);
                first = false;
            }};
}

// A square of 256 × 256 (in rows of 1024 floats) times itself: each group makes a tile of 16 × 16 from 16 pairs of
// tiles.
Loop matrix_product(Client& client) {
    constexpr GLuint tiles = 16;
    client.program(GL_COMPUTE_PROGRAM_NV, R"(!!NVcp5.0
GROUP_SIZE 16 16;
SHARED_MEMORY 2048;
SHARED left[] = { program.sharedmem[0..1023] };
SHARED right[] = { program.sharedmem[1024..2047] };
LONG TEMP a, b, at, offset;
UINT TEMP self, from, turn, k;
TEMP value, sum, x, y;
PK64.U a.x, program.local[0];
PK64.U b.x, program.local[0].zwzw;
MUL.U self.x, invocation.localindex.x, 4;
MOV.U turn.x, 0;
MOV sum, 0;
MOV.U from.w, 0;
REP {16};
  MAD.U from.x, turn.x, 16, invocation.localid.x;
  MAD.U from.x, invocation.globalid.y, 1024, from.x;
  MUL.U from.x, from.x, 4;
  MOV.U from.y, 0;
  PK64.U offset.x, from;
  ADD.U64 at.x, a.x, offset.x;
  LOAD.F32 value, at.x;
  STS.F32 value.x, left[self.x];
  MAD.U from.x, turn.x, 16, invocation.localid.y;
  MAD.U from.x, from.x, 1024, invocation.globalid.x;
  MUL.U from.x, from.x, 4;
  PK64.U offset.x, from;
  ADD.U64 at.x, a.x, offset.x;
  LOAD.F32 value, at.x;
  STS.F32 value.x, right[self.x];
  BAR;
  MUL.U k.x, invocation.localid.y, 64;
  MUL.U k.y, invocation.localid.x, 4;
  REP {16};
    LDS.F32 x, left[k.x];
    LDS.F32 y, right[k.y];
    MAD sum.x, x.x, y.x, sum.x;
    ADD.U k.x, k.x, 4;
    ADD.U k.y, k.y, 64;
  ENDREP;
  BAR;
  ADD.U turn.x, turn.x, 1;
ENDREP;
MUL sum.x, sum.x, 0.01;
MAD.U from.x, invocation.globalid.y, 1024, invocation.globalid.x;
MUL.U from.x, from.x, 4;
PK64.U offset.x, from;
ADD.U64 at.x, b.x, offset.x;
STORE.F32 sum.x, at.x;
END
)");
    const Memory from = make_memory(floats(1024 * 256)), to = make_memory(std::vector<uint32_t>(1024 * 256));
    set_addresses(GL_COMPUTE_PROGRAM_NV, 0, from, to);
    const MemoryPicture picture(client, to);
    return {1e-6 * 256 * 256 * 256, [picture, first = true]() mutable {
                gl::DispatchCompute(tiles, tiles, 1);
                barrier();
                if (first) picture.draw(256, 256);
                first = false;
            }};
}

}  // namespace bench
