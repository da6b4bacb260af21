// Programs that name registers: VP1.0, VSP1.0, VP1.1 and VP2.0 (NV_vertex_program, 1_1, 2), FP1.0 (NV_fragment_program)
// and FP2.0, which is FP1.0 with the instructions of NV_fragment_program2, as Cg writes it for its profile fp40.
//
// A register becomes a variable where it is first used: temporaries, address registers and the array c by their names,
// v[], f[], o[] and single parameters as inline bindings.
#include <algorithm>
#include <bit>
#include <set>

#include "arbasm/parse/parser.h"
#include "arbasm/register_names.h"

namespace arbasm {
namespace {

bool is_position_invariant(const Program& program) { return program.has(Option::NvPositionInvariant); }

// Limits that the specifications write out.
int instruction_limit(const Program& program, const Limits& limits) {
    const int position = is_position_invariant(program) ? 4 : 0;
    switch (program.instruction_set) {
        case InstructionSet::Vp20: return 256 - position;
        case InstructionSet::Fp10:
        case InstructionSet::Fp20: return limits.instructions;
        case InstructionSet::Vp10:
        case InstructionSet::Vsp10:
        case InstructionSet::Vp11:
        case InstructionSet::Arb10:
        case InstructionSet::Nv40:
        case InstructionSet::Nv41:
        case InstructionSet::Nv50: break;
    }
    return 128 - position;
}

constexpr int fragment_register_limit = 64;  // halves

}  // namespace

// ---- names

// "R12" with letter R and count 16: 12.
bool Parser::parse_register_number(std::string_view name, char letter, int count, int& number) const {
    if (name.size() < 2 || name.size() > 3 || name[0] != letter) return false;
    if (name.size() == 3 && name[1] == '0') return false;
    number = 0;
    for (char c : name.substr(1)) {
        if (c < '0' || c > '9') return false;
        number = number * 10 + (c - '0');
    }
    return number < count;
}

// Words that can't be the name of a constant or of a parameter.
bool Parser::is_register_keyword(std::string_view name) const {
    for (std::string_view word : {"END", "OPTION", "DEFINE", "DECLARE", "RC", "HC", "CC", "f", "o", "p", "EQ", "GE",
                                  "GT", "LE", "LT", "NE", "TR", "FL"}) {
        if (name == word) return true;
    }
    // The grammars of fragment programs know neither the vertex programs' registers nor their names.
    for (std::string_view word : {"v", "c", "A0", "A1"}) {
        const bool loops = program_.instruction_set == InstructionSet::Fp20 && word[0] == 'A';
        if (name == word) return is_vertex() || loops;
    }
    for (const RegisterName& known : register_names) {
        if (known.name == name && (known.side == RegisterSide::VertexOutput) == is_vertex()) return true;
    }
    int number = 0;
    if (parse_register_number(name, 'R', 32, number) || parse_register_number(name, 'H', 64, number)) return true;
    if (name.starts_with("TEX") && name.size() > 3 && name.size() < 6 &&
        std::all_of(name.begin() + 3, name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return true;
    }
    const Mnemonic mnemonic = split_mnemonic(name);
    return mnemonic.opcode != Opcode::Count && available(mnemonic.opcode);
}

// "[WORD]" behind v, f and o.
bool Parser::parse_bracketed_word(Token& word) {
    advance();
    if (!expect('[')) return false;
    word = token();
    if (word.kind != TokenKind::Identifier && word.kind != TokenKind::Integer)
        return unexpected("the name of a register");
    advance();
    return expect(']');
}

// ---- statements

bool Parser::parse_register_statement() {
    const Token word = token();
    if (is_fragment() && word.is("DEFINE")) return advance(), parse_define() && end_statement();
    if (is_fragment() && word.is("DECLARE")) return advance(), parse_declare() && end_statement();
    if (is_instruction(word.text)) return parse_instruction() && end_statement();
    return parse_unknown_statement();
}

bool Parser::parse_register_scalar(uint32_t& bits) {
    if (token().kind == TokenKind::Identifier) {
        const Token name = token();
        const int32_t* found = find_variable(name.text);
        if (found == nullptr) return unknown_name(name);
        if (!is_poisoned(*found) && !scalar_constants_.contains(*found)) {
            return fail(quote(name.text) + " is not a scalar constant");
        }
        bits = is_poisoned(*found) ? 0 : bindings_[static_cast<size_t>(*found)].front().constant[0];
        advance();
        return true;
    }
    return parse_constant_scalar(DataType::F32, true, bits);
}

// A number, "{x, y}" or the name of a constant.
bool Parser::parse_register_constant(Binding& out, bool& is_scalar) {
    out.kind = BindingKind::Constant;
    is_scalar = false;
    if (token().is('{')) {
        advance();
        out.constant = {0, 0, 0, std::bit_cast<uint32_t>(1.0f)};
        size_t count = 0;
        do {
            if (count == 4) return fail("a constant vector has at most four components");
            if (!parse_register_scalar(out.constant[count++])) return false;
        } while (accept(','));
        return expect('}');
    }
    if (token().kind == TokenKind::Identifier) {
        const int32_t* found = find_variable(token().text);
        if (found != nullptr && !is_poisoned(*found) && !scalar_constants_.contains(*found) &&
            program_.variables[static_cast<size_t>(*found)].file == RegisterFile::Parameter &&
            bindings_[static_cast<size_t>(*found)].front().kind == BindingKind::Constant) {
            out.constant = bindings_[static_cast<size_t>(*found)].front().constant;
            advance();
            return true;
        }
    }
    uint32_t bits = 0;
    if (!parse_register_scalar(bits)) return false;
    out.constant = {bits, bits, bits, bits};
    is_scalar = true;
    return true;
}

bool Parser::parse_define() {
    Token name;
    if (!parse_new_name(name)) return false;
    Binding constant;
    bool is_scalar = false;
    if (!expect('=') || !parse_register_constant(constant, is_scalar)) return poison(name), false;
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    const int32_t index = add_variable(std::move(variable), {constant}, name.where);
    if (is_scalar) scalar_constants_.insert(index);
    names_.emplace(name.text, index);
    return true;
}

// A parameter that ProgramNamedParameter*NV sets; its number is its place among them.
bool Parser::parse_declare() {
    Token name;
    if (!parse_new_name(name)) return false;
    Binding parameter;
    if (token().is('=')) {
        advance();
        bool is_scalar = false;
        if (!parse_register_constant(parameter, is_scalar)) return poison(name), false;
    }
    parameter.kind = BindingKind::NamedParameter;
    parameter.index = static_cast<int16_t>(named_parameters_++);
    if (named_parameters_ > limits_.parameters) return fail(name.where, "too many named parameters");
    Variable variable;
    variable.file = RegisterFile::Parameter;
    variable.name = name.text;
    names_.emplace(name.text, add_variable(std::move(variable), {parameter}, name.where));
    return true;
}

// ---- operands

// c[n] and c[A0.x+n] of vertex programs, p[n] of fragment programs.
bool Parser::parse_program_parameter(Operand& operand) {
    const Token name = token();
    const SourceLocation start = name.where;
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    const int count = is_fragment() ? limits_.local_parameters : vp2 ? 256 : 96;
    advance();
    if (!expect('[')) return false;
    // State programs write c, which makes it their registers.
    const auto array = [&] {
        const RegisterFile file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        const int32_t variable = implicit_variable(file, "c", count);
        auto& bound = bindings_[static_cast<size_t>(variable)];
        for (int n = static_cast<int>(bound.size()); !state_program && n < count; ++n) {
            Binding binding;
            binding.kind = BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
        return variable;
    };
    if (token().kind == TokenKind::Integer) {
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, int64_t{1} << 30, "the number of a parameter")) return false;
        if (value >= count) {
            return fail(where, quote(name.text) + " has the registers 0 to " + std::to_string(count - 1));
        }
        operand.file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        if (state_program) {
            operand.variable = array();
            operand.element = static_cast<int32_t>(value);
        } else {
            Binding binding;
            binding.kind = is_fragment() ? BindingKind::ProgramLocal : BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(value);
            operand.variable = inline_variable(RegisterFile::Parameter, binding, start);
        }
        return expect(']');
    }
    if (is_fragment() || token().kind != TokenKind::Identifier) return unexpected("the number of a parameter");
    if (program_.instruction_set == InstructionSet::Vp11 && is_position_invariant(program_)) {
        return fail("position-invariant !!VP1.1 programs can't address parameters relatively");
    }
    if (token().is("A0") || (vp2 && token().is("A1"))) {
        implicit_variable(RegisterFile::Address, token().text);
    }
    operand.variable = array();
    operand.file = program_.variables[static_cast<size_t>(operand.variable)].file;
    if (!parse_relative_register(operand.relative)) return false;
    return parse_offset(vp2 ? -256 : -64, vp2 ? 255 : 63, operand.element);
}

bool Parser::parse_register_operand(Operand& operand, bool& is_scalar_constant) {
    const Token start = token();
    is_scalar_constant = false;
    const bool number =
        start.kind == TokenKind::Integer || start.kind == TokenKind::Float || start.is('-') || start.is('+');
    if (is_fragment() && (number || start.is('{'))) {
        Binding constant;
        if (!parse_register_constant(constant, is_scalar_constant)) return false;
        operand.file = RegisterFile::Parameter;
        operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where);
        return true;
    }
    if (number || start.is('{')) return fail("!!VP programs have no constants; set a parameter c[n] instead");
    if (start.kind != TokenKind::Identifier) return unexpected("an operand");
    if (start.is(is_fragment() ? "f" : "v") && peek_is('[')) {
        Token word;
        if (!parse_bracketed_word(word)) return false;
        Binding binding;
        if (is_vertex()) {
            binding.kind = BindingKind::GenericAttrib;
            const int limit = program_.instruction_set == InstructionSet::Vsp10 ? 1 : 16;
            int attribute = -1;
            if (word.kind == TokenKind::Integer && word.text.size() <= 2) {
                attribute = 0;
                for (char c : word.text) attribute = attribute * 10 + (c - '0');
            } else if (limit == 16) {
                attribute = vertex_attribute_number(word.text);
            }
            if (attribute < 0 || attribute >= limit) {
                return fail(word.where, limit == 1 ? "a state program has the attribute v[0] only"
                                                   : quote(word.text) +
                                                         " is not an attribute: there are v[0] to v[15] and names "
                                                         "such as v[OPOS]");
            }
            binding.index = static_cast<int16_t>(attribute);
        } else {
            const RegisterName* known = find_register_name(word.text, RegisterSide::FragmentInput);
            if (known == nullptr || (known->only_fp2 && program_.instruction_set != InstructionSet::Fp20)) {
                return fail(word.where, quote(word.text) + " is not an attribute such as f[WPOS], f[COL0] or f[TEX0]");
            }
            binding = known->binding();
        }
        operand.file = RegisterFile::Attribute;
        operand.variable = inline_variable(RegisterFile::Attribute, binding, start.where);
        return true;
    }
    if (start.is(is_fragment() ? "p" : "c") && peek_is('[')) return parse_program_parameter(operand);
    if (start.is("o") && peek_is('[')) return fail("results can't be read");
    int number_of = 0;
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool is_full = parse_register_number(start.text, 'R', is_fragment() ? 32 : vp2 ? 16 : 12, number_of);
    const bool is_half = is_fragment() && !is_full && parse_register_number(start.text, 'H', 64, number_of);
    if (is_full || is_half) {
        advance();
        operand.file = RegisterFile::Temporary;
        operand.variable = implicit_variable(RegisterFile::Temporary, start.text);
        program_.variables[static_cast<size_t>(operand.variable)].is_short = is_half;
        return true;
    }
    if (start.is("RC") || start.is("HC") || start.is("CC")) return fail(quote(start.text) + " can't be read");
    const bool is_constant = is_fragment() && find_variable(start.text) != nullptr;
    if ((start.is("A0") || start.is("A1")) && !is_constant)
        return fail("an address register can only be used as an index");
    if (is_vertex()) return fail(quote(start.text) + " is not a register of " + header() + " programs");
    const int32_t* found = find_variable(start.text);
    if (found == nullptr) {
        return fail(quote(start.text) + " is not a register, and not named by DEFINE or DECLARE before");
    }
    advance();
    if (is_poisoned(*found)) return true;
    operand.file = RegisterFile::Parameter;
    operand.variable = *found;
    is_scalar_constant = scalar_constants_.contains(*found);
    return true;
}

