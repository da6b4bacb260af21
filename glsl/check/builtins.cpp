// Built-in variables and constants, made when a shader first names them.
#include <algorithm>
#include <charconv>

#include "glsl/check/checker.h"
#include "glsl/check/constants.h"

namespace glsl {

namespace {

Storage storage_of(BuiltinStorage storage) {
    switch (storage) {
        case BuiltinStorage::In:
        case BuiltinStorage::PatchIn:
        case BuiltinStorage::Constant: return Storage::In;
        case BuiltinStorage::Out:
        case BuiltinStorage::PatchOut:
        case BuiltinStorage::InOut: return Storage::Out;
        case BuiltinStorage::Uniform: break;
    }
    return Storage::Uniform;
}

char stage_letter(arbasm::Stage stage) { return "vcegfk"[static_cast<size_t>(stage)]; }

}  // namespace

// A type as the tables of built-ins write it: "vec4", "vec4[gl_MaxClipPlanes]", "float[]", the name of a structure.
const Type* Checker::table_type(std::string_view text, Location where) {
    const size_t bracket = text.find('[');
    const std::string_view name = text.substr(0, bracket);
    const Type* type = known_type(name);
    if (!type) {
        const Type*& known = builtin_structures_[name];
        if (!known) {
            std::vector<Member> members;
            for (const MemberRow& row : members_of(name))
                if (holds(row.where, language())) members.push_back({row.name, table_type(row.type, where)});
            known = shader_.types.structure(name, arena().copy(members));
        }
        type = known;
    }
    if (bracket == std::string_view::npos) return type;
    std::vector<int32_t> sizes;
    for (std::string_view rest = text.substr(bracket); !rest.empty();) {
        const size_t end = rest.find(']');
        const std::string_view size = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
        int32_t number = 0;
        if (!size.empty() && std::from_chars(size.data(), size.data() + size.size(), number).ec != std::errc{}) {
            // The limit that a built-in constant tells, whether this version names it or not.
            number = limit(size);
        }
        sizes.push_back(number);
    }
    for (size_t n = sizes.size(); n-- > 0;) type = array_of(type, sizes[n]);
    return type;
}

// Null: the size varies, or is not declared yet.
const Constant* Checker::work_group_size(Location where) {
    const StageLayout& layout = shader_.layout;
    uint64_t size[3] = {};
    bool known = false;
    for (size_t n = 0; n < 3; n++) {
        known |= layout.group_size[n] > 0;
        size[n] = static_cast<uint64_t>(std::max(layout.group_size[n], 1));
    }
    if (!known && !layout.variable_group_size)
        error(where, "gl_WorkGroupSize is known behind layout(local_size_x = …) in;");
    return known ? make_constant(arena(), basic_type(Scalar::Uint, 3), where, size) : nullptr;
}

const Constant* Checker::primitive_size(Location where) {
    const int32_t own = input_vertices();
    shader_.vertices_in = own ? own : vertices_in;
    const uint64_t bits[] = {static_cast<uint64_t>(shader_.vertices_in)};
    return make_constant(arena(), basic_type(Scalar::Int), where, bits);
}

// Of the primitive that a geometry shader takes. 0: it is not known yet.
int32_t Checker::input_vertices() const {
    return primitive_vertices(shader_.layout.primitive_in, limit("gl_MaxPatchVertices"));
}

int32_t Checker::limit(std::string_view name, int component) const {
    const std::span<const ConstantRow> rows = constants_named(name);
    return rows.empty() ? 0 : rows[0].values[static_cast<size_t>(component)];
}

Variable* Checker::builtin_variable(std::string_view name, Location where) {
    if (const auto found = builtins_.find(name); found != builtins_.end()) return found->second;
    for (const VariableRow& row : variables_named(name)) {
        if (row.stages != "*" && row.stages.find(stage_letter(shader_.stage)) == std::string_view::npos) continue;
        if (!text_depth_ && !holds(row.where, language())) continue;
        Qualifiers qualifiers;
        qualifiers.storage = storage_of(row.storage);
        qualifiers.patch = row.storage == BuiltinStorage::PatchIn || row.storage == BuiltinStorage::PatchOut;
        Variable* variable = new_variable(row.name, table_type(row.type, where), qualifiers, where);
        variable->builtin = &row;
        size_by_vertices(variable);
        if (row.name == "gl_WorkGroupSize") variable->value = work_group_size(where);
        if (row.name == "gl_VerticesIn") variable->value = primitive_size(where);
        builtins_[row.name] = variable;
        shader_.builtins.push_back(variable);
        return variable;
    }
    for (const ConstantRow& row : constants_named(name)) {
        if (!text_depth_ && !holds(row.where, language())) continue;
        const Type* type = known_type(row.type);
        std::vector<uint64_t> components;
        components.reserve(size_t(type->components()));
        for (int n = 0; n < type->components(); n++) components.push_back(static_cast<uint32_t>(limit(row.name, n)));
        Qualifiers qualifiers;
        qualifiers.constant = true;
        Variable* variable = new_variable(row.name, type, qualifiers, where);
        variable->value = make_constant(arena(), type, where, components);
        builtins_[row.name] = variable;
        return variable;
    }
    return nullptr;
}

void Checker::size_by_vertices(Variable* variable) {
    if (!is_per_vertex(*variable, shader_.stage) || variable->type->size) return;
    const bool in = variable->qualifiers.storage == Storage::In;
    const int32_t size = !in                                        ? shader_.layout.vertices_out
                         : shader_.stage == arbasm::Stage::Geometry ? input_vertices()
                                                                    : limit("gl_MaxPatchVertices");
    if (size > 0) variable->type = array_of(variable->type->element, size);
}

void Checker::size_vertex_arrays() {
    for (Variable* variable : shader_.globals) size_by_vertices(variable);
    for (Variable* variable : shader_.builtins) size_by_vertices(variable);
}

// Arrays that nobody has sized have as many elements as were used.
void Checker::finish() {
    if (shader_.stage == arbasm::Stage::Compute && !shader_.is_spirv && !holds("110 es310", language()))
        error({}, "compute shaders begin with version 310 es");
    check_captures();
    check_compute_groups();
    check_fragment_colors();
    for (const Variable* variable : shader_.builtins)
        if (variable->name == "gl_LastFragData" && variable->used && !variable->qualifiers.layout.noncoherent &&
            !holds("EXT_shader_framebuffer_fetch", language()))
            error(variable->where, "gl_LastFragData has to be declared again as noncoherent",
                  "#extension GL_EXT_shader_framebuffer_fetch : enable");
    check_recursion();
    const auto size = [this](Variable* variable) {
        // Another shader of the stage may tell how many vertices there are.
        if (variable->type->is_array() && !variable->type->size && variable->qualifiers.storage != Storage::Buffer &&
            !is_per_vertex(*variable, shader_.stage))
            variable->implicit_size = true,
            variable->type = array_of(variable->type->element, std::max(variable->largest_index + 1, 1));
    };
    for (Block* block : shader_.blocks) size_block_members(*block);
    for (Variable* variable : shader_.globals) size(variable);
    for (Variable* variable : shader_.builtins) size(variable);
    for (Variable* variable : unsized_locals_) size(variable);
}

}  // namespace glsl
