// Texture built-ins of several generations.
#version 130
uniform sampler2D map;
uniform samplerCube sky;
uniform sampler2DShadow depth;
uniform sampler2DArray layers;
uniform isampler2D numbers;
uniform sampler2D more[2];
in vec4 v;
vec4 through(sampler2D s) { return texture(s, v.xy); }
void main() {
    vec4 sum = texture2D(map, v.xy) + texture2D(map, v.xy, 1.5) + texture2DProj(map, v.xyz) + textureCube(sky, v.xyz);
    sum += shadow2D(depth, v.xyz) + vec4(texture(depth, v.xyz)) + textureLod(layers, v.xyz, 2.0);
    sum += textureGrad(map, v.xy, dFdx(v.xy), dFdy(v.xy)) + vec4(texelFetch(numbers, ivec2(v.xy), 0)) + textureOffset(map, v.xy, ivec2(1, -1));
    sum.xy += vec2(textureSize(map, 0)) + through(more[1]).xy;
    gl_FragColor = sum;
}
