#include "arbasm/parse/operands/register_constant.h"

#include <bit>

#include "arbasm/parse/bindings/constants.h"

namespace arbasm {
namespace {

bool parse_register_scalar(TokenCursor& cursor, const Symbols& symbols, uint32_t& bits) {
    if (cursor.token().kind == TokenKind::Identifier) {
        const Token name = cursor.token();
        const int32_t* found = symbols.find(name.text);
        if (found == nullptr) return unknown_name(cursor, symbols, name);
        if (!is_poisoned(*found) && !symbols.is_scalar_constant(*found)) {
            return cursor.fail(quote(name.text) + " is not a scalar constant");
        }
        bits = is_poisoned(*found) ? 0 : symbols.bindings(*found).front().constant[0];
        cursor.advance();
        return true;
    }
    return parse_constant_scalar(cursor, DataType::F32, true, bits);
}

}  // namespace

bool parse_register_constant(TokenCursor& cursor, const Symbols& symbols, Binding& out, bool& is_scalar) {
    out.kind = BindingKind::Constant;
    is_scalar = false;
    if (cursor.token().is('{')) {
        cursor.advance();
        out.constant = {0, 0, 0, std::bit_cast<uint32_t>(1.0f)};
        size_t count = 0;
        do {
            if (count == 4) return cursor.fail("a constant vector has at most four components");
            if (!parse_register_scalar(cursor, symbols, out.constant[count++])) return false;
        } while (cursor.accept(','));
        return cursor.expect('}');
    }
    if (cursor.token().kind == TokenKind::Identifier) {
        const int32_t* found = symbols.find(cursor.token().text);
        if (found != nullptr && !is_poisoned(*found) && !symbols.is_scalar_constant(*found) &&
            symbols.variable(*found).file == RegisterFile::Parameter &&
            symbols.bindings(*found).front().kind == BindingKind::Constant) {
            out.constant = symbols.bindings(*found).front().constant;
            cursor.advance();
            return true;
        }
    }
    uint32_t bits = 0;
    if (!parse_register_scalar(cursor, symbols, bits)) return false;
    out.constant = {bits, bits, bits, bits};
    is_scalar = true;
    return true;
}

}  // namespace arbasm