// ---- results

bool Parser::parse_register_result_name(Destination& result) {
    const Token start = token();
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    if (start.kind != TokenKind::Identifier) return unexpected("a register");
    if (start.is("o") && peek_is('[')) {
        if (state_program) return fail("a state program writes temporaries and c[n] only");
        Token word;
        if (!parse_bracketed_word(word)) return false;
        const RegisterName* known =
            find_register_name(word.text, is_fragment() ? RegisterSide::FragmentOutput : RegisterSide::VertexOutput);
        if (known == nullptr || (known->only_vp2 && !vp2)) {
            return fail(word.where,
                        quote(word.text) + " is not a result such as " +
                            (is_fragment() ? "o[COLR], o[COLH] or o[DEPR]" : "o[HPOS], o[COL0] or o[TEX0]"),
                        known != nullptr ? "it came with !!VP2.0" : "");
        }
        if (known->kind == BindingKind::Position && is_position_invariant(program_)) {
            return fail(start.where, "o[HPOS] can't be written with OPTION NV_position_invariant");
        }
        result.file = RegisterFile::Result;
        result.variable = inline_variable(RegisterFile::Result, known->binding(), start.where);
        if (is_fragment()) {
            Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
            const bool written_before =
                std::any_of(program_.instructions.begin(), program_.instructions.end(),
                            [&](const Instruction& earlier) { return earlier.result.variable == result.variable; });
            if (written_before && variable.is_short != known->half) {
                return fail(start.where, "a program writes either o[COLR] or o[COLH], not both");
            }
            variable.is_short = known->half;
        }
        return true;
    }
    if (state_program && start.is("c") && peek_is('[')) {
        Operand use;
        const SourceLocation where = token().where;
        if (!parse_program_parameter(use)) return false;
        if (use.relative.file != RegisterFile::None) return fail(where, "parameters can't be written relatively");
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        return true;
    }
    int number = 0;
    const bool is_full = parse_register_number(start.text, 'R', is_fragment() ? 32 : vp2 ? 16 : 12, number);
    const bool is_half = is_fragment() && !is_full && parse_register_number(start.text, 'H', 64, number);
    const bool is_null = is_fragment() ? start.is("RC") || start.is("HC") : vp2 && start.is("CC");
    if (is_full || is_half || is_null) {
        advance();
        result.file = RegisterFile::Temporary;
        result.variable = implicit_variable(RegisterFile::Temporary, start.text);
        program_.variables[static_cast<size_t>(result.variable)].is_short = is_half || start.is("HC");
        return true;
    }
    if ((start.is("v") || start.is("f")) && peek_is('[')) return fail("attributes can't be written");
    if ((start.is("c") || start.is("p")) && peek_is('[')) return fail("parameters can't be written");
    if (find_variable(start.text) != nullptr) return fail(quote(start.text) + " can't be written");
    return fail(quote(start.text) + " is not a register of " + header() + " programs");
}

