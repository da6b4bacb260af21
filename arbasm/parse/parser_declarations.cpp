#include <algorithm>
#include <limits>
#include <span>

#include "arbasm/parse/parser.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

constexpr int64_t max_array_size = 65536;

}  // namespace

bool Parser::is_declaration(std::string_view word) const {
    if (word == "ATTRIB" || word == "PARAM" || word == "TEMP" || word == "OUTPUT" || word == "ALIAS") return true;
    if (word == "ADDRESS") return is_arb() && is_vertex();
    if (is_arb() && has_precisions() && (word == "SHORT" || word == "LONG")) return true;
    if (!is_nv4()) return false;
    for (std::string_view candidate : {"BUFFER", "BUFFER4", "CBUFFER", "SHORT", "LONG", "INT", "UINT", "FLOAT"}) {
        if (word == candidate) return true;
    }
    if (is_fragment() && (word == "FLAT" || word == "CENTROID" || word == "NOPERSPECTIVE")) return true;
    if (is_fragment() && word == "SMOOTH" && is_internal()) return true;
    if (is_fragment() && word == "SAMPLE" && program_.instruction_set >= InstructionSet::Nv41) return true;
    if (is_nv5()) {
        for (std::string_view candidate :
             {"TEXTURE", "IMAGE", "STORAGE", "COUNTER", "SHARED", "SUBROUTINETYPE", "SUBROUTINE"}) {
            if (word == candidate) return true;
        }
    }
    return is_stage_declaration(word);
}

bool Parser::parse_declaration() {
    Modifiers modifiers;
    if (is_nv4() && !parse_modifiers(modifiers)) return false;
    if (is_arb() && has_precisions() && !parse_size_modifier(modifiers)) return false;
    const Token word = token();
    const auto no_modifiers = [&] {
        if (!modifiers.any) return true;
        return fail(modifiers.where, std::string(word.text) + " takes no modifiers");
    };
    if (word.is("TEMP")) return advance(), parse_temp(modifiers);
    if (word.is("ATTRIB")) return advance(), parse_bound(RegisterFile::Attribute, modifiers);
    if (word.is("OUTPUT")) return advance(), parse_bound(RegisterFile::Result, modifiers);
    if (word.is("PARAM")) return advance(), parse_bound(RegisterFile::Parameter, modifiers);
    if (word.is("ALIAS")) return advance(), no_modifiers() && parse_alias();
    if (word.is("ADDRESS") && is_arb()) return advance(), parse_address();
    const int64_t words = limits_.parameter_buffer_words;
    const MemoryKind kinds[] = {
        {RegisterFile::Buffer, "BUFFER", "buffer", 1, limits_.parameter_buffers, words, true},
        {RegisterFile::Buffer, "BUFFER4", "buffer", 4, limits_.parameter_buffers, words / 4, true},
        {RegisterFile::Buffer, "CBUFFER", "buffer", 0, limits_.parameter_buffers, words * 4, true},
        {RegisterFile::Storage, "STORAGE", "storage", 0, limits_.storage_buffers, std::numeric_limits<int32_t>::max(),
         true},
        {RegisterFile::Counter, "COUNTER", "counter", 1, limits_.counter_buffers, limits_.counter_buffer_words, false},
    };
    for (const MemoryKind& kind : kinds) {
        if (!word.is(kind.declaration)) continue;
        const Option option = kind.file == RegisterFile::Storage   ? Option::NvShaderStorageBuffer
                              : kind.file == RegisterFile::Counter ? Option::NvShaderAtomicCounters
                                                                   : Option::Count;
        if (option != Option::Count && !program_.has(option)) {
            return fail(std::string(kind.declaration) + " needs OPTION " + std::string(option_text(option)));
        }
        return advance(), parse_memory(kind, modifiers);
    }
    if (is_nv5()) {
        if (word.is("TEXTURE")) return advance(), no_modifiers() && parse_units(RegisterFile::Texture, "texture");
        if (word.is("IMAGE")) return advance(), no_modifiers() && parse_units(RegisterFile::Image, "image");
        if (word.is("SUBROUTINETYPE")) return advance(), no_modifiers() && parse_subroutine_type();
        if (word.is("SUBROUTINE")) return advance(), no_modifiers() && parse_subroutine();
        if (word.is("SHARED")) {
            if (program_.stage != Stage::Compute) {
                return fail("SHARED is not a declaration of " + header() + " programs",
                            "it belongs to compute programs");
            }
            return advance(), parse_shared(modifiers);
        }
    }
    if (word.kind == TokenKind::Identifier && is_stage_declaration(word.text)) {
        return no_modifiers() && parse_stage_declaration();
    }
    return unexpected("TEMP, ATTRIB, PARAM, OUTPUT or another declaration behind its modifiers");
}

