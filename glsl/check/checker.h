// The semantic rules: the parser asks for each rule of the grammar and gets checked nodes. Every mistake becomes a
// message. The result is then a node of the type `error`, which fits everywhere, so that the mistake is reported once.
//
// Rules that need nothing but the shader are functions over a CheckContext (operators.h, constructors.h, layouts.h, …).
// What has a memory of its own is a type (scopes.h, control_flow.h, captures.h, …). The Checker has one of each, and
// the rules that take several of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "glsl/check/captures.h"
#include "glsl/check/constructors.h"
#include "glsl/check/control_flow.h"
#include "glsl/check/counters.h"
#include "glsl/check/implicit_sizes.h"
#include "glsl/check/redeclarations.h"
#include "glsl/check/subroutines.h"

namespace glsl {

class Checker {
  public:
    // Reads the text of a built-in as the function's body: the parser has it, which stands above.
    using ReadText = void (*)(Checker& checker, Function* function, std::string_view text);
    Checker(const CheckContext& context, ReadText read_text) : context_(context), read_text_(read_text) {}
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    CheckContext& context() { return context_; }
    Scopes& scopes() { return scopes_; }
    ControlFlow& flow() { return flow_; }
    VertexArrays& vertex_arrays() { return vertex_arrays_; }
    CounterBuffers& counters() { return counters_; }
    Functions& functions() { return functions_; }
    Subroutines& subroutines() { return subroutines_; }

    // ---- names.cpp
    // The type that a word names here: a structure, or a basic or opaque type that nothing hides. null: none.
    const Type* type_named(std::string_view name);
    Expression* identifier(std::string_view name, Location where);

    // ---- access.cpp: parts of values
    Expression* index(Expression* operand, Expression* index, Location where);
    Expression* member(Expression* operand, std::string_view name, Location where);
    Expression* length(Expression* operand, Location where);

    // ---- calls.cpp
    Expression* call(std::string_view name, std::vector<Expression*> arguments, Location where);
    Expression* call_subroutine(Expression* target, std::vector<Expression*> arguments, Location where);

    // ---- declarations.cpp, blocks.cpp
    const Type* declare_structure(std::string_view name, std::vector<Member> members, Location where);
    Declaration* declare(Qualifiers qualifiers, const Type* type, std::string_view name, const Initialiser* initialiser,
                         Location where);
    // `invariant gl_Position;`, `precise x;`, `centroid varying …` of something declared before.
    void redeclare(const Qualifiers& qualifiers, std::string_view name, Location where);
    void declare_block(Qualifiers qualifiers, std::string_view name, std::vector<Member> members,
                       std::vector<BlockMember> member_qualifiers, std::string_view instance,
                       const std::vector<int32_t>& sizes, Location where);
    // `layout(…) in;` and the like have been read.
    void default_layout(const Qualifiers& qualifiers, Location where);
    void begin_body(Function* function);
    // Functions of modules that end in other ways alone need not return.
    void end_body(Function* function, BlockStatement* body, bool must_return = true);
    // What is decided when all has been read.
    void finish();

  private:
    Expression* pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where);
    Expression* call_function(Function* function, std::vector<Expression*>& arguments, Location where);
    Expression* call_builtin(const Candidate& chosen, std::vector<Expression*>& arguments, Location where);
    Function* text_function(const Candidate& candidate);
    void check_variable(Qualifiers& qualifiers, const Type* type, std::string_view name, bool initialised,
                        Location where);
    Variable* declared_before(std::string_view name, const Type* type, Location where);

    CheckContext context_;
    ReadText read_text_;
    Scopes scopes_;
    ControlFlow flow_{context_};
    VertexArrays vertex_arrays_{context_};
    BuiltinVariables builtins_{context_, vertex_arrays_};
    PerVertexMembers per_vertex_{context_};
    Redeclarations redeclarations_{context_, builtins_, per_vertex_, vertex_arrays_};
    ImplicitSizes implicit_sizes_{context_};
    Captures captures_{context_};
    CounterBuffers counters_;
    BuiltinCandidates candidates_{context_};
    Functions functions_{context_, scopes_, candidates_};
    CallGraph calls_;
    Subroutines subroutines_{context_, scopes_, calls_};
    std::unordered_map<std::string, Function*> texts_;  // of built-in functions, by their signatures
    std::vector<const Variable*> locals_;               // of the function being read, without initialisers
};

}  // namespace glsl
