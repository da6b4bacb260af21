#include <bit>
#include <charconv>
#include <map>
#include <set>

#include "machines/ctm/assembly/listing.h"

namespace machines::ctm {
namespace {

constexpr size_t most_errors = 20;

struct Token {
    std::string_view text;
    size_t offset;  // in the whole text
    uint32_t column;
};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}
    Listing run();

  private:
    struct Reference {
        size_t instruction;
        Token label;
        uint32_t line;
    };
    void line(size_t begin, size_t end);
    void instruction(std::span<const Token> tokens);
    void directive(std::span<const Token> tokens);
    void words(std::span<const Token> tokens);
    void constant(std::span<const Token> tokens);
    void count(std::span<const Token> tokens);
    void texture(std::span<const Token> tokens);
    void add(const Slot& slot, const Words& words, const Token& where);
    void fail(const Token& at, std::string message, uint32_t line = 0);
    bool named(const Token& token, char letter, uint32_t limit, uint32_t& number);

    std::string_view text_;
    uint32_t line_ = 0;
    Listing listing_;
    std::map<std::string_view, size_t> labels_;
    std::vector<Reference> references_;
    bool has_position_ = false, full_ = false;
};

void Reader::fail(const Token& at, std::string message, uint32_t line) {
    if (listing_.errors.size() < most_errors)
        listing_.errors.push_back(
            {{static_cast<uint32_t>(at.offset), line ? line : line_, at.column}, std::move(message), {}});
}

bool is_name(std::string_view text) {
    if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
    for (const char c : text)
        if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return false;
    return true;
}

// "c5", where c is the letter.
bool Reader::named(const Token& token, char letter, uint32_t limit, uint32_t& number) {
    if (token.text.starts_with(letter) && read_number(token.text.substr(1), limit - 1, number)) return true;
    fail(token, std::string("\"") + std::string(token.text) + "\" is none of " + letter + "0 to " + letter +
                    std::to_string(limit - 1));
    return false;
}

void Reader::add(const Slot& slot, const Words& words, const Token& where) {
    if (listing_.code.size() == max_instructions) {
        if (!full_) fail(where, "a program has at most 512 instructions");
        full_ = true;
        return;
    }
    listing_.slots.push_back(slot);
    listing_.code.push_back(words);
}

void Reader::instruction(std::span<const Token> tokens) {
    Slot slot;
    while (slot.type < 4 && kind_names[slot.type] != tokens[0].text) slot.type++;
    if (slot.type == 4)
        return fail(tokens[0], "\"" + std::string(tokens[0].text) + "\" is none of ALU, OUT, TEX and FC");
    if (kind_bit(slot.type) == kind_alu) slot = empty_alu(static_cast<Kind>(slot.type));
    std::set<std::string_view> names;
    bool good = true;
    const auto wrong = [&](const Token& token, size_t from, std::string message) {
        fail({token.text, token.offset + from, token.column + static_cast<uint32_t>(from)}, std::move(message));
        good = false;
    };
    for (const Token& token : tokens.subspan(1)) {
        const size_t equals = token.text.find('=');
        if (equals == std::string_view::npos) {
            wrong(token, 0, "\"" + std::string(token.text) + "\" should be name=value");
            continue;
        }
        const std::string_view name = token.text.substr(0, equals), value = token.text.substr(equals + 1);
        if (!names.insert(name).second) {
            wrong(token, 0, "\"" + std::string(name) + "\" stands here twice");
            continue;
        }
        if (slot.type == Flow && name == "jump_addr" && is_name(value)) {
            references_.push_back({listing_.code.size(),
                                   {value, token.offset + equals + 1, token.column + static_cast<uint32_t>(equals + 1)},
                                   line_});
            continue;
        }
        const std::string reason = read_item(name, value, slot);
        if (!reason.empty())
            wrong(token, reason.find(" is no field of ") == std::string::npos ? equals + 1 : 0, reason);
    }
    if (good)
        if (std::string reason = complaint(slot); !reason.empty()) fail(tokens[0], std::move(reason));
    add(slot, encode(slot), tokens[0]);
}

void Reader::words(std::span<const Token> tokens) {
    Words words{};
    if (tokens.size() != 1 + words.size()) return fail(tokens[0], ".word needs six numbers");
    for (size_t i = 0; i < words.size(); i++)
        if (!read_number(tokens[i + 1].text, ~0u, words[i]))
            return fail(tokens[i + 1], "\"" + std::string(tokens[i + 1].text) + "\" is no number of 32 bits");
    add(decode(words).slot, words, tokens[0]);
}

void Reader::constant(std::span<const Token> tokens) {
    Literal literal;
    if (tokens.size() != 6) return fail(tokens[0], ".constant needs a constant and four numbers");
    if (!named(tokens[1], 'c', float_constant_count, literal.index)) return;
    for (const Literal& other : listing_.literals)
        if (other.index == literal.index) return fail(tokens[1], "this constant has a value already");
    for (size_t i = 0; i < 4; i++) {
        const std::string_view text = tokens[i + 2].text;
        float value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.starts_with("0x") ? !read_number(text, ~0u, literal.bits[i])
                                   : error != std::errc{} || end != text.data() + text.size())
            return fail(tokens[i + 2], "\"" + std::string(text) + "\" is no number");
        if (!text.starts_with("0x")) literal.bits[i] = std::bit_cast<uint32_t>(value);
    }
    listing_.literals.push_back(literal);
}

