// Texture built-ins to TEX and its kin. Coordinates, layer and reference value stand in assembly as they do in GLSL
// (Table X.17 of NV_gpu_program4); bias and level of detail go into w or, where w is taken, into a vector of their own.
#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/texture_targets.h"

namespace glsl {

namespace {

// How a built-in of textures differs from texture(): its opcode and its arguments.
struct TextureForm {
    SpecialFunction function;
    Opcode opcode{};
    bool projected = false, offset = false, bias = false, level = false, gradients = false, component = false;
};

// What a texture built-in is given, taken apart by its form.
struct TextureArguments {
    Operand coordinates;
    int used = 0;   // components of the coordinates that count
    Operand extra;  // what has no room in them: reference value, bias, level
    bool has_extra = false;
    Operand level;  // or bias
    bool has_level = false;
    std::vector<Operand> gradients;
    Value offset;       // no parts: none
    Operand component;  // of gathers
    Operand least_level;
    LValue texel;  // where sparse functions write what they have read
};

constexpr TextureForm forms[] = {
    {SpecialFunction::Texture, Opcode::Tex},
    {SpecialFunction::TextureBias, Opcode::Txb, false, false, true},
    {SpecialFunction::TextureOffset, Opcode::Tex, false, true},
    {SpecialFunction::TextureOffsetBias, Opcode::Txb, false, true, true},
    {SpecialFunction::TextureLod, Opcode::Txl, false, false, false, true},
    {SpecialFunction::TextureLodOffset, Opcode::Txl, false, true, false, true},
    {SpecialFunction::TextureGrad, Opcode::Txd, false, false, false, false, true},
    {SpecialFunction::TextureGradOffset, Opcode::Txd, false, true, false, false, true},
    {SpecialFunction::TextureProj, Opcode::Tex, true},
    {SpecialFunction::TextureProjBias, Opcode::Txb, true, false, true},
    {SpecialFunction::TextureProjOffset, Opcode::Tex, true, true},
    {SpecialFunction::TextureProjOffsetBias, Opcode::Txb, true, true, true},
    {SpecialFunction::TextureProjLod, Opcode::Txl, true, false, false, true},
    {SpecialFunction::TextureProjLodOffset, Opcode::Txl, true, true, false, true},
    {SpecialFunction::TextureProjGrad, Opcode::Txd, true, false, false, false, true},
    {SpecialFunction::TextureProjGradOffset, Opcode::Txd, true, true, false, false, true},
    {SpecialFunction::TexelFetch, Opcode::Txf, false, false, false, true},
    {SpecialFunction::TexelFetchOffset, Opcode::Txf, false, true, false, true},
    {SpecialFunction::TextureGather, Opcode::Txg, false, false, false, false, false, true},
    {SpecialFunction::TextureGatherOffset, Opcode::Txg, false, true, false, false, false, true},
    {SpecialFunction::TextureGatherOffsets, Opcode::Txgo, false, true, false, false, false, true},
    {SpecialFunction::TexelFetchSample, Opcode::Txfms, false, false, false, true},  // the sample is where levels are
};

int dimensions(const Type& sampler) {
    switch (sampler.dimension) {
        case Dimension::D1:
        case Dimension::Buffer: return 1;
        case Dimension::D2:
        case Dimension::Rectangle: return 2;
        case Dimension::D3:
        case Dimension::Cube: return 3;
        case Dimension::None: break;
    }
    return 2;
}

// Rectangles and buffers have one level; texelFetch() of them takes none.
bool takes_level(const Type& sampler, const TextureForm& form) {
    const bool levels = sampler.dimension != Dimension::Rectangle && sampler.dimension != Dimension::Buffer;
    return form.level && (levels || form.opcode != Opcode::Txf);
}

// Whether the reference value of a shadow sampler is an argument of its own.
bool takes_reference(const Type& sampler, const TextureForm& form) {
    return sampler.shadow && (form.component || (sampler.dimension == Dimension::Cube && sampler.arrayed));
}

// Which argument a sparse function writes: behind all but bias and component.
size_t written_argument(const BuiltinCall& call, const TextureForm& form) {
    const Type& sampler = *call.arguments[0]->type;
    return 2u + takes_reference(sampler, form) + 2u * form.gradients + takes_level(sampler, form) + form.offset +
           call.row->meaning.clamped;
}

// .LODCLAMP: in w of the second gradient, else in the second vector, behind a reference value or a bias: in y where
// that vector has room for a bias in x, given or not (Table X.17 of ARB_sparse_texture_clamp).
void add_least_level(Assembly& assembly, const Type& sampler, const TextureForm& form, TextureArguments& given) {
    const Operand least = given.least_level.component(0);
    const Operand whole = assembly.take();
    uint8_t component = 8;
    if (form.gradients) {
        assembly.move({whole.at, 7}, given.gradients[1], Scalar::Float);
    } else {
        const bool cube = sampler.dimension == Dimension::Cube;
        const bool second = given.has_extra || (cube && sampler.arrayed != sampler.shadow);
        if (given.has_extra) assembly.move({whole.at, 1}, given.extra.component(0), Scalar::Float);
        component = second ? 2 : 1;
    }
    assembly.routine().last_is_open = false;
    assembly.move({whole.at, component}, least, Scalar::Float);
    assembly.routine().last_is_open = false;
    (form.gradients ? given.gradients[1] : given.extra) = whole;
    given.has_extra |= !form.gradients;
}

// Offsets in texels: numbers, or a vector.
void set_offset(Assembly& assembly, arbasm::TextureAccess& access, const Value& offset) {
    if (offset.parts.empty()) return;
    access.has_offset = true;
    const Operand& texels = offset.parts[0];
    // Those that assembly takes as numbers; gathers have a wider range.
    const auto writable = [&](int n) {
        const auto texel = static_cast<int32_t>(texels.numbers[static_cast<size_t>(n)]);
        return texel >= -8 && texel <= 7;
    };
    bool numbers = texels.is_constant();
    for (int n = 0; n < offset.type->rows; n++) numbers = numbers && writable(n);
    if (!numbers) {
        const Operand own = assembly.in_register(texels, Scalar::Int, offset.type->rows);
        access.offset_operand = assembly.operand(own);
        return;
    }
    for (size_t n = 0; n < static_cast<size_t>(offset.type->rows); n++)
        access.offset[n] = static_cast<int8_t>(texels.numbers[n]);
}

}  // namespace

// The sampler or image that an expression names: a unit, or a handle where they are handles.
arbasm::TextureAccess sampler_access(Lowering& lowering, const Expression* expression) {
    Assembly& assembly = lowering.context().assembly();
    arbasm::TextureAccess access;
    const Value value = lowering.evaluate(expression);
    if (value.parts.empty()) return access;
    if (lowering.context().input().handles) {
        assembly.option(arbasm::Option::NvBindlessTexture);
        const Operand handle = assembly.in_register(value.parts[0], Scalar::Uint64, 1);
        access.handle = assembly.operand(handle.component(0), true);
        return access;
    }
    const Register& at = value.parts[0].at;
    access.variable = at.variable;
    access.unit = at.element;
    access.relative = at.relative;
    return access;
}

Value texture_query(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    const Type& sampler = *call.arguments[0]->type;
    Value result;
    result.type = call.type;
    const Operand temporary = assembly.take();
    const SpecialFunction function = call.row->meaning.special;
    const auto emit = [&](Opcode opcode, uint8_t mask, std::initializer_list<Operand> operands, Scalar scalar) {
        arbasm::TextureAccess access = sampler_access(lowering, call.arguments[0]);
        access.target = texture_target(sampler);
        assembly.emit(opcode, {temporary.at, mask}, operands, scalar).texture = std::move(access);
    };
    if (function == SpecialFunction::TextureSamples) {
        assembly.option(arbasm::Option::NvTextureMultisample);
        assembly.option(arbasm::Option::ArbShaderTextureImageSamples);
        emit(Opcode::Txqs, 1, {}, Scalar::Int);
    } else if (function == SpecialFunction::TextureQueryLod) {
        const Operand coordinates = lowering.scalar(call.arguments[1]);
        emit(Opcode::Lod, 3, {coordinates}, Scalar::Float);
    } else {
        // Sizes of the level, and the number of levels in w.
        if (sampler.multisample) assembly.option(arbasm::Option::NvTextureMultisample);
        Operand level;
        if (call.arguments.size() > 1) level = lowering.scalar(call.arguments[1]);
        emit(Opcode::Txq, 15, {level.component(0)}, Scalar::Int);
    }
    assembly.routine().last_is_open = false;
    result.parts.push_back(function == SpecialFunction::TextureQueryLevels ? temporary.component(3) : temporary);
    return result;
}

static TextureArguments texture_arguments(Lowering& lowering, const BuiltinCall& call, const TextureForm& form) {
    Assembly& assembly = lowering.context().assembly();
    const Type& sampler = *call.arguments[0]->type;
    TextureArguments result;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    const size_t written = call.row->meaning.sparse ? written_argument(call, form) : 0;
    std::vector<Value> arguments;
    for (size_t n = 1; n < call.arguments.size(); n++) {
        if (n == written)
            result.texel = keep(assembly, lowering.lvalue_of(call.arguments[n]));
        else
            arguments.push_back(lowering.evaluate_before(call.arguments[n], effects));
    }
    size_t next = 0;
    const auto take = [&] { return next < arguments.size() ? arguments[next++] : Value{{}, {Operand{}}, false}; };

    const Value given = take();
    result.coordinates = given.parts[0];
    result.used = dimensions(sampler) + sampler.arrayed;
    if (sampler.shadow) {
        const int lvalue = std::max(result.used, 2);
        // Arrays of cubes have no room for it; gathers are given it apart.
        if (lvalue > 3) {
            result.extra = take().parts[0];
            result.has_extra = true;
        } else if (form.component) {
            const Operand whole = assembly.take();
            assembly.move({whole.at, mask_of(result.used)}, result.coordinates, Scalar::Float);
            assembly.move({whole.at, static_cast<uint8_t>(1 << lvalue)}, take().parts[0].component(0), Scalar::Float);
            assembly.routine().last_is_open = false;
            result.coordinates = whole;
        } else
            result.used = lvalue + 1;
    }
    if (form.projected) {
        // All that the last component divides; then as without.
        const Operand divided = assembly.take();
        assembly.emit(Opcode::Div, {divided.at, 7},
                      {result.coordinates, result.coordinates.component(given.type->rows - 1)}, Scalar::Float);
        assembly.routine().last_is_open = false;
        result.coordinates = divided;
    }
    if (form.gradients)
        for (int n = 0; n < 2; n++) result.gradients.push_back(take().parts[0]);
    if (takes_level(sampler, form)) {
        result.level = take().parts[0];
        result.has_level = true;
    }
    if (form.opcode == Opcode::Txf && sampler.dimension == Dimension::Rectangle) result.has_level = true;  // level 0
    if (form.offset) result.offset = take();
    if (call.row->meaning.clamped) result.least_level = take().parts[0];
    if (form.bias) {
        result.level = take().parts[0];
        result.has_level = true;
    }
    if (form.component && next < arguments.size()) result.component = take().parts[0];
    return result;
}

// What a sparse function has read goes to its argument; the code is 1 where all of it had memory.
Value sparse_result(LoweringContext& context, const BuiltinCall& call, const LValue& texel, const Value& read) {
    Assembly& assembly = context.assembly();
    Value code;
    code.type = call.type;
    code.parts.push_back(assembly.take());
    Operand resident;
    resident.numbers.fill(1);
    assembly.emit(typed(Opcode::Mov, Scalar::Int), {code.parts[0].at, 1}, {Operand{}}, Scalar::Int);
    assembly.move_where(where_all(arbasm::ConditionTest::Resident), {code.parts[0].at, 1}, resident, Scalar::Int);
    assembly.routine().last_is_open = false;
    store(context, texel, convert(assembly, read, written_type(texel)));
    return code;
}

Value texture_call(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    const TextureForm* form = nullptr;
    for (const TextureForm& row : forms)
        if (row.function == call.row->meaning.special) form = &row;
    const Type& sampler = *call.arguments[0]->type;
    arbasm::TextureAccess access = sampler_access(lowering, call.arguments[0]);
    access.target = texture_target(sampler);
    const bool fetches = form->opcode == Opcode::Txf || form->opcode == Opcode::Txfms;
    const Scalar number = fetches ? Scalar::Int : Scalar::Float;
    TextureArguments given = texture_arguments(lowering, call, *form);
    if (given.has_level && given.used < 4) {
        const Operand whole = assembly.take();
        assembly.move({whole.at, mask_of(given.used)}, given.coordinates, number);
        assembly.routine().last_is_open = false;
        assembly.emit(typed(Opcode::Mov, number), {whole.at, 8}, {given.level.component(0)}, number);
        assembly.routine().last_is_open = false;
        given.coordinates = whole;
    } else if (given.has_level) {
        if (given.has_extra) {
            const Operand both = assembly.take();
            assembly.move({both.at, 1}, given.extra.component(0), number);
            assembly.move({both.at, 2}, given.level.component(0), number);
            assembly.routine().last_is_open = false;
            given.extra = both;
        } else {
            given.extra = given.level.component(0);
        }
        given.has_extra = true;
        if (sampler.shadow)
            assembly.option(arbasm::Option::NvInternal);  // has levels where references fill the coordinates
    }
    if (call.row->meaning.clamped) add_least_level(assembly, sampler, *form, given);
    std::vector<Operand> operands;
    const auto add = [&](const Operand& operand) {
        operands.push_back(operand.is_constant() ? assembly.in_register(operand, number, 4) : operand);
    };
    add(given.coordinates);
    if (given.has_extra) add(given.extra);
    for (const Operand& gradient : given.gradients) add(gradient);
    if (given.offset.parts.size() > 1) {
        // Offsets of four texels: all in x, then all in y.
        for (int direction = 0; direction < 2; direction++) {
            const Operand offsets = assembly.take();
            for (size_t n = 0; n < 4; n++)
                assembly.move({offsets.at, static_cast<uint8_t>(1 << n)}, given.offset.parts[n].component(direction),
                              Scalar::Int);
            assembly.routine().last_is_open = false;
            operands.push_back(offsets);
        }
        given.offset.parts.clear();
    }
    if (sampler.multisample) assembly.option(arbasm::Option::NvTextureMultisample);
    if (form->component) {
        access.explicit_component = true;
        access.gather_component =
            static_cast<uint8_t>(given.component.is_constant() ? given.component.numbers[0] & 3 : 0);
    }
    set_offset(assembly, access, given.offset);
    const Operand temporary = assembly.take();
    Operation lookup = typed(form->opcode, sampler.scalar);
    if (call.row->meaning.clamped) lookup.modifiers |= arbasm::modifier_lodclamp;
    if (call.row->meaning.sparse) lookup.modifiers |= arbasm::modifier_sparse;
    assembly.emit(lookup, {temporary.at, 15}, operands, number).texture = std::move(access);
    assembly.routine().last_is_open = false;
    Value result;
    result.type = call.type;
    result.parts.push_back(temporary);
    if (!call.row->meaning.sparse) return result;
    result.type = basic_type(sampler.scalar, sampler.shadow && !form->component ? 1 : 4);
    return sparse_result(lowering.context(), call, given.texel, result);
}

}  // namespace glsl
