// A checked stage to a Program.
//
// A value of any type is a list of parts, one for each scalar, vector, matrix column and (recursively) member and
// element; a part is an operand. A variable's home is a list of leaves in the same order of members, but each leaf is a
// register array: element i of member m of a structure's array is register i of leaf m (docs/glsl.md, "Values in
// registers").
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "glsl/lower/assembly.h"
#include "glsl/tree/interface.h"
#include "glsl/tree/memory_layout.h"
#include "glsl/tree/shader.h"

#include "ir/bindings.h"

namespace glsl {

struct Value {
    const Type* type = void_type;
    std::vector<Operand> parts;
    bool loose = false;  // a bool that is 0, -1 or 1.0; others are 0 or -1
};

// The registers of one scalar, vector or column in every instance that a variable has of it.
struct Leaf {
    const Type* type = nullptr;  // scalar or vector
    Register at;                 // the register, or the array; none: there is no such leaf
    int64_t base = 0;            // first element of the array
    int64_t count = 1;
    bool array = false;     // element base + n of it; else the register itself
    uint8_t component = 0;  // of the register, where the value begins
    // 64-bit components as pairs of 32-bit ones: x and y in the register; z and w in another one, if there are more
    // than two: `high` counts its elements as `base` does.
    bool halves = false;
    int64_t high = 0;
    int64_t stride = 1;           // elements of the array from instance to instance
    Operand offset;               // elements to add that are known at run time; a number: none
    Register written;             // what is written instead, where results can't be read: outputs of control shaders
    Scalar typed = Scalar::None;  // what the declaration says that alone may read it
    bool narrows = false;         // it holds any 32 bits, to be narrowed to 8 or 16 when read
    bool lazy = false;            // declared when it is used first
};

void add_leaves(std::vector<Leaf>& leaves, const Type* type, int64_t count, bool array);
// The number of leaves of a type: an array has as many as its element.
size_t leaf_count(const Type* type);
std::vector<Qualifiers> leaf_qualifiers(const Variable& variable, arbasm::Stage stage);
// Interpolation and sample location of an input, as its qualifiers say.
void set_interpolation(arbasm::Variable& variable, const Qualifiers& qualifiers);

// Where a leaf's first instance is: attrib[number], from a component on. The others follow in the next registers.
struct Slot {
    int number = -1;
    uint8_t component = 0;
};

struct Home {
    std::vector<Leaf> leaves;
    bool per_vertex = false;  // every vertex has one
};

// Memory that is accessed by loads and stores, at byte offsets.
enum class MemorySpace : uint8_t { Uniform, Storage, Shared, Counter, Global };

// A variable of the program that is memory: a block (or an array of blocks), the shared variables, a counter buffer.
struct Memory {
    MemorySpace space{};
    Register at;
    const Block* block = nullptr;  // Uniform, Storage
    BlockLayout layout;            // of one block
    int number = 0, count = 1;     // program.buffer[n], program.storage[n], program.counter[n]; of an array: the first
    bool is_array = false;         // of blocks
};

// A variable or a part of one. In registers: instance `index` (+ `relative`) of `type`; its leaves begin at `leaf`. In
// memory: `offset` (+ `relative`) bytes from the beginning of a block; in an array of blocks, of block `block` (+
// `block_relative`).
struct Place {
    const Home* home = nullptr;
    const Memory* memory = nullptr;  // one of these two
    const Type* type = nullptr;
    size_t leaf = 0;
    int64_t index = 0;
    Operand relative;  // an int in component x; numbers: none
    int64_t offset = 0;
    MemoryRules rules;
    int64_t component_stride = 0;  // bytes from component to component of a row-major matrix's column; 0: none between
    int64_t block = 0;
    Operand block_relative;
    Operand address;  // of what a pointer points to: 64 bits in component x
    bool is_coherent = false, is_volatile = false;
    // Of a home that every vertex has, when one is chosen: number `vertex` (+ `vertex_relative`).
    bool of_vertex = false;
    int64_t vertex = 0;
    Operand vertex_relative;
    // Components of a vector that are meant, if not all.
    bool swizzled = false;
    std::array<uint8_t, 4> components{0, 1, 2, 3};
    int count = 0;
    // A component that a run-time index chooses: an int in component x.
    Operand component;
};

// The interface of a stage to the rest of its program, as link/ has decided it.
struct StageInput {
    const std::vector<const Shader*>* shaders = nullptr;    // of one stage
    const std::vector<const Variable*>* globals = nullptr;  // each variable once, as it stands for all in `same`
    arbasm::Stage stage{};
    StageLayout layout;   // of all shaders together
    int vertices_in = 0;  // of geometry shaders: those of the primitive
    // Geometry shaders that emit nothing: each vertex leaves as it came, with the inputs of layout(passthrough), and
    // all have the same outputs.
    bool passes_through = false;
    // Of vertex attributes the first of the attrib[n], of fragment outputs the first of the color[n] that the leaves
    // take, one behind the other.
    std::unordered_map<const Variable*, int> slots;
    // Of inputs and outputs between stages: where each leaf is. Without an entry: nobody else reads it.
    std::unordered_map<const Variable*, std::vector<Slot>> varyings;
    // gl_ClipVertex has no binding between stages: the attrib[n] that stands for it; -1: nobody hands it on.
    int clip_vertex_in = -1, clip_vertex_out = -1;
    bool clips_vertices = true;  // false: the stage behind reads gl_ClipVertex
    // Of fragment outputs: layout(index).
    std::unordered_map<const Variable*, int> indices;
    // Of uniforms, for each leaf: the first of its program.local[n] or, of samplers, texture[n]; and of its registers
    // with z and w, if its vectors have 64-bit components.
    struct UniformLeaf {
        int first = 0, high = -1;
    };
    std::unordered_map<const Variable*, std::vector<UniformLeaf>> uniform_leaves;
    int uniform_registers = 0, samplers = 0, images = 0;
    // Of uniform and storage blocks: program.buffer[n] or program.storage[n]; of arrays: the first.
    std::unordered_map<const Block*, int> blocks;
    // By binding, where a stage does more with atomic counters than ATOMCTR can: their buffers as program.storage[n].
    std::unordered_map<int, int> counter_storage;
    // Whether samplers and images are handles, as they are in all stages if one of the program's shaders wants it:
    // values of 64 bits. Uniforms of the default block, too, which the API may give numbers of units that look like
    // handles.
    bool handles = false;
    // Of shared variables: where they begin in the work group's memory, and what all take. In bytes.
    std::unordered_map<const Variable*, int64_t> shared_offsets;
    int64_t shared_bytes = 0;
    // Of variables that several shaders of the stage declare, the one that stands for all.
    std::unordered_map<const Variable*, const Variable*> same;
    std::unordered_map<const Function*, const Function*> bodies;
    const Function* main = nullptr;
    std::vector<const Function*> subroutines;  // by index; null: no function has it
    arbasm::Limits limits;                     // of the stage's program
};

// A register's binding, and the component where a value begins.
struct PlacedBinding {
    arbasm::Binding binding;
    uint8_t component = 0;
};

// Whether a uniform of this subroutine type may mean the function. By names: the shaders of a stage have types of their
// own.
inline bool is_of(const Function& function, const Type& subroutine) {
    for (const Type* type : function.subroutine_types)
        if (type->name == subroutine.name) return true;
    return false;
}

struct TextureForm;
struct TextureArguments;

struct LoweringError {
    Location where;
    std::string text;
};

class Lowering {
  public:
    explicit Lowering(const StageInput& input);

