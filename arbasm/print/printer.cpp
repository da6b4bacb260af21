// The order of a program's text is canonical: options, all named variables, then instructions, so that parsing the text
// gives an equal Program (registers.h keeps variables in just this order).
#include "arbasm/print/printer.h"

#include "arbasm/assembler.h"

namespace arbasm {

// ---- mnemonics

void Printer::modifier(std::string_view word) {
    text += '.';
    text += word;
}

// Suffixes of the instruction sets before NV_gpu_program4.
void Printer::older_suffixes(const Instruction& printed) {
    // Programs that name registers always say their precision: without it, it is that of the result.
    if (printed.precision == Precision::Half) text += 'H';
    if (printed.precision == Precision::Fixed12) text += 'X';
    if (printed.precision == Precision::Full && names_registers() && program.stage == Stage::Fragment &&
        opcode_info(printed.opcode).suffixes & suffix_r) {
        text += 'R';
    }
    if (printed.condition_update == ConditionUpdate::Code0) text += 'C';
    if (printed.condition_update == ConditionUpdate::Code1) text += "C1";
    if (printed.saturation == Saturation::Unsigned) text += "_SAT";
    if (printed.saturation == Saturation::Signed) text += "_SSAT";
}

void Printer::type_modifier(const Instruction& printed) {
    if (printed.opcode == Opcode::Cvt) {
        modifier(word_of(data_type_words, printed.type));
        modifier(word_of(data_type_words, printed.storage));
    } else if (printed.storage != DataType::Typeless) {
        modifier(word_of(data_type_words, printed.storage));
        if (printed.storage_components > 1) text += "X" + std::to_string(printed.storage_components);
    } else if (printed.modifiers & (modifier_s24 | modifier_u24)) {
        // The modifier says the type.
    } else if (printed.type != default_type(printed.opcode) && printed.precision != Precision::Half) {
        if (is_64_bit(printed.type))
            modifier(word_of(data_type_words, printed.type));
        else
            modifier(printed.type == DataType::S32 ? "S" : printed.type == DataType::U32 ? "U" : "F");
    }
    // Where neither a storage nor a base type stands, images are accessed as floats: LOADIM says so.
    if (printed.opcode == Opcode::Loadim && printed.storage == DataType::Typeless && printed.type == DataType::F32)
        modifier("F");
}

void Printer::mnemonic(const Instruction& printed) {
    text += spelling(printed.opcode);
    if (!is_nv4_family(program.instruction_set)) return older_suffixes(printed);
    if (printed.precision == Precision::Half) text += 'H';
    type_modifier(printed);
    if (printed.atomic != AtomicOperation::None) modifier(word_of(atomic_words, printed.atomic));
    constexpr std::pair<InstructionModifier, std::string_view> flags[] = {
        {modifier_coherent, "COH"},  {modifier_volatile, "VOL"},      {modifier_cta, "CTA"},
        {modifier_sparse, "SPARSE"}, {modifier_lodclamp, "LODCLAMP"}, {modifier_fine, "FINE"},
        {modifier_coarse, "COARSE"}, {modifier_high, "HI"},           {modifier_s24, "S24"},
        {modifier_u24, "U24"}};
    for (const auto& [flag, word] : flags)
        if (printed.modifiers & flag) modifier(word);
    if (printed.rounding != Rounding::Default) modifier(word_of(rounding_words, printed.rounding));
    if (printed.saturation == Saturation::Unsigned) modifier("SAT");
    if (printed.saturation == Saturation::Signed) modifier("SSAT");
    if (printed.condition_update == ConditionUpdate::Code0) modifier("CC");
    if (printed.condition_update == ConditionUpdate::Code1) modifier("CC1");
    if (printed.modifiers & modifier_prec) modifier("PREC");
    if (printed.modifiers & modifier_ntc) modifier("NTC");
}

// ---- instructions

void Printer::instruction(const Instruction& printed) {
    const OpcodeInfo& info = opcode_info(printed.opcode);
    mnemonic(printed);
    bool comma = false;
    const auto separate = [&] {
        text += comma ? ", " : " ";
        comma = true;
    };
    if (info.has_label && printed.opcode != Opcode::Cali) {
        separate();
        text += program.labels[static_cast<size_t>(printed.target)].name;
    }
    if (printed.result.file != RegisterFile::None) {
        separate();
        result(printed.result);
    }
    if (printed.opcode == Opcode::Storeim) {
        separate();
        unit(printed.texture, "image");
    }
    if (printed.opcode == Opcode::Swz) {
        separate();
        extended_swizzle(printed.operands[0]);
    } else {
        for (size_t n = 0; n < printed.operand_count; ++n) {
            separate();
            // The second operand of a SHADOWARRAYCUBE access has no place in the opcode's row.
            operand(printed.operands[n], operand_type(printed, static_cast<int>(n)));
        }
    }
    if (printed.condition_operand) {
        text += " (";
        condition(printed.condition);
        text += ')';
    }
    if (info.has_image) {
        if (printed.opcode != Opcode::Storeim) {
            separate();
            unit(printed.texture, "image");
        }
        separate();
        target(printed.texture.target);
    }
    if (info.has_texture) {
        separate();
        texture(printed);
    }
    text += ";\n";
}

// ---- programs

void Printer::run() {
    text = header_text(program.stage, program.instruction_set);
    text += '\n';
    for (int n = 0; n < static_cast<int>(Option::Count); ++n) {
        if (!program.has(static_cast<Option>(n))) continue;
        text += "OPTION ";
        text += option_text(static_cast<Option>(n));
        text += ";\n";
    }
    stage_declarations();
    for (const Variable& declared : program.variables) {
        if (!declared.name.empty() && !declared.implicit) declaration(declared);
    }
    size_t label = 0;
    int depth = 0;
    for (size_t n = 0; n <= program.instructions.size(); ++n) {
        for (; label < program.labels.size() && static_cast<size_t>(program.labels[label].instruction) == n; ++label) {
            text += program.labels[label].name;
            if (program.labels[label].subroutine_number >= 0) {
                text += " SUBROUTINENUM(" + std::to_string(program.labels[label].subroutine_number) + ")";
            }
            text += ":\n";
        }
        if (n == program.instructions.size()) break;
        const Instruction& printed = program.instructions[n];
        const bool is_else = flow_role(printed.opcode) == FlowRole::Else;
        if ((is_else || closes_block(printed.opcode)) && depth > 0) --depth;
        text.append(static_cast<size_t>(depth) * 2, ' ');
        instruction(printed);
        if (is_else || opens_block(printed.opcode)) ++depth;
    }
    text += "END\n";
}

std::string print(const Program& program) {
    Printer printer{program};
    printer.run();
    return std::move(printer.text);
}

}  // namespace arbasm
