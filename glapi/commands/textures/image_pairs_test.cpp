// Images of two targets in one shader: neither's coordinates reach the other's.
#include <gtest/gtest.h>

#include "glapi/testing/image_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct PairTarget {
    GLenum target;
    const char* type;    // behind "uimage"
    const char* first;   // coordinates, and a sample; `n` is 1
    const char* second;  // another texel, as far away as the target goes
};
const PairTarget pair_targets[] = {
    {GL_TEXTURE_1D, "1D", "2 * n", "3 * n"},
    {GL_TEXTURE_2D, "2D", "ivec2(2, 1) * n", "ivec2(3, 2) * n"},
    {GL_TEXTURE_3D, "3D", "ivec3(2, 1, 0) * n", "ivec3(2, 3, 1) * n"},
    {GL_TEXTURE_RECTANGLE, "2DRect", "ivec2(2, 1) * n", "ivec2(1, 3) * n"},
    {GL_TEXTURE_CUBE_MAP, "Cube", "ivec3(2, 1, 0) * n", "ivec3(1, 3, 5) * n"},
    {GL_TEXTURE_BUFFER, "Buffer", "2 * n", "7 * n"},
    {GL_TEXTURE_1D_ARRAY, "1DArray", "ivec2(2, 0) * n", "ivec2(2, 3) * n"},
    {GL_TEXTURE_2D_ARRAY, "2DArray", "ivec3(2, 1, 0) * n", "ivec3(1, 2, 3) * n"},
    {GL_TEXTURE_CUBE_MAP_ARRAY, "CubeArray", "ivec3(2, 1, 0) * n", "ivec3(1, 2, 11) * n"},
    {GL_TEXTURE_2D_MULTISAMPLE, "2DMS", "ivec2(2, 1) * n, 3 * n", "ivec2(1, 2) * n, 2 * n"},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "2DMSArray", "ivec3(2, 1, 0) * n, 3 * n", "ivec3(1, 2, 3) * n, 2 * n"},
};

struct ImagePairs : testing::Images {
    void run(const std::string& images, const std::string& body) {
        const std::string text =
            "#version 450\n#extension GL_ARB_texture_cube_map_array : enable\n"
            "layout(local_size_x = 1) in;\n" +
            images +
            "layout(std430, binding = 0) buffer Out { uint values[8]; };\nuniform int n;\n"
            "void main() {\n" +
            body + "}\n";
        const GLuint shader = CreateShader(context(), GL_COMPUTE_SHADER);
        const GLchar* const source = text.c_str();
        ShaderSource(context(), shader, 1, &source, nullptr);
        CompileShader(context(), shader);
        const GLuint program = CreateProgram(context());
        AttachShader(context(), program, shader);
        LinkProgram(context(), program);
        GLint linked = 0;
        GetProgramiv(context(), program, GL_LINK_STATUS, &linked);
        char log[2048] = "";
        GetShaderInfoLog(context(), shader, sizeof log, nullptr, log);
        ASSERT_EQ(linked, GL_TRUE) << text << log;
        UseProgram(context(), program);
        Uniform1i(context(), GetUniformLocation(context(), program, "n"), 1);
        DispatchCompute(context(), 1, 1, 1);
        expect(GL_NO_ERROR);
        UseProgram(context(), 0);
        DeleteProgram(context(), program);
        DeleteShader(context(), shader);
    }
};

std::string image_of(const PairTarget& row, int unit) {
    return "layout(r32ui, binding = " + std::to_string(unit) + ") uniform uimage" + row.type + " image" +
           std::to_string(unit) + ";\n";
}

TEST_F(ImagePairs, EachSeesItsOwnTexels) {
    GLuint out = 0;
    GenBuffers(context(), 1, &out);
    BindBufferBase(context(), GL_SHADER_STORAGE_BUFFER, 0, out);
    std::vector<GLuint> textures;
    for (const PairTarget& row : pair_targets) {
        textures.push_back(make_texture(row.target, GL_R32UI, 4, row.target == GL_TEXTURE_1D ? 1 : 4,
                                        row.target == GL_TEXTURE_CUBE_MAP_ARRAY ? 12 : 4));
    }
    const auto fill = [&](size_t i, int unit) {
        const PairTarget& row = pair_targets[i];
        bind(static_cast<GLuint>(unit), textures[i], GL_R32UI);
        const std::string name = "image" + std::to_string(unit);
        run(image_of(row, unit), "  imageStore(" + name + ", " + row.first + ", uvec4(" + std::to_string(100 + i) +
                                     "u));\n  imageStore(" + name + ", " + row.second + ", uvec4(" +
                                     std::to_string(200 + i) + "u));\n");
    };
    for (size_t a = 0; a < std::size(pair_targets); a++)
        for (size_t b = 0; b < std::size(pair_targets); b++) {
            if (a == b) continue;
            fill(a, 0);
            fill(b, 1);
            const std::vector<uint32_t> zeros(8);
            BufferData(context(), GL_SHADER_STORAGE_BUFFER, 32, zeros.data(), GL_STATIC_READ);
            const PairTarget &one = pair_targets[a], &other = pair_targets[b];
            const std::string first = other.first, second = other.second;
            run(image_of(one, 0) + image_of(other, 1),
                std::string("  values[0] = imageLoad(image0, ") + one.first + ").x;\n  values[1] = imageLoad(image0, " +
                    one.second + ").x;\n  values[2] = imageLoad(image1, " + first +
                    ").x;\n  values[3] = imageLoad(image1, " + second + ").x;\n  imageStore(image1, " + second +
                    ", uvec4(300u));\n  values[4] = imageLoad(image1, " + second +
                    ").x;\n  values[5] = imageAtomicAdd(image1, " + second +
                    ", 5u);\n  values[6] = imageLoad(image1, " + second + ").x;\n  values[7] = imageLoad(image0, " +
                    one.second + ").x;\n");
            std::vector<uint32_t> got(8);
            GetBufferSubData(context(), GL_SHADER_STORAGE_BUFFER, 0, 32, got.data());
            const auto i = static_cast<uint32_t>(a), k = static_cast<uint32_t>(b);
            EXPECT_EQ(got, (std::vector<uint32_t>{100 + i, 200 + i, 100 + k, 200 + k, 300, 300, 305, 200 + i}))
                << one.type << " and " << other.type;
        }
}

}  // namespace
}  // namespace glapi
