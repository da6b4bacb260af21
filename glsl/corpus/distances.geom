#version 450 compatibility
// Clip and cull distances of vertices that come in and go out; state that is used in part.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[3];
    float gl_CullDistance[4];
} gl_in[];
out float gl_CullDistance[2];
uniform int light;
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        gl_CullDistance[0] = gl_in[i].gl_CullDistance[3];
        gl_CullDistance[1] = gl_in[i].gl_ClipDistance[i];
        gl_FrontColor = gl_LightSource[light].ambient;
        EmitVertex();
    }
}
