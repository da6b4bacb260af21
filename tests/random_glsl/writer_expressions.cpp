#include "shader_writer.h"

namespace random_glsl {

std::string ShaderWriter::number(Scalar scalar, int value) {
    std::string digits = std::to_string(value);
    switch (scalar) {
        case Scalar::Uint: return digits + "u";
        case Scalar::Float: return digits + ".0";
        case Scalar::Double: return digits + ".0lf";
        case Scalar::Int64: return digits + "l";
        case Scalar::Uint64: return digits + "ul";
        case Scalar::Int8: return "int8_t(" + digits + ")";
        case Scalar::Uint8: return "uint8_t(" + digits + ")";
        case Scalar::Int16: return digits + "s";
        case Scalar::Uint16: return digits + "us";
        case Scalar::Float16: return digits + ".0hf";
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int: break;
    }
    return digits;
}

std::string ShaderWriter::literal_of(Scalar scalar) {
    static const std::vector<const char*> reals = {"0.0",   "1.0",  "0.5", "2.0",   "1.5",  "3.25",
                                                   "0.125", "7.75", "0.1", "100.0", "12.5", "1e-3"};
    static const std::vector<const char*> large = {"65535",    "0x7fffffff", "0x12345678",
                                                   "16777217", "1000003",    "0x55aa"};
    switch (scalar) {
        case Scalar::Bool: return chance(2) ? "true" : "false";
        case Scalar::Float: return chance(4) ? "(-" + std::string(one_of(reals)) + ")" : one_of(reals);
        case Scalar::Double: return (chance(4) ? "(-" : "(") + std::string(one_of(reals)) + "lf)";
        case Scalar::Int:
            return chance(6)   ? one_of(large)
                   : chance(3) ? "(-" + std::to_string(1 + pick(20)) + ")"
                               : std::to_string(pick(12));
        case Scalar::Uint: return (chance(6) ? one_of(large) : std::to_string(pick(12))) + std::string("u");
        case Scalar::Int64: return chance(6) ? "0x123456789abcdefl" : std::to_string(pick(12)) + "l";
        case Scalar::Uint64: return chance(6) ? "0xfedcba9876543210ul" : std::to_string(pick(12)) + "ul";
        case Scalar::Int8:
            return "int8_t(" +
                   std::string(chance(6)   ? "-128"
                               : chance(6) ? "300"
                                           : std::to_string(pick(60) - 20)) +
                   ")";
        case Scalar::Uint8: return "uint8_t(" + std::to_string(chance(6) ? 255 - pick(3) : pick(60)) + ")";
        case Scalar::Int16:
            return chance(3) ? "(-" + std::to_string(1 + pick(99)) + "s)"
                             : std::to_string(chance(6) ? 32767 : pick(300)) + "s";
        case Scalar::Uint16: return std::to_string(chance(6) ? 65535 - pick(3) : pick(300)) + "us";
        case Scalar::Float16: return (chance(4) ? "(-" : "(") + std::string(one_of(reals)) + "hf)";
        case Scalar::None: break;
    }
    return "0";
}

std::string ShaderWriter::literal(const Kind& kind) {
    if (kind.is_scalar()) return literal_of(kind.scalar);
    std::string text = type_name(kind) + "(";
    const auto add = [&](const std::string& part) { text += (text.back() == '(' ? "" : ", ") + part; };
    if (kind.is_array()) {
        for (int n = 0; n < kind.sizes[0]; n++) add(literal(kind.element()));
    } else if (kind.structure >= 0) {
        for (const Field& field : structures_[static_cast<size_t>(kind.structure)].fields) add(literal(field.kind));
    } else {
        for (int n = 0; n < kind.rows * kind.columns; n++) add(literal_of(kind.scalar));
    }
    return text + ")";
}

std::string ShaderWriter::type_name(const Kind& kind) const {
    std::string name;
    if (kind.structure >= 0)
        name = structures_[static_cast<size_t>(kind.structure)].name;
    else
        name = std::string(glsl::basic_type(kind.scalar, kind.rows, kind.columns)->name);
    for (const int size : kind.sizes) name += "[" + std::to_string(size) + "]";
    return name;
}

// An index of an array, a matrix or a vector that is in range whatever happens.
std::string ShaderWriter::subscript(int size) {
    if (straight_ || in_subscript_ || chance(3)) return std::to_string(pick(size));
    in_subscript_ = true;
    const std::string text = read(basic(Scalar::Int), false);
    in_subscript_ = false;
    if (text.empty()) return std::to_string(pick(size));
    switch (pick(4)) {
        case 0: return "(" + text + " & 0x7fffffff) % " + std::to_string(size);
        case 1: return "clamp(" + text + ", 0, " + std::to_string(size - 1) + ")";
        case 2: return "uint(" + text + ") % " + std::to_string(size) + "u";
        default:
            if ((size & (size - 1)) == 0) return text + " & " + std::to_string(size - 1);
            return "min(uint(" + text + "), " + std::to_string(size - 1) + "u)";
    }
}

// Goes on from a value of kind `at` to a part of it that is wanted; by chance, so it may fail.
bool ShaderWriter::descend(std::string& text, Kind& at, const Kind& wanted, bool for_writing) {
    for (int steps = 0; steps < 6; steps++) {
        if (at == wanted && (!at.is_basic() || chance(4) || at.is_scalar() || steps > 0 || !at.is_vector()))
            return true;
        if (at.is_array()) {
            text += "[" + subscript(at.sizes[0]) + "]";
            at = at.element();
        } else if (at.structure >= 0) {
            const Field& field = one_of(structures_[static_cast<size_t>(at.structure)].fields);
            text += "." + field.name;
            at = field.kind;
        } else if (at.is_matrix()) {
            text += "[" + subscript(at.columns) + "]";
            at = basic(at.scalar, at.rows);
        } else if (at.is_vector()) {
            if (wanted.is_scalar() && wanted.scalar == at.scalar && chance(3)) {
                text += "[" + subscript(at.rows) + "]";
                at = wanted;
                return true;
            }
            if (!(wanted.is_scalar() || wanted.is_vector()) || wanted.scalar != at.scalar) return false;
            if (for_writing && wanted.rows > at.rows) return false;
            std::vector<char> letters;
            for (int n = 0; n < at.rows; n++) letters.push_back("xyzw"[n]);
            text += ".";
            for (int n = 0; n < wanted.rows; n++) {
                const auto which = static_cast<size_t>(pick(static_cast<int>(letters.size())));
                text += letters[which];
                if (for_writing) letters.erase(letters.begin() + static_cast<std::ptrdiff_t>(which));
            }
            at = wanted;
            // Swizzled again, or one of the components that were chosen.
            if (wanted.is_vector() && !for_writing && chance(8)) {
                text += wanted.rows == 2 ? ".yx" : wanted.rows == 3 ? ".zxy" : ".wzxy";
            } else if (wanted.is_scalar() && chance(8)) {
                text.back() = 'x';
                text += "y[" + subscript(2) + "]";
            }
            return true;
        } else {
            return at == wanted;
        }
    }
    return false;
}

// Some variable, or part of one; empty: none was found.
std::string ShaderWriter::read(const Kind& kind, bool for_writing, bool whole_only) {
    for (int attempt = 0; attempt < 12 && !scope_.empty(); attempt++) {
        // What was declared last is named more often.
        const int back =
            chance(2) ? pick(std::min<int>(6, static_cast<int>(scope_.size()))) : pick(static_cast<int>(scope_.size()));
        const Entry& entry = scope_[scope_.size() - 1 - static_cast<size_t>(back)];
        if (entry.hidden || (for_writing && (!entry.writable || (entry.global && !in_effects_)))) continue;
        if (entry.kind.is_basic() && kind.is_basic() && entry.kind.scalar != kind.scalar) continue;
        if (whole_only) {
            if (entry.kind == kind) return entry.name;
            continue;
        }
        std::string text = entry.name;
        Kind at = entry.kind;
        if (descend(text, at, kind, for_writing)) return text;
    }
    return {};
}

std::string ShaderWriter::leaf(const Kind& kind) {
    if (!chance(6))
        if (std::string text = read(kind, false); !text.empty()) return text;
    if (!kind.is_scalar() && kind.is_basic() && chance(2))
        return type_name(kind) + "(" + leaf(basic(kind.scalar)) + ")";
    return literal(kind);
}

std::string ShaderWriter::construct(const Kind& kind, int depth) {
    std::string text = type_name(kind) + "(";
    const auto add = [&](const std::string& part) { text += (text.back() == '(' ? "" : ", ") + part; };
    if (kind.is_array()) {
        for (int n = 0; n < kind.sizes[0]; n++) add(expression(kind.element(), depth - 2));
    } else if (kind.structure >= 0) {
        for (const Field& field : structures_[static_cast<size_t>(kind.structure)].fields)
            add(expression(field.kind, depth - 2));
    } else if (kind.is_matrix()) {
        if (chance(4)) return text + expression(basic(kind.scalar), depth - 1) + ")";
        if (chance(4)) return text + expression(basic(kind.scalar, 2 + pick(3), 2 + pick(3)), depth - 2) + ")";
        for (int n = 0; n < kind.columns; n++) add(expression(basic(kind.scalar, kind.rows), depth - 2));
    } else {
        int left = kind.rows;
        while (left > 0) {
            const int rows = 1 + pick(left);
            add(expression(basic(kind.scalar, rows), depth - 1));
            left -= rows;
        }
        // What is too much is left out.
        if (kind.rows > 1 && text.find(", ") == std::string::npos && chance(3))
            return type_name(kind) + "(" + expression(basic(kind.scalar, kind.rows + pick(5 - kind.rows)), depth - 1) +
                   ")";
    }
    return text + ")";
}

// From another scalar type; floats are made small first.
std::string ShaderWriter::converted(const Kind& kind, int depth) {
    const Scalar from = random_scalar();
    const Kind source = kind.is_matrix() ? kind.with(kind.scalar == Scalar::Double ? Scalar::Float
                                                     : doubles_                    ? Scalar::Double
                                                                                   : Scalar::Float)
                                         : kind.with(from);
    std::string text = expression(source, depth - 1);
    if (source.is_floating() && kind.is_integer()) {
        const bool is_unsigned = glsl::is_unsigned_integer(kind.scalar), byte = glsl::bit_count(kind.scalar) == 8;
        const std::string suffix = source.scalar == Scalar::Double    ? "lf"
                                   : source.scalar == Scalar::Float16 ? "hf"
                                                                      : "";
        text = "clamp(" + text + ", " +
               (is_unsigned ? "0.0"
                : byte      ? "-100.0"
                            : "-500.0") +
               suffix + (byte ? ", 120.0" : ", 600.0") + suffix + ")";
    }
    return type_name(kind) + "(" + text + ")";
}

std::string ShaderWriter::integer_operation(const Kind& kind, int depth) {
    const Scalar scalar = kind.scalar;
    const std::string left = expression(kind, depth - 1);
    const Kind other = kind.is_vector() && chance(3) ? basic(scalar) : kind;
    const bool wide = kind.is_wide();
    const std::string most = scalar == Scalar::Int      ? "0x7fffffff"
                             : scalar == Scalar::Uint   ? "0xffffffffu"
                             : scalar == Scalar::Int64  ? "0x7fffffffffffffffl"
                             : scalar == Scalar::Int8   ? "int8_t(127)"
                             : scalar == Scalar::Uint8  ? "uint8_t(255)"
                             : scalar == Scalar::Int16  ? "32767s"
                             : scalar == Scalar::Uint16 ? "65535us"
                                                        : "0xfffffffful";
    switch (pick(12)) {
        case 0:
            return "(" + left + " / ((" + expression(other, depth - 1) + " & " + number(scalar, 15) + ") + " +
                   number(scalar, 1) + "))";
        case 1:
            return "((" + left + " & " + most + ") % ((" + expression(other, depth - 1) + " & " + number(scalar, 15) +
                   ") + " + number(scalar, 1) + "))";
        case 2:
        case 3: {
            const bool own = wide || (glsl::is_small(scalar) && chance(2));
            const Scalar counted = own ? scalar : chance(2) ? Scalar::Int : Scalar::Uint;
            const std::string count = expression(other.with(counted), depth - 2);
            return "(" + left + (chance(2) ? " << " : " >> ") + "(" + count + " & " +
                   number(counted, glsl::bit_count(scalar) - 1) + "))";
        }
        case 4: return "(-" + left + ")";
        case 5: return "(~" + left + ")";
        default: {
            static const std::vector<const char*> operators = {"+", "-", "*", "&", "|", "^", "+", "-"};
            return "(" + left + " " + one_of(operators) + " " + expression(other, depth - 1) + ")";
        }
    }
}

std::string ShaderWriter::float_operation(const Kind& kind, int depth) {
    const std::string left = expression(kind, depth - 1);
    const Kind other = !kind.is_scalar() && chance(3) ? basic(kind.scalar) : kind;
    switch (pick(8)) {
        case 0:
            return "(" + left + " / (abs(" + expression(kind.is_matrix() ? basic(kind.scalar) : other, depth - 1) +
                   ") + " + number(kind.scalar, 1) + "))";
        case 1: return "(-" + left + ")";
        case 2:
            // Converted implicitly.
            if (kind.is_matrix()) break;
            return "(" + left + (chance(2) ? " + " : " * ") +
                   expression(other.with(kind.scalar == Scalar::Float16 ? small_integer()
                                         : chance(2)                    ? Scalar::Int
                                                                        : Scalar::Uint),
                              depth - 1) +
                   ")";
        default: break;
    }
    static const std::vector<const char*> operators = {"+", "-", "*", "+"};
    const char* const operation = one_of(operators);
    // The product of matrices wants other shapes.
    const bool linear = kind.is_matrix() && operation[0] == '*';
    return "(" + left + " " + operation + " " + expression(linear ? basic(kind.scalar) : other, depth - 1) + ")";
}

std::string ShaderWriter::matrix_operation(const Kind& kind, int depth) {
    const int inner = 2 + pick(3);
    if (kind.is_matrix())
        return "(" + expression(basic(kind.scalar, kind.rows, inner), depth - 2) + " * " +
               expression(basic(kind.scalar, inner, kind.columns), depth - 2) + ")";
    if (chance(2))
        return "(" + expression(basic(kind.scalar, kind.rows, inner), depth - 2) + " * " +
               expression(basic(kind.scalar, inner), depth - 1) + ")";
    return "(" + expression(basic(kind.scalar, inner), depth - 1) + " * " +
           expression(basic(kind.scalar, inner, kind.rows), depth - 2) + ")";
}

std::string ShaderWriter::arithmetic(const Kind& kind, int depth) {
    if (kind.is_integer()) return integer_operation(kind, depth);
    if ((kind.is_matrix() || kind.is_vector()) && chance(4)) return matrix_operation(kind, depth);
    return float_operation(kind, depth);
}

// Booleans.
std::string ShaderWriter::truth(const Kind& kind, int depth) {
    if (kind.is_vector()) {
        if (chance(4)) return "not(" + expression(kind, depth - 1) + ")";
        static const std::vector<const char*> names = {"lessThan",         "lessThanEqual", "greaterThan",
                                                       "greaterThanEqual", "equal",         "notEqual"};
        Scalar scalar = random_scalar();
        const std::string name = one_of(names);
        if (scalar == Scalar::Bool && !name.ends_with("qual")) scalar = Scalar::Int;
        if (scalar == Scalar::Bool && name.size() > 8) scalar = Scalar::Uint;
        return name + "(" + expression(kind.with(scalar), depth - 1) + ", " + expression(kind.with(scalar), depth - 1) +
               ")";
    }
    switch (pick(7)) {
        case 0: return "(!" + expression(kind, depth - 1) + ")";
        case 1: {
            static const std::vector<const char*> operators = {"&&", "||", "^^"};
            return "(" + expression(kind, depth - 1) + " " + one_of(operators) + " " + expression(kind, depth - 1) +
                   ")";
        }
        case 2:
            return std::string(chance(2) ? "any(" : "all(") + expression(basic(Scalar::Bool, 2 + pick(3)), depth - 1) +
                   ")";
        case 3: {
            const Kind compared = random_kind();
            return "(" + expression(compared, depth - 2) + (chance(2) ? " == " : " != ") +
                   expression(compared, depth - 2) + ")";
        }
        default: {
            static const std::vector<const char*> operators = {"<", "<=", ">", ">=", "==", "!="};
            Scalar scalar = random_scalar();
            if (scalar == Scalar::Bool) scalar = Scalar::Int;
            return "(" + expression(basic(scalar), depth - 1) + " " + one_of(operators) + " " +
                   expression(basic(scalar), depth - 1) + ")";
        }
    }
}

// A call of a function that changes nothing.
std::string ShaderWriter::pure_call(const Kind& kind, int depth) {
    for (int attempt = 0; attempt < 4 && !functions_.empty(); attempt++) {
        const FunctionEntry& function = one_of(functions_);
        if (!function.pure || function.is_void || (cost_ + function.cost) * turns_ > 400) continue;
        std::string path;
        Kind at = function.result;
        if (!descend(path, at, kind, false)) continue;
        bool possible = true;
        const std::string text = call_text(function, depth - 1, possible);
        if (!possible) continue;
        cost_ += function.cost;
        return text + path;
    }
    return {};
}

// A value of a scalar type that is converted to this one where it stands: not as an operand of everything.
std::string ShaderWriter::narrower(const Kind& kind, int depth) {
    if (!kind.is_scalar() && !kind.is_vector()) return expression(kind, depth);
    if (kind.scalar == Scalar::Int16) return expression(kind.with(chance(2) ? Scalar::Int8 : Scalar::Uint8), depth);
    if (kind.scalar == Scalar::Uint16 || kind.scalar == Scalar::Float16 ||
        (small_ && chance(2) &&
         (kind.scalar == Scalar::Int || kind.scalar == Scalar::Uint || kind.scalar == Scalar::Float)))
        return expression(kind.with(kind.scalar == Scalar::Uint16 ? Scalar::Uint8 : small_integer()), depth);
    if (kind.scalar == Scalar::Uint8) return expression(kind.with(Scalar::Int8), depth);
    if (kind.scalar == Scalar::Uint) return expression(kind.with(Scalar::Int), depth);
    if (kind.scalar == Scalar::Float) return expression(kind.with(chance(2) ? Scalar::Int : Scalar::Uint), depth);
    if (kind.scalar == Scalar::Double) return expression(kind.with(chance(2) ? Scalar::Int : Scalar::Float), depth);
    return expression(kind, depth);
}

std::string ShaderWriter::expression(const Kind& kind, int depth) {
    if (depth <= 0 || chance(5)) return leaf(kind);
    if (!kind.is_basic()) {
        if (chance(4))
            if (std::string text = pure_call(kind, depth); !text.empty()) return text;
        if (!chance(3))
            if (std::string text = read(kind, false); !text.empty()) return text;
        return construct(kind, depth);
    }
    switch (pick(12)) {
        case 0: {
            // Which side is evaluated shows in nothing here.
            const std::string condition = expression(basic(Scalar::Bool), depth - 1);
            return "(" + condition + " ? " + expression(kind, depth - 1) + " : " + expression(kind, depth - 1) + ")";
        }
        case 1:
        case 2:
        case 3:
            if (std::string text = builtin(kind, depth); !text.empty()) return text;
            break;
        case 4:
            if (!kind.is_matrix() || doubles_ || kind.scalar == Scalar::Float16) return converted(kind, depth);
            break;
        case 5:
            if (std::string text = pure_call(kind, depth); !text.empty()) return text;
            break;
        case 6:
            if (!kind.is_scalar() || chance(3)) return construct(kind, depth);
            break;
        case 7: {
            if (kind.is_matrix()) break;
            std::string text = expression(basic(kind.scalar, 2 + pick(3)), depth - 1);
            if (text.front() != '(') text = "(" + text + ")";
            return text + (kind.rows == 1 ? ".y" : kind.rows == 2 ? ".yx" : kind.rows == 3 ? ".yxx" : ".yxyx");
        }
        case 8:
            if (kind.is_scalar() || kind.is_vector()) {
                // An element of a value that has no place.
                Kind array = kind;
                array.sizes = {2 + pick(2)};
                return construct(array, depth) + "[" + subscript(array.sizes[0]) + "]";
            }
            break;
        default: break;
    }
    if (kind.scalar == Scalar::Bool) return truth(kind, depth);
    return arithmetic(kind, depth);
}

}  // namespace random_glsl
