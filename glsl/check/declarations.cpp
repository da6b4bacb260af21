// Declarations: chapter 4 of the GLSL specifications.
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"

namespace glsl {

namespace {

bool is_interface(Storage storage) {
    return storage == Storage::In || storage == Storage::Out || storage == Storage::Uniform ||
           storage == Storage::Buffer;
}

}  // namespace

int32_t Checker::constant_size(Expression* size, Location where) {
    const std::optional<int64_t> value = constant_integer(size, "the size of an array");
    if (!value) return 1;
    if (*value < 1 || *value > most_elements) {
        error(where, "an array can't have " + std::to_string(*value) + " elements");
        return 1;
    }
    return static_cast<int32_t>(*value);
}

std::optional<int64_t> Checker::constant_integer(Expression* expression, std::string_view what) {
    if (expression->type->is_error()) return std::nullopt;
    if (is_integer_constant(expression)) return integer_value(*as<Constant>(expression));
    error(expression->where, std::string(what) + " is a constant integer",
          expression->type->is_integer() ? "the expression is not constant" : "this is " + to_string(expression->type));
    return std::nullopt;
}

bool Checker::check_extent(const Type* type, Location where) {
    std::string problem;
    if (type->depth > most_depth)
        problem = "types are more than " + std::to_string(most_depth) + " deep in each other";
    else if (type->parts > most_parts)
        problem = "a type consists of more than " + std::to_string(most_parts) + " parts";
    else if (component_count(type) > most_components)
        problem = std::string(type->is_array() ? "an array" : "a structure") + " is too large: it has " +
                  std::to_string(component_count(type)) + " numbers";
    if (problem.empty()) return true;
    error(where, std::move(problem));
    return false;
}

void Checker::check_member_names(const std::vector<Member>& members, Location where) {
    std::unordered_set<std::string_view> names;
    for (const Member& member : members)
        if (!names.insert(member.name).second) error(where, "two members have the name " + std::string(member.name));
}

const Type* Checker::declare_structure(std::string_view name, std::vector<Member> members, Location where) {
    check_member_names(members, where);
    for (Member& member : members) {
        check_identifier(member.name, where);
        if (!member.type->is_void()) continue;
        error(where, "a member can't be void");
        member.type = error_type;
    }
    if (members.empty()) error(where, "a structure has at least one member");
    const Type* type = shader_.types.structure(name, arena().copy(members));
    if (!check_extent(type, where)) type = error_type;
    if (name.empty()) return type;
    check_identifier(name, where);
    if (scopes_.back().symbols.contains(name))
        error(where, std::string(name) + " is declared already");
    else
        add_symbol(name)->type = type;
    return type;
}

// What every variable keeps to, whatever it is.
void Checker::check_variable(Qualifiers& qualifiers, const Type* type, std::string_view name, bool initialised,
                             Location where) {
    const std::string word(name);
    if (type->is_void()) error(where, word + " can't be void");
    const bool opaque = contains(type, [](const Type* part) { return part->is_opaque(); });
    const bool bindless = holds("ARB_bindless_texture NV_bindless_texture", language());
    if (opaque && qualifiers.storage != Storage::Uniform && !bindless)
        error(where, word + " has to be a uniform: it contains " +
                         (type->is_opaque() ? to_string(type) : "a sampler, image or counter"));
    if (!is_global() && (is_interface(qualifiers.storage) || qualifiers.storage == Storage::Shared)) {
        error(where, "inputs, outputs and uniforms are declared outside of functions");
        qualifiers.storage = Storage::Local;
    }
    if (qualifiers.storage == Storage::Buffer) error(where, word + " stands in no block", "write buffer Name { … };");
    if (qualifiers.storage == Storage::Shared && shader_.stage != arbasm::Stage::Compute)
        error(where, word + ": shared variables are for compute shaders");
    if (type->is_array() && !initialised && !text_depth_)
        for (const Type* part = type->element; part->is_array(); part = part->element)
            if (!part->size) error(where, word + ": only the outermost size of an array may be left out");
    check_qualifiers(qualifiers, type, name, where);
    if (is_interface(qualifiers.storage)) set_precision(qualifiers, type);
    check_variable_layout(qualifiers, type, word, where);
}

// What the name stands for already, if that may be completed: an array without a size. Null: it is free; reports a
// clash.
Variable* Checker::declared_before(std::string_view name, const Type* type, Location where) {
    const auto found = scopes_.back().symbols.find(name);
    if (found == scopes_.back().symbols.end()) return nullptr;
    const Symbol& symbol = found->second;
    if (Variable* before = symbol.variable;
        before && before->type->is_array() && type->is_array() && !before->type->size && !before->block) {
        size_unsized(before, type, where);
        return before;
    }
    const bool function_alone = symbol.overloads && !symbol.variable;
    if (!function_alone || language().version != 110) error(where, std::string(name) + " is declared already");
    return nullptr;
}

// Whether the value that a variable begins with is one that it may have.
void Checker::check_initial_value(const Qualifiers& qualifiers, const Expression* value, std::string_view name) {
    if (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out ||
        qualifiers.storage == Storage::Buffer || qualifiers.storage == Storage::Shared)
        error(value->where, std::string(name) + " can't have an initialiser");
    if (qualifiers.storage == Storage::Uniform && !holds("120", language()))
        error(value->where, "uniforms have initialisers from version 120 on");
    if (known_value(value) || value->type->is_error()) return;
    const bool runtime_const =
        qualifiers.constant && !is_global() && holds("420 ARB_shading_language_420pack", language());
    if (qualifiers.constant && !runtime_const) error(value->where, "the initialiser of a constant is not constant");
    if (qualifiers.storage == Storage::Uniform) error(value->where, "the initialiser of a uniform is not constant");
    if (is_global() && language().is_es() && !qualifiers.constant &&
        !holds("EXT_shader_non_constant_global_initializers", language()))
        error(value->where, "the initialiser of a global variable is not constant");
}

Declaration* Checker::declare(Qualifiers qualifiers, const Type* type, std::string_view name,
                              const Initialiser* initialiser, Location where) {
    if (!is_global() && qualifiers.storage == Storage::Global) qualifiers.storage = Storage::Local;
    Declaration* declaration = statement<Declaration>(where);
    // Built-in variables may be declared again to size or qualify them.
    if (name.starts_with("gl_") && !text_depth_ && is_global()) {
        if (Variable* variable = builtin_variable(name, where)) {
            redeclare_builtin(variable, qualifiers, type, where);
            declaration->variable = variable;
            return declaration;
        }
    }
    check_identifier(name, where);
    check_variable(qualifiers, type, name, initialiser != nullptr, where);
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = shader_.layout.stream;
    Expression* value = nullptr;
    if (initialiser) {
        value = initialise(type, *initialiser);
        if (!value->type->is_error()) type = value->type;
        check_initial_value(qualifiers, value, name);
    } else if (qualifiers.constant) {
        error(where, std::string(name) + " is const and needs an initialiser");
    }
    const bool unsized_local = type->is_array() && !type->size && qualifiers.storage == Storage::Local;
    // OpenGL ES has sizes found later only where stages say how many vertices there are.
    const bool unsized_uniform = type->is_array() && !type->size && qualifiers.storage == Storage::Uniform;
    if ((unsized_local || unsized_uniform) && !holds("110", language()))
        error(where, std::string(name) + " needs a size");
    if (is_global()) place_counter(qualifiers, type, name, where);
    Variable* variable = declared_before(name, type, where);
    const bool is_new = !variable;
    if (is_new) variable = new_variable(name, type, qualifiers, where);
    if (const Constant* constant = known_value(value)) variable->value = qualifiers.constant ? constant : nullptr;
    if (is_global() && !text_depth_) size_by_vertices(variable);
    add_symbol(name)->variable = variable;
    const bool global = is_global() && !text_depth_;
    if (global && is_new) shader_.globals.push_back(variable);
    if (unsized_local && is_new) unsized_locals_.push_back(variable);
    if (variable->qualifiers.storage == Storage::Local && !text_depth_ && !initialiser && variable->type->is_basic())
        locals_.push_back(variable);
    declaration->variable = variable;
    declaration->initialiser = value && !value->type->is_error() ? value : nullptr;
    if (declaration->initialiser) variable->written = true;
    if (global && declaration->initialiser) shader_.initialised.push_back(declaration);
    return declaration;
}

}  // namespace glsl
