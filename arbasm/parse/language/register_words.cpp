#include "arbasm/parse/language/register_words.h"

#include <algorithm>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/register_names.h"

namespace arbasm {

bool is_position_invariant(const Program& program) { return program.has(Option::NvPositionInvariant); }

bool parse_register_number(std::string_view name, char letter, int count, int& number) {
    if (name.size() < 2 || name.size() > 3 || name[0] != letter) return false;
    if (name.size() == 3 && name[1] == '0') return false;
    number = 0;
    for (char c : name.substr(1)) {
        if (c < '0' || c > '9') return false;
        number = number * 10 + (c - '0');
    }
    return number < count;
}

bool is_register_keyword(const Program& program, std::string_view name) {
    for (std::string_view word : {"END", "OPTION", "DEFINE", "DECLARE", "RC", "HC", "CC", "f", "o", "p", "EQ", "GE",
                                  "GT", "LE", "LT", "NE", "TR", "FL"}) {
        if (name == word) return true;
    }
    // The grammars of fragment programs know neither the vertex programs' registers nor their names.
    for (std::string_view word : {"v", "c", "A0", "A1"}) {
        const bool loops = program.instruction_set == InstructionSet::Fp20 && word[0] == 'A';
        if (name == word) return is_vertex(program) || loops;
    }
    for (const RegisterName& known : register_names) {
        if (known.name == name && (known.side == RegisterSide::VertexOutput) == is_vertex(program)) return true;
    }
    int number = 0;
    if (parse_register_number(name, 'R', 32, number) || parse_register_number(name, 'H', 64, number)) return true;
    if (name.starts_with("TEX") && name.size() > 3 && name.size() < 6 &&
        std::all_of(name.begin() + 3, name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return true;
    }
    const Mnemonic mnemonic = split_mnemonic(name);
    return mnemonic.opcode != Opcode::Count && has_opcode(program, mnemonic.opcode);
}

}  // namespace arbasm
