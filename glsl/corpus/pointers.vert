#version 430
#extension GL_NV_shader_buffer_load : require
#extension GL_NV_shader_buffer_store : require
struct Node { vec3 place; float weight; float *next; };
uniform Node *list;
uniform mat4 *matrices;
in uint *counter;
void main() {
    Node *node = list + gl_VertexID;
    float sum = 0.0;
    for (int n = 0; n < 4; n++) {
        sum += node->weight;
        node = (Node *) node->next;
    }
    node++;
    node->weight = sum;
    atomicAdd(counter, 1u);
    gl_Position = matrices[gl_InstanceID] * vec4(list[gl_VertexID].place, float(node - list));
}
