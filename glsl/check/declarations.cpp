// Declarations: chapter 4 of the GLSL specifications.
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"

namespace glsl {

namespace {

bool is_interface(Storage storage) {
    return storage == Storage::In || storage == Storage::Out || storage == Storage::Uniform ||
           storage == Storage::Buffer;
}

bool same_parameters(const Function& function, const std::vector<ParameterDeclaration>& parameters) {
    if (function.parameters.size() != parameters.size()) return false;
    for (size_t n = 0; n < parameters.size(); n++)
        if (function.parameters[n]->type != parameters[n].type) return false;
    return true;
}

}  // namespace

int32_t Checker::constant_size(Expression* size, Location where) {
    const std::optional<int64_t> value = constant_integer(size, "the size of an array");
    if (!value) return 1;
    if (*value < 1 || *value > (1 << 24)) {
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

const Type* Checker::declare_structure(std::string_view name, std::vector<Member> members, Location where) {
    for (size_t n = 0; n < members.size(); n++) {
        check_identifier(members[n].name, where);
        for (size_t k = 0; k < n; k++)
            if (members[k].name == members[n].name)
                error(where, "two members have the name " + std::string(members[n].name));
        if (members[n].type->is_void()) {
            error(where, "a member can't be void");
            members[n].type = error_type;
        }
    }
    if (members.empty()) error(where, "a structure has at least one member");
    const Type* type = shader_.types.structure(name, arena().copy(members));
    if (name.empty()) return type;
    check_identifier(name, where);
    if (scopes_.back().symbols.contains(name))
        error(where, std::string(name) + " is declared already");
    else
        add_symbol(name)->type = type;
    return type;
}

void Checker::check_variable_qualifiers(Qualifiers& qualifiers, const Type* type, std::string_view name,
                                        Location where) {
    const std::string word(name);
    if (type->is_void()) error(where, word + " can't be void");
    const bool opaque = contains(type, [](const Type* part) { return part->is_opaque(); });
    const bool bindless = holds("ARB_bindless_texture NV_bindless_texture", language());
    if (opaque && qualifiers.storage != Storage::Uniform && qualifiers.storage != Storage::Parameter && !bindless)
        error(where, word + " has to be a uniform: it contains " +
                         (type->is_opaque() ? to_string(type) : "a sampler, image or counter"));
    if (!is_global() && is_interface(qualifiers.storage)) {
        error(where, "inputs, outputs and uniforms are declared outside of functions");
        qualifiers.storage = Storage::Local;
    }
    if (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out) {
        if (contains(type, [](const Type* part) { return part->is_bool(); }))
            error(where, word + ": inputs and outputs can't be bool");
        const bool vertex_input = qualifiers.storage == Storage::In && shader_.stage == arbasm::Stage::Vertex;
        const bool fragment_output = qualifiers.storage == Storage::Out && shader_.stage == arbasm::Stage::Fragment;
        if ((vertex_input || fragment_output) && contains(type, [](const Type* part) { return part->is_structure(); }))
            error(where, word + (vertex_input ? ": a vertex input can't be a structure"
                                              : ": a fragment output can't be a structure"));
        if (fragment_output && contains(type, [](const Type* part) { return part->is_matrix(); }))
            error(where, word + ": a fragment output can't be a matrix");
        const bool whole = contains(
            type, [](const Type* part) { return part->is_integer() || (part->is_basic() && is_wide(part->scalar)); });
        if (whole && qualifiers.storage == Storage::In && shader_.stage == arbasm::Stage::Fragment &&
            qualifiers.interpolation != Interpolation::Flat)
            error(where, word + " is not of float type and must be flat", "write flat in");
    }
}

// `type name[]` of something declared before takes its size from the later declaration, or the other way round.
void Checker::size_unsized(Variable* variable, const Type* type, Location where) {
    const std::string name(variable->name);
    if (!variable->type->is_array() || !type->is_array() || variable->type->element != type->element ||
        (variable->type->size && type->size && variable->type->size != type->size)) {
        error(where, name + " is declared already, as " + to_string(variable->type));
        return;
    }
    if (type->size && type->size <= variable->largest_index)
        error(where, name + "[" + std::to_string(variable->largest_index) + "] was used: the size " +
                         std::to_string(type->size) + " is too small");
    if (type->size) variable->type = type;
}

Declaration* Checker::declare(Qualifiers qualifiers, const Type* type, std::string_view name,
                              const Initialiser* initialiser, Location where) {
    if (!is_global() && qualifiers.storage == Storage::Global) qualifiers.storage = Storage::Local;
    const bool own = name.starts_with("gl_") && !text_depth_;
    Declaration* declaration = statement<Declaration>(where);
    // Built-in variables may be declared again to size or qualify them.
    if (own && is_global()) {
        if (Variable* variable = builtin_variable(name, where)) {
            if (variable->type != type) size_unsized(variable, type, where);
            redeclare(qualifiers, name, where);
            declaration->variable = variable;
            return declaration;
        }
    }
    check_identifier(name, where);
    check_variable_qualifiers(qualifiers, type, name, where);
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = shader_.layout.stream;
    if (const auto found = scopes_.back().symbols.find(name); found != scopes_.back().symbols.end()) {
        Variable* before = found->second.variable;
        if (before && before->type->is_array() && type->is_array() && !initialiser) {
            size_unsized(before, type, where);
            declaration->variable = before;
            return declaration;
        }
        error(where, std::string(name) + " is declared already");
    }
    Expression* value = nullptr;
    if (initialiser) {
        if (qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out ||
            qualifiers.storage == Storage::Buffer || qualifiers.storage == Storage::Shared)
            error(where, std::string(name) + " can't have an initialiser");
        if (qualifiers.storage == Storage::Uniform && !holds("120", language()))
            error(where, "uniforms have initialisers from version 120 on");
        value = initialise(type, *initialiser);
        if (!value->type->is_error()) type = value->type;
    } else if (qualifiers.constant && qualifiers.storage != Storage::Parameter) {
        error(where, std::string(name) + " is const and needs an initialiser");
    }
    const bool unsized_local = type->is_array() && !type->size && qualifiers.storage == Storage::Local;
    if (unsized_local && !holds("110", language())) error(where, std::string(name) + " needs a size");
    if (is_global()) place_counter(qualifiers, type, name, where);
    Variable* variable = new_variable(name, type, qualifiers, where);
    if (const Constant* constant = as<Constant>(value)) {
        variable->value = qualifiers.constant ? constant : nullptr;
    } else if (value && !value->type->is_error()) {
        const bool runtime_const =
            qualifiers.constant && !is_global() && holds("420 ARB_shading_language_420pack", language());
        if (qualifiers.constant && !runtime_const) error(value->where, "the initialiser of a constant is not constant");
        if (qualifiers.storage == Storage::Uniform) error(value->where, "the initialiser of a uniform is not constant");
        if (is_global() && language().is_es() && !qualifiers.constant)
            error(value->where, "the initialiser of a global variable is not constant");
    }
    if (is_global() && !text_depth_) size_by_vertices(variable);
    *add_symbol(name) = {variable, nullptr, nullptr};
    if (is_global() && !text_depth_) shader_.globals.push_back(variable);
    if (unsized_local) unsized_locals_.push_back(variable);
    declaration->variable = variable;
    declaration->initialiser = value && !value->type->is_error() ? value : nullptr;
    if (declaration->initialiser) variable->written = true;
    if (is_global() && !text_depth_ && declaration->initialiser) shader_.initialised.push_back(declaration);
    return declaration;
}

void Checker::redeclare(const Qualifiers& qualifiers, std::string_view name, Location where) {
    const Symbol* symbol = find(name);
    Variable* variable = symbol ? symbol->variable : builtin_variable(name, where);
    if (!variable) {
        error(where, "nothing is declared as " + std::string(name));
        return;
    }
    Qualifiers& own = variable->qualifiers;
    own.invariant |= qualifiers.invariant;
    own.precise |= qualifiers.precise;
    own.centroid |= qualifiers.centroid;
    own.sample |= qualifiers.sample;
    if (qualifiers.interpolation != Interpolation::None) own.interpolation = qualifiers.interpolation;
    own.layout.origin_upper_left |= qualifiers.layout.origin_upper_left;
    own.layout.pixel_center_integer |= qualifiers.layout.pixel_center_integer;
    if (qualifiers.invariant && own.storage != Storage::Out && own.storage != Storage::In)
        error(where, std::string(name) + " is neither an input nor an output, and can't be invariant");
}

void Checker::set_default_precision(Precision, const Type* type, Location where) {
    const bool fits =
        type->is_opaque() || (type->is_scalar() && (type->scalar == Scalar::Int || type->scalar == Scalar::Float));
    if (!fits) error(where, "precision is for int, float and samplers, not for " + to_string(type));
}

void Checker::declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                            std::vector<BlockMember> member_qualifiers, std::string_view instance, int32_t array_size,
                            Location where) {
    check_identifier(name, where);
    if (qualifiers.storage == Storage::Uniform && !holds("140 es300 ARB_uniform_buffer_object", language()))
        error(where, "uniform blocks need version 140 or 300 es");
    if (qualifiers.storage == Storage::Buffer && !holds("430 es310 ARB_shader_storage_buffer_object", language()))
        error(where, "storage blocks need version 430 or 310 es");
    if ((qualifiers.storage == Storage::In || qualifiers.storage == Storage::Out) &&
        !holds("150 es320 OES_shader_io_blocks EXT_shader_io_blocks ARB_geometry_shader4", language()))
        error(where, "blocks of inputs and outputs need version 150 or 320 es");
    for (const Block* before : shader_.blocks)
        if (before->name == name && before->qualifiers.storage == qualifiers.storage)
            error(where, "the block " + std::string(name) + " is declared already");
    for (const Member& member : members)
        if (contains(member.type, [](const Type* part) { return part->is_opaque(); }) &&
            !holds("ARB_bindless_texture NV_bindless_texture", language()))
            error(where, std::string(member.name) + ": a block can't contain " + to_string(member.type));
    if (qualifiers.storage == Storage::Out && qualifiers.layout.stream < 0)
        qualifiers.layout.stream = shader_.layout.stream;
    Block* block = arena().make<Block>();
    block->name = name;
    block->instance = instance;
    block->qualifiers = qualifiers;
    block->where = where;
    block->array_size = array_size;
    block->type = shader_.types.structure(name, arena().copy(members));
    block->members = arena().copy(member_qualifiers);
    shader_.blocks.push_back(block);
    const auto declare_name = [&](std::string_view word, const Type* type, const Qualifiers& own, int32_t member) {
        check_identifier(word, where);
        if (scopes_.back().symbols.contains(word)) error(where, std::string(word) + " is declared already");
        Variable* variable = new_variable(word, type, own, where);
        variable->block = block;
        variable->member = member;
        size_by_vertices(variable);
        *add_symbol(word) = {variable, nullptr, nullptr};
        shader_.globals.push_back(variable);
    };
    if (instance.empty()) {
        for (size_t n = 0; n < members.size(); n++) {
            Qualifiers own = member_qualifiers[n].qualifiers;
            own.storage = qualifiers.storage;
            own.readonly |= qualifiers.readonly;
            own.writeonly |= qualifiers.writeonly;
            own.coherent |= qualifiers.coherent;
            declare_name(members[n].name, members[n].type, own, static_cast<int32_t>(n));
        }
        if (array_size >= 0) error(where, "an array of blocks needs a name");
    } else {
        declare_name(instance, array_size >= 0 ? array_of(block->type, array_size) : block->type, qualifiers, -1);
    }
}

Function* Checker::declare_function(const Type* type, std::string_view name,
                                    const std::vector<ParameterDeclaration>& parameters, Location where) {
    check_identifier(name, where);
    const std::string word(name);
    Symbol* symbol = add_symbol(name);
    if (!symbol->overloads) {
        if (symbol->variable || symbol->type) error(where, word + " is declared already");
        // Lives as long as the checker; the arena doesn't run destructors.
        overloads_.push_back(std::make_unique<Overloads>());
        *symbol = {nullptr, nullptr, overloads_.back().get()};
    }
    if (name == "main" && (!type->is_void() || !parameters.empty())) error(where, "main is declared as void main()");
    if (holds("es300", language()) && !functions_named(name).empty()) {
        for (const Candidate* candidate : candidates(name)) {
            bool same = candidate->parameters.size() == parameters.size();
            for (size_t n = 0; same && n < parameters.size(); n++)
                same = candidate->parameters[n] == parameters[n].type;
            if (same) {
                error(where, word + " is a built-in function and can't be declared again");
                break;
            }
        }
    }
    for (const ParameterDeclaration& parameter : parameters) {
        if (parameter.type->is_void()) error(parameter.where, "a parameter can't be void");
        if (parameter.mode != ParameterMode::In &&
            contains(parameter.type, [](const Type* part) { return part->is_opaque(); }))
            error(parameter.where, to_string(parameter.type) + " can't be an out parameter");
        if (parameter.type->is_array() && !parameter.type->size)
            error(parameter.where, "an array parameter needs a size");
        if (parameter.qualifiers.constant && parameter.mode != ParameterMode::In)
            error(parameter.where, "a const parameter can't be written");
    }
    if (type->is_array() && !holds("120 es300", language()))
        error(where, "functions give arrays from version 120 and 300 es on");
    if (contains(type, [](const Type* part) { return part->is_opaque(); }))
        error(where, "a function can't give " + to_string(type));
    for (Function* function : symbol->overloads->functions) {
        if (!same_parameters(*function, parameters)) continue;
        if (function->type != type) error(where, word + " was declared with the type " + to_string(function->type));
        for (size_t n = 0; n < parameters.size(); n++)
            if (function->parameters[n]->mode != parameters[n].mode)
                error(parameters[n].where, "in, out and inout differ from the declaration before");
        // The names of the definition are those that its body uses.
        for (size_t n = 0; n < parameters.size(); n++) function->parameters[n]->name = parameters[n].name;
        return function;
    }
    Function* function = arena().make<Function>();
    function->name = name;
    function->type = type;
    function->where = where;
    std::vector<Variable*> variables;
    for (const ParameterDeclaration& parameter : parameters) {
        Qualifiers qualifiers = parameter.qualifiers;
        qualifiers.storage = Storage::Parameter;
        Variable* variable = new_variable(parameter.name, parameter.type, qualifiers, parameter.where);
        variable->mode = parameter.mode;
        variables.push_back(variable);
    }
    function->parameters = arena().copy(variables);
    shader_.functions.push_back(function);
    symbol->overloads->functions.push_back(function);
    return function;
}

void Checker::begin_body(Function* function) {
    if (function->body) error(function->where, std::string(function->name) + " has a body already");
    function_ = function;
    enter_scope();
    for (Variable* parameter : function->parameters) {
        if (parameter->name.empty()) continue;
        if (scopes_.back().symbols.contains(parameter->name))
            error(parameter->where, "two parameters have the name " + std::string(parameter->name));
        check_identifier(parameter->name, parameter->where);
        *add_symbol(parameter->name) = {parameter, nullptr, nullptr};
    }
}

void Checker::end_body(Function* function, BlockStatement* body) {
    if (!function->body) function->body = body;
    leave_scope();
    function_ = nullptr;
}

}  // namespace glsl