bool Parser::parse_register_result(Instruction& instruction) {
    Destination& result = instruction.result;
    if (!parse_register_result_name(result)) return false;
    // "If no precision suffix is specified, calculations are carried out using the precision of the temporary register
    // receiving the result."
    if (is_fragment() && !has_precision_suffix_ && opcode_info(instruction.opcode).suffixes & suffix_h) {
        const Variable& written = program_.variables[static_cast<size_t>(result.variable)];
        instruction.precision = written.is_short ? Precision::Half : Precision::Full;
    }
    if (!parse_write_mask(result.write_mask)) return false;
    if (!token().is('(')) return true;
    if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
    return parse_condition_mask(result.condition, false);
}

// ---- textures: "TEX0, 2D"

bool Parser::parse_register_texture(Instruction& instruction) {
    const Token unit = token();
    const std::string_view word = unit.text;
    int64_t number = -1;
    if (unit.kind == TokenKind::Identifier && word.starts_with("TEX") && (word.size() == 4 || word.size() == 5)) {
        number = 0;
        for (char c : word.substr(3)) number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : 100;
    }
    if (number < 0 || number > 15) return unexpected("a texture image unit, TEX0 to TEX15");
    if (number >= limits_.texture_image_units) {
        return fail("texture image unit " + std::to_string(number) + " is out of range: there are " +
                    std::to_string(limits_.texture_image_units));
    }
    advance();
    if (!expect_more(instruction)) return false;
    lexer_.relex_as_word();
    constexpr std::pair<std::string_view, TextureTarget> targets[] = {{"1D", TextureTarget::Target1D},
                                                                      {"2D", TextureTarget::Target2D},
                                                                      {"3D", TextureTarget::Target3D},
                                                                      {"CUBE", TextureTarget::TargetCube},
                                                                      {"RECT", TextureTarget::TargetRect}};
    for (const auto& [name, target] : targets) {
        if (token().is(name)) instruction.texture.target = target;
    }
    if (instruction.texture.target == TextureTarget::None) {
        return unexpected("a texture target, one of 1D, 2D, 3D, CUBE and RECT");
    }
    advance();
    instruction.texture.unit = static_cast<int32_t>(number);
    return note_texture_target(instruction.texture, unit.where);
}

