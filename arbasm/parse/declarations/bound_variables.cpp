#include "arbasm/parse/parser.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

constexpr int64_t max_array_size = 65536;

}  // namespace

// 2.X.3.2 and 2.X.3.5 of NV_gpu_program4: one kind that comes in arrays, numbers rising by one.
bool Parser::check_array_bindings(RegisterFile file, const std::vector<Binding>& bindings,
                                  const std::vector<SourceLocation>& places) {
    const std::string_view what = file == RegisterFile::Attribute ? "attributes" : "results";
    for (size_t n = 0; n < bindings.size(); ++n) {
        const bool framebuffer = is_fragment() && bindings[n].of_output;
        if (!comes_in_arrays(bindings[n].kind) && !framebuffer)
            return fail(places[n], "an array of " + std::string(what) +
                                       " can hold only quantities that come in arrays: texcoord, attrib, clip");
        if (n == 0) continue;
        if (bindings[n].kind != bindings[0].kind) {
            return fail(places[n], "an array of " + std::string(what) + " can't mix kinds of bindings");
        }
        if (bindings[n].vertex != bindings[0].vertex || bindings[n].of_output != bindings[0].of_output) {
            return fail(places[n], bindings[n].vertex < 0 || bindings[0].vertex < 0
                                       ? "an array can't mix bindings with and without a vertex number"
                                       : "the attributes of an array must be of the same vertex");
        }
        if (bindings[n].index != bindings[n - 1].index + 1) {
            return fail(places[n],
                        "the bindings of an array of " + std::string(what) + " must have consecutive numbers");
        }
    }
    return true;
}

// Variable modifiers of NV_fragment_program4 (3.11.3.1).
bool Parser::check_interpolation(const Modifiers& modifiers, const std::vector<Binding>& bindings) {
    const BindingKind kind = bindings.front().kind;
    const bool varying =
        kind == BindingKind::Color || kind == BindingKind::Texcoord || kind == BindingKind::GenericAttrib;
    if (modifiers.interpolation() && !varying) {
        return fail(modifiers.interpolation_where, quote(binding_text(bindings.front(), program_.stage,
                                                                      program_.instruction_set, BindingSide::Input)) +
                                                       " takes no interpolation modifiers");
    }
    const bool integer = modifiers.type == DataType::S32 || modifiers.type == DataType::U32;
    if (integer && varying && !modifiers.flat) {
        return fail(modifiers.where, "integer attributes can't be interpolated: the declaration needs FLAT");
    }
    return true;
}

// ATTRIB, OUTPUT and PARAM: NAME [size] = binding | { binding, … }
bool Parser::parse_bound(RegisterFile file, const Modifiers& modifiers) {
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    const bool long_attribute = is_nv5() && file == RegisterFile::Attribute && is_vertex();
    if (modifiers.is_long && !(is_arb() && file == RegisterFile::Result) && !long_attribute) {
        fail(modifiers.where, is_nv5() ? "LONG is for TEMP declarations and the attributes of vertex programs"
                                       : "LONG is for TEMP declarations only");
        return give_up();
    }
    if (modifiers.is_short && file != RegisterFile::Result) {
        fail(modifiers.where, "SHORT is for TEMP and OUTPUT declarations only");
        return give_up();
    }
    if (modifiers.interpolation() && file != RegisterFile::Attribute) {
        fail(modifiers.interpolation_where, "interpolation modifiers belong to ATTRIB declarations only");
        return give_up();
    }
    Variable variable;
    variable.file = file;
    variable.name = name.text;
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
    int64_t size = -1;
    const SourceLocation size_where = token().where;
    if (!parse_array_size(variable.array, size)) return give_up();
    if (variable.array && file != RegisterFile::Parameter && !is_nv4()) {
        fail(size_where, "arrays of attributes and results came with the NV_gpu_program4 family");
        return give_up();
    }
    if (variable.array && file == RegisterFile::Result && is_fragment()) {
        fail(size_where, "results of a fragment program can't be declared as an array");
        return give_up();
    }
    if (!expect('=')) return give_up();
    BindingUse use;
    use.side = file == RegisterFile::Attribute ? BindingSide::Input
               : file == RegisterFile::Result  ? BindingSide::Output
                                               : BindingSide::Parameter;
    use.ranges = variable.array;
    use.declaration = true;
    use.type = modifiers.type == DataType::Typeless ? DataType::F32 : modifiers.type;
    std::vector<Binding> bindings;
    std::vector<SourceLocation> places;
    if (variable.array) {
        if (!expect('{')) return give_up();
        do {
            const SourceLocation where = token().where;
            if (!parse_binding(use, bindings)) return give_up();
            places.resize(bindings.size(), where);
            if (bindings.size() > static_cast<size_t>(max_array_size)) {
                fail(where, "the array is too large");
                return give_up();
            }
        } while (accept(','));
        if (!expect('}')) return give_up();
        if (size >= 0 && size != static_cast<int64_t>(bindings.size())) {
            fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                                 std::to_string(bindings.size()) + " are bound");
            return give_up();
        }
        if (file != RegisterFile::Parameter && !check_array_bindings(file, bindings, places)) return give_up();
    } else {
        if (!parse_binding(use, bindings)) return give_up();
    }
    if (file == RegisterFile::Attribute && is_fragment() && is_nv4() && !check_interpolation(modifiers, bindings)) {
        return give_up();
    }
    variable.size = static_cast<int32_t>(bindings.size());
    if (file == RegisterFile::Attribute && belongs_to_vertex(bindings.front())) {
        variable.vertex = bindings.front().vertex;
        variable.per_vertex = variable.vertex < 0;
    }
    if (variable.is_wide()) {
        if (bindings.front().kind != BindingKind::GenericAttrib) {
            fail(modifiers.where, "only generic attributes, vertex.attrib[n], can have 64-bit components");
            return give_up();
        }
        std::vector<Binding> halves;
        for (Binding binding : bindings) {
            halves.push_back(binding);
            binding.high = true;
            halves.push_back(binding);
        }
        bindings = std::move(halves);
    }
    names_.emplace(name.text, add_variable(std::move(variable), std::move(bindings), name.where));
    return true;
}

}  // namespace arbasm
