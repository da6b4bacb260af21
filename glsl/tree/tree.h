// A checked shader: every expression has its type, every name is what it stands for, conversions are nodes of their
// own. Made by check/, read by lower/ and link/. Nodes live in the shader's Arena.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "glsl/language/builtin_functions.h"
#include "glsl/language/builtin_variables.h"
#include "glsl/language/types.h"
#include "glsl/text/token.h"

namespace glsl {

// ---- variables -------------------------------------------------------------------------------------------------

enum class Storage : uint8_t { Local, Parameter, Global, In, Out, Uniform, Buffer, Shared };
enum class ParameterMode : uint8_t { In, Out, InOut };
enum class Interpolation : uint8_t { None, Smooth, Flat, NoPerspective };
enum class MatrixLayout : uint8_t { None, ColumnMajor, RowMajor };
enum class Packing : uint8_t { None, Shared, Packed, Std140, Std430 };

// layout(…) of a variable, block or member; -1: not given.
struct Layout {
    int32_t location = -1, component = -1, index = -1;
    int32_t binding = -1, offset = -1, align = -1;
    int32_t stream = -1, xfb_buffer = -1, xfb_offset = -1, xfb_stride = -1;
    std::string_view image_format;
    std::string_view handles;  // bindless_sampler, bound_image, …
    MatrixLayout matrix = MatrixLayout::None;
    Packing packing = Packing::None;
    bool origin_upper_left = false, pixel_center_integer = false;  // gl_FragCoord
    bool noncoherent = false;                                      // what is read of the framebuffer
    bool passthrough = false;       // an input that geometry shaders hand on (NV_geometry_shader_passthrough)
    bool command_bindable = false;  // a block that commands in memory give an address (NV_command_list)
    bool operator==(const Layout&) const = default;
};

struct Qualifiers {
    Storage storage = Storage::Global;
    bool constant = false, invariant = false, precise = false;
    bool centroid = false, sample = false, patch = false;
    bool inout = false;  // of a fragment shader's output: it begins with what the framebuffer holds
    bool coherent = false, is_volatile = false, restrict_ = false, readonly = false, writeonly = false;
    Interpolation interpolation = Interpolation::None;
    Precision precision = Precision::None;
    Layout layout;
};

struct Constant;
struct Block;

struct Variable {
    std::string_view name;
    const Type* type = nullptr;
    Location where;
    Qualifiers qualifiers;
    ParameterMode mode = ParameterMode::In;  // Storage::Parameter
    const Constant* value = nullptr;         // known when the shader is compiled: const with such an initialiser
    const VariableRow* builtin = nullptr;
    // A block's members are seen as variables of their own where it has no instance name; else the instance is the
    // variable, a structure or an array of it.
    const Block* block = nullptr;
    int32_t member = -1;
    int32_t largest_index = -1;          // of an array without a size: the largest constant index used
    bool implicit_size = false;          // of an array: largest_index is what its size comes of
    bool written = false, used = false;  // somewhere in the shader
    bool redeclared = false;             // of a built-in: by the shader
};

struct BlockMember {
    Qualifiers qualifiers;
    bool implicit_size = false;  // an array that has as many elements as the shader uses
};
// An interface block. Its type is a structure of the block's name.
struct Block {
    std::string_view name, instance;  // instance: empty without
    const Type* type = nullptr;       // of one block
    int32_t array_size = -1;          // -1: not an array; 0: sized by the interface
    Qualifiers qualifiers;
    std::span<const BlockMember> members;
    Location where;
};

// ---- expressions -----------------------------------------------------------------------------------------------

enum class ExpressionKind : uint8_t {
    Error,
    Constant,
    Reference,
    Unary,
    Step,
    Binary,
    Conditional,
    Assign,
    Comma,
    Call,
    BuiltinCall,
    Construct,
    Convert,
    Swizzle,
    Index,
    Member,
    Length,
    Dereference,
};

struct Expression {
    ExpressionKind kind = ExpressionKind::Error;
    mutable uint16_t depth = 0;  // see depth_of() of operands.h
    const Type* type = error_type;
    Location where;
};

#define GLSL_NODE(name) static constexpr ExpressionKind own_kind = ExpressionKind::name

// The bits of each component in its own type, in memory order (columns of matrices, elements, members); bool 0 or 1.
struct Constant : Expression {
    GLSL_NODE(Constant);
    std::span<const uint64_t> components;
    std::string_view name;  // of the constant that it is or is a part of; empty: a value
};
struct Reference : Expression {
    GLSL_NODE(Reference);
    Variable* variable = nullptr;
};
enum class UnaryOperator : uint8_t { Negate, Not, Complement };
struct Unary : Expression {
    GLSL_NODE(Unary);
    UnaryOperator operation{};
    Expression* operand = nullptr;
};
// ++ and --.
struct Step : Expression {
    GLSL_NODE(Step);
    bool decrement = false, postfix = false;
    Expression* operand = nullptr;
};
enum class BinaryOperator : uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulus,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
};
// Both operands have the same scalar type, shifts apart. Scalars stand beside vectors and matrices as they are;
// Multiply of matrices and vectors is linear algebra.
struct Binary : Expression {
    GLSL_NODE(Binary);
    BinaryOperator operation{};
    Expression* left = nullptr;
    Expression* right = nullptr;
};
struct Conditional : Expression {
    GLSL_NODE(Conditional);
    Expression* condition = nullptr;
    Expression* yes = nullptr;
    Expression* no = nullptr;
};
// target = value, or target = target operation value with the target evaluated once.
struct Assign : Expression {
    GLSL_NODE(Assign);
    bool compound = false;
    BinaryOperator operation{};
    Expression* target = nullptr;
    Expression* value = nullptr;
};
struct Comma : Expression {
    GLSL_NODE(Comma);
    Expression* left = nullptr;
    Expression* right = nullptr;
};
struct Function;
struct Call : Expression {
    GLSL_NODE(Call);
    Function* function = nullptr;
    std::span<Expression* const> arguments;
    Expression* target = nullptr;  // the subroutine uniform that is called; `function` is its type's prototype then
};
// A built-in function that is an operation, or has code of its own in lower/. Built-ins with GLSL source are Calls.
struct BuiltinCall : Expression {
    GLSL_NODE(BuiltinCall);
    const FunctionRow* row = nullptr;
    std::span<Expression* const> arguments;
};
// type(arguments): arguments are already of the right scalar type, in the order of components (of members, of
// elements). One scalar for a vector fills it; one for a matrix is its diagonal; a matrix for a matrix is cut or filled
// up with the identity.
struct Construct : Expression {
    GLSL_NODE(Construct);
    std::span<Expression* const> arguments;
};
// To another scalar type, same shape.
struct Convert : Expression {
    GLSL_NODE(Convert);
    Expression* operand = nullptr;
};
struct Swizzle : Expression {
    GLSL_NODE(Swizzle);
    Expression* operand = nullptr;
    uint8_t count = 0;
    std::array<uint8_t, 4> components{};
};
struct Index : Expression {
    GLSL_NODE(Index);
    Expression* operand = nullptr;  // array, matrix or vector
    Expression* index = nullptr;
};
struct MemberAccess : Expression {
    GLSL_NODE(Member);
    Expression* operand = nullptr;
    int32_t member = 0;
};
// *pointer; pointer[n] and pointer->name are made of it.
struct Dereference : Expression {
    GLSL_NODE(Dereference);
    Expression* pointer = nullptr;
};
// .length() of an array that the buffer, or the use of its elements elsewhere, sizes.
struct Length : Expression {
    GLSL_NODE(Length);
    Expression* operand = nullptr;
};
#undef GLSL_NODE

