#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

const int32_t* Parser::find_variable(std::string_view name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : &found->second;
}

bool Parser::unknown_name(const Token& name) {
    std::vector<std::string_view> names;
    for (const auto& [declared, variable] : names_) names.push_back(declared);
    for (std::string_view word : {"vertex", "fragment", "program", "state", "result"}) names.push_back(word);
    std::sort(names.begin(), names.end());
    const std::string nearest = nearest_of(name.text, names);
    return fail(name.where, quote(name.text) + " is not declared",
                nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
}

// A name whose declaration failed: using it is not a second error.
void Parser::poison(const Token& name) { names_.emplace(name.text, -1); }

int32_t Parser::add_variable(Variable variable, std::vector<Binding> bindings, SourceLocation where) {
    const auto index = static_cast<int32_t>(program_.variables.size());
    program_.variables.push_back(std::move(variable));
    bindings_.push_back(std::move(bindings));
    source_map_.variables.push_back(where);
    return index;
}

// The variable without a name that stands for a binding used in place.
int32_t Parser::inline_variable(RegisterFile file, const Binding& binding, SourceLocation where, const Binding* high) {
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
        found->second = add_variable(std::move(variable), std::move(bound), where);
    }
    return found->second;
}

int32_t Parser::implicit_variable(RegisterFile file, std::string_view name, int32_t size) {
    const int32_t* found = find_variable(name);
    if (found != nullptr) return *found;
    Variable variable;
    variable.file = file;
    variable.name = name;
    variable.implicit = true;
    variable.array = size > 1;
    variable.size = size;
    if (file == RegisterFile::Address) variable.type = DataType::S32;
    const int32_t index = add_variable(std::move(variable), {}, token().where);
    names_.emplace(name, index);
    return index;
}

}  // namespace arbasm
