// The languages that a shader can be written in, and what a row's *where* means in them.
#pragma once

#include <cstdint>
#include <string_view>

namespace glsl {

enum class Profile : uint8_t { Core, Compatibility, Es };

// Which extensions #extension has enabled: bit n is row n of language/extensions.def.
class ExtensionSet {
  public:
    static constexpr int capacity = 256;
    bool has(int row) const { return bits_[row / 64] >> (row % 64) & 1; }
    void set(int row, bool on) {
        const uint64_t bit = uint64_t{1} << (row % 64);
        bits_[row / 64] = on ? bits_[row / 64] | bit : bits_[row / 64] & ~bit;
    }

  private:
    uint64_t bits_[capacity / 64]{};
};

// The effect of #version and #extension.
struct Language {
    int version = 110;  // 110 … 460; 100, 300, 310, 320 with Profile::Es
    Profile profile = Profile::Compatibility;
    ExtensionSet enabled;
    bool is_es() const { return profile == Profile::Es; }
    // The first desktop version and the first ES version that have something; 0: none has.
    bool at_least(int desktop, int es) const {
        const int least = is_es() ? es : desktop;
        return least != 0 && version >= least;
    }
};

// Whether a row's *where* (docs/glsl.md) holds: alternatives separated by blanks; any will do.
//   130        desktop from this version      110-130  a range       150c   in the compatibility profile only
//   es300      ES from this version           es100-100  a range     NAME   with this extension enabled
//   NAME+130   with this extension enabled, from that version on
bool holds(std::string_view where, const Language& language);

}  // namespace glsl
