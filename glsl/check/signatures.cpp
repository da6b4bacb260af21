#include "glsl/check/signatures.h"

#include <array>
#include <cctype>
#include <charconv>
#include <mutex>
#include <optional>

namespace glsl {

namespace {

struct Family {
    std::string_view name;
    Scalar scalar;
};
constexpr Family vector_families[] = {{"T", Scalar::Float},   {"I", Scalar::Int},    {"U", Scalar::Uint},
                                      {"B", Scalar::Bool},    {"D", Scalar::Double}, {"L", Scalar::Int64},
                                      {"UL", Scalar::Uint64}, {"H", Scalar::Float16}};

bool is_small_family(std::string_view word) { return word == "SI" || word == "SU"; }

bool is_generic(std::string_view word) {
    return word.starts_with("gvec") || word.starts_with("gsampler") || word.starts_with("gimage") || word == "g";
}

// Words and marks of a signature.
class Words {
  public:
    explicit Words(std::string_view text) : text_(text) {}
    std::string_view next() {
        while (!text_.empty() && text_[0] == ' ') text_.remove_prefix(1);
        size_t length = 0;
        while (length < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[length])) || text_[length] == '_'))
            length++;
        if (length == 0 && !text_.empty()) length = 1;
        const std::string_view word = text_.substr(0, length);
        text_.remove_prefix(length);
        return word;
    }

  private:
    std::string_view text_;
};

bool is_memory_qualifier(std::string_view word) {
    return word == "coherent" || word == "volatile" || word == "restrict" || word == "readonly" ||
           word == "writeonly" || word == "const" || word == "highp" || word == "mediump" || word == "lowp" ||
           word == "in";
}

// null where a type does not exist with this choice (a shadow sampler of integers).
std::optional<Candidate> read(std::string_view signature, const Families& choice, TypeTable& types) {
    Words words(signature);
    Candidate candidate;
    candidate.families = choice;
    std::string_view word = words.next();
    while (is_memory_qualifier(word)) word = words.next();
    candidate.type = word == "void" ? void_type : family_type(word, choice);
    if (!candidate.type) return std::nullopt;
    words.next();  // the name
    words.next();  // (
    ParameterMode mode = ParameterMode::In;
    bool constant = false, readonly = false, writeonly = false;
    for (word = words.next(); !word.empty() && word != ")"; word = words.next()) {
        constant |= word == "const";
        readonly |= word == "readonly";
        writeonly |= word == "writeonly";
        if (word == ",") {
            mode = ParameterMode::In;
            constant = readonly = writeonly = false;
        } else if (word == "out" || word == "inout") {
            mode = word == "out" ? ParameterMode::Out : ParameterMode::InOut;
        } else if (word == "[") {
            const std::string_view digits = words.next();
            int size = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), size);
            candidate.parameters.back() = types.array(candidate.parameters.back(), size);
            words.next();  // ]
        } else if (word != "void" && !is_memory_qualifier(word)) {
            const Type* type = family_type(word, choice);
            if (!type) return std::nullopt;
            candidate.parameters.push_back(type);
            candidate.modes.push_back(mode);
            candidate.constant.push_back(constant);
            candidate.readonly.push_back(readonly);
            candidate.writeonly.push_back(writeonly);
        }
    }
    return candidate;
}

}  // namespace

const Type* family_type(std::string_view word, const Families& choice) {
    for (const Family& family : vector_families)
        if (word == family.name) return basic_type(family.scalar, choice.size);
    if (word == "M") return basic_type(Scalar::Float, choice.rows, choice.columns);
    if (word == "DM") return basic_type(Scalar::Double, choice.rows, choice.columns);
    if (word == "HM") return basic_type(Scalar::Float16, choice.rows, choice.columns);
    if (word == "SI") return basic_type(choice.bits == 16 ? Scalar::Int16 : Scalar::Int8, choice.size);
    if (word == "SU") return basic_type(choice.bits == 16 ? Scalar::Uint16 : Scalar::Uint8, choice.size);
    if (word == "si") return basic_type(choice.bits == 16 ? Scalar::Int16 : Scalar::Int8);
    if (word == "su") return basic_type(choice.bits == 16 ? Scalar::Uint16 : Scalar::Uint8);
    if (!is_generic(word)) return known_type(word);
    std::string name(choice.scalar == Scalar::Int ? "i" : choice.scalar == Scalar::Uint ? "u" : "");
    if (word == "g") return basic_type(choice.scalar);
    name += word.substr(1);
    return known_type(name);
}

void expand_signatures(const FunctionRow& row, TypeTable& types, std::vector<Candidate>& candidates) {
    std::string_view rest = row.signatures;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(';'), rest.size());
        const std::string_view signature = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        bool sizes = false, shapes = false, scalars = false, small = false;
        Words words(signature);
        for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
            for (const Family& family : vector_families) sizes |= word == family.name;
            small |= is_small_family(word);
            shapes |= word == "M" || word == "DM" || word == "HM";
            scalars |= is_generic(word);
        }
        std::vector<Families> choices;
        if (shapes) {
            for (int columns = 2; columns <= 4; columns++)
                for (int rows = 2; rows <= 4; rows++) choices.push_back({1, rows, columns, Scalar::Float});
        } else if (scalars) {
            for (const Scalar scalar : {Scalar::Float, Scalar::Int, Scalar::Uint}) choices.push_back({1, 2, 2, scalar});
        } else if (small) {
            for (const int bits : {8, 16})
                for (int size = 1; size <= 4; size++) choices.push_back({size, 2, 2, Scalar::Float, bits});
        } else {
            for (int size = 1; size <= (sizes ? 4 : 1); size++) choices.push_back({size, 2, 2, Scalar::Float});
        }
        for (const Families& choice : choices)
            if (auto candidate = read(signature, choice, types)) {
                candidate->row = &row;
                candidates.push_back(std::move(*candidate));
            }
    }
}

bool has_arrays(const FunctionRow& row) { return row.signatures.find('[') != std::string_view::npos; }

std::span<const Candidate> kept_candidates(const FunctionRow& row, TypeTable& types) {
    struct Kept {
        std::once_flag once;
        std::vector<Candidate> candidates;
    };
    static Kept* const kept = new Kept[all_functions().size()];
    Kept& mine = kept[&row - all_functions().data()];
    std::call_once(mine.once, [&] { expand_signatures(row, types, mine.candidates); });
    return mine.candidates;
}

}  // namespace glsl
