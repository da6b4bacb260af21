#version 400
layout(points, invocations = 3) in;
layout(points, max_vertices = 2) out;
layout(stream = 1) out vec4 second;
layout(stream = 0) out vec4 first;
void main() {
    first = vec4(gl_InvocationID);
    gl_Position = first;
    EmitStreamVertex(0);
    second = gl_in[0].gl_Position;
    EmitStreamVertex(1);
    EndStreamPrimitive(1);
    EndPrimitive();
}