bool Parser::parse_modifiers(Modifiers& modifiers) {
    for (; token().kind == TokenKind::Identifier; advance()) {
        const std::string_view word = token().text;
        const auto type = [&](DataType data_type) {
            if (modifiers.type != DataType::Typeless) return fail("a declaration may have one of INT, UINT and FLOAT");
            modifiers.type = data_type;
            return true;
        };
        const auto size = [&](bool& flag) {
            if (modifiers.is_short || modifiers.is_long) return fail("a declaration may have one of SHORT and LONG");
            flag = true;
            return true;
        };
        const auto interpolation = [&](bool& flag) {
            if (flag) return fail(std::string(word) + " is given twice");
            flag = true;
            modifiers.interpolation_where = token().where;
            return true;
        };
        const SourceLocation where = token().where;
        bool ok = true;
        if (word == "INT") {
            ok = type(DataType::S32);
        } else if (word == "UINT") {
            ok = type(DataType::U32);
        } else if (word == "FLOAT") {
            ok = type(DataType::F32);
        } else if (word == "SHORT") {
            ok = size(modifiers.is_short);
        } else if (word == "LONG") {
            ok = size(modifiers.is_long);
        } else if (is_fragment() && word == "FLAT") {
            ok = interpolation(modifiers.flat);
        } else if (is_fragment() && word == "CENTROID") {
            ok = interpolation(modifiers.centroid);
        } else if (is_fragment() && word == "NOPERSPECTIVE") {
            ok = interpolation(modifiers.no_perspective);
        } else if (is_fragment() && word == "SMOOTH" && is_internal()) {
            ok = interpolation(modifiers.smooth);
        } else if (is_fragment() && word == "SAMPLE" && program_.instruction_set >= InstructionSet::Nv41) {
            ok = interpolation(modifiers.sample);
        } else {
            break;
        }
        if (!ok) return false;
        if (!modifiers.any) modifiers.where = where;
        modifiers.any = true;
    }
    if (modifiers.flat && (modifiers.centroid || modifiers.no_perspective || modifiers.sample)) {
        return fail(modifiers.interpolation_where, "FLAT excludes CENTROID, NOPERSPECTIVE and SAMPLE");
    }
    if (modifiers.smooth && (modifiers.flat || modifiers.no_perspective)) {
        return fail(modifiers.interpolation_where, "SMOOTH excludes FLAT and NOPERSPECTIVE");
    }
    if (modifiers.centroid && modifiers.sample) {
        return fail(modifiers.interpolation_where, "CENTROID and SAMPLE exclude each other");
    }
    return true;
}

bool Parser::parse_new_name(Token& name) {
    if (token().kind != TokenKind::Identifier) return unexpected("a name for the variable");
    name = token();
    if (is_reserved(name.text)) return fail(quote(name.text) + " is a reserved word and can't be a variable's name");
    if (names_.contains(name.text)) return fail(quote(name.text) + " is declared already");
    advance();
    return true;
}

// A name whose declaration failed: using it is not a second error.
void Parser::poison(const Token& name) { names_.emplace(name.text, -1); }

int32_t Parser::add_variable(Variable variable, std::vector<Binding> bindings, SourceLocation where) {
    const auto index = static_cast<int32_t>(program_.variables.size());
    program_.variables.push_back(std::move(variable));
    bindings_.push_back(std::move(bindings));
    source_map_.variables.push_back(where);
    return index;
}

