#include "ir/result_sources.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/semantics/operations.h"

namespace arbasm {
namespace {

using Kind = ComponentSource::Kind;

// Follows values through a straight program.
class ResultTracer {
  public:
    explicit ResultTracer(const Program& program) : program_(program) {}

    bool run() {
        return std::ranges::all_of(program_.instructions, [this](const auto& i) { return follow(i); });
    }
    std::vector<ResultSource> results() const {
        std::vector<ResultSource> sources(program_.results.size());
        for (size_t n = 0; n < sources.size(); ++n) sources[n] = find(RegisterFile::Result, static_cast<int32_t>(n));
        return sources;
    }

  private:
    bool follow(const Instruction& instruction) {
        if (operation_of(instruction.opcode) == Operation::Count) return false;
        const Destination& to = instruction.result;
        if (to.file != RegisterFile::Temporary && to.file != RegisterFile::Result && to.file != RegisterFile::Address)
            return false;
        if (to.relative.file != RegisterFile::None || to.condition.test != ConditionTest::True ||
            instruction.condition_update != ConditionUpdate::None || is_64_bit(instruction.type))
            return false;
        bool uniform = true;
        for (int n = 0; n < instruction.operand_count; ++n) {
            const Operand& operand = instruction.operands[static_cast<size_t>(n)];
            if (!is_followed(operand)) return false;
            const ResultSource values = read(operand);
            uniform &= std::ranges::all_of(values, [](const ComponentSource& value) {
                return value.kind == Kind::Parameter || value.kind == Kind::Computed;
            });
        }
        ResultSource values;
        values.fill({uniform ? Kind::Computed : Kind::Other});
        if (copies(instruction)) values = read(instruction.operands[0]);
        ResultSource& held = at(to.file, register_of(to.variable, to.element));
        for (size_t c = 0; c < 4; ++c)
            if (to.write_mask >> c & 1) held[c] = values[c];
        return true;
    }

    static bool copies(const Instruction& instruction) {
        return has_trait(instruction.opcode, Trait::Moves) && instruction.saturation == Saturation::None &&
               instruction.precision == Precision::Full && instruction.operands[0].negate == 0 &&
               !instruction.operands[0].absolute && !instruction.operands[0].negate_inside;
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
    ResultSource read(const Operand& operand) const {
        const ResultSource held = find(operand.file, register_of(operand.variable, operand.element));
        ResultSource values;
        for (size_t c = 0; c < 4; ++c) {
            const uint8_t selector = operand.swizzle[c];
            values[c] = selector < 4 ? held[selector] : ComponentSource{Kind::Computed};
        }
        return values;
    }
    ResultSource find(RegisterFile file, int32_t number) const {
        ResultSource values;
        if (file == RegisterFile::Attribute || file == RegisterFile::Parameter) {
            const Kind kind = file == RegisterFile::Attribute ? Kind::Attribute : Kind::Parameter;
            for (uint8_t c = 0; c < 4; ++c) values[c] = {kind, c, static_cast<int16_t>(number)};
            return values;
        }
        // Registers that nothing has been written to hold zero.
        const auto found = registers_.find({file, number});
        return found == registers_.end() ? values : found->second;
    }
    ResultSource& at(RegisterFile file, int32_t number) { return registers_[{file, number}]; }

    const Program& program_;
    std::map<std::pair<RegisterFile, int32_t>, ResultSource> registers_;
};

}  // namespace

std::optional<std::vector<ResultSource>> find_result_sources(const Program& program) {
    constexpr size_t longest = 64;  // what is computed from parameters runs once per draw
    if (program.instructions.size() > longest || entry_point(program) != 0) return std::nullopt;
    ResultTracer tracer(program);
    if (!tracer.run()) return std::nullopt;
    return tracer.results();
}

}  // namespace arbasm
