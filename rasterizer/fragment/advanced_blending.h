// The advanced equations of blending: tables X.1 and X.2 of KHR_blend_equation_advanced, over the colours that fragment
// and framebuffer have without their alpha. Values over lane types, as in colors.h.
#pragma once

#include "ir/semantics/lanes.h"
#include "ir/switches.h"
#include "rasterizer/draw/fragment_state.h"

namespace rasterizer {

template <arbasm::FloatLanes F>
struct Rgb {
    F c[3];
};
template <class Component>
LANE_FUNCTION auto rgb_of(Component component) -> Rgb<decltype(component(0))> {
    return {{component(0), component(1), component(2)}};
}

template <arbasm::FloatLanes F>
LANE_FUNCTION F least(F a, F b) {
    return choose(a < b, a, b);
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F greatest(F a, F b) {
    return choose(a > b, a, b);
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F least_of(const Rgb<F>& color) {
    return least(least(color.c[0], color.c[1]), color.c[2]);
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F greatest_of(const Rgb<F>& color) {
    return greatest(greatest(color.c[0], color.c[1]), color.c[2]);
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F luminosity(const Rgb<F>& color) {
    return F(0.30f) * color.c[0] + F(0.59f) * color.c[1] + F(0.11f) * color.c[2];
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F saturation(const Rgb<F>& color) {
    return greatest_of(color) - least_of(color);
}

// Components outside of [0, 1] move towards the luminosity until they are inside.
template <arbasm::FloatLanes F>
LANE_FUNCTION Rgb<F> clip_color(const Rgb<F>& color) {
    const F zero(0.0f), one(1.0f);
    const F light = luminosity(color), low = least_of(color), high = greatest_of(color);
    return rgb_of([&](int i) {
        F c = color.c[i];
        c = choose(low < zero, light + (c - light) * light / (light - low), c);
        return choose(high > one, light + (c - light) * (one - light) / (high - light), c);
    });
}

template <arbasm::FloatLanes F>
LANE_FUNCTION Rgb<F> with_luminosity(const Rgb<F>& base, const Rgb<F>& of) {
    const F difference = luminosity(of) - luminosity(base);
    return clip_color(rgb_of([&](int i) { return base.c[i] + difference; }));
}

template <arbasm::FloatLanes F>
LANE_FUNCTION Rgb<F> with_saturation(const Rgb<F>& base, const Rgb<F>& of, const Rgb<F>& light) {
    const F zero(0.0f), low = least_of(base), before = saturation(base), now = saturation(of);
    return with_luminosity(rgb_of([&](int i) { return choose(before > zero, (base.c[i] - low) * now / before, zero); }),
                           light);
}

// Table X.1, of one component.
template <arbasm::FloatLanes F>
LANE_FUNCTION F advanced_component(BlendEquation equation, F s, F d) {
    const F zero(0.0f), quarter(0.25f), half(0.5f), one(1.0f), two(2.0f);
    const auto hard = [&](F by) { return choose(by <= half, two * s * d, one - two * (one - s) * (one - d)); };
    switch (equation) {
        case BlendEquation::Multiply: return s * d;
        case BlendEquation::Screen: return s + d - s * d;
        case BlendEquation::Overlay: return hard(d);
        case BlendEquation::HardLight: return hard(s);
        case BlendEquation::Darken: return least(s, d);
        case BlendEquation::Lighten: return greatest(s, d);
        case BlendEquation::ColorDodge: {
            const F dodged = choose(s < one, least(one, d / (one - s)), one);
            return choose(d <= zero, zero, dodged);
        }
        case BlendEquation::ColorBurn: {
            const F burnt = choose(s > zero, one - least(one, (one - d) / s), zero);
            return choose(d >= one, one, burnt);
        }
        case BlendEquation::SoftLight: {
            const F dark = d - (one - two * s) * d * (one - d);
            const F middle = d + (two * s - one) * d * ((F(16.0f) * d - F(12.0f)) * d + F(3.0f));
            const F bright = d + (two * s - one) * (square_root(d) - d);
            return choose(s <= half, dark, choose(d <= quarter, middle, bright));
        }
        case BlendEquation::Difference: return greatest(s, d) - least(s, d);
        case BlendEquation::Exclusion: return s + d - two * s * d;
        case BlendEquation::Add:
        case BlendEquation::Subtract:
        case BlendEquation::ReverseSubtract:
        case BlendEquation::Min:
        case BlendEquation::Max:
        case BlendEquation::HslHue:
        case BlendEquation::HslSaturation:
        case BlendEquation::HslColor:
        case BlendEquation::HslLuminosity: break;
    }
    return s;  // not of single components
}

template <arbasm::FloatLanes F>
LANE_FUNCTION Rgb<F> advanced_color(BlendEquation equation, const Rgb<F>& s, const Rgb<F>& d) {
    ASMGL_SOME_CASES
    switch (equation) {
        case BlendEquation::HslHue: return with_saturation(s, d, d);
        case BlendEquation::HslSaturation: return with_saturation(d, s, d);
        case BlendEquation::HslColor: return with_luminosity(s, d);
        case BlendEquation::HslLuminosity: return with_luminosity(d, s);
        default: return rgb_of([&](int i) { return advanced_component(equation, s.c[i], d.c[i]); });
    }
    ASMGL_END_SOME_CASES
}

// Colours of four components, premultiplied: component n of the result.
template <arbasm::FloatLanes F>
struct AdvancedBlend {
    Rgb<F> s, d, both;
    F of_both, of_source, of_destination;

    LANE_FUNCTION AdvancedBlend(BlendEquation equation, const F* source, const F* destination)
        : s(without_alpha(source)),
          d(without_alpha(destination)),
          both(advanced_color(equation, s, d)),
          of_both(source[3] * destination[3]),
          of_source(source[3] * (F(1.0f) - destination[3])),
          of_destination(destination[3] * (F(1.0f) - source[3])) {}

    LANE_FUNCTION F component(int n) const {
        if (n == 3) return of_both + of_source + of_destination;
        return both.c[n] * of_both + s.c[n] * of_source + d.c[n] * of_destination;
    }

  private:
    LANE_FUNCTION static Rgb<F> without_alpha(const F* color) {
        const F zero(0.0f);
        return rgb_of([&](int i) { return choose(color[3] == zero, zero, color[i] / color[3]); });
    }
};

}  // namespace rasterizer
