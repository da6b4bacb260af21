#include "driver/glx/glx_procedures.h"

#include <gtest/gtest.h>

#include "driver/glx/glx_headers.h"

namespace driver::glx {
namespace {

TEST(GlxProcedures, AreFoundByEachName) {
    for (const char* name : {
#define GLX_PROCEDURE(name) #name,
#define GLX_EXTENSION_PROCEDURE(name, by, does) #name,
#include "driver/glx/glx_procedures.def"
#undef GLX_PROCEDURE
#undef GLX_EXTENSION_PROCEDURE
         })
        EXPECT_TRUE(procedure(name)) << name;
    EXPECT_EQ(procedure("glXSwapBuffers"), reinterpret_cast<void*>(&glXSwapBuffers));
    EXPECT_TRUE(procedure("glDrawArrays"));
    for (const char* name : {"glXNothing", "glNothing", "", "glXSwapBuffer", "glXSwapBuffersX", "eglInitialize"})
        EXPECT_FALSE(procedure(name)) << name;
    EXPECT_FALSE(glXGetProcAddress(nullptr));
}

// Without a connection there is nobody to tell of an error, and nothing is found.
TEST(GlxProcedures, AnswerWithoutAConnection) {
    int value = 7;
    EXPECT_FALSE(glXQueryExtension(nullptr, nullptr, nullptr));
    EXPECT_TRUE(glXQueryVersion(nullptr, &value, nullptr));
    EXPECT_EQ(value, 1);
    EXPECT_STREQ(glXGetClientString(nullptr, GLX_VERSION), "1.4");
    EXPECT_FALSE(glXGetClientString(nullptr, 7));
    EXPECT_FALSE(glXGetFBConfigs(nullptr, 0, &value));
    EXPECT_EQ(value, 0);
    EXPECT_FALSE(glXCreateContext(nullptr, nullptr, nullptr, True));
    EXPECT_FALSE(glXCreatePbuffer(nullptr, nullptr, nullptr));
    EXPECT_FALSE(glXMakeCurrent(nullptr, 7, nullptr));
    EXPECT_TRUE(glXMakeCurrent(nullptr, None, nullptr));
    EXPECT_FALSE(glXGetCurrentContext());
    EXPECT_EQ(glXGetCurrentDrawable(), static_cast<GLXDrawable>(None));
    EXPECT_EQ(glXSwapIntervalSGI(1), GLX_BAD_CONTEXT);
    EXPECT_EQ(glXWaitVideoSyncSGI(1, 0, nullptr), GLX_BAD_CONTEXT);
    glXDestroyContext(nullptr, nullptr);
    glXSwapBuffers(nullptr, 7);
    glXWaitGL();
    glXWaitX();
}

TEST(GlxProcedures, MemoryIsFreedOnce) {
    EXPECT_FALSE(glXAllocateMemoryNV(0, 0, 0, 0));
    EXPECT_FALSE(glXAllocateMemoryNV(-1, 0, 0, 0));
    void* const memory = glXAllocateMemoryNV(100, 0, 0, 0);
    ASSERT_TRUE(memory);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
    int mine = 0;
    glXFreeMemoryNV(&mine);  // is none of these
    glXFreeMemoryNV(memory);
    glXFreeMemoryNV(memory);
    glXFreeMemoryNV(nullptr);
}

}  // namespace
}  // namespace driver::glx
