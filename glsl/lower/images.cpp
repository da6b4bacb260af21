// Image built-ins to LOADIM, STOREIM, ATOMIM and the queries. Which format an image has is what the application says of
// its unit: loads and stores are formatted.
#include "glsl/lower/access.h"
#include "glsl/lower/builtin_calls.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/texture_targets.h"

namespace glsl {

namespace {

struct ImageAtomicRow {
    SpecialFunction function;
    arbasm::AtomicOperation operation;
};

constexpr ImageAtomicRow image_atomic_rows[] = {
    {SpecialFunction::ImageAtomicAdd, arbasm::AtomicOperation::Add},
    {SpecialFunction::ImageAtomicAnd, arbasm::AtomicOperation::And},
    {SpecialFunction::ImageAtomicCompSwap, arbasm::AtomicOperation::CompareSwap},
    {SpecialFunction::ImageAtomicDecWrap, arbasm::AtomicOperation::DecrementWrap},
    {SpecialFunction::ImageAtomicExchange, arbasm::AtomicOperation::Exchange},
    {SpecialFunction::ImageAtomicIncWrap, arbasm::AtomicOperation::IncrementWrap},
    {SpecialFunction::ImageAtomicMax, arbasm::AtomicOperation::Max},
    {SpecialFunction::ImageAtomicMin, arbasm::AtomicOperation::Min},
    {SpecialFunction::ImageAtomicOr, arbasm::AtomicOperation::Or},
    {SpecialFunction::ImageAtomicXor, arbasm::AtomicOperation::Xor},
};

Operation formatted(Opcode opcode, Scalar scalar) {
    return scalar == Scalar::Float ? Operation(opcode, arbasm::DataType::F32) : typed(opcode, scalar);
}

}  // namespace

// The image that a call names first, as what its type says.
static arbasm::TextureAccess image_access(Lowering& lowering, const BuiltinCall& call) {
    arbasm::TextureAccess access = sampler_access(lowering, call.arguments[0]);
    access.target = texture_target(*call.arguments[0]->type);
    return access;
}

// x, y, z as GLSL has them, but that the layer of a one-dimensional array is z, and a sample's number w (Table X.5 of
// EXT_shader_image_load_store).
static Operand image_coordinates(Assembly& assembly, const Type& image, const Value& given, const Value& sample) {
    const bool layer = image.dimension == Dimension::D1 && image.arrayed;
    if (!layer && !image.multisample) {
        const Operand& at = given.parts[0];
        return at.is_constant() ? assembly.in_register(at, Scalar::Int, given.type->rows) : at;
    }
    Operand temporary = assembly.take();
    assembly.move({temporary.at, mask_of(layer ? 1 : given.type->rows)}, given.parts[0], Scalar::Int);
    assembly.routine().last_is_open = false;
    if (layer)
        assembly.emit(typed(Opcode::Mov, Scalar::Int), {temporary.at, 4}, {given.parts[0].component(1)}, Scalar::Int);
    if (image.multisample)
        assembly.emit(typed(Opcode::Mov, Scalar::Int), {temporary.at, 8}, {sample.parts[0].component(0)}, Scalar::Int);
    assembly.routine().last_is_open = false;
    return temporary;
}

Value image_call(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    const Type& image = *call.arguments[0]->type;
    const SpecialFunction function = call.row->meaning.special;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    const bool sparse = call.row->meaning.sparse;  // the last argument is written
    std::vector<Value> arguments;
    for (size_t n = 1; n + sparse < call.arguments.size(); n++)
        arguments.push_back(lowering.evaluate_before(call.arguments[n], effects));
    const LValue written = sparse ? keep(assembly, lowering.lvalue_of(call.arguments.back())) : LValue{};
    const arbasm::TextureAccess access = image_access(lowering, call);
    size_t next = image.multisample ? 2 : 1;
    const Operand at = image_coordinates(assembly, image, arguments[0], arguments[next - 1]);
    Value result;
    result.type = call.type;
    if (function == SpecialFunction::ImageStore) {
        Operand texel = arguments[next].parts[0];
        if (texel.is_constant() || texel.negate) texel = assembly.in_register(texel, image.scalar, 4);
        assembly.emit(formatted(Opcode::Storeim, image.scalar), {texel, at}).texture = access;
        return result;
    }
    const Operand temporary = assembly.take();
    if (function == SpecialFunction::ImageLoad) {
        assembly.option(arbasm::Option::ExtShaderImageLoadFormatted);
        Operation load = formatted(Opcode::Loadim, image.scalar);
        if (sparse) load.modifiers = arbasm::modifier_sparse;
        assembly.emit(load, {temporary.at, 15}, {at}, Scalar::Int).texture = access;
    } else {
        const Scalar scalar = call.type->scalar;
        if (scalar == Scalar::Float) assembly.option(arbasm::Option::NvShaderAtomicFloat);
        std::vector<Operand> data;
        while (next < arguments.size()) data.push_back(arguments[next++].parts[0]);
        const int rows = call.type->rows;
        Operation change = accessing(Opcode::Atomim, stored_type(scalar), rows);
        for (const ImageAtomicRow& row : image_atomic_rows)
            if (row.function == function) change.atomic = row.operation;
        if (rows > 1) {
            assembly.option(arbasm::Option::NvShaderAtomicFp16Vector);
            assembly.option(arbasm::Option::NvGpuProgram5MemExtended);
        }
        const Operand given = atomic_data(assembly, data, scalar, rows);
        assembly.emit(change, {temporary.at, mask_of(rows)}, {given, at}, scalar).texture = access;
    }
    assembly.routine().last_is_open = false;
    result.parts.push_back(temporary);
    if (!sparse) return result;
    result.type = basic_type(image.scalar, 4);
    return sparse_result(lowering.context(), call, written, result);
}

Value image_query(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    const bool size = call.row->meaning.special == SpecialFunction::ImageSize;
    assembly.option(size ? arbasm::Option::ArbShaderImageSize : arbasm::Option::ArbShaderTextureImageSamples);
    const Operand temporary = assembly.take();
    const arbasm::TextureAccess access = image_access(lowering, call);
    assembly.emit(size ? Opcode::Imq : Opcode::Imqs, {temporary.at, size ? uint8_t{15} : uint8_t{1}}, {}, Scalar::Int)
        .texture = access;
    assembly.routine().last_is_open = false;
    Value result;
    result.type = call.type;
    result.parts.push_back(temporary);
    return result;
}

}  // namespace glsl
