// How long do shaders take from text to programs, one core? The first pair of a process, a shader of 20 lines, one of
// 1,000: compiling, and linking (lowering and the assembler among it), in the processor's time of the thread, which
// others that want the core don't change much: means, and the median of both together. `shader_compile CASE TIMES` runs
// one case so often, for counting instructions.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"

namespace {

// Milliseconds that this thread has run.
double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

constexpr std::string_view pair_vertex =
    "#version 450\n"
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec2 coordinates;\n"
    "uniform mat4 model, view, projection;\n"
    "uniform mat3 normal_matrix;\n"
    "out vec3 world, facing;\n"
    "out vec2 at;\n"
    "void main() {\n"
    "    vec4 place = model * vec4(position, 1.0);\n"
    "    world = place.xyz;\n"
    "    facing = normalize(normal_matrix * normal);\n"
    "    at = coordinates;\n"
    "    gl_Position = projection * view * place;\n"
    "}\n";

constexpr std::string_view pair_fragment =
    "#version 450\n"
    "struct Light { vec3 position, color; float reach; };\n"
    "uniform Light lights[4];\n"
    "uniform sampler2D albedo;\n"
    "uniform vec3 eye;\n"
    "in vec3 world, facing;\n"
    "in vec2 at;\n"
    "out vec4 color;\n"
    "void main() {\n"
    "    vec4 base = texture(albedo, at);\n"
    "    vec3 n = normalize(facing), v = normalize(eye - world), sum = 0.05 * base.rgb;\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        vec3 l = lights[i].position - world;\n"
    "        float fade = clamp(1.0 - length(l) / lights[i].reach, 0.0, 1.0);\n"
    "        vec3 h = normalize(normalize(l) + v);\n"
    "        sum += fade * lights[i].color * (max(dot(n, normalize(l)), 0.0) * base.rgb + pow(max(dot(n, h), 0.0), "
    "32.0));\n"
    "    }\n"
    "    color = vec4(sum, base.a);\n"
    "}\n";

// So many lines of functions as shaders have them, each calling the one before.
std::string long_shader(int lines) {
    std::string text =
        "#version 330\nuniform vec4 u[16];\nuniform sampler2D map;\nin vec4 v;\nout vec4 color;\n"
        "vec4 f0(vec4 a) { return a; }\n";
    int function = 1;
    for (int line = 6; line + 10 < lines; line += 8, function++) {
        const std::string number = std::to_string(function), before = std::to_string(function - 1);
        text += "vec4 f" + number + "(vec4 a) {\n    vec3 n = normalize(a.xyz * u[" + std::to_string(function % 16) +
                "].xyz);\n    float d = max(dot(n, v.xyz), 0.0);\n    vec4 t = texture(map, n.xy + vec2(d, 0.5));\n"
                "    if (t.a < 0.5)\n        t.rgb = mix(t.rgb, a.rgb, smoothstep(0.1, 0.9, d));\n    return t + f" +
                (function % 8 ? before : "0") + "(a * 0.5);\n}\n";
    }
    text += "void main() {\n    vec4 sum = v;\n";
    for (int n = 7; n < function; n += 8) text += "    sum += f" + std::to_string(n) + "(sum);\n";
    return text + "    color = sum;\n}\n";
}

struct Case {
    std::string_view name;
    std::vector<std::pair<arbasm::Stage, std::string>> shaders;
};

// Milliseconds of compiling and of linking.
std::pair<double, double> once(const Case& own) {
    const double begin = now();
    std::vector<std::shared_ptr<const glsl::Shader>> compiled;
    for (const auto& [stage, text] : own.shaders) {
        const std::string_view strings[] = {text};
        compiled.push_back(glsl::compile(stage, strings));
    }
    const double middle = now();
    glsl::LinkOptions options;
    options.separable = own.shaders.size() == 1;
    const glsl::LinkedProgram program = glsl::link(compiled, options);
    const double end = now();
    if (!program.linked) {
        std::printf("%s\n", program.log.c_str());
        std::exit(1);
    }
    return {middle - begin, end - middle};
}

}  // namespace

int main(int argc, char** argv) {
    const Case cases[] = {
        {"pair",
         {{arbasm::Stage::Vertex, std::string(pair_vertex)}, {arbasm::Stage::Fragment, std::string(pair_fragment)}}},
        {"20", {{arbasm::Stage::Fragment, std::string(pair_fragment)}}},
        {"1000", {{arbasm::Stage::Fragment, long_shader(1000)}}},
    };
    const int times = argc > 2 ? std::atoi(argv[2]) : 200;
    std::printf("%-6s %12s %12s %12s %12s   milliseconds\n", "", "first", "compile", "link", "median");
    for (const Case& own : cases) {
        if (argc > 1 && own.name != argv[1]) continue;
        const auto first = once(own);
        double compiled = 0, linked = 0;
        std::vector<double> both;
        for (int n = 0; n < times; n++) {
            const auto [a, b] = once(own);
            compiled += a;
            linked += b;
            both.push_back(a + b);
        }
        std::ranges::nth_element(both, both.begin() + times / 2);
        std::printf("%-6s %12.3f %12.3f %12.3f %12.3f\n", own.name.data(), first.first + first.second, compiled / times,
                    linked / times, both.empty() ? 0 : both[static_cast<size_t>(times / 2)]);
    }
    return 0;
}
