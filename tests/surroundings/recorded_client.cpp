// What check_recordings has recorded.
#include "support.h"

namespace surroundings {
namespace {

CLIENT(draws_a_triangle) {
    make_client();
    const uint8_t texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glBegin(GL_TRIANGLES);
    for (int corner = 0; corner < 3; ++corner) {
        glTexCoord2i(corner & 1, corner >> 1);
        glColor3ub(static_cast<GLubyte>(corner * 100), 200, 90);
        glVertex2i(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1);
    }
    glEnd();
    glFinish();
}

}  // namespace
}  // namespace surroundings
