#include "glsl/text/include_tree.h"

namespace glsl {
namespace {

bool is_path_character(char c) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return word || std::string_view("_.+-/*%[](){}^|&~=!:;,? ").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> IncludeTree::location_of(std::string_view path, std::string_view from) {
    std::string location(path.starts_with('/') || from == "/" ? "" : from);
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.empty()) return std::nullopt;
    for (;;) {
        const size_t end = path.find('/');
        const std::string_view token = path.substr(0, end);
        if (token.empty()) return std::nullopt;
        for (const char c : token) {
            if (!is_path_character(c)) return std::nullopt;
        }
        if (token == "..") {
            location.resize(location.empty() ? 0 : location.rfind('/'));
        } else if (token != ".") {
            location += '/';
            location += token;
        }
        if (end == std::string_view::npos) break;
        path.remove_prefix(end + 1);
    }
    return location.empty() ? "/" : location;
}

bool IncludeTree::set(std::string_view path, std::string_view text) {
    const auto location = location_of(path);
    if (!location || !path.starts_with('/')) return false;
    strings_.insert_or_assign(*location, std::string(text));
    return true;
}

bool IncludeTree::erase(std::string_view path) {
    const auto location = location_of(path);
    return location && path.starts_with('/') && strings_.erase(*location) != 0;
}

const std::string* IncludeTree::find(std::string_view path) const {
    const auto location = location_of(path);
    if (!location || !path.starts_with('/')) return nullptr;
    const auto found = strings_.find(*location);
    return found != strings_.end() ? &found->second : nullptr;
}

IncludeSearch::IncludeSearch(const IncludeTree& tree, std::span<const std::string_view> search_points) : tree_(tree) {
    for (std::string_view point : search_points) {
        if (point.size() > 1 && point.ends_with('/')) point.remove_suffix(1);
        const auto location = point == "/" ? std::string("/") : IncludeTree::location_of(point);
        if (location && point.starts_with('/')) search_points_.push_back(*location);
    }
}

std::optional<IncludeResolver::Found> IncludeSearch::find_at(std::string_view path, std::string_view from) const {
    const auto location = IncludeTree::location_of(path, from);
    const std::string* const text = location ? tree_.find(*location) : nullptr;
    if (text == nullptr) return std::nullopt;
    return Found{*location, *text};
}

std::optional<IncludeResolver::Found> IncludeSearch::find(std::string_view path, std::string_view from,
                                                          bool quoted) const {
    if (path.starts_with('/')) return find_at(path, "/");
    if (quoted && !from.empty()) {
        const std::string_view beside = from.substr(0, from.rfind('/'));
        if (auto found = find_at(path, beside.empty() ? "/" : beside)) return found;
    }
    for (const std::string& point : search_points_) {
        if (auto found = find_at(path, point)) return found;
    }
    return std::nullopt;
}

}  // namespace glsl
