#include "glsl/lower/assembly.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>

#include "ir/opcode.h"

namespace glsl {

namespace {

constexpr char letters[] = "xyzw";

template <class T>
void append(std::string& text, T number) {
    char digits[64];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// Infinities and NaNs have no literal.
bool has_literal(uint64_t bits, Scalar scalar) {
    return scalar == Scalar::Double ? std::isfinite(std::bit_cast<double>(bits))
                                    : std::isfinite(std::bit_cast<float>(static_cast<uint32_t>(bits)));
}

// A literal; nothing where the language has none.
bool append_number(std::string& text, uint64_t bits, Scalar scalar) {
    scalar = carrier(scalar);
    switch (scalar) {
        case Scalar::Float:
        case Scalar::Double: {
            const auto single = std::bit_cast<float>(static_cast<uint32_t>(bits));
            const auto full = std::bit_cast<double>(bits);
            if (!std::isfinite(scalar == Scalar::Float ? double{single} : full)) return false;
            const size_t begin = text.size();
            if (scalar == Scalar::Float)
                append(text, single);
            else
                append(text, full);
            if (text.find_first_of(".e", begin) == std::string::npos) text += ".0";
            return true;
        }
        case Scalar::Int: append(text, static_cast<int32_t>(bits)); return true;
        case Scalar::Int64: append(text, static_cast<int64_t>(bits)); return true;
        case Scalar::Uint64: append(text, bits); return true;
        case Scalar::Bool: append(text, static_cast<int32_t>(bits ? -1 : 0)); return true;
        case Scalar::Uint:
        case Scalar::None:
        case Scalar::Int8:
        case Scalar::Uint8:
        case Scalar::Int16:
        case Scalar::Uint16:
        case Scalar::Float16: break;
    }
    append(text, static_cast<uint32_t>(bits));
    return true;
}

void append_target(std::string& text, const Target& target) {
    text += target.name;
    if (target.mask != 15) {
        text += '.';
        for (int n = 0; n < 4; n++)
            if (target.mask >> n & 1) text += letters[n];
    }
    if (!target.test.empty()) text.append("(").append(target.test).append(")");
}

// Whether the text of a register, "a0[r1.x]", names this one: itself or in its index. "r1" is not in "r12".
bool names(std::string_view text, std::string_view name) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const size_t end = at + name.size();
        if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
    }
    return false;
}

// The components of a vector of numbers that an instruction reads: those it writes, where it computes each on its own.
uint8_t components_read(std::string_view opcode, uint8_t written) {
    const arbasm::Opcode found = arbasm::find_opcode(opcode.substr(0, opcode.find('.')));
    if (found == arbasm::Opcode::Count) return written;
    const arbasm::OpcodeInfo& info = arbasm::opcode_info(found);
    return info.category == arbasm::OpcodeCategory::Arithmetic && info.result.kind == 'v' ? written : 15;
}

}  // namespace

std::string_view type_suffix(Scalar scalar) {
    switch (scalar) {
        case Scalar::Float16:
        case Scalar::Float: return "";
        case Scalar::Bool:
        case Scalar::Int8:
        case Scalar::Int16:
        case Scalar::Int: return ".S";
        case Scalar::Uint8:
        case Scalar::Uint16:
        case Scalar::Uint: return ".U";
        case Scalar::Double: return ".F64";
        case Scalar::Int64: return ".S64";
        case Scalar::Uint64: return ".U64";
        case Scalar::None: break;
    }
    return "";
}

Operand named(std::string text) {
    Operand operand;
    operand.name = std::move(text);
    return operand;
}

Operand literal(uint64_t bits) {
    Operand operand;
    operand.numbers.fill(bits);
    return operand;
}

Operand Operand::swizzled(std::initializer_list<uint8_t> components) const {
    Operand result = *this;
    size_t n = 0;
    for (const uint8_t component : components) {
        result.swizzle[n] = swizzle[component];
        result.numbers[n++] = numbers[component];
    }
    for (; n < 4; n++) {
        result.swizzle[n] = result.swizzle[n - 1];
        result.numbers[n] = result.numbers[n - 1];
    }
    return result;
}

