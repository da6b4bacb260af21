// A small help to write program text: lines with arguments.
#pragma once

#include <fmt/format.h>
#include <iterator>
#include <string>

namespace glapi::fixed_function {

class ProgramText {
  public:
    explicit ProgramText(const char* header) : declarations_(header) { declarations_ += '\n'; }

    template <typename... Arguments>
    void declare(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(declarations_), format, std::forward<Arguments>(arguments)...);
        declarations_ += ";\n";
    }
    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(body_), format, std::forward<Arguments>(arguments)...);
        body_ += ";\n";
    }
    std::string finish() const { return declarations_ + body_ + "END\n"; }

  private:
    std::string declarations_, body_;
};

}  // namespace glapi::fixed_function
