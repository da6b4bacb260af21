#include "glsl/link/feedback.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "glsl/link/varyings.h"

#include "ir/bindings.h"

namespace glsl {

namespace {

// A result's spelling without the words that may be left out: front, primary, the index 0.
std::string shortest(std::string spelling) {
    for (const std::string_view word : {".front", ".primary", "[0]"})
        if (const size_t at = spelling.find(word); at != std::string::npos) spelling.erase(at, word.size());
    return spelling;
}

// An output or a part of it: instance `index` of `type`, whose leaves begin at `leaf`.
struct Captured {
    const Variable* variable = nullptr;
    const Type* type = nullptr;
    size_t leaf = 0;
    int64_t index = 0;
    std::string_view binding;  // of a member of gl_out; else the variable's
};

// Null: there is none.
StageUnit* last_before_rasterization(LinkContext& context) {
    StageUnit* last = nullptr;
    for (const arbasm::Stage stage :
         {arbasm::Stage::Vertex, arbasm::Stage::TessControl, arbasm::Stage::TessEvaluation, arbasm::Stage::Geometry})
        if (!context.unit(stage).shaders.empty()) last = &context.unit(stage);
    return last;
}

class CapturePass {
  public:
    CapturePass(LinkContext& context, StageUnit& last) : context_(context), last_(last) {}
    void by_names();
    void by_layout();
    void list_active();

  private:
    bool find_in_patch(std::string_view name, Captured& found);
    bool find_captured(const std::string& name, Captured& found);
    void capture_at_offset(const Captured& what, const std::string& name, const Layout& layout);
    void capture_block(const Variable& instance);
    void set_stream(int buffer, const Layout& layout);
    void list_captured(const std::string& name, const Type* captured, int buffer, uint32_t offset);
    void list(const Captured& what, const std::string& name);
    void capture(const Captured& what, int buffer, uint32_t& offset);
    void capture_register(const Captured& what, int buffer, uint32_t& offset);
    const Slot* captured_slot(const Captured& what);

