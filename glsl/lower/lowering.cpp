// A stage's program around its functions: interface, main, outputs.
#include "glsl/lower/lowering.h"

#include "glsl/lower/access.h"
#include "glsl/lower/declare_stage.h"

namespace glsl {

Lowering::Lowering(const StageInput& input)
    : context_(input),
      input_(input),
      assembly_(context_.assembly()),
      homes_(context_),
      memories_(context_),
      interface_(context_, homes_),
      expansion_(input),
      module_(input.shaders->empty() || !input.shaders->front()->is_spirv ? nullptr : input.shaders->front()) {}

arbasm::Program Lowering::run(std::vector<arbasm::Diagnostic>& wrong) {
    Routine main;
    assembly_.enter(main);
    interface_.declare();
    for (const Shader* shader : *input_.shaders)
        for (const Declaration* declaration : shader->initialised) {
            const Variable* variable = declaration->variable;
            if (variable->value || variable->qualifiers.storage == Storage::Uniform || input_.same.contains(variable))
                continue;
            const Routine::Mark mark = main.mark();
            store(context_, lvalue_of(variable), evaluate(declaration->initialiser));
            main.release(mark);
        }
    const Function* entry = input_.main;
    if (!ends_only_at_end(*entry)) {
        Subroutine& body = subroutine(*entry, {});
        assembly_.emit(Opcode::Cal).target = body.routine->number;
    } else {
        Value nothing;
        frames_.push_back({entry, nullptr, &nothing});
        for (const Statement* statement : entry->body->statements) execute(statement);
        frames_.pop_back();
    }
    // Geometry shaders hand out vertices where they say so, control shaders write into the patch.
    if (input_.stage == arbasm::Stage::Vertex || input_.stage == arbasm::Stage::TessEvaluation ||
        input_.stage == arbasm::Stage::Fragment || input_.passes_through)
        interface_.outputs().copy(0);
    // beginFragmentShaderOrderingINTEL() may stand in branches, where FSIB can't: all of the shader is in order then.
    if (order_.ordering && !order_.interlock) {
        assembly_.option(arbasm::Option::NvPixelInterlockOrdered);
        main.code.emplace(main.code.begin())->opcode = Opcode::Fsib;
        main.code.front().where.line = 0;
        assembly_.emit(Opcode::Fsie);
    }
    declare_stage(context_);
    assembly_.declare_registers(main);
    return std::move(assembly_).finish(main, finished_, input_.limits, wrong);
}

}  // namespace glsl
