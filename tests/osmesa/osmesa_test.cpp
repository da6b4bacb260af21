#include <GL/osmesa.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr GLsizei width = 37, height = 21;

// A context's format and type, and a pixel in memory of the colour (0.2, 0.4, 0.6, 0.8).
struct Layout {
    std::string name;
    GLenum format, type;
    std::vector<uint8_t> pixel;
};

template <class Component>
std::vector<uint8_t> bytes_of(std::vector<Component> components) {
    std::vector<uint8_t> result(components.size() * sizeof(Component));
    std::memcpy(result.data(), components.data(), result.size());
    return result;
}

std::vector<Layout> layouts() {
    constexpr uint8_t red8 = 51, green8 = 102, blue8 = 153, alpha8 = 204;
    constexpr uint16_t red16 = 0x3333, green16 = 0x6666, blue16 = 0x9999, alpha16 = 0xcccc;
    constexpr float red = 0.2f, green = 0.4f, blue = 0.6f, alpha = 0.8f;
    return {
        {"rgba8", OSMESA_RGBA, GL_UNSIGNED_BYTE, {red8, green8, blue8, alpha8}},
        {"rgba16", OSMESA_RGBA, GL_UNSIGNED_SHORT, bytes_of<uint16_t>({red16, green16, blue16, alpha16})},
        {"rgba32f", OSMESA_RGBA, GL_FLOAT, bytes_of<float>({red, green, blue, alpha})},
        {"bgra8", OSMESA_BGRA, GL_UNSIGNED_BYTE, {blue8, green8, red8, alpha8}},
        {"bgra16", OSMESA_BGRA, GL_UNSIGNED_SHORT, bytes_of<uint16_t>({blue16, green16, red16, alpha16})},
        {"bgra32f", OSMESA_BGRA, GL_FLOAT, bytes_of<float>({blue, green, red, alpha})},
        {"argb8", OSMESA_ARGB, GL_UNSIGNED_BYTE, {alpha8, red8, green8, blue8}},
        {"argb16", OSMESA_ARGB, GL_UNSIGNED_SHORT, bytes_of<uint16_t>({alpha16, red16, green16, blue16})},
        {"argb32f", OSMESA_ARGB, GL_FLOAT, bytes_of<float>({alpha, red, green, blue})},
        {"rgb8", OSMESA_RGB, GL_UNSIGNED_BYTE, {red8, green8, blue8}},
        {"rgb16", OSMESA_RGB, GL_UNSIGNED_SHORT, bytes_of<uint16_t>({red16, green16, blue16})},
        {"rgb32f", OSMESA_RGB, GL_FLOAT, bytes_of<float>({red, green, blue})},
        {"bgr8", OSMESA_BGR, GL_UNSIGNED_BYTE, {blue8, green8, red8}},
        {"bgr16", OSMESA_BGR, GL_UNSIGNED_SHORT, bytes_of<uint16_t>({blue16, green16, red16})},
        {"bgr32f", OSMESA_BGR, GL_FLOAT, bytes_of<float>({blue, green, red})},
        // 0.2 · 31 and 0.4 · 63 and 0.6 · 31, rounded
        {"rgb565", OSMESA_RGB_565, GL_UNSIGNED_SHORT_5_6_5, bytes_of<uint16_t>({6 << 11 | 25 << 5 | 19})},
    };
}

constexpr uint8_t untouched = 0xa5;
// No format reads this otherwise than it writes it, and as a float it is a number.
std::vector<uint8_t> memory_for(const Layout& layout, GLsizei row_length = width) {
    return std::vector<uint8_t>(layout.pixel.size() * size_t(row_length) * size_t(height), untouched);
}

struct Context {
    explicit Context(GLenum format, OSMesaContext share = nullptr) : it(OSMesaCreateContext(format, share)) {}
    ~Context() { OSMesaDestroyContext(it); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    OSMesaContext it;
};

GLint value_of(GLint pname) {
    GLint value = -1;
    OSMesaGetIntegerv(pname, &value);
    return value;
}

void clear_rectangle(GLint x, GLint y, GLsizei columns, GLsizei rows) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, columns, rows);
    glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
}

