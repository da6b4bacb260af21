#include "signature.h"

#include <map>

namespace random_builtins {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const size_t end = std::min(text.find(at), text.size());
        if (const std::string_view part = trimmed(text.substr(0, end)); !part.empty()) parts.push_back(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

struct Scalar {
    std::string_view name, vectors;  // "float", "vec"
};
constexpr Scalar scalars[] = {
    {"float", "vec"},      {"int", "ivec"},        {"uint", "uvec"},        {"bool", "bvec"},
    {"double", "dvec"},    {"int64_t", "i64vec"},  {"uint64_t", "u64vec"},  {"int8_t", "i8vec"},
    {"uint8_t", "u8vec"},  {"int16_t", "i16vec"},  {"uint16_t", "u16vec"},  {"float16_t", "f16vec"},
    {"int32_t", "i32vec"}, {"uint32_t", "u32vec"}, {"float32_t", "f32vec"}, {"float64_t", "f64vec"}};

// What the letters of a signature stand for, the same in all of it.
std::map<std::string, std::string, std::less<>> choose_types(std::mt19937_64& random) {
    const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<uint64_t>(count)); };
    const int rows = 1 + pick(4);
    const std::string width = pick(2) ? "8" : "16", shape = std::to_string(2 + pick(3));
    std::map<std::string, std::string, std::less<>> types = {{"T", "float"},     {"I", "int"},      {"U", "uint"},
                                                             {"B", "bool"},      {"D", "double"},   {"L", "int64_t"},
                                                             {"UL", "uint64_t"}, {"H", "float16_t"}};
    types["SI"] = "int" + width + "_t";
    types["SU"] = "uint" + width + "_t";
    for (auto& [letter, type] : types) type = vector_type(type, rows);
    types["si"] = "int" + width + "_t";
    types["su"] = "uint" + width + "_t";
    types["M"] = "mat" + shape;
    types["DM"] = "dmat" + shape;
    types["HM"] = "f16mat" + shape;
    return types;
}

}  // namespace

std::string vector_type(std::string_view scalar, int rows) {
    for (const Scalar& row : scalars)
        if (row.name == scalar && rows > 1) return std::string(row.vectors) + std::to_string(rows);
    return std::string(scalar);
}

BasicType basic_type(std::string_view name) {
    for (const Scalar& row : scalars) {
        if (row.name == name) return {std::string(name)};
        for (int rows = 2; rows <= 4; rows++)
            if (vector_type(row.name, rows) == name) return {std::string(row.name), rows};
    }
    const size_t at = name.find("mat");
    if (at == std::string_view::npos) return {};
    BasicType type{at == 0 ? "float" : name[0] == 'd' ? "double" : "float16_t"};
    type.columns = name[at + 3] - '0';
    type.rows = name.back() - '0';
    return type;
}

Signature any_signature(std::string_view signatures, std::mt19937_64& random) {
    const std::vector<std::string_view> all = split(signatures, ';');
    const std::string_view text = all[random() % all.size()];
    const auto types = choose_types(random);
    constexpr const char* prefixes[] = {"", "i", "u"};
    const std::string prefix = prefixes[random() % 3];
    const auto resolved = [&](std::string_view type) {
        if (const auto found = types.find(type); found != types.end()) return found->second;
        for (const std::string_view generic : {"gvec", "gsampler", "gimage"})
            if (type.starts_with(generic)) return prefix + std::string(type.substr(1));
        return std::string(type);
    };
    const size_t open = text.find('('), close = text.rfind(')');
    const std::vector<std::string_view> head = split(text.substr(0, open), ' ');
    Signature signature{std::string(head.back()), resolved(head.front()), {}};
    for (const std::string_view written : split(text.substr(open + 1, close - open - 1), ',')) {
        Argument argument;
        for (const std::string_view word : split(written, ' ')) {
            if (word == "out")
                argument.mode = Argument::Mode::Out;
            else if (word == "inout")
                argument.mode = Argument::Mode::InOut;
            else if (word == "const")
                argument.constant = true;
            else
                argument.type = resolved(word);
        }
        signature.arguments.push_back(argument);
    }
    return signature;
}

}  // namespace random_builtins
