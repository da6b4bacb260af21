// Transform feedback: which results of the last stage before rasterization go where, by names that the application gave
// or by layout(xfb_…).
#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "glsl/link/interface_parts.h"
#include "glsl/link/linker.h"

#include "ir/bindings.h"

namespace glsl {

namespace {

// A result's spelling without the words that may be left out: front, primary, the index 0.
std::string shortest(std::string spelling) {
    for (const std::string_view word : {".front", ".primary", "[0]"})
        if (const size_t at = spelling.find(word); at != std::string::npos) spelling.erase(at, word.size());
    return spelling;
}

}  // namespace

// An output or a part of it: instance `index` of `type`, whose leaves begin at `leaf`.
struct Linker::Captured {
    const Variable* variable = nullptr;
    const Type* type = nullptr;
    size_t leaf = 0;
    int64_t index = 0;
    std::string_view binding;  // of a member of gl_out; else the variable's
};

// Null: there is none.
StageUnit* Linker::last_before_rasterization() {
    StageUnit* last = nullptr;
    for (const arbasm::Stage stage :
         {arbasm::Stage::Vertex, arbasm::Stage::TessControl, arbasm::Stage::TessEvaluation, arbasm::Stage::Geometry})
        if (!unit(stage).shaders.empty()) last = &unit(stage);
    return last;
}

void Linker::assign_feedback() {
    StageUnit* const last = last_before_rasterization();
    if (last) capture_by_layout(*last);
    if (!result_.feedback.captures.empty() || options_.feedback_varyings.empty()) return;
    // Only NV_gpu_shader5, which OpenGL ES has not, captures patches.
    const bool captures = last && (last->stage != arbasm::Stage::TessControl || !options_.es);
    if (!captures)
        error("there is no shader whose outputs transform feedback could capture");
    else
        capture_by_names(*last);
}

// Patches that no evaluation shader takes are captured as their vertices, of which gl_out has the built-in outputs
// (NV_gpu_shader5).
bool Linker::find_in_patch(StageUnit& last, std::string_view name, Captured& found) {
    if (last.stage != arbasm::Stage::TessControl) return false;
    for (const Shader* shader : last.shaders)
        for (const Variable* variable : shader->builtins) {
            if (variable->name != "gl_out") continue;
            const Structure& vertex = *vertex_type(*variable, last.stage)->structure;
            const int member = vertex.find(name);
            if (member < 0) continue;
            found.variable = variable;
            found.type = vertex.members[static_cast<size_t>(member)].type;
            for (int n = 0; n < member; n++) found.leaf += leaf_count(vertex.members[static_cast<size_t>(n)].type);
            for (const MemberRow& row : members_of("gl_PerVertex"))
                if (row.name == name) found.binding = row.binding;
            return true;
        }
    return false;
}

// The output that a name like "lights[1].colour" stands for.
bool Linker::find_captured(StageUnit& last, const std::string& name, Captured& found) {
    const std::string_view word(name);
    size_t at = std::min(word.find_first_of(".["), word.size());
    const auto look_for = [&](const auto& variables) {
        for (const Variable* variable : variables)
            // A block with an instance is known by its own name.
            if (variable->qualifiers.storage == Storage::Out && !variable->qualifiers.patch &&
                (variable->block && variable->member < 0 ? variable->block->name : variable->name) ==
                    word.substr(0, at))
                found.variable = last.canonical(variable);
    };
    for (const Shader* shader : last.shaders) {
        look_for(shader->globals);
        look_for(shader->builtins);
    }
    if (found.variable)
        found.type = vertex_type(*found.variable, last.stage);
    else if (!find_in_patch(last, word.substr(0, at), found))
        return false;
    while (at < word.size()) {
        const size_t end = std::min(word.find_first_of(".[", at + 1), word.size());
        if (word[at] == '.') {
            const int member =
                found.type->is_structure() ? found.type->structure->find(word.substr(at + 1, end - at - 1)) : -1;
            if (member < 0) return false;
            const auto members = found.type->structure->members;
            for (int n = 0; n < member; n++) found.leaf += leaf_count(members[static_cast<size_t>(n)].type);
            found.type = members[static_cast<size_t>(member)].type;
        } else {
            int number = -1;
            const auto [stop, problem] = std::from_chars(word.data() + at + 1, word.data() + end, number);
            if (problem != std::errc{} || stop + 1 != word.data() + end || *stop != ']' || !found.type->is_array() ||
                number < 0 || number >= found.type->size)
                return false;
            found.index = found.index * found.type->size + number;
            found.type = found.type->element;
        }
        at = end;
    }
    return true;
}

void Linker::capture_by_names(StageUnit& last) {
    Feedback& feedback = result_.feedback;
    feedback.separate = options_.feedback_separate;
    int buffer = 0;
    // Of the buffer: drivers count so, and Khronos' tests want it. OpenGL 4.6, 11.1.2.1 was written before
    // gl_NextBuffer and says "the total number".
    int64_t components = 0;
    const auto check_components = [&] {
        if (!feedback.separate && components > arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS)
            error("transform feedback is to capture " + std::to_string(components) +
                  " components in a buffer, more than " +
                  std::to_string(arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS));
        components = 0;
    };
    for (size_t n = 0; n < options_.feedback_varyings.size(); n++) {
        const std::string& name = options_.feedback_varyings[n];
        if (feedback.separate) buffer = static_cast<int>(n);
        if (static_cast<size_t>(buffer) >= feedback.strides.size())
            return error("transform feedback is to capture " + name + " in one buffer more than there are");
        uint32_t& stride = feedback.strides[static_cast<size_t>(buffer)];
        if (name == "gl_NextBuffer") {
            feedback.varyings.push_back({name, nullptr, 0, buffer, stride});
            check_components();
            buffer++;
            continue;
        }
        constexpr std::string_view skip = "gl_SkipComponents";
        if (name.size() == skip.size() + 1 && name.starts_with(skip) && name.back() >= '1' && name.back() <= '4') {
            const int skipped = name.back() - '0';
            feedback.varyings.push_back({name, nullptr, skipped, buffer, stride});
            stride += static_cast<uint32_t>(4 * skipped);
            components += skipped;
            continue;
        }
        Captured what;
        if (!find_captured(last, name, what)) {
            error("transform feedback is to capture " + name + ", which is no output");
            continue;
        }
        const Type* const type = what.type->is_array() ? what.type->element : what.type;
        if (!type->is_basic()) {
            error("transform feedback can't capture " + name + " as a whole, only its members and elements");
            continue;
        }
        const Variable& variable = *what.variable;
        const Layout& layout = variable.block ? variable.block->qualifiers.layout : variable.qualifiers.layout;
        set_stream(buffer, layout);
        feedback.varyings.push_back({name, type, what.type->is_array() ? what.type->size : 1, buffer, stride});
        const int64_t own = captured_bytes(what.type) / 4;
        components += own;
        if (feedback.separate && own > arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS)
            error("transform feedback captures no more than " +
                  std::to_string(arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS) +
                  " components of an output into a buffer of its own, and " + name + " has " + std::to_string(own));
        // What is too much is not taken apart.
        if (own <= std::max(arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS,
                            arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS))
            capture(last, what, buffer, stride);
    }
    check_components();
}

void Linker::capture_by_layout(StageUnit& last) {
    Feedback& feedback = result_.feedback;
    std::array<uint32_t, 4> declared{};
    std::unordered_set<const Variable*> seen;
    for (const Shader* shader : last.shaders) {
        for (size_t buffer = 0; buffer < declared.size(); buffer++)
            if (shader->layout.xfb_strides[buffer] >= 0)
                declared[buffer] = static_cast<uint32_t>(shader->layout.xfb_strides[buffer]);
        for (const Variable* known : shader->globals) {
            const Variable* variable = last.canonical(known);
            const Layout& layout = variable->qualifiers.layout;
            if (variable->qualifiers.storage != Storage::Out || !seen.insert(variable).second) continue;
            const int buffer = std::max(layout.xfb_buffer, 0);
            if (layout.xfb_stride >= 0 && buffer < 4)
                declared[static_cast<size_t>(buffer)] = static_cast<uint32_t>(layout.xfb_stride);
            if (variable->block && variable->member < 0)
                capture_block(last, *variable);
            else
                capture_at_offset(last, {variable, vertex_type(*variable, last.stage), 0, 0, {}},
                                  std::string(variable->name), layout);
        }
        // SPIR-V says it of members of gl_PerVertex, too.
        for (const Variable* variable : shader->builtins) {
            const Layout& layout = variable->qualifiers.layout;
            if (variable->qualifiers.storage != Storage::Out || layout.xfb_offset < 0) continue;
            if (layout.xfb_stride >= 0 && layout.xfb_buffer < 4)
                declared[static_cast<size_t>(std::max(layout.xfb_buffer, 0))] =
                    static_cast<uint32_t>(layout.xfb_stride);
            capture_at_offset(last, {variable, variable->type, 0, 0, {}}, std::string(variable->name), layout);
        }
    }
    for (size_t buffer = 0; buffer < declared.size(); buffer++) {
        // A vertex with 64-bit components takes a multiple of their size.
        if (captures_wide_[buffer])
            feedback.strides[buffer] = static_cast<uint32_t>(aligned(feedback.strides[buffer], 8));
        if (!declared[buffer]) continue;
        if (captures_wide_[buffer] && declared[buffer] % 8)
            error("xfb_stride of buffer " + std::to_string(buffer) +
                  " is no multiple of 8, and doubles are captured there");
        if (declared[buffer] < feedback.strides[buffer])
            error("xfb_stride of buffer " + std::to_string(buffer) + " is smaller than what is captured there");
        feedback.strides[buffer] = declared[buffer];
    }
}

// A buffer takes outputs of one vertex stream only (GLSL 4.60 4.4.2.1).
void Linker::set_stream(int buffer, const Layout& layout) {
    const auto stream = static_cast<uint8_t>(std::max(layout.stream, 0));
    uint8_t& of_buffer = result_.feedback.streams[static_cast<size_t>(buffer)];
    if (std::exchange(has_stream_[static_cast<size_t>(buffer)], true) && of_buffer != stream)
        error("transform feedback is to capture outputs of two streams in buffer " + std::to_string(buffer));
    of_buffer = stream;
}

// An output whose layout says where it goes, if it does.
void Linker::capture_at_offset(StageUnit& last, const Captured& what, const std::string& name, const Layout& layout) {
    const int buffer = std::max(layout.xfb_buffer, 0);
    if (layout.xfb_offset < 0 && layout.xfb_stride < 0) return;
    if (buffer >= 4) return error("there is no transform feedback buffer " + std::to_string(buffer));
    if (layout.xfb_offset < 0) return;
    // What is too much is not taken apart.
    const int64_t bytes = captured_bytes(what.type),
                  most = int64_t{4} * arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS;
    if (bytes > most)
        return error("transform feedback is to capture the " + std::to_string(bytes) + " bytes of " + name +
                     ", more than " + std::to_string(most));
    Feedback& feedback = result_.feedback;
    const bool array = what.type->is_array();
    const Type* const type = array ? what.type->element : what.type;
    auto offset = static_cast<uint32_t>(layout.xfb_offset);
    if (offset % (contains_wide(type) ? 8 : 4))
        error("xfb_offset of " + name + " is no multiple of " + (contains_wide(type) ? "8" : "4"));
    list_captured(name, what.type, buffer, offset);
    set_stream(buffer, layout);
    capture(last, what, buffer, offset);
    uint32_t& stride = feedback.strides[static_cast<size_t>(buffer)];
    stride = std::max(stride, offset);
    captures_wide_[static_cast<size_t>(buffer)] |= contains_wide(what.type);
}

// What is captured as the application may ask of it: structures and arrays of arrays are taken apart.
void Linker::list_captured(const std::string& name, const Type* captured, int buffer, uint32_t offset) {
    const auto list = [&](const std::string& part, const Type* type) {
        if (contains_wide(type)) offset = static_cast<uint32_t>(aligned(offset, 8));
        list_captured(part, type, buffer, offset);
        offset += static_cast<uint32_t>(captured_bytes(type));
    };
    const bool array = captured->is_array();
    const Type* const type = array ? captured->element : captured;
    if (captured->is_structure()) {
        for (const Member& member : captured->structure->members)
            list(name + "." + std::string(member.name), member.type);
    } else if (type->is_basic()) {
        result_.feedback.varyings.push_back({name, type, array ? captured->size : 1, buffer, offset});
    } else {
        for (int n = 0; array && n < captured->size; n++) list(name + "[" + std::to_string(n) + "]", type);
    }
}

// The members of a block with an instance; each further one of an array goes into the next buffer.
void Linker::capture_block(StageUnit& last, const Variable& instance) {
    const Block& block = *instance.block;
    const Type* const whole = vertex_type(instance, last.stage);
    const bool array = whole->is_array();
    const int count = array ? std::max(is_per_vertex(instance, last.stage) ? whole->size : block.array_size, 1) : 1;
    for (int n = 0; n < count && right_; n++) {
        Captured what{&instance, nullptr, 0, n, {}};
        for (size_t member = 0; member < block.members.size(); member++) {
            const Member& own = block.type->structure->members[member];
            Layout layout = block.members[member].qualifiers.layout;
            layout.xfb_buffer = std::max(layout.xfb_buffer, 0) + n;
            what.type = own.type;
            capture_at_offset(
                last, what,
                std::string(block.name) + (array ? "[" + std::to_string(n) + "]." : ".") + std::string(own.name),
                layout);
            what.leaf += leaf_count(own.type);
        }
    }
}

void Linker::capture(StageUnit& last, const Captured& what, int buffer, uint32_t& offset) {
    Captured part = what;
    if (what.type->is_array() || what.type->is_matrix()) {
        const int size = what.type->is_array() ? what.type->size : what.type->columns;
        part.type = what.type->is_array() ? what.type->element : basic_type(what.type->scalar, what.type->rows);
        for (int n = 0; n < size; n++) {
            part.index = what.index * size + n;
            capture(last, part, buffer, offset);
        }
    } else if (what.type->is_structure()) {
        for (const Member& member : what.type->structure->members) {
            part.type = member.type;
            if (contains_wide(member.type)) offset = static_cast<uint32_t>(aligned(offset, 8));
            capture(last, part, buffer, offset);
            part.leaf += leaf_count(member.type);
        }
        if (contains_wide(what.type)) offset = static_cast<uint32_t>(aligned(offset, 8));
    } else {
        capture_register(last, part, buffer, offset);
    }
}

void Linker::capture_register(StageUnit& last, const Captured& what, int buffer, uint32_t& offset) {
    if (!captured_.emplace(what.variable, what.leaf, what.index).second)
        error("transform feedback is to capture " + std::string(what.variable->name) + " twice");
    FeedbackCapture captured;
    captured.buffer = buffer;
    captured.offset = offset;
    captured.components = what.type->rows;
    const std::string_view binding = !what.binding.empty()    ? what.binding
                                     : what.variable->builtin ? what.variable->builtin->binding
                                                              : std::string_view();
    if (binding == "special ClipVertex") {
        if (int& number = last.input.clip_vertex_out; number < 0) {
            VaryingRegisters* const side = &last.registers(Storage::Out, false);
            number = take_register({&side, 1});
        }
        captured.result = "result.attrib[" + std::to_string(last.input.clip_vertex_out) + "]";
    } else if (!binding.empty()) {
        captured.result = (what.binding.empty() ? "" : "result.") + std::string(binding);
        if (const size_t at = captured.result.find("[n]"); at != std::string::npos)
            captured.result.replace(at, 3, "[" + std::to_string(what.index) + "]");
        if (captured.result.ends_with(".x")) captured.result.resize(captured.result.size() - 2);
    } else if (const Slot* slot = captured_slot(last, what)) {
        captured.result = "result.attrib[" +
                          std::to_string(slot->number + what.index * (takes_two_locations(what.type) ? 2 : 1)) + "]";
        captured.first = slot->component;
        if (is_wide(what.type->scalar)) {
            // Pairs of 32-bit components; those of z and w follow in registers of their own.
            captured.components = std::min(2 * what.type->rows, 4);
            if (takes_two_locations(what.type)) {
                FeedbackCapture rest = captured;
                rest.result = "result.attrib[" + std::to_string(slot->number + 2 * what.index + 1) + "]";
                rest.components = 2 * what.type->rows - 4;
                rest.offset += 16;
                result_.feedback.captures.push_back(std::move(rest));
            }
        }
    }
    offset += static_cast<uint32_t>(captured_bytes(what.type));
    result_.feedback.captures.push_back(std::move(captured));
}

// Where an output is: those that no stage reads get their place now. Null: there is no room, which is reported.
const Slot* Linker::captured_slot(StageUnit& last, const Captured& what) {
    const auto find = [&]() -> const Slot* {
        const auto slots = last.input.varyings.find(what.variable);
        if (slots == last.input.varyings.end() || slots->second[what.leaf].number < 0) return nullptr;
        return &slots->second[what.leaf];
    };
    if (const Slot* known = find()) return known;
    for (const InterfacePart& part : parts_of(last, Storage::Out, false)) {
        if (part.variable != what.variable || what.leaf < part.leaf || what.leaf >= part.leaf + part.leaves.size())
            continue;
        const Side side{&last, Storage::Out, &part};
        number_parts({&side, 1}, part);
    }
    return find();
}

void Linker::list_active_varyings() {
    StageUnit* const last = last_before_rasterization();
    if (!right_ || !last || last->stage == arbasm::Stage::TessControl) return;
    std::vector<FeedbackCapture> captures = std::exchange(result_.feedback.captures, {});
    std::unordered_set<const Variable*> seen;
    for (const Shader* shader : last->shaders) {
        const auto list = [&](const auto& variables) {
            for (const Variable* known : variables) {
                const Variable* const variable = last->canonical(known);
                const Qualifiers& qualifiers = variable->qualifiers;
                if (qualifiers.storage != Storage::Out || qualifiers.patch || !seen.insert(variable).second) continue;
                const bool instance = variable->block && variable->member < 0;
                const Type* const type = vertex_type(*variable, last->stage);
                const std::string name(instance ? variable->block->name : variable->name);
                // Of what nobody writes or reads no limit has been asked for.
                if (name_count(type) > most_names)
                    return error(name + " has too many members: " + std::to_string(name_count(type)));
                list_active(*last, {variable, type, 0, 0, {}}, name);
            }
        };
        list(shader->globals);
        list(shader->builtins);
    }
    result_.feedback.captures = std::move(captures);
}

void Linker::list_active(StageUnit& last, const Captured& what, const std::string& name) {
    const Type* const type = what.type->is_array() ? what.type->element : what.type;
    Captured part = what;
    if (what.type->is_structure()) {
        for (const Member& member : what.type->structure->members) {
            part.type = member.type;
            list_active(last, part, name + "." + std::string(member.name));
            part.leaf += leaf_count(member.type);
        }
        return;
    }
    if (!type->is_basic()) {
        part.type = type;
        for (int n = 0; n < what.type->size; n++) {
            part.index = what.index * what.type->size + n;
            list_active(last, part, name + "[" + std::to_string(n) + "]");
        }
        return;
    }
    const Variable& variable = *what.variable;
    const auto is_placed = [&] {
        if (variable.builtin) return variable.written && variable.name != "gl_ClipVertex";
        const auto slots = last.input.varyings.find(&variable);
        return slots != last.input.varyings.end() && what.leaf < slots->second.size() &&
               slots->second[what.leaf].number >= 0;
    };
    const auto& wanted = options_.active_varyings;
    if (!is_placed() && std::ranges::find(wanted, name) == wanted.end()) return;
    ActiveVarying varying;
    varying.name = name;
    varying.type = type;
    varying.is_array = what.type->is_array();
    varying.size = varying.is_array ? what.type->size : 1;
    const Layout& layout = variable.block ? variable.block->qualifiers.layout : variable.qualifiers.layout;
    varying.stream = std::max(layout.stream, 0);
    captured_.clear();
    capture(last, what, 0, varying.bytes);
    varying.captures = std::exchange(result_.feedback.captures, {});
    result_.active_varyings.push_back(std::move(varying));
}

// What the programs call the results; those that a program never writes have no binding.
void Linker::bind_captures() {
    for (const arbasm::Stage stage :
         {arbasm::Stage::Geometry, arbasm::Stage::TessEvaluation, arbasm::Stage::TessControl, arbasm::Stage::Vertex}) {
        const auto& program = result_.stages[static_cast<size_t>(stage)].program;
        if (!program) continue;
        const auto bind = [&](FeedbackCapture& captured) {
            for (const arbasm::Binding& result : program->results)
                if (shortest(arbasm::binding_text(result, stage, program->instruction_set,
                                                  arbasm::BindingSide::Output)) == shortest(captured.result))
                    captured.binding = result;
        };
        for (FeedbackCapture& captured : result_.feedback.captures) bind(captured);
        for (ActiveVarying& varying : result_.active_varyings)
            for (FeedbackCapture& captured : varying.captures) bind(captured);
        return;
    }
}

}  // namespace glsl
