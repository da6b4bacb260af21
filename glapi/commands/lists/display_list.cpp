#include "glapi/lists/display_list.h"

#include <algorithm>
#include <span>
#include <utility>

#include "glapi/commands/lists/batch.h"
#include "glapi/commands/swapped.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/long_command.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "glapi/state/limits.h"

namespace glapi {

namespace {

void execute(Context& context, const DisplayList& list) {
    for (const lists::Node* node : list.nodes()) {
        if (context.lists.running->stopped()) return;
        lists::execute_node(context, *node);
    }
}

// Nothing more will be appended: makes batches of what can be drawn in one go.
void prepare(Context& context, DisplayList& list) {
    struct BatchNode : lists::Node {
        lists::Batch* batch;
    };
    const auto run = [](Context& at, const lists::Node& node) {
        static_cast<const BatchNode&>(node).batch->execute(at);
    };
    const std::span<lists::Node* const> nodes = list.nodes();
    std::vector<lists::Node*> prepared;
    for (size_t at = 0; at < nodes.size();) {
        const size_t end = lists::Batch::end_of(nodes, at);
        if (end == at) {
            prepared.push_back(nodes[at++]);
            continue;
        }
        const auto batched = nodes.subspan(at, end - at);
        at = end;
        if (auto batch = lists::Batch::make(context, batched)) {
            auto* const node = new (list.allocate(sizeof(BatchNode))) BatchNode;
            node->execute = run;
            node->command = "glBegin";
            node->kind = lists::NodeKind::Inside;  // looks for itself
            node->batch = batch.get();
            list.keep(std::move(batch));
            prepared.push_back(node);
        } else {
            prepared.insert(prepared.end(), batched.begin(), batched.end());
        }
    }
    list.replace_nodes(std::move(prepared));
}

}  // namespace

namespace lists {

void execute_node(Context& context, const Node& node) {
    context.gates.command = node.command;
    if (context.gates.any_closed(gate::InsideBegin) && !allowed_inside_begin(node.kind))
        return context.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
    // Nodes pass no gates on their way.
    const bool changes_state =
        node.kind == NodeKind::Outside || node.kind == NodeKind::Inside || node.kind == NodeKind::Material;
    if (changes_state && context.draw_sequence->is_open()) end_sequence(context);
    if (!node.unpack) return node.execute(context, node);
    // The node's copy lies as the application's image lay, in no buffer.
    const Swapped unpack(context.pixels.unpack, *static_cast<const PixelStore*>(node.unpack));
    const Swapped<std::shared_ptr<Buffer>> buffer(context.buffers[BufferTarget::PixelUnpack], nullptr);
    node.execute(context, node);
}

}  // namespace lists

namespace {

// The n-th offset of CallLists' array (GL 2.1 §5.4).
bool list_offset(GLenum type, const void* lists, GLsizei n, GLuint& offset) {
    const auto* const bytes = static_cast<const GLubyte*>(lists);
    const auto big_endian = [&](int count) {
        GLuint value = 0;
        for (int i = 0; i < count; ++i) value = value << 8 | bytes[ptrdiff_t{count} * n + i];
        return value;
    };
    switch (type) {
        case GL_BYTE: offset = GLuint(GLint{static_cast<const GLbyte*>(lists)[n]}); return true;
        case GL_UNSIGNED_BYTE: offset = bytes[n]; return true;
        case GL_SHORT: offset = GLuint(static_cast<const GLshort*>(lists)[n]); return true;
        case GL_UNSIGNED_SHORT: offset = static_cast<const GLushort*>(lists)[n]; return true;
        case GL_INT:
        case GL_UNSIGNED_INT: offset = static_cast<const GLuint*>(lists)[n]; return true;
        case GL_FLOAT: {
            const float value = static_cast<const float*>(lists)[n];
            if (value >= -2147483648.0f && value < 4294967296.0f) offset = GLuint(int64_t(value));
            return true;
        }
        case GL_2_BYTES: offset = big_endian(2); return true;
        case GL_3_BYTES: offset = big_endian(3); return true;
        case GL_4_BYTES: offset = big_endian(4); return true;
        default: return false;
    }
}

// One list, or several, as one command. Each of theirs takes its name meanwhile.
template <typename CallEach>
void call_lists(Context& context, CallEach&& call_each) {
    LongCommand command(context);
    const Swapped named(context.gates.command, context.gates.command);
    const Swapped running(context.lists.running, context.lists.running ? context.lists.running : &command);
    call_each();
}

// False: nothing more is to run.
bool call(Context& context, GLuint name) {
    if (context.lists.running->stopped()) return false;
    if (context.lists.depth >= limits::MAX_LIST_NESTING) return true;
    const std::shared_ptr<DisplayList> list = context.shared->lists.find(name);
    if (!list) return true;
    const Swapped depth(context.lists.depth, context.lists.depth + 1);
    execute(context, *list);
    return true;
}

}  // namespace

namespace commands {

GLuint checked::GenLists(Context& context, GLsizei range) {
    constexpr GLsizei most = 1 << 22;  // every list is an object, even if it is empty
    if (range > most) {
        context.error(GL_OUT_OF_MEMORY, "%d lists are too many", range);
        return 0;
    }
    const GLuint first = context.shared->lists.generate_range(GLuint(range));
    for (GLuint i = 0; first && i < GLuint(range); ++i) {
        context.shared->lists.insert(first + i, std::make_shared<DisplayList>());
    }
    return first;
}

GLboolean IsList(Context& context, GLuint list) { return context.shared->lists.reserved(list); }

void checked::DeleteLists(Context& context, GLuint list, GLsizei range) {
    context.shared->lists.erase_range(list, GLuint(range));
}

void NewList(Context& context, GLuint list, GLenum mode) {
    if (list == 0) return context.error(GL_INVALID_VALUE, "0 is not a list");
    if (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE) {
        return context.error(GL_INVALID_ENUM, "%s is not a mode", enum_name(mode));
    }
    if (context.lists.compiling) {
        return context.error(GL_INVALID_OPERATION, "list %u is being compiled", context.lists.name);
    }
    context.lists.compiling = std::make_shared<DisplayList>();
    context.lists.name = list;
    context.lists.mode = mode;
    context.gates.close(gate::Compiling);
}

void EndList(Context& context) {
    if (!context.lists.compiling) return context.error(GL_INVALID_OPERATION, "no list is being compiled");
    const std::shared_ptr<DisplayList> list = std::move(context.lists.compiling);
    context.lists.compiling = nullptr;
    context.gates.open(gate::Compiling);
    prepare(context, *list);
    context.shared->lists.insert(context.lists.name, list);
}

void ListBase(Context& context, GLuint base) { context.lists.base = base; }

void CallList(Context& context, GLuint list) {
    call_lists(context, [&] { call(context, list); });
}

void checked::CallLists(Context& context, GLsizei n, GLenum type, const void* lists) {
    GLuint offset = 0;
    constexpr GLuint any_name = 0;
    if (!list_offset(type, &any_name, 0, offset)) {
        return context.error(GL_INVALID_ENUM, "%s is not a type of names", enum_name(type));
    }
    if (!lists) return;
    call_lists(context, [&] {
        for (GLsizei i = 0; i < n; ++i) {
            list_offset(type, lists, i, offset);
            if (!call(context, context.lists.base + offset)) return;
        }
    });
}

}  // namespace commands
}  // namespace glapi
