#version 450
in vec4 color;
in vec2 at[2];
sample in vec3 own;
uniform int number;
out vec4 result;
void main() {
    result = interpolateAtCentroid(color);
    result.xy += interpolateAtOffset(at[1], vec2(0.25, -0.25));
    result.x += interpolateAtSample(color.w, number) + own.y;
}
