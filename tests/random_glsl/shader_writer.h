// Writes one random shader: declarations, functions and main, a line for each statement, so that a reducer can drop
// them. Everything a shader computes is defined: divisors are no zero, indices are in range, counts of shifts below 32,
// nothing depends on the order of evaluation.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "glsl/language/types.h"

#include "ir/language.h"

namespace random_glsl {

using glsl::Scalar;

// A type as the writer needs it.
struct Kind {
    Scalar scalar = Scalar::Float;
    int rows = 1, columns = 1;
    int structure = -1;      // into structures_; -1: basic
    std::vector<int> sizes;  // of an array, the outermost first
    bool operator==(const Kind&) const = default;
    bool is_array() const { return !sizes.empty(); }
    bool is_basic() const { return sizes.empty() && structure < 0; }
    bool is_scalar() const { return is_basic() && rows == 1 && columns == 1; }
    bool is_vector() const { return is_basic() && rows > 1 && columns == 1; }
    bool is_matrix() const { return is_basic() && columns > 1; }
    bool is_floating() const { return is_basic() && glsl::is_floating_point(scalar); }
    bool is_integer() const { return is_basic() && scalar != Scalar::Bool && !is_floating(); }
    bool is_wide() const { return glsl::is_wide(scalar); }
    Kind element() const {
        Kind kind = *this;
        kind.sizes.erase(kind.sizes.begin());
        return kind;
    }
    Kind with(Scalar other) const {
        Kind kind = *this;
        kind.scalar = other;
        return kind;
    }
};
inline Kind basic(Scalar scalar, int rows = 1, int columns = 1) { return {scalar, rows, columns, -1, {}}; }

class ShaderWriter {
  public:
    ShaderWriter(arbasm::Stage stage, uint64_t seed);
    std::string write();

  private:
    struct Entry {  // a variable, or part of one that has a name
        std::string name;
        Kind kind;
        bool writable = false;
        bool hidden = false;
        bool global = false;  // functions without effects don't write it
        int level = 0;        // how deep it is declared
    };
    struct Field {
        std::string name;
        Kind kind;
    };
    struct Structure {
        std::string name;
        std::vector<Field> fields;
    };
    enum class Mode : uint8_t { In, Out, InOut };
    struct Parameter {
        Kind kind;
        Mode mode = Mode::In;
    };
    struct FunctionEntry {
        std::string name;
        bool is_void = false;
        Kind result;
        std::vector<Parameter> parameters;
        bool pure = true;
        int cost = 0;
    };
    struct Builtin;  // a row of the table in writer_builtins.cpp

    // ---- chance
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool chance(int one_in) { return pick(one_in) == 0; }
    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[static_cast<size_t>(pick(static_cast<int>(list.size())))];
    }
    Scalar random_scalar();
    Kind random_basic();
    Kind random_kind();
    Kind random_vector(Scalar scalar) { return basic(scalar, 1 + pick(4)); }

    // ---- text
    void line(const std::string& text) { text_ += std::string(indent_ * 4, ' ') + text + "\n"; }
    void open(const std::string& text) {
        line(text + " {");
        indent_++;
    }
    void close(const std::string& text = "}") {
        indent_--;
        line(text);
    }
    std::string type_name(const Kind& kind) const;
    std::string fresh(const char* prefix) { return prefix + std::to_string(next_name_++); }
    static std::string number(Scalar scalar, int value);
    std::string literal(const Kind& kind);
    std::string literal_of(Scalar scalar);
    Scalar small_scalar();
    Scalar small_integer();

    // ---- expressions; `depth`: how much deeper they may nest
    std::string expression(const Kind& kind, int depth);
    std::string leaf(const Kind& kind);
    std::string read(const Kind& kind, bool for_writing, bool whole_only = false);
    bool descend(std::string& text, Kind& at, const Kind& wanted, bool for_writing);
    std::string subscript(int size);
    std::string construct(const Kind& kind, int depth);
    std::string converted(const Kind& kind, int depth);
    std::string arithmetic(const Kind& kind, int depth);
    std::string integer_operation(const Kind& kind, int depth);
    std::string float_operation(const Kind& kind, int depth);
    std::string matrix_operation(const Kind& kind, int depth);
    std::string truth(const Kind& kind, int depth);
    std::string builtin(const Kind& kind, int depth);
    static const std::vector<Builtin>& builtins();
    std::string pure_call(const Kind& kind, int depth);
    std::string narrower(const Kind& kind, int depth);
    std::string call_text(const FunctionEntry& function, int depth, bool& possible);
    std::string out_argument(const Kind& kind, bool& possible);

    // ---- statements
    void block(int statements);
    void statement();
    void declaration();
    std::string variable_name();
    void declare(const std::string& name, const Kind& kind, bool writable);
    void constant_declaration();
    void atomic();
    void converted_result();
    void assignment();
    void compound_assignment();
    void effects();
    void branch();
    void loop();
    void choice();
    void nest();
    void call_statement();
    std::vector<std::string> ways_out();
    bool leave_at_once();
    void leave();
    void out_parameter_builtin();
    enum class Ending : uint8_t { Open, Leaves, MayLeave };  // by a way out, or by one under a condition
    void scoped(int statements, Ending ending = Ending::Open);

    // ---- the whole
    void header();
    void structures();
    void constants();
    void uniforms();
    void blocks();
    void inputs();
    void outputs();
    void globals();
    void function();
    void main_function();
    void shared_exchange();
    void emit_vertex();
    void block_of(const std::string& head, const std::string& name, bool with_results);
    std::string chosen_block(const std::string& instance, int count);
    Kind interface_kind();
    int locations_of(const Kind& kind) const;

    arbasm::Stage stage_;
    std::mt19937_64 random_;
    std::string text_;
    size_t indent_ = 0;
    int next_name_ = 0;
    bool doubles_ = false, wide_integers_ = false, small_ = false, straight_ = false, in_subscript_ = false;
    bool demotes_ = false;
    std::vector<Structure> structures_;
    std::vector<Entry> scope_;
    std::vector<FunctionEntry> functions_;
    std::vector<Entry> results_;  // what main() writes at its end
    // State of the function that is being written.
    const FunctionEntry* current_ = nullptr;  // null: main
    int nesting_ = 0, loops_ = 0, turns_ = 1, cost_ = 0;
    std::vector<size_t> shadowed_;  // of scope_: what inner scopes hide
    int deeper_ = 0;                // so many constructs stand in the one that is being written
    bool breakable_ = false, continuable_ = false, in_effects_ = true;
    bool waits_ = false;  // main() has barriers, which may not stand behind a return
};

}  // namespace random_glsl
