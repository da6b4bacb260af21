#include "arbasm/testing/random_program_writer.h"
#include "ir/switches.h"

namespace arbasm {

// ---- operands

std::string RandomWriter::literal(RandomType type) {
    if (type.kind == 'F') {
        constexpr const char* floats[] = {"0",    "1",  "0.5", "2.25",       "1e3", "3.5e-2",
                                          ".125", "7.", "0.1", "16777217.0", "1E+5"};
        return joined({chance(25) ? "-" : "", pick(floats)});
    }
    constexpr const char* small[] = {"0", "1", "2", "7", "31", "255", "65536", "0x10", "0x7fffffff", "1000000007"};
    constexpr const char* unsigned_only[] = {"4294967295", "0x80000000", "0xDEADBEEF"};
    constexpr const char* large[] = {"4294967296", "0x123456789ABCDEF", "5000000000"};
    if (type.wide && chance(40)) return pick(large);
    if (type.kind == 'U' && chance(30)) return pick(unsigned_only);
    return joined({type.kind == 'S' && chance(25) ? "-" : "", pick(small)});
}

std::string RandomWriter::index(int size) {
    if (!nv() || !settings.relative || chance(50)) return "[" + number(below(size)) + "]";
    std::string result = chance(70) ? "[i" + number(below(2)) : "[t" + number(below(4));
    result += '.';
    result += "xyzw"[below(4)];
    if (chance(50)) result += "+" + number(below(size));
    return result + "]";
}

std::string RandomWriter::swizzle(bool scalar, bool required) {
    const bool colour = ((stage == 'f' && !fp) || nv()) && chance(25);
    const std::string_view letters = colour ? "rgba" : "xyzw";
    if (scalar) return required || chance(50) ? std::string(".") + letters[static_cast<size_t>(below(4))] : "";
    if (chance(50)) return "";
    if (chance(40)) return std::string(".") + letters[static_cast<size_t>(below(4))];
    std::string result = ".";
    for (int n = 0; n < 4; ++n) result += letters[static_cast<size_t>(below(4))];
    return result;
}

std::string RandomWriter::attribute() {
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

std::string RandomWriter::parameter() {
    switch (below(3)) {
        case 0: return "program.env[" + number(below(90)) + "]";
        case 1: return "program.local[" + number(below(90)) + "]";
        default: break;
    }
    Words list = words(
        "state.material.ambient state.material.back.shininess state.light[1].position state.light[2].half "
        "state.light[0].spot.direction state.light[3].spot.cutoff state.lightmodel.ambient "
        "state.lightmodel.back.scenecolor "
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
std::string RandomWriter::base(RandomType type, bool scalar, bool& is_literal) {
    is_literal = false;
    if (vp || fp) {
        const int form = below(10);
        if (form < 2) {
            if (attribute_used.empty()) {
                static constexpr const char* of_vertices[] = {"v[OPOS]", "v[NRML]", "v[COL0]", "v[5]", "v[TEX3]"};
                static constexpr const char* of_fragments[] = {"f[WPOS]", "f[COL0]", "f[FOGC]", "f[TEX1]"};
                attribute_used = writes_state ? "v[0]" : vp ? pick(of_vertices) : pick(of_fragments);
            }
            return attribute_used;
        }
        if (form < 4) {
            if (parameter_used.empty()) {
                if (vp) {
                    parameter_used =
                        settings.relative && !has("NV_position_invariant") && chance(40)
                            ? "c[A0.x" + (chance(50) ? joined({chance(50) ? "+" : "-", number(1 + below(60))}) : "") +
                                  "]"
                            : "c[" + number(below(96)) + "]";
                } else {
                    static constexpr const char* constants[] = {"pd", "pc", "p[3]", "{1, 2, -3, 0.5}"};
                    parameter_used = pick(constants);
                }
            }
            return parameter_used;
        }
        return joined({fp && chance(40) ? "H" : "R", number(below(12))});
    }
    if (type.wide) {
        switch (below(8)) {
            case 0:
                is_literal = scalar || chance(50);
                return is_literal ? literal(type) : joined({"{", literal(type), ", ", literal(type), "}"});
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
                if (arb_vertex && settings.relative && chance(60)) {
                    return "pa[A.x" + (chance(50) ? joined({chance(50) ? "+" : "-", number(below(60))}) : "") + "]";
                }
                return "pa[" + number(below(5)) + "]";
            case 4:
                return joined({"{", literal(type), ", ", literal(type), ", ", literal(type), ", ", literal(type), "}"});
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
                                                  : joined({"aa", index(vertices), index(3)});
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
            if (!settings.memory) return "t0";
            return chance(50) ? "pb" + index(16) : "pq" + index(9);
        case 8: return "ta" + index(6);
        case 9: return (type.kind == 'F' ? "f" : type.kind == 'S' ? "i" : "u") + number(below(2));
        case 10: return "h0";
        default: return "t" + number(below(4));
    }
}

std::string RandomWriter::operand(RandomType type, bool scalar, bool sign) {
    bool is_literal = false;
    std::string read = base(type, scalar, is_literal);
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

std::string RandomWriter::condition(bool parentheses) {
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

std::string RandomWriter::mask(std::string_view letters) {
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

std::string RandomWriter::result_register(RandomType type, bool& masked) {
    masked = true;
    if (vp || fp) {
        static constexpr const char* of_vertices[] = {"o[COL0]", "o[TEX2]", "o[BFC1]"};
        if (chance(20)) return writes_state ? "c[" + number(below(20)) + "]" : vp ? pick(of_vertices) : "o[COLR]";
        return joined({fp && chance(30) ? "H" : "R", number(below(12))});
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

std::string RandomWriter::result(RandomType type, std::string_view letters) {
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

std::string RandomWriter::texture_access(Opcode opcode, bool& second) {
    std::string list;
    const bool shadows = nv() || has("ARB_fragment_program_shadow");
    ASMGL_SOME_CASES
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
    ASMGL_END_SOME_CASES
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
    const bool looks_up = has_trait(opcode, Trait::Lookup) && opcode != Opcode::Txfms;
    if ((has("NV_bindless_texture") || has("ARB_bindless_texture")) && looks_up && chance(30)) {
        access = "handle(l" + number(below(3)) + ".x)";
    }
    const bool shadow = target.starts_with("SHADOW");
    const bool gathers = has_trait(opcode, Trait::Gathers);
    if (gathers && version == 50 && !shadow && chance(50)) {
        access += std::string(".") + "xyzw"[below(4)];
    }
    access += ", " + std::string(target);
    // Offsets: as many as the target has coordinates.
    const bool may_offset = nv() && looks_up && !gathers;
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

std::string RandomWriter::memory_element(Opcode opcode) {
    const auto bytes = [&](std::string_view name, int size) {
        if (settings.relative && chance(40)) {
            return joined({std::string(name), "[i0.", one_of("xyzw"),
                           chance(50) ? "+" + number(16 * below(size / 16)) : "", "]"});
        }
        return std::string(name) + "[" + number(16 * below(size / 16)) + "]";
    };
    const RegisterFile memory = opcode_info(opcode).traits.memory;
    if (memory == RegisterFile::Counter) return "ct" + index(8);
    if (memory == RegisterFile::Shared) return bytes("sh", 256);
    if (memory == RegisterFile::Buffer) {
        if (version == 50 && chance(30)) return bytes(chance(50) ? "cr[1]" : "cr[i1.y]", 4096);
        return bytes("cb", 4096);
    }
    if (chance(30)) return bytes(chance(50) ? "sr[0]" : "sr[i1.w+1]", 4096);
    return bytes("sb", 4096);
}

// Puts in front what makes an element, or an address, of the thread's own bytes.
std::string RandomWriter::own_element(Opcode opcode, std::string_view type) {
    type = type.substr(type.find('.') == std::string_view::npos ? 0 : type.find('.') + 1);
    const int bits = std::stoi(std::string(type.substr(1, type.find('X') - 1)));
    const int bytes = bits / 8 * (type.find('X') == std::string_view::npos ? 1 : type.back() - '0');
    const RegisterFile memory = opcode_info(opcode).traits.memory;
    const bool by_address = memory == RegisterFile::None, constants = memory == RegisterFile::Buffer;
    const auto put = [&](const std::string& line) {
        text.append(static_cast<size_t>(depth) * 2, ' ');
        text += line + "\n";
    };
    const char* const variable = constants ? "cb" : memory == RegisterFile::Shared ? "sh" : "sb";
    const int room = constants ? own_constant_bytes : own_bytes;
    if (!settings.relative || chance(50)) {
        const std::string at = number(below(room / bytes) * bytes);
        if (constants) return "cb[" + at + "]";
        if (!by_address) return std::string(variable) + "[turn.y+" + at + "]";
        put("ADD.U64 own.y, own.x, " + at + ";");
        return "own.y";
    }
    put("AND.U turn.z, " + operand({'U', false}, true, false) + ", " + number(room - bytes) + ";");
    if (constants) return "cb[turn.z]";
    if (by_address) {
        put("ADD.U64 own.y, own.x, turn.z;");
        return "own.y";
    }
    put("ADD.U turn.z, turn.z, turn.y;");
    return std::string(variable) + "[turn.z]";
}

// What depends on the thread's number in turn.x.
std::string RandomWriter::turn() {
    return "MUL.U turn.y, turn.x, " + number(own_bytes) + ";\nPK64.U own, program.local[" + number(own_address_local) +
           "].xyxy;\nADD.U64 own.x, own.x, turn.y;\n";
}

std::string RandomWriter::write_temporaries() {
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

std::string RandomWriter::image_access(bool with_unit, bool with_target, std::string& unit_target) {
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

}  // namespace arbasm