    // Makes the program; to be called once. Problems that are found here are in errors(), those of
    // arbasm::check_program() in `wrong`. After either, the program must not be used.
    arbasm::Program run(std::vector<arbasm::Diagnostic>& wrong);
    const std::vector<LoweringError>& errors() const { return errors_; }

    // Registers that follow each other, of one variable or of several that overlap.
    struct RegisterSpan {
        Storage storage{};
        bool patch = false;
        int64_t first = 0, count = 1;
        bool array = false, shared = false;
    };

    // Calls in each other.
    static constexpr size_t most_frames = 200;

  private:
    // ---- values and places (places.cpp)
    Value load(const Place& place);
    void store(const Place& place, const Value& value);
    Place element(const Place& place, int64_t index);
    Place element(const Place& place, const Operand& index);
    Place member(const Place& place, int member);
    Operand leaf_operand(const Place& place, size_t leaf, int64_t index, int64_t more = 0);
    Operand read_leaf(const Place& place, int64_t more = 0);
    Operand joined(const Place& place);
    Target leaf_target(const Place& place, size_t leaf, int64_t index, uint8_t mask, int64_t more = 0);
    Register element_of(const Register& at, const Leaf& leaf, int64_t index, const Operand& relative, int64_t more = 0);
    arbasm::RelativeIndex relative_index(const Operand& index);
    uint8_t placed_mask(uint8_t mask, uint8_t component);
    void unsupported_member();
    void store_part(const Place& place, const Operand& from);
    void store_halves(const Place& place, const Operand& from, uint8_t mask);
    Place place_of(const Expression* expression);
    Place place_of(const Variable* variable);
    const Home& home_of(const Variable* variable);
    Home make_home(const Type* type, bool global);
    void name_leaf(Leaf& leaf, bool global);
    Home make_constant_home(const Constant& constant);
    void declare_constants(Leaf& leaf, std::vector<std::array<uint64_t, 4>> numbers);
    Place choose_vertex(const Place& place, int64_t number, const Operand& relative);
    Operand component_at(const Operand& operand, Scalar scalar, int components, const Operand& number);
    bool is_place(const Expression* expression) const;
    Value copy(const Value& value);

