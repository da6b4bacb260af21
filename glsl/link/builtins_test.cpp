// What linking says of built-in variables that shaders treat differently, and of functions.
#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/link.h"

namespace glsl {
namespace {

using arbasm::Stage;

struct Case {
    const char* vertex;
    const char* fragment;
    const char* message;  // empty: links
};

constexpr const char* plain_vertex =
    "#version 130\nvoid main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }\n";

TEST(Linking, BuiltinVariables) {
    constexpr Case cases[] = {
        {plain_vertex, "#version 130\nvoid main() { gl_FragColor = gl_Color; }\n", ""},
        {"#version 130\nvoid main() { gl_FrontColor = gl_Color; }\n",
         "#version 130\nvoid main() { gl_FragColor = gl_Color; }\n", "doesn't write gl_Position"},
        {"#version 140\nout vec4 v; void main() { v = vec4(1); }\n",
         "#version 140\nin vec4 v; out vec4 c; void main() { c = v; }\n", ""},
        {plain_vertex, "#version 130\nflat in vec4 gl_Color; void main() { gl_FragColor = gl_Color; }\n",
         "gl_FrontColor and gl_Color are interpolated in different ways"},
        {plain_vertex, "#version 130\nflat in vec4 gl_SecondaryColor; void main() { gl_FragColor = vec4(1); }\n", ""},
        {"#version 120\n#pragma STDGL invariant(all)\nvarying float v; void main() { v = 1.0; gl_Position = gl_Vertex; "
         "}\n",
         "#version 120\ninvariant varying float v; void main() { gl_FragColor = vec4(v); }\n", ""},
        {"#version 120\nvarying float v; void main() { v = 1.0; gl_Position = gl_Vertex; }\n",
         "#version 120\ninvariant varying float v; void main() { gl_FragColor = vec4(v); }\n",
         "v is invariant in one of"},
        // What is only declared and never reached is missed by nobody.
        {plain_vertex,
         "#version 130\nvoid f(); void main() { if (false) f(); if (sqrt(4.0) != 2.0) f(); gl_FragColor = gl_Color; "
         "}\n",
         ""},
    };
    for (const Case& own : cases) {
        std::vector<std::shared_ptr<const Shader>> shaders;
        for (const auto& [stage, text] :
             {std::pair{Stage::Vertex, own.vertex}, std::pair{Stage::Fragment, own.fragment}}) {
            const std::string_view strings[] = {text};
            shaders.push_back(compile(stage, strings));
            EXPECT_EQ(log_of(*shaders.back()), "");
        }
        const LinkedProgram program = link(shaders);
        EXPECT_EQ(program.linked, std::string_view(own.message).empty()) << own.fragment << program.log;
        EXPECT_NE(program.log.find(own.message), std::string::npos) << program.log;
    }
}

}  // namespace
}  // namespace glsl
