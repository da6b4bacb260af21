#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

// OPCODE[R|H|X][C|C0|C1][_SAT|_SSAT]; the longest opcode wins, so RCC is RCC and not RC with a C.
Parser::Mnemonic Parser::split_mnemonic(std::string_view word) {
    Mnemonic mnemonic;
    mnemonic.opcode = find_opcode(word);
    if (mnemonic.opcode != Opcode::Count) return mnemonic;
    std::string_view base = word;
    const size_t underscore = word.find('_');
    if (underscore != std::string_view::npos) {
        const std::string_view suffix = word.substr(underscore);
        if (suffix.starts_with("_SSAT")) {
            mnemonic.saturation = Saturation::Signed;
            mnemonic.bad_order = suffix.size() > 5;
        } else if (suffix.starts_with("_SAT")) {
            mnemonic.saturation = Saturation::Unsigned;
            mnemonic.bad_order = suffix.size() > 4;
        } else {
            return {};
        }
        base = word.substr(0, underscore);
        mnemonic.opcode = find_opcode(base);
        if (mnemonic.opcode != Opcode::Count) return mnemonic;
    }
    if (base.ends_with("C0") || base.ends_with("C1")) {
        mnemonic.condition = base.back() == '0' ? ConditionUpdate::Code0 : ConditionUpdate::Code1;
        base.remove_suffix(2);
    } else if (base.ends_with('C')) {
        mnemonic.condition = ConditionUpdate::Code0;
        base.remove_suffix(1);
    }
    mnemonic.opcode = find_opcode(base);
    if (mnemonic.opcode != Opcode::Count || base.size() < 2) return mnemonic;
    const char last = base.back();
    if (last == 'R' || last == 'H' || last == 'X') {
        mnemonic.has_precision = true;
        mnemonic.precision = last == 'H' ? Precision::Half : last == 'X' ? Precision::Fixed12 : Precision::Full;
        base.remove_suffix(1);
        mnemonic.opcode = find_opcode(base);
    }
    return mnemonic;
}

bool Parser::is_instruction(std::string_view word) const { return split_mnemonic(word).opcode != Opcode::Count; }

bool Parser::report_unavailable(const Token& word, const OpcodeInfo& info) {
    const std::string name = quote(word.text);
    std::string hint;
    if (is_register_style()) {
        if (is_vertex() && info.older & (older_vp11 | older_vp20)) {
            hint = std::string("it came with ") + (info.older & older_vp11 ? "!!VP1.1" : "!!VP2.0");
        } else if (is_fragment() && info.older & (older_fp | older_fp1)) {
            hint = "it is part of !!ARBfp1.0 programs";
        } else if (is_fragment() && info.older & older_fp2) {
            hint = "it is part of !!ARBfp1.0 programs with OPTION NV_fragment_program2";
        } else if (is_vertex() && info.older & (older_vp | older_vp3)) {
            hint = "it is part of !!ARBvp1.0 programs";
        }
    } else if (is_arb()) {
        const std::pair<uint16_t, Option> options[] = {
            {is_fragment() ? older_fp1 : older_vp2,
             is_fragment() ? Option::NvFragmentProgram : Option::NvVertexProgram2},
            {is_fragment() ? older_fp2 : older_vp3,
             is_fragment() ? Option::NvFragmentProgram2 : Option::NvVertexProgram3}};
        for (const auto& [set, option] : options) {
            if (hint.empty() && info.older & set) hint = "it comes with OPTION " + std::string(option_text(option));
        }
        if (!hint.empty()) {
        } else if (info.older & (is_fragment() ? older_vp : older_fp)) {
            hint = is_fragment() ? "it belongs to vertex programs" : "it belongs to fragment programs";
        } else if (info.in_nv4 && info.stages >> static_cast<int>(program_.stage) & 1) {
            hint = "it is part of " + std::string(header_text(program_.stage, info.first_nv)) + " programs";
        }
    } else if (info.in_nv4 && !(info.stages >> static_cast<int>(program_.stage) & 1)) {
        for (int stage = 0; stage < stage_count; ++stage) {
            if (info.stages == 1 << stage) {
                hint = "it belongs to " + std::string(stage_name(static_cast<Stage>(stage))) + " programs";
            }
        }
    } else if (info.in_nv4) {
        hint = "it came with " + std::string(header_text(program_.stage, info.first_nv));
    } else {
        hint = "it belongs to older instruction sets";
    }
    return fail(word.where, name + " is not an instruction of " + header() + " programs", std::move(hint));
}