    // ---- memory (memory.cpp): blocks, shared variables, atomic counters
    static bool is_in_memory(const Variable& variable);
    Place memory_place(const Variable* variable);
    Place memory_part(Place place, const Type* type, int64_t bytes, const Operand& number, int64_t stride);
    Place memory_element(const Place& place, int64_t constant, const Operand& number);
    Place block_element(Place place, int64_t constant, const Operand& number);
    Place memory_member(const Place& place, int number);
    Place memory_component(const Place& place, const Operand& number);
    const Memory& memory_of(const Block& block);
    void use_memory(Memory& memory, arbasm::Variable variable);
    const Memory& counter_memory(int binding);
    const Memory& shared_memory();
    Value load_memory(const Place& place);
    void store_memory(const Place& place, const Operand& value);
    Operand memory_operand(const Place& place, int64_t more);
    Operand address_operand(const Place& place, int64_t more);
    Place pointed_place(const Dereference& dereference);
    Operation memory_operation(Opcode opcode, const Place& place, int components);
    Value length(const Length& length);
    Operand buffer_length(const Memory& memory, const Place& place);
    Operand atomic_data(const std::vector<Operand>& data, Scalar scalar, int rows = 1);
    std::vector<Operand> atomic_arguments(const BuiltinCall& call);
    Value memory_atomic(const BuiltinCall& call);
    Value counter_call(const BuiltinCall& call);

    // ---- images (images.cpp)
    Value image_call(const BuiltinCall& call);
    Value image_query(const BuiltinCall& call);
    Operand image_coordinates(const Type& image, const Value& given, const Value& sample);

