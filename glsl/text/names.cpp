#include "glsl/text/names.h"

#include <new>

#include "glsl/language/extensions.h"

namespace glsl {
namespace {

struct PredefinedName {
    std::string_view text;
    PredefinedMacro macro;
};

constexpr PredefinedName predefined_names[] = {
    {"__LINE__", PredefinedMacro::Line},
    {"__FILE__", PredefinedMacro::File},
    {"__VERSION__", PredefinedMacro::Version},
    {"GL_ES", PredefinedMacro::Es},
    {"GL_core_profile", PredefinedMacro::CoreProfile},
    {"GL_compatibility_profile", PredefinedMacro::CompatibilityProfile},
    {"GL_es_profile", PredefinedMacro::EsProfile},
    {"GL_FRAGMENT_PRECISION_HIGH", PredefinedMacro::FragmentPrecisionHigh},
};

// The table of extensions is asked only for words that could name one.
void find_predefined(Name& name) {
    for (const PredefinedName& row : predefined_names) {
        if (row.text == name.text) name.predefined = row.macro;
    }
    if (name.predefined != PredefinedMacro::None) return;
    const int row = find_extension(name.text);
    if (row < 0) return;
    name.predefined = PredefinedMacro::Extension;
    name.extension = static_cast<int16_t>(row);
}

}  // namespace

Name* NameTable::insert(Name*& slot, std::string_view text, uint32_t hash) {
    Name* name = new (memory_.allocate(sizeof(Name), alignof(Name))) Name;
    name->text = text;
    name->hash = hash;
    if (text.starts_with("GL_") || text.starts_with("__")) find_predefined(*name);
    slot = name;
    if (++count_ * 2 > slots_.size()) grow();
    return name;
}

void NameTable::grow() {
    std::vector<Name*> larger(slots_.size() * 2, nullptr);
    for (Name* name : slots_) {
        if (name == nullptr) continue;
        size_t slot = name->hash;
        while (larger[slot & (larger.size() - 1)] != nullptr) ++slot;
        larger[slot & (larger.size() - 1)] = name;
    }
    slots_.swap(larger);
}

}  // namespace glsl