// "[4]" sets size, "[]" leaves it at -1; neither is there: array is false.
bool Parser::parse_array_size(bool& array, int64_t& size, int64_t most) {
    array = false;
    size = -1;
    if (!accept('[')) return true;
    array = true;
    if (accept(']')) return true;
    const SourceLocation where = token().where;
    if (!parse_unsigned(size, most, "an array size")) return false;
    if (size == 0) return fail(where, "an array must have at least one element");
    return expect(']');
}

bool Parser::parse_temp(const Modifiers& modifiers) {
    if (modifiers.interpolation()) {
        return fail(modifiers.interpolation_where, "interpolation modifiers belong to ATTRIB declarations only");
    }
    do {
        Token name;
        if (!parse_new_name(name)) return false;
        Variable variable;
        variable.file = RegisterFile::Temporary;
        variable.name = name.text;
        variable.type = modifiers.type;
        variable.is_long = modifiers.is_long && is_nv4();  // LONG is the usual size before
        variable.is_short = modifiers.is_short;
        int64_t size = -1;
        if (token().is('[')) {
            if (!is_nv4()) {
                poison(name);
                return fail("arrays of temporaries came with the NV_gpu_program4 family");
            }
            const SourceLocation where = token().where;
            const bool failed = !parse_array_size(variable.array, size);
            if (failed || size < 0) {
                poison(name);
                return size < 0 && !failed ? fail(where, "an array of temporaries needs a size") : false;
            }
            variable.size = static_cast<int32_t>(size);
        }
        names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    } while (accept(','));
    return true;
}

bool Parser::parse_address() {
    do {
        Token name;
        if (!parse_new_name(name)) return false;
        Variable variable;
        variable.file = RegisterFile::Address;
        variable.name = name.text;
        variable.type = DataType::S32;
        names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    } while (accept(','));
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

bool Parser::parse_alias() {
    Token name;
    if (!parse_new_name(name)) return false;
    if (!expect('=')) return poison(name), false;
    const int32_t* variable = token().kind == TokenKind::Identifier ? find_variable(token().text) : nullptr;
    if (variable == nullptr) {
        poison(name);
        return token().kind == TokenKind::Identifier ? unknown_name(token()) : unexpected("the name of a variable");
    }
    advance();
    names_.emplace(name.text, *variable);
    return true;
}

// TEXTURE t = texture[a];  TEXTURE t[] = { texture[a..b], texture[c] };  IMAGE likewise
bool Parser::parse_units(RegisterFile file, std::string_view word) {
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    Variable variable;
    variable.file = file;
    variable.name = name.text;
    const SourceLocation size_where = token().where;
    int64_t size = -1;
    if (!parse_array_size(variable.array, size) || !expect('=') || (variable.array && !expect('{'))) return give_up();
    int64_t count = 0;
    const int units = file == RegisterFile::Image ? limits_.image_units : limits_.texture_image_units;
    do {
        const SourceLocation where = token().where;
        if (!token().is(word)) return unexpected(quote(word)), give_up();
        advance();
        int64_t first = 0, last = 0;
        if (!expect('[') || !parse_unsigned(first, units - 1, "a unit number")) return give_up();
        last = first;
        if (variable.array && token().kind == TokenKind::Range) {
            advance();
            if (!parse_unsigned(last, units - 1, "a unit number")) return give_up();
            if (last < first) return fail(where, "the range of units runs backwards"), give_up();
        }
        if (!expect(']')) return give_up();
        if (count == 0) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != variable.base + count) {
            return fail(where, "the units of an array must be consecutive"), give_up();
        }
        count += last - first + 1;
    } while (variable.array && accept(','));
    if (variable.array && !expect('}')) return give_up();
    if (size >= 0 && size != count) {
        fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                             std::to_string(count) + " are bound");
        return give_up();
    }
    variable.size = static_cast<int32_t>(count);
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

}  // namespace arbasm
