// The Mandelbrot set as a stream computation: a program in the array's own instructions, run through the managed
// interface. Writes a picture in PPM: ctm_mandelbrot FILE.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "machines/ctm/assembly/listing.h"
#include "machines/ctm/commands/commands.h"
#include "machines/ctm/device/am.h"
#include "machines/ctm/surfaces/surface.h"

namespace {

constexpr uint32_t width = 512, height = 512;
constexpr uint8_t most_steps = 200;

// r1.rg: the point c. r2.rg: z; r2.a: steps. r3: products.
constexpr std::string_view program = R"(
 0: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=rg rgb_addrd=1 rgb.src0=r0 rgb.src1=c0 rgb.src2=c1 rgb.a=src0.rg0 rgb.b=src1.rg0 rgb.c=src2.rg0
 1: ALU rgb_op=MAX alpha_op=MAX rgb_wmask=rg alpha_wmask=1 rgb_addrd=2 alpha_addrd=2 rgb.a=src0.000 rgb.b=src0.000 alpha.a=src0.0 alpha.b=src0.0
 2: FC flow_op=REP int_addr=0 jump_addr=12 alu_wait=1
    # squares; leave where z is farther than 2
 3: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=rg rgb_addrd=3 rgb.src0=r2 rgb.a=src0.rg0 rgb.b=src0.rg0 rgb.c=src0.000
 4: ALU rgb_op=D2A alpha_op=MAD alu_wmask=1 alu_result_op=ge rgb.src0=r2 rgb.src1=4 rgb.a=src0.rg0 rgb.b=src0.rg0 rgb.c=-src1.rrr
 5: FC flow_op=JUMP jump_func=15 jump_addr=8 b_op0=incr alu_wait=1
 6: FC flow_op=BREAKREP jump_func=255 jump_addr=12 b_op1=decr b_pop_cnt=1 alu_wait=1
 7: FC flow_op=JUMP jump_func=0 jump_any=1 b_op0=decr b_pop_cnt=1 alu_wait=1
    # z = z*z + c
 8: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=b rgb_addrd=3 rgb.src0=r2 rgb.a=src0.00r rgb.b=src0.00g rgb.c=src0.000
 9: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=r rgb_addrd=3 rgb.src0=r3 rgb.a=src0.r00 rgb.b=src0.100 rgb.c=-src0.g00
10: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=rg alpha_wmask=1 rgb_addrd=2 alpha_addrd=2 rgb.src0=r3 rgb.src1=2 rgb.src2=r1 alpha.src0=r2 rgb.a=src0.rb0 rgb.b=src1.1r0 rgb.c=src2.rg0 alpha.a=src0.a alpha.b=src0.1 alpha.c=src0.1
11: FC flow_op=ENDREP int_addr=0 jump_func=255 jump_any=1 jump_addr=3 alu_wait=1
12: OUT tex_sem_wait=1 rgb_op=MAD alpha_op=MAX rgb_omask=rgb alpha_omask=1 rgb.src0=c2 alpha.src0=r2 rgb.a=src0.rgb rgb.b=src0.aaa rgb.c=src0.000 alpha.a=src0.1 alpha.b=src0.1
)";

}  // namespace

int main(int argc, char** argv) {
    using namespace machines::ctm;
    if (argc != 2) {
        std::fprintf(stderr, "usage: ctm_mandelbrot FILE.ppm\n");
        return 2;
    }
    const Listing assembled = assemble(program);
    if (!assembled.errors.empty()) {
        std::fputs(arbasm::format(assembled.errors[0], program).c_str(), stderr);
        return 1;
    }
    AMmanagedDeviceInfo info;
    AMmanagedDevice device = amOpenManagedConnection("emulator", &info);
    if (!device) return 1;
    auto* const memory = static_cast<uint8_t*>(info.baseAddressCPU);
    const std::vector<uint8_t> object = write_object(make_object(assembled.slots));
    std::memcpy(memory, object.data(), object.size());
    const float constants[3][4] = {
        {3.0f / width, 3.0f / height, 0, 0}, {-2.2f, -1.5f, 0, 0}, {1.0f / most_steps, 4.0f / most_steps, 0.1f, 0}};
    std::memcpy(memory + 0x8000, constants, sizeof constants);
    memory[0x9000] = most_steps;
    CommandBuffer commands;
    commands.add(Command::set_inst_fmt, {info.baseAddressSYS, 0});
    commands.add(Command::inv_inst_cache);
    commands.add(Command::set_constf_fmt, {info.baseAddressSYS + 0x8000, 0});
    commands.add(Command::inv_constf_cache);
    commands.add(Command::set_consti_fmt, {info.baseAddressSYS + 0x9000, 0});
    commands.add(Command::inv_consti_cache);
    commands.add(Command::set_out_fmt, {0, info.baseAddressSYS + 0x10000, format_word(UINT8_4, Tiled, width), height});
    commands.add(Command::set_domain, {0, 0, width - 1, height - 1});
    commands.add(Command::start_program);
    commands.add(Command::flush_out_cache);
    const auto bytes = static_cast<AMuint32>(commands.words().size() * 4);
    std::memcpy(memory + 0xa000, commands.words().data(), bytes);
    const AMuint32 buffer = amSubmitCommandBuffer(device, info.baseAddressSYS + 0xa000, bytes);
    if (!buffer) {
        std::fprintf(stderr, "%s\n", amManagedFailure(device));
        return 1;
    }
    while (!amCommandBufferConsumed(device, buffer)) {
    }
    std::FILE* file = std::fopen(argv[1], "wb");
    if (!file) {
        std::perror(argv[1]);
        return 1;
    }
    std::fprintf(file, "P6\n%u %u\n255\n", width, height);
    const Surface surface{0, width, height, Tiled, UINT8_4, true};
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) std::fwrite(memory + 0x10000 + element_offset(surface, x, y), 1, 3, file);
    const bool written = std::fclose(file) == 0;
    amCloseManagedConnection(device);
    return written ? 0 : 1;
}
