// Text of the fragment pipeline's code, read.
#include "machines/tegra/assembly/fragment_assembler.h"

#include <algorithm>

#include "machines/tegra/assembly/fragment_names.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {

bool FragmentReader::literal(bool fixed, uint32_t& bits) {
    if (token_.kind == Token::Float)
        bits = fixed ? fx10_literal(token_.value) : fp20_literal(token_.value);
    else if (token_.kind == Token::Hex && token_.number <= (fixed ? 0x3ff : fp20_mask))
        bits = static_cast<uint32_t>(token_.number);
    else
        return fail("a number with a point, or the bits in hexadecimal, is missing");
    next();
    return true;
}

bool FragmentReader::uniforms() {
    while (accept_mark('[')) {
        FragmentCode::UniformName name{};
        uint32_t n = 0;
        if (!number(fragment_uniforms - 1, n, "a uniform's number") || !expect(']')) return false;
        name.uniform = static_cast<int>(n);
        if (accept_mark('.')) {
            if (!is("l") && !is("h")) return fail("l or h is missing");
            name.half = token_.text[0];
            next();
        }
        if (!expect('=')) return false;
        if (token_.kind != Token::String) return fail("a name in quotes is missing");
        name.name = token_.text;
        next();
        if (!expect(';')) return false;
        result_.code.uniform_names.push_back(std::move(name));
    }
    return true;
}

bool FragmentReader::constants() {
    while (accept_mark('[')) {
        uint32_t n = 0;
        if (!number(fragment_uniforms - 1, n, "a constant's number") || !expect(']')) return false;
        uint32_t& bits = result_.code.constants[n];
        if (accept_mark('.')) {
            if (!is("l") && !is("h")) return fail("l or h is missing");
            const bool high = is("h");
            next();
            uint32_t code = 0;
            if (!expect('=') || !literal(true, code)) return false;
            bits = with_half(bits, high, code);
        } else if (!expect('=') || !literal(false, bits)) {
            return false;
        }
        result_.code.constants_given |= 1u << n;
        if (!expect(';')) return false;
    }
    return true;
}

bool FragmentReader::mfu_var(Mfu& word, const VarMembers& m) {
    if (accept("sat")) {
        word.*m.saturate = 1;
        if (!expect('(')) return false;
    }
    if (!accept("nop")) {
        const auto row = numbered("t");
        if (!row || *row >= mfu_tram_rows) return fail("a row t0…t15 or NOP is missing");
        word.*m.row = *row;
        next();
        if (!expect('.')) return false;
        if (accept("fp20"))
            word.*m.op = var_float;
        else if (accept("fx10"))
            word.*m.op = var_fixed;
        else
            return fail("fp20 or fx10 is missing");
    }
    return !(word.*m.saturate) || expect(')');
}

bool FragmentReader::mul_source(uint32_t& value) {
    if (accept("sfu")) {
        value = mul_source_sfu;
    } else if (accept("bar0")) {
        value = mul_source_bar0;
    } else if (accept("bar1")) {
        value = mul_source_bar1;
    } else if (const auto n = numbered("src")) {
        if (*n > 15) return fail("sources have the numbers 0…15");
        value = *n;
        next();
    } else if (accept_mark('#')) {
        uint32_t one = 0;
        if (!number(1, one, "the constant 1")) return false;
        if (one != 1) return fail("the only constant is #1");
        value = mul_source_one;
    } else {
        return row_register(registers_per_row - 1, value);
    }
    return true;
}

bool FragmentReader::mul(Mfu& word, const MulMembers& m) {
    if (!expect(':')) return false;
    if (accept("bar")) {
        word.*m.target = mul_weight;
    } else if (const auto n = numbered("dst")) {
        if (*n > 7) return fail("targets have the numbers 0…7");
        word.*m.target = *n;
        next();
    } else {
        if (!row_register(registers_per_row - 1, word.*m.target)) return false;
        word.*m.target += mul_row0;
    }
    return expect(',') && mul_source(word.*m.source0) && expect(',') && mul_source(word.*m.source1);
}

bool FragmentReader::mfu(Mfu& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw_pair(word);
    const Token start = token_;
    for (int parts = 0;; parts++) {
        if (accept("sfu")) {
            if (!expect(':')) return false;
            const auto* const name = std::find(sfu_names.begin(), sfu_names.end(), token_.text);
            if (token_.kind != Token::Word || name == sfu_names.end()) return fail("a special function is missing");
            word.sfu_op = static_cast<uint32_t>(name - sfu_names.begin());
            next();
            if (!row_register(sfu_register_w, word.sfu_register)) return false;
        } else if (is("mul0") || is("mul1")) {
            const MulMembers& m = mul_members[is("mul1")];
            next();
            if (!mul(word, m)) return false;
        } else if (accept("ipl")) {
            if (!expect(':')) return false;
            for (size_t i = 0; i < 4; i++)
                if ((i && !expect(',')) || !mfu_var(word, var_members[i])) return false;
        } else {
            if (!parts) return fail("sfu:, mul0:, mul1: or ipl: is missing");
            break;
        }
    }
    return doubt(complaint(word), start);
}