// ---- rules for one instruction

// One attribute and one parameter for each instruction; FP1.0 merges constants of up to four numbers into one.
bool Parser::check_register_instruction(const Instruction& instruction, const std::vector<SourceLocation>& places) {
    if (program_.instruction_set == InstructionSet::Fp20) return true;
    int32_t attribute = -1;
    const Operand* parameter = nullptr;
    std::set<uint32_t> numbers;
    for (size_t n = 0; n < instruction.operand_count && n < places.size(); ++n) {
        const Operand& operand = instruction.operands[n];
        if (operand.variable < 0) continue;
        const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
        const bool is_parameter = operand.file == RegisterFile::Parameter || variable.name == "c";
        if (operand.file == RegisterFile::Attribute) {
            if (attribute >= 0 && attribute != operand.variable) {
                return fail(places[n], "an instruction can read one attribute only",
                            "move one of them to a temporary first");
            }
            attribute = operand.variable;
        } else if (is_parameter) {
            const auto& bound = bindings_[static_cast<size_t>(operand.variable)];
            const bool constant = !bound.empty() && bound.front().kind == BindingKind::Constant;
            bool conflict = false;
            if (constant) {
                numbers.insert(bound.front().constant.begin(), bound.front().constant.end());
                conflict = numbers.size() > 4 && parameter != nullptr && parameter->variable != operand.variable;
            }
            if (parameter != nullptr && parameter->variable >= 0) {
                const auto& other = bindings_[static_cast<size_t>(parameter->variable)];
                const bool both = constant && !other.empty() && other.front().kind == BindingKind::Constant;
                conflict |= !both && (parameter->variable != operand.variable ||
                                      parameter->element != operand.element || parameter->relative != operand.relative);
            }
            if (conflict) {
                return fail(places[n],
                            is_fragment() ? "an instruction can read one parameter only, or constants of at most four "
                                            "different numbers"
                                          : "an instruction can read one parameter only",
                            "move one of them to a temporary first");
            }
            parameter = &operand;
        }
    }
    // 3.11.5: unpacked are fp32 registers and parameters.
    const bool unpacks = has_trait(instruction.opcode, Trait::Unpacks);
    if (unpacks && instruction.operands[0].file == RegisterFile::Attribute && !places.empty()) {
        return fail(places[0], std::string(spelling(instruction.opcode)) +
                                   " unpacks a 32-bit temporary or a parameter, not an attribute");
    }
    return true;
}

