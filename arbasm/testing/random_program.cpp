#include "arbasm/testing/random_program.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "arbasm/testing/frame.h"
#include "arbasm/testing/opcode_rows.h"

namespace arbasm {
namespace {

using Words = std::vector<std::string_view>;

// What an operand or a result is: its class, and whether it has 64 bits.
struct Type {
    char kind = 'F';  // F S U
    bool wide = false;
};

struct OptionWords {
    std::string_view text, headers, group;
};
constexpr OptionWords all_options[] = {
#define ARBASM_OPTION(name, text, headers, group) {text, headers, group},
#include "arbasm/options.def"
#undef ARBASM_OPTION
};

struct Writer {
    Writer(uint64_t seed, const RandomProgram& wanted) : state(seed * 0x9e3779b97f4a7c15u + 1), wish(wanted) {}

    // ---- chance (splitmix64)
    uint64_t state;
    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
    bool chance(int percent) { return below(100) < percent; }
    template <typename List>
    auto pick(const List& list) {
        return list[next() % std::size(list)];
    }
    static std::string number(int64_t n) { return std::to_string(n); }

    // ---- what is written
    RandomProgram wish;
    std::string_view header;
    Words options;
    std::string declarations, text;
    std::vector<const OpcodeRow*> rows;
    char stage = 'v';             // v c e g f k
    int version = 0;              // 40 41 50; 0 before
    bool vp = false, fp = false;  // register names: VP1.x and VP2.0, FP1.0
    bool arb_vertex = false, arb_fragment = false;
    bool codes = false;  // condition codes
    bool second_code = false;
    int vertices = 1;  // of the input primitive
    int labels = 0, depth = 0, loops = 0;
    bool in_subroutine = false;
    std::string attribute_used, parameter_used;  // VP and FP: one of each in an instruction

    bool nv() const { return version != 0; }
    bool has(std::string_view option) const {
        return std::find(options.begin(), options.end(), option) != options.end();
    }

