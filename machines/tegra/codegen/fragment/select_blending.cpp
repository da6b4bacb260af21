// Alpha test, blending and colour masks, as operations behind the program's.
#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {

// What is in the target.
Ref Generator::destination(int target, size_t component) {
    const auto [it, added] = loads_.try_emplace(target, static_cast<int>(graph_.lookups.size()));
    if (added) {
        Lookup load;
        load.mode = Lookup::Load;
        load.unit = target + 1;
        graph_.lookups.push_back(load);
        for (int c = 0; c < 4; c++) {
            const int texel = leaf(Node::Texel, it->second, c, {0, 1}).node;
            graph_.lookups.back().texel[static_cast<size_t>(c)] = texel;
        }
    }
    return {graph_.lookups[static_cast<size_t>(it->second)].texel[component], false, false};
}

void Generator::test_alpha(const Ref& alpha) {
    if (options_.alpha_test == AlphaTest::Always) return;
    const Ref reference = uniform(GeneratedFragment::UniformKind::AlphaReference, 0, 0);
    // Fragments that fail are killed, so the tests are the other way round; what is not zero kills.
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    node.kills = true;
    const bool swapped = options_.alpha_test == AlphaTest::Greater || options_.alpha_test == AlphaTest::GreaterEqual;
    node.in[0] = swapped ? reference : alpha;
    node.in[1] = constant(1);
    node.in[2] = minus(swapped ? alpha : reference);
    switch (options_.alpha_test) {
        case AlphaTest::Never:
            node.in[0] = constant(1);
            node.in[2] = constant(0);
            break;
        case AlphaTest::Less:
        case AlphaTest::Greater: node.compare = compare_greater_equal; break;
        case AlphaTest::LessEqual:
        case AlphaTest::GreaterEqual: node.compare = compare_greater; break;
        case AlphaTest::NotEqual: node.compare = compare_equal; break;
        default: break;
    }
    judge(node);
    graph_.nodes.push_back(node);
    graph_.roots.push_back(static_cast<int>(graph_.nodes.size()) - 1);
}

Ref Generator::blended(int target, const Vector& source, size_t component) {
    const size_t part = component == 3;
    const Blending& how = options_.blending;
    const Ref from = source[component], to = destination(target, component);
    using Kind = GeneratedFragment::UniformKind;
    const auto factor = [&](BlendFactor f) -> Ref {
        const auto less = [&](const Ref& r) { return sum(minus(r), constant(1)); };
        switch (f) {
            case BlendFactor::Zero: return constant(0);
            case BlendFactor::One: return constant(1);
            case BlendFactor::SourceColor: return from;
            case BlendFactor::OneMinusSourceColor: return less(from);
            case BlendFactor::DestinationColor: return to;
            case BlendFactor::OneMinusDestinationColor: return less(to);
            case BlendFactor::SourceAlpha: return source[3];
            case BlendFactor::OneMinusSourceAlpha: return less(source[3]);
            case BlendFactor::DestinationAlpha: return destination(target, 3);
            case BlendFactor::OneMinusDestinationAlpha: return less(destination(target, 3));
            case BlendFactor::ConstantColor: return uniform(Kind::BlendColor, 0, static_cast<int>(component));
            case BlendFactor::OneMinusConstantColor:
                return less(uniform(Kind::BlendColor, 0, static_cast<int>(component)));
            case BlendFactor::ConstantAlpha: return uniform(Kind::BlendColor, 0, 3);
            case BlendFactor::OneMinusConstantAlpha: return less(uniform(Kind::BlendColor, 0, 3));
            default:
                if (part) return constant(1);
                return alu(alu_min, source[3], constant(1), less(destination(target, 3)));
        }
    };
    const BlendEquation equation = how.equation[part];
    const Ref one = constant(1);
    if (equation == BlendEquation::Min) return alu(alu_min, from, one, to);
    if (equation == BlendEquation::Max) return alu(alu_max, from, one, to);
    const BlendFactor f = how.source[part], g = how.destination[part];
    // Factors that add up to one are a blend.
    if (equation == BlendEquation::Add && f == BlendFactor::SourceAlpha && g == BlendFactor::OneMinusSourceAlpha)
        return blend(source[3], from, to);
    if (equation == BlendEquation::Add && f == BlendFactor::OneMinusDestinationAlpha &&
        g == BlendFactor::DestinationAlpha)
        return blend(destination(target, 3), to, from);
    if (equation == BlendEquation::Add && f == BlendFactor::DestinationAlpha &&
        g == BlendFactor::OneMinusDestinationAlpha)
        return blend(destination(target, 3), from, to);
    const Ref left = mul(from, factor(f)), right = factor(g);
    if (equation == BlendEquation::Add) return mad(to, right, left);
    if (equation == BlendEquation::Subtract) return mad(minus(to), right, left);
    return mad(to, right, minus(left));
}

void Generator::finish_colours() {
    for (auto& [target, colour] : colours_) {
        for (Ref& component : colour)
            if (component.node < 0) component = constant(0);
        if (target == 0 && options_.alpha_test != AlphaTest::Always) test_alpha(saturated(colour[3]));
        Vector source = colour;
        if (options_.blends) {
            for (Ref& component : source) component = saturated(component);
            for (size_t c = 0; c < 4; c++)
                if (options_.color_mask >> c & 1) colour[c] = blended(target, source, c);
        }
        for (size_t c = 0; c < 4; c++)
            if (!(options_.color_mask >> c & 1)) colour[c] = destination(target, c);
    }
}

}  // namespace machines::tegra
