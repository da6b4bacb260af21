#include "arbasm/parse/context/labels.h"

#include <algorithm>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/keywords.h"
#include "arbasm/parse/text/nearest.h"

namespace arbasm {

bool starts_label(TokenCursor& cursor, const Program& program) {
    // Modifiers and operands follow most words.
    const char next = cursor.next_on_line();
    if (next == '.' || next == ' ' || next == ';') return false;
    const Lexer::Mark mark = cursor.mark();
    cursor.advance();
    const bool result = cursor.token().is(':') || (is_nv5(program) && cursor.token().is("SUBROUTINENUM"));
    cursor.reset(mark);
    return result;
}

namespace {

// Programs of NV_fragment_program2 run on past a label, those of NV_gpu_program4 return there.
bool runs_on_past_labels(const Program& program) {
    return program.stage == Stage::Fragment && !is_nv4_family(program.instruction_set);
}

bool is_unreachable(const Program& program) {
    const auto here = static_cast<int32_t>(program.instructions.size());
    if (!program.labels.empty() && program.labels.back().instruction == here) return false;
    if (here == 0) return true;
    const Instruction& last = program.instructions.back();
    return last.opcode == Opcode::Ret && last.condition.test == ConditionTest::True;
}

// A subroutine that doesn't end with RET goes on with the next one: it calls it and returns.
void run_on(Program& program, Labels& labels, const Token& next) {
    Instruction call;
    call.opcode = Opcode::Cal;
    call.where = next.where;
    labels.note_call(program.instructions.size(), next.text);
    program.instructions.push_back(call);
    call.opcode = Opcode::Ret;
    program.instructions.push_back(call);
}

}  // namespace

bool parse_label(ParseContext& context, Labels& labels) {
    const Token name = context.token();
    context.advance();
    int32_t number = -1;
    if (is_nv5(context.program) && context.token().is("SUBROUTINENUM")) {
        context.advance();
        int64_t value = 0;
        if (!context.expect('(') ||
            !context.parse_unsigned(value, context.limits.subroutine_numbers - 1, "a SUBROUTINENUM") ||
            !context.expect(')')) {
            return false;
        }
        number = static_cast<int32_t>(value);
    }
    if (!context.expect(':')) return false;
    if (is_reserved(context.program, name.text))
        return context.fail(name.where, "\"" + std::string(name.text) + "\" is a reserved word");
    const auto index = static_cast<int32_t>(context.program.labels.size());
    if (!labels.by_name.emplace(name.text, index).second) {
        context.fail(name.where, "label \"" + std::string(name.text) + "\" is defined twice");
        return true;
    }
    if (number >= 0 && !labels.by_number.emplace(number, name.text).second) {
        context.fail(name.where, "SUBROUTINENUM " + std::to_string(number) + " belongs to label \"" +
                                     std::string(labels.by_number[number]) + "\" already");
    }
    if (runs_on_past_labels(context.program) && !is_unreachable(context.program)) run_on(context.program, labels, name);
    context.program.labels.push_back(
        {std::string(name.text), static_cast<int32_t>(context.program.instructions.size()), number});
    context.locations.labels.push_back(name.where);
    return true;
}

void resolve_calls(TokenCursor& cursor, Program& program, const Labels& labels) {
    for (size_t n = 0; n < std::min(labels.calls.size(), program.instructions.size()); ++n) {
        const std::string_view name = labels.calls[n];
        if (name.empty()) continue;
        if (cursor.has_max_errors()) return;
        if (const auto found = labels.by_name.find(name); found != labels.by_name.end()) {
            program.instructions[n].target = found->second;
            continue;
        }
        std::vector<std::string_view> names;
        names.reserve(program.labels.size());
        for (const Label& label : program.labels) names.push_back(label.name);
        const std::string nearest = nearest_of(name, names);
        cursor.fail(program.instructions[n].where, "label " + quote(name) + " is defined nowhere",
                    nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
}

}  // namespace arbasm