// ---- rules for the whole program

bool Parser::finish_register_program() {
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    bool writes_position = is_position_invariant(program_), writes_result = false, writes_parameter = false;
    for (const Instruction& instruction : program_.instructions) {
        if (instruction.result.variable < 0) continue;
        const auto index = static_cast<size_t>(instruction.result.variable);
        if (instruction.result.file == RegisterFile::Result) {
            writes_result = true;
            writes_position |= bindings_[index].front().kind == BindingKind::Position;
        }
        writes_parameter |= state_program && program_.variables[index].name == "c";
    }
    // Found when all is read: "the error position will be len, the length of the program".
    if (state_program) {
        if (!writes_parameter) remark(source_map_.text_end, "a state program must write at least one parameter c[n]");
    } else if (is_vertex()) {
        if (!writes_position) return fail(source_map_.text_end, "a vertex program must write o[HPOS]");
    } else if (!writes_result) {
        remark(source_map_.text_end, "a fragment program must write o[COLR], o[COLH] or o[DEPR]");
    }
    const auto limit = static_cast<size_t>(instruction_limit(program_, limits_));
    if (program_.instructions.size() > limit) {
        return fail(program_.instructions[limit].where,
                    "too many instructions: at most " + std::to_string(limit) + " are allowed");
    }
    if (program_.instruction_set != InstructionSet::Fp10) return true;
    int halves = 0;
    for (size_t n = 0; n < program_.variables.size(); ++n) {
        const Variable& variable = program_.variables[n];
        if (variable.name == "RC" || variable.name == "HC") continue;
        if (variable.file != RegisterFile::Temporary && variable.file != RegisterFile::Result) continue;
        halves += variable.is_short ? 1 : 2;
        if (halves > fragment_register_limit) {
            return fail(source_map_.variables[n],
                        "too many registers: R, o[COLR] and o[DEPR] count two, H and o[COLH] one, and at most " +
                            std::to_string(fragment_register_limit) + " are allowed");
        }
    }
    return true;
}

}  // namespace arbasm
