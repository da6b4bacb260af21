#include "glsl/check/arguments.h"

#include "glsl/check/access_paths.h"
#include "glsl/check/assignments.h"
#include "glsl/check/convert.h"

namespace glsl {

bool check_memory_argument(CheckContext& context, const Expression* argument, const Qualifiers& parameter,
                           Location where) {
    if (!argument->type->is_image() && !(argument->type->is_array() && argument->type->element->is_image()))
        return true;
    const Variable* variable = root_of(argument);
    if (!variable) return true;
    const Qualifiers& own = variable->qualifiers;
    const char* missing = own.coherent && !parameter.coherent         ? "coherent"
                          : own.is_volatile && !parameter.is_volatile ? "volatile"
                          : own.readonly && !parameter.readonly       ? "readonly"
                          : own.writeonly && !parameter.writeonly     ? "writeonly"
                          : own.restrict_ && !parameter.restrict_     ? "restrict"
                                                                      : nullptr;
    if (!missing) return true;
    context.error(where, std::string(variable->name) + " is " + missing + ", but the function's parameter is not");
    return false;
}

// Texel offsets that are known when the shader runs, but for lookups with gradients; which component is gathered is no
// offset (NV_gpu_shader5).
static bool may_vary(const CheckContext& context, const Candidate& chosen, size_t parameter) {
    const std::string_view name = chosen.row->name;
    // From SPIR-V 1.5 on, whose invocation is asked is only the same for all.
    if (context.shader().is_spirv && name.starts_with("subgroup")) return true;
    const bool component = name.find("Gather") != std::string_view::npos && chosen.parameters[parameter]->is_scalar();
    return holds("NV_gpu_shader5", context.language()) && name.find("Offset") != std::string_view::npos &&
           name.find("Grad") == std::string_view::npos && !component;
}

bool check_builtin_arguments(CheckContext& context, ControlFlow& flow, const Candidate& chosen,
                             const std::vector<Expression*>& arguments, Location where) {
    if (context.in_text()) return true;
    const std::string name(chosen.row->name);
    if (name.find("InvocationInterlock") != std::string::npos) flow.check_interlock(name, where);
    if (name == "barrier" && context.stage() == arbasm::Stage::TessControl) flow.check_in_main(name, where);
    for (size_t n = 0; n < arguments.size(); n++) {
        const auto* reference = as<Reference>(arguments[n]);
        const bool known = as<Constant>(arguments[n]) || (reference && reference->variable->value);
        if (chosen.constant[n] && !known && !may_vary(context, chosen, n)) {
            context.error(arguments[n]->where, name + "() wants a constant here");
            return false;
        }
        Qualifiers parameter;
        parameter.coherent = parameter.is_volatile = parameter.restrict_ = true;
        parameter.readonly = chosen.readonly[n];
        parameter.writeonly = chosen.writeonly[n];
        if (!check_memory_argument(context, arguments[n], parameter, where)) return false;
    }
    if (name.starts_with("atomic") && !name.starts_with("atomicCounter") && !arguments.empty()) {
        const Variable* memory = root_of(arguments[0]);
        const bool fits =
            memory ? memory->qualifiers.storage == Storage::Buffer || memory->qualifiers.storage == Storage::Shared
                   : is_pointed(arguments[0]);
        if (!fits) {
            context.error(where, name + "() works on a member of a storage block or a shared variable");
            return false;
        }
    }
    if (name.starts_with("imageAtomic") && !arguments.empty()) {
        const Variable* image = root_of(arguments[0]);
        const std::string_view format = image ? image->qualifiers.layout.image_format : std::string_view();
        if (format.starts_with("size") && format != "size1x32") {
            context.error(where, name + "() wants an image of the format size1x32, not " + std::string(format));
            return false;
        }
    }
    if (!name.starts_with("interpolateAt") || arguments.empty()) return true;
    const Expression* path = arguments[0];
    const bool swizzled = path->kind == ExpressionKind::Swizzle;
    const Variable* variable = root_of(path);
    const bool input = variable && variable->qualifiers.storage == Storage::In &&
                       !(context.language().is_es() && is_structure_member(path));
    if (input && (!swizzled || holds("440", context.language()))) return true;
    context.error(path->where, name + "() wants an input",
                  !input                       ? ""
                  : context.language().is_es() ? "without components"
                                               : "without components before version 440");
    return false;
}

bool pass_arguments(CheckContext& context, std::span<const Type* const> types, std::span<const ParameterMode> modes,
                    std::vector<Expression*>& arguments) {
    bool right = true;
    for (size_t n = 0; n < types.size(); n++) {
        Expression*& argument = arguments[n];
        if (modes[n] == ParameterMode::In) {
            argument = convert(context, argument, types[n]);
            continue;
        }
        right &= check_writable(context, argument, argument->where, "an out parameter");
        note_written(argument);
    }
    return right;
}

}  // namespace glsl
