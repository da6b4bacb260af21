// What NVIDIA's options add to ARB programs, and what they share with the programs that name registers: opcode
// suffixes, address registers with four components, attributes and results indexed at run time, LOOP.
#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

// ---- the set at hand

bool Parser::is_one_of(std::initializer_list<InstructionSet> sets) const {
    return std::find(sets.begin(), sets.end(), program_.instruction_set) != sets.end();
}

// ---- suffixes of opcodes

// Table X.5 of the options and their like: OPCODE[R|H|X][C|C0|C1][_SAT|_SSAT].
bool Parser::apply_suffixes(Instruction& instruction, const Mnemonic& mnemonic, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string name(info.spelling);
    // NV_fragment_program left some instructions of ARB_fragment_program without the new suffixes.
    const bool plain = allows(Option::NvFragmentProgram) && !program_.has(Option::NvFragmentProgram2) &&
                       info.traits.has(Trait::Unsuffixed);
    has_precision_suffix_ = mnemonic.has_precision;
    if (mnemonic.has_precision) {
        const char letter = mnemonic.precision == Precision::Half      ? 'H'
                            : mnemonic.precision == Precision::Fixed12 ? 'X'
                                                                       : 'R';
        const uint8_t bit = letter == 'H' ? suffix_h : letter == 'X' ? suffix_x : suffix_r;
        if (!has_precisions() || plain || !(info.suffixes & bit)) {
            return fail(word.where, name + " takes no suffix " + letter + " in " + header() + " programs",
                        !has_precisions() && is_arb() && is_fragment() && info.suffixes & bit
                            ? "it comes with OPTION NV_fragment_program"
                            : "");
        }
        instruction.precision = mnemonic.precision;
    }
    if (mnemonic.condition != ConditionUpdate::None) {
        const bool numbered = word.text.substr(0, word.text.find('_')).find_last_of("01") ==
                              word.text.substr(0, word.text.find('_')).size() - 1;
        if (!has_condition_codes() || plain || !(info.suffixes & suffix_condition)) {
            return fail(word.where, name + " can't update a condition code in " + header() + " programs",
                        !has_condition_codes() && is_arb() && info.suffixes & suffix_condition
                            ? is_fragment() ? "that comes with OPTION NV_fragment_program"
                                            : "that comes with OPTION NV_vertex_program2"
                            : "");
        }
        if (numbered && !has_second_condition_code()) {
            return fail(word.where, header() + " programs have one condition code register, and its suffix no number",
                        is_arb() && is_vertex() ? "the second comes with OPTION NV_vertex_program3" : "");
        }
        instruction.condition_update = mnemonic.condition;
    }
    if (mnemonic.saturation != Saturation::None) {
        const bool any = is_fragment() || program_.has(Option::NvVertexProgram3);
        if (!any || !(info.suffixes & suffix_saturate)) {
            return fail(word.where, name + " takes no _SAT in " + header() + " programs");
        }
        if (mnemonic.saturation == Saturation::Signed && !has_loops()) {
            return fail(word.where, name + " takes no _SSAT in " + header() + " programs",
                        is_arb() && is_fragment() ? "it comes with OPTION NV_fragment_program2" : "");
        }
        instruction.saturation = mnemonic.saturation;
    }
    return true;
}

// SHORT and LONG of NV_fragment_program.
bool Parser::parse_size_modifier(Modifiers& modifiers) {
    if (!token().is("SHORT") && !token().is("LONG")) return true;
    modifiers.where = token().where;
    modifiers.any = true;
    (token().is("SHORT") ? modifiers.is_short : modifiers.is_long) = true;
    advance();
    if (token().is("SHORT") || token().is("LONG")) return fail("a declaration may have one of SHORT and LONG");
    if (!token().is("TEMP") && !token().is("OUTPUT")) return unexpected("TEMP or OUTPUT");
    return true;
}

// ---- registers that the language has and no statement declares

int32_t Parser::implicit_variable(RegisterFile file, std::string_view name, int32_t size) {
    const int32_t* found = find_variable(name);
    if (found != nullptr) return *found;
    Variable variable;
    variable.file = file;
    variable.name = name;
    variable.implicit = true;
    variable.array = size > 1;
    variable.size = size;
    if (file == RegisterFile::Address) variable.type = DataType::S32;
    const int32_t index = add_variable(std::move(variable), {}, token().where);
    names_.emplace(name, index);
    return index;
}

// ---- address registers

// The operand of ARA and PUSHA: a register without swizzle.
bool Parser::parse_address_operand(Instruction& instruction, Operand& operand) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("an address register");
    if (is_register_style() && (name.is("A0") || name.is("A1"))) {
        implicit_variable(RegisterFile::Address, name.text);
    }
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return true;
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, std::string(spelling(instruction.opcode)) + " reads an address register");
    }
    if (token().is('.')) {
        return fail("the operand of " + std::string(spelling(instruction.opcode)) + " takes no swizzle");
    }
    operand.file = RegisterFile::Address;
    operand.variable = *found;
    return true;
}

