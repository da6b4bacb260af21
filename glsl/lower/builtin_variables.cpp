#include "glsl/lower/builtin_variables.h"

#include <algorithm>

#include "glsl/lower/arithmetic.h"
#include "glsl/tree/interface.h"

namespace glsl {

namespace {

void replace(std::string& text, std::string_view what, std::string_view with) {
    if (const size_t at = text.find(what); at != std::string::npos) text.replace(at, what.size(), with);
}

// What the leaves of one vertex, an element or the variable itself are bound to. The bindings of a structure's members
// stand in rows of their own.
std::vector<std::string_view> leaf_bindings(const Variable& variable, const Type* type) {
    if (type->is_array()) type = type->element;
    if (!type->is_structure()) return {variable.builtin->binding};
    std::vector<std::string_view> bindings;
    for (const Member& member : type->structure->members)
        for (const MemberRow& row : members_of(type->structure->name))
            if (row.name == member.name) bindings.push_back(row.binding);
    return bindings;
}

// gl_ClipVertex leaves as distances from the user clip planes.
constexpr std::string_view clip_vertex = "special ClipVertex";

constexpr int clip_planes = 8;

constexpr int subgroup_bits = 5;  // 32 invocations

// Behind "vertex." or "result."; empty: there is none.
std::string clip_vertex_binding(int number) { return number < 0 ? "" : "attrib[" + std::to_string(number) + "]"; }

arbasm::Binding generic_attribute(int number) {
    arbasm::Binding binding;
    binding.kind = arbasm::BindingKind::GenericAttrib;
    binding.index = static_cast<int16_t>(number);
    return binding;
}

bool is_unknown(std::string_view binding) { return binding.empty() || binding.starts_with("special"); }

}  // namespace

// What a row of a built-in says of one leaf: its binding for element n, and the component where the value begins.
BuiltinDeclarations::ComponentBinding BuiltinDeclarations::binding_of(const Variable* variable,
                                                                      std::string_view binding, const Type* leaf_type,
                                                                      int64_t number, arbasm::BindingSide side) {
    ComponentBinding result;
    std::string text(binding);
    if (text.find("[c]") != std::string::npos) {
        // A matrix's columns: those of an array's elements follow each other.
        const int64_t columns = variable->type->is_array() ? variable->type->element->columns : variable->type->columns;
        replace(text, "[c]", "[" + std::to_string(number % columns) + "]");
        number /= columns;
    }
    replace(text, "[n]", "[" + std::to_string(number) + "]");
    replace(text, "[i]", "");
    replace(text, "@", variable->builtin->binding);
    replace(text, "~", arbasm::thread_prefix(input_.stage));
    // ".xyz" at the end: the components that count.
    const size_t dot = text.rfind('.');
    const std::string_view last = std::string_view(text).substr(dot + 1);
    if (static_cast<int>(last.size()) == leaf_type->rows && leaf_type->rows < 4 &&
        last.find_first_not_of("xyzw") == std::string_view::npos) {
        result.component = static_cast<uint8_t>(std::string_view("xyzw").find(last[0]));
        text.resize(dot);
    }
    const arbasm::Option option = arbasm::unlocking_option(text, input_.stage, side);
    if (option != arbasm::Option::Count) assembly_.option(option);
    // What the stage does not have is an error where it is used: see arbasm::check_accesses().
    result.binding = arbasm::find_binding(text, input_.stage, side).value_or(arbasm::Binding{});
    return result;
}

// What instructions name without a declaration.
Operand BuiltinDeclarations::bound(std::string_view text, arbasm::BindingSide side) {
    const arbasm::RegisterFile file =
        side == arbasm::BindingSide::Parameter ? arbasm::RegisterFile::Parameter : arbasm::RegisterFile::Attribute;
    return assembly_.bound(file, arbasm::find_binding(text, input_.stage, side).value_or(arbasm::Binding{}));
}

// The bindings of all instances of a leaf.
std::vector<arbasm::Binding> BuiltinDeclarations::bindings_of(const Variable* variable, std::string_view binding,
                                                              Leaf& leaf, arbasm::BindingSide side) {
    // A mask of samples is an array in GLSL only.
    if (leaf.count == 1 && binding.find("[n]") == std::string_view::npos &&
        binding.find("[c]") == std::string_view::npos)
        leaf.array = false;
    std::vector<arbasm::Binding> list;
    for (int64_t k = 0; k < leaf.count; k++) {
        const ComponentBinding own = binding_of(variable, binding, leaf.type, k, side);
        list.push_back(own.binding);
        leaf.component = own.component;
    }
    return list;
}

// The variable of a leaf with these bindings.
Register BuiltinDeclarations::add_register(std::string name, arbasm::RegisterFile file, const Leaf& leaf,
                                           std::vector<arbasm::Binding> bindings, arbasm::Variable variable) {
    variable.name = std::move(name);
    variable.file = file;
    variable.array = leaf.array;
    variable.size = static_cast<int32_t>(leaf.count);
    if (file == arbasm::RegisterFile::Attribute && !bindings.empty())
        variable.per_vertex = arbasm::belongs_to_vertex(input_.stage, bindings[0].kind);
    return assembly_.add(std::move(variable), std::move(bindings));
}

// What is known before the program runs: its value stands for it.
bool BuiltinDeclarations::declare_constant(const Variable* variable) {
    if (variable->builtin->storage != BuiltinStorage::Constant) return false;
    Value value;
    value.type = variable->type;
    Operand numbers;
    if (variable->name == "gl_VerticesIn") {
        numbers.numbers.fill(static_cast<uint64_t>(input_.vertices_in));
    } else {
        for (size_t n = 0; n < 3; n++)
            numbers.numbers[n] = static_cast<uint64_t>(std::max(input_.layout.group_size[n], 1));
        numbers.numbers[3] = numbers.numbers[2];
    }
    value.parts.push_back(numbers);
    homes_.set_value(variable, std::move(value));
    return true;
}

// Derivatives are those of four invocations that follow each other. Where GLSL wants them of squares, the shader's
// invocations are numbered in another order than the program's: through the squares, four to each
// (NV_compute_shader_derivatives).
bool BuiltinDeclarations::declare_in_squares(const Variable* variable) {
    const std::string_view binding = variable->builtin->binding;
    const bool local = binding == "invocation.localid.xyz", index = binding == "invocation.localindex.x";
    if (input_.layout.derivative_group != "derivative_group_quadsNV" ||
        (!local && !index && binding != "invocation.globalid.xyz"))
        return false;
    const auto emit = [this](const Operation& operation, const Target& target,
                             std::initializer_list<Operand> operands) {
        assembly_.emit(operation, target, operands, Scalar::Uint);
    };
    const Register result = homes_.add(variable, make_home(assembly_, variable->type, true)).leaves[0].at;
    const Operand lane = bound("invocation.localindex", arbasm::BindingSide::Input).component(0),
                  size = bound("invocation.groupsize", arbasm::BindingSide::Input);
    const Operand half = assembly_.take(), square = assembly_.take(), id = assembly_.take(), corner = assembly_.take();
    emit(typed(Opcode::Shr, Scalar::Uint), {half.at, 3}, {size, literal(1)});
    emit(typed(Opcode::Shr, Scalar::Uint), {square.at, 1}, {lane, literal(2)});
    emit(typed(Opcode::Mod, Scalar::Uint), {id.at, 1}, {square.component(0), half.component(0)});
    emit(typed(Opcode::Div, Scalar::Uint), {square.at, 1}, {square.component(0), half.component(0)});
    emit(typed(Opcode::Mod, Scalar::Uint), {id.at, 2}, {square.component(0), half.component(1)});
    emit(typed(Opcode::Div, Scalar::Uint), {id.at, 4}, {square.component(0), half.component(1)});
    emit(typed(Opcode::Shl, Scalar::Uint), {id.at, 3}, {id, literal(1)});
    emit(typed(Opcode::Shr, Scalar::Uint), {corner.at, 2}, {lane, literal(1)});
    emit(typed(Opcode::Mov, Scalar::Uint), {corner.at, 1}, {lane});
    emit(typed(Opcode::And, Scalar::Uint), {corner.at, 3}, {corner, literal(1)});
    emit(typed(Opcode::Add, Scalar::Uint), {id.at, 3}, {id, corner});
    if (local) {
        emit(typed(Opcode::Mov, Scalar::Uint), {result, 7}, {id});
    } else if (index) {
        emit(typed(Opcode::Mad, Scalar::Uint), {id.at, 2}, {id.component(2), size.component(1), id.component(1)});
        emit(typed(Opcode::Mad, Scalar::Uint), {result, 1}, {id.component(1), size.component(0), id.component(0)});
    } else {
        emit(typed(Opcode::Mad, Scalar::Uint), {result, 7},
             {bound("invocation.groupid", arbasm::BindingSide::Input), size, id});
    }
    assembly_.routine().last_is_open = false;
    return true;
}

// What assembly has no word for, made of others.
bool BuiltinDeclarations::declare_special(const Variable* variable) {
    if (declare_in_squares(variable)) return true;
    const std::string_view binding = variable->builtin->binding;
    const auto home = [&]() -> const Register& {
        return homes_.add(variable, make_home(assembly_, variable->type, true)).leaves[0].at;
    };
    if (binding == "special NormalScale") {
        // What makes a normal's length 1 again that the modelview matrix scales (2.11.3 of OpenGL 2.1).
        const Operand row = bound("state.matrix.modelview[0].inverse.row[2]", arbasm::BindingSide::Parameter);
        const Operand square = assembly_.take();
        assembly_.emit(Opcode::Dp3, {square.at, 1}, {row, row}, Scalar::Float);
        assembly_.emit(Opcode::Rsq, {home(), 1}, {square.component(0)}, Scalar::Float);
    } else if (binding == "special SubgroupID") {
        // Subgroups are filled by local indices.
        assembly_.emit(
            typed(Opcode::Shr, Scalar::Uint), {home(), 1},
            {bound("invocation.localindex", arbasm::BindingSide::Input).component(0), literal(subgroup_bits)},
            Scalar::Uint);
    } else if (binding == "special NumSubgroups") {
        const Operand size = bound("invocation.groupsize", arbasm::BindingSide::Input), count = assembly_.take();
        const Target target{count.at, 1};
        assembly_.emit(typed(Opcode::Mul, Scalar::Uint), target, {size.component(0), size.component(1)}, Scalar::Uint);
        assembly_.emit(typed(Opcode::Mad, Scalar::Uint), target,
                       {count, size.component(2), literal((1 << subgroup_bits) - 1)}, Scalar::Uint);
        assembly_.emit(typed(Opcode::Shr, Scalar::Uint), {home(), 1}, {count.component(0), literal(subgroup_bits)},
                       Scalar::Uint);
    } else if (binding == "fragment.samplemask.x" && input_.layout.inner_coverage) {
        // Under conservative rasterization the mask of what is covered whole (INTEL_conservative_rasterization).
        for (const arbasm::Option option :
             {arbasm::Option::NvConservativeRasterUnderestimation, arbasm::Option::NvInternal})
            assembly_.option(option);
        const Home& mask = homes_.add(variable, make_home(assembly_, variable->type->element, true));
        assembly_.emit(typed(Opcode::And, Scalar::Uint), {mask.leaves[0].at, 1},
                       {bound("fragment.samplemask", arbasm::BindingSide::Input).component(0),
                        bound("fragment.fullycovered", arbasm::BindingSide::Input).component(1)},
                       Scalar::Uint);
    } else if (binding == "special Demoted") {
        assembly_.emit(typed(Opcode::Mov, Scalar::Int), {home(), 1}, {literal(0)}, Scalar::Int);
    } else if (binding == "special BoundingBox") {
        home();  // what it says could only make drawing quicker
    } else {
        return false;
    }
    assembly_.routine().last_is_open = false;
    return true;
}

void BuiltinDeclarations::declare(const Variable* variable) {
    if (homes_.contains(variable) || declare_constant(variable) || input_.same.contains(variable)) return;
    const std::vector<std::string_view> bindings = leaf_bindings(*variable, vertex_type(*variable, input_.stage));
    if (declare_special(variable)) return;
    // Members of a vertex are refused where they are used.
    const bool is_output = variable->qualifiers.storage == Storage::Out;
    if (bindings.size() == 1 && is_unknown(bindings[0]) && !(is_output && bindings[0] == clip_vertex)) {
        context_.error(variable->where, std::string(variable->name) + " is not supported yet");
        return;
    }
    if (is_output)
        declare_output(variable, bindings);
    else
        declare_input(variable, bindings);
}

void BuiltinDeclarations::declare_output(const Variable* variable, std::span<const std::string_view> bindings) {
    constexpr arbasm::BindingSide side = arbasm::BindingSide::Output;
    Home home;
    if (input_.stage == arbasm::Stage::TessControl) {
        // gl_out and the levels: written into the patch, read from there.
        home.per_vertex = is_per_vertex(*variable, input_.stage);
        add_leaves(home.leaves, vertex_type(*variable, input_.stage), 1, false);
        for (size_t n = 0; n < home.leaves.size(); n++) {
            Leaf& leaf = home.leaves[n];
            const std::string own =
                bindings[n] == clip_vertex ? clip_vertex_binding(input_.clip_vertex_out) : std::string(bindings[n]);
            if (is_unknown(own)) continue;
            const std::string number = std::to_string(builtins_++);
            const std::string result = home.per_vertex ? "result." + own : own;
            std::string given = result;
            replace(given, home.per_vertex ? "result." : "result.patch.",
                    home.per_vertex ? "vertex.out." : "primitive.out.");
            leaf.written = add_register("w" + number, arbasm::RegisterFile::Result, leaf,
                                        bindings_of(variable, result, leaf, side));
            leaf.at = add_register("b" + number, arbasm::RegisterFile::Attribute, leaf,
                                   bindings_of(variable, given, leaf, arbasm::BindingSide::Input));
            leaf.lazy = true;
        }
        homes_.add(variable, std::move(home));
        return;
    }
    home = make_home(assembly_, variable->type, true);
    if (outputs_.is_written(variable))
        for (size_t n = 0; n < home.leaves.size(); n++) {
            const Leaf& leaf = home.leaves[n];
            if (bindings[n] == clip_vertex) {
                if (input_.clip_vertex_out >= 0) outputs_.add(leaf, 0, generic_attribute(input_.clip_vertex_out), 0, 0);
                for (int plane = 0; input_.clips_vertices && plane < clip_planes; plane++) {
                    arbasm::Binding distance;
                    distance.kind = arbasm::BindingKind::Clip;
                    distance.index = static_cast<int16_t>(plane);
                    StageOutputs::Output& output = outputs_.add(leaf, 0, distance, 0, 0);
                    output.to.mask = mask_of(1);
                    output.plane = plane;
                }
                continue;
            }
            // Without the option there is one colour, which all draw buffers get: gl_FragColor.
            if (bindings[n].starts_with("result.color[")) assembly_.option(arbasm::Option::ArbDrawBuffers);
            if (input_.stage == arbasm::Stage::Fragment && bindings[n].ends_with(".secondary"))
                assembly_.option(arbasm::Option::ArbBlendFuncExtended);
            for (int64_t k = 0; k < leaf.count; k++) {
                const ComponentBinding placed = binding_of(variable, bindings[n], leaf.type, k, side);
                outputs_.add(leaf, k, placed.binding, placed.component, 0);
            }
        }
    homes_.add(variable, std::move(home));
}

void BuiltinDeclarations::declare_input(const Variable* variable, std::span<const std::string_view> bindings) {
    const bool parameter = variable->qualifiers.storage == Storage::Uniform;
    Home home;
    home.per_vertex = is_per_vertex(*variable, input_.stage);
    const Type* type = vertex_type(*variable, input_.stage);
    add_leaves(home.leaves, type, 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n];
        const std::string own =
            bindings[n] == clip_vertex ? clip_vertex_binding(input_.clip_vertex_in) : std::string(bindings[n]);
        if (is_unknown(own)) continue;
        // gl_SampleMaskIn: one word, which is no array in assembly.
        if (leaf.count == 1 && own.find('[') == std::string::npos) leaf.array = false;
        // Members of vertices and of what is a structure: few shaders use all.
        const bool member = home.per_vertex && type->is_structure();
        const std::string binding = member ? std::string(variable->builtin->binding) + "." + own : own;
        if (own.starts_with("fragment.out.")) assembly_.option(arbasm::Option::NvInternal);
        std::vector<arbasm::Binding> own_bindings = bindings_of(
            variable, binding, leaf, parameter ? arbasm::BindingSide::Parameter : arbasm::BindingSide::Input);
        leaf.lazy = member || parameter;
        // An array that a run-time index reaches may not have what another has.
        if (parameter) {
            leaf.at = parameter_register(leaf, std::move(own_bindings));
            continue;
        }
        arbasm::Variable attribute;
        if (input_.stage == arbasm::Stage::Fragment) set_interpolation(attribute, variable->qualifiers);
        // Only colours follow the shade model; and each of them is interpolated in its own way.
        if (input_.stage == arbasm::Stage::Fragment && variable->qualifiers.interpolation != Interpolation::None &&
            own.starts_with("fragment.color")) {
            if (variable->qualifiers.interpolation == Interpolation::Smooth)
                attribute.interpolation = arbasm::Interpolation::Smooth;
            assembly_.option(arbasm::Option::NvInternal);
        }
        leaf.at = add_register("b" + std::to_string(builtins_++), arbasm::RegisterFile::Attribute, leaf,
                               std::move(own_bindings), std::move(attribute));
        if (!leaf.lazy) assembly_.declare(leaf.at);
    }
    if (variable->type->is_bool()) make_truth(variable, home);
    if (is_wide(variable->type->scalar)) make_wide(variable, home);
    homes_.add(variable, std::move(home));
}