// r0, r1, … or r2, r3, r0, …
bool FragmentReader::registers(std::string_view what, int count, bool& upper) {
    for (int i = 0; i < count; i++) {
        if (i && !expect(',')) return false;
        uint32_t n = 0;
        if (!row_register(registers_per_row - 1, n)) return false;
        if (i == 0) upper = n == 2;
        if (n != (static_cast<uint32_t>(i) + (upper ? 2 : 0)) % 4)
            return fail(std::string(what) + " begin with r0, r1 or with r2, r3");
    }
    return true;
}

bool FragmentReader::tex(Tex& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw(word);
    if (!is("tex") && !is("txb")) return fail("tex, txb or NOP is missing");
    word.enable = 1;
    word.bias = is("txb");
    next();
    bool upper = false;
    if (!registers("results", 2, upper) || !expect(',')) return false;
    word.upper_result = upper;
    const auto unit = numbered("tex");
    if (!unit || *unit >= texture_units) return fail("a unit tex0…tex15 is missing");
    word.sampler = *unit;
    next();
    if (!expect(',') || !registers("coordinates", word.bias ? 4 : 3, upper)) return false;
    word.upper_coordinates = upper;
    return true;
}

bool FragmentReader::dw(Dw& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw(word);
    if (!accept("store")) return fail("store or NOP is missing");
    word.enable = word.store = 1;
    if (accept("stencil")) {
        word.stencil = 1;
        word.target = stencil_target;
        return true;
    }
    const auto target = numbered("rt");
    if (!target || *target >= render_targets) return fail("a target rt0…rt15 or stencil is missing");
    word.target = *target;
    next();
    bool upper = false;
    if (!expect(',') || !registers("sources", 2, upper)) return false;
    word.upper = upper;
    return true;
}

// "/*! MFU schedule 0x… */"
bool FragmentReader::schedule_note(Exec& exec) {
    uint32_t* const bits = is("mfu") ? &exec.mfu_schedule_unknown : is("alu") ? &exec.alu_schedule_unknown : nullptr;
    if (!bits) return fail("MFU or ALU is missing");
    next();
    if (!accept("schedule") || token_.kind != Token::Hex || token_.number > 0xffffffff)
        return fail("a schedule's bits in hexadecimal are missing");
    *bits = static_cast<uint32_t>(token_.number) & ~3u;
    remark("a schedule has bits beside its count and address", token_);
    next();
    return accept("*/") || fail("*/ is missing");
}

bool FragmentReader::exec() {
    Exec exec;
    if (accept("pseq")) {
        if (!expect(':')) return false;
        if (token_.kind == Token::Hex) {
            if (!raw(exec.pseq)) return false;
        } else if (!accept("nop")) {
            return fail("a word in hexadecimal or NOP is missing");
        }
    }
    while (accept("mfu")) {
        if (!expect(':') || !mfu(exec.mfu.emplace_back())) return false;
        if (exec.mfu.size() > max_per_exec) return fail("an EXEC has more than three MFU instructions");
    }
    if (accept("tex") && (!expect(':') || !tex(exec.tex))) return false;
    while (accept("alu")) {
        if (!expect(':') || !alu(exec.alu.emplace_back())) return false;
        if (exec.alu.size() > max_per_exec) return fail("an EXEC has more than three ALU packets");
    }
    if (accept("alu_complement")) {
        if (!expect(':')) return false;
        if (token_.kind != Token::Hex || token_.number > 0xffffffff) return fail("a word in hexadecimal is missing");
        exec.alu_complement = static_cast<uint32_t>(token_.number);
        next();
    }
    if (accept("dw") && (!expect(':') || !dw(exec.dw))) return false;
    while (accept("/*!"))
        if (!schedule_note(exec)) return false;
    // Where there are instructions, their address is the schedule's.
    if (!exec.mfu.empty()) exec.mfu_schedule_unknown &= ~0xffu;
    if (!exec.alu.empty()) exec.alu_schedule_unknown &= ~0xffu;
    if (!expect(';')) return false;
    result_.code.execs.push_back(std::move(exec));
    return true;
}

AssembledFragment FragmentReader::read() {
    bool good = true;
    while (good && token_.kind != Token::End) {
        uint32_t n = 0;
        if (accept("alu_buffer_size")) {
            good = expect('=') && number(max_rows, n, "a number of rows");
            if (good) result_.code.rows = static_cast<int>(std::max(n, 1u));
        } else if (accept("pseq_to_dw_exec_nb")) {
            good = expect('=') && number(max_execs, n, "an EXEC's number");
            if (good) result_.code.store_exec = static_cast<int>(n);
        } else if (accept_mark('.')) {
            if (accept("uniforms"))
                good = uniforms();
            else if (accept("constants"))
                good = constants();
            else if (accept("asm"))
                while (good && accept("exec")) good = exec();
            else
                good = fail(".asm, .constants or .uniforms is missing");
        } else {
            good = fail("a section is missing");
        }
    }
    if (good)
        if (const std::string reason = lack_of_room(result_.code); !reason.empty()) fail(reason);
    if (!result_.error.empty()) result_.code = {};
    return std::move(result_);
}

AssembledFragment assemble_fragment(std::string_view text, Manner manner) {
    return FragmentReader(text, manner).read();
}

}  // namespace machines::tegra
