#include "glapi/commands/state/capabilities.h"

#include <algorithm>

#include "glapi/context.h"
#include "glapi/context_parts.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/fragments.h"
#include "glapi/state/limits.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

enum class Indexing : uint8_t { Plain, PerUnit, Indexed };
enum class Switched : uint8_t { Always, Es1, Never };  // Never: client state, which Enable doesn't take
constexpr bool saved = true, unsaved = false;

struct Row {
    GLenum token;
    int count;
    Indexing kind;
    bool saved;
    Switched switched;
    bool& (*flag)(Context& context, int index);  // index: `i`, or the unit
};

const Row rows[] = {
#define ASMGL_FLAG(index, flag) [](Context& context, [[maybe_unused]] int index) -> bool& { return flag; }
#define ASMGL_CAPABILITY(token, count, flag, attribute) \
    {token, count, Indexing::Plain, attribute, Switched::Always, ASMGL_FLAG(i, flag)},
#define ASMGL_CLIENT_CAPABILITY(token, flag) {token, 1, Indexing::Plain, unsaved, Switched::Never, ASMGL_FLAG(i, flag)},
#define ASMGL_UNIT_CAPABILITY(token, flag) \
    {token, limits::MAX_TEXTURE_COORDS, Indexing::PerUnit, saved, Switched::Always, ASMGL_FLAG(unit, flag)},
#define ASMGL_INDEXED_CAPABILITY(token, count, flag, attribute) \
    {token, count, Indexing::Indexed, attribute, Switched::Always, ASMGL_FLAG(i, flag)},
#define ASMGL_ES_CAPABILITY(token, flag) {token, 1, Indexing::Plain, unsaved, Switched::Es1, ASMGL_FLAG(i, flag)},
#define ASMGL_ES_UNIT_CAPABILITY(token, flag) \
    {token, limits::MAX_TEXTURE_COORDS, Indexing::PerUnit, unsaved, Switched::Es1, ASMGL_FLAG(unit, flag)},
#include "glapi/commands/state/state_variables.def"
#undef ASMGL_FLAG
};

const Row* find_row(const Version& version, GLenum token) {
    static const std::vector<const Row*> sorted = [] {
        std::vector<const Row*> pointers;
        for (const Row& row : rows) pointers.push_back(&row);
        std::ranges::sort(pointers, {}, &Row::token);
        return pointers;
    }();
    const auto after = std::ranges::upper_bound(sorted, token, {}, &Row::token);
    if (after == sorted.begin()) return nullptr;
    const Row* const row = *(after - 1);
    const GLenum tokens = row->kind == Indexing::Plain ? GLenum(row->count) : 1;
    if (token - row->token >= tokens || (row->switched == Switched::Es1 && !version.is_es1())) return nullptr;
    // Some of the core profile's tokens belong to other things than capabilities: texture targets, arrays. What is
    // removed with its token has been refused before.
    const bool removed = row->kind == Indexing::PerUnit || token == GL_VERTEX_ARRAY;
    return removed && version.is_core() ? nullptr : row;
}

void set(Context& context, GLenum token, bool value) {
    const Row* const row = find_row(context.version, token);
    if (!row || row->switched == Switched::Never)
        return context.error(GL_INVALID_ENUM, "%s is not a capability", enum_name(token));
    switch (row->kind) {
        case Indexing::Plain:
            if (token == GL_COLOR_MATERIAL)
                track_color_material(context.state.lighting, context.immediate.current[slot_color]);
            row->flag(context, int(token - row->token)) = value;
            if (token == GL_COLOR_MATERIAL)
                track_color_material(context.state.lighting, context.immediate.current[slot_color]);
            return;
        case Indexing::PerUnit:
            if (context.textures.active_unit >= row->count) {
                return context.error(GL_INVALID_OPERATION, "unit %d has no %s", context.textures.active_unit,
                                     enum_name(token));
            }
            row->flag(context, context.textures.active_unit) = value;
            // One switch for S, T and R (OES_texture_cube_map).
            if (token == GL_TEXTURE_GEN_STR_OES) {
                auto& generation = context.state.texturing.units[context.textures.active_unit].generation;
                generation[1].enabled = generation[2].enabled = value;
            }
            return;
        case Indexing::Indexed:
            for (int i = 0; i < row->count; ++i) row->flag(context, i) = value;
            return;
    }
}

