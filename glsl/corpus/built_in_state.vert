// Compatibility: attributes, matrices, lights, several outputs.
#version 110
void main() {
    gl_Position = ftransform();
    vec3 n = normalize(gl_NormalMatrix * gl_Normal);
    float lit = max(dot(n, normalize(gl_LightSource[0].position.xyz)), 0.0);
    gl_FrontColor = gl_FrontMaterial.ambient * gl_LightModel.ambient + gl_LightSource[0].diffuse * lit + gl_Color;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
    gl_TexCoord[1] = gl_MultiTexCoord1;
    gl_FogFragCoord = gl_Fog.density * gl_Position.z;
    gl_PointSize = 3.0;
}
