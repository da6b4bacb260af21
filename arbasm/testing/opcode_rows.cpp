#include "arbasm/testing/opcode_rows.h"

#include <string>

#include "arbasm/testing/frame.h"

namespace arbasm {
namespace {

constexpr OpcodeRow rows[] = {
#define OPCODE_ROW(id, opcode, ...) {id, Opcode::opcode, __VA_ARGS__},
#include "arbasm/testing/opcode_rows.inc"
#undef OPCODE_ROW
};

bool is_wide(std::string_view type) { return type.find("64") != std::string_view::npos; }

}  // namespace

std::span<const OpcodeRow> opcode_rows() { return rows; }

OpcodeUse opcode_use(const OpcodeRow& row, std::string_view header, const std::vector<std::string_view>& options,
                     std::string_view type, std::string_view modifier) {
    OpcodeUse use;
    use.text = opening(header, options, row.declarations);
    std::string_view first = type, second = type;
    if (row.opcode == Opcode::Cvt && type.find('.') != std::string_view::npos) {
        first = type.substr(0, type.find('.'));
        second = type.substr(type.find('.') + 1);
    }
    // The clamp of the level of detail stands in a second vector, or in the third one of TXD.
    std::string body(row.body);
    if (modifier == ".LODCLAMP" && body.starts_with("$ t, a, texture")) body.replace(0, 6, "$ t, a, b");
    for (size_t n = 0; n < body.size(); ++n) {
        switch (body[n]) {
            case '$': {
                use.begin = use.text.size();
                use.text += spelling(row.opcode);
                if (!modifier.empty() && modifier[0] != '.') use.text += modifier;
                if (type != "-") use.text += "." + std::string(type);
                if (!modifier.empty() && modifier[0] == '.') use.text += modifier;
                break;
            }
            case '@':
                if (is_wide(first)) use.text += 'l';
                break;
            case '&':
                if (is_wide(second)) use.text += 'l';
                break;
            case ';':
                if (use.end == 0 && use.begin != 0) use.end = use.text.size();
                use.text += ';';
                break;
            default: use.text += body[n];
        }
    }
    use.text += closing(header);
    return use;
}

std::string_view type_for_modifier(const OpcodeRow& row, std::string_view modifier) {
    const auto types = words(row.types);
    if (modifier == ".HI") return "S";
    if (row.opcode == Opcode::Cvt) return modifier == ".SAT" ? "F32.S32" : "S32.F32";
    if (modifier == ".SAT" || modifier == ".SSAT") {
        for (std::string_view type : types) {
            if (type.starts_with("F") || (type == "-" && opcode_info(row.opcode).type == 'F')) return type;
        }
        if (opcode_info(row.opcode).result.type == 'f') return types.front();
    }
    return types.front();
}

}  // namespace arbasm
