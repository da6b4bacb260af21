#include "rasterizer/tiles/tile_machine.h"

#include "rasterizer/prepare/tile_draw.h"
#include "runtime/decode/code.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/compile_service.h"
#include "runtime/jit/program_windows.h"

namespace rasterizer {

using runtime::interpreter::Machine;
using runtime::interpreter::whole_lines;

namespace {

struct TileMachine {
    Machine machine;
    runtime::Group group;
};

// In memory of windows.bytes().
bool open_windows(const runtime::ProgramEnvironment& environment, const runtime::jit::WantedWindows& windows,
                  std::byte* memory, BlockConstants& constants) {
    auto* const images = reinterpret_cast<runtime::jit::ImageWindow*>(memory);
    auto* const buffers = reinterpret_cast<runtime::jit::MemoryWindow*>(images + windows.images.size());
    constants.image_windows = images;
    constants.memory_windows = buffers;
    bool serve = true;
    for (size_t i = 0; i < windows.images.size(); ++i) {
        const auto& wanted = windows.images[i];
        auto* const window = new (images + i) runtime::jit::ImageWindow(
            runtime::jit::open_image_window(environment, static_cast<uint32_t>(wanted.unit), wanted.request));
        serve &= window->words != 0 || !wanted.is_relied_on;
    }
    for (size_t i = 0; i < windows.memory.size(); ++i)
        new (buffers + i) runtime::jit::MemoryWindow(runtime::jit::open_memory_window(environment, windows.memory[i]));
    return serve;
}

}  // namespace

bool start_machine(const TileDraw& draw, const BlockEntry& entry, TileMemory& memory, BlockConstants& constants) {
    const runtime::decoded::Code& code = *entry.code;
    const size_t header = whole_lines(sizeof(TileMachine)),
                 registers = whole_lines(runtime::interpreter::machine_bytes(code)),
                 uniforms = whole_lines(code.uniforms.size() * runtime::decoded::uniform_bytes + 64);
    std::byte* const bytes = memory.reserve_machine(header + registers + uniforms + entry.windows.bytes());
    auto* const made = new (bytes) TileMachine{};
    memory.reserve_registers(static_cast<int>(draw.inputs.size()) + 1, draw.pipeline->result_count + 1);
    made->group.attributes = memory.attributes;
    made->group.results = memory.results;
    const ptrdiff_t piece_bytes = 4 * runtime::jit::lanes_of(runtime::simd_level());
    runtime::interpreter::start(made->machine, code, draw.environment, made->group, bytes + header,
                                bytes + header + registers, piece_bytes);
    constants.machine = &made->machine;
    return open_windows(draw.environment, entry.windows, bytes + header + registers + uniforms, constants);
}

bool run_block(BlockFunction function, BlockJob& job, Machine& machine) {
    const runtime::Watchdog* const watchdog = machine.environment->watchdog;
    if (!watchdog) machine.budget = runtime::interpreter::step_limit;
    constexpr int32_t groups = block_pixels / runtime::group_lanes;
    machine.time = {.groups = groups};
    machine.group->timed_out = false;
    function(&job);
    return !(machine.group->timed_out && watchdog);
}

}  // namespace rasterizer
