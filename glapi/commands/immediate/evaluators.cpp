#include "glapi/immediate/evaluators.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "glapi/commands/check_count.h"
#include "glapi/commands/immediate/begin_end.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/draw/long_command.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/state/conversions.h"

namespace glapi {
namespace {

// Indices of the maps, in the order of their tokens.
enum Map : int { Color4, Index, Normal, Texture1, Texture2, Texture3, Texture4, Vertex3, Vertex4 };
static_assert(GL_MAP1_VERTEX_4 - GL_MAP1_COLOR_4 == Vertex4 && GL_MAP2_VERTEX_4 - GL_MAP2_COLOR_4 == Vertex4);

using EvaluatorMaps = std::array<EvaluatorMap, evaluator_map_count + evaluator_attribute_count>;
using Basis = std::array<float, limits::MAX_EVAL_ORDER>;

// Bernstein polynomials of degree order - 1 at t.
Basis bernstein(int order, float t) {
    Basis basis{};
    basis[0] = 1;
    for (int degree = 1; degree < order; ++degree) {
        float left = 0;
        for (int i = 0; i < degree; ++i) {
            const float value = basis[static_cast<size_t>(i)];
            basis[static_cast<size_t>(i)] = left + value * (1 - t);
            left = value * t;
        }
        basis[static_cast<size_t>(degree)] = left;
    }
    return basis;
}

Basis bernstein_derivative(int order, float t) {
    Basis derivative{};
    if (order < 2) return derivative;
    const Basis lower = bernstein(order - 1, t);
    for (int i = 0; i < order; ++i) {
        const float left = i > 0 ? lower[static_cast<size_t>(i - 1)] : 0;
        const float right = i < order - 1 ? lower[static_cast<size_t>(i)] : 0;
        derivative[static_cast<size_t>(i)] = static_cast<float>(order - 1) * (left - right);
    }
    return derivative;
}

using Value = std::array<float, 4>;

Value combine(const EvaluatorMap& map, int components, const Basis& u, const Basis& v) {
    Value sum{0, 0, 0, 1};
    std::fill_n(sum.begin(), components, 0.0f);
    const float* point = map.points.data();
    for (int i = 0; i < map.u_order; ++i) {
        for (int j = 0; j < map.v_order; ++j) {
            const float weight = u[static_cast<size_t>(i)] * v[static_cast<size_t>(j)];
            for (int c = 0; c < components; ++c) sum[static_cast<size_t>(c)] += weight * *point++;
        }
    }
    return sum;
}

float in_domain(float value, float first, float last) { return (value - first) / (last - first); }

Value evaluate(const EvaluatorMap& map, int components, float u, float v) {
    return combine(map, components, bernstein(map.u_order, in_domain(u, map.u1, map.u2)),
                   bernstein(map.v_order, in_domain(v, map.v1, map.v2)));
}

// The normal of a surface: dq/du × dq/dv of the points divided by w. Normalized, or with its length as vertex programs
// receive it.
Value surface_normal(const EvaluatorMap& map, int components, float u, float v, bool normalized) {
    const float s = in_domain(u, map.u1, map.u2), t = in_domain(v, map.v1, map.v2);
    const Basis bu = bernstein(map.u_order, s), bv = bernstein(map.v_order, t);
    const Value point = combine(map, components, bu, bv);
    Value du = combine(map, components, bernstein_derivative(map.u_order, s), bv);
    Value dv = combine(map, components, bu, bernstein_derivative(map.v_order, t));
    if (components == 4) {
        for (size_t c = 0; c < 3; ++c) {
            du[c] = du[c] * point[3] - du[3] * point[c];
            dv[c] = dv[c] * point[3] - dv[3] * point[c];
        }
    }
    Value n{du[1] * dv[2] - du[2] * dv[1], du[2] * dv[0] - du[0] * dv[2], du[0] * dv[1] - du[1] * dv[0], 1};
    if (!normalized) {
        // By the quotient rule the derivatives above are w² too long each; those in u and v are by the domain's size.
        const float w = components == 4 ? point[3] : 1;
        const float scale = 1 / (w * w * w * w * (map.u2 - map.u1) * (map.v2 - map.v1));
        for (size_t c = 0; c < 3; ++c) n[c] *= scale;
        return n;
    }
    // The parameters' directions count, so a reversed domain turns the normal.
    if ((map.u2 < map.u1) != (map.v2 < map.v1))
        for (size_t c = 0; c < 3; ++c) n[c] = -n[c];
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length > 0)
        for (size_t c = 0; c < 3; ++c) n[c] /= length;
    return n;
}

// Emits the vertex that the enabled maps give. The values are those of this vertex only: the current ones stay.
void evaluate_vertex(Context& context, const EvaluatorMaps& maps, float u, float v, bool surface) {
    // Maps of vertex attributes exist in vertex program mode only, and come before those they share a quantity with.
    const bool program_mode = context.programs.vertex_active();
    const auto attribute_map = [&](int attribute) {
        return program_mode && maps[static_cast<size_t>(evaluator_map_count + attribute)].enabled;
    };
    const int vertex = attribute_map(0)        ? int{evaluator_map_count}
                       : maps[Vertex4].enabled ? int{Vertex4}
                       : maps[Vertex3].enabled ? int{Vertex3}
                                               : -1;
    if (vertex < 0) return;
    ImmediateState& immediate = context.immediate;
    const auto saved = immediate.current;
    auto set = [&](int slot, const Value& value) {
        set_attribute(context.immediate, slot, float_bits(value[0], value[1], value[2], value[3]));
    };
    auto from_map = [&](int map, int slot) {
        set(slot, evaluate(maps[static_cast<size_t>(map)], evaluator_components(map), u, v));
    };
    if (maps[Color4].enabled) from_map(Color4, slot_color);
    if (maps[Index].enabled) from_map(Index, slot_color_index);
    const bool automatic = surface && context.evaluators.auto_normal;
    if (automatic)
        set(slot_normal,
            surface_normal(maps[static_cast<size_t>(vertex)], evaluator_components(vertex), u, v, !program_mode));
    else if (maps[Normal].enabled)
        from_map(Normal, slot_normal);
    for (int map : {Texture4, Texture3, Texture2, Texture1}) {
        if (!maps[static_cast<size_t>(map)].enabled) continue;
        from_map(map, slot_texture_coordinate);
        break;
    }
    for (int attribute = 1; attribute < evaluator_attribute_count; ++attribute) {
        if (attribute_map(attribute) && !(automatic && attribute == 2))
            from_map(evaluator_map_count + attribute, generic_slot(attribute));
    }
    const Value position = evaluate(maps[static_cast<size_t>(vertex)], evaluator_components(vertex), u, v);
    emit_vertex(context, float_bits(position[0], position[1], position[2], position[3]));
    immediate.current = saved;
}

void evaluate_curve(Context& context, float u) { evaluate_vertex(context, context.evaluators.curves, u, 0, false); }
void evaluate_surface(Context& context, float u, float v) {
    evaluate_vertex(context, context.evaluators.surfaces, u, v, true);
}

bool check_map(Errors& errors, bool valid, GLenum error, const char* what) {
    if (!valid) errors.error(error, "%s", what);
    return valid;
}

template <typename T>
void set_curve(Context& context, GLenum target, T u1, T u2, GLint stride, GLint order, const T* points) {
    const int index = curve_index(target);
    if (index < 0) return context.error(GL_INVALID_ENUM, "0x%x is not a map of one parameter", target);
    const int components = evaluator_components(index);
    if (!check_map(context, u1 != u2, GL_INVALID_VALUE, "the domain is empty") ||
        !check_map(context, stride >= components, GL_INVALID_VALUE, "the stride is less than a point") ||
        !check_map(context, order >= 1 && order <= limits::MAX_EVAL_ORDER, GL_INVALID_VALUE, "bad order") ||
        !check_map(context, context.textures.active_unit == 0, GL_INVALID_OPERATION,
                   "the active texture unit is not 0"))
        return;
    EvaluatorMap& map = context.evaluators.curves[static_cast<size_t>(index)];
    map.u_order = order;
    map.u1 = static_cast<float>(u1);
    map.u2 = static_cast<float>(u2);
    map.points.resize(static_cast<size_t>(order * components));
    for (int i = 0; i < order; ++i)
        for (int c = 0; c < components; ++c)
            map.points[static_cast<size_t>(i * components + c)] =
                static_cast<float>(points[static_cast<ptrdiff_t>(i) * stride + c]);
}

template <typename T>
void set_surface(Context& context, GLenum target, T u1, T u2, GLint u_stride, GLint u_order, T v1, T v2, GLint v_stride,
                 GLint v_order, const T* points) {
    const int index = surface_index(target);
    if (index < 0) return context.error(GL_INVALID_ENUM, "0x%x is not a map of two parameters", target);
    const int components = evaluator_components(index);
    if (!check_map(context, u1 != u2 && v1 != v2, GL_INVALID_VALUE, "the domain is empty") ||
        !check_map(context, u_stride >= components && v_stride >= components, GL_INVALID_VALUE,
                   "a stride is less than a point") ||
        !check_map(
            context,
            u_order >= 1 && u_order <= limits::MAX_EVAL_ORDER && v_order >= 1 && v_order <= limits::MAX_EVAL_ORDER,
            GL_INVALID_VALUE, "bad order") ||
        !check_map(context, context.textures.active_unit == 0, GL_INVALID_OPERATION,
                   "the active texture unit is not 0"))
        return;
    EvaluatorMap& map = context.evaluators.surfaces[static_cast<size_t>(index)];
    map.u_order = u_order;
    map.v_order = v_order;
    map.u1 = static_cast<float>(u1);
    map.u2 = static_cast<float>(u2);
    map.v1 = static_cast<float>(v1);
    map.v2 = static_cast<float>(v2);
    map.points.clear();
    for (int i = 0; i < u_order; ++i)
        for (int j = 0; j < v_order; ++j)
            for (int c = 0; c < components; ++c)
                map.points.push_back(static_cast<float>(
                    points[static_cast<ptrdiff_t>(i) * u_stride + static_cast<ptrdiff_t>(j) * v_stride + c]));
}

// `size`: bytes that the caller has room for (ARB_robustness).
template <typename T>
void get_map(Context& context, GLenum target, GLenum query, size_t size, T* values) {
    const int curve = curve_index(target), surface = surface_index(target);
    if (curve < 0 && surface < 0) return context.error(GL_INVALID_ENUM, "0x%x is not a map", target);
    const bool two = surface >= 0;
    const EvaluatorMap& map = two ? context.evaluators.surfaces[static_cast<size_t>(surface)]
                                  : context.evaluators.curves[static_cast<size_t>(curve)];
    std::vector<float> answer;
    switch (query) {
        case GL_COEFF: answer = map.points; break;
        case GL_ORDER:
            answer = {static_cast<float>(map.u_order)};
            if (two) answer.push_back(static_cast<float>(map.v_order));
            break;
        case GL_DOMAIN:
            answer = {map.u1, map.u2};
            if (two) answer.insert(answer.end(), {map.v1, map.v2});
            break;
        default: return context.error(GL_INVALID_ENUM, "0x%x is not a property of maps", query);
    }
    if (answer.size() > size / sizeof(T))
        return context.error(GL_INVALID_OPERATION, "the answer takes %zu bytes", answer.size() * sizeof(T));
    for (const float value : answer) {
        if constexpr (std::is_integral_v<T>)
            *values++ = static_cast<T>(std::lround(value));
        else
            *values++ = static_cast<T>(value);
    }
}

void set_grid(Context& context, EvaluatorGrid& grid, GLint segments, double first, double last) {
    (void)context;
    grid.segments = segments;
    grid.first = static_cast<float>(first);
    grid.last = static_cast<float>(last);
}

}  // namespace

