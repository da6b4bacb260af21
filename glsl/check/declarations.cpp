// Declarations: chapter 4 of the GLSL specifications.
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/layouts.h"
#include "glsl/check/precisions.h"
#include "glsl/check/qualifier_rules.h"
#include "glsl/check/reads.h"
#include "glsl/check/redeclarations.h"
#include "glsl/check/small_types.h"
#include "glsl/check/type_rules.h"
#include "glsl/check/variable_layouts.h"
#include "glsl/check/whole_shader.h"

namespace glsl {

namespace {

bool is_interface(Storage storage) {
    return storage == Storage::In || storage == Storage::Out || storage == Storage::Uniform ||
           storage == Storage::Buffer;
}

}  // namespace

const Type* Checker::declare_structure(std::string_view name, std::vector<Member> members, Location where) {
    check_member_names(context_, members, where);
    for (Member& member : members) {
        check_identifier(context_, member.name, where);
        if (!member.type->is_void()) continue;
        context_.error(where, "a member can't be void");
        member.type = error_type;
    }
    if (members.empty()) context_.error(where, "a structure has at least one member");
    const Type* type = context_.shader().types.structure(name, context_.arena().copy(members));
    if (!check_extent(context_, type, where)) type = error_type;
    if (name.empty()) return type;
    check_identifier(context_, name, where);
    if (scopes_.find_here(name))
        context_.error(where, std::string(name) + " is declared already");
    else
        scopes_.add(name).type = type;
    return type;
}

// What every variable keeps to, whatever it is.
void Checker::check_variable(Qualifiers& qualifiers, const Type* type, std::string_view name, bool initialised,
                             Location where) {
    const std::string word(name);
    if (type->is_void()) context_.error(where, word + " can't be void");
    const bool opaque = contains(type, [](const Type* part) { return part->is_opaque(); });
    const bool bindless = holds("ARB_bindless_texture NV_bindless_texture", context_.language());
    if (opaque && qualifiers.storage != Storage::Uniform && !bindless)
        context_.error(where, word + " has to be a uniform: it contains " +
                                  (type->is_opaque() ? to_string(type) : "a sampler, image or counter"));
    if (!scopes_.is_global() && (is_interface(qualifiers.storage) || qualifiers.storage == Storage::Shared)) {
        context_.error(where, "inputs, outputs and uniforms are declared outside of functions");
        qualifiers.storage = Storage::Local;
    }
    if (qualifiers.storage == Storage::Buffer)
        context_.error(where, word + " stands in no block", "write buffer Name { … };");
    if (qualifiers.storage == Storage::Shared && context_.stage() != arbasm::Stage::Compute)
        context_.error(where, word + ": shared variables are for compute shaders");
    if (type->is_array() && !initialised && !context_.in_text())
        for (const Type* part = type->element; part->is_array(); part = part->element)
            if (!part->size) context_.error(where, word + ": only the outermost size of an array may be left out");
    check_variable_qualifiers(context_, scopes_, vertex_arrays_, qualifiers, type, word, where);
    if (is_interface(qualifiers.storage)) set_precision(context_, scopes_, qualifiers, type);
    check_variable_layout(context_, captures_, qualifiers, type, word, where);
}

// What the name stands for already, if that may be completed: an array without a size. Null: it is free; reports a
// clash.
Variable* Checker::declared_before(std::string_view name, const Type* type, Location where) {
    const Symbol* found = scopes_.find_here(name);
    if (!found) return nullptr;
    const Symbol& symbol = *found;
    if (Variable* before = symbol.variable;
        before && before->type->is_array() && type->is_array() && !before->type->size && !before->block) {
        size_unsized(context_, before, type, where);
        return before;
    }
    const bool function_alone = symbol.overloads && !symbol.variable;
    if (!function_alone || context_.language().version != 110)
        context_.error(where, std::string(name) + " is declared already");
    return nullptr;
}

// Whether the value that a variable begins with is one that it may have.
static void check_initial_value(CheckContext& context, bool is_global, const Qualifiers& qualifiers,
                                const Expression* value, std::string_view name) {
    if (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out ||
        qualifiers.storage == Storage::Buffer || qualifiers.storage == Storage::Shared)
        context.error(value->where, std::string(name) + " can't have an initialiser");
    if (qualifiers.storage == Storage::Uniform && !holds("120", context.language()))
        context.error(value->where, "uniforms have initialisers from version 120 on");
    if (known_value(value) || value->type->is_error()) return;
    const bool runtime_const =
        qualifiers.constant && !is_global && holds("420 ARB_shading_language_420pack", context.language());
    if (qualifiers.constant && !runtime_const)
        context.error(value->where, "the initialiser of a constant is not constant");
    if (qualifiers.storage == Storage::Uniform)
        context.error(value->where, "the initialiser of a uniform is not constant");
    if (is_global && context.language().is_es() && !qualifiers.constant &&
        !holds("EXT_shader_non_constant_global_initializers", context.language()))
        context.error(value->where, "the initialiser of a global variable is not constant");
}

Declaration* Checker::declare(Qualifiers qualifiers, const Type* type, std::string_view name,
                              const Initialiser* initialiser, Location where) {
    if (!scopes_.is_global() && qualifiers.storage == Storage::Global) qualifiers.storage = Storage::Local;
    Declaration* declaration = context_.statement<Declaration>(where);
    // Built-in variables may be declared again to size or qualify them.
    if (name.starts_with("gl_") && !context_.in_text() && scopes_.is_global()) {
        if (Variable* variable = builtins_.find(name, where)) {
            redeclarations_.variable(variable, qualifiers, type, where);
            declaration->variable = variable;
            return declaration;
        }
    }
    check_identifier(context_, name, where);
    check_variable(qualifiers, type, name, initialiser != nullptr, where);
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = context_.shader().layout.stream;
    Expression* value = nullptr;
    if (initialiser) {
        value = initialise(context_, type, *initialiser);
        if (!value->type->is_error()) type = value->type;
        check_initial_value(context_, scopes_.is_global(), qualifiers, value, name);
    } else if (qualifiers.constant) {
        context_.error(where, std::string(name) + " is const and needs an initialiser");
    }
    const bool unsized_local = type->is_array() && !type->size && qualifiers.storage == Storage::Local;
    // OpenGL ES has sizes found later only where stages say how many vertices there are.
    const bool unsized_uniform = type->is_array() && !type->size && qualifiers.storage == Storage::Uniform;
    if ((unsized_local || unsized_uniform) && !holds("110", context_.language()))
        context_.error(where, std::string(name) + " needs a size");
    if (scopes_.is_global()) counters_.assign_offset(context_, qualifiers, type, name, where);
    Variable* variable = declared_before(name, type, where);
    const bool is_new = !variable;
    if (is_new) variable = context_.variable(name, type, qualifiers, where);
    if (const Constant* constant = known_value(value)) variable->value = qualifiers.constant ? constant : nullptr;
    if (scopes_.is_global() && !context_.in_text()) vertex_arrays_.size(variable);
    scopes_.add(name).variable = variable;
    const bool global = scopes_.is_global() && !context_.in_text();
    if (global && is_new) context_.shader().globals.push_back(variable);
    if (unsized_local && is_new) implicit_sizes_.add_local(variable);
    if (variable->qualifiers.storage == Storage::Local && !context_.in_text() && !initialiser &&
        variable->type->is_basic())
        locals_.push_back(variable);
    declaration->variable = variable;
    declaration->initialiser = value && !value->type->is_error() ? value : nullptr;
    if (declaration->initialiser) variable->written = true;
    if (global && declaration->initialiser) context_.shader().initialised.push_back(declaration);
    return declaration;
}

// `invariant gl_Position;`, `precise x;`
void Checker::redeclare(const Qualifiers& qualifiers, std::string_view name, Location where) {
    const Symbol* symbol = scopes_.find(name);
    Variable* variable = symbol ? symbol->variable : builtins_.find(name, where);
    const std::string word(name);
    if (!variable) {
        context_.error(where, "nothing is declared as " + word);
        return;
    }
    if (qualifiers.invariant) {
        if (!scopes_.is_global()) context_.error(where, "invariant is said outside of functions");
        if (variable->used) context_.error(where, word + " was used before it is made invariant");
        if (word == "gl_FrontFacing" && context_.language().is_es() && !context_.language().at_least(130, 300))
            context_.error(where, "gl_FrontFacing can't be invariant: it is where gl_Position is");
        if (!can_be_invariant(context_, variable->qualifiers.storage))
            context_.error(where, word + " can't be invariant: it is not an output");
    }
    const bool here = symbol ? scopes_.find_here(name) != nullptr : scopes_.is_global();
    if (qualifiers.precise && !here)
        context_.error(where, word + " is declared in another scope", "say precise where it is declared");
    qualify(context_, variable, qualifiers);
}

void Checker::begin_body(Function* function) {
    if (function->body) context_.error(function->where, std::string(function->name) + " has a body already");
    flow_.begin_function(function);
    scopes_.enter();
    for (Variable* parameter : function->parameters) {
        if (parameter->name.empty()) continue;
        if (scopes_.find_here(parameter->name))
            context_.error(parameter->where, "two parameters have the name " + std::string(parameter->name));
        check_identifier(context_, parameter->name, parameter->where);
        scopes_.add(parameter->name) = {.variable = parameter};
    }
}

void Checker::end_body(Function* function, BlockStatement* body, bool must_return) {
    if (!function->body) function->body = body;
    scopes_.leave();
    flow_.end_function();
    if (context_.in_text()) return;
    if (must_return && !function->type->is_void() && !function->type->is_error() && !has_return(body))
        context_.error(function->where,
                       std::string(function->name) + " gives a " + to_string(function->type) + " and has no return");
    check_reads(context_, body);
    for (const Variable* variable : locals_)
        if (variable->used && !variable->written)
            context_.warning(variable->where, std::string(variable->name) + " is read, but nothing is written to it");
    warn_first_reads(context_, body);
    locals_.clear();
}

void Checker::default_layout(const Qualifiers& qualifiers, Location where) {
    if (qualifiers.storage == Storage::Out) captures_.set_default(qualifiers.layout, where);
    vertex_arrays_.default_layout(qualifiers.storage, where);
}

void Checker::finish() {
    if (context_.stage() == arbasm::Stage::Compute && !context_.shader().is_spirv &&
        !holds("110 es310", context_.language()))
        context_.error({}, "compute shaders begin with version 310 es");
    captures_.finish();
    check_compute_groups(context_);
    check_fragment_colors(context_);
    check_framebuffer_reads(context_);
    calls_.check_recursion(context_);
    implicit_sizes_.finish();
}

}  // namespace glsl