    void choose_header();
    void choose_options();
    void declare();
    std::string literal(Type type);
    std::string swizzle(bool scalar, bool required);
    std::string base(Type type, bool scalar, bool& is_literal);
    std::string operand(Type type, bool scalar, bool sign = true);
    std::string attribute();
    std::string parameter();
    std::string index(int size);
    std::string condition(bool parentheses);
    std::string guard() { return codes && wish.conditions && chance(20) ? " " + condition(true) : ""; }
    std::string mask(std::string_view letters);
    std::string result_register(Type type, bool& masked);
    std::string result(Type type, std::string_view letters = "xyzw");
    std::string texture_access(Opcode opcode, bool& second);
    std::string image_access(bool with_unit, bool with_target, std::string& unit_target);
    std::string memory_element(Opcode opcode);
    std::string own_element(Opcode opcode, std::string_view type);
    std::string turn();
    std::string write_temporaries();
    void instruction(const OpcodeRow& row);
    void block(int statements);
    void statement();
    std::string write();
};

// ---- the program around the instructions

void Writer::choose_header() {
    static const Words headers = all_headers();
    header = wish.header.empty() ? pick(headers) : wish.header;
    vp = header.starts_with("!!VP");
    fp = header.starts_with("!!FP");
    arb_vertex = header == "!!ARBvp1.0";
    arb_fragment = header == "!!ARBfp1.0";
    if (header.starts_with("!!NV")) {
        version = (header[header.size() - 3] - '0') * 10 + header.back() - '0';
        const std::string_view name = header.substr(4, header.size() - 7);
        stage = name == "tcp" ? 'c' : name == "tep" ? 'e' : name == "cp" ? 'k' : name[0];
    } else if (fp || arb_fragment) {
        stage = 'f';
    }
}

void Writer::choose_options() {
    const auto admits = [&](std::string_view list) {
        for (std::string_view word : words(list)) {
            if (word == "vp" && arb_vertex) return true;
            if (word == "fp" && arb_fragment) return true;
            if (word == "v1" && (header == "!!VP1.1" || header == "!!VP2.0")) return true;
            if (word == "f1" && fp) return true;
            if (nv() && word[0] == (version == 50 ? '5' : '4') &&
                (word.size() == 1 || word.find(stage) != std::string_view::npos))
                return true;
        }
        return false;
    };
    std::vector<std::string_view> groups;
    for (const OptionWords& option : all_options) {
        if (!wish.options || !admits(option.headers) || !chance(30)) continue;
        // These change what a program must look like.
        if (option.text == "NV_geometry_program_passthrough" || option.text == "NV_internal") continue;
        if (option.text.starts_with("NV_unroll")) continue;
        if (option.group == "interlock") continue;  // they want a critical section
        if (option.text.ends_with("post_depth_coverage") && !has("NV_early_fragment_tests")) continue;
        if (!option.group.empty()) {
            if (std::find(groups.begin(), groups.end(), option.group) != groups.end()) continue;
            groups.push_back(option.group);
        }
        options.push_back(option.text);
    }
    if (has("NV_shader_atomic_fp16_vector") && !has("NV_gpu_program5_mem_extended")) {
        options.push_back("NV_gpu_program5_mem_extended");
    }
    if (wish.own_memory && !has("NV_shader_storage_buffer")) options.push_back("NV_shader_storage_buffer");
    codes = nv() || header == "!!VP2.0" || fp || has("NV_vertex_program2") || has("NV_vertex_program3") ||
            has("NV_fragment_program") || has("NV_fragment_program2");
    second_code = nv() || has("NV_vertex_program3");
}

void Writer::declare() {
    std::string& d = declarations;
    if (vp || fp) {
        if (fp) d += "DECLARE pd = {1, 2.5, -3, 0};\nDEFINE pc = {0.25};\n";
        return;
    }
    d += "TEMP t0, t1, t2, t3;\nPARAM p0 = {1, 2.5, -3e-4, 0.1};\nPARAM pa[5] = { program.env[2..3], {0.5}, "
         "program.local[7], "
         "state.matrix.mvp.row[1] };\nALIAS b0 = t1;\n";
    if (arb_vertex) {
        d += "ADDRESS A;\nATTRIB a0 = vertex.attrib[6];\nOUTPUT o0 = result.texcoord[4];\n";
        return;
    }
    if (arb_fragment) {
        d += "PARAM n = {3, 1, 2, 0};\nATTRIB a0 = fragment.texcoord[3];\nOUTPUT o0 = result.color;\n";
        return;
    }
    d += "INT TEMP i0, i1;\nUINT TEMP u0, u1;\nFLOAT TEMP f0, f1;\nSHORT TEMP h0;\nTEMP ta[6];\n";
    d += "INT PARAM pi = {1, -2, 0x7f, 3};\nUINT PARAM pu = {1, 4294967295};\n";
    if (version == 50) d += "LONG TEMP l0, l1, l2;\n";
    switch (stage) {
        case 'v':
            d += "ATTRIB a0 = vertex.attrib[6];\nATTRIB aa[] = { vertex.texcoord[2..4] };\n";
            d += "OUTPUT o0 = result.attrib[4];\nOUTPUT oa[] = { result.attrib[10..13] };\n";
            break;
        case 'g': {
            constexpr std::pair<const char*, int> inputs[] = {
                {"POINTS", 1}, {"LINES", 2}, {"LINES_ADJACENCY", 4}, {"TRIANGLES", 3}, {"TRIANGLES_ADJACENCY", 6}};
            const auto [name, count] = pick(inputs);
            vertices = count;
            d += std::string("PRIMITIVE_IN ") + name + ";\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT " +
                 number(1 + below(8)) + ";\n";
            if (version == 50 && chance(40)) d += "INVOCATIONS " + number(1 + below(4)) + ";\n";
            d += "ATTRIB av = vertex.position;\nATTRIB aa[] = { vertex.attrib[2..4] };\nATTRIB a0 = "
                 "vertex[0].attrib[7];\n";
            d += "OUTPUT o0 = result.attrib[4];\nOUTPUT oa[] = { result.attrib[10..13] };\n";
            break;
        }
        case 'c':
            vertices = 3;
            d += "VERTICES_OUT 3;\nATTRIB av = vertex.position;\nATTRIB aa[] = { vertex.in.attrib[2..4] };\n"
                 "ATTRIB a0 = vertex[2].attrib[7];\nOUTPUT o0 = result.attrib[4];\nOUTPUT oa[] = { "
                 "result.attrib[10..13] };\n";
            break;
        case 'e': {
            constexpr const char* modes[] = {"TRIANGLES", "QUADS", "ISOLINES"};
            constexpr const char* spacings[] = {"EQUAL", "FRACTIONAL_ODD", "FRACTIONAL_EVEN"};
            vertices = 3;
            d += std::string("TESS_MODE ") + pick(modes) + ";\n";
            if (chance(50)) d += std::string("TESS_SPACING ") + pick(spacings) + ";\n";
            if (chance(50)) d += std::string("TESS_VERTEX_ORDER ") + (chance(50) ? "CW" : "CCW") + ";\n";
            if (chance(20)) d += "TESS_POINT_MODE;\n";
            d += "ATTRIB av = vertex.position;\nATTRIB aa[] = { vertex.attrib[2..4] };\nATTRIB a0 = "
                 "vertex[2].attrib[7];\n"
                 "OUTPUT o0 = result.attrib[4];\nOUTPUT oa[] = { result.attrib[10..13] };\n";
            break;
        }
        case 'f':
            d += "ATTRIB a0 = fragment.texcoord[3];\nFLAT ATTRIB af = fragment.attrib[7];\n"
                 "NOPERSPECTIVE CENTROID ATTRIB ac = fragment.attrib[8];\nATTRIB aa[] = { fragment.attrib[2..4] };\n"
                 "OUTPUT o0 = result.color;\n";
            break;
        case 'k':
            if (wish.own_memory) {
                d += "GROUP_SIZE " + number(own_threads) + ";\nSHARED_MEMORY " + number(own_threads * own_bytes) +
                     ";\nSHARED sh[] = { program.sharedmem };\nATTRIB a0 = invocation.localid;\n";
                break;
            }
            if (!has("ARB_compute_variable_group_size")) {
                d += "GROUP_SIZE " + number(1 + below(8));
                if (chance(60)) d += " " + number(1 + below(4));
                d += ";\n";
            }
            d +=
                "SHARED_MEMORY 1024;\nSHARED sh[] = { program.sharedmem[16..511] };\nATTRIB a0 = invocation.localid;\n";
            break;
        default: break;
    }
    if (wish.textures && version == 50) d += "TEXTURE xs[] = { texture[24..27] };\n";
    if (wish.flow && version == 50) {
        d += "SUBROUTINETYPE sy { sub0, sub1 };\nSUBROUTINE sy sv = program.subroutine[0];\n"
             "SUBROUTINE sy sw[] = { program.subroutine[1..3] };\n";
    }
    if (wish.own_memory) {
        d += "STORAGE sb[] = { program.storage[0] };\nSTORAGE so[] = { program.storage[1] };\n"
             "CBUFFER cb[] = { program.buffer[4] };\nLONG TEMP own;\nUINT TEMP turn;\n";
        d += stage == 'f'   ? "FLAT ATTRIB self = fragment.attrib[15];\n"
             : stage == 'v' ? "ATTRIB self = vertex.attrib[15];\n"
             : stage == 'k' ? "ATTRIB self = invocation.localindex;\n"
                            : "ATTRIB self = vertex[0].attrib[15];\n";
        text += "MOV.U turn.x, self.x;\n" + turn();
    }
    if (!wish.memory) return;
    d += "BUFFER pb[] = { program.buffer[2][4..19] };\nBUFFER4 pq[] = { program.buffer[3][1..9] };\n";
    if (version == 50 || has("NV_parameter_buffer_object2")) {
        d += "CBUFFER cb[] = { program.buffer[4] };\n";
        if (version == 50) d += "CBUFFER cr[][] = { program.buffer[5..6] };\n";
    }
    if (version == 50) d += "IMAGE ms[] = { image[5..7] };\n";
    if (has("NV_shader_storage_buffer")) {
        d += "STORAGE sb[] = { program.storage[1] };\nSTORAGE sr[][] = { program.storage[2..3] };\n";
    }
    if (has("NV_shader_atomic_counters")) d += "COUNTER ct[] = { program.counter[0][2..9] };\n";
}

// ---- operands

std::string Writer::literal(Type type) {
    if (type.kind == 'F') {
        constexpr const char* floats[] = {"0",    "1",  "0.5", "2.25",       "1e3", "3.5e-2",
                                          ".125", "7.", "0.1", "16777217.0", "1E+5"};
        return (chance(25) ? "-" : "") + std::string(pick(floats));
    }
    constexpr const char* small[] = {"0", "1", "2", "7", "31", "255", "65536", "0x10", "0x7fffffff", "1000000007"};
    constexpr const char* unsigned_only[] = {"4294967295", "0x80000000", "0xDEADBEEF"};
    constexpr const char* large[] = {"4294967296", "0x123456789ABCDEF", "5000000000"};
    if (type.wide && chance(40)) return pick(large);
    if (type.kind == 'U' && chance(30)) return pick(unsigned_only);
    return (type.kind == 'S' && chance(25) ? "-" : "") + std::string(pick(small));
}

std::string Writer::index(int size) {
    if (!nv() || !wish.relative || chance(50)) return "[" + number(below(size)) + "]";
    std::string result = chance(70) ? "[i" + number(below(2)) : "[t" + number(below(4));
    result += '.';
    result += "xyzw"[below(4)];
    if (chance(50)) result += "+" + number(below(size));
    return result + "]";
}

std::string Writer::swizzle(bool scalar, bool required) {
    const bool colour = ((stage == 'f' && !fp) || nv()) && chance(25);
    const std::string_view letters = colour ? "rgba" : "xyzw";
    if (scalar) return required || chance(50) ? std::string(".") + letters[static_cast<size_t>(below(4))] : "";
    if (chance(50)) return "";
    if (chance(40)) return std::string(".") + letters[static_cast<size_t>(below(4))];
    std::string result = ".";
    for (int n = 0; n < 4; ++n) result += letters[static_cast<size_t>(below(4))];
    return result;
}

std::string Writer::attribute() {
    Words list;
    switch (stage) {
        case 'v':
            list = words(
                "vertex.position vertex.normal vertex.color vertex.color.secondary vertex.fogcoord vertex.texcoord "
                "vertex.texcoord[1] vertex.attrib[7] a0");
            if (nv()) list.push_back("vertex.id");
            if (nv()) list.push_back("vertex.instance");
            break;
        case 'f':
            list = words(
                "fragment.color fragment.color.secondary fragment.texcoord fragment.texcoord[1] fragment.fogcoord "
                "fragment.position a0");
            if (nv()) {
                for (std::string_view word :
                     words("fragment.attrib[5] fragment.clip[1] fragment.facing primitive.id af ac"))
                    list.push_back(word);
            }
            if (version > 40) {
                for (std::string_view word : words("fragment.sampleid fragment.samplemask fragment.pointcoord"))
                    list.push_back(word);
            }
            break;
        case 'k':
            list = words(
                "invocation.localid invocation.globalid invocation.groupid invocation.groupcount "
                "invocation.groupsize invocation.localindex a0");
            break;
        default: {
            const std::string vertex = "vertex[" + number(below(vertices)) + "]";
            constexpr const char* members[] = {".position",  ".color",    ".color.back.secondary", ".fogcoord",
                                               ".pointsize", ".texcoord", ".texcoord[2]",          ".attrib[5]",
                                               ".clip[1]",   ".id"};
            if (chance(40)) return vertex + pick(members);
            if (chance(30)) return "av" + index(vertices);
            list = words("primitive.id a0");
            if (version == 50 && stage != 'e') list.push_back("primitive.invocation");
            if (version == 50) list.push_back("primitive.vertexcount");
            if (stage == 'c') {
                for (std::string_view word :
                     words("vertex.in[1].position vertex.out[2].attrib[3] primitive.out.tessouter[1] "
                           "primitive.out.patch.attrib[2]"))
                    list.push_back(word);
            }
            if (stage == 'e') {
                for (std::string_view word : words("vertex.tesscoord primitive.tessouter[1] primitive.tessinner[0] "
                                                   "primitive.patch.attrib[2]"))
                    list.push_back(word);
            }
            break;
        }
    }
    if (has("NV_shader_thread_group")) {
        static constexpr std::string_view of_fragments[] = {"fragment.threadid", "fragment.threadltmask"};
        if (stage == 'f') list.push_back(pick(of_fragments));
    }
    return std::string(pick(list));
}

std::string Writer::parameter() {
    switch (below(3)) {
        case 0: return "program.env[" + number(below(90)) + "]";
        case 1: return "program.local[" + number(below(90)) + "]";
        default: break;
    }
    Words list = words(
        "state.material.ambient state.material.back.shininess state.light[1].position state.light[2].half "
        "state.light[0].spot.direction state.lightmodel.ambient state.lightmodel.back.scenecolor "
        "state.lightprod[3].diffuse "
        "state.fog.color state.fog.params state.matrix.mvp.row[2] state.matrix.modelview.inverse.row[0] "
        "state.matrix.texture[1].invtrans.row[3] state.matrix.program[2].transpose.row[1] "
        "state.matrix.projection.row[3]");
    if (!arb_fragment) {
        for (std::string_view word : words("state.texgen[1].eye.q state.clip[1].plane state.point.size"))
            list.push_back(word);
    }
    if (!arb_vertex) {
        for (std::string_view word : words("state.texenv[1].color state.depth.range")) list.push_back(word);
    }
    return std::string(pick(list));
}

// What an operand reads, without sign and swizzle.
std::string Writer::base(Type type, bool scalar, bool& is_literal) {
    is_literal = false;
    if (vp || fp) {
        const int form = below(10);
        if (form < 2) {
            if (attribute_used.empty()) {
                static constexpr const char* of_vertices[] = {"v[OPOS]", "v[NRML]", "v[COL0]", "v[5]", "v[TEX3]"};
                static constexpr const char* of_fragments[] = {"f[WPOS]", "f[COL0]", "f[FOGC]", "f[TEX1]"};
                attribute_used = vp ? pick(of_vertices) : pick(of_fragments);
            }
            return attribute_used;
        }
        if (form < 4) {
            if (parameter_used.empty()) {
                if (vp) {
                    parameter_used =
                        wish.relative && !has("NV_position_invariant") && chance(40)
                            ? "c[A0.x" + (chance(50) ? (chance(50) ? "+" : "-") + number(1 + below(60)) : "") + "]"
                            : "c[" + number(below(96)) + "]";
                } else {
                    static constexpr const char* constants[] = {"pd", "pc", "p[3]", "{1, 2, -3, 0.5}"};
                    parameter_used = pick(constants);
                }
            }
            return parameter_used;
        }
        return (fp && chance(40) ? "H" : "R") + number(below(12));
    }
    if (type.wide) {
        switch (below(8)) {
            case 0:
                is_literal = scalar || chance(50);
                return is_literal ? literal(type) : "{" + literal(type) + ", " + literal(type) + "}";
            case 1: return "t" + number(below(4));
            default: return "l" + number(below(3));
        }
    }
    if (!nv()) {
        switch (below(8)) {
            case 0: return attribute();
            case 1: return parameter();
            case 2: return "p0";
            case 3:
                if (arb_vertex && wish.relative && chance(60)) {
                    return "pa[A.x" + (chance(50) ? (chance(50) ? "+" : "-") + number(below(60)) : "") + "]";
                }
                return "pa[" + number(below(5)) + "]";
            case 4:
                return "{" + literal(type) + ", " + literal(type) + ", " + literal(type) + ", " + literal(type) + "}";
            case 5: return "b0";
            default: return "t" + number(below(4));
        }
    }
    switch (below(14)) {
        case 0:
        case 1: return attribute();
        case 2:
            return stage == 'k'                   ? "t0"
                   : stage == 'v' || stage == 'f' ? "aa" + index(3)
                                                  : "aa" + index(vertices) + index(3);
        case 3: return parameter();
        case 4: return type.kind == 'F' ? "p0" : type.kind == 'S' ? "pi" : "pu";
        case 5: return type.kind == 'F' ? "pa" + index(5) : "b0";
        case 6: {
            if (scalar || chance(50)) {
                is_literal = true;
                return literal(type);
            }
            std::string vector = "{" + literal(type);
            for (int n = below(4); n > 0; --n) vector += ", " + literal(type);
            return vector + "}";
        }
        case 7:
            if (!wish.memory) return "t0";
            return chance(50) ? "pb" + index(16) : "pq" + index(9);
        case 8: return "ta" + index(6);
        case 9: return (type.kind == 'F' ? "f" : type.kind == 'S' ? "i" : "u") + number(below(2));
        case 10: return "h0";
        default: return "t" + number(below(4));
    }
}

std::string Writer::operand(Type type, bool scalar, bool sign) {
    bool is_literal = false;
    const std::string read = base(type, scalar, is_literal);
    const bool may_negate = sign && (type.kind != 'U' || !nv());
    if (is_literal) return read;
    std::string result = read + swizzle(scalar, true);
    if (!may_negate) return result;
    const bool bars = nv() || header == "!!VP2.0" || fp || has("NV_vertex_program2") || has("NV_vertex_program3") ||
                      has("NV_fragment_program") || has("NV_fragment_program2");
    if (bars && chance(15)) result = "|" + std::string(nv() && chance(20) ? "-" : "") + result + "|";
    if (chance(25)) result = "-" + result;
    return result;
}

// ---- results and conditions

std::string Writer::condition(bool parentheses) {
    static const Words old_tests = words("EQ NE LT LE GT GE TR FL");
    static const Words new_tests = words("EQ NE LT LE GT GE TR FL NAN LEG CF NCF OF NOF AB BLE SF NSF");
    std::string result(pick(nv() ? new_tests : old_tests));
    if (second_code && chance(30)) result += chance(50) ? "1" : "0";
    const std::string_view letters = "xyzw";
    if (chance(60)) {
        result += '.';
        for (int n = chance(50) ? 1 : 4; n > 0; --n) result += letters[static_cast<size_t>(below(4))];
    }
    return parentheses ? "(" + result + ")" : result;
}

std::string Writer::mask(std::string_view letters) {
    std::string result;
    for (char c : letters) {
        if (chance(60)) result += c;
    }
    if (result.empty()) result = letters[0];
    if (result == "xyzw") return "";
    if (stage == 'f' && !fp && chance(20)) {
        for (char& c : result) c = "rgba"[std::string_view("xyzw").find(c)];
    }
    return "." + result;
}

std::string Writer::result_register(Type type, bool& masked) {
    masked = true;
    if (vp || fp) {
        static constexpr const char* of_vertices[] = {"o[COL0]", "o[TEX2]", "o[BFC1]"};
        if (chance(20)) return vp ? pick(of_vertices) : "o[COLR]";
        return (fp && chance(30) ? "H" : "R") + number(below(12));
    }
    if (type.wide) return chance(80) ? "l" + number(below(3)) : "t" + number(below(4));
    const int form = below(10);
    if (form < 2 && stage != 'k') {
        Words list;
        const bool invariant = has("ARB_position_invariant");
        if (stage == 'f') {
            list = words("result.color o0");
            if (has("ARB_draw_buffers") || has("ATI_draw_buffers")) list.push_back("result.color[2]");
            if (version > 40) list.push_back("result.samplemask");
        } else {
            list = words(
                "result.color result.color.secondary result.color.back result.color.front.secondary result.texcoord "
                "result.texcoord[1] result.fogcoord result.pointsize o0");
            if (!invariant) list.push_back("result.position");
            if (nv()) list.push_back("result.clip[2]");
            if (nv()) list.push_back("result.attrib[9]");
            if (stage == 'g') list.push_back("result.primid");
            if (stage == 'g') list.push_back("result.layer");
            if (stage == 'c') {
                for (std::string_view word :
                     words("result.patch.attrib[1] result.patch.tessouter[2] result.patch.tessinner[0]"))
                    list.push_back(word);
            }
        }
        return std::string(pick(list));
    }
    if (!nv()) return form == 2 ? "b0" : "t" + number(below(4));
    if (form == 2) return "ta" + index(6);
    if (form == 3 && stage != 'f' && stage != 'k') return "oa" + index(4);
    if (form == 4) return (type.kind == 'F' ? "f" : type.kind == 'S' ? "i" : "u") + number(below(2));
    if (form == 5) return "h0";
    return "t" + number(below(4));
}

std::string Writer::result(Type type, std::string_view letters) {
    bool masked = true;
    std::string written = result_register(type, masked);
    if (letters != "xyzw" || chance(40)) written += mask(letters);
    return written + guard();
}

// ---- textures, images, memory

// A unit is used with one target, so each target has its own.
struct UnitTarget {
    std::string_view target;
    int unit;
};
constexpr UnitTarget unit_targets[] = {
    {"1D", 0},
    {"2D", 1},
    {"3D", 2},
    {"CUBE", 3},
    {"RECT", 4},
    {"SHADOW1D", 5},
    {"SHADOW2D", 6},
    {"SHADOWRECT", 7},
    {"ARRAY1D", 8},
    {"ARRAY2D", 9},
    {"SHADOWCUBE", 10},
    {"SHADOWARRAY1D", 11},
    {"SHADOWARRAY2D", 12},
    {"BUFFER", 13},
    {"ARRAYCUBE", 14},
    {"SHADOWARRAYCUBE", 15},
    {"RENDERBUFFER", 16},
    {"2DMS", 17},
    {"ARRAY2DMS", 18},
};

std::string Writer::texture_access(Opcode opcode, bool& second) {
    std::string list;
    const bool shadows = nv() || has("ARB_fragment_program_shadow");
    switch (opcode) {
        case Opcode::Txf: list = "1D 2D 3D RECT ARRAY1D ARRAY2D BUFFER"; break;
        case Opcode::Txq: list = "1D 2D 3D CUBE RECT ARRAY1D ARRAY2D SHADOW2D BUFFER"; break;
        case Opcode::Txg: list = version == 50 ? "2D CUBE RECT ARRAY2D SHADOW2D ARRAYCUBE" : "2D CUBE ARRAY2D"; break;
        case Opcode::Txgo: list = "2D RECT ARRAY2D SHADOW2D"; break;
        case Opcode::Lod: list = "1D 2D 3D CUBE ARRAY2D"; break;
        case Opcode::Txfms:
            if (has("NV_explicit_multisample")) list += "RENDERBUFFER ";
            if (has("NV_texture_multisample")) list += "2DMS ARRAY2DMS";
            break;
        case Opcode::Txqs: list = has("NV_texture_multisample") ? "2DMS ARRAY2DMS" : ""; break;
        default:
            list = "1D 2D 3D CUBE RECT";
            if (shadows && opcode != Opcode::Txd) list += " SHADOW1D SHADOW2D";
            if (nv()) list += " ARRAY1D ARRAY2D";
            if (nv() && opcode == Opcode::Tex) list += " SHADOWCUBE SHADOWARRAY1D SHADOWARRAY2D";
            if (version == 50 && opcode == Opcode::Tex) list += " ARRAYCUBE SHADOWARRAYCUBE";
    }
    if (fp) list = "1D 2D 3D CUBE RECT";
    if (arb_vertex) list = "1D 2D 3D CUBE RECT";
    const Words targets = words(list);
    if (targets.empty()) return {};
    const std::string_view target = pick(targets);
    second = target == "SHADOWARRAYCUBE";
    int unit = 0;
    for (const UnitTarget& row : unit_targets) {
        if (row.target == target) unit = row.unit;
    }
    std::string access = fp ? "TEX" + number(unit) : "texture[" + number(unit) + "]";
    if (version == 50 && target == "2D" && chance(50)) access = "xs" + index(4);
    if ((has("NV_bindless_texture") || has("ARB_bindless_texture")) && opcode != Opcode::Txq &&
        opcode != Opcode::Txqs && opcode != Opcode::Txfms && opcode != Opcode::Lod && chance(30)) {
        access = "handle(l" + number(below(3)) + ".x)";
    }
    const bool shadow = target.starts_with("SHADOW");
    if ((opcode == Opcode::Txg || opcode == Opcode::Txgo) && version == 50 && !shadow && chance(50)) {
        access += std::string(".") + "xyzw"[below(4)];
    }
    access += ", " + std::string(target);
    // Offsets: as many as the target has coordinates.
    const bool may_offset = nv() && (opcode == Opcode::Tex || opcode == Opcode::Txb || opcode == Opcode::Txl ||
                                     opcode == Opcode::Txp || opcode == Opcode::Txf || opcode == Opcode::Txd);
    const int coordinates =
        target == "3D"                                                                                 ? 3
        : target.find("2D") != std::string_view::npos || target.find("RECT") != std::string_view::npos ? 2
                                                                                                       : 1;
    if (may_offset && target.find("CUBE") == std::string_view::npos && target != "BUFFER" && chance(35)) {
        if (version == 50 && opcode != Opcode::Txd && chance(40)) {
            access += ", offset(" + operand({'S', false}, false, false) + ")";
        } else {
            access += ", (";
            for (int n = 0; n < coordinates; ++n) access += (n > 0 ? ", " : "") + number(below(16) - 8);
            access += ")";
        }
    }
    return access;
}

std::string Writer::memory_element(Opcode opcode) {
    const auto bytes = [&](std::string_view name, int size) {
        if (wish.relative && chance(40)) {
            return std::string(name) + "[i0." + "xyzw"[below(4)] +
                   (chance(50) ? "+" + number(16 * below(size / 16)) : "") + "]";
        }
        return std::string(name) + "[" + number(16 * below(size / 16)) + "]";
    };
    switch (opcode) {
        case Opcode::Ldc:
            if (version == 50 && chance(30)) return bytes(chance(50) ? "cr[1]" : "cr[i1.y]", 4096);
            return bytes("cb", 4096);
        case Opcode::Lds:
        case Opcode::Sts:
        case Opcode::Atoms: return bytes("sh", 256);
        case Opcode::Atomctr: return "ct" + index(8);
        default:
            if (chance(30)) return bytes(chance(50) ? "sr[0]" : "sr[i1.w+1]", 4096);
            return bytes("sb", 4096);
    }
}

// Puts in front what makes an element, or an address, of the thread's own bytes.
std::string Writer::own_element(Opcode opcode, std::string_view type) {
    type = type.substr(type.find('.') == std::string_view::npos ? 0 : type.find('.') + 1);
    const int bits = std::stoi(std::string(type.substr(1, type.find('X') - 1)));
    const int bytes = bits / 8 * (type.find('X') == std::string_view::npos ? 1 : type.back() - '0');
    const bool by_address = opcode == Opcode::Load || opcode == Opcode::Store || opcode == Opcode::Atom;
    const auto put = [&](const std::string& line) {
        text.append(static_cast<size_t>(depth) * 2, ' ');
        text += line + "\n";
    };
    const char* const variable = opcode == Opcode::Ldc                                                       ? "cb"
                                 : opcode == Opcode::Lds || opcode == Opcode::Sts || opcode == Opcode::Atoms ? "sh"
                                                                                                             : "sb";
    const int room = opcode == Opcode::Ldc ? own_constant_bytes : own_bytes;
    if (!wish.relative || chance(50)) {
        const std::string at = number(below(room / bytes) * bytes);
        if (opcode == Opcode::Ldc) return "cb[" + at + "]";
        if (!by_address) return std::string(variable) + "[turn.y+" + at + "]";
        put("ADD.U64 own.y, own.x, " + at + ";");
        return "own.y";
    }
    put("AND.U turn.z, " + operand({'U', false}, true, false) + ", " + number(room - bytes) + ";");
    if (opcode == Opcode::Ldc) return "cb[turn.z]";
    if (by_address) {
        put("ADD.U64 own.y, own.x, turn.z;");
        return "own.y";
    }
    put("ADD.U turn.z, turn.z, turn.y;");
    return std::string(variable) + "[turn.z]";
}

// What depends on the thread's number in turn.x.
std::string Writer::turn() {
    return "MUL.U turn.y, turn.x, " + number(own_bytes) + ";\nPK64.U own, program.local[" + number(own_address_local) +
           "].xyxy;\nADD.U64 own.x, own.x, turn.y;\n";
}

std::string Writer::write_temporaries() {
    std::string result = "MUL.U turn.z, turn.x, " + number(own_temporaries_bytes) + ";\n";
    int at = 0;
    const auto put = [&](const std::string& type, const std::string& name, int bytes) {
        result += "STB." + type + " " + name + ", so[turn.z+" + number(at) + "];\n";
        at += bytes;
    };
    for (int n = 0; n < 4; ++n) put("U32X4", "t" + number(n), 16);
    for (int n = 0; n < 6; ++n) put("U32X4", "ta[" + number(n) + "]", 16);
    for (int n = 0; n < 2; ++n) {
        put("S32X4", "i" + number(n), 16);
        put("U32X4", "u" + number(n), 16);
        put("F32X4", "f" + number(n), 16);
    }
    put("U32X4", "h0", 16);
    at = (at + 31) / 32 * 32;
    for (int n = 0; n < 3; ++n) put("U64X4", "l" + number(n), 32);
    return result;
}

std::string Writer::image_access(bool with_unit, bool with_target, std::string& unit_target) {
    static constexpr UnitTarget images[] = {{"2D", 0}, {"3D", 1}, {"BUFFER", 2}, {"ARRAY2D", 3}, {"1D", 4}};
    if (unit_target.empty()) {
        const UnitTarget& row = pick(images);
        std::string unit = "image[" + number(row.unit) + "]";
        std::string_view target = row.target;
        if (chance(30)) {
            unit = "ms" + index(3);
            target = "2D";
        } else if ((has("NV_bindless_texture") || has("ARB_bindless_texture")) && chance(30)) {
            unit = "handle(l0.y)";
        }
        unit_target = unit + ", " + std::string(target);
    }
    const size_t comma = unit_target.rfind(", ");
    if (with_unit && with_target) return unit_target;
    return with_unit ? unit_target.substr(0, comma) : unit_target.substr(comma + 2);
}

// ---- instructions

Type type_of(std::string_view word, char usual) {
    // "ADD.U32", "F32X4", "S", "-", "INCR.U"
    const size_t point = word.find('.');
    if (point != std::string_view::npos) word = word.substr(point + 1);
    if (word == "-" || word == "INCR" || word == "DECR" || word == "GET") return {usual, false};
    return {word[0], word.find("64") != std::string_view::npos};
}

bool is_approximate(Opcode opcode) {
    switch (opcode) {
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::Scs:
        case Opcode::Pow:
        case Opcode::Exp:
        case Opcode::Log:
        case Opcode::Lit: return true;
        default: return false;
    }
}

bool keeps_to_own_memory(Opcode opcode) {
    switch (opcode) {
        case Opcode::Load:
        case Opcode::Store:
        case Opcode::Atom:
        case Opcode::Ldb:
        case Opcode::Stb:
        case Opcode::Atomb:
        case Opcode::Ldc:
        case Opcode::Lds:
        case Opcode::Sts:
        case Opcode::Atoms:
        case Opcode::Membar: return true;
        default: return false;
    }
}

bool is_cross_lane(Opcode opcode) {
    const std::string_view name = spelling(opcode);
    return name.starts_with("DD") || name.starts_with("TG") || name.starts_with("QSWZ") || name.starts_with("SHF") ||
           name.starts_with("IPA");
}

void Writer::instruction(const OpcodeRow& row) {
    const OpcodeInfo& info = opcode_info(row.opcode);
    attribute_used.clear();
    parameter_used.clear();

    // The type, and what it makes of result and operands.
    Words types;
    for (std::string_view word : words(row.types)) {
        const Type type = type_of(word, info.type);
        if (row.opcode == Opcode::Cvt) {
            const Type other = type_of(word.substr(0, word.find('.')), 'F');
            if ((other.kind == 'F' && !wish.floats) || (other.kind != 'F' && !wish.integers)) continue;
            if (other.wide && !wish.wide) continue;
        }
        if (type.wide && (!wish.wide || version != 50)) continue;
        if ((type.kind == 'F' && !wish.floats) || (type.kind != 'F' && !wish.integers)) continue;
        types.push_back(word);
    }
    if (types.empty()) return;
    const std::string_view type_word = pick(types);
    const bool is_cvt = row.opcode == Opcode::Cvt;
    const std::string_view destination = is_cvt ? type_word.substr(0, type_word.find('.')) : type_word;
    const Type type = type_of(is_cvt ? destination : type_word, nv() ? info.type : 'F');
    const Type source = is_cvt ? type_of(type_word, 'F') : type;
    if (source.wide && !wish.wide) return;

    // Modifiers, one of each sort.
    std::string suffix, points;
    bool lod_clamp = false;
    const auto allows = [&](std::string_view modifier) {
        const auto all = words(row.modifiers);
        return std::find(all.begin(), all.end(), modifier) != all.end();
    };
    const bool float_result = info.result.type == 'f' || (info.result.type == 0 && type.kind == 'F');
    if (nv()) {
        bool half = false;
        if (type_word == "-" && info.type == 'F' && allows("H") && chance(8)) {
            suffix = "H";
            half = true;
        }
        if (wish.conditions && allows(".CC") && chance(25)) points += chance(30) ? ".CC1" : chance(30) ? ".CC0" : ".CC";
        if (is_cvt) {
            if (chance(40))
                points += std::string(".") + std::array{"ROUND", "CEIL", "FLR", "TRUNC"}[static_cast<size_t>(below(4))];
            if (chance(30)) points += ".SAT";
        } else if (float_result && allows(".SAT") && chance(20)) {
            points += chance(50) ? ".SAT" : ".SSAT";
        }
        if (!half && row.opcode == Opcode::Mul) {
            if (type.kind != 'F' && !type.wide && chance(30)) points += ".HI";
            if (type_word == "-" && chance(15) && wish.integers) points = chance(50) ? ".S24" : ".U24";
        }
        if (allows(".NTC") && chance(10)) points += ".NTC";
        if (allows(".PREC") && chance(10)) points += ".PREC";
        if (allows(".COH") && chance(15)) points += ".COH";
        if (allows(".VOL") && chance(15)) points += ".VOL";
        if (allows(".CTA") && chance(50)) points += ".CTA";
        if (allows(".SPARSE") && chance(10)) points += ".SPARSE";
        if (allows(".LODCLAMP") && chance(10)) {
            points += ".LODCLAMP";
            lod_clamp = true;
        }
    } else {
        for (std::string_view precision : {"R", "H", "X"}) {
            if (suffix.empty() && allows(precision) && chance(20)) suffix = precision;
        }
        if (wish.conditions && allows("C") && chance(25))
            suffix += allows("C1") && chance(40) ? "C1" : allows("C0") && chance(30) ? "C0" : "C";
        if (allows("_SAT") && chance(20))
            suffix += "_SAT";
        else if (allows("_SSAT") && chance(15))
            suffix += "_SSAT";
    }
    const bool multiplies_24 = points.starts_with(".S24") || points.starts_with(".U24");
    const auto slot = [&](const OperandShape& shape, Type usual) -> Type {
        if (multiplies_24) return {points[1], false};
        switch (shape.type) {
            case 'f': return {'F', usual.wide};
            case 's': return {'S', false};
            case 'u': return {'U', usual.wide};
            case 'a': return {'U', true};
            default: return usual;
        }
    };
    std::string line(info.spelling);
    line += suffix;
    if (type_word != "-") line += "." + std::string(type_word);
    line += points;

    std::string parts;
    const auto add = [&](const std::string& part) { parts += (parts.empty() ? " " : ", ") + part; };
    const std::string_view name = info.spelling;
    bool second = false;
    std::string texture;
    if (info.has_texture) {
        texture = texture_access(row.opcode, second);
        if (texture.empty()) return;
        if (points.find(".LODCLAMP") != std::string::npos &&
            (texture.find("RECT") != std::string::npos || texture.find("CUBE") != std::string::npos))
            return;
    }

    // The result.
    if (info.result.kind == 'a') {
        const bool plain = header == "!!VP1.0" || header == "!!VP1.1" || (arb_vertex && !codes);
        add(vp ? (plain ? "A0.x" : "A" + number(below(2))) : plain ? "A.x" : "A");
    } else if (info.result.kind != 0) {
        std::string letters = "xyzw";
        if (!nv() && name == "RFL") letters = "xyz";
        if (!nv() && name == "SCS") letters = "xy";
        std::string written = result(slot(info.result, type), letters);
        if (letters == "xyz" && written.find('.') == std::string::npos) return;
        if (name.starts_with("PK2") || name.starts_with("PK4")) {
            // 32 bits: no half register, nor a SHORT variable.
            written = (fp ? "R" : "t") + number(below(4)) + guard();
        }
        if (name == "PK64") written = "l" + number(below(3)) + guard();
        if (type.wide && !name.starts_with("PK") && info.result.type != 'f' && written[0] == 't' && chance(50))
            written = "l0";
        add(written);
    }

    // The operands.
    std::string image;
    if (name == "STOREIM") add(image_access(true, false, image));
    for (int n = 0; n < info.operand_count; ++n) {
        const OperandShape& shape = info.operands[static_cast<size_t>(n)];
        const Type wanted = slot(shape, source);
        const bool scalar = shape.kind == 's';
        switch (shape.kind) {
            case 'b': add(wish.own_memory ? own_element(row.opcode, type_word) : memory_element(row.opcode)); continue;
            case 'a': add(vp ? "A0" : "A"); continue;
            case 'k':
                if (codes && wish.conditions && (fp || chance(40))) {
                    add(nv() && chance(50) ? condition(true) : condition(!fp || chance(50)));
                } else if (fp) {
                    return;
                } else {
                    add(operand(wanted, false));
                }
                continue;
            default: break;
        }
        if (name == "SWZ") {
            static constexpr const char* sources[] = {"t0", "t1", "p0", "t3"};
            std::string swizzled = pick(sources);
            for (int c = 0; c < 4; ++c) swizzled += std::string(", ") + (chance(30) ? "-" : "") + "xyzw01"[below(6)];
            add(swizzled);
        } else if (name.starts_with("IPA") && n == 0) {
            static constexpr const char* attributes[] = {"fragment.color", "fragment.texcoord[1]", "a0", "ac",
                                                         "fragment.attrib[5]"};
            add((chance(20) ? "-" : "") + std::string(pick(attributes)) + swizzle(false, false));
        } else if (name == "LOAD" || name == "STORE" || name == "ATOM") {
            if (shape.kind == 's' && wish.own_memory) {
                add(own_element(row.opcode, type_word));
            } else if (shape.kind == 's') {
                add(version == 50 ? "l" + number(below(3)) + "." + "xyzw"[below(4)] : "t" + number(below(4)) + ".x");
            } else {
                add(operand(wanted, false, false));
            }
        } else if (name.starts_with("UP2") || name.starts_with("UP4")) {
            add((fp ? "R" : "t") + number(below(4)) + ".x");
        } else if (name == "UP64") {
            add("l" + number(below(3)));
        } else if (name == "ARL" && (header == "!!VP2.0")) {
            add(operand(wanted, false));
        } else {
            add(operand(wanted, scalar, !is_cvt));
        }
        if (n == 0 && (second || (lod_clamp && name != "TXD"))) add(operand({'F', false}, false));
    }
    if (name == "LDC" || name == "LDB" || name == "LDS") line.shrink_to_fit();
    if (info.has_image) {
        std::string access = image_access(name != "STOREIM", true, image);
        if (name == "IMQS") access = access.substr(0, access.rfind(", ")) + ", " + (chance(50) ? "2DMS" : "ARRAY2DMS");
        add(access);
    }
    if (info.has_texture) add(texture);
    text.append(static_cast<size_t>(depth) * 2, ' ');
    text += line + parts + ";\n";
}

void Writer::block(int statements) {
    ++depth;
    for (int n = 0; n < statements; ++n) statement();
    --depth;
}

void Writer::statement() {
    const auto put = [&](const std::string& line) {
        text.append(static_cast<size_t>(depth) * 2, ' ');
        text += line + "\n";
    };
    const bool structured = nv() || has("NV_fragment_program2");
    const bool labelled = nv() || has("NV_vertex_program2") || has("NV_vertex_program3") ||
                          has("NV_fragment_program2") || header == "!!VP2.0";
    if (wish.flow && chance(15) && depth < 4) {
        const int form = below(6);
        if (structured && form <= 1) {
            put("IF " + condition(chance(30)) + ";");
            block(1 + below(3));
            if (chance(50)) {
                put("ELSE;");
                block(1 + below(2));
            }
            return put("ENDIF;");
        }
        if (structured && form <= 3) {
            const bool counted = chance(70) || !nv();
            const bool loop = !nv() && loops == 0 && chance(50);
            if (!nv()) {
                put(loop ? "LOOP n;" : "REP n;");
            } else if (counted) {
                constexpr const char* counts[] = {"REP 3;", "REP t0;", "REP.S i0;", "REP.U u0;"};
                put(pick(counts));
            } else {
                put("REP;");
            }
            ++loops;
            block(1 + below(3));
            ++depth;
            if (loop && chance(60)) put("MOV t0, fragment.texcoord[A0.x+1];");
            if (nv() && chance(40)) put("CONT " + condition(true) + ";");
            if (!counted || chance(40)) put("BRK " + condition(true) + ";");
            --depth;
            --loops;
            return put(loop ? "ENDLOOP;" : "ENDREP;");
        }
        if (labelled && form == 4 && !in_subroutine) {
            if (version == 50 && chance(40)) {
                return put("CALI " + (chance(50) ? "sv" : "sw" + index(3)) + (chance(50) ? " " + condition(true) : "") +
                           ";");
            }
            return put("CAL sub" + number(below(2)) + (chance(50) ? " " + condition(true) : "") + ";");
        }
        if (labelled && !structured && depth == 0) {
            const std::string label = "l" + number(labels++);
            put("BRA " + label + " " + condition(true) + ";");
            block(1 + below(2));
            return put(label + ":");
        }
        if (labelled && chance(50)) return put("RET " + condition(true) + ";");
    }
    if (!rows.empty()) instruction(*pick(rows));
}

std::string Writer::write() {
    choose_header();
    choose_options();
    declare();
    std::string base_header(header);
    if (version == 41) base_header.back() = '0';
    for (const OpcodeRow& row : opcode_rows()) {
        const auto in = words(row.headers);
        if (std::find(in.begin(), in.end(), header) == in.end() &&
            std::find(in.begin(), in.end(), base_header) == in.end())
            continue;
        const auto needed = words(row.options);
        if (!std::all_of(needed.begin(), needed.end(), [&](std::string_view option) { return has(option); })) continue;
        const OpcodeInfo& info = opcode_info(row.opcode);
        if (info.category == OpcodeCategory::Flow) continue;
        if (info.category == OpcodeCategory::Texture && !wish.textures) continue;
        if ((info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image ||
             row.opcode == Opcode::Membar) &&
            !wish.memory && !(wish.own_memory && keeps_to_own_memory(row.opcode)))
            continue;
        if (row.opcode == Opcode::Kil && !wish.conditions) continue;
        if (is_cross_lane(row.opcode) && !wish.cross_lane) continue;
        if (is_approximate(row.opcode) && !wish.approximate) continue;
        if (info.category == OpcodeCategory::Other && row.opcode != Opcode::Kil && row.opcode != Opcode::Membar &&
            !wish.stage_specific)
            continue;
        // The critical section stands in the main program once; address stacks must balance.
        if (row.opcode == Opcode::Fsib || row.opcode == Opcode::Fsie || row.opcode == Opcode::Pusha ||
            row.opcode == Opcode::Popa)
            continue;
        // Rows that only add handles to others have no operands of their own; the access decides.
        if (std::string_view(row.id).ends_with("bindless_texture")) continue;
        rows.push_back(&row);
    }
    for (int n = 0; n < wish.statements; ++n) {
        statement();
        if (wish.own_memory && stage == 'k' && chance(15))
            text += "BAR;\nADD.U turn.x, turn.x, 1;\nAND.U turn.x, turn.x, " + number(own_threads - 1) + ";\n" + turn();
    }
    if (wish.own_memory) text += write_temporaries();
    const bool labelled = wish.flow && (nv() || has("NV_vertex_program2") || has("NV_vertex_program3") ||
                                        has("NV_fragment_program2") || header == "!!VP2.0");
    if (vp) text += has("NV_position_invariant") ? "MOV o[COL0], R0;\n" : "MOV o[HPOS], R0;\n";
    if (fp) text += "MOV o[COLR], R0;\n";
    if (labelled) {
        text += "RET;\n";
        in_subroutine = true;
        for (int n = 0; n < 2; ++n) {
            text += "sub" + number(n) + (version == 50 ? " SUBROUTINENUM(" + number(n) + ")" : "") + ":\n";
            block(1 + below(3));
            text += "RET;\n";
        }
    }
    std::string all(header);
    all += '\n';
    for (std::string_view option : options) all += "OPTION " + std::string(option) + ";\n";
    return all + declarations + text + "END\n";
}

}  // namespace

std::string random_program(uint64_t seed, const RandomProgram& wish) { return Writer(seed, wish).write(); }

}  // namespace arbasm