bool Parser::report_unknown_statement(const Token& word) {
    if (peek_is('='))
        return fail(word.where,
                    quote(word.text) + " is neither an instruction nor a declaration of " + header() + " programs",
                    "instructions assign: MOV a, b; instead of a = b;");
    std::vector<std::string_view> words;
    for (int n = 0; n < opcode_count; ++n) {
        const auto opcode = static_cast<Opcode>(n);
        if (available(opcode)) words.push_back(spelling(opcode));
    }
    if (is_register_style()) {
        words.insert(words.end(), {"END", "OPTION"});
        if (is_fragment()) words.insert(words.end(), {"DEFINE", "DECLARE"});
    } else
        for (std::string_view keyword : {"ATTRIB", "PARAM", "TEMP", "OUTPUT", "ALIAS", "OPTION", "END"})
            words.push_back(keyword);
    if (is_arb() && is_vertex()) words.push_back("ADDRESS");
    const std::string nearest = nearest_of(word.text, words);
    return fail(word.where,
                quote(word.text) + " is neither an instruction nor a declaration of " + header() + " programs",
                nearest.empty() ? "" : "did you mean " + nearest + "?");
}

// ---- instructions

bool Parser::parse_instruction() {
    const Token word = token();
    const Mnemonic mnemonic = split_mnemonic(word.text);
    const OpcodeInfo& info = opcode_info(mnemonic.opcode);
    if (!available(mnemonic.opcode)) return report_unavailable(word, info);
    const Option option = needed_option(program_, mnemonic.opcode);
    if (option != Option::Count && !program_.has(option))
        return fail(std::string(info.spelling) + " needs OPTION " + std::string(option_text(option)));
    Instruction instruction;
    instruction.opcode = mnemonic.opcode;
    instruction.where = word.where;
    advance();
    if (!parse_instruction_modifiers(instruction, mnemonic, word)) return false;

    std::vector<SourceLocation> places;
    places.reserve(info.operand_count);
    bool ok = true;
    if (info.category == OpcodeCategory::Flow) {
        ok = parse_flow(instruction);
    } else if (instruction.opcode == Opcode::Kil) {
        ok = parse_kill(instruction);
    } else {
        bool comma = false;
        if (info.result.kind != 0) {
            ok = parse_result(instruction, info.result);
            comma = true;
        }
        if (ok && instruction.opcode == Opcode::Storeim) {
            ok = parse_image_unit(instruction);
            comma = true;
        }
        for (uint8_t n = 0; ok && n < info.operand_count; ++n) {
            ok = !comma || expect_more(instruction);
            comma = true;
            places.push_back(token().where);
            OperandShape shape = info.operands[n];
            if (instruction.opcode == Opcode::Arl && has_vector_addresses()) shape.kind = 'v';
            const DataType type = instruction.type;
            if (instruction.opcode == Opcode::Cvt) instruction.type = register_type(instruction.storage);
            ok = ok && parse_operand(instruction, shape, instruction.operands[n]);
            instruction.type = type;
            instruction.operand_count = static_cast<uint8_t>(n + 1);
        }
        if (ok && info.has_image) {
            if (instruction.opcode != Opcode::Storeim) ok = expect_more(instruction) && parse_image_unit(instruction);
            ok = ok && expect_more(instruction) && parse_image_target(instruction);
        }
        if (ok && info.has_texture) {
            ok = expect_more(instruction) &&
                 (is_register_style() ? parse_register_texture(instruction) : parse_texture(instruction));
        }
        if (ok && token().is(',')) ok = report_operands(instruction, token().where);
    }
    if (!ok || !check_instruction(instruction, places)) return false;
    if (is_register_style() && !check_register_instruction(instruction, places)) return false;
    add_instruction(std::move(instruction));
    return true;
}

