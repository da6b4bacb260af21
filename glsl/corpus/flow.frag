// Loops with continue and break, switch with falling through, early return, discard, functions with out parameters.
#version 130
in vec4 v;
uniform int count;
float early(float x) {
    if (x < 0.5) return 0.25;
    for (int i = 0; i < count; ++i)
        if (x * float(i) > 3.0) return x;
    return 1.0;
}
void split(vec4 from, out vec2 low, inout float sum) {
    low = from.xy;
    sum += from.w;
}
int choose(int n) {
    int r = 0;
    switch (n) {
        case 1: r += 1;
        case 2: r += 2; break;
        default: r = 7;
        case 5: r += 4;
    }
    return r;
}
void main() {
    float sum = 0.0;
    vec2 low;
    for (int i = 0; i < count; i++) {
        if (i == 3) continue;
        if (sum > 9.0) break;
        split(v, low, sum);
    }
    int k = 0;
    do {
        k++;
        if (k == 2) continue;
        sum -= early(sum);
    } while (k < 5);
    while (sum < 0.0) sum += 1.0;
    if (sum > 100.0) discard;
    gl_FragColor = vec4(low, sum, float(choose(count)));
}
