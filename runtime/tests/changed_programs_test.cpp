// Random programs, and others made of them that must compute the same: with a call of an empty routine behind every
// statement, with every constant hidden in a parameter, with loops turned by one. On every engine and SIMD level, as
// they are and optimised, bit for bit but for NaNs.
//
// ASMGL_RANDOM_PROGRAMS=n takes n programs of each header instead of a few.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "arbasm/testing/random_program.h"
#include "ir/language_features.h"
#include "ir/optimize/optimize.h"
#include "ir/optimize/restructure.h"
#include "ir/program_builder.h"
#include "ir/program_facts.h"
#include "runtime/testing/random_outcomes.h"

namespace runtime {
namespace {

using arbasm::Instruction;
using arbasm::Opcode;
using arbasm::Program;

using Constants = std::vector<std::array<uint32_t, 4>>;

// Instructions anew, from a list that says for each of the old ones where it begins in it.
void replace_instructions(Program& program, std::vector<Instruction> made, const std::vector<size_t>& begins) {
    for (arbasm::Label& label : program.labels)
        label.instruction = static_cast<int32_t>(begins[static_cast<size_t>(label.instruction)]);
    program.instructions = std::move(made);
    arbasm::connect_blocks(program);
}

// CAL of a routine that another label follows at once, and of one at the end of the text; where there is CAL.
Program with_empty_calls(const Program& program) {
    Program changed = program;
    if (!arbasm::has_opcode(program, Opcode::Cal)) return changed;
    const auto first = static_cast<int32_t>(program.labels.size());
    std::vector<Instruction> made;
    std::vector<size_t> begins;
    for (const Instruction& instruction : program.instructions) {
        begins.push_back(made.size());
        made.push_back(instruction);
        Instruction& call = made.emplace_back();
        call.opcode = Opcode::Cal;
        call.target = first + static_cast<int32_t>(begins.size() % 2);
    }
    begins.push_back(made.size());
    const auto end = static_cast<int32_t>(program.instructions.size());
    for (const char* name : {"nothing", "nothing_either"}) changed.labels.push_back({name, end, -1});
    replace_instructions(changed, std::move(made), begins);
    return changed;
}

Program with_hidden_constants(const Program& program, Constants& constants) {
    Program changed = program;
    for (arbasm::Binding& binding : changed.parameters) {
        if (binding.kind != arbasm::BindingKind::Constant) continue;
        arbasm::Binding hidden;
        hidden.kind = arbasm::BindingKind::ProgramLocal;
        hidden.high = binding.high;
        hidden.index = static_cast<int16_t>(first_hidden_constant + static_cast<int>(constants.size()));
        constants.push_back(binding.constant);
        binding = hidden;
    }
    return changed;
}

// ---- loops

struct LoopShape {
    bool breaks = false;     // by a BRK of its own
    bool continues = false;  // by a CONT of its own
};
LoopShape shape_of(const Program& program, size_t begin, size_t end) {
    LoopShape shape;
    for (size_t n = begin + 1; n < end; n++) {
        const Instruction& instruction = program.instructions[n];
        if (instruction.target != static_cast<int32_t>(end)) continue;
        shape.breaks |= instruction.opcode == Opcode::Brk;
        shape.continues |= instruction.opcode == Opcode::Cont;
    }
    return shape;
}

// A constant that a REP counts to.
std::optional<uint32_t> constant_count(const Program& program, const Instruction& loop) {
    const arbasm::Operand& operand = loop.operands[0];
    if (loop.operand_count != 1 || operand.file != arbasm::RegisterFile::Parameter || operand.variable < 0 ||
        operand.relative.file != arbasm::RegisterFile::None || operand.negate || operand.absolute)
        return {};
    const arbasm::Variable& variable = program.variables[static_cast<size_t>(operand.variable)];
    if (variable.is_long) return {};
    const arbasm::Binding& binding = program.parameters[static_cast<size_t>(variable.register_of(operand.element))];
    if (binding.kind != arbasm::BindingKind::Constant || operand.swizzle[0] > 3) return {};
    const uint32_t bits = binding.constant[operand.swizzle[0]];
    const float count = loop.type == arbasm::DataType::F32 ? float_of(bits) : static_cast<float>(bits);
    return count >= 1 && count <= 64 ? std::optional(static_cast<uint32_t>(count)) : std::nullopt;
}

// Loops without a count have their content twice; of those that count to a constant, and are left there or by RET,
// the first turn stands before them as a loop of its own.
class LoopTurner {
  public:
    explicit LoopTurner(const Program& program) : builder_(program), program_(program) {}

    Program turned(int& changed) && {
        copy(0, program_.instructions.size(), true);
        begins_.push_back(made_.size());
        replace_instructions(builder_.program, std::move(made_), begins_);
        changed = changed_;
        return std::move(builder_).finish();
    }

