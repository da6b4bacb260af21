// Image built-ins to LOADIM, STOREIM, ATOMIM and the queries. Which format an image has is what the application says of
// its unit: loads and stores are formatted.
#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"
#include "glsl/lower/texture_targets.h"

namespace glsl {

namespace {

struct AtomicRow {
    SpecialFunction function;
    std::string_view operation;
};
constexpr AtomicRow atomic_rows[] = {
    {SpecialFunction::ImageAtomicAdd, "ADD"},        {SpecialFunction::ImageAtomicAnd, "AND"},
    {SpecialFunction::ImageAtomicCompSwap, "CSWAP"}, {SpecialFunction::ImageAtomicDecWrap, "DWRAP"},
    {SpecialFunction::ImageAtomicExchange, "EXCH"},  {SpecialFunction::ImageAtomicIncWrap, "IWRAP"},
    {SpecialFunction::ImageAtomicMax, "MAX"},        {SpecialFunction::ImageAtomicMin, "MIN"},
    {SpecialFunction::ImageAtomicOr, "OR"},          {SpecialFunction::ImageAtomicXor, "XOR"},
};

std::string formatted(std::string_view opcode, Scalar scalar) {
    return std::string(opcode) + (scalar == Scalar::Float ? ".F" : std::string(type_suffix(scalar)));
}

}  // namespace

// x, y, z as GLSL has them, but that the layer of a one-dimensional array is z, and a sample's number w (Table X.5 of
// EXT_shader_image_load_store).
Operand Lowering::image_coordinates(const Type& image, const Value& given, const Value& sample) {
    const bool layer = image.dimension == Dimension::D1 && image.arrayed;
    if (!layer && !image.multisample) {
        const Operand& at = given.parts[0];
        return at.is_constant() ? assembly_.in_register(at, Scalar::Int, given.type->rows) : at;
    }
    Operand place = assembly_.take();
    assembly_.move({place.name, mask_of(layer ? 1 : given.type->rows)}, given.parts[0], Scalar::Int);
    assembly_.routine().last = {};
    if (layer) assembly_.emit("MOV.S", {place.name, 4}, {given.parts[0].component(1)}, Scalar::Int);
    if (image.multisample) assembly_.emit("MOV.S", {place.name, 8}, {sample.parts[0].component(0)}, Scalar::Int);
    assembly_.routine().last = {};
    return place;
}

Value Lowering::image_call(const BuiltinCall& call) {
    const Type& image = *call.arguments[0]->type;
    const SpecialFunction function = call.row->meaning.special;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    const bool sparse = call.row->meaning.sparse;  // the last argument is written
    std::vector<Value> arguments;
    for (size_t n = 1; n + sparse < call.arguments.size(); n++)
        arguments.push_back(evaluate_before(call.arguments[n], effects));
    const Place written = sparse ? keep(place_of(call.arguments.back())) : Place{};
    const Operand unit = named(sampler_text(call.arguments[0]));
    const Operand target = named(target_name(image));
    size_t next = image.multisample ? 2 : 1;
    const Operand at = image_coordinates(image, arguments[0], arguments[next - 1]);
    Value result;
    result.type = call.type;
    if (function == SpecialFunction::ImageStore) {
        Operand texel = arguments[next].parts[0];
        if (texel.is_constant() || texel.negate) texel = assembly_.in_register(texel, image.scalar, 4);
        assembly_.line(formatted("STOREIM", image.scalar) + " " + unit.name + ", " +
                       assembly_.operand_text(texel, image.scalar, 15) + ", " +
                       assembly_.operand_text(at, Scalar::Int, 15) + ", " + target.name + ";");
        return result;
    }
    const Operand place = assembly_.take();
    if (function == SpecialFunction::ImageLoad) {
        assembly_.option("EXT_shader_image_load_formatted");
        assembly_.emit(formatted("LOADIM", image.scalar) + (sparse ? ".SPARSE" : ""), {place.name, 15},
                       {at, unit, target}, Scalar::Int);
    } else {
        std::string opcode = "ATOMIM.";
        for (const AtomicRow& row : atomic_rows)
            if (row.function == function) opcode += row.operation;
        const Scalar scalar = call.type->scalar;
        if (scalar == Scalar::Float) assembly_.option("NV_shader_atomic_float");
        std::vector<Operand> data;
        while (next < arguments.size()) data.push_back(arguments[next++].parts[0]);
        const int rows = call.type->rows;
        opcode += conversion_name(scalar);
        if (rows > 1) {
            assembly_.option("NV_shader_atomic_fp16_vector");
            assembly_.option("NV_gpu_program5_mem_extended");
            opcode += "X" + std::to_string(rows);
        }
        const Operand given = atomic_data(data, scalar, rows);
        assembly_.emit(opcode, {place.name, mask_of(rows)}, {given, at, unit, target}, scalar);
    }
    assembly_.routine().last = {};
    result.parts.push_back(place);
    if (!sparse) return result;
    result.type = basic_type(image.scalar, 4);
    return sparse_result(call, written, result);
}

Value Lowering::image_query(const BuiltinCall& call) {
    const bool size = call.row->meaning.special == SpecialFunction::ImageSize;
    assembly_.option(size ? "ARB_shader_image_size" : "ARB_shader_texture_image_samples");
    const Operand place = assembly_.take();
    assembly_.emit(size ? "IMQ" : "IMQS", {place.name, size ? uint8_t{15} : uint8_t{1}},
                   {named(sampler_text(call.arguments[0])), named(target_name(*call.arguments[0]->type))}, Scalar::Int);
    assembly_.routine().last = {};
    Value result;
    result.type = call.type;
    result.parts.push_back(place);
    return result;
}

}  // namespace glsl
