// A fixed-function scene as programs of the nineties draw it: display lists, lights, materials, fog, texture
// environments, a sphere map, blending, and a floor that mirrors through the stencil buffer.
#include <cmath>

#include "common/application.h"
#include "common/image.h"
#include "common/mesh.h"

namespace {

void draw_mesh(const sample::Mesh& mesh) {
    glBegin(GL_TRIANGLES);
    for (unsigned short index : mesh.indices) {
        const sample::Vertex& vertex = mesh.vertices[index];
        glTexCoord2fv(vertex.texture_coordinate.data());
        glNormal3fv(vertex.normal.data());
        glVertex3fv(vertex.position.data());
    }
    glEnd();
}

GLuint compile(const sample::Mesh& mesh) {
    const GLuint list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    draw_mesh(mesh);
    glEndList();
    return list;
}

void set_material(float red, float green, float blue, float shininess) {
    const float color[] = {red, green, blue, 1}, white[] = {0.8f, 0.8f, 0.8f, 1};
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, color);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, white);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, shininess);
}

class Classic final : public sample::Scene {
  public:
    void start() override {
        bricks_ = sample::load_texture("bricks.png");
        crate_ = sample::load_texture("crate.png");
        sky_ = sample::load_texture("sky.png");
        torus_ = compile(sample::make_torus(1.1f, 0.4f, 48, 24));
        sphere_ = compile(sample::make_sphere(0.8f, 40, 24));
        cube_ = compile(sample::make_cube(0.7f));
        floor_ = compile(sample::make_floor(6, 24, 6));

        const float fog_color[] = {0.55f, 0.65f, 0.8f, 1};
        glFogi(GL_FOG_MODE, GL_EXP2);
        glFogf(GL_FOG_DENSITY, 0.06f);
        glFogfv(GL_FOG_COLOR, fog_color);
        glClearColor(fog_color[0], fog_color[1], fog_color[2], 1);
        glEnable(GL_FOG);
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        glEnable(GL_NORMALIZE);
        glEnable(GL_LIGHTING);
        glEnable(GL_LIGHT0);
        glEnable(GL_LIGHT1);
        glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
        glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, GL_TRUE);
    }

    void draw(double seconds, int width, int height) override {
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        const double near = 1, top = near * 0.5, right = top * width / height;
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-right, right, -top, top, near, 40);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0, -0.4f, -8);
        glRotatef(22, 1, 0, 0);
        glRotatef(float(seconds * 12), 0, 1, 0);

        // The floor marks the stencil; what stands on it is drawn upside down where it is marked.
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_ALWAYS, 1, ~0u);
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glDepthMask(GL_FALSE);
        glCallList(floor_);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glDepthMask(GL_TRUE);

        glStencilFunc(GL_EQUAL, 1, ~0u);
        glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
        const double above[] = {0, 1, 0, 0};
        glPushMatrix();
        glScalef(1, -1, 1);
        glFrontFace(GL_CW);
        glClipPlane(GL_CLIP_PLANE0, above);
        glEnable(GL_CLIP_PLANE0);
        place_lights();
        draw_objects(seconds);
        glDisable(GL_CLIP_PLANE0);
        glFrontFace(GL_CCW);
        glPopMatrix();
        glDisable(GL_STENCIL_TEST);

        place_lights();
        glEnable(GL_TEXTURE_2D);
        glBindTexture(GL_TEXTURE_2D, bricks_);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MODULATE);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        const float floor_color[] = {0.9f, 0.9f, 0.9f, 0.7f}, black[] = {0, 0, 0, 1};
        glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, floor_color);
        glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, black);
        glCallList(floor_);
        glDisable(GL_BLEND);
        glDisable(GL_TEXTURE_2D);

        draw_objects(seconds);
    }

  private:
    static void place_lights() {
        const float sun[] = {0.4f, 1, 0.6f, 0}, sun_color[] = {0.7f, 0.68f, 0.6f, 1};
        const float lamp[] = {-2, 2.5f, 1, 1}, lamp_color[] = {0.3f, 0.4f, 0.9f, 1}, down[] = {0.5f, -1, -0.2f};
        glLightfv(GL_LIGHT0, GL_POSITION, sun);
        glLightfv(GL_LIGHT0, GL_DIFFUSE, sun_color);
        glLightfv(GL_LIGHT1, GL_POSITION, lamp);
        glLightfv(GL_LIGHT1, GL_DIFFUSE, lamp_color);
        glLightfv(GL_LIGHT1, GL_SPECULAR, lamp_color);
        glLightfv(GL_LIGHT1, GL_SPOT_DIRECTION, down);
        glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 50);
        glLightf(GL_LIGHT1, GL_SPOT_EXPONENT, 4);
        glLightf(GL_LIGHT1, GL_LINEAR_ATTENUATION, 0.1f);
    }

    void draw_objects(double seconds) const {
        glPushMatrix();
        glTranslatef(-1.8f, 1.3f, 0);
        glRotatef(float(seconds * 50), 1, 0.3f, 0);
        set_material(0.85f, 0.25f, 0.2f, 40);
        glCallList(torus_);
        glPopMatrix();

        glPushMatrix();
        glTranslatef(1.7f, 0.72f, 1.2f);
        glRotatef(30, 0, 1, 0);
        set_material(1, 1, 1, 8);
        glEnable(GL_TEXTURE_2D);
        glBindTexture(GL_TEXTURE_2D, crate_);
        glCallList(cube_);
        glPopMatrix();

        glPushMatrix();
        glTranslatef(1.2f, 1.1f + 0.4f * float(std::sin(seconds * 2)), -1.8f);
        set_material(0.9f, 0.9f, 0.95f, 90);
        glBindTexture(GL_TEXTURE_2D, sky_);
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
        glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
        glEnable(GL_TEXTURE_GEN_S);
        glEnable(GL_TEXTURE_GEN_T);
        glCallList(sphere_);
        glDisable(GL_TEXTURE_GEN_S);
        glDisable(GL_TEXTURE_GEN_T);
        glDisable(GL_TEXTURE_2D);
        glPopMatrix();
    }

    GLuint bricks_ = 0, crate_ = 0, sky_ = 0;
    GLuint torus_ = 0, sphere_ = 0, cube_ = 0, floor_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Classic scene;
    return sample::run(argc, argv, "classic", {}, scene);
}
