#include "glsl/lower/stage_outputs.h"

#include <algorithm>

#include "glsl/lower/access.h"

namespace glsl {

StageOutputs::StageOutputs(LoweringContext& context) : context_(context), assembly_(context.assembly()) {
    const StageInput& input = context.input();
    const auto note = [&](const Variable* variable) {
        if (!variable->written) return;
        const auto same = input.same.find(variable);
        written_.insert(same == input.same.end() ? variable : same->second);
    };
    for (const Shader* shader : *input.shaders) {
        for (const Variable* variable : shader->globals) note(variable);
        for (const Variable* variable : shader->builtins) note(variable);
    }
}

StageOutputs::Output& StageOutputs::add(const Leaf& leaf, int64_t element, const arbasm::Binding& to, uint8_t component,
                                        int stream) {
    Output output;
    output.from.at = element_of(assembly_, leaf.at, leaf, element, {});
    if (component) output.from = shifted(output.from, component, leaf.type->rows);
    const int components = is_wide(stored_scalar(leaf.type)) ? std::min(2 * leaf.type->rows, 4) : leaf.type->rows;
    output.to = {assembly_.bound(arbasm::RegisterFile::Result, to).at,
                 shifted_mask(context_, mask_of(components), component)};
    output.scalar = stored_scalar(leaf.type);
    output.stream = std::max(stream, 0);
    outputs_.push_back(output);
    return outputs_.back();
}

void StageOutputs::copy(int stream) {
    for (const Output& output : outputs_) {
        if (output.stream != stream) continue;
        if (output.plane >= 0) {
            arbasm::Binding clip;
            clip.kind = arbasm::BindingKind::ClipPlane;
            clip.index = static_cast<int16_t>(output.plane);
            const Operand plane = assembly_.bound(arbasm::RegisterFile::Parameter, clip);
            assembly_.emit(Opcode::Dp4, output.to, {output.from, plane}, Scalar::Float);
            continue;
        }
        const Operation moving = is_wide(output.scalar) ? Operation(Opcode::Up64) : typed(Opcode::Mov, output.scalar);
        assembly_.emit(moving, output.to, {output.from}, output.scalar);
        assembly_.routine().last_is_open = false;
    }
}

}  // namespace glsl
