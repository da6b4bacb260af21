#include "glsl/text/source_text.h"

#include <cstring>

namespace glsl {
namespace {

bool is_newline(char c) { return c == '\n' || c == '\r'; }

// Bytes of the new-line that begins at `at`: both of \r\n and of \n\r.
size_t newline_size(std::string_view text, size_t at) {
    return at + 1 < text.size() && is_newline(text[at + 1]) && text[at + 1] != text[at] ? 2 : 1;
}

// Takes out each backslash with the new-line behind it. `begins`: where the application's strings begin.
void splice(std::string_view original, std::span<const uint32_t> begins, char* out, SourceText::Part& part) {
    size_t in = 0;
    size_t size = 0;
    size_t next_begin = 0;
    const auto copy_to = [&](size_t end) {
        for (; next_begin < begins.size() && begins[next_begin] < end; ++next_begin) {
            const size_t at = begins[next_begin] < in ? size : size + (begins[next_begin] - in);
            part.breaks.push_back({static_cast<uint32_t>(at), 0});
        }
        std::memcpy(out + size, original.data() + in, end - in);
        size += end - in;
        in = end;
    };
    for (size_t at = original.find('\\'); at != std::string_view::npos; at = original.find('\\', at + 1)) {
        if (at + 1 >= original.size() || !is_newline(original[at + 1])) continue;
        copy_to(at);
        const size_t removed = 1 + newline_size(original, at + 1);
        part.breaks.push_back({static_cast<uint32_t>(size), static_cast<uint32_t>(removed)});
        in = at + removed;
    }
    copy_to(original.size());
    for (; next_begin < begins.size(); ++next_begin) part.breaks.push_back({static_cast<uint32_t>(size), 0});
    out[size] = '\0';
    part.text = {out, size};
}

}  // namespace

const SourceText::Part* SourceText::add(std::span<const std::string_view> strings) {
    const auto until_zero = [](std::string_view s) { return s.substr(0, s.find('\0')); };
    size_t size = 0;
    for (const std::string_view string : strings) size += until_zero(string).size();
    if (size >= (size_t{1} << 31) - size_) return nullptr;

    char* original = static_cast<char*>(memory_.allocate(size + 1, 1));
    std::vector<uint32_t> begins;
    size_t filled = 0;
    for (const std::string_view& string : strings) {
        const std::string_view text = until_zero(string);
        if (&string != strings.data()) begins.push_back(static_cast<uint32_t>(filled));
        if (!text.empty()) std::memcpy(original + filled, text.data(), text.size());
        filled += text.size();
    }
    original[size] = '\0';

    Part part;
    part.base = size_;
    part.original = {original, size};
    if (part.original.find('\\') == std::string_view::npos) {
        part.text = part.original;
        for (const uint32_t begin : begins) part.breaks.push_back({begin, 0});
    } else {
        splice(part.original, begins, static_cast<char*>(memory_.allocate(size + 1, 1)), part);
    }
    size_ += static_cast<uint32_t>(size) + 1;
    parts_.push_back(std::move(part));
    return &parts_.back();
}

std::string_view SourceText::line_at(uint32_t offset) const {
    for (const Part& part : parts_) {
        if (offset < part.base || offset - part.base > part.original.size()) continue;
        size_t begin = offset - part.base;
        size_t end = begin;
        while (begin > 0 && !is_newline(part.original[begin - 1])) --begin;
        while (end < part.original.size() && !is_newline(part.original[end])) ++end;
        return part.original.substr(begin, end - begin);
    }
    return {};
}

int32_t SourceText::add_path(std::string_view path) {
    for (size_t i = 0; i < paths_.size(); ++i) {
        if (paths_[i] == path) return -1 - static_cast<int32_t>(i);
    }
    paths_.emplace_back(path);
    return -static_cast<int32_t>(paths_.size());
}

std::string SourceText::string_name(int32_t string) const {
    const int64_t path = -1 - int64_t{string};
    if (path < 0 || path >= static_cast<int64_t>(paths_.size())) return std::to_string(string);
    return '"' + paths_[static_cast<size_t>(path)] + '"';
}

std::string_view SourceText::keep(std::string_view text) {
    char* copy = static_cast<char*>(memory_.allocate(text.size() + 1, 1));
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return {copy, text.size()};
}

}  // namespace glsl
