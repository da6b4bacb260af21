#include "rasterizer/prepare/plain_colors.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/semantics/operations.h"

namespace rasterizer {
namespace {

using arbasm::Instruction;
using arbasm::Operand;
using arbasm::RegisterFile;
using ComponentKind = PlainComponent::Kind;

// Follows values through a straight program. What it does not follow makes it give up: the program runs then.
class Follower {
  public:
    explicit Follower(const arbasm::Program& program) : program_(program) {}

    bool run() {
        return std::ranges::all_of(program_.instructions, [this](const auto& i) { return follow(i); });
    }
    PlainColor result(int32_t number) const { return find(RegisterFile::Result, number); }

  private:
    bool follow(const Instruction& instruction) {
        if (arbasm::operation_of(instruction.opcode) == arbasm::Operation::Count) return false;
        const arbasm::Destination& to = instruction.result;
        if (to.file != RegisterFile::Temporary && to.file != RegisterFile::Result && to.file != RegisterFile::Address)
            return false;
        if (to.relative.file != RegisterFile::None || to.condition.test != arbasm::ConditionTest::True ||
            instruction.condition_update != arbasm::ConditionUpdate::None || arbasm::is_64_bit(instruction.type))
            return false;
        bool uniform = true;
        for (int n = 0; n < instruction.operand_count; ++n) {
            const Operand& operand = instruction.operands[static_cast<size_t>(n)];
            if (!is_followed(operand)) return false;
            const PlainColor values = read(operand);
            uniform &= std::ranges::all_of(values, [](const PlainComponent& value) {
                return value.kind == ComponentKind::Parameter || value.kind == ComponentKind::Computed;
            });
        }
        PlainColor values;
        values.fill({uniform ? ComponentKind::Computed : ComponentKind::Other});
        if (copies(instruction)) values = read(instruction.operands[0]);
        PlainColor& held = at(to.file, register_of(to.variable, to.element));
        for (size_t c = 0; c < 4; ++c)
            if (to.write_mask >> c & 1) held[c] = values[c];
        return true;
    }

    static bool copies(const Instruction& instruction) {
        return arbasm::has_trait(instruction.opcode, arbasm::Trait::Moves) &&
               instruction.saturation == arbasm::Saturation::None && instruction.precision == arbasm::Precision::Full &&
               instruction.operands[0].negate == 0 && !instruction.operands[0].absolute &&
               !instruction.operands[0].negate_inside;
    }
    bool is_followed(const Operand& operand) const {
        if (operand.relative.file != RegisterFile::None || operand.variable < 0) return false;
        if (program_.variables[static_cast<size_t>(operand.variable)].is_long) return false;
        return operand.file == RegisterFile::Attribute || operand.file == RegisterFile::Parameter ||
               operand.file == RegisterFile::Temporary || operand.file == RegisterFile::Address;
    }
    int32_t register_of(int32_t variable, int32_t element) const {
        return variable < 0 ? element : program_.variables[static_cast<size_t>(variable)].register_of(element);
    }
    // The operand's four components, behind its swizzle.
    PlainColor read(const Operand& operand) const {
        const PlainColor held = find(operand.file, register_of(operand.variable, operand.element));
        PlainColor values;
        for (size_t c = 0; c < 4; ++c) {
            const uint8_t selector = operand.swizzle[c];
            values[c] = selector < 4 ? held[selector] : PlainComponent{ComponentKind::Computed};
        }
        return values;
    }
    PlainColor find(RegisterFile file, int32_t number) const {
        PlainColor values;
        if (file == RegisterFile::Attribute || file == RegisterFile::Parameter) {
            const ComponentKind kind =
                file == RegisterFile::Attribute ? ComponentKind::Attribute : ComponentKind::Parameter;
            for (uint8_t c = 0; c < 4; ++c) values[c] = {kind, c, static_cast<int16_t>(number)};
            return values;
        }
        // Registers that nothing has been written to hold zero.
        const auto found = registers_.find({file, number});
        return found == registers_.end() ? values : found->second;
    }
    PlainColor& at(RegisterFile file, int32_t number) { return registers_[{file, number}]; }

    const arbasm::Program& program_;
    std::map<std::pair<RegisterFile, int32_t>, PlainColor> registers_;
};

}  // namespace

PlainColors find_plain_colors(const arbasm::Program& program,
                              const std::array<int16_t, max_color_attachments>& registers, uint32_t wanted) {
    PlainColors found;
    constexpr size_t longest = 64;  // what is computed from parameters runs once per draw
    if (program.instructions.size() > longest || arbasm::entry_point(program) != 0) return found;
    Follower follower(program);
    if (!follower.run()) return found;
    found.known = true;
    found.wanted = wanted;
    for (size_t i = 0; i < max_color_attachments; ++i) {
        if (!(wanted >> i & 1)) continue;
        found.colors[i] = follower.result(registers[i]);
        for (const PlainComponent& component : found.colors[i]) {
            found.known &= component.kind != ComponentKind::Other;
            found.computed |= component.kind == ComponentKind::Computed;
        }
    }
    return found;
}

}  // namespace rasterizer
