#version 150
// Inputs by vertex, with constant and run-time numbers, in a block and alone; what is emitted.
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;
in Corner {
    vec3 normal;
    vec2 at[2];
} corners[];
in float weight[];
uniform int first;
flat out int number;
out vec2 at;
void main() {
    for (int i = 0; i < gl_in.length(); i++) {
        gl_Position = gl_in[i].gl_Position * weight[i];
        at = corners[i].at[first] + corners[2].normal.xy;
        number = gl_PrimitiveIDIn + corners.length();
        gl_Layer = i;
        EmitVertex();
    }
    EndPrimitive();
}