    // ---- expressions (expressions.cpp, operators.cpp, constructions.cpp, calls.cpp, textures.cpp)
    Value evaluate(const Expression* expression);
    Operand scalar(const Expression* expression);  // the only part of a value
    Value evaluate_before(const Expression* expression, bool effects_follow);
    Value constant(const Constant& constant);
    Value unary(const Unary& unary);
    Value step(const Step& step);
    Value binary(const Binary& binary);
    Value operate(const Binary& binary, const Value& left, const Value& right);
    Value compute(BinaryOperator operation, const Type* type, const Value& left, const Value& right);
    Operand compute_part(BinaryOperator operation, Scalar scalar, const Operand& left, int left_components,
                         const Operand& right, int right_components, int components);
    Value matrix_product(const Type* type, const Value& left, const Value& right);
    void product(const Target& target, const Operand& left, const Operand& right, int components, Scalar scalar);
    Operand equal(const Value& left, const Value& right);
    Value logical(const Binary& binary);
    Value conditional(const Conditional& conditional);
    Value assign(const Assign& assign);
    Value convert(const Value& value, const Type* type);
    Operand narrowed(const Operand& place, Scalar scalar, int components);
    Operand half_bits(const Operand& given, Scalar from, Scalar to, int components);
    Value construct(const Construct& construct);
    Value handle_conversion(const Type* type, const Operand& given, bool from_pair);
    static Value zero(const Type* type);
    Value part_of(const Value& whole, std::span<const Member> members, int number, const Type* type);
    Value swizzle(const Swizzle& swizzle);
    Value index(const Index& index);
    Value call(const Call& call);
    Value selected_call(const Call& call);
    Value builtin_call(const BuiltinCall& call);
    Value extreme_number(arbasm::Opcode opcode, const Type* type, std::vector<Value>& arguments);
    Value operation(arbasm::Opcode opcode, const Type* type, const std::vector<Value>& arguments);
    Value texture_call(const BuiltinCall& call);
    TextureArguments texture_arguments(const BuiltinCall& call, const TextureForm& form);
    void add_least_level(const Type& sampler, const TextureForm& form, TextureArguments& given);
    Value sparse_result(const BuiltinCall& call, const Place& texel, const Value& read);
    void set_offset(arbasm::TextureAccess& access, const Value& offset);
    Value special_call(const BuiltinCall& call);
    Value interpolation_call(const BuiltinCall& call);
    // places: of arguments that are written or that have samplers, images or counters.
    Value inline_call(const Function& function, const std::vector<Place>& places, std::vector<Value> arguments);
    Value subroutine_call(const Function& function, const std::vector<Place>& places, std::vector<Value> arguments);
    Home parameter_home(const Variable& parameter, const Place& argument, bool global);
    Operand scaled_sum(const Operand& number, int64_t factor, const Operand& more);
    using PlaceKey = std::vector<int64_t>;  // what tells the places of opaque arguments apart
    static void add_to_key(PlaceKey& key, const Place& place);
    bool is_expanded(const Function& function);
    int expansion_cost(const Function& function);
    bool is_opaque(const Type* type) const;
    bool contains_opaque(const Type* type) const;
    Place keep(Place place);
    static const Type* written_type(const Place& place);
    Value strict(Value value);                                // a bool that is 0 or -1
    Operand positive(const Operand& operand, Scalar scalar);  // without a sign, for those who read bits
    arbasm::TextureAccess sampler_access(const Expression* expression);
    arbasm::TextureAccess image_access(const BuiltinCall& call);
    Value texture_query(const BuiltinCall& call);

    // ---- statements (statements.cpp)
    void execute(const Statement* statement);
    void note_line(Location where);
    void execute_loop(const Loop& loop);
    void execute_switch(const Switch& statement);
    void loop_continue();
    void finish_turn(const Loop& loop);
    static bool is_declaration_list(const BlockStatement& block);
    bool has_endless_loops();  // of the stage
    void note_demotion();
    static bool is_constant(const Value& value);
    void condition(const Expression* expression);  // NE.x of the condition code: true
    bool ends_only_at_end(const Function& function) const;
    const Function* body_of(const Function* function) const;

    // ---- the program (stage.cpp)
    void declare_interface();
    Register uniform_registers();
    void declare_variable(const Variable* variable);
    void declare_stage();
    void declare_passed_results();

    // ---- inputs and outputs (varyings.cpp, builtin_variables.cpp)
    void note_spans();
    RegisterSpan span_of(const Variable& variable, Leaf& leaf, int64_t first, bool patch);
    Register bound_register(char letter, const RegisterSpan& span, uint8_t component, arbasm::Variable variable,
                            const arbasm::Binding& binding);
    void declare_input(const Variable* variable);
    void declare_output(const Variable* variable);
    void declare_attribute(const Variable* variable);
    void declare_builtin(const Variable* variable);
    bool declare_constant(const Variable* variable);
    bool declare_special(const Variable* variable);
    bool declare_in_squares(const Variable* variable);
    void declare_builtin_input(const Variable* variable, std::span<const std::string_view> bindings);
    void declare_builtin_output(const Variable* variable, std::span<const std::string_view> bindings);
    std::vector<arbasm::Binding> builtin_bindings(const Variable* variable, std::string_view binding, Leaf& leaf,
                                                  arbasm::BindingSide side);
    Register builtin_register(std::string name, arbasm::RegisterFile file, const Leaf& leaf,
                              std::vector<arbasm::Binding> bindings, arbasm::Variable variable = {});
    Register parameter_register(const Leaf& leaf, std::vector<arbasm::Binding> bindings);
    PlacedBinding builtin_binding(const Variable* variable, std::string_view binding, const Type* leaf_type,
                                  int64_t number, arbasm::BindingSide side);
    void make_truth(const Variable* variable, Home& home);
    void make_wide(const Variable* variable, Home& home);
    void fetch_framebuffer(const Home& home, const Variable& variable, int64_t location);
    Operand bound(std::string_view binding, arbasm::BindingSide side);
    void add_output(const Leaf& leaf, int64_t element, const arbasm::Binding& to, uint8_t component, int stream);
    void copy_outputs(int stream);