// A PARAM of state; built-ins with equal bindings share one.
Register BuiltinDeclarations::parameter_register(const Leaf& leaf, std::vector<arbasm::Binding> bindings) {
    for (const auto& [at, known] : parameters_)
        if (known == bindings && assembly_.described(at).array == leaf.array) return at;
    const Register at =
        add_register("b" + std::to_string(builtins_++), arbasm::RegisterFile::Parameter, leaf, bindings);
    parameters_.emplace_back(at, std::move(bindings));
    return at;
}

// Masks of 64 invocations: assembly has their lower half in x, and 0 in y.
void BuiltinDeclarations::make_wide(const Variable* variable, Home& home) {
    const Operand given = named(home.leaves[0].at);
    home = make_home(assembly_, variable->type, true);
    assembly_.emit(Opcode::Pk64, {home.leaves[0].at, 1}, {given.swizzled({0, 1, 0, 1})}, Scalar::Uint);
    assembly_.routine().last_is_open = false;
}

// fragment.facing is 1 or -1, other bools are 0 or -1.
void BuiltinDeclarations::make_truth(const Variable* variable, Home& home) {
    const Operand given = named(home.leaves[0].at), zero;
    const bool facing = variable->builtin->binding == "fragment.facing.x";
    home = make_home(assembly_, variable->type, true);
    const Operand sign = assembly_.take();
    if (facing)
        assembly_.emit(Opcode::Sgt, {sign.at, 1}, {given.component(0), zero}, Scalar::Float);
    else
        assembly_.emit(typed(Opcode::Mov, Scalar::Int), {sign.at, 1}, {given.component(0)}, Scalar::Int);
    assembly_.emit(typed(Opcode::Sne, Scalar::Int), {home.leaves[0].at, 1}, {sign.component(0), zero}, Scalar::Int);
    assembly_.routine().last_is_open = false;
}

void note_demotion(Assembly& assembly, const Homes& homes) {
    for (const auto& [variable, home] : homes.all()) {
        if (!variable->builtin || variable->builtin->binding != "special Demoted") continue;
        Operand yes;
        yes.numbers.fill(0xffffffffu);
        assembly.emit(typed(Opcode::Mov, Scalar::Int), {home.leaves[0].at, 1}, {yes}, Scalar::Int);
        assembly.routine().last_is_open = false;
    }
}

}  // namespace glsl