// The units that `target` has under its EXT_draw_buffers2 name: texture targets are indexed by unit there too.
bool* find_indexed(Context& context, GLenum target, GLuint index) {
    const Row* const row = find_row(context.version, target);
    if (!row || row->kind == Indexing::Plain) {
        context.error(GL_INVALID_ENUM, "%s is not indexed", enum_name(target));
        return nullptr;
    }
    if (index >= GLuint(row->count)) {
        context.error(GL_INVALID_VALUE, "%s has no index %u", enum_name(target), index);
        return nullptr;
    }
    return &row->flag(context, int(index));
}

// Texture targets can't be switched on in units without texture environments, but asked for (GL 2.1 §6.1.2: only the
// coordinates' state is an error).
constexpr bool disabled = false;
bool is_never_enabled(const Row& row, int unit) {
    const bool of_coordinates = row.token >= GL_TEXTURE_GEN_S && row.token <= GL_TEXTURE_GEN_Q;
    return !of_coordinates && unit >= row.count;
}

}  // namespace

const bool* find_capability(Context& context, GLenum token, bool* unit_error) {
    const Row* const row = find_row(context.version, token);
    if (!row) return nullptr;
    int index = row->kind == Indexing::Plain ? int(token - row->token) : 0;
    if (row->kind == Indexing::PerUnit) {
        index = context.textures.active_unit;
        if (is_never_enabled(*row, index)) return &disabled;
        if (index >= row->count) {
            if (unit_error) *unit_error = true;
            return nullptr;
        }
    }
    return &row->flag(context, index);
}

const bool* find_indexed_capability(Context& context, GLenum token, GLuint index, bool* index_error) {
    const Row* const row = find_row(context.version, token);
    if (!row || row->kind == Indexing::Plain) return nullptr;
    if (row->kind == Indexing::PerUnit && index < GLuint{texture_unit_count} && is_never_enabled(*row, int(index)))
        return &disabled;
    if (index >= GLuint(row->count)) {
        *index_error = true;
        return nullptr;
    }
    return &row->flag(context, int(index));
}

std::vector<bool> saved_capabilities(Context& context) {
    std::vector<bool> values;
    for (const Row& row : rows) {
        for (int i = 0; row.saved && i < row.count; ++i) values.push_back(row.flag(context, i));
    }
    return values;
}

void restore_capabilities(Context& context, const std::vector<bool>& values) {
    auto value = values.begin();
    track_color_material(context.state.lighting, context.immediate.current[slot_color]);
    for (const Row& row : rows) {
        for (int i = 0; row.saved && i < row.count; ++i) row.flag(context, i) = *value++;
    }
}

namespace commands {

void Enable(Context& context, GLenum cap) { set(context, cap, true); }
void Disable(Context& context, GLenum cap) { set(context, cap, false); }

void Enablei(Context& context, GLenum target, GLuint index) {
    if (bool* flag = find_indexed(context, target, index)) *flag = true;
}
void Disablei(Context& context, GLenum target, GLuint index) {
    if (bool* flag = find_indexed(context, target, index)) *flag = false;
}
GLboolean IsEnabledi(Context& context, GLenum target, GLuint index) {
    if (target == GL_TEXTURE_COORD_ARRAY && !context.version.is_core()) {  // EXT_direct_state_access
        GLboolean enabled = GL_FALSE;
        GetBooleani_v(context, target, index, &enabled);
        return enabled;
    }
    const bool* const flag = find_indexed(context, target, index);
    return flag && *flag;
}

}  // namespace commands
}  // namespace glapi
