// EXT_vertex_shader: shaders, recorded call by call. Their symbols: vertex_shader_symbols.cpp.
#include "glapi/objects/programs/vertex_shaders.h"

#include <algorithm>

#include "glapi/commands/one_call.h"
#include "glapi/commands/programs/variants.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/generate_vertex_shader.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/generated_programs.h"
#include "glapi/share_group.h"
#include "glapi/state/conversions.h"

namespace glapi {
namespace {

using Instruction = VertexShader::Instruction;

// Commands on whole shaders are errors while one is open, those that add to one while none is.
bool check_shader_recording(Errors& errors, const VertexShaderState& vertex_shaders, bool wanted) {
    if (vertex_shaders.recording == wanted) return true;
    errors.error(GL_INVALID_OPERATION, "%s", wanted ? "no shader is being recorded" : "a shader is being recorded");
    return false;
}

// What a shader's variants are now lies in its slots.
void load_variants(ImmediateState& immediate, const VertexShaderState& state) {
    for (size_t number = 0; number < state.bound->variants.size(); ++number) {
        const VertexShader::Row& row = state.bound->variants[number];
        const VertexShaderState::Variant* const variant = state.find_variant(row.symbol);
        const SymbolValue value = variant ? variant->value : VertexShaderState::Variant{}.value;
        const auto first = static_cast<size_t>(4 * row.row);
        immediate.current[static_cast<size_t>(variant_slot(static_cast<int>(number)))] =
            float_bits(value[first], value[first + 1], value[first + 2], value[first + 3]);
    }
}

void bind_shader(Context& context, std::shared_ptr<VertexShader> shader, GLuint name) {
    context.vertex_shaders.bound = shader;
    context.vertex_shaders.bound_name = name;
    context.programs.vertex_shader = std::move(shader);
    load_variants(context.immediate, context.vertex_shaders);
}

// ---- operands

enum class Type { None, Scalar, Vector, Matrix };

Type type_of(const SymbolBlock& block) {
    return block.type == GL_SCALAR_EXT ? Type::Scalar : block.type == GL_VECTOR_EXT ? Type::Vector : Type::Matrix;
}

// The type of a symbol that is read; none after an error.
Type source_type(Errors& errors, const ShareGroup& shared, GLuint symbol) {
    if (const SymbolBlock* const block = shared.vertex_shaders.find(symbol)) return type_of(*block);
    errors.error(GL_INVALID_VALUE, "there is no symbol %u", symbol);
    return Type::None;
}

// The type of an output or local that is written; none after an error.
Type result_type(Errors& errors, const ShareGroup& shared, GLuint name) {
    if (name == GL_OUTPUT_FOG_EXT) return Type::Scalar;
    if (name >= GL_OUTPUT_VERTEX_EXT && name < GL_OUTPUT_TEXTURE_COORD0_EXT + GLenum{texture_coordinate_count})
        return Type::Vector;
    const SymbolBlock* const block = shared.vertex_shaders.find(name);
    if (!block) {
        errors.error(GL_INVALID_VALUE, "%u is no symbol, and no output that there is", name);
        return Type::None;
    }
    if (block->storage == GL_LOCAL_EXT) return type_of(*block);
    errors.error(GL_INVALID_OPERATION, "only locals and outputs are written");
    return Type::None;
}

bool check_types(Errors& errors, bool right) {
    if (!right) errors.error(GL_INVALID_OPERATION, "the types of the symbols do not go together");
    return right;
}

void append(const VertexShaderState& vertex_shaders, const Instruction& instruction) {
    auto& instructions = vertex_shaders.bound->instructions;
    // One more than there may be makes the shader undefined.
    if (instructions.size() <= limits::MAX_VERTEX_SHADER_INSTRUCTIONS_EXT) instructions.push_back(instruction);
}

// ---- operations: which types go together ("Table of operations")

enum class Rule {
    Each,    // component by component: a scalar of scalars, a vector of scalars and vectors
    Clamp,   // the same; what is clamped is a vector unless all are scalars
    Scalar,  // of scalars alone
    Dot,     // of vectors, to either
    Cross,   // of vectors
    Matrix,  // of a matrix and a vector
    Index,   // a scalar, and what the result is
};
struct OperationRow {
    GLenum operation;
    size_t arguments;
    Rule rule;
};
constexpr OperationRow operations[] = {
    {GL_OP_INDEX_EXT, 2, Rule::Index},
    {GL_OP_NEGATE_EXT, 1, Rule::Each},
    {GL_OP_DOT3_EXT, 2, Rule::Dot},
    {GL_OP_DOT4_EXT, 2, Rule::Dot},
    {GL_OP_MUL_EXT, 2, Rule::Each},
    {GL_OP_ADD_EXT, 2, Rule::Each},
    {GL_OP_MADD_EXT, 3, Rule::Each},
    {GL_OP_FRAC_EXT, 1, Rule::Each},
    {GL_OP_MAX_EXT, 2, Rule::Each},
    {GL_OP_MIN_EXT, 2, Rule::Each},
    {GL_OP_SET_GE_EXT, 2, Rule::Each},
    {GL_OP_SET_LT_EXT, 2, Rule::Each},
    {GL_OP_CLAMP_EXT, 3, Rule::Clamp},
    {GL_OP_FLOOR_EXT, 1, Rule::Each},
    {GL_OP_ROUND_EXT, 1, Rule::Each},
    {GL_OP_EXP_BASE_2_EXT, 1, Rule::Scalar},
    {GL_OP_LOG_BASE_2_EXT, 1, Rule::Scalar},
    {GL_OP_POWER_EXT, 2, Rule::Scalar},
    {GL_OP_RECIP_EXT, 1, Rule::Scalar},
    {GL_OP_RECIP_SQRT_EXT, 1, Rule::Scalar},
    {GL_OP_SUB_EXT, 2, Rule::Each},
    {GL_OP_CROSS_PRODUCT_EXT, 2, Rule::Cross},
    {GL_OP_MULTIPLY_MATRIX_EXT, 2, Rule::Matrix},
    {GL_OP_MOV_EXT, 1, Rule::Each},
};

bool go_together(const OperationRow& row, Type result, const std::array<Type, 3>& types) {
    const auto all = [&](Type type) {
        return std::all_of(types.begin(), types.begin() + static_cast<ptrdiff_t>(row.arguments),
                           [type](Type argument) { return argument == type; });
    };
    const auto each = [&] {
        if (std::ranges::find(types, Type::Matrix) != types.end()) return false;
        return all(Type::Scalar) ? result != Type::Matrix : result == Type::Vector;
    };
    switch (row.rule) {
        case Rule::Each: return each();
        case Rule::Clamp: return each() && (types[0] == Type::Vector || all(Type::Scalar));
        case Rule::Scalar: return result == Type::Scalar && all(Type::Scalar);
        case Rule::Dot: return result != Type::Matrix && all(Type::Vector);
        case Rule::Cross: return result == Type::Vector && all(Type::Vector);
        case Rule::Matrix: return result == Type::Vector && types[0] == Type::Matrix && types[1] == Type::Vector;
        case Rule::Index: return types[0] == Type::Scalar && types[1] == result;
    }
    return false;
}

void add_operation(Errors& errors, const VertexShaderState& vertex_shaders, const ShareGroup& shared, size_t count,
                   GLenum operation, GLuint result, const std::array<GLuint, 3>& arguments) {
    if (!check_shader_recording(errors, vertex_shaders, true)) return;
    const OperationRow* const row = std::ranges::find(operations, operation, &OperationRow::operation);
    if (row == std::end(operations) || row->arguments != count)
        return errors.error(GL_INVALID_ENUM, "%s is no operation of this command", enum_name(operation));
    const Type to = result_type(errors, shared, result);
    if (to == Type::None) return;
    std::array<Type, 3> types{};
    for (size_t n = 0; n < count; ++n)
        if ((types[n] = source_type(errors, shared, arguments[n])) == Type::None) return;
    if (check_types(errors, go_together(*row, to, types)))
        append(vertex_shaders, {.operation = operation, .result = result, .arguments = arguments});
}

// ---- parts of vectors and matrices

void add_vector(Errors& errors, const VertexShaderState& vertex_shaders, const ShareGroup& shared,
                VertexShader::Kind kind, GLuint result, GLuint source, const std::array<GLenum, 4>& components) {
    const Type to = result_type(errors, shared, result);
    const Type from = to == Type::None ? to : source_type(errors, shared, source);
    if (from == Type::None || !check_types(errors, to == Type::Vector && from == Type::Vector)) return;
    append(vertex_shaders, {.kind = kind, .result = result, .arguments = {source}, .components = components});
}

void add_component(Errors& errors, const VertexShaderState& vertex_shaders, const ShareGroup& shared,
                   VertexShader::Kind kind, GLuint result, GLuint source, GLuint number) {
    if (!check_shader_recording(errors, vertex_shaders, true)) return;
    if (number > 3) return errors.error(GL_INVALID_VALUE, "component %u is beyond 3", number);
    const Type to = result_type(errors, shared, result);
    const Type from = to == Type::None ? to : source_type(errors, shared, source);
    if (from == Type::None) return;
    const bool inserts = kind == VertexShader::Kind::Insert;
    const Type part = inserts ? from : to, whole = inserts ? to : from;
    const bool right =
        (part == Type::Scalar && whole == Type::Vector) || (part == Type::Vector && whole == Type::Matrix);
    if (check_types(errors, right))
        append(vertex_shaders, {.kind = kind, .result = result, .arguments = {source}, .number = number});
}

bool within_limits(const VertexShader::Counts& counts) {
    return counts.instructions <= limits::MAX_VERTEX_SHADER_INSTRUCTIONS_EXT &&
           counts.variants <= limits::MAX_VERTEX_SHADER_VARIANTS_EXT &&
           counts.invariants <= limits::MAX_VERTEX_SHADER_INVARIANTS_EXT &&
           counts.local_constants <= limits::MAX_VERTEX_SHADER_LOCAL_CONSTANTS_EXT &&
           counts.locals <= limits::MAX_VERTEX_SHADER_LOCALS_EXT;
}

}  // namespace

runtime::Vector4 fetch_variant(const BufferState& buffers, const VertexArrayState& vertex_arrays,
                               const VariantArray& variant, int64_t index) {
    const ArrayMemory memory{*vertex_arrays.bound, buffers.reachable};
    return fetch_element(memory, variant.array, *variant.binding, index);
}

namespace commands {

GLuint GenVertexShadersEXT(Context& context, GLuint range) {
    if (!check_shader_recording(context, context.vertex_shaders, false)) return 0;
    constexpr GLuint most = 1 << 22;
    if (range > most) {
        context.error(GL_OUT_OF_MEMORY, "%u shaders", range);
        return 0;
    }
    return context.shared->vertex_shaders.shaders.generate_range(range);
}

void BindVertexShaderEXT(Context& context, GLuint id) {
    if (!check_shader_recording(context, context.vertex_shaders, false)) return;
    auto& shaders = context.shared->vertex_shaders.shaders;
    std::shared_ptr<VertexShader> shader = id ? shaders.find(id) : context.vertex_shaders.standard;
    if (!shader) {
        shader = std::make_shared<VertexShader>();
        shaders.insert(id, shader);
    }
    bind_shader(context, std::move(shader), id);
}

void DeleteVertexShaderEXT(Context& context, GLuint id) {
    if (!check_shader_recording(context, context.vertex_shaders, false) || id == 0) return;
    if (context.vertex_shaders.bound_name == id) bind_shader(context, context.vertex_shaders.standard, 0);
    context.shared->vertex_shaders.shaders.erase(id);
}

void BeginVertexShaderEXT(Context& context) {
    if (!check_shader_recording(context, context.vertex_shaders, false)) return;
    // What was recorded before goes; draws that are under way hold their program themselves.
    *context.vertex_shaders.bound = {};
    context.programs.vertex_shader = context.vertex_shaders.bound;
    context.vertex_shaders.recording = true;
}

void EndVertexShaderEXT(Context& context) {
    if (!check_shader_recording(context, context.vertex_shaders, true)) return;
    context.vertex_shaders.recording = false;
    VertexShader& shader = *context.vertex_shaders.bound;
    const std::string text = fixed_function::vertex_shader_text(shader, context.shared->vertex_shaders, 0);
    if (within_limits(shader.counts)) {
        auto object = std::make_shared<ProgramObject>(context.vertex_shaders.bound_name, GL_VERTEX_SHADER_EXT);
        object->program = arbasm::parse(text, generated_limits()).program;
        if (object->program) shader.objects.emplace(0, std::move(object));
    } else {
        shader.variants.clear();
    }
    load_variants(context.immediate, context.vertex_shaders);
}

void SwizzleEXT(Context& context, GLuint res, GLuint in, GLenum outX, GLenum outY, GLenum outZ, GLenum outW) {
    if (!check_shader_recording(context, context.vertex_shaders, true)) return;
    const std::array<GLenum, 4> components{outX, outY, outZ, outW};
    for (const GLenum component : components)
        if (component < GL_X_EXT || component > GL_NEGATIVE_ONE_EXT)
            return context.error(GL_INVALID_ENUM, "%s is no component", enum_name(component));
    add_vector(context, context.vertex_shaders, *context.shared, VertexShader::Kind::Swizzle, res, in, components);
}
void WriteMaskEXT(Context& context, GLuint res, GLuint in, GLenum outX, GLenum outY, GLenum outZ, GLenum outW) {
    if (!check_shader_recording(context, context.vertex_shaders, true)) return;
    const std::array<GLenum, 4> components{outX, outY, outZ, outW};
    for (const GLenum component : components)
        if (component != GL_TRUE && component != GL_FALSE)
            return context.error(GL_INVALID_ENUM, "%s is neither TRUE nor FALSE", enum_name(component));
    add_vector(context, context.vertex_shaders, *context.shared, VertexShader::Kind::WriteMask, res, in, components);
}

#include "glapi/commands/programs/vertex_shaders.def"

}  // namespace commands
}  // namespace glapi
