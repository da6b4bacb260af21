// Shaders and what the compiler or the linker says of them.
#pragma once

#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/tree/shader.h"

namespace glsl::rules {

constexpr auto vertex = arbasm::Stage::Vertex, fragment = arbasm::Stage::Fragment, geometry = arbasm::Stage::Geometry,
               control = arbasm::Stage::TessControl, evaluation = arbasm::Stage::TessEvaluation,
               compute = arbasm::Stage::Compute;

struct Row {
    arbasm::Stage stage;
    std::string_view version;  // what stands behind #version, and #extension lines
    std::string_view source;
    std::string_view message;  // of the first error; empty: there is none
};

inline std::shared_ptr<const Shader> compiled(const Row& row) {
    const std::string text = "#version " + std::string(row.version) + "\n" + std::string(row.source) + "\n";
    const std::string_view strings[] = {text};
    return compile(row.stage, strings);
}

inline std::string first_error(const Shader& shader) {
    for (const Message& message : shader.messages.all())
        if (message.severity == Severity::Error) return message.text;
    return {};
}

inline void expect_messages(std::span<const Row> rows) {
    for (const Row& row : rows) {
        SCOPED_TRACE(std::string(row.version) + ": " + std::string(row.source));
        const auto shader = compiled(row);
        EXPECT_EQ(first_error(*shader), row.message) << log_of(*shader);
    }
}

// The log of linking shaders that compile.
inline std::string link_log(std::initializer_list<Row> rows, const LinkOptions& options = {}) {
    std::vector<std::shared_ptr<const Shader>> shaders;
    for (const Row& row : rows) {
        shaders.push_back(compiled(row));
        EXPECT_EQ(log_of(*shaders.back()), "") << row.source;
    }
    return link(shaders, options).log;
}

}  // namespace glsl::rules
