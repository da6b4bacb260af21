// Makes a shader that shows a difference short: drops lines and blocks, and puts parts of expressions in their place.
#include <algorithm>
#include <vector>

#include "runner.h"

namespace random_glsl {

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
    Lines lines;
    size_t at = 0;
    while (at < text.size()) {
        const size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end == std::string::npos ? end : end - at));
        if (end == std::string::npos) break;
        at = end + 1;
    }
    return lines;
}

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

class Reducer {
  public:
    Reducer(arbasm::Stage stage, std::string text, uint64_t seed)
        : stage_(stage),
          seed_(seed),
          best_(std::move(text)),
          by_engine_(is_by_engine(run_shader(stage, best_, seed))) {}

    std::string reduce() {
        for (std::string before; before != best_ && attempts_ < most_attempts;) {
            before = best_;
            drop_lines();
            shorten_expressions();
        }
        return best_;
    }

  private:
    static constexpr int most_attempts = 4000;

    // What differs between folding and running stays one of these.
    static bool is_by_engine(const Outcome& outcome) { return !outcome.what.starts_with("what constants"); }
    bool keep(const std::string& text) {
        if (text == best_ || ++attempts_ > most_attempts) return false;
        const Outcome outcome = run_shader(stage_, text, seed_);
        if (outcome.kind != Outcome::Different || is_by_engine(outcome) != by_engine_) return false;
        best_ = text;
        return true;
    }

    // The line that closes what line `n` opens; n: it opens nothing.
    static size_t closing(const Lines& lines, size_t n) {
        int depth = 0;
        for (size_t i = n; i < lines.size(); i++) {
            depth += static_cast<int>(std::count(lines[i].begin(), lines[i].end(), '{'));
            depth -= static_cast<int>(std::count(lines[i].begin(), lines[i].end(), '}'));
            if (depth <= 0) return i;
        }
        return n;
    }

    void drop_lines() {
        for (size_t n = split(best_).size(); n-- > 0;) {
            const Lines lines = split(best_);
            if (n >= lines.size()) continue;
            const size_t end = closing(lines, n);
            Lines shorter = lines;
            const auto begin = shorter.begin() + static_cast<std::ptrdiff_t>(n);
            shorter.erase(begin, begin + static_cast<std::ptrdiff_t>(end - n) + 1);
            if (keep(joined(shorter)) || end == n) continue;
            // What is in the block may do without it.
            shorter = lines;
            shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(end));
            shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(n));
            keep(joined(shorter));
        }
    }

    // A call or a pair of parentheses becomes one of those in it, or what stands between commas and operators, or a
    // number.
    void shorten_expressions() {
        for (size_t at = 0; at < best_.size() && attempts_ < most_attempts; at++) {
            if (best_[at] != '(') continue;
            size_t start = at;
            while (start > 0 && (std::isalnum(static_cast<unsigned char>(best_[start - 1])) || best_[start - 1] == '_'))
                start--;
            int depth = 0;
            std::vector<size_t> cuts{at};
            size_t end = at;
            for (; end < best_.size() && best_[end] != '\n'; end++) {
                const char letter = best_[end];
                if (letter == '(' || letter == '[') depth++;
                if ((letter == ')' || letter == ']') && --depth == 0) break;
                if (depth == 1 &&
                    (letter == ',' || letter == '?' || letter == ':' || (letter == ' ' && best_[end - 1] != ',')))
                    cuts.push_back(end);
            }
            if (end >= best_.size() || best_[end] != ')') continue;
            cuts.push_back(end);
            std::vector<std::string> shorter = {"1", "0", "true", "1.0", "1u"};
            for (size_t n = 0; n + 1 < cuts.size(); n++) {
                std::string part = best_.substr(cuts[n] + 1, cuts[n + 1] - cuts[n] - 1);
                while (!part.empty() && part[0] == ' ') part.erase(0, 1);
                if (part.size() > 1 || (!part.empty() && std::isalnum(static_cast<unsigned char>(part[0]))))
                    shorter.push_back(part);
            }
            const std::string whole = best_.substr(start, end + 1 - start);
            for (const std::string& part : shorter)
                if (part.size() < whole.size() && keep(best_.substr(0, start) + part + best_.substr(end + 1))) {
                    at = start;
                    break;
                }
        }
    }

    arbasm::Stage stage_;
    uint64_t seed_;
    std::string best_;
    bool by_engine_;
    int attempts_ = 0;
};

}  // namespace

std::string reduced(arbasm::Stage stage, const std::string& text, uint64_t seed) {
    return Reducer(stage, text, seed).reduce();
}

}  // namespace random_glsl
