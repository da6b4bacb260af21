#include "glsl/language/versions.h"

#include <array>
#include <atomic>

#include "glsl/language/extensions.h"

namespace glsl {
namespace {

// Takes a number off the front; -1 if there is none.
int take_number(std::string_view& text) {
    if (text.empty() || text[0] < '0' || text[0] > '9') return -1;
    int value = 0;
    while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
        value = value * 10 + (text[0] - '0');
        text.remove_prefix(1);
    }
    return value;
}

// "130", "110-130", "150c", "es300", "es100-100"
bool version_holds(std::string_view text, const Language& language) {
    const bool es = text.starts_with("es");
    if (es != language.is_es()) return false;
    if (es) text.remove_prefix(2);
    const int first = take_number(text);
    if (language.version < first) return false;
    if (text.starts_with('-')) {
        text.remove_prefix(1);
        if (language.version > take_number(text)) return false;
    }
    return !text.starts_with('c') || language.profile == Profile::Compatibility;
}

bool names_version(std::string_view text) {
    if (text.starts_with("es")) text.remove_prefix(2);
    return !text.empty() && text[0] >= '0' && text[0] <= '9';
}

// The row of an extension that a table's text names; those texts stay where they are for good, so it is looked up once.
// Each entry is one word: the text's address, and the row in the highest bits.
int row_of(std::string_view name) {
    static std::array<std::atomic<uint64_t>, 1024> known{};
    const uint64_t at = reinterpret_cast<uintptr_t>(name.data());
    constexpr int address_bits = 48;
    if (at >> address_bits) return find_extension(name);
    std::atomic<uint64_t>& entry = known[(at ^ at >> 10) % known.size()];
    const uint64_t word = entry.load(std::memory_order_relaxed);
    if ((word & ((uint64_t{1} << address_bits) - 1)) == at) return static_cast<int>(word >> address_bits) - 1;
    const int row = find_extension(name);
    entry.store(at | static_cast<uint64_t>(row + 1) << address_bits, std::memory_order_relaxed);
    return row;
}

bool alternative_holds(std::string_view text, const Language& language) {
    if (names_version(text)) return version_holds(text, language);
    const size_t plus = text.find('+');
    const int row = row_of(text.substr(0, plus));
    if (row < 0 || !language.enabled.has(row)) return false;
    return plus == std::string_view::npos || version_holds(text.substr(plus + 1), language);
}

}  // namespace

bool holds(std::string_view where, const Language& language) {
    while (!where.empty()) {
        const size_t end = where.find(' ');
        const std::string_view alternative = where.substr(0, end);
        if (!alternative.empty() && alternative_holds(alternative, language)) return true;
        if (end == std::string_view::npos) return false;
        where.remove_prefix(end + 1);
    }
    return false;
}

}  // namespace glsl
