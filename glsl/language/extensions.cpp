#include "glsl/language/extensions.h"

#include <algorithm>
#include <array>

namespace glsl {
namespace {

constexpr ExtensionRow rows[] = {
#define GLSL_EXTENSION(name, where, core, implied, implemented) {"GL_" #name, where, core, implied, implemented},
#include "glsl/language/extensions.def"
#undef GLSL_EXTENSION
};

constexpr int row_count = static_cast<int>(std::size(rows));
static_assert(row_count <= ExtensionSet::capacity);
static_assert(std::ranges::is_sorted(rows, {}, &ExtensionRow::name), "extensions.def is sorted by name");

}  // namespace

int extension_count() { return row_count; }

const ExtensionRow& extension_row(int row) { return rows[row]; }

int find_extension(std::string_view name) {
    if (name.starts_with("GL_")) name.remove_prefix(3);
    const auto without_prefix = [](const ExtensionRow& row) { return row.name.substr(3); };
    const auto found = std::ranges::lower_bound(rows, name, {}, without_prefix);
    return found != std::end(rows) && without_prefix(*found) == name ? static_cast<int>(found - rows) : -1;
}

void enable_extension(ExtensionSet& set, int row, bool on) {
    set.set(row, on);
    std::string_view implied = rows[row].implied;
    while (!implied.empty()) {
        const size_t end = implied.find(' ');
        const int other = find_extension(implied.substr(0, end));
        // What implies each other is set already.
        if (other >= 0 && set.has(other) != on) enable_extension(set, other, on);
        if (end == std::string_view::npos) break;
        implied.remove_prefix(end + 1);
    }
}

}  // namespace glsl
