// The tree of named strings of ARB_shading_language_include (appendix A of its text), and how #include searches it.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/text/preprocessor.h"

namespace glsl {

// Paths have the characters of the language and blanks; tokens between slashes, none empty; "." stays, ".." goes up.
class IncludeTree {
  public:
    // The location that a path leads to from another ("/" is the root), as "/a/b"; none if the path is invalid.
    static std::optional<std::string> location_of(std::string_view path, std::string_view from = "/");

    // `path` begins with a slash. False if it is invalid, or, of erase, if no string is there.
    bool set(std::string_view path, std::string_view text);
    bool erase(std::string_view path);
    // The string at a path that begins with a slash; null: there is none.
    const std::string* find(std::string_view path) const;

  private:
    std::map<std::string, std::string, std::less<>> strings_;
};

// One compilation's view of a tree. A path without a slash in front is looked for from each of the search points in
// order; one in quotes, in a string that was included, first beside that string.
class IncludeSearch : public IncludeResolver {
  public:
    // Search points that are no valid paths are left out; one may end with a slash.
    IncludeSearch(const IncludeTree& tree, std::span<const std::string_view> search_points);
    std::optional<Found> find(std::string_view path, std::string_view from, bool quoted) const override;

  private:
    std::optional<Found> find_at(std::string_view path, std::string_view from) const;

    const IncludeTree& tree_;
    std::vector<std::string> search_points_;
};

}  // namespace glsl
