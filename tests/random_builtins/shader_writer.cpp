#include "shader_writer.h"

#include <algorithm>
#include <utility>

#include "glsl/language/extensions.h"
#include "glsl/language/types.h"

#include "ir/switches.h"

namespace random_builtins {

using arbasm::Stage;
using glsl::SpecialFunction;

namespace {

constexpr std::string_view letters = "vcegfk";
constexpr size_t most_results = 6;

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

// Parts of the list itself: holds() remembers names by where they are.
std::vector<std::string_view> words(std::string_view list) {
    std::vector<std::string_view> result;
    while (!list.empty()) {
        const size_t end = std::min(list.find(' '), list.size());
        if (end > 0) result.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return result;
}

// Not the same on any two engines, or only where draws are.
bool is_left_out(const glsl::FunctionRow& row) {
    ASMGL_SOME_CASES
    switch (row.meaning.special) {
        case SpecialFunction::Clock:
        case SpecialFunction::Barrier:
        case SpecialFunction::BeginInterlock:
        case SpecialFunction::EndInterlock:
        case SpecialFunction::BeginOrdering:
        case SpecialFunction::EmitVertex:
        case SpecialFunction::EndPrimitive: return true;
        default:
            return row.where == "text" || row.name.find("lock") != std::string_view::npos ||
                   row.name == "ftransform";  // attribute 0
    }
    ASMGL_END_SOME_CASES
}

// Threads that are elsewhere take no part in it.
bool may_stand_anywhere(const glsl::FunctionRow& row) {
    for (const std::string_view name : {"texelFetch", "textureLod", "textureGrad", "textureSize", "image", "atomic",
                                        "pack", "unpack", "bitfield", "fma", "mix", "min", "max"})
        if (row.name.starts_with(name)) return true;
    return false;
}

}  // namespace

ShaderWriter::ShaderWriter(Stage stage, uint64_t seed)
    : stage_(stage),
      letter_(letters[static_cast<size_t>(stage)]),
      random_(seed * 6 + static_cast<uint64_t>(stage) + 0x2545f4914f6cdd1du) {
    std::vector<Frame> frames;
    for (const Frame& frame : all_frames)
        if (frame.stage == letter_) frames.push_back(frame);
    frame_ = one_in(3) ? one_of(frames) : frames[0];
    language_.version = frame_.version;
    language_.profile = frame_.version == 100 ? glsl::Profile::Es : glsl::Profile::Compatibility;
    for (const std::string_view name : words(frame_.extensions)) enable(name);
    has_distances_ = one_in(2);
}

// What a row's `where` wants, with the first of its extensions that will do.
bool ShaderWriter::enable(std::string_view where) {
    if (glsl::holds(where, language_)) return true;
    for (const std::string_view word : words(where)) {
        const int number = glsl::find_extension(word);
        if (number < 0 || !glsl::extension_row(number).implemented) continue;
        // It takes other words for what geometry shaders have.
        if (word.ends_with("geometry_shader4") && frame_.version >= 400) continue;
        glsl::Language with = language_;
        glsl::enable_extension(with.enabled, number, true);
        glsl::Language plain = language_;
        if (!glsl::holds(glsl::extension_row(number).where, plain) || !glsl::holds(where, with)) continue;
        language_ = with;
        extensions_.emplace(word);
        return true;
    }
    return false;
}

// ---- values

std::string ShaderWriter::swizzled(const char* name, int rows) {
    std::string text = std::string(name) + ".";
    for (int n = 0; n < rows; n++) text += "xyzw"[pick(4)];
    return text;
}

std::string ShaderWriter::value(std::string_view name) {
    const BasicType type = basic_type(name);
    if (type.columns > 1) {
        std::vector<std::string> numbers;
        for (int n = 0; n < type.rows * type.columns; n++) numbers.push_back(swizzled("v", 1));
        return std::string(name) + "(" + joined(numbers) + ")";
    }
    if (type.scalar == "float") return swizzled("v", type.rows);
    if (type.scalar == "int") return swizzled("n", type.rows);
    if (type.scalar == "bool")
        return type.rows == 1 ? "(" + swizzled("n", 1) + " > " + std::to_string(pick(6)) + ")"
                              : "greaterThan(" + swizzled("n", type.rows) + ", " + swizzled("n", type.rows) + ")";
    const bool floating = type.is_floating();
    return std::string(name) + "(" + swizzled(floating ? "v" : "n", type.rows) + ")";
}

std::string ShaderWriter::constant(const Signature& signature, std::string_view type) {
    const auto offset = [&] { return std::to_string(pick(16) - 8); };
    const bool gathers = signature.name.find("ather") != std::string::npos;
    if (type == "uint") return std::to_string(1 << pick(6)) + "u";
    if (type == "int") return gathers ? std::to_string(pick(4)) : offset();
    const bool four = type.ends_with("[4]");
    const std::string vector(four ? type.substr(0, type.size() - 3) : type);
    const auto one = [&] {
        return vector +
               (vector == "ivec3" ? "(" + joined({offset(), offset(), offset()}) : "(" + joined({offset(), offset()})) +
               ")";
    };
    return four ? std::string(type) + "(" + joined({one(), one(), one(), one()}) + ")" : one();
}

// A sampler, an image or a counter: by itself, or one of an array.
std::string ShaderWriter::resource(const Signature& signature, std::string_view type) {
    const std::string name = fresh("s");
    std::string qualifiers;
    if (type.find("image") != std::string_view::npos) {
        if (!is_new()) return {};
        const bool changes = signature.name.find("Atomic") != std::string::npos;
        const char letter = type.starts_with("image") ? 'f' : type[0];
        const bool halves = signature.result == "f16vec2" || signature.result == "f16vec4";
        qualifiers = letter == 'i'   ? changes     ? "r32i"
                                       : one_in(2) ? "rgba32i"
                                                   : "rgba8i"
                     : letter == 'u' ? changes     ? "r32ui"
                                       : one_in(2) ? "rgba16ui"
                                                   : "r32ui"
                     : halves        ? signature.result == "f16vec2" ? "rg16f" : "rgba16f"
                     : changes       ? "r32f"
                     : one_in(2)     ? "rgba32f"
                                     : "rgba8";
        qualifiers = "layout(" + qualifiers + ") ";
    } else if (type == "atomic_uint") {
        qualifiers = "layout(binding = " + std::to_string(pick(2)) + ") ";
    }
    // Which of an array it is must be the same for all threads; older versions want a constant.
    const bool array = one_in(3) && units_ < 16, run_time = array && is_new() && one_in(2);
    units_ += array ? 3 : 1;
    declarations_ += qualifiers + "uniform " + std::string(type) + " " + name + (array ? "[3];\n" : ";\n");
    if (!array) return name;
    if (!run_time) return name + "[" + std::to_string(pick(3)) + "]";
    const std::string index = fresh("x");
    declarations_ += "uniform int " + index + ";\n";
    return name + "[uint(" + index + ") % 3u]";
}

// What atomic functions change.
std::string ShaderWriter::memory(std::string_view type) {
    if (!is_new()) return {};
    const std::string name = fresh("m");
    if (stage_ == Stage::Compute && one_in(2)) {
        declarations_ += "shared " + std::string(type) + " " + name + "[4];\n";
        return name + "[" + swizzled("n", 1) + " & 3]";
    }
    declarations_ += "layout(std430) buffer " + fresh("M") + " { " + std::string(type) + " " + name + "[8]; };\n";
    return name + "[" + swizzled("n", 1) + "]";
}

// An input itself.
std::string ShaderWriter::interpolant(std::string_view name) {
    const BasicType type = basic_type(name);
    if (type.scalar != "float") {
        const std::string own = fresh("j");
        declarations_ += "in " + std::string(name) + " " + own + ";\n";
        return own;
    }
    if (type.rows == 1 && one_in(2)) return "i0[" + swizzled("n", 1) + " & 3]";
    return type.rows == 4 ? "i0" : swizzled("i0", type.rows);
}

// Whether the language has a type, or does when one of its extensions is enabled.
bool ShaderWriter::enable_type(const std::string& name) {
    const glsl::Type* const type = glsl::known_type(name.substr(0, name.find('[')));
    return name == "void" || (type && enable(type->where));
}

// Empty: there is none.
std::string ShaderWriter::argument(const Signature& signature, size_t number, std::string& before) {
    const Argument& argument = signature.arguments[number];
    const std::string& type = argument.type;
    if (!enable_type(type)) return {};
    // Others have no precision of their own there.
    if (language_.is_es() && type.find("sampler") != std::string::npos && type != "sampler2D") return {};
    if (argument.constant) return constant(signature, type);
    if (type.find("sampler") != std::string::npos || type.find("image") != std::string::npos || type == "atomic_uint")
        return resource(signature, type);
    if (!basic_type(type).is_known()) return {};
    if (argument.mode == Argument::Mode::InOut) return memory(type);
    if (argument.mode == Argument::Mode::Out) {
        const std::string name = fresh("w");
        before += type + " " + name + " = " + value(type) + ";\n";
        return name;
    }
    if (number == 0 && signature.name.starts_with("interpolateAt")) return is_new() ? interpolant(type) : "";
    // Some coordinates of texels and of images are outside.
    const bool texels = signature.name.find("Fetch") != std::string::npos || signature.name.starts_with("image");
    if (texels && basic_type(type).scalar == "int" && !one_in(6)) return "(" + value(type) + (is_new() ? " & 1)" : ")");
    return value(type);
}

// ---- results

std::string ShaderWriter::result_of(bool floating) {
    const std::string name = fresh("r");
    declarations_ +=
        std::string(floating ? "vec4 " : "uvec4 ") + name + " = " + (floating ? "vec4" : "uvec4") + "(0);\n";
    results_.push_back({name, floating});
    return name;
}

// Makes what there is in a variable a result.
void ShaderWriter::add_result(const std::string& name, const std::string& variable, std::string& text) {
    const BasicType type = basic_type(name);
    if (!type.is_known()) return;
    const bool floating = type.is_floating() || !is_new();
    std::vector<std::string> parts;
    for (int n = 0; n < 4; n++) {
        std::string part = variable;
        if (type.columns > 1) part += "[" + std::to_string(n % type.columns) + "]";
        if (type.rows > 1) part += std::string(".") + "xyzw"[(n + n / type.columns) % type.rows];
        parts.push_back((floating ? "float(" : "uint(") + part + ")");
    }
    text += result_of(floating) + " = " + (floating ? "vec4(" : "uvec4(") + joined(parts) + ");\n";
}

// ---- statements

// In a function that is called in a loop; both may be left before.
std::string ShaderWriter::looped(const std::string& text) {
    const std::string name = fresh("f"), x = swizzled("n", 1), y = swizzled("n", 1);
    const std::string number = std::to_string(pick(4));
    std::string body = text;
    switch (pick(5)) {
        case 0: body = "if (" + x + " > k) return k;\n" + text; break;
        case 1:
            body = "for (int c = 0; c < " + x + "; c++) {\nif (c == " + y + ") continue;\n" + text + "if (c + k > " +
                   number + ") return c;\n}\n";
            break;
        case 2:
            body = "switch (" + x + ") {\ncase 1: " + text +
                   "case 3: break;\ncase 4: return 7;\ndefault: if (k > 1) break;\n" + "return 2;\n}\n";
            break;
        case 3: body = "int c = 0;\ndo {\nif (" + y + " < k) break;\n" + text + "} while (++c < " + x + ");\n"; break;
        default: break;
    }
    functions_ += "int " + name + "(int k) {\n" + body + "return k + 1;\n}\n";
    const std::string ends = stage_ == Stage::Fragment && one_in(3) ? "if (" + y + " > 5) discard;\n" : "";
    return "for (int k = 0; k < (" + y + " & 3);) {\nk = " + name + "(k) + k + 1;\n" + ends + "if (k > " + number +
           ") break;\n}\n";
}

void ShaderWriter::put(const std::string& text, bool anywhere) {
    if (!anywhere || !is_new() || one_in(2))
        statements_ += text;
    else if (one_in(3))
        statements_ += "if (" + swizzled("n", 1) + " > " + std::to_string(pick(5)) + ") {\n" + text + "}\n";
    else
        statements_ += looped(text);
}

bool ShaderWriter::call() {
    const auto all = glsl::all_functions();
    // Those that are no text and no operation are of more interest, but for the forms of lookups that each have tens of
    // rows.
    for (int attempt = 0; attempt < 60; attempt++) {
        const glsl::FunctionRow& row = all[random_() % all.size()];
        if (row.meaning.kind != glsl::MeaningKind::Special && !one_in(5)) continue;
        if (is_left_out(row) || !is_of_stage(row.stages) || !enable(row.where)) continue;
        const Signature signature = any_signature(row.signatures, random_);
        if (!enable_type(signature.result)) continue;
        std::string text, after;
        std::vector<std::string> arguments;
        for (size_t n = 0; n < signature.arguments.size(); n++) arguments.push_back(argument(signature, n, text));
        if (std::ranges::count(arguments, "") > 0) continue;
        for (size_t n = 0; n < arguments.size(); n++)
            if (signature.arguments[n].mode == Argument::Mode::Out)
                add_result(signature.arguments[n].type, arguments[n], after);
        const std::string all_arguments = signature.name + "(" + joined(arguments) + ")";
        if (signature.result == "void") {
            text += all_arguments + ";\n";
        } else {
            const std::string name = fresh("t");
            text += signature.result + " " + name + " = " + all_arguments + ";\n";
            add_result(signature.result, name, after);
        }
        put("{\n" + text + after + "}\n", may_stand_anywhere(row));
        return true;
    }
    return false;
}

// Brackets behind a name, for each that its type has.
std::string ShaderWriter::indexed(std::string_view type, std::string name) {
    for (size_t at = type.find('['); at != std::string_view::npos; at = type.find('[', at + 1)) {
        const std::string_view size = type.substr(at + 1, type.find(']', at) - at - 1);
        const bool any = (size == "2" || size == "4") && is_new() && one_in(2);
        name += size == "1" || (size.empty() && type.starts_with("int")) ? "[0]"
                : any                                                    ? "[" + swizzled("n", 1) + " & 1]"
                                                                         : "[1]";
    }
    return name;
}

// Either of the two ways to clip; what is only of vertices.
bool ShaderWriter::is_there(std::string_view name) const {
    if (name.find("ClipVertex") != name.npos) return !has_distances_ && is_new();
    if (name.find("ipDistance") != name.npos || name.find("CullDistance") != name.npos)
        return has_distances_ && is_new();
    if (letter_ != 'f' && name.find("Viewport") != name.npos && (name == "gl_ViewportIndex") == has_distances_)
        return false;                           // of the two ways to choose viewports, too
    if (name == "gl_Vertex") return !is_new();  // it is attribute 0
    // Bindings have them where they leave a stage, and not in control shaders.
    if (letter_ == 'c' && (name.find("Secondary") != name.npos || name.find("Viewport") != name.npos)) return false;
    const bool patches = std::string_view(frame_.declarations).find("(patches)") != std::string_view::npos;
    return letter_ != 'g' || patches || (name.find("TessLevel") == name.npos && name != "gl_PatchVerticesIn");
}

bool ShaderWriter::read(const glsl::VariableRow& row, std::string name, std::string type) {
    name = indexed(type, name);
    type = type.substr(0, type.find('['));
    if (const auto members = glsl::members_of(type); !members.empty()) {
        const glsl::MemberRow& member = members[random_() % members.size()];
        // What vertices hand on by no binding, and what is for the last stage of them only.
        for (const std::string_view part : {"ClipVertex", "Layer", "Viewport", "Secondary"})
            if (type == "gl_PerVertex" && member.name.find(part) != std::string_view::npos) return false;
        if (!is_there(member.name) || !enable(member.where)) return false;
        name = indexed(member.type, name + "." + std::string(member.name));
        type = std::string(member.type.substr(0, member.type.find('[')));
    }
    if (!basic_type(type).is_known()) return false;
    std::string text;
    const bool writes = row.storage == glsl::BuiltinStorage::Out || row.storage == glsl::BuiltinStorage::PatchOut;
    if (writes) text = name + " = " + value(type) + ";\n";
    if (!writes || (letter_ == 'c' && one_in(2))) add_result(type, name, text);
    put(text, !writes);
    return true;
}

bool ShaderWriter::variable() {
    const auto all = glsl::all_variables();
    for (int attempt = 0; attempt < 30; attempt++) {
        const glsl::VariableRow& row = all[random_() % all.size()];
        // Those that no other output may stand beside, and those that only texts see.
        if (row.name.starts_with("gl_Frag") && row.storage == glsl::BuiltinStorage::Out && row.type.starts_with("vec4"))
            continue;
        if (row.name.starts_with("gl_SecondaryFrag") || row.where == "text" || row.name == "gl_LastFragData") continue;
        if (!is_there(row.name) || !is_of_stage(row.stages) || !enable(row.where)) continue;
        const std::string name(row.name), type(row.type);
        const bool out = row.storage == glsl::BuiltinStorage::Out;
        if (name == "gl_out") return read(row, "gl_out[gl_InvocationID]", "gl_PerVertex");
        if (row.name == "gl_in" && frame_.results == Results::Layer) continue;  // it has what is handed on
        if (row.name == "gl_in") return read(row, "gl_in[" + std::to_string(pick(3)) + "]", "gl_PerVertex");
        if (row.type.starts_with("gl_")) return read(row, name, type);
        // Outputs of primitives that pass through, and of geometry shaders, are written at the end.
        if (out && frame_.results == Results::Layer) continue;
        return read(row, name, type);
    }
    return false;
}

bool ShaderWriter::statement() {
    for (int attempt = 0; attempt < 20; attempt++) {
        const StatementRow& row = one_of(all_statements);
        if (!is_of_stage(row.stages) || !is_new() || frame_.results >= Results::OneColor) continue;
        if (has_distances_ && std::string_view(row.statements).find("ClipVertex") != std::string_view::npos) continue;
        if (!has_distances_ && std::string_view(row.statements).find("Distance") != std::string_view::npos) continue;
        const bool samples = std::string_view(row.declarations).find("sampler") != std::string_view::npos;
        if (samples && units_ > 10) continue;
        if (row.alone && std::exchange(has_alone_, true)) continue;
        const auto wanted = words(row.extensions);
        if (!std::ranges::all_of(wanted, [this](std::string_view name) { return enable(name); })) continue;
        const std::string number = std::to_string(next_++);
        std::string float_result, uint_result;
        std::string numbers[4];
        for (std::string& one : numbers) one = std::to_string(pick(4));
        const auto filled = [&](std::string_view text) {
            std::string result;
            for (size_t n = 0; n < text.size(); n++) {
                if (text[n] == '$') {
                    result += number;
                } else if (text[n] == '@') {
                    std::string& name = text[++n] == 'f' ? float_result : uint_result;
                    if (name.empty()) name = result_of(text[n] == 'f');
                    result += name;
                } else if (text[n] == '#') {
                    result += numbers[text[++n] - 'a'];
                } else {
                    result += text[n];
                }
            }
            return result;
        };
        if (samples) units_ += 12;  // at most
        const std::string declared = filled(row.declarations);
        statements_ += filled(row.statements);
        functions_ += declared;
        return true;
    }
    return false;
}

// ---- the whole

std::string ShaderWriter::end() const {
    std::string text;
    for (size_t n = 0; n < results_.size(); n++) {
        const std::string number = std::to_string(n), name = results_[n].name;
        const std::string floats = results_[n].floating ? name : "vec4(" + name + ")";
        switch (frame_.results) {
            case Results::Outputs:
            case Results::Emitted: text += "o" + number + " = " + name + ";\n"; break;
            case Results::Patch: text += "o" + number + "[gl_InvocationID] = " + name + ";\n"; break;
            case Results::Buffers:
                text += std::string(results_[n].floating ? "floats" : "uints") + "[gl_LocalInvocationIndex + " +
                        std::to_string(n * group_threads) + "u] = " + name + ";\n";
                break;
            case Results::FragData: text += "gl_FragData[" + number + "] = " + floats + ";\n"; break;
            case Results::TexCoords: text += "gl_TexCoord[" + number + "] = " + floats + ";\n"; break;
            case Results::OneColor: text += "color += " + floats + ";\n"; break;
            case Results::Layer: text += "gl_Layer += int(" + name + ".x);\n"; break;
        }
    }
    return frame_.results == Results::Emitted ? text + "EmitVertex();\n" : text;
}

std::string ShaderWriter::write() {
    while (results_.size() < most_results) {
        const int form = pick(6);
        if (form == 0 ? !variable() : form < 3 && is_new() ? !statement() : !call()) break;
        if (results_.empty() && statements_.size() > 4000) break;
    }
    std::string text =
        "#version " + std::to_string(frame_.version) + (frame_.version > 400 ? " compatibility\n" : "\n");
    for (const std::string& name : extensions_) text += "#extension GL_" + name + " : enable\n";
    text += frame_.declarations;
    const char* const brackets = frame_.results == Results::Patch ? "[]" : "";
    const bool flat = stage_ != Stage::Fragment;
    for (size_t n = 0; n < results_.size(); n++)
        if (frame_.results <= Results::Emitted)
            text += "layout(location = " + std::to_string(n) + ") " + (flat && !results_[n].floating ? "flat " : "") +
                    "out " + (results_[n].floating ? "vec4 o" : "uvec4 o") + std::to_string(n) + brackets + ";\n";
    text += "vec4 v = vec4(0.0);\nivec4 n = ivec4(0);\n";
    return text + declarations_ + functions_ + "void main() {\n" + frame_.values + statements_ + end() + "}\n";
}

}  // namespace random_builtins
