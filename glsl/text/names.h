// Interned words: each spelling of a compilation once, with what the preprocessor knows of it.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "glsl/text/token.h"

namespace glsl {

struct Macro;

// Macros that no #define has made.
enum class PredefinedMacro : uint8_t {
    None,
    Line,
    File,
    Version,
    Es,
    CoreProfile,
    CompatibilityProfile,
    EsProfile,
    FragmentPrecisionHigh,
    Extension,
};

struct Name {
    std::string_view text;
    uint32_t hash = 0;
    Macro* macro = nullptr;
    PredefinedMacro predefined = PredefinedMacro::None;
    int16_t extension = -1;  // PredefinedMacro::Extension: the row
    // The class of the word in the preprocessor's output, valid for `classified`; see Preprocessor::classify.
    uint32_t classified = 0;
    TokenKind kind = TokenKind::Identifier;
    Keyword keyword{};
    bool reserved = false;
};

class NameTable {
  public:
    explicit NameTable(std::pmr::memory_resource& memory) : memory_(memory), slots_(256, nullptr) {}

    static constexpr uint32_t hash_seed = 2166136261u;
    static uint32_t hash_step(uint32_t hash, char c) { return (hash ^ static_cast<unsigned char>(c)) * 16777619u; }

    // `text` is not copied: it lives as long as the table.
    Name* intern(std::string_view text, uint32_t hash) {
        for (size_t slot = hash;; ++slot) {
            Name*& found = slots_[slot & (slots_.size() - 1)];
            if (found == nullptr) return insert(found, text, hash);
            if (found->hash == hash && found->text == text) return found;
        }
    }
    Name* intern(std::string_view text) {
        uint32_t hash = hash_seed;
        for (const char c : text) hash = hash_step(hash, c);
        return intern(text, hash);
    }

  private:
    Name* insert(Name*& slot, std::string_view text, uint32_t hash);
    void grow();

    std::pmr::memory_resource& memory_;
    std::vector<Name*> slots_;  // a power of two, at most half full
    size_t count_ = 0;
};

}  // namespace glsl
