#include "arbasm/testing/random_program_writer.h"

namespace arbasm {
namespace {

struct OptionWords {
    std::string_view text, headers, group;
};
constexpr OptionWords all_options[] = {
#define ARBASM_OPTION(name, text, headers, group) {text, headers, group},
#include "ir/options.def"
#undef ARBASM_OPTION
};

}  // namespace

// ---- the program around the instructions

void RandomWriter::choose_header() {
    static const Words headers = all_headers();
    header = settings.header.empty() ? pick(headers) : settings.header;
    writes_state = header == "!!VSP1.0";
    vp = header.starts_with("!!VP") || writes_state;
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

void RandomWriter::choose_options() {
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
        if (!settings.options || !admits(option.headers) || !chance(30)) continue;
        // These change the form of a program.
        if (option.text == "NV_geometry_program_passthrough" && !settings.stage_specific) continue;
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
    if (settings.own_memory && !has("NV_shader_storage_buffer")) options.push_back("NV_shader_storage_buffer");
    codes = nv() || header == "!!VP2.0" || fp || has("NV_vertex_program2") || has("NV_vertex_program3") ||
            has("NV_fragment_program") || has("NV_fragment_program2");
    second_code = nv() || has("NV_vertex_program3");
    passes_on = has("NV_geometry_program_passthrough");
}

void RandomWriter::declare() {
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
    declare_stage();
    if (settings.textures && version == 50) d += "TEXTURE xs[] = { texture[24..27] };\n";
    if (settings.flow && version == 50) {
        d += "SUBROUTINETYPE sy { sub0, sub1 };\nSUBROUTINE sy sv = program.subroutine[0];\n"
             "SUBROUTINE sy sw[] = { program.subroutine[1..3] };\n";
    }
    declare_memory();
}

void RandomWriter::declare_stage() {
    std::string& d = declarations;
    switch (stage) {
        case 'v':
            d += "ATTRIB a0 = vertex.attrib[6];\nATTRIB aa[] = { vertex.texcoord[2..4] };\n";
            d += "OUTPUT o0 = result.attrib[4];\nOUTPUT oa[] = { result.attrib[10..13] };\n";
            break;
        case 'g': {
            constexpr std::pair<const char*, int> inputs[] = {
                {"POINTS", 1}, {"LINES", 2}, {"LINES_ADJACENCY", 4}, {"TRIANGLES", 3}, {"TRIANGLES_ADJACENCY", 6}};
            constexpr std::pair<const char*, int> passed[] = {{"POINTS", 1}, {"LINES", 2}, {"TRIANGLES", 3}};
            const auto [name, count] = passes_on ? pick(passed) : pick(inputs);
            vertices = count;
            d += std::string("PRIMITIVE_IN ") + name + ";\n";
            if (passes_on)
                d += "PASSTHROUGH result.attrib[3].yz;\nPASSTHROUGH result.attrib[20..22];\n";
            else
                d += "PRIMITIVE_OUT POINTS;\nVERTICES_OUT " + number(1 + below(8)) + ";\n";
            if (version == 50 && !passes_on && chance(40)) d += "INVOCATIONS " + number(1 + below(4)) + ";\n";
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
            if (settings.own_memory) {
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
}

void RandomWriter::declare_memory() {
    std::string& d = declarations;
    if (settings.own_memory) {
        d += "STORAGE sb[] = { program.storage[0] };\nSTORAGE so[] = { program.storage[1] };\n"
             "CBUFFER cb[] = { program.buffer[4] };\nLONG TEMP own;\nUINT TEMP turn;\n";
        d += stage == 'f'   ? "FLAT ATTRIB self = fragment.attrib[15];\n"
             : stage == 'v' ? "ATTRIB self = vertex.attrib[15];\n"
             : stage == 'k' ? "ATTRIB self = invocation.localindex;\n"
                            : "ATTRIB self = vertex[0].attrib[15];\n";
        text += "MOV.U turn.x, self.x;\n" + turn();
    }
    if (!settings.memory) return;
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

// ---- instructions

namespace {

RandomType type_of(std::string_view word, char usual) {
    // "ADD.U32", "F32X4", "S", "-", "INCR.U"
    const size_t point = word.find('.');
    if (point != std::string_view::npos) word = word.substr(point + 1);
    if (word == "-" || word == "INCR" || word == "DECR" || word == "GET") return {usual, false};
    return {word[0], word.find("64") != std::string_view::npos};
}

bool keeps_to_own_memory(Opcode opcode) {
    return opcode == Opcode::Membar ||
           (opcode_info(opcode).category == OpcodeCategory::Memory && has_trait(opcode, Trait::Stored));
}

bool is_cross_lane(Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    return info.traits.has(Trait::Interpolates) || (info.traits.has(Trait::SeesLanes) && !info.has_texture);
}

}  // namespace

bool is_left_out(Opcode opcode) {
    return opcode == Opcode::Clock || has_trait(opcode, Trait::Interlock) || has_trait(opcode, Trait::Stack);
}

// The type, and what it makes of result and operands. False: there is none that was requested for.
bool RandomWriter::choose_type(RandomInstruction& made) {
    const OpcodeRow& row = made.row;
    const OpcodeInfo& info = made.info;
    Words types;
    for (std::string_view word : words(row.types)) {
        const RandomType type = type_of(word, info.type);
        if (row.opcode == Opcode::Cvt) {
            const RandomType other = type_of(word.substr(0, word.find('.')), 'F');
            if ((other.kind == 'F' && !settings.floats) || (other.kind != 'F' && !settings.integers)) continue;
            if (other.wide && !settings.wide) continue;
        }
        if (type.wide && (!settings.wide || version != 50)) continue;
        if ((type.kind == 'F' && !settings.floats) || (type.kind != 'F' && !settings.integers)) continue;
        types.push_back(word);
    }
    if (types.empty()) return false;
    made.type_word = pick(types);
    const std::string_view type_word = made.type_word;
    const bool is_cvt = row.opcode == Opcode::Cvt;
    const std::string_view destination = is_cvt ? type_word.substr(0, type_word.find('.')) : type_word;
    made.type = type_of(is_cvt ? destination : type_word, nv() ? info.type : 'F');
    made.source = is_cvt ? type_of(type_word, 'F') : made.type;
    return !made.source.wide || settings.wide;
}

// Modifiers, one of each sort.
void RandomWriter::choose_modifiers(RandomInstruction& made) {
    const OpcodeRow& row = made.row;
    const OpcodeInfo& info = made.info;
    const RandomType type = made.type;
    std::string &suffix = made.suffix, &points = made.points;
    const auto allows = [&](std::string_view modifier) {
        const auto all = words(row.modifiers);
        return std::find(all.begin(), all.end(), modifier) != all.end();
    };
    const bool float_result = info.result.type == 'f' || (info.result.type == 0 && type.kind == 'F');
    if (nv()) {
        bool half = false;
        if (made.type_word == "-" && info.type == 'F' && allows("H") && chance(8)) {
            suffix = "H";
            half = true;
        }
        if (settings.conditions && allows(".CC") && chance(25))
            points += chance(30) ? ".CC1" : chance(30) ? ".CC0" : ".CC";
        if (row.opcode == Opcode::Cvt) {
            if (chance(40))
                points += std::string(".") + std::array{"ROUND", "CEIL", "FLR", "TRUNC"}[static_cast<size_t>(below(4))];
            if (chance(30)) points += ".SAT";
        } else if (float_result && allows(".SAT") && chance(20)) {
            points += chance(50) ? ".SAT" : ".SSAT";
        }
        if (!half && row.opcode == Opcode::Mul) {
            if (type.kind != 'F' && !type.wide && chance(30)) points += ".HI";
            if (made.type_word == "-" && chance(15) && settings.integers) points = chance(50) ? ".S24" : ".U24";
        }
        if (allows(".NTC") && chance(10)) points += ".NTC";
        if (allows(".PREC") && chance(10)) points += ".PREC";
        if (allows(".COH") && chance(15)) points += ".COH";
        if (allows(".VOL") && chance(15)) points += ".VOL";
        if (allows(".CTA") && chance(50)) points += ".CTA";
        if (allows(".SPARSE") && chance(10)) points += ".SPARSE";
        if (allows(".LODCLAMP") && chance(10)) points += ".LODCLAMP";
    } else {
        for (std::string_view precision : {"R", "H", "X"}) {
            if (suffix.empty() && allows(precision) && chance(20)) suffix = precision;
        }
        if (settings.conditions && allows("C") && chance(25))
            suffix += allows("C1") && chance(40) ? "C1" : allows("C0") && chance(30) ? "C0" : "C";
        if (allows("_SAT") && chance(20))
            suffix += "_SAT";
        else if (allows("_SSAT") && chance(15))
            suffix += "_SSAT";
    }
}

// What an operand or the result of this shape is.
RandomType RandomWriter::type_in(const RandomInstruction& made, const OperandShape& shape, RandomType usual) {
    if (made.points.starts_with(".S24") || made.points.starts_with(".U24")) return {made.points[1], false};
    switch (shape.type) {
        case 'f': return {'F', usual.wide};
        case 's': return {'S', false};
        case 'u': return {'U', usual.wide};
        case 'a': return {'U', true};
        default: return usual;
    }
}

// False: the instruction can't be written.
bool RandomWriter::add_result(RandomInstruction& made) {
    const OpcodeInfo& info = made.info;
    const RandomType type = made.type;
    const std::string_view name = info.spelling;
    if (info.result.kind == 'a') {
        const bool plain = header == "!!VP1.0" || header == "!!VP1.1" || writes_state || (arb_vertex && !codes);
        made.add(vp ? (plain ? "A0.x" : "A" + number(below(2))) : plain ? "A.x" : "A");
    } else if (info.result.kind != 0) {
        std::string letters = "xyzw";
        if (!nv() && name == "RFL") letters = "xyz";
        if (!nv() && name == "SCS") letters = "xy";
        std::string written = result(type_in(made, info.result, type), letters);
        if (letters == "xyz" && written.find('.') == std::string::npos) return false;
        if (name.starts_with("PK2") || name.starts_with("PK4")) {
            // 32 bits: no half register, nor a SHORT variable.
            written = joined({fp ? "R" : "t", number(below(4)), guard()});
        }
        if (name == "PK64") written = joined({"l", number(below(3)), guard()});
        if (type.wide && !name.starts_with("PK") && info.result.type != 'f' && written[0] == 't' && chance(50))
            written = "l0";
        made.add(written);
    }
    return true;
}

std::string RandomWriter::operand_of(RandomInstruction& made, int n) {
    const OperandShape& shape = made.info.operands[static_cast<size_t>(n)];
    const RandomType wanted = type_in(made, shape, made.source);
    const std::string_view name = made.info.spelling;
    const bool scalar = shape.kind == 's';
    if (name == "SWZ") {
        static constexpr const char* sources[] = {"t0", "t1", "p0", "t3"};
        std::string swizzled = pick(sources);
        for (int c = 0; c < 4; ++c) swizzled += joined({", ", chance(30) ? "-" : "", one_of("xyzw01")});
        return swizzled;
    }
    if (name.starts_with("IPA") && n == 0) {
        static constexpr const char* attributes[] = {"fragment.color", "fragment.texcoord[1]", "a0", "ac",
                                                     "fragment.attrib[5]"};
        return joined({chance(20) ? "-" : "", pick(attributes), swizzle(false, false)});
    }
    if (name == "LOAD" || name == "STORE" || name == "ATOM") {
        if (!scalar) return operand(wanted, false, false);
        if (settings.own_memory) return own_element(made.row.opcode, made.type_word);
        return version == 50 ? joined({"l", number(below(3)), ".", one_of("xyzw")}) : "t" + number(below(4)) + ".x";
    }
    if (name.starts_with("UP2") || name.starts_with("UP4")) return (fp ? "R" : "t") + number(below(4)) + ".x";
    if (name == "UP64") return "l" + number(below(3));
    if (name == "ARL" && header == "!!VP2.0") return operand(wanted, false);
    return operand(wanted, scalar, made.row.opcode != Opcode::Cvt);
}

// False: the instruction can't be written.
bool RandomWriter::add_operands(RandomInstruction& made, bool second) {
    const bool clamp = made.points.find(".LODCLAMP") != std::string::npos && made.row.opcode != Opcode::Txd;
    for (int n = 0; n < made.info.operand_count; ++n) {
        switch (made.info.operands[static_cast<size_t>(n)].kind) {
            case 'b':
                made.add(settings.own_memory ? own_element(made.row.opcode, made.type_word)
                                             : memory_element(made.row.opcode));
                continue;
            case 'a': made.add(vp ? "A0" : "A"); continue;
            case 'k':
                if (codes && settings.conditions && (fp || chance(40))) {
                    made.add(nv() && chance(50) ? condition(true) : condition(!fp || chance(50)));
                } else if (fp) {
                    return false;
                } else {
                    made.add(operand(type_in(made, made.info.operands[static_cast<size_t>(n)], made.source), false));
                }
                continue;
            default: break;  // a register
        }
        made.add(operand_of(made, n));
        if (n == 0 && (second || clamp)) made.add(operand({'F', false}, false));
    }
    return true;
}

void RandomWriter::instruction(const OpcodeRow& row) {
    RandomInstruction made{row, opcode_info(row.opcode)};
    attribute_used.clear();
    parameter_used.clear();
    if (!choose_type(made)) return;
    choose_modifiers(made);
    std::string line(made.info.spelling);
    line += made.suffix;
    if (made.type_word != "-") line += "." + std::string(made.type_word);
    line += made.points;

    bool second = false;
    std::string texture;
    if (made.info.has_texture) {
        texture = texture_access(row.opcode, second);
        if (texture.empty()) return;
        if (made.points.find(".LODCLAMP") != std::string::npos &&
            (texture.find("RECT") != std::string::npos || texture.find("CUBE") != std::string::npos))
            return;
    }
    if (!add_result(made)) return;
    std::string image;
    const bool stores_image = row.opcode == Opcode::Storeim;
    if (stores_image) made.add(image_access(true, false, image));
    if (!add_operands(made, second)) return;
    if (made.info.has_image) {
        std::string access = image_access(!stores_image, true, image);
        if (row.opcode == Opcode::Imqs)
            access = access.substr(0, access.rfind(", ")) + ", " + (chance(50) ? "2DMS" : "ARRAY2DMS");
        made.add(access);
    }
    if (made.info.has_texture) made.add(texture);
    text.append(static_cast<size_t>(depth) * 2, ' ');
    text += line + made.parts + ";\n";
}

std::string RandomWriter::write() {
    choose_header();
    choose_options();
    declare();
    std::string base_header(header);
    if (version == 41) base_header.back() = '0';
    if (writes_state) base_header = "!!VP1.0";
    for (const OpcodeRow& row : opcode_rows()) {
        const auto in = words(row.headers);
        if (std::find(in.begin(), in.end(), header) == in.end() &&
            std::find(in.begin(), in.end(), base_header) == in.end())
            continue;
        const auto needed = words(row.options);
        if (!std::all_of(needed.begin(), needed.end(), [&](std::string_view option) { return has(option); })) continue;
        const OpcodeInfo& info = opcode_info(row.opcode);
        if (info.category == OpcodeCategory::Flow) continue;
        if (info.category == OpcodeCategory::Texture && !settings.textures) continue;
        if ((info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image ||
             row.opcode == Opcode::Membar) &&
            !settings.memory && !(settings.own_memory && keeps_to_own_memory(row.opcode)))
            continue;
        if (info.traits.has(Trait::Kills) && !settings.conditions) continue;
        if (is_cross_lane(row.opcode) && !settings.cross_lane) continue;
        if (has_trait(row.opcode, Trait::Elementary) && !settings.approximate) continue;
        if (info.category == OpcodeCategory::Other && row.opcode != Opcode::Kil && row.opcode != Opcode::Membar &&
            !settings.stage_specific)
            continue;
        if (is_left_out(row.opcode) ||
            (passes_on && (row.opcode == Opcode::Emit || row.opcode == Opcode::Emits || row.opcode == Opcode::Endprim)))
            continue;
        // Rows that only add handles to others have no operands of their own; the access decides.
        if (std::string_view(row.id).ends_with("bindless_texture")) continue;
        rows.push_back(&row);
    }
    for (int n = 0; n < settings.statements; ++n) {
        statement();
        if (settings.own_memory && stage == 'k' && chance(15))
            text += "BAR;\nADD.U turn.x, turn.x, 1;\nAND.U turn.x, turn.x, " + number(own_threads - 1) + ";\n" + turn();
    }
    if (settings.flow && labelled()) end_main();
    if (settings.own_memory) text += write_temporaries();
    if (vp)
        text += writes_state                   ? "MOV c[3], R0;\n"
                : has("NV_position_invariant") ? "MOV o[COL0], R0;\n"
                                               : "MOV o[HPOS], R0;\n";
    if (fp) text += "MOV o[COLR], R0;\n";
    if (settings.flow && labelled()) subroutines();
    std::string all(header);
    all += '\n';
    for (std::string_view option : options) all += "OPTION " + std::string(option) + ";\n";
    return all + declarations + text + "END\n";
}

std::string random_program(uint64_t seed, const RandomProgram& settings) {
    return RandomWriter(seed, settings).write();
}

}  // namespace arbasm
