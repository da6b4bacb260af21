#include "glsl/check/builtins.h"

#include <algorithm>
#include <charconv>

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

const Type* BuiltinVariables::type(std::string_view text) {
    const size_t bracket = text.find('[');
    const std::string_view name = text.substr(0, bracket);
    const Type* type = known_type(name);
    if (!type) {
        const Type*& known = structures_[name];
        if (!known) {
            std::vector<Member> members;
            for (const MemberRow& row : members_of(name))
                if (holds(row.where, context_.language())) members.push_back({row.name, this->type(row.type)});
            known = context_.shader().types.structure(name, context_.arena().copy(members));
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
            number = context_.limit(size);
        }
        sizes.push_back(number);
    }
    for (size_t n = sizes.size(); n-- > 0;) type = context_.array_of(type, sizes[n]);
    return type;
}

// Null: the size varies, or is not declared yet.
const Constant* BuiltinVariables::work_group_size(Location where) {
    const StageLayout& layout = context_.shader().layout;
    uint64_t size[3] = {};
    bool known = false;
    for (size_t n = 0; n < 3; n++) {
        known |= layout.group_size[n] > 0;
        size[n] = static_cast<uint64_t>(std::max(layout.group_size[n], 1));
    }
    if (!known && !layout.variable_group_size)
        context_.error(where, "gl_WorkGroupSize is known behind layout(local_size_x = …) in;");
    return known ? make_constant(context_.arena(), basic_type(Scalar::Uint, 3), where, size) : nullptr;
}

const Constant* BuiltinVariables::primitive_size(Location where) {
    const int32_t own = vertex_arrays_.input_vertices();
    context_.shader().vertices_in = own ? own : context_.vertices_in();
    const uint64_t bits[] = {static_cast<uint64_t>(context_.shader().vertices_in)};
    return make_constant(context_.arena(), basic_type(Scalar::Int), where, bits);
}

Variable* BuiltinVariables::make(const VariableRow& row, Location where) {
    Qualifiers qualifiers;
    qualifiers.storage = storage_of(row.storage);
    qualifiers.patch = row.storage == BuiltinStorage::PatchIn || row.storage == BuiltinStorage::PatchOut;
    Variable* variable = context_.variable(row.name, type(row.type), qualifiers, where);
    variable->builtin = &row;
    vertex_arrays_.size(variable);
    if (row.name == "gl_WorkGroupSize") variable->value = work_group_size(where);
    if (row.name == "gl_VerticesIn") variable->value = primitive_size(where);
    variables_[row.name] = variable;
    context_.shader().builtins.push_back(variable);
    return variable;
}

Variable* BuiltinVariables::make(const ConstantRow& row, Location where) {
    const Type* type = known_type(row.type);
    std::vector<uint64_t> components;
    components.reserve(size_t(type->components()));
    for (int n = 0; n < type->components(); n++)
        components.push_back(static_cast<uint32_t>(context_.limit(row.name, n)));
    Qualifiers qualifiers;
    qualifiers.constant = true;
    Variable* variable = context_.variable(row.name, type, qualifiers, where);
    variable->value = make_constant(context_.arena(), type, where, components);
    variables_[row.name] = variable;
    return variable;
}

Variable* BuiltinVariables::made(std::string_view name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : found->second;
}

Variable* BuiltinVariables::find(std::string_view name, Location where) {
    if (Variable* variable = made(name)) return variable;
    for (const VariableRow& row : variables_named(name)) {
        if (row.stages != "*" && row.stages.find(stage_letter(context_.stage())) == std::string_view::npos) continue;
        if (!context_.in_text() && !holds(row.where, context_.language())) continue;
        return make(row, where);
    }
    for (const ConstantRow& row : constants_named(name)) {
        if (!context_.in_text() && !holds(row.where, context_.language())) continue;
        return make(row, where);
    }
    return nullptr;
}

}  // namespace glsl