    // ---- what only some stages have (stage_calls.cpp)
    Value stage_call(const BuiltinCall& call);
    // ---- groups of invocations (group_calls.cpp)
    Value group_call(const BuiltinCall& call);
    Value shuffle_call(const BuiltinCall& call, Opcode opcode);
    void shuffle_component(Opcode opcode, const Operand& target, int number, const Operand& value, const Operand& index,
                           const Operand& mask, Scalar scalar);
    void error(Location where, std::string text) { errors_.push_back({where, std::move(text)}); }

    // A function that is called, not expanded.
    struct Subroutine {
        std::unique_ptr<Routine> routine;
        std::vector<Home> parameters;
        Home result;
    };
    Subroutine& subroutine(const Function& function, const std::vector<Place>& places);

    struct LoopState {
        const Loop* loop = nullptr;
        // Inside a switch: continue leaves it first. The register that remembers, or none.
        Register continues;
    };
    // How `return` is written in the current function.
    struct Frame {
        const Function* function = nullptr;
        Subroutine* subroutine = nullptr;  // RET; null: the function is expanded and this is its end
        Value* result = nullptr;
    };

    // Nodes of a function, and instructions of the routine that calls it, beyond which it is called, not expanded: what
    // calls twice what calls twice … would have no end.
    static constexpr int most_expansion_cost = 600;
    static constexpr size_t most_expanded = 8192;
    // Limits against hostile shaders: registers of a value, instructions of a program, and nested expressions and
    // statements, including inlined functions.
    static constexpr int64_t most_registers = 65536;
    static constexpr size_t most_instructions = size_t{1} << 17;
    static constexpr int most_depth = 800;
    // Whether there is room; where not, it is reported, and from then on nothing is lowered.
    bool has_room(Location where, const Type* type);
    Value nothing(const Type* type);

    // Counts expressions and statements in each other.
    struct Deeper {
        explicit Deeper(int& depth) : depth_(depth) { depth_++; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { depth_--; }
        int& depth_;
    };

    const StageInput& input_;
    Assembly assembly_;
    std::optional<bool> endless_loops_;
    std::unordered_map<const Variable*, Home> homes_;
    // Of blocks; of counters ({}, binding); of shared variables ({}, -1); what pointers reach ({}, -2).
    std::map<std::pair<const Block*, int>, Memory> memories_;
    // Parameters of expanded functions that are values of the caller.
    std::unordered_map<const Variable*, Value> aliases_;
    // Parameters that are samplers, images or counters, or arrays of them: what the caller gave stands for them.
    std::unordered_map<const Variable*, Place> argument_places_;
    std::map<std::pair<const Function*, PlaceKey>, Subroutine> subroutines_;
    std::vector<Routine*> finished_;  // of subroutines, in the order in which they were
    std::unordered_map<const Function*, int> costs_, call_sites_;
    std::vector<LoopState> loops_;
    std::vector<Frame> frames_;
    // A register that stands for an output while the stage runs, and the result that it is copied to.
    struct Output {
        Operand from;
        Target to;
        Scalar scalar{};
        int stream = 0;
        int plane = -1;  // a user clip plane: the output is the distance from it
    };
    std::vector<Output> outputs_;
    std::vector<RegisterSpan> spans_;
    std::unordered_set<const Variable*> written_;
    Register uniforms_;                                                          // program.local[n]
    std::vector<std::pair<Register, std::vector<arbasm::Binding>>> parameters_;  // of state
    std::vector<LoweringError> errors_;
    int constants_ = 0, builtins_ = 0, depth_ = 0;
    size_t other_code_ = 0;  // instructions of subroutines, and of the routines that call the one that is being written
    bool out_of_room_ = false;
    const Shader* module_ = nullptr;  // of SPIR-V; null: of GLSL
    bool has_interlock_ = false, orders_fragments_ = false;
    bool raw_inputs_ = false;  // inputs are read as they come: see Leaf::narrows
};

}  // namespace glsl
