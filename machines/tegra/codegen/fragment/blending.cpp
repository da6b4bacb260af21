#include "machines/tegra/codegen/fragment/blending.h"

#include "machines/tegra/codegen/fragment/functions.h"

namespace machines::tegra::fragment {
namespace {

void test_alpha(GraphBuilder& make, AlphaTest test, const Ref& alpha) {
    if (test == AlphaTest::Always) return;
    const Ref reference = make.uniform(GeneratedFragment::UniformKind::AlphaReference, 0, 0);
    // Fragments that fail are killed, so the tests are the other way round; what is not zero kills.
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    const bool swapped = test == AlphaTest::Greater || test == AlphaTest::GreaterEqual;
    node.in[0] = swapped ? reference : alpha;
    node.in[1] = make.constant(1);
    node.in[2] = minus(swapped ? alpha : reference);
    switch (test) {
        case AlphaTest::Never:
            node.in[0] = make.constant(1);
            node.in[2] = make.constant(0);
            break;
        case AlphaTest::Less:
        case AlphaTest::Greater: node.compare = compare_greater_equal; break;
        case AlphaTest::LessEqual:
        case AlphaTest::GreaterEqual: node.compare = compare_greater; break;
        case AlphaTest::NotEqual: node.compare = compare_equal; break;
        case AlphaTest::Equal:
        case AlphaTest::Always: break;
    }
    make.kill(node);
}

Ref blended(GraphBuilder& make, Lookups& lookups, const Blending& how, int target, const Vector& source,
            size_t component) {
    const size_t part = component == 3;
    const Ref from = source[component], to = lookups.destination(target, component);
    using Kind = GeneratedFragment::UniformKind;
    const auto factor = [&](BlendFactor f) -> Ref {
        const auto less = [&](const Ref& r) { return make.sum(minus(r), make.constant(1)); };
        switch (f) {
            case BlendFactor::Zero: return make.constant(0);
            case BlendFactor::One: return make.constant(1);
            case BlendFactor::SourceColor: return from;
            case BlendFactor::OneMinusSourceColor: return less(from);
            case BlendFactor::DestinationColor: return to;
            case BlendFactor::OneMinusDestinationColor: return less(to);
            case BlendFactor::SourceAlpha: return source[3];
            case BlendFactor::OneMinusSourceAlpha: return less(source[3]);
            case BlendFactor::DestinationAlpha: return lookups.destination(target, 3);
            case BlendFactor::OneMinusDestinationAlpha: return less(lookups.destination(target, 3));
            case BlendFactor::ConstantColor: return make.uniform(Kind::BlendColor, 0, static_cast<int>(component));
            case BlendFactor::OneMinusConstantColor:
                return less(make.uniform(Kind::BlendColor, 0, static_cast<int>(component)));
            case BlendFactor::ConstantAlpha: return make.uniform(Kind::BlendColor, 0, 3);
            case BlendFactor::OneMinusConstantAlpha: return less(make.uniform(Kind::BlendColor, 0, 3));
            case BlendFactor::SourceAlphaSaturate: break;
        }
        if (part) return make.constant(1);
        return make.alu(alu_min, source[3], make.constant(1), less(lookups.destination(target, 3)));
    };
    const BlendEquation equation = how.equation[part];
    const Ref one = make.constant(1);
    if (equation == BlendEquation::Min) return make.alu(alu_min, from, one, to);
    if (equation == BlendEquation::Max) return make.alu(alu_max, from, one, to);
    const BlendFactor f = how.source[part], g = how.destination[part];
    // Factors that add up to one are a blend.
    if (equation == BlendEquation::Add && f == BlendFactor::SourceAlpha && g == BlendFactor::OneMinusSourceAlpha)
        return blend(make, source[3], from, to);
    if (equation == BlendEquation::Add && f == BlendFactor::OneMinusDestinationAlpha &&
        g == BlendFactor::DestinationAlpha)
        return blend(make, lookups.destination(target, 3), to, from);
    if (equation == BlendEquation::Add && f == BlendFactor::DestinationAlpha &&
        g == BlendFactor::OneMinusDestinationAlpha)
        return blend(make, lookups.destination(target, 3), from, to);
    const Ref left = make.mul(from, factor(f)), right = factor(g);
    if (equation == BlendEquation::Add) return make.mad(to, right, left);
    if (equation == BlendEquation::Subtract) return make.mad(minus(to), right, left);
    return make.mad(to, right, minus(left));
}

}  // namespace

void finish_colours(GraphBuilder& make, Lookups& lookups, const FragmentOptions& options,
                    std::map<int, Vector>& colours) {
    for (auto& [target, colour] : colours) {
        for (Ref& component : colour)
            if (component.node < 0) component = make.constant(0);
        if (target == 0 && options.alpha_test != AlphaTest::Always)
            test_alpha(make, options.alpha_test, make.saturated(colour[3]));
        Vector source = colour;
        if (options.blends) {
            for (Ref& component : source) component = make.saturated(component);
            for (size_t c = 0; c < 4; c++)
                if (options.color_mask >> c & 1)
                    colour[c] = blended(make, lookups, options.blending, target, source, c);
        }
        for (size_t c = 0; c < 4; c++)
            if (!(options.color_mask >> c & 1)) colour[c] = lookups.destination(target, c);
    }
}

}  // namespace machines::tegra::fragment
