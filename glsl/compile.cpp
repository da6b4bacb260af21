#include "glsl/compile.h"

#include "glsl/syntax/builtin_text.h"
#include "glsl/syntax/parser.h"
#include "glsl/tree/stack_room.h"

namespace glsl {

static std::shared_ptr<const Shader> compile_here(arbasm::Stage stage, std::span<const std::string_view> strings,
                                                  const PreprocessorOptions& options) {
    auto shader = std::make_shared<Shader>();
    shader->stage = stage;
    Preprocessed preprocessed = preprocess(strings, options);
    shader->language = preprocessed.language;
    shader->source = std::move(preprocessed.source);
    shader->messages = std::move(preprocessed.messages);
    shader->all_invariant = preprocessed.invariant_all;
    Checker checker(CheckContext(*shader, options.vertices_in), &read_builtin_text);
    if (preprocessed.invariant_all && stage == arbasm::Stage::Fragment && shader->language.is_es() &&
        shader->language.version >= 300)
        checker.context().error(preprocessed.invariant_where,
                                "#pragma STDGL invariant(all) is not for fragment shaders");
    Parser(checker, preprocessed.tokens).translation_unit();
    checker.finish();
    return shader;
}

std::shared_ptr<const Shader> compile(arbasm::Stage stage, std::span<const std::string_view> strings,
                                      const PreprocessorOptions& options) {
    std::shared_ptr<const Shader> shader;
    with_stack_room([&] { shader = compile_here(stage, strings, options); });
    return shader;
}

bool has_errors(const Shader& shader) { return shader.messages.has_errors(); }

int vertices_in(const Shader& shader) { return shader.vertices_in; }

std::string log_of(const Shader& shader) { return format(shader.messages, *shader.source); }

}  // namespace glsl
