// What every rule asks of the shader that is being checked: its language and stage, the limits of the implementation,
// where nodes are made, and where messages go. A rule that needs nothing else is a function that takes a CheckContext.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "glsl/language/builtin_variables.h"
#include "glsl/tree/shader.h"

namespace glsl {

class CheckContext {
  public:
    // `vertices_in`: what gl_VerticesIn is where the shader does not say which primitives come in.
    explicit CheckContext(Shader& shader, int32_t vertices_in = 3) : shader_(shader), vertices_in_(vertices_in) {}

    Shader& shader() const { return shader_; }
    const Language& language() const { return shader_.language; }
    arbasm::Stage stage() const { return shader_.stage; }
    // The value of the built-in constant of this name, whether this version knows it or not. 0: there is none.
    int32_t limit(std::string_view name, int component = 0) const;
    int32_t vertices_in() const { return vertices_in_; }

    // While the text of a built-in is read: no rule about names and versions holds.
    bool in_text() const { return text_depth_ != 0; }
    void enter_text() { text_depth_++; }
    void leave_text() { text_depth_--; }

    // ---- messages
    void error(Location where, std::string text, std::string hint = {});
    void warning(Location where, std::string text, std::string hint = {});
    bool too_many_errors() const { return shader_.messages.errors() >= Messages::capacity; }

    // ---- nodes
    Arena& arena() const { return shader_.arena; }
    const Type* array_of(const Type* element, int32_t size) const { return shader_.types.array(element, size); }
    template <class T>
    T* node(const Type* type, Location where) {
        T* result = arena().make<T>();
        result->kind = T::own_kind;
        result->type = type;
        result->where = where;
        return result;
    }
    template <class T>
    T* statement(Location where) {
        T* result = arena().make<T>();
        result->kind = T::own_kind;
        result->where = where;
        return result;
    }
    Statement* expression_statement(Expression* expression, Location where);
    Expression* wrong(Location where);  // a node of type error
    Variable* variable(std::string_view name, const Type* type, const Qualifiers& qualifiers, Location where);

  private:
    Shader& shader_;
    int32_t vertices_in_;
    int text_depth_ = 0;
};

}  // namespace glsl
