#include "runtime/targets/back_ends.h"

namespace runtime::back_ends {
namespace {

struct Row {
    std::string_view name;
    Maker make;
};
constexpr Row rows[] = {
#define ASMGL_BACK_END(name, maker, ...) {#name, maker},
#include "runtime/targets/back_ends.def"
#undef ASMGL_BACK_END
};

}  // namespace

std::string choose(std::string_view wanted) {
    const size_t colon = std::min(wanted.find(':'), wanted.size());
    const std::string_view name = wanted.substr(0, colon);
    const std::string_view options = colon < wanted.size() ? wanted.substr(colon + 1) : std::string_view{};
    std::string error, names;
    for (const Row& row : rows) {
        names += (names.empty() ? "" : ", ") + std::string(row.name);
        if (row.name != name) continue;
        std::unique_ptr<BackEnd> made = row.make(options, error);
        if (made) set_back_end(std::move(made));
        return error;
    }
    return "there is no back end \"" + std::string(name) + "\", but " + names;
}

}  // namespace runtime::back_ends
