// The scalar evaluator's machine: one thread of a program.
#pragma once

#include <algorithm>
#include <utility>

#include "ir/program_facts.h"
#include "runtime/testing/scalar_numbers.h"

namespace runtime {

using arbasm::BindingKind;
using arbasm::ConditionMask;
using arbasm::ConditionTest;
using arbasm::Label;
using arbasm::Operand;
using arbasm::Precision;
using arbasm::Program;
using arbasm::RegisterFile;
using arbasm::RelativeIndex;
using arbasm::Variable;

bool is_memory_access(Opcode opcode);
// Instructions that look at whole vectors, and those whose operands have another type than the result.
bool is_whole_vector(Opcode opcode);

class ScalarMachine {
    using Word = EvaluatedWord;
    using Registers = std::vector<EvaluatedVector>;

  public:
    ScalarMachine(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                  const std::vector<std::array<uint32_t, 4>>& parameters, EvaluatedMemory* memory = nullptr)
        : program_(program), memory_(memory) {
        const auto copy = [](const std::vector<std::array<uint32_t, 4>>& from) {
            Registers to(from.size());
            for (size_t i = 0; i < from.size(); i++)
                for (size_t c = 0; c < 4; c++) to[i][c].bits = from[i][c];
            return to;
        };
        attributes_ = copy(attributes);
        parameters_ = copy(parameters);
        for (size_t i = 0; i < program.parameters.size(); i++)
            if (program.parameters[i].kind == BindingKind::Constant)
                for (size_t c = 0; c < 4; c++) parameters_[i][c] = {Word::Known, program.parameters[i].constant[c]};
        temporaries_.resize(static_cast<size_t>(program.temporary_count));
        addresses_.resize(static_cast<size_t>(program.address_count));
        evaluation_.results.resize(program.results.size());
        for (Flags& flags : codes_[0]) flags.zero = true;
        for (Flags& flags : codes_[1]) flags.zero = true;
        is_label_.resize(program.instructions.size() + 1);
        labels_return_ = !jumps_to_labels(program);
        for (const Label& label : program.labels) is_label_[static_cast<size_t>(label.instruction)] = labels_return_;
        pc_ = static_cast<size_t>(entry_point(program));
    }
    bool run();
    const Evaluation& evaluation() const { return evaluation_; }

  private:
    struct Loop {
        int32_t turns;
        bool counted;
        size_t depth;  // of calls
    };

    Registers& file(RegisterFile which) {
        switch (which) {
            case RegisterFile::Attribute: return attributes_;
            case RegisterFile::Result: return evaluation_.results;
            case RegisterFile::Parameter: return parameters_;
            case RegisterFile::Address: return addresses_;
            case RegisterFile::None:
            case RegisterFile::Temporary:
            case RegisterFile::Buffer:
            case RegisterFile::Texture:
            case RegisterFile::Image:
            case RegisterFile::Storage:
            case RegisterFile::Counter:
            case RegisterFile::Shared:
            case RegisterFile::Subroutine: break;
        }
        return temporaries_;
    }
    int32_t index(const RelativeIndex& relative) {
        const Variable& variable = program_.variables[static_cast<size_t>(relative.variable)];
        const Word word =
            file(relative.file)[static_cast<size_t>(variable.register_of(relative.element))][relative.component];
        if (word.state != Word::Known) throw Undecided{};
        return static_cast<int32_t>(word.bits);
    }
    // The number of an element's first register.
    size_t index_of(int32_t number, int32_t element, const RelativeIndex& relative) {
        const Variable& variable = program_.variables[static_cast<size_t>(number)];
        int64_t wanted = element;
        if (relative.file != RegisterFile::None)
            wanted = std::clamp<int64_t>(wanted + index(relative), 0, variable.size - 1);
        return static_cast<size_t>(variable.register_of(static_cast<int32_t>(wanted)));
    }
    Word load(const Operand& operand, size_t component, DataType type, bool plain = false);
    // A number in the precision that the instruction asks for.
    Word narrowed(Word word) const {
        if (precision_ == Precision::Full || word.state == Word::Unknown) return word;
        const float value = word.state == Word::NotANumber ? NAN : number_of<float>(word.bits);
        if (precision_ == Precision::Half)
            return word.state == Word::NotANumber
                       ? word
                       : word_of(static_cast<float>(exact_value(half_bits(double{value}), DataType::F16)));
        if (std::isnan(value)) return word_of(0.0f);
        const float fixed = std::nearbyint(std::min(std::max(value, -2.0f), 2047.0f / 1024.0f) * 1024.0f) / 1024.0f;
        return word_of(fixed == 0 ? 0.0f : fixed);
    }
    EvaluatedVector load_vector(const Operand& operand, DataType type) {
        EvaluatedVector result;
        for (size_t c = 0; c < 4; c++) result[c] = load(operand, operand.scalar ? 0 : c, type);
        return result;
    }
    bool passes(const ConditionMask& mask, size_t component);
    bool any_passes(const ConditionMask& mask) {
        if (mask.test == ConditionTest::True) return true;
        bool passed = false;
        for (size_t c = 0; c < 4; c++) passed |= passes(mask, c);
        return passed;
    }
    void store(const Instruction& instruction, const EvaluatedVector& values, DataType type,
               const std::array<Flags, 4>& sums);
    void execute(const Instruction& instruction);
    template <class N>
    bool compute(const Instruction& instruction, DataType type);
    bool enters_loop(const Instruction& instruction);
    bool compute_vector(const Instruction& instruction);  // false: not known here
    void compute_rounding(const Instruction& instruction);
    void compute_integer_to_float(const Instruction& instruction);
    void compute_conversion(const Instruction& instruction);
    void compute_halves_of_64(const Instruction& instruction);
    void compute_bit_field(const Instruction& instruction);
    void compute_unpacked(const Instruction& instruction);
    void compute_packed(const Instruction& instruction);
    bool compute_floats(const Instruction& instruction);
    struct FloatOperands {
        float n[3][4];
        Word::State worst = Word::Known;
    };
    FloatOperands load_floats(const Instruction& instruction);
    void kill(const Instruction& instruction);
    std::pair<EvaluatedBytes*, size_t> memory_location(const Instruction& instruction);
    void access_memory(const Instruction& instruction);
    void leave_call() {
        while (!loops_.empty() && loops_.back().depth == calls_.size()) loops_.pop_back();
        pc_ = calls_.back();
        calls_.pop_back();
    }
    bool call(const Instruction& instruction);
    bool run_on();

    const Program& program_;
    EvaluatedMemory* memory_;
    Registers attributes_, parameters_, temporaries_, addresses_;
    std::array<Flags, 4> codes_[2];
    Precision precision_ = Precision::Full;  // of the instruction that runs
    Evaluation evaluation_;
    // Where it stands.
    std::vector<Loop> loops_;
    std::vector<size_t> calls_;
    std::vector<bool> is_label_;
    bool labels_return_ = true;  // else they are jump targets, and the end of the text ends all calls
    size_t pc_ = 0;
    bool jumped_ = true;
    int steps_ = 0;
};

}  // namespace runtime
