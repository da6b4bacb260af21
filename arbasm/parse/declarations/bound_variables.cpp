#include "arbasm/parse/declarations/bound_variables.h"

#include "arbasm/parse/bindings/binding.h"
#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/declarations/new_variable.h"
#include "arbasm/parse/language/dialect.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

constexpr int64_t max_array_size = 65536;

// 2.X.3.2 and 2.X.3.5 of NV_gpu_program4: one kind that comes in arrays, numbers rising by one.
bool check_array_bindings(TokenCursor& cursor, const Program& program, RegisterFile file,
                          const std::vector<Binding>& bindings, const std::vector<SourceLocation>& locations) {
    const std::string_view what = file == RegisterFile::Attribute ? "attributes" : "results";
    for (size_t n = 0; n < bindings.size(); ++n) {
        const bool framebuffer = is_fragment(program) && bindings[n].of_output;
        if (!comes_in_arrays(bindings[n].kind) && !framebuffer)
            return cursor.fail(locations[n],
                               "an array of " + std::string(what) +
                                   " can hold only quantities that come in arrays: texcoord, attrib, clip");
        if (n == 0) continue;
        if (bindings[n].kind != bindings[0].kind) {
            return cursor.fail(locations[n], "an array of " + std::string(what) + " can't mix kinds of bindings");
        }
        if (bindings[n].vertex != bindings[0].vertex || bindings[n].of_output != bindings[0].of_output) {
            return cursor.fail(locations[n], bindings[n].vertex < 0 || bindings[0].vertex < 0
                                                 ? "an array can't mix bindings with and without a vertex number"
                                                 : "the attributes of an array must be of the same vertex");
        }
        if (bindings[n].index != bindings[n - 1].index + 1) {
            return cursor.fail(locations[n],
                               "the bindings of an array of " + std::string(what) + " must have consecutive numbers");
        }
    }
    return true;
}

// Variable modifiers of NV_fragment_program4 (3.11.3.1).
bool check_interpolation(TokenCursor& cursor, const Program& program, const DeclarationModifiers& modifiers,
                         const std::vector<Binding>& bindings) {
    const BindingKind kind = bindings.front().kind;
    const bool varying =
        kind == BindingKind::Color || kind == BindingKind::Texcoord || kind == BindingKind::GenericAttrib;
    if (modifiers.interpolation() && !varying) {
        return cursor.fail(
            modifiers.interpolation_where,
            quote(binding_text(bindings.front(), program.stage, program.instruction_set, BindingSide::Input)) +
                " takes no interpolation modifiers");
    }
    const bool integer = modifiers.type == DataType::S32 || modifiers.type == DataType::U32;
    if (integer && varying && !modifiers.flat) {
        return cursor.fail(modifiers.where, "integer attributes can't be interpolated: the declaration needs FLAT");
    }
    return true;
}

// Whether the modifiers are of this kind of variable.
bool check_modifiers(TokenCursor& cursor, const Program& program, RegisterFile file,
                     const DeclarationModifiers& modifiers) {
    const bool long_attribute = is_nv5(program) && file == RegisterFile::Attribute && is_vertex(program);
    if (modifiers.is_long && !(is_arb(program) && file == RegisterFile::Result) && !long_attribute) {
        return cursor.fail(modifiers.where, is_nv5(program)
                                                ? "LONG is for TEMP declarations and the attributes of vertex programs"
                                                : "LONG is for TEMP declarations only");
    }
    if (modifiers.is_short && file != RegisterFile::Result)
        return cursor.fail(modifiers.where, "SHORT is for TEMP and OUTPUT declarations only");
    if (modifiers.interpolation() && file != RegisterFile::Attribute)
        return cursor.fail(modifiers.interpolation_where, "interpolation modifiers belong to ATTRIB declarations only");
    return true;
}

