// Other shaders made of the text of one that must compute the same. The text is as the writer writes it: a line for
// each statement, and for what opens and closes a block.
#include <algorithm>
#include <cstring>
#include <vector>

#include "runner.h"

namespace random_glsl {

std::string without_constants(const std::string& text) {
    std::string result;
    size_t at = 0;
    while (at < text.size()) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        std::string line = text.substr(at, end - at);
        if (line.starts_with(constant_mark))
            line = "uniform " + line.substr(std::strlen(constant_mark), line.find(" = ") - std::strlen(constant_mark)) +
                   ";\n";
        result += line;
        at = end;
    }
    return result;
}

std::string with_empty_calls(const std::string& text) {
    const auto is_function = [](const std::string& line) {
        return line[0] != ' ' && line.ends_with(") {\n") && !line.starts_with("layout");
    };
    std::string result;
    bool declared = false, inside = false;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string line = text.substr(at, end - at);
        at = end;
        if (!declared && !line.starts_with("#")) {
            result += "void nothing() {}\n";
            declared = true;
        }
        inside = is_function(line) || (inside && line[0] == ' ');
        result += line;
        if (inside && line.ends_with(";\n")) result += "nothing();\n";
    }
    return result;
}

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        size_t first = at;
        while (first < end && text[first] == ' ') first++;
        lines.push_back(text.substr(first, end - first));
        at = end + 1;
    }
    return lines;
}

// Loops turned by one. Those that no statement of theirs leaves or continues have their first turn before them; others
// have what they did at the end of a turn, and the test behind it, at the beginning of the next.
class LoopTurner {
  public:
    explicit LoopTurner(Lines lines) : lines_(std::move(lines)) {}
    std::string turned() {
        copy(0, lines_.size());
        return result_;
    }

  private:
    // What a loop's first and last line say. `first`, `step`: of for. The condition may declare a variable.
    struct Loop {
        std::string first, condition, step, declares;
        bool tests_at_end = false;
        size_t end = 0;  // the last line
    };
    static constexpr size_t most_letters = 60'000;

    void put(const std::string& line) { result_ += line + "\n"; }

    size_t closing(size_t n) const {
        int depth = 0;
        for (size_t i = n; i < lines_.size(); i++) {
            depth += static_cast<int>(std::ranges::count(lines_[i], '{') - std::ranges::count(lines_[i], '}'));
            if (depth <= 0) return i;
        }
        return lines_.size() - 1;
    }
    bool leaves(size_t from, size_t to) const {
        return std::any_of(
            lines_.begin() + static_cast<std::ptrdiff_t>(from), lines_.begin() + static_cast<std::ptrdiff_t>(to),
            [](const std::string& line) { return line.ends_with("break;") || line.ends_with("continue;"); });
    }
    // False: the line begins none.
    bool find_loop(size_t n, Loop& loop) const {
        const std::string& line = lines_[n];
        const auto within = [&](const char* begin, const char* end) {
            return line.substr(std::strlen(begin), line.size() - std::strlen(begin) - std::strlen(end));
        };
        if (line.starts_with("for (")) {
            const std::string head = within("for (", ") {");
            const size_t one = head.find("; "), two = head.find("; ", one + 1);
            loop.first = head.substr(0, one) + ";";
            if (two > one + 2) loop.condition = head.substr(one + 2, two - one - 2);
            loop.step = head.substr(two + 2);
        } else if (line.starts_with("while (")) {
            loop.condition = within("while (", ") {");
            if (const size_t equals = loop.condition.find(" = "); loop.condition.starts_with("bool ")) {
                loop.declares = loop.condition.substr(5, equals - 5);
                loop.condition.erase(0, equals + 3);
            }
        } else if (line == "do {") {
            loop.tests_at_end = true;
        } else {
            return false;
        }
        loop.end = closing(n);
        const std::string& last = lines_[loop.end];
        if (loop.tests_at_end) loop.condition = last.substr(9, last.size() - 11);  // "} while (" … ");"
        if (loop.condition.empty()) loop.condition = "true";
        return true;
    }

    void copy(size_t from, size_t to) {
        for (size_t n = from; n < to; n++) {
            Loop loop;
            if (!find_loop(n, loop)) {
                put(lines_[n]);
                continue;
            }
            if (leaves(n + 1, loop.end) || result_.size() > most_letters)
                begin_with_the_end(n, loop);
            else
                first_turn_before(n, loop);
            n = loop.end;
        }
    }
    void body(size_t n, const Loop& loop) {
        put("{");
        copy(n + 1, loop.end);
        put("}");
    }
    // `declares`: names the condition's value within the turn.
    void first_turn_before(size_t n, const Loop& loop) {
        put("{");
        if (!loop.first.empty()) put(loop.first);
        if (!loop.tests_at_end) open_if(loop);
        body(n, loop);
        if (!loop.step.empty()) put(loop.step + ";");
        put("while (" + named(loop) + ") {");
        body(n, loop);
        if (!loop.step.empty()) put(loop.step + ";");
        put("}");
        if (!loop.tests_at_end) put("}");
        put("}");
    }
    void open_if(const Loop& loop) {
        if (!loop.declares.empty()) put(named(loop) + ";");
        put("if (" + (loop.declares.empty() ? loop.condition : loop.declares) + ") {");
    }
    static std::string named(const Loop& loop) {
        return loop.declares.empty() ? loop.condition : "bool " + loop.declares + " = " + loop.condition;
    }
    void begin_with_the_end(size_t n, const Loop& loop) {
        const std::string again = "again" + std::to_string(names_++);
        put("{");
        if (!loop.first.empty()) put(loop.first);
        put("bool " + again + " = false;");
        put("for (;;) {");
        if (!loop.step.empty()) put("if (" + again + ") " + loop.step + ";");
        if (!loop.declares.empty()) put(named(loop) + ";");
        const std::string test = loop.declares.empty() ? "(" + loop.condition + ")" : loop.declares;
        put(std::string("if (") + (loop.tests_at_end ? again + " && " : "") + "!" + test + ") break;");
        put(again + " = true;");
        body(n, loop);
        put("}");
        put("}");
    }

    const Lines lines_;
    std::string result_;
    int names_ = 0;
};

}  // namespace

std::string with_turned_loops(const std::string& text) { return LoopTurner(lines_of(text)).turned(); }

}  // namespace random_glsl