// The comma before another operand. A statement that is over here has too few of them.
bool Parser::expect_more(const Instruction& instruction) {
    if (accept(',')) return true;
    const SourceLocation behind = lexer_.behind_last_token();
    const bool over = token().is(';') || token().kind == TokenKind::End || token().where.line > behind.line;
    return over ? report_operands(instruction, behind) : expect(',');
}

// "MAD takes a result and three operands": for those that have others.
bool Parser::report_operands(const Instruction& instruction, SourceLocation where) {
    constexpr std::string_view numbers[] = {"", "one operand", "two operands", "three operands", "four operands"};
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    std::vector<std::string_view> parts;
    if (info.result.kind != 0) parts.push_back("a result");
    if (info.operand_count > 0) parts.push_back(numbers[info.operand_count]);
    if (instruction.opcode == Opcode::Swz) parts.push_back("four selectors of components");
    if (info.has_image || info.has_texture)
        parts.insert(parts.end(), {info.has_image ? "an image" : "a texture", "its target"});
    std::string text;
    for (size_t n = 0; n < parts.size(); ++n) {
        if (n > 0) text += n + 1 == parts.size() ? " and " : ", ";
        text += parts[n];
    }
    return fail(where, std::string(info.spelling) + " takes " + text);
}

// Instructions are most of what a program takes. Room for as many as the rest of the text will hold if it goes on as it
// did, and never for more than it has semicolons: doubling again and again would need half as much again.
void Parser::add_instruction(Instruction&& instruction) {
    auto& code = program_.instructions;
    if (code.size() == code.capacity()) {
        const size_t offset = std::max<size_t>(lexer_.end_of_last_token(), 1);
        const size_t expected = code.size() * text_.size() / offset + code.size() / 16 + 16;
        const auto rest = text_.substr(std::min(offset, text_.size()));
        const auto statements = static_cast<size_t>(std::count(rest.begin(), rest.end(), ';')) + 1;
        code.reserve(code.size() + std::min(statements, std::max(expected - code.size(), code.size() / 4)));
    }
    code.push_back(std::move(instruction));
}

bool Parser::parse_flow(Instruction& instruction) {
    instruction.condition_operand = false;
    switch (flow_role(instruction.opcode)) {
        case FlowRole::Call:
        case FlowRole::Jump: {
            if (instruction.opcode == Opcode::Cali) {
                if (!parse_indirect_call(instruction)) return false;
                break;
            }
            if (token().kind != TokenKind::Identifier) return unexpected("a label");
            source_map_.calls.resize(program_.instructions.size() + 1);
            source_map_.calls.back() = token().text;
            advance();
            break;
        }
        case FlowRole::If:
            instruction.condition_operand = true;
            return parse_condition_mask(instruction.condition, true);
        case FlowRole::Loop:
            if (instruction.opcode == Opcode::Loop || !is_nv4()) return parse_loop_operand(instruction);
            if (token().is(';')) return true;
            instruction.operand_count = 1;
            return parse_operand(instruction, opcode_info(Opcode::Rep).operands[0], instruction.operands[0]);
        case FlowRole::Endloop:
            if (instruction.opcode == Opcode::Endloop) open_loops_ = std::max(open_loops_ - 1, 0);
            return true;
        case FlowRole::Break:
        case FlowRole::Continue:
        case FlowRole::Return: break;
        case FlowRole::Else:
        case FlowRole::Endif:
        case FlowRole::None: return true;
    }
    if (token().is(';') || token().kind == TokenKind::End) return true;
    instruction.condition_operand = true;
    return parse_condition_mask(instruction.condition, true);
}

