#version 110
void main() {
    vec4 c = gl_Color + gl_TexCoord[1] * gl_FragCoord.z;
    if (gl_FrontFacing) c = mix(gl_Fog.color, c, clamp(gl_FogFragCoord, 0.0, 1.0));
    gl_FragData[0] = c;
    gl_FragData[1] = vec4(1.0) - c;
    gl_FragDepth = 0.5 * gl_FragCoord.z;
}
