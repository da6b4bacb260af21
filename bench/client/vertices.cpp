// Meshes whose triangles are smaller than pixels or face away, so that vertices decide; and many small primitives.
#include <algorithm>
#include <cmath>
#include <memory>

#include "cases.h"
#include "geometry.h"

namespace bench {
namespace {

constexpr int cells = 200;  // a grid of 201 × 201 vertices fits 16-bit indices
constexpr int copies = 4;

// The first copy is seen, the others face away.
void draw_copies(const std::function<void()>& draw) {
    gl::FrontFace(GL_CCW);
    draw();
    gl::FrontFace(GL_CW);
    for (int i = 1; i < copies; ++i) draw();
}

// A grid a quarter as large as the viewport: about a pixel for each of its squares.
void shrink() {
    gl::Enable(GL_CULL_FACE);
    gl::MatrixMode(GL_PROJECTION);
    gl::LoadIdentity();
    gl::Scalef(0.25f, 0.25f, 1);
    gl::MatrixMode(GL_MODELVIEW);
}

int enlarged(const Client& client) { return int(std::lround(cells * std::sqrt(double(client.options().triangles)))); }

// Vertices that the index list names, in millions: what a unit is, however many of them are shaded.
double megavertices(const Geometry& geometry) {
    return 1e-6 * double(geometry.indices.empty() ? geometry.vertices.size() : geometry.indices.size());
}

constexpr const char* skinning_text = R"(!!ARBvp1.0
ATTRIB weights = vertex.attrib[6];
ATTRIB bones = vertex.attrib[7];
PARAM palette[48] = { program.env[0..47] };
ADDRESS bone;
TEMP place, normal, part, sum;
ARL bone.x, bones.x;
DP4 part.x, palette[bone.x], vertex.position;
DP4 part.y, palette[bone.x + 1], vertex.position;
DP4 part.z, palette[bone.x + 2], vertex.position;
MUL place, part, weights.x;
DP3 part.x, palette[bone.x], vertex.normal;
DP3 part.y, palette[bone.x + 1], vertex.normal;
DP3 part.z, palette[bone.x + 2], vertex.normal;
MUL normal, part, weights.x;
ARL bone.x, bones.y;
DP4 part.x, palette[bone.x], vertex.position;
DP4 part.y, palette[bone.x + 1], vertex.position;
DP4 part.z, palette[bone.x + 2], vertex.position;
MAD place, part, weights.y, place;
DP3 part.x, palette[bone.x], vertex.normal;
DP3 part.y, palette[bone.x + 1], vertex.normal;
DP3 part.z, palette[bone.x + 2], vertex.normal;
MAD normal, part, weights.y, normal;
ARL bone.x, bones.z;
DP4 part.x, palette[bone.x], vertex.position;
DP4 part.y, palette[bone.x + 1], vertex.position;
DP4 part.z, palette[bone.x + 2], vertex.position;
MAD place, part, weights.z, place;
DP3 part.x, palette[bone.x], vertex.normal;
DP3 part.y, palette[bone.x + 1], vertex.normal;
DP3 part.z, palette[bone.x + 2], vertex.normal;
MAD normal, part, weights.z, normal;
ARL bone.x, bones.w;
DP4 part.x, palette[bone.x], vertex.position;
DP4 part.y, palette[bone.x + 1], vertex.position;
DP4 part.z, palette[bone.x + 2], vertex.position;
MAD place, part, weights.w, place;
DP3 part.x, palette[bone.x], vertex.normal;
DP3 part.y, palette[bone.x + 1], vertex.normal;
DP3 part.z, palette[bone.x + 2], vertex.normal;
MAD normal, part, weights.w, normal;
MOV place.w, 1;
DP3 normal.w, normal, normal;
RSQ normal.w, normal.w;
MUL normal.xyz, normal, normal.w;
DP3 sum.x, normal, {0.3, 0.5, 0.8, 0};
MAX sum.x, sum.x, 0;
MUL result.color, vertex.color, sum.x;
DP4 result.position.x, state.matrix.mvp.row[0], place;
DP4 result.position.y, state.matrix.mvp.row[1], place;
DP4 result.position.z, state.matrix.mvp.row[2], place;
DP4 result.position.w, state.matrix.mvp.row[3], place;
END
)";

struct Skin {
    std::array<float, 4> weights, bones;
};

void set_palette() {
    for (int bone = 0; bone < 16; ++bone) {
        const float angle = 0.02f * float(bone);
        const float c = std::cos(angle), s = std::sin(angle);
        gl::ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, GLuint(3 * bone), c, -s, 0, 0.01f * float(bone));
        gl::ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, GLuint(3 * bone + 1), s, c, 0, 0);
        gl::ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, GLuint(3 * bone + 2), 0, 0, 1, 0);
    }
}

}  // namespace