// CALI s;  CALI s[1] (GT.x);
bool Parser::parse_indirect_call(Instruction& instruction) {
    const Token name = token();
    if (name.kind != TokenKind::Identifier) return unexpected("a SUBROUTINE variable");
    const int32_t* found = find_variable(name.text);
    if (found == nullptr) return unknown_name(name);
    advance();
    if (is_poisoned(*found)) return false;
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Subroutine) {
        return fail(name.where, "CALI calls a SUBROUTINE variable, and " + quote(name.text) + " is none");
    }
    instruction.operand_count = 1;
    return parse_variable_use(instruction.operands[0], *found, name);
}

// KIL v;  KIL (GT.x);  KIL GT.x;
bool Parser::parse_kill(Instruction& instruction) {
    const bool condition = has_condition_codes() && (token().is('(') || (token().kind == TokenKind::Identifier &&
                                                                         is_condition_rule(token().text) &&
                                                                         find_variable(token().text) == nullptr));
    if (condition) {
        instruction.condition_operand = true;
        return parse_condition_mask(instruction.condition, true);
    }
    if (is_register_style()) return unexpected("a condition such as GT or NE.x");
    instruction.operand_count = 1;
    return parse_operand(instruction, {'v', 0}, instruction.operands[0]);
}

// IPAC, IPAO, IPAS: whether the operand is interpolated.
bool Parser::check_interpolated(const Instruction& instruction, SourceLocation place) {
    const int32_t variable = instruction.operands[0].variable;
    if (variable < 0) return true;
    if (program_.variables[static_cast<size_t>(variable)].file != RegisterFile::Attribute) {
        return fail(place, std::string(spelling(instruction.opcode)) + " interpolates an attribute of the fragment");
    }
    const auto& bound = bindings_[static_cast<size_t>(variable)];
    switch (bound.empty() ? BindingKind::None : bound.front().kind) {
        case BindingKind::Color:
        case BindingKind::FogCoord:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib:
        case BindingKind::Clip:
        case BindingKind::Cull:
        case BindingKind::FragmentPosition:
        case BindingKind::PointCoord: return true;
        default: return fail(place, "this attribute is not interpolated, wherever in the primitive");
    }
}

// Rules that few opcodes have about their operands.
bool Parser::check_instruction(const Instruction& instruction, const std::vector<SourceLocation>& places) {
    const auto variable = [this](int32_t index) -> const Variable* {
        return index < 0 ? nullptr : &program_.variables[static_cast<size_t>(index)];
    };
    const std::string name(spelling(instruction.opcode));
    const Traits& traits = opcode_info(instruction.opcode).traits;
    const Variable* result = variable(instruction.result.variable);
    const Operand& operand = instruction.operands[0];
    const Variable* source = instruction.operand_count > 0 ? variable(operand.variable) : nullptr;
    if (traits.has(Trait::Packs) && result != nullptr && result->is_short) {
        return fail(instruction.where, "the packed result of " + name + " doesn't fit a SHORT variable");
    }
    if (traits.has(Trait::Unpacks) && source != nullptr && source->is_short) {
        return fail(places[0], name + " unpacks 32 bits, which a SHORT variable doesn't hold");
    }
    if (traits.has(Trait::Interpolates)) return check_interpolated(instruction, places[0]);
    if (instruction.opcode == Opcode::Rfl && !is_nv4() && instruction.result.write_mask & 8) {
        return fail(instruction.where, "RFL has no w component: its result needs a write mask without w");
    }
    if (instruction.opcode == Opcode::Pk64 && result != nullptr && !result->is_long) {
        return fail(instruction.where, "the result of PK64 must be a variable declared LONG");
    }
    if (instruction.opcode == Opcode::Up64 && source != nullptr && !source->is_long) {
        return fail(places[0], "UP64 reads a variable declared LONG");
    }
    if (instruction.opcode == Opcode::Cvt && (operand.negate != 0 || operand.absolute)) {
        return fail(places[0], "the operand of CVT takes neither a sign nor an absolute value");
    }
    return true;
}

}  // namespace arbasm