template <class T>
T* as(Expression* expression) {
    return expression && expression->kind == T::own_kind ? static_cast<T*>(expression) : nullptr;
}
template <class T>
const T* as(const Expression* expression) {
    return expression && expression->kind == T::own_kind ? static_cast<const T*>(expression) : nullptr;
}

// ---- statements ------------------------------------------------------------------------------------------------

enum class StatementKind : uint8_t {
    Expression,
    Declaration,
    Block,
    If,
    Loop,
    Switch,
    Case,
    Break,
    Continue,
    Return,
    Discard
};

struct Statement {
    StatementKind kind = StatementKind::Block;
    Location where;
};
#define GLSL_NODE(name) static constexpr StatementKind own_kind = StatementKind::name
struct ExpressionStatement : Statement {
    GLSL_NODE(Expression);
    Expression* expression = nullptr;
};
struct Declaration : Statement {
    GLSL_NODE(Declaration);
    Variable* variable = nullptr;
    Expression* initialiser = nullptr;  // null: none
};
struct BlockStatement : Statement {
    GLSL_NODE(Block);
    std::span<Statement* const> statements;
    bool is_list = false;  // `int a, b;`: no scope
};
struct If : Statement {
    GLSL_NODE(If);
    Expression* condition = nullptr;
    Statement* yes = nullptr;
    Statement* no = nullptr;  // null: none
};
// for, while, do. A condition that declares a variable (while (bool b = f())) is `declaration`, evaluated each time.
struct Loop : Statement {
    GLSL_NODE(Loop);
    Statement* first = nullptr;
    Declaration* declaration = nullptr;
    Expression* condition = nullptr;  // null: for ever
    Expression* step = nullptr;
    Statement* body = nullptr;
    bool test_at_end = false;  // do … while
};
struct Switch : Statement {
    GLSL_NODE(Switch);
    Expression* selector = nullptr;
    std::span<Statement* const> statements;  // Case among them
};
struct Case : Statement {
    GLSL_NODE(Case);
    const Constant* value = nullptr;  // null: default
};
struct Break : Statement {
    GLSL_NODE(Break);
};
struct Continue : Statement {
    GLSL_NODE(Continue);
};
struct Return : Statement {
    GLSL_NODE(Return);
    Expression* value = nullptr;
};
struct Discard : Statement {
    GLSL_NODE(Discard);
    bool demotes = false;  // the invocation goes on as a helper
};
#undef GLSL_NODE

template <class T>
const T* as(const Statement* statement) {
    return statement && statement->kind == T::own_kind ? static_cast<const T*>(statement) : nullptr;
}

struct Function {
    std::string_view name;
    const Type* type = void_type;
    std::span<Variable* const> parameters;
    BlockStatement* body = nullptr;  // null: declared only
    Location where;
    bool builtin = false;                           // the text of a row of builtin_functions.def
    std::span<const Type* const> subroutine_types;  // which uniforms may mean it; empty: none
    int32_t subroutine_index = -1;
};

}  // namespace glsl