Loop mesh(Client& client, Source source) {
    shrink();
    const bool narrow = source == Source::Indexed16;
    Geometry geometry = grid(narrow ? cells : enlarged(client));
    if (source == Source::ClientArrays || source == Source::Buffer) geometry = without_reuse(geometry);
    if (source == Source::IndexedWithoutReuse) {
        geometry = without_reuse(geometry);
        for (uint32_t i = 0; i < geometry.vertices.size(); ++i) geometry.indices.push_back(i);
    }
    const double work = copies * megavertices(geometry);
    if (source == Source::ClientArrays) {
        const auto kept = std::make_shared<Geometry>(std::move(geometry));
        set_arrays(kept->vertices.data());
        return {work,
                [kept] { draw_copies([&] { gl::DrawArrays(GL_TRIANGLES, 0, GLsizei(kept->vertices.size())); }); }};
    }
    const Mesh made(geometry, narrow ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT);
    made.bind();
    return {work, [made] { draw_copies([&] { made.draw(); }); }};
}

Loop fixed_lighting(Client& client) {
    Loop loop = mesh(client, Source::Indexed32);
    gl::Enable(GL_LIGHTING);
    gl::Enable(GL_NORMALIZE);
    gl::Enable(GL_COLOR_MATERIAL);
    for (GLenum light = GL_LIGHT0; light < GL_LIGHT0 + 3; ++light) {
        const float side = float(light - GL_LIGHT0) - 1;
        const std::array<GLfloat, 4> position = {side, 0.5f, 1, light == GL_LIGHT1 ? 1.0f : 0.0f};
        const std::array<GLfloat, 4> color = {0.5f, 0.4f, 0.4f + 0.2f * side, 1};
        gl::Lightfv(light, GL_POSITION, position.data());
        gl::Lightfv(light, GL_DIFFUSE, color.data());
        gl::Enable(light);
    }
    return loop;
}

Loop skinning(Client& client) {
    shrink();
    const Geometry geometry = grid(enlarged(client));
    std::vector<Skin> skins;
    for (size_t i = 0; i < geometry.vertices.size(); ++i) {
        const auto first = float(i % 13);
        skins.push_back({{0.4f, 0.3f, 0.2f, 0.1f}, {3 * first, 3 * first + 3, 3 * first + 6, 3 * first + 9}});
    }
    client.program(GL_VERTEX_PROGRAM_ARB, skinning_text);
    set_palette();
    const Mesh made(geometry);
    made.bind();
    GLuint buffer = 0;
    gl::GenBuffers(1, &buffer);
    gl::BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl::BufferData(GL_ARRAY_BUFFER, GLsizeiptr(skins.size() * sizeof(Skin)), skins.data(), GL_STATIC_DRAW);
    gl::EnableVertexAttribArray(6);
    gl::EnableVertexAttribArray(7);
    gl::VertexAttribPointer(6, 4, GL_FLOAT, GL_FALSE, sizeof(Skin), nullptr);
    gl::VertexAttribPointer(7, 4, GL_FLOAT, GL_FALSE, sizeof(Skin), reinterpret_cast<void*>(offsetof(Skin, bones)));
    // Each of the grid's vertices is shaded once, if the driver finds them again.
    return {1e-6 * copies * double(geometry.vertices.size()), [made] { draw_copies([&] { made.draw(); }); }};
}

Loop tiny_triangles(Client& client) {
    const int count = 100000 * client.options().triangles;
    gl::Enable(GL_DEPTH_TEST);
    const Mesh made(random_triangles(count, 5.0f / float(client.width())));
    made.bind();
    return {1e-6 * count, [made] {
                gl::Clear(GL_DEPTH_BUFFER_BIT);
                made.draw();
            }};
}

Loop lines(Client& client) {
    const int count = 50000 * client.options().triangles;
    Geometry geometry = random_triangles(count, 20.0f / float(client.width()));
    geometry.primitive = GL_LINES;
    geometry.vertices.resize(size_t(count) * 2);
    const Mesh made(geometry);
    made.bind();
    return {1e-6 * count, [made] { made.draw(); }};
}

Loop points(Client& client) {
    const int count = 100000 * client.options().triangles;
    Geometry geometry = random_triangles((count + 2) / 3, 1);
    geometry.primitive = GL_POINTS;
    geometry.vertices.resize(size_t(count));
    gl::PointSize(3);
    const Mesh made(geometry);
    made.bind();
    return {1e-6 * count, [made] { made.draw(); }};
}

namespace {

void call_vertices(const Geometry& geometry) {
    gl::Begin(GL_TRIANGLES);
    for (const Vertex& vertex : geometry.vertices) {
        gl::Color4ubv(vertex.color.data());
        gl::Normal3fv(vertex.normal.data());
        gl::TexCoord2fv(vertex.texcoord.data());
        gl::Vertex3fv(vertex.position.data());
    }
    gl::End();
}

}  // namespace

Loop immediate(Client& client) {
    shrink();
    const auto geometry = std::make_shared<Geometry>(without_reuse(grid(enlarged(client) / 2)));
    return {1e-6 * double(geometry->vertices.size()), [geometry] { call_vertices(*geometry); }};
}

Loop display_list(Client& client) {
    shrink();
    const Geometry geometry = without_reuse(grid(enlarged(client) / 2));
    const GLuint list = gl::GenLists(1);
    gl::NewList(list, GL_COMPILE);
    call_vertices(geometry);
    gl::EndList();
    return {1e-6 * copies * double(geometry.vertices.size()), [list] { draw_copies([&] { gl::CallList(list); }); }};
}

}  // namespace bench
