#include "glsl/text/include_tree.h"

#include <gtest/gtest.h>

#include "glsl/text/testing/preprocess_text.h"

namespace glsl {
namespace {

TEST(IncludeTree, Paths) {
    EXPECT_EQ(IncludeTree::location_of("/a/b"), "/a/b");
    EXPECT_EQ(IncludeTree::location_of("/a/./b/../c d"), "/a/c d");
    EXPECT_EQ(IncludeTree::location_of("/../.."), "/");
    EXPECT_EQ(IncludeTree::location_of("b/c", "/a"), "/a/b/c");
    EXPECT_EQ(IncludeTree::location_of("../c", "/a"), "/c");
    EXPECT_EQ(IncludeTree::location_of("/c", "/a"), "/c");
    EXPECT_EQ(IncludeTree::location_of("/.a/..b"), "/.a/..b");
    for (const std::string_view path : {"", "/", "/a//b", "/a/", "/a\"b", "/a<b", "/a\tb", "/a\\b", "/a#b"}) {
        EXPECT_EQ(IncludeTree::location_of(path), std::nullopt) << path;
    }
}

TEST(IncludeTree, Strings) {
    IncludeTree tree;
    EXPECT_TRUE(tree.set("/a/b", "1"));
    EXPECT_TRUE(tree.set("/a", "2"));
    EXPECT_TRUE(tree.set("/a/./b", "3"));
    EXPECT_FALSE(tree.set("a", "4"));
    EXPECT_FALSE(tree.set("/a/", "4"));
    ASSERT_NE(tree.find("/x/../a/b"), nullptr);
    EXPECT_EQ(*tree.find("/a/b"), "3");
    EXPECT_EQ(*tree.find("/a"), "2");
    EXPECT_EQ(tree.find("/b"), nullptr);
    EXPECT_EQ(tree.find("a"), nullptr);
    EXPECT_TRUE(tree.erase("/a"));
    EXPECT_FALSE(tree.erase("/a"));
    EXPECT_EQ(tree.find("/a"), nullptr);
}

TEST(IncludeTree, SearchPoints) {
    IncludeTree tree;
    tree.set("/one/x", "one");
    tree.set("/two/x", "two");
    tree.set("/two/y", "#include \"x\"\n#include <x>\n");
    tree.set("/x", "root");
    const std::string_view points[] = {"/one/", "/two", "no point"};
    const IncludeSearch search(tree, points);
    PreprocessorOptions options;
    options.includes = &search;
    const auto of = [&](std::string_view line) {
        return testing::clean("#extension GL_ARB_shading_language_include : enable\n#include " + std::string(line),
                              options);
    };
    EXPECT_EQ(of("<x>"), "one");
    EXPECT_EQ(of("\"x\""), "one");
    EXPECT_EQ(of("</x>"), "root");
    EXPECT_EQ(of("\"../two/x\""), "two");
    EXPECT_EQ(of("<y>"), "two one");
    EXPECT_EQ(of("<z>"), "0:2(2): error: there is no named string z\n");
    EXPECT_EQ(of("<a//b>"), "0:2(2): error: there is no named string a//b\n");
}

}  // namespace
}  // namespace glsl