Variable make_variable(std::string_view name, RegisterFile file, const DeclarationModifiers& modifiers) {
    Variable variable;
    variable.file = file;
    variable.name = name;
    variable.type = modifiers.type;
    variable.is_long = modifiers.is_long;
    variable.is_short = modifiers.is_short;
    variable.interpolation = modifiers.flat             ? Interpolation::Flat
                             : modifiers.no_perspective ? Interpolation::NoPerspective
                             : modifiers.smooth         ? Interpolation::Smooth
                                                        : Interpolation::Perspective;
    variable.sample_location = modifiers.centroid ? SampleLocation::Centroid
                               : modifiers.sample ? SampleLocation::Sample
                                                  : SampleLocation::Pixel;
    return variable;
}

// "{ binding, … }". The array was declared at `size_where`, with `size` elements, or without a size (-1).
bool parse_array_bindings(ParseContext& context, RegisterFile file, const BindingUse& use, int64_t size,
                          SourceLocation size_where, std::vector<Binding>& bindings) {
    if (!context.expect('{')) return false;
    std::vector<SourceLocation> locations;
    do {
        const SourceLocation where = context.token().where;
        if (!parse_binding(context, use, bindings)) return false;
        locations.resize(bindings.size(), where);
        if (bindings.size() > static_cast<size_t>(max_array_size)) return context.fail(where, "the array is too large");
    } while (context.accept(','));
    if (!context.expect('}')) return false;
    if (!check_array_size(context, size_where, size, static_cast<int64_t>(bindings.size()))) return false;
    return file == RegisterFile::Parameter || check_array_bindings(context, context.program, file, bindings, locations);
}

// 64-bit components: a binding for each half.
std::vector<Binding> halves_of(const std::vector<Binding>& bindings) {
    std::vector<Binding> halves;
    for (Binding binding : bindings) {
        halves.push_back(binding);
        binding.high = true;
        halves.push_back(binding);
    }
    return halves;
}

bool parse_named_bound(ParseContext& context, const Token& name, RegisterFile file,
                       const DeclarationModifiers& modifiers) {
    const Program& program = context.program;
    if (!check_modifiers(context, program, file, modifiers)) return false;
    Variable variable = make_variable(name.text, file, modifiers);
    int64_t size = -1;
    const SourceLocation size_where = context.token().where;
    if (!parse_array_size(context, variable.array, size)) return false;
    if (variable.array && file != RegisterFile::Parameter && !is_nv4(program))
        return context.fail(size_where, "arrays of attributes and results came with the NV_gpu_program4 family");
    if (variable.array && file == RegisterFile::Result && is_fragment(program))
        return context.fail(size_where, "results of a fragment program can't be declared as an array");
    if (!context.expect('=')) return false;
    BindingUse use;
    use.side = file == RegisterFile::Attribute ? BindingSide::Input
               : file == RegisterFile::Result  ? BindingSide::Output
                                               : BindingSide::Parameter;
    use.ranges = variable.array;
    use.declaration = true;
    use.type = modifiers.type == DataType::Typeless ? DataType::F32 : modifiers.type;
    std::vector<Binding> bindings;
    const bool bound = variable.array ? parse_array_bindings(context, file, use, size, size_where, bindings)
                                      : parse_binding(context, use, bindings);
    if (!bound) return false;
    if (file == RegisterFile::Attribute && is_fragment(program) && is_nv4(program) &&
        !check_interpolation(context, program, modifiers, bindings))
        return false;
    variable.size = static_cast<int32_t>(bindings.size());
    if (file == RegisterFile::Attribute && belongs_to_vertex(program.stage, bindings.front().kind)) {
        variable.vertex = bindings.front().vertex;
        variable.per_vertex = variable.vertex < 0;
    }
    if (variable.is_wide()) {
        if (bindings.front().kind != BindingKind::GenericAttrib)
            return context.fail(modifiers.where,
                                "only generic attributes, vertex.attrib[n], can have 64-bit components");
        bindings = halves_of(bindings);
    }
    context.symbols.declare(name, std::move(variable), std::move(bindings));
    return true;
}

}  // namespace

bool parse_bound(ParseContext& context, RegisterFile file, const DeclarationModifiers& modifiers) {
    return parse_new_variable(context,
                              [&](const Token& name) { return parse_named_bound(context, name, file, modifiers); });
}

}  // namespace arbasm
