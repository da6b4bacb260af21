#include "arbasm/parse/text/nearest.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace arbasm {
namespace {

// Edit distance, cut off above `limit`.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
    if (a.size() > b.size()) std::swap(a, b);
    if (b.size() - a.size() > limit || b.size() > 64) return limit + 1;
    std::array<size_t, 65> row{};
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min(std::min(above, row[j - 1]) + 1, changed);
            diagonal = above;
        }
    }
    return row[b.size()];
}

// One bit for each letter that occurs: words at a distance n differ in at most 2n of them. Most words are told apart by
// it.
uint32_t letters(std::string_view word) {
    uint32_t bits = 0;
    for (char c : word) bits |= 1u << (static_cast<unsigned char>(c) & 31);
    return bits;
}

}  // namespace

std::string nearest_of(std::string_view word, const std::vector<std::string_view>& candidates) {
    const size_t limit = word.size() <= 3 ? 1 : 2;
    size_t best = limit + 1;
    std::string_view found;
    const uint32_t wanted = letters(word);
    for (std::string_view candidate : candidates) {
        if (static_cast<size_t>(std::popcount(wanted ^ letters(candidate))) > 2 * limit) continue;
        const size_t here = distance(word, candidate, limit);
        if (here < best) {
            best = here;
            found = candidate;
        }
    }
    return std::string(found);
}

}  // namespace arbasm