class Layouts : public testing::TestWithParam<Layout> {};

// Checks every byte of the buffer, after a rectangle of columns 3 to 7 and rows 2 to 5.
TEST_P(Layouts, DrawsWhereRowsAndComponentsStand) {
    for (const bool y_up : {true, false})
        for (const GLsizei row_length : {0, 50}) {
            const Layout& layout = GetParam();
            const GLsizei length = row_length ? row_length : width;
            std::vector<uint8_t> memory = memory_for(layout, length), expected = memory;
            const Context context(layout.format);
            ASSERT_TRUE(OSMesaMakeCurrent(context.it, memory.data(), layout.type, width, height));
            OSMesaPixelStore(OSMESA_Y_UP, y_up);
            OSMesaPixelStore(OSMESA_ROW_LENGTH, row_length);
            EXPECT_EQ(value_of(OSMESA_FORMAT), GLint(layout.format));
            EXPECT_EQ(value_of(OSMESA_TYPE), GLint(layout.type));
            EXPECT_EQ(value_of(OSMESA_Y_UP), GLint(y_up));
            EXPECT_EQ(value_of(OSMESA_ROW_LENGTH), row_length);
            // What it holds is read as it stands now.
            ASSERT_TRUE(OSMesaMakeCurrent(context.it, memory.data(), layout.type, width, height));
            clear_rectangle(3, 2, 5, 4);
            for (GLsizei y = 2; y < 6; ++y)
                for (GLsizei x = 3; x < 8; ++x)
                    std::memcpy(&expected[layout.pixel.size() * size_t((y_up ? y : height - 1 - y) * length + x)],
                                layout.pixel.data(), layout.pixel.size());
            EXPECT_EQ(memory, expected) << (y_up ? "up" : "down") << ", row length " << row_length;
        }
}

INSTANTIATE_TEST_SUITE_P(OsMesa, Layouts, testing::ValuesIn(layouts()),
                         [](const auto& layout) { return layout.param.name; });