Operand Operand::component(int n) const {
    const auto selected = static_cast<uint8_t>(n);
    return swizzled({selected, selected, selected, selected});
}

Operand shifted(const Operand& operand, uint8_t component, int count) {
    if (count == 1) return operand.component(0);
    Operand result = operand;
    for (size_t n = component; n < 4; n++) {
        result.swizzle[n] = operand.swizzle[n - component];
        result.numbers[n] = operand.numbers[n - component];
    }
    return result;
}

std::string Routine::take(bool wide) {
    int& next = wide ? next_.wide : next_.narrow;
    int& most = wide ? most_.wide : most_.narrow;
    next++;
    if (next > most) most = next;
    return prefix_ + (wide ? "d" : "r") + std::to_string(next - 1);
}

std::string Routine::declarations() const {
    std::string text;
    const auto list = [&](std::string_view keyword, char letter, int count) {
        if (!count) return;
        text += keyword;
        for (int n = 0; n < count; n++) {
            text += (n ? ", " : " ") + prefix_ + letter;
            append(text, n);
        }
        text += ";\n";
    };
    list("TEMP", 'r', most_.narrow);
    list("LONG TEMP", 'd', most_.wide);
    return text;
}

Assembly::Assembly() { declarations_ = "TEMP cc;\n"; }

void Assembly::option(std::string_view name) {
    const std::string text = "OPTION " + std::string(name) + ";\n";
    if (options_.find(text) == std::string::npos) options_ += text;
}

Operand Assembly::take(bool wide) {
    Operand result;
    result.name = routine_->take(wide);
    result.temporary = true;
    return result;
}

std::string Assembly::array(int64_t count, bool wide) {
    std::string line;
    std::string name = array(count, wide, line);
    declare(line);
    return name;
}

std::string Assembly::array(int64_t count, bool wide, std::string& declaration) {
    std::string name = "a" + std::to_string(arrays_++);
    declaration = (wide ? "LONG TEMP " : "TEMP ") + name + "[" + std::to_string(count) + "];";
    return name;
}

std::string Assembly::variable(bool wide) {
    std::string name = "v" + std::to_string(variables_++);
    declare((wide ? "LONG TEMP " : "TEMP ") + name + ";");
    return name;
}

std::string Assembly::vector_text(const std::array<uint64_t, 4>& numbers, Scalar scalar) {
    std::string text = "{";
    for (size_t n = 0; n < 4; n++) {
        if (n) text += ", ";
        append_number(text, numbers[n], scalar);
    }
    return text + "}";
}

std::string Assembly::operand_text(const Operand& operand, Scalar scalar, uint8_t mask) const {
    std::string text = operand.negate ? "-" : "";
    if (operand.is_constant()) {
        // Only what the target's components read; the rest repeats it. One number stands as a scalar, which vectors
        // take, too.
        const auto lowest = static_cast<size_t>(std::countr_zero(mask));
        bool same = true;
        for (size_t n = 0; n < 4; n++) same &= !(mask >> n & 1) || operand.numbers[n] == operand.numbers[lowest];
        text += '{';
        for (size_t n = 0; n < (same ? 1 : 4); n++) {
            if (n) text += ", ";
            append_number(text, operand.numbers[mask >> n & 1 ? n : lowest], scalar);
        }
        return text + (same ? "}.x" : "}");
    }
    text += operand.name;
    const auto& s = operand.swizzle;
    if (s == std::array<uint8_t, 4>{0, 1, 2, 3}) return text;
    text += '.';
    if (s[0] == s[1] && s[0] == s[2] && s[0] == s[3]) return text + letters[s[0]];
    for (const uint8_t component : s) text += letters[component];
    return text;
}