  private:
    // `first`: labels are about this copy.
    void copy(size_t from, size_t to, bool first) {
        for (size_t n = from; n < to; n++) {
            if (first && begins_.size() == n) begins_.push_back(made_.size());
            const Instruction& instruction = program_.instructions[n];
            const auto end = static_cast<size_t>(instruction.target);
            if (instruction.opcode == Opcode::Rep && made_.size() < 4 * program_.instructions.size()) {
                const LoopShape shape = shape_of(program_, n, end);
                if (instruction.operand_count == 0) {
                    changed_++;
                    made_.push_back(instruction);
                    copy(n + 1, end, first);
                    copy(n + 1, end, false);
                    made_.push_back(program_.instructions[end]);
                    if (first) begins_.resize(end + 1, made_.size() - 1);
                    n = end;
                    continue;
                }
                if (const auto count = constant_count(program_, instruction); count && !shape.breaks) {
                    changed_++;
                    counted(instruction, 1);
                    copy(n + 1, end, first);
                    made_.push_back(program_.instructions[end]);
                    if (first) begins_.resize(end + 1, made_.size() - 1);
                    counted(instruction, *count - 1);
                    copy(n + 1, end, false);
                    made_.push_back(program_.instructions[end]);
                    n = end;
                    continue;
                }
            }
            made_.push_back(instruction);
        }
    }

    void counted(Instruction loop, uint32_t count) {
        arbasm::Binding binding;
        binding.kind = arbasm::BindingKind::Constant;
        const auto as_float = static_cast<float>(count);
        binding.constant.fill(loop.type == arbasm::DataType::F32 ? bits_of(as_float) : count);
        const bool scalar = loop.operands[0].scalar;
        loop.operands[0] = builder_.use(builder_.bound(arbasm::RegisterFile::Parameter, binding), {0, 0, 0, 0});
        loop.operands[0].scalar = scalar;
        made_.push_back(loop);
    }

    arbasm::ProgramBuilder builder_;
    const Program& program_;
    std::vector<Instruction> made_;
    std::vector<size_t> begins_;
    int changed_ = 0;
};

// ---- comparisons

struct Changed {
    const char* what;
    std::shared_ptr<const Program> program;
};

class ChangedPrograms : public testing::TestWithParam<const char*> {
  protected:
    void compare(uint64_t seed, const std::string& text, bool integers);

    int ran_ = 0, turned_ = 0, compiled_ = 0;
};

void ChangedPrograms::compare(uint64_t seed, const std::string& text, bool integers) {
    const std::shared_ptr<const Program> program = arbasm::parse(text).program;
    if (!program || arbasm::jumps_to_labels(*program)) return;
    for (const Instruction& instruction : program->instructions)
        if (instruction.opcode == Opcode::Loop) return;
    const std::vector<SimdLevel> levels = simd_levels();
    Constants constants;
    int loops = 0;
    const auto keep = [](Program made) { return std::make_shared<const Program>(std::move(made)); };
    const std::vector<Changed> all = {{"as it was", program},
                                      {"with empty calls", keep(with_empty_calls(*program))},
                                      {"with hidden constants", keep(with_hidden_constants(*program, constants))},
                                      {"with turned loops", keep(LoopTurner(*program).turned(loops))}};
    const RandomInputsOf inputs{seed, integers, constants};
    const RandomOutcome wanted =
        outcome_of(*interpreter::make_routine(program, levels.back()), *program, inputs, std::chrono::nanoseconds(0));
    if (!wanted.ended) return;
    ran_++;
    turned_ += loops > 0;
    const auto check = [&](const Changed& changed, const Program& form, const Routine& routine, const char* how) {
        const RandomOutcome got = outcome_of(routine, form, inputs, std::chrono::seconds(10));
        EXPECT_TRUE(got.ended) << changed.what;
        EXPECT_EQ(difference(*program, wanted.run, form, got.run), "")
            << "seed " << seed << ", " << changed.what << ", " << how << ", " << routine.engine_name() << "\n"
            << text << arbasm::print(form);
    };
    for (size_t n = 0; n < all.size() && !HasFailure(); n++) {
        const auto optimized = arbasm::optimize(all[n].program);
        for (const SimdLevel level : levels) {
            check(all[n], *all[n].program, *interpreter::make_routine(all[n].program, level), "as made");
            check(all[n], *optimized, *interpreter::make_routine(optimized, level), "optimised");
        }
        // LLVM takes its time: one form of every few programs, in turn.
        if (seed % 8 != n || program->instructions.size() > 60) continue;
        const SimdLevel level = levels[seed / 8 % levels.size()];
        const auto& form = seed / 24 % 2 ? optimized : all[n].program;
        if (const auto compiled = compiled_at(form, level)) {
            compiled_++;
            check(all[n], *form, *compiled, "compiled");
        }
    }
}

TEST_P(ChangedPrograms, GiveTheSame) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 120;
    for (int n = 0; ran_ < count && n < 4 * count && !HasFailure(); n++) {
        arbasm::RandomProgram settings;
        settings.header = GetParam();
        settings.textures = settings.memory = settings.stage_specific = false;
        // Numbers of one kind, so that a NaN's bits never become a number.
        const bool integers = n % 2;
        settings.floats = !integers;
        settings.integers = integers;
        settings.cross_lane = n % 4 < 2;
        const auto seed = static_cast<uint64_t>(n);
        compare(seed, arbasm::random_program(seed + 151000, settings), integers);
    }
    std::printf("%d programs, loops turned in %d, %d compiled\n", ran_, turned_, compiled_);
    EXPECT_GE(ran_, count / 2);
    const bool has_loops = std::string_view(GetParam()).starts_with("!!NV");
    EXPECT_GE(turned_, has_loops ? ran_ / 20 : 0);
}
INSTANTIATE_TEST_SUITE_P(Headers, ChangedPrograms,
                         testing::Values("!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0", "!!NVvp5.0", "!!NVfp5.0"));

}  // namespace
}  // namespace runtime
