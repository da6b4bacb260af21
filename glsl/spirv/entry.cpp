// The module from its entry point on: capabilities, execution modes, what stands before the functions, and which
// functions the entry point reaches.
#include <algorithm>
#include <unordered_set>

#include "glsl/check/constants.h"
#include "glsl/language/extensions.h"
#include "glsl/spirv/function_reader.h"
#include "glsl/spirv/reader.h"

namespace glsl::spirv {

namespace {

// An execution mode that is a word or a flag of the stage's layout.
struct ModeRow {
    uint32_t number;
    std::string_view StageLayout::*word = nullptr;
    std::string_view text = {};
    bool StageLayout::*flag = nullptr;
};
constexpr ModeRow mode_rows[] = {
    {1, &StageLayout::spacing, "equal_spacing"},
    {2, &StageLayout::spacing, "fractional_even_spacing"},
    {3, &StageLayout::spacing, "fractional_odd_spacing"},
    {4, &StageLayout::order, "cw"},
    {5, &StageLayout::order, "ccw"},
    {6, nullptr, {}, &StageLayout::pixel_center_integer},
    {7, nullptr, {}, &StageLayout::origin_upper_left},
    {8},  // OriginLowerLeft: as it is in OpenGL
    {9, nullptr, {}, &StageLayout::early_fragment_tests},
    {10, nullptr, {}, &StageLayout::point_mode},
    {12},    // DepthReplacing: writing gl_FragDepth says it
    {5027},  // StencilRefReplacingEXT: likewise
    {14, &StageLayout::depth, "depth_greater"},
    {15, &StageLayout::depth, "depth_less"},
    {16, &StageLayout::depth, "depth_unchanged"},
    {19, &StageLayout::primitive_in, "points"},
    {20, &StageLayout::primitive_in, "lines"},
    {21, &StageLayout::primitive_in, "lines_adjacency"},
    {22, &StageLayout::primitive_in, "triangles"},
    {23, &StageLayout::primitive_in, "triangles_adjacency"},
    {24, &StageLayout::primitive_in, "quads"},
    {25, &StageLayout::primitive_in, "isolines"},
    {27, &StageLayout::primitive_out, "points"},
    {28, &StageLayout::primitive_out, "line_strip"},
    {29, &StageLayout::primitive_out, "triangle_strip"},
    {4446, nullptr, {}, &StageLayout::post_depth_coverage},
    {5289, &StageLayout::derivative_group, "derivative_group_quadsNV"},
    {5290, &StageLayout::derivative_group, "derivative_group_linearNV"},
};
enum : uint32_t {
    mode_invocations = 0,
    mode_xfb = 11,
    mode_local_size = 17,
    mode_output_vertices = 26,
    mode_local_size_id = 38
};

}  // namespace

void Reader::read() {
    read_capabilities();
    read_modes();
    if (failed()) return;
    const std::vector<Instruction>& instructions = module_.instructions();
    read_functions();
    std::vector<Id> order;
    if (failed() || !order_functions(entry_.function, order)) return;
    // What other entry points have is not seen.
    std::unordered_set<Id> used(entry_.interface.begin(), entry_.interface.end());
    for (const Id id : order)
        for (size_t n = functions_[id].first; n < functions_[id].end; n++)
            for_each_id(instructions[n], [&](Id operand) { used.insert(operand); });
    for (const Instruction& instruction : instructions) {
        if (instruction.opcode() == Op::Function || failed()) break;
        const std::string_view opcode = instruction.row->name;
        if (opcode.starts_with("Type"))
            read_type(instruction);
        else if (opcode.starts_with("Constant") || opcode.starts_with("SpecConstant") || opcode == "Undef")
            read_constant(instruction);
        else if (instruction.opcode() == Op::Variable && used.contains(instruction.result))
            read_variable(instruction);
    }
    if (!failed()) read_group_size();
    if (!failed()) add_function(entry_.function, {});
    for (FunctionInfo* info : order_.functions)
        if (!failed()) declare_function(*info);
    for (FunctionInfo* info : order_.functions)
        if (!failed()) FunctionReader(*this, *info).read();
    if (!failed()) checker_.finish();
}

void Reader::read_capabilities() {
    Language& language = context_.shader().language;
    for (const CapabilityRow* row : module_.capabilities())
        if (const int extension = row->extension.empty() ? -1 : find_extension(row->extension); extension >= 0)
            enable_extension(language.enabled, extension, true);
}

void Reader::read_modes() {
    for (const ExecutionMode& mode : module_.execution_modes())
        if (mode.function == entry_.function) read_mode(mode);
}

void Reader::read_mode(const ExecutionMode& mode) {
    StageLayout& layout = context_.shader().layout;
    const auto word = [&](size_t n) { return n < mode.words.size() ? mode.words[n] : 0; };
    constexpr uint32_t most = 1 << 16;
    switch (mode.mode) {
        case mode_invocations:
        case mode_output_vertices:
            if (word(0) < 1 || word(0) > most)
                return error(mode.at, "this number of the execution mode is not possible");
            (mode.mode == mode_invocations ? layout.invocations : layout.vertices_out) = static_cast<int32_t>(word(0));
            return;
        case mode_xfb: feedback_ = true; return;
        case mode_local_size:
            for (size_t n = 0; n < 3; n++) {
                if (word(n) < 1 || word(n) > most) return error(mode.at, "the work group can't have this size");
                layout.group_size[n] = static_cast<int32_t>(word(n));
            }
            return;
        case mode_local_size_id: return;  // when constants are known
        default: break;
    }
    for (const ModeRow& row : mode_rows) {
        if (row.number != mode.mode) continue;
        if (row.word) layout.*row.word = row.text;
        if (row.flag) layout.*row.flag = true;
        return;
    }
    error(mode.at, "the execution mode " + std::to_string(mode.mode) + " is not supported");
}

// LocalSizeId, and a constant that is decorated as WorkgroupSize, which counts more than what the modes say.
void Reader::read_group_size() {
    constexpr uint32_t workgroup_size = 25;
    StageLayout& layout = context_.shader().layout;
    const auto take = [&](size_t axis, uint64_t size, uint32_t at) {
        if (size < 1 || size > 1 << 16) return error(at, "the work group can't have this size");
        layout.group_size[axis] = static_cast<int32_t>(size);
    };
    for (const ExecutionMode& mode : module_.execution_modes())
        if (mode.function == entry_.function && mode.mode == mode_local_size_id)
            for (size_t n = 0; n < 3 && n < mode.words.size(); n++) {
                const Expression* size = constant(mode.words[n]);
                if (!is_integer_constant(size)) return error(mode.at, "the size of the work group is constant");
                take(n, static_cast<uint64_t>(integer_value(*as<Constant>(size))), mode.at);
            }
    for (const auto& [id, value] : constants_) {
        const auto builtin = module_.decoration(id, Decoration::BuiltIn);
        const auto* size = as<Constant>(value);
        if (builtin != workgroup_size || !size || size->components.size() != 3) continue;
        for (size_t n = 0; n < 3; n++) take(n, size->components[n], module_.definition(id)->at);
    }
}

// Which instructions each function has, and which others it calls.
void Reader::read_functions() {
    const std::vector<Instruction>& instructions = module_.instructions();
    FunctionInfo* open = nullptr;
    for (size_t n = 0; n < instructions.size(); n++) {
        const Instruction& instruction = instructions[n];
        switch (instruction.opcode()) {
            case Op::Function:
                if (open) return error(instruction.at, "a function begins within another");
                open = &functions_[instruction.result];
                open->definition = &instruction;
                open->first = n + 1;
                break;
            case Op::FunctionEnd:
                if (!open) return error(instruction.at, "a function ends that has not begun");
                open->end = n;
                open = nullptr;
                break;
            case Op::FunctionCall:
                if (open) open->calls.push_back(instruction.operands[0]);
                break;
            default: break;  // read with the function
        }
    }
    if (open) error(open->definition->at, "the function does not end");
}

// Whether parameters of this storage class name memory that other invocations or the application see.
static bool is_memory(StorageClass storage) {
    return storage == StorageClass::Workgroup || storage == StorageClass::Uniform ||
           storage == StorageClass::StorageBuffer;
}

// The variables that a call gives to parameters which point to memory: it names them, or parameters of the caller that
// are such.
std::vector<Id> Reader::pointed_variables(const FunctionInfo& caller, const Instruction& call) const {
    std::vector<Id> result;
    const auto callee = functions_.find(call.operands[0]);
    const TypeInfo* signature = callee == functions_.end() ? nullptr : type(callee->second.definition->operands[1]);
    if (!signature || signature->opcode != Op::TypeFunction) return result;
    for (size_t n = 0; n < signature->members.size(); n++) {
        const TypeInfo* parameter = type(signature->members[n]);
        const Id given = n + 1 < call.operands.size() ? call.operands[n + 1] : 0;
        Id variable = 0;
        if (parameter && parameter->opcode == Op::TypePointer && is_memory(parameter->storage)) {
            if (global(given)) variable = given;
            for (size_t own = 0; own < caller.variables.size(); own++)
                if (module_.instructions()[caller.first + own].result == given) variable = caller.variables[own];
        }
        result.push_back(variable);
    }
    return result;
}

const FunctionInfo* Reader::called(const FunctionInfo& caller, const Instruction& call) const {
    const auto found = instances_.find({call.operands[0], pointed_variables(caller, call)});
    return found == instances_.end() || !found->second.function ? nullptr : &found->second;
}

// The function for these variables, behind those that it calls.
bool Reader::add_function(Id id, std::vector<Id> variables) {
    const auto [entry, is_new] = instances_.try_emplace({id, variables}, functions_.at(id));
    if (!is_new) return true;
    FunctionInfo& own = entry->second;
    own.variables = std::move(variables);
    if (instances_.size() > most_functions) {
        error(own.definition->at, "there are more than " + std::to_string(most_functions) + " functions");
        return false;
    }
    for (size_t n = own.first; n < own.end; n++) {
        const Instruction& instruction = module_.instructions()[n];
        if (instruction.opcode() == Op::FunctionCall &&
            !add_function(instruction.operands[0], pointed_variables(own, instruction)))
            return false;
    }
    order_.functions.push_back(&own);
    return true;
}

// The functions that one reaches, those that are called before those that call them.
bool Reader::order_functions(Id id, std::vector<Id>& order) {
    const auto found = functions_.find(id);
    if (found == functions_.end()) {
        error(0, "the id " + std::to_string(id) + " is no function");
        return false;
    }
    FunctionInfo& own = found->second;
    if (own.depth > 0) return true;
    if (own.depth < 0) {
        error(own.definition->at, "the function calls itself");
        return false;
    }
    own.depth = -1;
    if (++order_.depth > most_calls) {
        error(own.definition->at, "more than " + std::to_string(most_calls) + " functions call each other");
        return false;
    }
    for (const Id called : own.calls)
        if (!order_functions(called, order)) return false;
    order_.depth--;
    own.depth = 1;
    order.push_back(id);
    return true;
}

void Reader::declare_function(FunctionInfo& info) {
    const Instruction& definition = *info.definition;
    const uint32_t at = definition.at;
    const Id id = definition.result;
    const TypeInfo* signature = type(definition.operands[1]);
    if (!signature || signature->opcode != Op::TypeFunction || signature->element != definition.type)
        return error(at, "the type of the function is none, or gives something else");
    const bool is_main = id == entry_.function;
    const Type* result = value_type(definition.type, at);
    if (is_main && (!result->is_void() || !signature->members.empty()))
        return error(at, "an entry point has no result and no parameters");
    std::vector<ParameterDeclaration> parameters;
    const std::vector<Instruction>& instructions = module_.instructions();
    for (size_t n = 0; n < signature->members.size(); n++) {
        const Instruction& given = instructions[std::min(info.first + n, info.end)];
        if (given.opcode() != Op::FunctionParameter || given.type != signature->members[n])
            return error(given.at, "the parameters are not those of the function's type");
        if (n < info.variables.size() && info.variables[n]) {
            const TypeInfo& pointed = types_.at(types_.at(given.type).element);
            if (pointed.type != type(globals_.at(info.variables[n]).pointee)->type)
                return error(given.at, "the parameter points to another type than the argument does");
            continue;
        }
        ParameterDeclaration parameter;
        parameter.name = name("p" + std::to_string(given.result));
        parameter.where = location(given.at);
        const TypeInfo& own = types_.at(given.type);
        parameter.type = own.type;
        if (own.opcode == Op::TypePointer) {
            const TypeInfo& pointee = types_.at(own.element);
            parameter.type =
                own.storage == StorageClass::AtomicCounter && pointee.type ? counters(pointee.type) : pointee.type;
            const bool opaque =
                parameter.type && contains(parameter.type, [](const Type* part) { return part->is_opaque(); });
            const bool local = own.storage == StorageClass::Function || own.storage == StorageClass::Private ||
                               own.storage == StorageClass::Output;
            if (is_memory(own.storage)) return error(given.at, "the argument for this pointer is no variable");
            if (!opaque && !local && own.storage != StorageClass::UniformConstant && own.storage != StorageClass::Input)
                return error(given.at, "pointers of this storage class can't be parameters");
            if (!opaque && local) parameter.mode = ParameterMode::InOut;
        }
        if (!parameter.type || parameter.type->is_error()) return error(given.at, "a parameter can't be of this type");
        parameters.push_back(parameter);
    }
    // Functions of one name would be several definitions.
    std::string own_name = "f" + std::to_string(id);
    for (const Id variable : info.variables)
        if (variable) own_name += "_" + std::to_string(variable);
    info.function = checker_.functions().declare(
        {result, Precision::None, is_main ? "main" : name(own_name), parameters, false, location(at)});
}

}  // namespace glsl::spirv