void Reader::count(std::span<const Token> tokens) {
    Literal literal;
    if (tokens.size() < 3 || tokens.size() > 5)
        return fail(tokens[0], ".count needs a constant, its turns, and may have aL's start and step");
    if (!named(tokens[1], 'i', integer_constant_count, literal.index)) return;
    for (const Literal& other : listing_.integers)
        if (other.index == literal.index) return fail(tokens[1], "this constant has a value already");
    for (size_t i = 2; i < tokens.size(); i++) {
        std::string_view text = tokens[i].text;
        const bool negative = i == 4 && text.starts_with('-');
        if (negative) text.remove_prefix(1);
        uint32_t value = 0;
        const uint32_t largest = i < 4 ? 255 : negative ? 128 : 127;
        if (!read_number(text, largest, value))
            return fail(tokens[i], i == 4 ? "a step is -128 to 127" : "turns and starts are 0 to 255");
        literal.bits[0] |= ((negative ? 0u - value : value) & 255) << 8 * (i - 2);
    }
    listing_.integers.push_back(literal);
}

void Reader::texture(std::span<const Token> tokens) {
    TextureConstants texture;
    if (tokens.size() < 3 || tokens.size() > 4) return fail(tokens[0], ".texture needs a constant and a texture unit");
    if (tokens.size() == 4 && tokens[3].text != "compares")
        return fail(tokens[3], "\"" + std::string(tokens[3].text) + "\" is not \"compares\"");
    texture.compares = tokens.size() == 4;
    const uint32_t count = texture.compares ? uint32_t{texture_constant_count} : 1;
    if (!named(tokens[1], 'c', float_constant_count - count + 1, texture.constant)) return;
    if (!read_number(tokens[2].text, input_count - 1, texture.unit))
        return fail(tokens[2], "texture units are 0 to 15");
    listing_.textures.push_back(texture);
}

void Reader::directive(std::span<const Token> tokens) {
    const std::string_view name = tokens[0].text;
    if (name == ".word") return words(tokens);
    if (name == ".constant") return constant(tokens);
    if (name == ".count") return count(tokens);
    if (name == ".texture") return texture(tokens);
    if (name != ".position")
        return fail(tokens[0],
                    "\"" + std::string(name) + "\" is none of .word, .constant, .count, .texture and .position");
    if (tokens.size() != 2) return fail(tokens[0], ".position needs a register");
    if (has_position_) return fail(tokens[0], "there is a position already");
    has_position_ = named(tokens[1], 'r', temporary_count, listing_.position_register);
}

void Reader::line(size_t begin, size_t end) {
    const std::string_view line = text_.substr(begin, std::min(text_.find_first_of("#;", begin), end) - begin);
    std::vector<Token> tokens;
    for (size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const size_t stop = std::min(line.find_first_of(" \t\r", at), line.size());
        tokens.push_back({line.substr(at, stop - at), begin + at, static_cast<uint32_t>(at) + 1});
        at = stop;
    }
    size_t first = 0;
    for (; first < tokens.size() && tokens[first].text.ends_with(':'); first++) {
        const std::string_view name = tokens[first].text.substr(0, tokens[first].text.size() - 1);
        uint32_t number = 0;
        if (read_number(name, ~0u, number)) continue;
        if (!is_name(name))
            fail(tokens[first], "\"" + std::string(name) + "\" is no label: letters, digits and _");
        else if (!labels_.emplace(name, listing_.code.size()).second)
            fail(tokens[first], "\"" + std::string(name) + "\" is a label already");
    }
    const std::span<const Token> rest = std::span(tokens).subspan(first);
    if (rest.empty()) return;
    if (rest[0].text.starts_with('.'))
        directive(rest);
    else
        instruction(rest);
}

Listing Reader::run() {
    for (size_t begin = 0; begin < text_.size();) {
        line_++;
        const size_t end = std::min(text_.find('\n', begin), text_.size());
        line(begin, end);
        begin = end + 1;
    }
    for (const Reference& reference : references_) {
        const auto label = labels_.find(reference.label.text);
        if (label == labels_.end()) {
            fail(reference.label, "there is no label \"" + std::string(reference.label.text) + "\"", reference.line);
        } else if (reference.instruction < listing_.code.size()) {
            Slot& slot = listing_.slots[reference.instruction];
            slot.jump_addr = static_cast<uint16_t>(std::min<size_t>(label->second, max_instructions - 1));
            listing_.code[reference.instruction] = encode(slot);
        }
    }
    if (listing_.errors.empty() && listing_.code.empty()) {
        line_ = 1;
        fail({{}, 0, 1}, "there are no instructions");
    }
    if (!listing_.errors.empty()) {
        Listing none;
        none.errors = std::move(listing_.errors);
        return none;
    }
    return std::move(listing_);
}

}  // namespace

Listing assemble(std::string_view text) { return Reader(text).run(); }

Object object_of(const Listing& listing) {
    Object object = make_object(listing.code, listing.position_register);
    object.literals = listing.literals;
    object.integers = listing.integers;
    object.textures = listing.textures;
    return object;
}

}  // namespace machines::ctm
