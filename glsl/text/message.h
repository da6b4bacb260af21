// Messages of the compiler about a shader: collected by every stage, written into the information log at the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/text/token.h"

namespace glsl {

class SourceText;

enum class Severity : uint8_t { Error, Warning };

struct Message {
    Location where;
    Severity severity = Severity::Error;
    std::string text;
    std::string hint;  // what would mend it, or empty
};

class Messages {
  public:
    // Further messages are counted, but not kept.
    static constexpr size_t capacity = 100;

    void error(const Location& where, std::string text, std::string hint = {}) {
        add(where, Severity::Error, std::move(text), std::move(hint));
    }
    void warning(const Location& where, std::string text, std::string hint = {}) {
        add(where, Severity::Warning, std::move(text), std::move(hint));
    }
    void add(const Location& where, Severity severity, std::string text, std::string hint);

    bool has_errors() const { return errors_ != 0; }
    size_t errors() const { return errors_; }
    const std::vector<Message>& all() const { return all_; }

  private:
    std::vector<Message> all_;
    size_t errors_ = 0;
};

// `0:12(5): error: …`, the line, a mark under the column, and the hint; each line ends with a newline.
std::string format(const Message& message, const SourceText& source);
std::string format(const Messages& messages, const SourceText& source);

}  // namespace glsl