namespace commands {

void MapGrid1d(Context& context, GLint un, GLdouble u1, GLdouble u2) {
    if (un < 1) return context.error(GL_INVALID_VALUE, "%d segments", un);
    set_grid(context, context.evaluators.curve_grid, un, u1, u2);
}
void MapGrid2d(Context& context, GLint un, GLdouble u1, GLdouble u2, GLint vn, GLdouble v1, GLdouble v2) {
    if (un < 1 || vn < 1) return context.error(GL_INVALID_VALUE, "%d by %d segments", un, vn);
    set_grid(context, context.evaluators.surface_u_grid, un, u1, u2);
    set_grid(context, context.evaluators.surface_v_grid, vn, v1, v2);
}

void checked::EvalMesh1(Context& context, GLenum mode, GLint i1, GLint i2) {
    LongCommand command(context);
    Begin(context, mode == GL_POINT ? GL_POINTS : GL_LINE_STRIP);
    if (!context.immediate.inside) return;
    for (int64_t i = i1; i <= i2 && !command.stopped(); ++i) EvalPoint1(context, static_cast<GLint>(i));
    End(context);
}

void checked::EvalMesh2(Context& context, GLenum mode, GLint i1, GLint i2, GLint j1, GLint j2) {
    LongCommand command(context);
    // Counted in 64 bits: the last may be the largest GLint.
    const auto each = [&](GLint first, GLint last, auto&& body) {
        for (int64_t i = first; i <= last && !command.stopped(); ++i)
            if (!body(static_cast<GLint>(i))) return;
    };
    const auto primitive = [&](GLenum type, auto&& vertices) {
        Begin(context, type);
        if (!context.immediate.inside) return false;
        vertices();
        End(context);
        return true;
    };
    const auto point = [&](GLint i, GLint j) {
        EvalPoint2(context, i, j);
        return true;
    };
    if (mode == GL_POINT) {
        primitive(GL_POINTS, [&] {
            each(i1, i2, [&](GLint i) {
                each(j1, j2, [&](GLint j) { return point(i, j); });
                return true;
            });
        });
        return;
    }
    if (mode == GL_FILL) {
        if (i1 == i2) return;
        each(i1, i2 - (i1 < i2 ? 1 : 0), [&](GLint i) {
            return primitive(GL_QUAD_STRIP,
                             [&] { each(j1, j2, [&](GLint j) { return point(i, j) && point(i + 1, j); }); });
        });
        return;
    }
    each(i1, i2, [&](GLint i) {
        return primitive(GL_LINE_STRIP, [&] { each(j1, j2, [&](GLint j) { return point(i, j); }); });
    });
    each(j1, j2, [&](GLint j) {
        return primitive(GL_LINE_STRIP, [&] { each(i1, i2, [&](GLint i) { return point(i, j); }); });
    });
}

#include "glapi/commands/immediate/evaluators.def"

}  // namespace commands
}  // namespace glapi