void Assembly::line(std::string_view text) {
    routine_->body += text;
    routine_->body += '\n';
    routine_->last = {};
}

void Assembly::emit(std::string_view opcode, const Target& target, std::span<const Operand> list, Scalar scalar) {
    uint8_t read = target.mask;
    for (const Operand& operand : list)
        if (operand.is_constant()) read = components_read(opcode, target.mask);
    // Numbers without a literal come from registers that integer moves fill.
    std::vector<Operand> changed;
    for (size_t which = 0; which < list.size(); which++)
        if (list[which].is_constant() && is_floating_point(scalar)) {
            bool finite = true;
            for (size_t n = 0; n < 4; n++)
                if (read >> n & 1) finite &= has_literal(list[which].numbers[n], scalar);
            if (finite) continue;
            if (changed.empty()) changed.assign(list.begin(), list.end());
            Operand& operand = changed[which];
            const bool wide = is_wide(scalar);
            const Operand place = take(wide);
            Operand number = operand;
            number.negate = false;
            emit(wide ? "MOV.U64" : "MOV.U", {place.name, 15}, {number}, wide ? Scalar::Uint64 : Scalar::Uint);
            // Who wants a scalar has been given one number four times.
            const bool scalars = std::ranges::count(operand.numbers, operand.numbers[0]) == 4;
            const bool negate = operand.negate;
            operand = scalars ? place.component(0) : place;
            operand.negate = negate;
        }
    if (!changed.empty()) list = changed;
    std::string& body = routine_->body;
    Routine::Last& last = routine_->last;
    last.begin = body.size();
    body += opcode;
    last.opcode_end = body.size();
    body += ' ';
    last.target_begin = body.size();
    append_target(body, target);
    last.target_end = body.size();
    last.name = target.name;
    last.mask = target.mask;
    for (const Operand& operand : list) {
        body += ", ";
        body += operand_text(operand, scalar, read);
    }
    body += ";\n";
}

void Assembly::move(const Target& target, const Operand& from, Scalar scalar) {
    Routine::Last& last = routine_->last;
    // What was just computed for nobody else is computed into the target.
    bool identity = true;
    for (uint8_t n = 0; n < 4; n++) identity &= !(target.mask >> n & 1) || from.swizzle[n] == n;
    if (from.temporary && identity && !from.negate && last.target_begin && last.name == from.name &&
        last.mask == target.mask && !names(target.name, from.name)) {
        std::string text;
        append_target(text, target);
        routine_->body.replace(last.target_begin, last.target_end - last.target_begin, text);
        last = {};
        return;
    }
    if (identity && !from.negate && from.name == target.name) return;
    emit("MOV" + std::string(type_suffix(scalar)), target, {from}, scalar);
}

void Assembly::move_where(std::string_view test, Target target, const Operand& from, Scalar scalar) {
    target.test = test;
    emit("MOV" + std::string(type_suffix(scalar)), target, {from}, scalar);
    // It is no value that the next move could take over.
    routine_->last = {};
}

void Assembly::set_condition(const Operand& value) {
    Routine::Last& last = routine_->last;
    const bool sets = last.opcode_end &&
                      routine_->body.compare(last.opcode_end - std::min<size_t>(last.opcode_end, 3), 3, ".CC") == 0;
    if (value.temporary && value.swizzle[0] == 0 && last.target_begin && last.name == value.name && (last.mask & 1) &&
        !sets) {
        routine_->body.insert(last.opcode_end, ".CC");
        last = {};
        return;
    }
    emit("MOV.U.CC", {"cc", 1}, {value}, Scalar::Uint);
}

Operand Assembly::in_register(const Operand& operand, Scalar scalar, int components) {
    if (operand.temporary && !operand.negate && operand.swizzle == std::array<uint8_t, 4>{0, 1, 2, 3}) return operand;
    Operand place = take(is_wide(scalar));
    move({place.name, mask_of(components)}, operand, scalar);
    return place;
}

}  // namespace glsl
