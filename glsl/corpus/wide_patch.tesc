#version 400
layout(vertices = 2) out;
patch out dvec4 plane[2];
out dvec3 place[];
void main() {
    place[gl_InvocationID].yz = dvec2(1.0LF, gl_InvocationID);
    plane[gl_InvocationID][gl_InvocationID] = place[1].y;
}
