#include "arbasm/parse/context/symbols.h"

#include <algorithm>

#include "arbasm/parse/text/nearest.h"

namespace arbasm {

std::string Symbols::nearest(std::string_view word) const {
    std::vector<std::string_view> names;
    for (const auto& [declared, variable] : names_) names.push_back(declared);
    for (std::string_view binding : {"vertex", "fragment", "program", "state", "result"}) names.push_back(binding);
    std::sort(names.begin(), names.end());
    return nearest_of(word, names);
}

int32_t Symbols::add(Variable variable, std::vector<Binding> bindings, SourceLocation where) {
    const auto index = static_cast<int32_t>(program_.variables.size());
    program_.variables.push_back(std::move(variable));
    bindings_.push_back(std::move(bindings));
    locations_.variables.push_back(where);
    return index;
}

int32_t Symbols::inline_variable(RegisterFile file, const Binding& binding, SourceLocation where, const Binding* high) {
    std::string key(1 + sizeof(binding.constant) * 2 + 9, '\0');
    auto put = [&key, at = size_t{0}](uint32_t value, size_t bytes) mutable {
        for (size_t n = 0; n < bytes; ++n) key[at++] = static_cast<char>(value >> (8 * n));
    };
    put(static_cast<uint32_t>(file), 1);
    put(static_cast<uint32_t>(binding.kind), 1);
    put(static_cast<uint16_t>(binding.index), 2);
    put(static_cast<uint16_t>(binding.row), 2);
    put(static_cast<uint16_t>(binding.vertex), 2);
    put((binding.back ? 1u : 0u) | (binding.secondary ? 2u : 0u) | (binding.of_output ? 4u : 0u) | (high ? 8u : 0u), 1);
    put(static_cast<uint32_t>(binding.form), 1);
    for (uint32_t word : binding.constant) put(word, 4);
    if (high) {
        for (uint32_t word : high->constant) put(word, 4);
    }
    const auto [found, is_new] = inline_variables_.emplace(std::move(key), 0);
    if (is_new) {
        Variable variable;
        variable.file = file;
        variable.is_long = high != nullptr;
        variable.vertex = file == RegisterFile::Attribute ? binding.vertex : -1;
        std::vector<Binding> bound{binding};
        if (high) bound.push_back(*high);
        found->second = add(std::move(variable), std::move(bound), where);
    }
    return found->second;
}

int32_t Symbols::implicit_variable(RegisterFile file, std::string_view name, SourceLocation where, int32_t size) {
    const int32_t* found = find(name);
    if (found != nullptr) return *found;
    Variable variable;
    variable.file = file;
    variable.name = name;
    variable.implicit = true;
    variable.array = size > 1;
    variable.size = size;
    if (file == RegisterFile::Address) variable.type = DataType::S32;
    const int32_t index = add(std::move(variable), {}, where);
    declare(name, index);
    return index;
}

void Symbols::note_run_time_index(int32_t variable) {
    locations_.indexed.resize(program_.variables.size());
    locations_.indexed[static_cast<size_t>(variable)] = true;
}

bool unknown_name(TokenCursor& cursor, const Symbols& symbols, const Token& name) {
    const std::string nearest = symbols.nearest(name.text);
    return cursor.fail(name.where, quote(name.text) + " is not declared",
                       nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
}

}  // namespace arbasm