TEST(OsMesa, RefusesWhatItHasNot) {
    EXPECT_EQ(OSMesaCreateContext(OSMESA_COLOR_INDEX, nullptr), nullptr);
    EXPECT_EQ(OSMesaCreateContext(0x3, nullptr), nullptr);
    const int unknown[] = {0x38, 1, 0}, profile[] = {OSMESA_PROFILE, 7, 0},
              version[] = {OSMESA_CONTEXT_MAJOR_VERSION, 9, 0}, depth[] = {OSMESA_DEPTH_BITS, -1, 0};
    for (const int* attributes : {unknown, profile, version, depth})
        EXPECT_EQ(OSMesaCreateContextAttribs(attributes, nullptr), nullptr) << attributes[0];

    std::array<uint32_t, 16> pixels{};
    const Context context(OSMESA_RGBA);
    EXPECT_FALSE(OSMesaMakeCurrent(context.it, nullptr, GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_FALSE(OSMesaMakeCurrent(nullptr, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_FALSE(OSMesaMakeCurrent(context.it, pixels.data(), GL_UNSIGNED_SHORT_5_6_5, 4, 4));
    EXPECT_FALSE(OSMesaMakeCurrent(context.it, pixels.data(), 0, 4, 4));
    EXPECT_FALSE(OSMesaMakeCurrent(context.it, pixels.data(), GL_UNSIGNED_BYTE, 0, 4));
    EXPECT_FALSE(OSMesaMakeCurrent(context.it, pixels.data(), GL_UNSIGNED_BYTE, 4, value_of(OSMESA_MAX_HEIGHT) + 1));
    EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
    EXPECT_EQ(value_of(OSMESA_WIDTH), 0);
}

// OSMesa has no errors; standard error says it.
TEST(OsMesa, SaysWhichParametersThereAreNot) {
    std::array<uint32_t, 16> pixels{};
    const Context context(OSMESA_RGBA);
    ASSERT_EQ(OSMesaMakeCurrent(context.it, pixels.data(), GL_UNSIGNED_BYTE, 4, 4), GL_TRUE);
    testing::internal::CaptureStderr();
    OSMesaPixelStore(OSMESA_WIDTH, 8);
    EXPECT_EQ(value_of(0x77), -1);
    EXPECT_EQ(
        testing::internal::GetCapturedStderr(),
        "asmgl: OSMesaPixelStore: there is no parameter 0x20\nasmgl: OSMesaGetIntegerv: there is no parameter 0x77\n");
    EXPECT_EQ(value_of(OSMESA_WIDTH), 4);
}

TEST(OsMesa, KnowsWhatIsCurrent) {
    std::array<uint32_t, 16> pixels{};
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    ASSERT_TRUE(OSMesaMakeCurrent(context, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(OSMesaGetCurrentContext(), context);
    std::thread other([&] {
        EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
        EXPECT_FALSE(OSMesaMakeCurrent(context, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    });
    other.join();
    EXPECT_TRUE(OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0));
    EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
    OSMesaDestroyContext(context);
    OSMesaDestroyContext(context);  // ignored
    EXPECT_FALSE(OSMesaMakeCurrent(context, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
}

TEST(OsMesa, RefusedContextLeavesTheCurrentOneDrawing) {
    std::array<uint32_t, 16> pixels{}, others{};
    const Context here(OSMESA_RGBA), there(OSMESA_RGBA);
    ASSERT_TRUE(OSMesaMakeCurrent(here.it, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    std::thread other([&] {
        ASSERT_TRUE(OSMesaMakeCurrent(there.it, others.data(), GL_UNSIGNED_BYTE, 4, 4));
        std::thread third([&] { EXPECT_FALSE(OSMesaMakeCurrent(here.it, others.data(), GL_UNSIGNED_BYTE, 4, 4)); });
        third.join();
        clear_rectangle(0, 0, 4, 4);
        OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0);
    });
    other.join();
    clear_rectangle(0, 0, 4, 4);
    EXPECT_EQ(pixels[5], 0xcc996633);
    EXPECT_EQ(others[5], 0xcc996633);
}

TEST(OsMesa, TakesMemoryThatWasFreed) {
    const Context context(OSMESA_RGBA);
    auto first = std::make_unique<std::array<uint32_t, 64>>();
    ASSERT_TRUE(OSMesaMakeCurrent(context.it, first->data(), GL_UNSIGNED_BYTE, 8, 8));
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    first.reset();  // not finished, so not written
    std::array<uint32_t, 64> second{};
    ASSERT_TRUE(OSMesaMakeCurrent(context.it, second.data(), GL_UNSIGNED_BYTE, 8, 8));
    clear_rectangle(0, 0, 8, 1);
    EXPECT_EQ(second[0], 0xcc996633);
    EXPECT_EQ(second[8], 0u);
}

TEST(OsMesa, GivesDepthAndColourBuffers) {
    GLint columns = -1, rows = -1, bytes = -1;
    void* buffer = &columns;
    std::array<uint32_t, 16> pixels{};
    const int attributes[] = {OSMESA_STENCIL_BITS, 8, 0};
    const OSMesaContext without = OSMesaCreateContextAttribs(attributes, nullptr);
    EXPECT_FALSE(OSMesaGetColorBuffer(without, &columns, &rows, &bytes, &buffer));
    EXPECT_EQ(buffer, nullptr);
    ASSERT_TRUE(OSMesaMakeCurrent(without, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_FALSE(OSMesaGetDepthBuffer(without, &columns, &rows, &bytes, &buffer));
    OSMesaDestroyContext(without);

    const Context context(OSMESA_BGRA);
    ASSERT_TRUE(OSMesaMakeCurrent(context.it, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    ASSERT_TRUE(OSMesaGetColorBuffer(context.it, &columns, &rows, &bytes, &buffer));
    EXPECT_EQ(columns, 4);
    EXPECT_EQ(bytes, OSMESA_BGRA);
    EXPECT_EQ(buffer, pixels.data());
    glClearDepth(0.5);
    glClear(GL_DEPTH_BUFFER_BIT);
    ASSERT_TRUE(OSMesaGetDepthBuffer(context.it, &columns, &rows, &bytes, &buffer));
    EXPECT_EQ(columns, 4);
    EXPECT_EQ(rows, 4);
    EXPECT_EQ(bytes, 4);
    const auto* const depth = static_cast<const uint32_t*>(buffer);
    EXPECT_NEAR(depth[15], 0x7fffff, 1);
    // The pointer stays good.
    glEnable(GL_SCISSOR_TEST);
    glScissor(3, 3, 1, 1);
    glClearDepth(1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glFinish();
    EXPECT_EQ(depth[15], 0xffffffu);
    EXPECT_NEAR(depth[14], 0x7fffff, 1);
}

TEST(OsMesa, SharesObjects) {
    std::array<uint32_t, 16> pixels{};
    const Context first(OSMESA_RGBA), second(OSMESA_RGB, first.it);
    ASSERT_TRUE(OSMesaMakeCurrent(first.it, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    const GLuint list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glEndList();
    ASSERT_TRUE(OSMesaMakeCurrent(second.it, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_TRUE(glIsList(list));
}

TEST(OsMesa, HasVersionsProfilesAndBuffers) {
    std::array<uint32_t, 16> pixels{};
    const int attributes[] = {OSMESA_PROFILE,
                              OSMESA_CORE_PROFILE,
                              OSMESA_CONTEXT_MAJOR_VERSION,
                              3,
                              OSMESA_CONTEXT_MINOR_VERSION,
                              3,
                              OSMESA_DEPTH_BITS,
                              32,
                              0};
    const OSMesaContext core = OSMesaCreateContextAttribs(attributes, nullptr);
    ASSERT_TRUE(OSMesaMakeCurrent(core, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    GLint major = 0, profile = 0;
    glGetIntegerv(0x821B, &major);    // MAJOR_VERSION
    glGetIntegerv(0x9126, &profile);  // CONTEXT_PROFILE_MASK
    EXPECT_GE(major, 3);
    EXPECT_EQ(profile, 1);
    OSMesaColorClamp(GL_TRUE);  // core profiles have nothing to set
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    OSMesaDestroyContext(core);

    const OSMesaContext accumulating = OSMesaCreateContextExt(OSMESA_RGBA, 16, 0, 16, nullptr);
    ASSERT_TRUE(OSMesaMakeCurrent(accumulating, pixels.data(), GL_UNSIGNED_BYTE, 4, 4));
    const auto get = [](GLenum name) {
        GLint value = -1;
        glGetIntegerv(name, &value);
        return value;
    };
    EXPECT_EQ(get(GL_DEPTH_BITS), 24);
    EXPECT_EQ(get(GL_STENCIL_BITS), 0);
    EXPECT_EQ(get(GL_ACCUM_RED_BITS), 16);
    EXPECT_EQ(get(GL_DOUBLEBUFFER), 0);
    EXPECT_EQ(get(GL_DRAW_BUFFER), GL_FRONT);
    OSMesaDestroyContext(accumulating);
}

TEST(OsMesa, ClampsColoursOfFloatBuffersWhereAsked) {
    std::array<float, 4> pixel{};
    const Context context(OSMESA_RGBA);
    ASSERT_TRUE(OSMesaMakeCurrent(context.it, pixel.data(), GL_FLOAT, 1, 1));
    for (const bool clamped : {false, true}) {
        OSMesaColorClamp(clamped);
        const GLfloat color[] = {2, 0.5f, -1, 1};
        glRasterPos2f(-1, -1);
        glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, color);
        glFlush();
        EXPECT_EQ(pixel[0], clamped ? 1.0f : 2.0f);
        EXPECT_EQ(pixel[2], clamped ? 0.0f : -1.0f);
    }
}

TEST(OsMesa, FindsFunctions) {
    EXPECT_EQ(OSMesaGetProcAddress("OSMesaMakeCurrent"), reinterpret_cast<OSMESAproc>(&OSMesaMakeCurrent));
    EXPECT_NE(OSMesaGetProcAddress("glProgramStringARB"), nullptr);
    EXPECT_EQ(OSMesaGetProcAddress("glNothing"), nullptr);
    EXPECT_EQ(OSMesaGetProcAddress(nullptr), nullptr);
}

}  // namespace
