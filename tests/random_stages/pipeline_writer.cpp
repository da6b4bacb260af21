#include "pipeline_writer.h"

#include <algorithm>

namespace random_stages {
namespace {

constexpr ValueType types[] = {
    {"float", Base::Float, 1},     {"vec2", Base::Float, 2},      {"vec3", Base::Float, 3},
    {"vec4", Base::Float, 4},      {"mat2", Base::Float, 2, 2},   {"mat3", Base::Float, 3, 3},
    {"mat4", Base::Float, 4, 4},   {"mat2x3", Base::Float, 3, 2}, {"mat4x2", Base::Float, 2, 4},
    {"int", Base::Int, 1},         {"ivec2", Base::Int, 2},       {"ivec3", Base::Int, 3},
    {"ivec4", Base::Int, 4},       {"uint", Base::Uint, 1},       {"uvec2", Base::Uint, 2},
    {"uvec3", Base::Uint, 3},      {"uvec4", Base::Uint, 4},      {"double", Base::Double, 1},
    {"dvec2", Base::Double, 2},    {"dvec3", Base::Double, 3},    {"dvec4", Base::Double, 4},
    {"dmat2", Base::Double, 2, 2}, {"dmat3", Base::Double, 3, 3}, {"dmat2x4", Base::Double, 4, 2},
    {"int64_t", Base::Int64, 1},   {"i64vec2", Base::Int64, 2},   {"i64vec3", Base::Int64, 3},
    {"i64vec4", Base::Int64, 4},   {"uint64_t", Base::Uint64, 1}, {"u64vec2", Base::Uint64, 2},
    {"u64vec3", Base::Uint64, 3},  {"u64vec4", Base::Uint64, 4},
};

const char* const head =
    "#version 460 compatibility\n#extension GL_ARB_gpu_shader_int64 : require\n#extension GL_NV_gpu_shader5 : enable\n";

std::string text_of(int number) { return std::to_string(number); }

// An element of a value: of a vector, of a matrix.
std::string component(const ValueType& type, const std::string& expression, int column, int row) {
    std::string text = expression;
    if (type.columns > 1) text += "[" + text_of(column) + "]";
    return type.rows > 1 ? text + "." + "xyzw"[row] : text;
}

}  // namespace

const ValueType& PipelineWriter::any_type() { return types[pick(static_cast<int>(std::size(types)))]; }

// ---- what there is

AttributeFormat PipelineWriter::any_format(const ValueType& type) {
    AttributeFormat format;
    format.base = type.base;
    format.size = 1 + pick(4);
    const auto any_of = [&](std::initializer_list<GLenum> list) {
        return list.begin()[pick(static_cast<int>(list.size()))];
    };
    switch (type.base) {
        case Base::Int: format.type = any_of({GL_BYTE, GL_SHORT, GL_INT}); break;
        case Base::Uint: format.type = any_of({GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT}); break;
        case Base::Double: format.type = GL_DOUBLE; break;
        case Base::Int64: format.type = GL_INT64_NV; break;
        case Base::Uint64: format.type = GL_UNSIGNED_INT64_NV; break;
        case Base::Float:
            format.type = any_of({GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT,
                                  GL_HALF_FLOAT, GL_FLOAT, GL_FLOAT, GL_DOUBLE, GL_FIXED, GL_INT_2_10_10_10_REV,
                                  GL_UNSIGNED_INT_2_10_10_10_REV, GL_UNSIGNED_INT_10F_11F_11F_REV});
            format.normalized = one_in(2);
            if (format.type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
                format.size = 3;
            } else if (format.type == GL_INT_2_10_10_10_REV || format.type == GL_UNSIGNED_INT_2_10_10_10_REV) {
                format.size = 4;
                if (format.normalized && one_in(2)) format.size = GL_BGRA;
            } else if (format.type == GL_UNSIGNED_BYTE && format.normalized && one_in(3)) {
                format.size = GL_BGRA;
            }
            break;
    }
    if (type.is_wide()) format.size = std::max(format.size, type.rows);  // what is missing has no value
    const int way = pick(6);
    format.way = way == 0   ? AttributeFormat::Way::Current
                 : way == 1 ? AttributeFormat::Way::Divided
                            : AttributeFormat::Way::Array;
    if (format.way == AttributeFormat::Way::Divided) format.divisor = 1 + static_cast<GLuint>(pick(3));
    return format;
}

void PipelineWriter::choose_inputs() {
    const int wanted = one_in(5) ? 15 : 1 + pick(8);
    while (static_cast<int>(pipeline_.attributes.size()) < wanted) {
        const ValueType& type = any_type();
        if (static_cast<int>(pipeline_.attributes.size()) + type.columns > 15) continue;
        inputs_.push_back({"a" + text_of(static_cast<int>(pipeline_.attributes.size()) + 1), &type, 0, "", false});
        const AttributeFormat format = any_format(type);
        for (int column = 0; column < type.columns; ++column)
            pipeline_.attributes.push_back(one_in(2) ? format : any_format(type));
    }
}

std::vector<Varying> PipelineWriter::any_varyings(const std::string& prefix, bool to_fragments) {
    std::vector<Varying> varyings;
    int registers = 0;
    for (int left = 1 + pick(6); left > 0; --left) {
        Varying varying{prefix + text_of(left), &any_type(), one_in(5) ? 2 : 0, "", false};
        const int more = varying.type->registers() * std::max(varying.array, 1);
        if (registers + more > 22) continue;
        registers += more;
        if (to_fragments) {
            constexpr const char* ways[] = {"", "smooth ", "flat ", "noperspective "};
            constexpr const char* qualifiers[] = {"", "", "centroid ", "sample "};
            const bool flat = varying.type->base != Base::Float;
            varying.interpolation = flat ? "flat " : ways[pick(4)];
            if (varying.interpolation != "flat ") varying.interpolation += qualifiers[pick(4)];
        }
        varyings.push_back(varying);
    }
    return varyings;
}

void PipelineWriter::choose_captured(const std::vector<Varying>& out) {
    if (one_in(2)) return;
    std::vector<Varying> sorted = out;  // those of 64 bits lie at multiples of eight bytes
    std::ranges::stable_sort(sorted, {}, [](const Varying& varying) { return !varying.type->is_wide(); });
    for (const Varying& varying : sorted)
        for (int element = 0; element < std::max(varying.array, 1); ++element) {
            if (pipeline_.captured_words + varying.type->words() > 60) continue;
            pipeline_.captured_words += varying.type->words();
            pipeline_.captured.push_back(varying.name + (varying.array ? "[" + text_of(element) + "]" : ""));
        }
    if (pipeline_.captured_words % 2) {
        pipeline_.captured.emplace_back("gl_SkipComponents1");
        ++pipeline_.captured_words;
    }
}

// ---- values: all there is becomes words of 32 bits; all that is handed on is made of them

void PipelineWriter::add_words(const ValueType& type, const std::string& expression, Words& words) {
    for (int column = 0; column < type.columns; ++column)
        for (int row = 0; row < type.rows; ++row) {
            const std::string part = component(type, expression, column, row);
            switch (type.base) {
                case Base::Float: words.push_back("floatBitsToUint(" + part + ")"); break;
                case Base::Int: words.push_back("uint(" + part + ")"); break;
                case Base::Uint: words.push_back(part); break;
                case Base::Double:
                case Base::Int64:
                case Base::Uint64: {
                    const std::string unpacked = (type.base == Base::Double  ? "unpackDouble2x32("
                                                  : type.base == Base::Int64 ? "unpackInt2x32("
                                                                             : "unpackUint2x32(") +
                                                 part + ")";
                    words.push_back("uint(" + unpacked + ".x)");
                    words.push_back("uint(" + unpacked + ".y)");
                    break;
                }
            }
        }
}

void PipelineWriter::read(const Varying& varying, const std::string& element, Words& words) {
    for (int n = 0; n < std::max(varying.array, 1); ++n)
        add_words(*varying.type, varying.name + element + (varying.array ? "[" + text_of(n) + "]" : ""), words);
}

// Declares a variable for each word, whose names stand for them from then on.
std::string PipelineWriter::locals(Words& words) {
    std::string text;
    for (size_t n = 0; n < words.size(); ++n) {
        const std::string name = "w" + std::to_string(n);
        text += "    uint " + name + " = " + words[n] + ";\n";
        words[n] = name;
    }
    return text;
}

std::string PipelineWriter::word(const Words& words) {
    const auto any = [&] { return words[static_cast<size_t>(pick(static_cast<int>(words.size())))]; };
    switch (pick(6)) {
        case 0: return "(" + any() + " ^ " + any() + " * 2654435761u)";
        case 1: return "(" + any() + " + " + any() + ")";
        case 2: return "(" + any() + " >> 7u)";
        default: return any();
    }
}

std::string PipelineWriter::number(Base base, const Words& words) {
    switch (base) {
        case Base::Float: return "(float(" + word(words) + " & 0xffffffu) * 0.0000004 - 1.5)";
        case Base::Int: return "int(" + word(words) + ")";
        case Base::Uint: return word(words);
        case Base::Double:
            return "packDouble2x32(uvec2(" + word(words) + ", (" + word(words) + " & 0xfffffu) | 0x3ff00000u))";
        case Base::Int64: return "packInt2x32(ivec2(" + word(words) + ", " + word(words) + "))";
        case Base::Uint64: return "packUint2x32(uvec2(" + word(words) + ", " + word(words) + "))";
    }
    return {};
}

std::string PipelineWriter::value(const ValueType& type, const Words& words) {
    std::string text = std::string(type.name) + "(";
    for (int n = 0; n < type.rows * type.columns; ++n) text += (n ? ", " : "") + number(type.base, words);
    return text + ")";
}

std::string PipelineWriter::assignments(const std::vector<Varying>& varyings, const std::string& element,
                                        const Words& words) {
    std::string text;
    for (const Varying& varying : varyings)
        for (int n = 0; n < std::max(varying.array, 1); ++n)
            text += "    " + varying.name + (varying.patch ? "" : element) +
                    (varying.array ? "[" + text_of(n) + "]" : "") + " = " + value(*varying.type, words) + ";\n";
    return text;
}

std::string PipelineWriter::declarations(const std::vector<Varying>& varyings, const char* direction,
                                         const std::string& brackets, bool qualified) {
    std::string text;
    for (const Varying& varying : varyings)
        text += (varying.patch ? "patch "
                 : qualified   ? varying.interpolation
                               : std::string()) +
                direction + " " + varying.type->name + " " + varying.name + (varying.patch ? "" : brackets) +
                (varying.array ? "[" + text_of(varying.array) + "]" : "") + ";\n";
    return text;
}

// ---- stages

void PipelineWriter::write_vertex(const std::vector<Varying>& out) {
    std::string text = head;
    text += "layout(location = 0) in vec4 position;\n";
    Words words;
    for (const Varying& input : inputs_) {
        text += "layout(location = " + input.name.substr(1) + ") in " + input.type->name + " " + input.name + ";\n";
        add_words(*input.type, input.name, words);
    }
    if (one_in(2)) words.emplace_back("uint(gl_VertexID)");
    if (one_in(3)) words.emplace_back("uint(gl_InstanceID)");
    if (one_in(4)) words.emplace_back("uint(gl_BaseInstance + gl_BaseVertex)");
    text += declarations(out, "out", "", true);
    text += "void main() {\n" + locals(words) + assignments(out, "", words) + "    gl_Position = position;\n}\n";
    pipeline_.vertex = text;
}

// For stages that see three vertices.
PipelineWriter::Words PipelineWriter::read_of_three(const std::vector<Varying>& in) {
    Words words;
    for (const Varying& varying : in) {
        if (varying.patch)
            read(varying, "", words);
        else
            for (int n = 0; n < 3; ++n)
                if (n == 0 || one_in(2)) read(varying, "[" + text_of(n) + "]", words);
    }
    return words;
}

void PipelineWriter::write_control(const std::vector<Varying>& in, const std::vector<Varying>& out) {
    std::string text = std::string(head) + "layout(vertices = 3) out;\n";
    Words words;
    const bool all = one_in(2);
    if (all)
        words = read_of_three(in);
    else
        for (const Varying& varying : in) read(varying, "[gl_InvocationID]", words);
    if (one_in(2)) words.emplace_back("uint(gl_PrimitiveID)");
    std::vector<Varying> patch, others;
    for (const Varying& varying : out) (varying.patch ? patch : others).push_back(varying);
    if (!patch.empty() && !all) words = {"uint(gl_PrimitiveID * 77)"};  // one value for all that write it
    text += declarations(in, "in", "[]", false) + declarations(out, "out", "[]", false);
    text += "void main() {\n" + locals(words) + assignments(patch, "", words);
    words.emplace_back("uint(gl_InvocationID)");
    text += assignments(others, "[gl_InvocationID]", words);
    text += "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n";
    for (int n = 0; n < 3; ++n) text += "    gl_TessLevelOuter[" + text_of(n) + "] = " + text_of(1 + pick(3)) + ".0;\n";
    text += "    gl_TessLevelInner[0] = " + text_of(1 + pick(3)) + ".0;\n}\n";
    pipeline_.control = text;
}

void PipelineWriter::write_evaluation(const std::vector<Varying>& in, const std::vector<Varying>& out) {
    std::string text =
        std::string(head) + "layout(triangles" + (one_in(3) ? ", fractional_odd_spacing" : "") + ") in;\n";
    Words words = read_of_three(in);
    words.emplace_back("floatBitsToUint(gl_TessCoord.x)");
    words.emplace_back("floatBitsToUint(gl_TessCoord.y + gl_TessCoord.z)");
    text += declarations(in, "in", "[]", false) + declarations(out, "out", "", true);
    text += "void main() {\n" + locals(words) + assignments(out, "", words);
    text +=
        "    gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y +\n"
        "                  gl_in[2].gl_Position * gl_TessCoord.z;\n}\n";
    pipeline_.evaluation = text;
}

void PipelineWriter::write_geometry(const std::vector<Varying>& in, const std::vector<Varying>& out) {
    pipeline_.points_out = one_in(4);
    std::string text = std::string(head) + "layout(triangles, invocations = " + text_of(1 + pick(2)) +
                       ") in;\nlayout(" + (pipeline_.points_out ? "points" : "triangle_strip") +
                       ", max_vertices = 4) out;\n";
    Words words = read_of_three(in);
    words.emplace_back("uint(gl_PrimitiveIDIn)");
    words.emplace_back("uint(gl_InvocationID)");
    text += declarations(in, "in", "[]", false) + declarations(out, "out", "", true);
    text += "void main() {\n" + locals(words);
    for (int n = 0; n < 4; ++n)
        text += assignments(out, "", words) + "    gl_Position = gl_in[" + text_of(n % 3) + "].gl_Position" +
                (n == 3 ? " * vec4(0.5, 0.5, 1.0, 1.0)" : "") + ";\n    EmitVertex();\n";
    pipeline_.geometry = text + "}\n";
}

void PipelineWriter::write_fragment(const std::vector<Varying>& in) {
    std::string text = head;
    Words words;
    for (const Varying& varying : in) {
        read(varying, "", words);
        const bool whole = varying.type->base == Base::Float && varying.type->columns == 1 && !varying.array;
        if (!whole || varying.interpolation.starts_with("flat") || !one_in(2)) continue;
        constexpr const char* calls[] = {"interpolateAtCentroid(", "interpolateAtOffset(", "interpolateAtSample("};
        const int call = pick(3);
        const char* const rest[] = {")", ", vec2(0.25, -0.375))", ", 0)"};
        add_words(*varying.type, calls[call] + varying.name + rest[call], words);
    }
    if (one_in(3)) words.emplace_back("uint(gl_PrimitiveID)");
    if (one_in(3)) words.emplace_back("floatBitsToUint(gl_FragCoord.z)");
    if (one_in(4)) words.emplace_back("uint(gl_SampleID)");
    if (one_in(4)) words.emplace_back("uint(gl_FrontFacing)");
    pipeline_.sums = one_in(2);
    text += "layout(location = 0) out uvec4 color;\n";
    if (pipeline_.sums) text += "layout(std430, binding = 0) buffer Sums { uint sums[2]; };\n";
    text += declarations(in, "in", "", true) + "void main() {\n";
    const size_t count = words.size();
    text += locals(words) + "    uint h = 2166136261u;\n";
    for (size_t n = 0; n < count; ++n) text += "    h = (h ^ " + words[n] + ") * 16777619u;\n";
    text += "    color = uvec4(h, " + word(words) + ", " + word(words) + ", " + word(words) + ");\n";
    if (pipeline_.sums) text += "    atomicAdd(sums[0], h);\n    atomicAdd(sums[1], 1u);\n";
    pipeline_.fragment = text + "}\n";
}

Pipeline PipelineWriter::write() {
    choose_inputs();
    const bool evaluates = one_in(3), controls = evaluates && one_in(2), makes = one_in(3);
    std::vector<Varying> from = any_varyings("v", !evaluates && !makes);
    if (from.empty()) from.push_back({"v0", &types[3], 0, "", false});
    write_vertex(from);
    const auto next = [&](const char* prefix, bool last) {
        std::vector<Varying> out = any_varyings(prefix, last);
        if (out.empty()) out.push_back({std::string(prefix) + "0", &types[3], 0, "", false});
        return out;
    };
    if (controls) {
        std::vector<Varying> out = next("c", false);
        for (Varying& varying : out) varying.patch = one_in(3);
        write_control(from, out);
        from = out;
    }
    if (evaluates) {
        const std::vector<Varying> out = next("e", !makes);
        write_evaluation(from, out);
        from = out;
    }
    if (makes) {
        const std::vector<Varying> out = next("g", true);
        write_geometry(from, out);
        from = out;
    }
    write_fragment(from);
    choose_captured(from);
    return pipeline_;
}

}  // namespace random_stages
