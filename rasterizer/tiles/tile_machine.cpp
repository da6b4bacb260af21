#include "rasterizer/tiles/tile_machine.h"

#include "rasterizer/prepare/draw_record.h"
#include "runtime/decode/code.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/compile_service.h"

namespace rasterizer {

using runtime::interpreter::Machine;
using runtime::interpreter::whole_lines;

namespace {

struct TileMachine {
    Machine machine;
    runtime::Group group;
};

}  // namespace

Machine* start_machine(const DrawRecord& draw, const runtime::decoded::Code& code, TileMemory& memory) {
    const size_t header = whole_lines(sizeof(TileMachine)), registers = runtime::interpreter::machine_bytes(code),
                 uniforms = whole_lines(code.uniforms.size() * runtime::decoded::uniform_bytes + 64);
    std::byte* const bytes = memory.reserve_machine(header + whole_lines(registers) + uniforms);
    auto* const made = new (bytes) TileMachine{};
    memory.reserve_registers(static_cast<int>(draw.inputs.size()) + 1, draw.pipeline->result_count + 1);
    made->group.attributes = memory.attributes;
    made->group.results = memory.results;
    const ptrdiff_t piece_bytes = 4 * runtime::jit::lanes_of(runtime::simd_level());
    runtime::interpreter::start(made->machine, code, draw.environment, made->group, bytes + header,
                                bytes + header + whole_lines(registers), piece_bytes);
    return &made->machine;
}

bool run_block(BlockFunction function, BlockJob& job, Machine& machine) {
    runtime::Watchdog* const watchdog = machine.environment->watchdog;
    if (watchdog)
        watchdog->begin();
    else
        machine.budget = runtime::interpreter::step_limit;
    machine.group->timed_out = false;
    function(&job);
    if (watchdog) watchdog->count();
    return !(machine.group->timed_out && watchdog);
}

}  // namespace rasterizer
