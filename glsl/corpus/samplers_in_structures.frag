#version 120
// Samplers that parameters bring stand for those of the arguments; logic of constants.
struct Layer {
    float weight;
    sampler2D map;
    sampler2D more[2];
};
uniform Layer one, several[3];
uniform int number;
uniform float threshold;

vec4 inner(sampler2D map, vec2 at) { return texture2D(map, at); }
vec4 early(in Layer given, vec2 at) {
    if (at.x < threshold) return vec4(given.weight);
    return inner(given.more[1], at);
}
vec4 look(in Layer given, vec2 at) {
    given.weight += 1.0;
    return texture2D(given.map, at) * given.weight + texture2D(given.more[number], at);
}
vec4 any_of(sampler2D maps[2], vec2 at) { return texture2D(maps[number], at); }

void main() {
    vec2 at = gl_TexCoord[0].xy;
    vec4 sum = look(one, at) + look(several[1], at) + early(several[2], at) + early(one, at);
    sum += any_of(several[2].more, at);
    if (true && threshold > 0.5 || false ^^ threshold < 0.25) sum = -sum;
    gl_FragColor = sum;
}
