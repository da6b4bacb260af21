#include <bit>

#include "arbasm/parse/parser.h"

namespace arbasm {

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

}  // namespace arbasm