    LinkContext& context_;
    StageUnit& last_;                                                  // the stage before rasterization
    std::array<bool, 4> wide_{}, has_stream_{};                        // buffers, by layout
    std::set<std::tuple<const Variable*, size_t, int64_t>> captured_;  // variable, leaf, instance
};

// Patches that no evaluation shader takes are captured as their vertices. gl_out has the vertices' built-in outputs
// (NV_gpu_shader5).
bool CapturePass::find_in_patch(std::string_view name, Captured& found) {
    if (last_.stage != arbasm::Stage::TessControl) return false;
    for (const Shader* shader : last_.shaders)
        for (const Variable* variable : shader->builtins) {
            if (variable->name != "gl_out") continue;
            const Structure& vertex = *vertex_type(*variable, last_.stage)->structure;
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
bool CapturePass::find_captured(const std::string& name, Captured& found) {
    const std::string_view word(name);
    size_t at = std::min(word.find_first_of(".["), word.size());
    const auto look_for = [&](const auto& variables) {
        for (const Variable* variable : variables)
            // A block with an instance is known by its own name.
            if (variable->qualifiers.storage == Storage::Out && !variable->qualifiers.patch &&
                (variable->block && variable->member < 0 ? variable->block->name : variable->name) ==
                    word.substr(0, at))
                found.variable = last_.canonical(variable);
    };
    for (const Shader* shader : last_.shaders) {
        look_for(shader->globals);
        look_for(shader->builtins);
    }
    if (found.variable)
        found.type = vertex_type(*found.variable, last_.stage);
    else if (!find_in_patch(word.substr(0, at), found))
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

// A buffer takes outputs of one vertex stream only (GLSL 4.60 4.4.2.1).
void CapturePass::set_stream(int buffer, const Layout& layout) {
    const auto stream = static_cast<uint8_t>(std::max(layout.stream, 0));
    uint8_t& of_buffer = context_.program().feedback.streams[static_cast<size_t>(buffer)];
    if (std::exchange(has_stream_[static_cast<size_t>(buffer)], true) && of_buffer != stream)
        context_.error("transform feedback is to capture outputs of two streams in buffer " + std::to_string(buffer));
    of_buffer = stream;
}

// What is captured as the application may ask of it: structures and arrays of arrays are taken apart.
void CapturePass::list_captured(const std::string& name, const Type* captured, int buffer, uint32_t offset) {
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
        context_.program().feedback.varyings.push_back({name, type, array ? captured->size : 1, buffer, offset});
    } else {
        for (int n = 0; array && n < captured->size; n++) list(name + "[" + std::to_string(n) + "]", type);
    }
}

// Where an output is. Outputs that no stage reads get their place now. Null: there is no room, which is reported.
const Slot* CapturePass::captured_slot(const Captured& what) {
    const auto find = [&]() -> const Slot* {
        const auto slots = last_.input.varyings.find(what.variable);
        if (slots == last_.input.varyings.end() || slots->second[what.leaf].number < 0) return nullptr;
        return &slots->second[what.leaf];
    };
    if (const Slot* known = find()) return known;
    for (const InterfacePart& part : parts_of(last_, Storage::Out, false)) {
        if (part.variable != what.variable || what.leaf < part.leaf || what.leaf >= part.leaf + part.leaves.size())
            continue;
        const Side side{&last_, Storage::Out, &part};
        number_parts(context_, {&side, 1}, part);
    }
    return find();
}

void CapturePass::capture_register(const Captured& what, int buffer, uint32_t& offset) {
    if (!captured_.emplace(what.variable, what.leaf, what.index).second)
        context_.error("transform feedback is to capture " + std::string(what.variable->name) + " twice");
    FeedbackCapture captured;
    captured.buffer = buffer;
    captured.offset = offset;
    captured.components = what.type->rows;
    const std::string_view binding = !what.binding.empty()    ? what.binding
                                     : what.variable->builtin ? what.variable->builtin->binding
                                                              : std::string_view();
    if (binding == "special ClipVertex") {
        if (int& number = last_.input.clip_vertex_out; number < 0) {
            VaryingRegisters* const side = &last_.registers(Storage::Out, false);
            number = take_register({&side, 1});
        }
        captured.result = "result.attrib[" + std::to_string(last_.input.clip_vertex_out) + "]";
    } else if (!binding.empty()) {
        captured.result = (what.binding.empty() ? "" : "result.") + std::string(binding);
        if (const size_t at = captured.result.find("[n]"); at != std::string::npos)
            captured.result.replace(at, 3, "[" + std::to_string(what.index) + "]");
        if (captured.result.ends_with(".x")) captured.result.resize(captured.result.size() - 2);
    } else if (const Slot* slot = captured_slot(what)) {
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
                context_.program().feedback.captures.push_back(std::move(rest));
            }
        }
    }
    offset += static_cast<uint32_t>(captured_bytes(what.type));
    context_.program().feedback.captures.push_back(std::move(captured));
}

void CapturePass::capture(const Captured& what, int buffer, uint32_t& offset) {
    Captured part = what;
    if (what.type->is_array() || what.type->is_matrix()) {
        const int size = what.type->is_array() ? what.type->size : what.type->columns;
        part.type = what.type->is_array() ? what.type->element : basic_type(what.type->scalar, what.type->rows);
        for (int n = 0; n < size; n++) {
            part.index = what.index * size + n;
            capture(part, buffer, offset);
        }
    } else if (what.type->is_structure()) {
        for (const Member& member : what.type->structure->members) {
            part.type = member.type;
            if (contains_wide(member.type)) offset = static_cast<uint32_t>(aligned(offset, 8));
            capture(part, buffer, offset);
            part.leaf += leaf_count(member.type);
        }
        if (contains_wide(what.type)) offset = static_cast<uint32_t>(aligned(offset, 8));
    } else {
        capture_register(part, buffer, offset);
    }
}

void CapturePass::by_names() {
    Feedback& feedback = context_.program().feedback;
    feedback.separate = context_.options().feedback_separate;
    int buffer = 0;
    // Counts the buffer's components: drivers do so, and Khronos' tests want it. OpenGL 4.6, 11.1.2.1 was written
    // before gl_NextBuffer and says "the total number".
    int64_t components = 0;
    const auto check_components = [&] {
        if (!feedback.separate && components > arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS)
            context_.error("transform feedback is to capture " + std::to_string(components) +
                           " components in a buffer, more than " +
                           std::to_string(arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS));
        components = 0;
    };
    for (size_t n = 0; n < context_.options().feedback_varyings.size(); n++) {
        const std::string& name = context_.options().feedback_varyings[n];
        if (feedback.separate) buffer = static_cast<int>(n);
        if (static_cast<size_t>(buffer) >= feedback.strides.size())
            return context_.error("transform feedback is to capture " + name + " in one buffer more than there are");
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
        if (!find_captured(name, what)) {
            context_.error("transform feedback is to capture " + name + ", which is no output");
            continue;
        }
        const Type* const type = what.type->is_array() ? what.type->element : what.type;
        if (!type->is_basic()) {
            context_.error("transform feedback can't capture " + name + " as a whole, only its members and elements");
            continue;
        }
        const Variable& variable = *what.variable;
        const Layout& layout = variable.block ? variable.block->qualifiers.layout : variable.qualifiers.layout;
        set_stream(buffer, layout);
        feedback.varyings.push_back({name, type, what.type->is_array() ? what.type->size : 1, buffer, stride});
        const int64_t own = captured_bytes(what.type) / 4;
        components += own;
        if (feedback.separate && own > arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS)
            context_.error("transform feedback captures no more than " +
                           std::to_string(arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS) +
                           " components of an output into a buffer of its own, and " + name + " has " +
                           std::to_string(own));
        // What is too much is not taken apart.
        if (own <= std::max(arbasm::limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS,
                            arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS))
            capture(what, buffer, stride);
    }
    check_components();
}

// An output whose layout says where it goes, if it does.
void CapturePass::capture_at_offset(const Captured& what, const std::string& name, const Layout& layout) {
    const int buffer = std::max(layout.xfb_buffer, 0);
    if (layout.xfb_offset < 0 && layout.xfb_stride < 0) return;
    if (buffer >= 4) return context_.error("there is no transform feedback buffer " + std::to_string(buffer));
    if (layout.xfb_offset < 0) return;
    // What is too much is not taken apart.
    const int64_t bytes = captured_bytes(what.type),
                  most = int64_t{4} * arbasm::limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS;
    if (bytes > most)
        return context_.error("transform feedback is to capture the " + std::to_string(bytes) + " bytes of " + name +
                              ", more than " + std::to_string(most));
    Feedback& feedback = context_.program().feedback;
    const bool array = what.type->is_array();
    const Type* const type = array ? what.type->element : what.type;
    auto offset = static_cast<uint32_t>(layout.xfb_offset);
    if (offset % (contains_wide(type) ? 8 : 4))
        context_.error("xfb_offset of " + name + " is no multiple of " + (contains_wide(type) ? "8" : "4"));
    list_captured(name, what.type, buffer, offset);
    set_stream(buffer, layout);
    capture(what, buffer, offset);
    uint32_t& stride = feedback.strides[static_cast<size_t>(buffer)];
    stride = std::max(stride, offset);
    wide_[static_cast<size_t>(buffer)] |= contains_wide(what.type);
}

// The members of a block with an instance; each further one of an array goes into the next buffer.
void CapturePass::capture_block(const Variable& instance) {
    const Block& block = *instance.block;
    const Type* const whole = vertex_type(instance, last_.stage);
    const bool array = whole->is_array();
    const int count = array ? std::max(is_per_vertex(instance, last_.stage) ? whole->size : block.array_size, 1) : 1;
    for (int n = 0; n < count && context_.right(); n++) {
        Captured what{&instance, nullptr, 0, n, {}};
        for (size_t member = 0; member < block.members.size(); member++) {
            const Member& own = block.type->structure->members[member];
            Layout layout = block.members[member].qualifiers.layout;
            layout.xfb_buffer = std::max(layout.xfb_buffer, 0) + n;
            what.type = own.type;
            capture_at_offset(
                what, std::string(block.name) + (array ? "[" + std::to_string(n) + "]." : ".") + std::string(own.name),
                layout);
            what.leaf += leaf_count(own.type);
        }
    }
}

void CapturePass::by_layout() {
    Feedback& feedback = context_.program().feedback;
    std::array<uint32_t, 4> declared{};
    std::unordered_set<const Variable*> seen;
    for (const Shader* shader : last_.shaders) {
        for (size_t buffer = 0; buffer < declared.size(); buffer++)
            if (shader->layout.xfb_strides[buffer] >= 0)
                declared[buffer] = static_cast<uint32_t>(shader->layout.xfb_strides[buffer]);
        for (const Variable* known : shader->globals) {
            const Variable* variable = last_.canonical(known);
            const Layout& layout = variable->qualifiers.layout;
            if (variable->qualifiers.storage != Storage::Out || !seen.insert(variable).second) continue;
            const int buffer = std::max(layout.xfb_buffer, 0);
            if (layout.xfb_stride >= 0 && buffer < 4)
                declared[static_cast<size_t>(buffer)] = static_cast<uint32_t>(layout.xfb_stride);
            if (variable->block && variable->member < 0)
                capture_block(*variable);
            else
                capture_at_offset({variable, vertex_type(*variable, last_.stage), 0, 0, {}},
                                  std::string(variable->name), layout);
        }
        // SPIR-V says it of members of gl_PerVertex, too.
        for (const Variable* variable : shader->builtins) {
            const Layout& layout = variable->qualifiers.layout;
            if (variable->qualifiers.storage != Storage::Out || layout.xfb_offset < 0) continue;
            if (layout.xfb_stride >= 0 && layout.xfb_buffer < 4)
                declared[static_cast<size_t>(std::max(layout.xfb_buffer, 0))] =
                    static_cast<uint32_t>(layout.xfb_stride);
            capture_at_offset({variable, variable->type, 0, 0, {}}, std::string(variable->name), layout);
        }
    }
    for (size_t buffer = 0; buffer < declared.size(); buffer++) {
        // A vertex with 64-bit components takes a multiple of their size.
        if (wide_[buffer]) feedback.strides[buffer] = static_cast<uint32_t>(aligned(feedback.strides[buffer], 8));
        if (!declared[buffer]) continue;
        if (wide_[buffer] && declared[buffer] % 8)
            context_.error("xfb_stride of buffer " + std::to_string(buffer) +
                           " is no multiple of 8, and doubles are captured there");
        if (declared[buffer] < feedback.strides[buffer])
            context_.error("xfb_stride of buffer " + std::to_string(buffer) +
                           " is smaller than what is captured there");
        feedback.strides[buffer] = declared[buffer];
    }
}

void CapturePass::list(const Captured& what, const std::string& name) {
    const Type* const type = what.type->is_array() ? what.type->element : what.type;
    Captured part = what;
    if (what.type->is_structure()) {
        for (const Member& member : what.type->structure->members) {
            part.type = member.type;
            list(part, name + "." + std::string(member.name));
            part.leaf += leaf_count(member.type);
        }
        return;
    }
    if (!type->is_basic()) {
        part.type = type;
        for (int n = 0; n < what.type->size; n++) {
            part.index = what.index * what.type->size + n;
            list(part, name + "[" + std::to_string(n) + "]");
        }
        return;
    }
    const Variable& variable = *what.variable;
    const auto is_placed = [&] {
        if (variable.builtin) return variable.written && variable.name != "gl_ClipVertex";
        const auto slots = last_.input.varyings.find(&variable);
        return slots != last_.input.varyings.end() && what.leaf < slots->second.size() &&
               slots->second[what.leaf].number >= 0;
    };
    const auto& wanted = context_.options().active_varyings;
    if (!is_placed() && std::ranges::find(wanted, name) == wanted.end()) return;
    ActiveVarying varying;
    varying.name = name;
    varying.type = type;
    varying.is_array = what.type->is_array();
    varying.size = varying.is_array ? what.type->size : 1;
    const Layout& layout = variable.block ? variable.block->qualifiers.layout : variable.qualifiers.layout;
    varying.stream = std::max(layout.stream, 0);
    captured_.clear();
    capture(what, 0, varying.bytes);
    varying.captures = std::exchange(context_.program().feedback.captures, {});
    context_.program().active_varyings.push_back(std::move(varying));
}

void CapturePass::list_active() {
    std::vector<FeedbackCapture> captures = std::exchange(context_.program().feedback.captures, {});
    std::unordered_set<const Variable*> seen;
    for (const Shader* shader : last_.shaders) {
        const auto list_all = [&](const auto& variables) {
            for (const Variable* known : variables) {
                const Variable* const variable = last_.canonical(known);
                const Qualifiers& qualifiers = variable->qualifiers;
                if (qualifiers.storage != Storage::Out || qualifiers.patch || !seen.insert(variable).second) continue;
                const bool instance = variable->block && variable->member < 0;
                const Type* const type = vertex_type(*variable, last_.stage);
                const std::string name(instance ? variable->block->name : variable->name);
                // No limit has been asked for what nobody writes or reads.
                if (name_count(type) > most_names)
                    return context_.error(name + " has too many members: " + std::to_string(name_count(type)));
                list({variable, type, 0, 0, {}}, name);
            }
        };
        list_all(shader->globals);
        list_all(shader->builtins);
    }
    context_.program().feedback.captures = std::move(captures);
}

}  // namespace

void assign_feedback(LinkContext& context) {
    StageUnit* const last = last_before_rasterization(context);
    if (last) CapturePass(context, *last).by_layout();
    if (!context.program().feedback.captures.empty() || context.options().feedback_varyings.empty()) return;
    // Only NV_gpu_shader5, which OpenGL ES has not, captures patches.
    const bool captures = last && (last->stage != arbasm::Stage::TessControl || !context.options().es);
    if (!captures)
        context.error("there is no shader whose outputs transform feedback could capture");
    else
        CapturePass(context, *last).by_names();
}

void list_active_varyings(LinkContext& context) {
    StageUnit* const last = last_before_rasterization(context);
    if (context.right() && last && last->stage != arbasm::Stage::TessControl) CapturePass(context, *last).list_active();
}

void bind_captures(LinkedProgram& linked) {
    for (const arbasm::Stage stage :
         {arbasm::Stage::Geometry, arbasm::Stage::TessEvaluation, arbasm::Stage::TessControl, arbasm::Stage::Vertex}) {
        const auto& program = linked.stages[static_cast<size_t>(stage)].program;
        if (!program) continue;
        const auto bind = [&](FeedbackCapture& captured) {
            for (const arbasm::Binding& result : program->results)
                if (shortest(arbasm::binding_text(result, stage, program->instruction_set,
                                                  arbasm::BindingSide::Output)) == shortest(captured.result))
                    captured.binding = result;
        };
        for (FeedbackCapture& captured : linked.feedback.captures) bind(captured);
        for (ActiveVarying& varying : linked.active_varyings)
            for (FeedbackCapture& captured : varying.captures) bind(captured);
        return;
    }
}

}  // namespace glsl