bool Parser::parse_vector_address_result(Instruction& instruction) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("an address register");
    if (is_register_style()) {
        const bool second = name.is("A1") && program_.instruction_set == InstructionSet::Vp20;
        if (!name.is("A0") && !second) return unexpected("the address register A0");
        implicit_variable(RegisterFile::Address, name.text);
    }
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    Destination& result = instruction.result;
    const SourceLocation mask_where = token().where;
    if (is_poisoned(*found)) return parse_write_mask(result.write_mask);
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, std::string(spelling(instruction.opcode)) + " writes an address register" +
                                    (is_arb() ? ", declared with ADDRESS" : ""));
    }
    result.file = RegisterFile::Address;
    result.variable = *found;
    if (!has_vector_addresses() && !token().is('.')) return unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(result.write_mask)) return false;
    if (!has_vector_addresses() && result.write_mask != 1) {
        return fail(mask_where, "address registers have the component x only");
    }
    if (token().is('(')) {
        if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
        if (!parse_condition_mask(result.condition, false)) return false;
    }
    if (instruction.opcode == Opcode::Popa &&
        (result.write_mask != 0xf || result.condition.test != ConditionTest::True)) {
        return fail(mask_where, "POPA writes the whole register: it takes no mask");
    }
    return true;
}

// "", "+n" or "-n" behind the component of an address register, and the bracket.
bool Parser::parse_offset(int64_t least, int64_t most, int32_t& offset) {
    offset = 0;
    if (token().is('+') || token().is('-')) {
        const bool negative = token().is('-');
        advance();
        const SourceLocation where = token().where;
        int64_t value = 0;
        if (!parse_unsigned(value, int64_t{1} << 30, "an offset")) return false;
        if (negative ? -value < least : value > most) {
            return fail(where, "the offset must be in " + std::to_string(least) + ".." + std::to_string(most));
        }
        offset = static_cast<int32_t>(negative ? -value : value);
    }
    return expect(']');
}

// ---- vertex.attrib[A.x+n] and its like

bool Parser::starts_relative_binding(RegisterFile file) {
    if (!is_arb() || !(program_.has(Option::NvVertexProgram3) || has_loops())) return false;
    const std::string_view stage_word = file == RegisterFile::Result ? "result" : is_fragment() ? "fragment" : "vertex";
    if (!token().is(stage_word) || (is_fragment() && file == RegisterFile::Result)) return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    bool matches = accept('.');
    matches =
        matches && (token().is("texcoord") || (token().is("attrib") && is_vertex() && file != RegisterFile::Result));
    if (matches) {
        advance();
        matches = accept('[') && token().kind == TokenKind::Identifier;
    }
    lexer_.reset(mark);
    return matches;
}

// The array behind such a binding is a variable of the language's own, "vertex.attrib".
bool Parser::parse_relative_binding(RegisterFile file, Operand& operand) {
    const SourceLocation start = token().where;
    advance();
    advance();
    const bool generic = token().is("attrib");
    advance();
    advance();
    const std::string_view name = file == RegisterFile::Result ? "result.texcoord"
                                  : is_fragment()              ? "fragment.texcoord"
                                  : generic                    ? "vertex.attrib"
                                                               : "vertex.texcoord";
    const int32_t size = generic ? limits_.generic_attributes : limits_.texture_coordinates;
    const bool is_new = find_variable(name) == nullptr;
    operand.file = file;
    operand.variable = implicit_variable(file, name, size);
    if (is_new) {
        Binding binding;
        binding.kind = generic ? BindingKind::GenericAttrib : BindingKind::Texcoord;
        auto& bound = bindings_[static_cast<size_t>(operand.variable)];
        for (int32_t n = 0; n < size; ++n) {
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
    }
    if (is_fragment() && find_variable(token().text) == nullptr && token().is("A0")) {
        implicit_variable(RegisterFile::Address, "A0");
    }
    const Token index = token();
    if (!parse_relative_register(operand.relative)) return false;
    if (is_fragment() && open_loops_ == 0) {
        return fail(index.where, "the loop index A0.x exists only inside LOOP blocks");
    }
    // NV_fragment_program2 has offsets of 0 to 9; the vertex options those of parameters.
    if (!parse_offset(is_fragment() ? 0 : -64, is_fragment() ? 9 : 63, operand.element)) return false;
    source_map_.indexed.resize(program_.variables.size());
    source_map_.indexed[static_cast<size_t>(operand.variable)] = true;
    source_map_.variables[static_cast<size_t>(operand.variable)] = start;
    return true;
}

// ---- LOOP and REP of NV_fragment_program2

bool Parser::parse_loop_operand(Instruction& instruction) {
    const SourceLocation where = token().where;
    instruction.operand_count = 1;
    if (!parse_operand(instruction, {'v', 0}, instruction.operands[0])) return false;
    if (instruction.operands[0].file != RegisterFile::Parameter && instruction.operands[0].variable >= 0) {
        return fail(where, "the operand of " + std::string(spelling(instruction.opcode)) +
                               " must be a parameter: loops can't be computed");
    }
    if (instruction.opcode == Opcode::Loop) ++open_loops_;
    return true;
}

}  // namespace arbasm
