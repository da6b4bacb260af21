#include "ir/program_facts.h"

#include <algorithm>

#include "ir/switches.h"

namespace arbasm {
namespace {

void find_flow(const Program& program, ProgramFacts& facts) {
    const int32_t entry = entry_point(program);
    facts.jumps_to_labels = jumps_to_labels(program);
    for (const Instruction& instruction : program.instructions) {
        const Opcode opcode = instruction.opcode;
        const FlowRole flow = flow_role(opcode);
        const bool goes_away = flow == FlowRole::Call || flow == FlowRole::Jump;
        facts.loop_counters += opcode == Opcode::Loop;
        facts.calls_entry |= opcode == Opcode::Cal && called_instruction(program, instruction) == entry;
        facts.may_run_long |= flow == FlowRole::Loop || goes_away;
    }
}

void find_effects(const Program& program, ProgramFacts& facts) {
    for (const Instruction& instruction : program.instructions) {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        const bool image = info.category == OpcodeCategory::Image, memory = info.category == OpcodeCategory::Memory;
        const bool handle = instruction.texture.handle.has_value(), writes = info.traits.has(Trait::Writes);
        facts.kills |= info.traits.has(Trait::Kills);
        facts.touches_memory |= memory || image;
        facts.reaches_beyond_buffers |= (memory && info.traits.memory != RegisterFile::Buffer) || image || handle;
        facts.changes_images |= image && writes;
        facts.changes_buffers |= memory && writes && info.traits.memory != RegisterFile::Shared;
        facts.waits_at_barriers |= info.traits.has(Trait::Waits);
        facts.uses_handles |= handle;
    }
}

void find_buffers(const Program& program, ProgramFacts& facts) {
    for (const Variable& variable : program.variables) {
        const auto note = [&](int32_t& used) { used = std::max(used, variable.buffer + variable.buffer_count); };
        if (variable.file == RegisterFile::Buffer) note(facts.parameter_buffers);
        if (variable.file == RegisterFile::Storage) note(facts.storage_buffers);
        if (variable.file == RegisterFile::Counter) note(facts.counter_buffers);
    }
}

// The components of each attribute register that some operand selects.
class AttributeUse {
  public:
    explicit AttributeUse(const Program& program) : program_(program), used_(program.attributes.size(), 0) {}

    void note(const Instruction& instruction) {
        for (const Operand& operand : instruction.operands) note(operand);
        if (instruction.texture.offset_operand) note(*instruction.texture.offset_operand);
        if (instruction.texture.handle) note(*instruction.texture.handle);
        note(instruction.result.relative);
        note(instruction.texture.relative);
        for (const Operand& operand : instruction.operands) {
            note(operand.relative);
            note(operand.vertex_relative);
        }
    }
    std::vector<uint8_t> take() && { return std::move(used_); }

  private:
    void note(const Operand& operand) {
        if (operand.file != RegisterFile::Attribute) return;
        if (operand.variable < 0 || operand.relative.file != RegisterFile::None) return note_all();
        const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
        const auto first = static_cast<size_t>(variable.register_of(operand.element)),
                   end = std::min(first + static_cast<size_t>(variable.registers_per_element()), used_.size());
        for (size_t at = first; at < end; ++at)
            for (const uint8_t selector : operand.swizzle)
                if (selector < 4) used_[at] |= static_cast<uint8_t>(1 << selector);
    }
    void note(const RelativeIndex& index) {
        if (index.file == RegisterFile::Attribute) note_all();
    }
    void note_all() { std::ranges::fill(used_, uint8_t{0xf}); }

    const Program& program_;
    std::vector<uint8_t> used_;
};

void find_attributes(const Program& program, ProgramFacts& facts) {
    facts.runs_per_sample = std::ranges::any_of(program.attributes, [&](const Attribute& attribute) {
        const bool framebuffer = program.stage == Stage::Fragment && attribute.binding.of_output;
        return framebuffer || attribute.sample_location == SampleLocation::Sample ||
               attribute.binding.kind == BindingKind::SampleId || attribute.binding.kind == BindingKind::SamplePosition;
    });
    AttributeUse use(program);
    for (const Instruction& instruction : program.instructions) use.note(instruction);
    facts.attribute_components = std::move(use).take();
}

void find_results(const Program& program, ResultRegisters& registers) {
    for (size_t n = 0; n < program.results.size(); ++n) {
        const Binding& result = program.results[n];
        const auto at = static_cast<int16_t>(n);
        ASMGL_SOME_CASES
        switch (result.kind) {
            case BindingKind::Color:
                if (result.index < 0 || result.index >= max_color_results) break;
                if (!result.secondary)
                    registers.colors[static_cast<size_t>(result.index)] = at;
                else if (result.index == 0)
                    registers.secondary_color = at;
                break;
            case BindingKind::Position: registers.position = at; break;
            case BindingKind::SecondaryPosition: registers.secondary_position = at; break;
            case BindingKind::Depth: registers.depth = at; break;
            case BindingKind::SampleMask: registers.sample_mask = at; break;
            case BindingKind::StencilReference: registers.stencil_reference = at; break;
            case BindingKind::Layer: registers.layer = at; break;
            case BindingKind::Viewport: registers.viewport = at; break;
            case BindingKind::ViewportMask: registers.viewport_mask = at; break;
            case BindingKind::SecondaryViewportMask: registers.secondary_viewport_mask = at; break;
            default: break;  // found by binding: find_result()
        }
        ASMGL_END_SOME_CASES
    }
}

}  // namespace

ProgramFacts find_facts(const Program& program) {
    ProgramFacts facts;
    find_flow(program, facts);
    find_effects(program, facts);
    find_buffers(program, facts);
    find_attributes(program, facts);
    find_results(program, facts.results);
    facts.result_sources = find_result_sources(program);
    return facts;
}

bool jumps_to_labels(const Program& program) {
    if (program.stage != Stage::Vertex || is_nv4_family(program.instruction_set)) return false;
    return std::ranges::any_of(program.instructions, [](const Instruction& instruction) {
        const FlowRole flow = flow_role(instruction.opcode);
        return flow == FlowRole::Call || flow == FlowRole::Jump || flow == FlowRole::Return ||
               has_trait(instruction.opcode, Trait::Stack);
    });
}

bool sees_other_threads(const Instruction& instruction) { return has_trait(instruction.opcode, Trait::SeesLanes); }

int32_t find_result(const Program& program, const Binding& wanted) {
    const auto found = std::ranges::find_if(program.results, [&](const Binding& result) {
        return result.kind == wanted.kind && result.index == wanted.index && result.secondary == wanted.secondary &&
               result.back == wanted.back;
    });
    return found == program.results.end() ? -1 : static_cast<int32_t>(found - program.results.begin());
}

}  // namespace arbasm
