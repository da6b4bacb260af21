// glXUseXFont: GLX 1.4 section 3.3.11.
#include <GL/gl.h>
#include <algorithm>
#include <vector>

#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_requests.h"
#include "driver/public.h"

using namespace driver::glx;

namespace {

struct Glyph {
    int left, right, ascent, descent, advance;
};

Glyph glyph_of(const XFontStruct& font, unsigned code) {
    const XCharStruct* metrics = &font.max_bounds;
    static constexpr XCharStruct nothing{};
    if (font.per_char) {
        // Characters are numbered by rows of `max_char_or_byte2 - min_char_or_byte2 + 1`; one row for 8-bit fonts.
        const unsigned columns = font.max_char_or_byte2 - font.min_char_or_byte2 + 1;
        unsigned row = 0, column = code;
        if (font.min_byte1 != 0 || font.max_byte1 != 0) {
            row = code >> 8;
            column = code & 0xFF;
        }
        const bool exists = row >= font.min_byte1 && row <= font.max_byte1 && column >= font.min_char_or_byte2 &&
                            column <= font.max_char_or_byte2;
        metrics =
            exists ? &font.per_char[(row - font.min_byte1) * columns + column - font.min_char_or_byte2] : &nothing;
    }
    return {metrics->lbearing, metrics->rbearing, metrics->ascent, metrics->descent, metrics->width};
}

}  // namespace

ASMGL_PUBLIC void glXUseXFont(Font font, int first, int count, int listBase) {
    Current& mine = current();
    Display* display = mine.display;
    if (!mine.context || !display || count <= 0) return;
    XFontStruct* metrics = XQueryFont(display, font);
    if (!metrics) {
        Failure::core(BadFont, font).send(display, use_x_font_request);
        return;
    }
    const Window root = RootWindow(display, mine.context->screen);

    glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
    glPixelStorei(GL_UNPACK_SWAP_BYTES, GL_FALSE);
    glPixelStorei(GL_UNPACK_LSB_FIRST, GL_FALSE);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int i = 0; i < count; ++i) {
        const unsigned code = static_cast<unsigned>(first + i);
        const Glyph glyph = glyph_of(*metrics, code);
        const int width = glyph.right - glyph.left, height = glyph.ascent + glyph.descent;
        glNewList(static_cast<GLuint>(listBase + i), GL_COMPILE);
        if (width > 0 && height > 0) {
            // The server draws the glyph into a one-bit pixmap, whose pixels become the bitmap, bottom row first.
            const Pixmap pixmap =
                XCreatePixmap(display, root, static_cast<unsigned>(width), static_cast<unsigned>(height), 1);
            XGCValues values{};
            values.foreground = 0;
            values.font = font;
            const GC gc = XCreateGC(display, pixmap, GCForeground | GCFont, &values);
            XFillRectangle(display, pixmap, gc, 0, 0, static_cast<unsigned>(width), static_cast<unsigned>(height));
            XSetForeground(display, gc, 1);
            const XChar2b character{static_cast<unsigned char>(code >> 8), static_cast<unsigned char>(code)};
            XDrawString16(display, pixmap, gc, -glyph.left, glyph.ascent, &character, 1);
            std::vector<GLubyte> bitmap(static_cast<size_t>((width + 7) / 8) * static_cast<size_t>(height));
            if (XImage* image = XGetImage(display, pixmap, 0, 0, static_cast<unsigned>(width),
                                          static_cast<unsigned>(height), 1, XYPixmap)) {
                for (int y = 0; y < height; ++y)
                    for (int x = 0; x < width; ++x)
                        if (XGetPixel(image, x, y))
                            bitmap[static_cast<size_t>((width + 7) / 8) * static_cast<size_t>(height - 1 - y) +
                                   static_cast<size_t>(x / 8)] |= static_cast<GLubyte>(0x80 >> (x % 8));
                XDestroyImage(image);
            }
            XFreeGC(display, gc);
            XFreePixmap(display, pixmap);
            glBitmap(width, height, static_cast<GLfloat>(-glyph.left), static_cast<GLfloat>(glyph.descent),
                     static_cast<GLfloat>(glyph.advance), 0, bitmap.data());
        } else {
            glBitmap(0, 0, 0, 0, static_cast<GLfloat>(glyph.advance), 0, nullptr);
        }
        glEndList();
    }
    glPopClientAttrib();
    XFreeFontInfo(nullptr, metrics, 1);
}
