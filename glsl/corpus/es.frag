#version 300 es
precision mediump float;
uniform highp vec4 tint;
in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    lowp float level = fract(at.x * 4.0) < 0.5 ? step(0.5, at.y) : smoothstep(0.0, 1.0, at.y);
    color = tint * level + vec4(lessThan(at, vec2(0.5)), uintBitsToFloat(floatBitsToUint(-at.x)), float(isnan(at.y)));
}
