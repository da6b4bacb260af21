// The recursive-descent parser. One class; its methods are spread over the sources of this folder by subject: language
// (what words the program's language has), context (what names it has), bindings, operands, instructions, declarations,
// and here the walk over statements.
//
// A method named parse_x returns false after it has reported an error; the caller just passes that on, and the
// statement loop goes on behind the next semicolon.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "arbasm/assembler.h"
#include "arbasm/parse/lexer.h"
#include "arbasm/words.h"
#include "ir/bindings.h"
#include "ir/checks/check_program.h"
#include "ir/language_features.h"
#include "ir/registers.h"

namespace arbasm {

inline bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// For messages.
inline std::string quote(std::string_view text) { return "\"" + std::string(text) + "\""; }

// What sources of more than one folder use.
int component(char c);  // 0…3 for x y z w, 4…7 for r g b a, -1 for anything else
std::string type_word(DataType type);
char type_letter(DataType type);  // of integers with a sign, of those without, of floating point
bool is_position_invariant(const Program& program);
bool has_feature(TextureTarget target, char feature);

// The parser's state of a program, beside the Program itself.
struct SourceMap : ProgramPlaces {
    std::vector<std::string> calls;  // label name by instruction index; empty: none
    std::vector<SourceLocation> subroutine_types;
    SourceLocation text_end;
};

class Parser {
  public:
    Parser(std::string_view text, const Limits& limits) : text_(text), limits_(limits), lexer_(text, 0) {}
    ParseResult run(bool with_warnings);

  private:
    // ---- errors
    static constexpr size_t max_errors = 20;
    bool fail(SourceLocation where, std::string message, std::string hint = {});
    bool fail(std::string message, std::string hint = {}) {
        return fail(token().where, std::move(message), std::move(hint));
    }
    bool unexpected(std::string_view wanted);                                       // "expected WANTED, found TOKEN"
    void remark(SourceLocation where, std::string message, std::string hint = {});  // taken, against the texts
    void recover();
    bool is_last_word(std::string_view word);

    // ---- tokens
    const Token& token() const { return lexer_.token(); }
    void advance() { lexer_.advance(); }
    bool accept(char c);
    bool expect(char c);
    bool end_statement();
    bool peek_is(char c);  // the token after the current one
    bool peek_is_identifier();
    bool parse_unsigned(int64_t& value, int64_t limit, std::string_view what);

    // ---- the set at hand
    bool is_arb() const { return program_.instruction_set == InstructionSet::Arb10; }
    bool is_nv4() const { return is_nv4_family(program_.instruction_set); }
    bool is_nv5() const { return program_.instruction_set == InstructionSet::Nv50; }
    bool is_fragment() const { return program_.stage == Stage::Fragment; }
    bool is_vertex() const { return program_.stage == Stage::Vertex; }
    // The option that NVIDIA's own compilers write. It permits extensions of their assembler beyond the specifications:
    // TXB and TXL with all shadow targets, BAR in control programs.
    bool is_internal() const { return program_.has(Option::NvInternal); }
    bool is_register_style() const { return names_registers(program_.instruction_set); }
    bool is_one_of(std::initializer_list<InstructionSet> sets) const;
    bool allows(Option option) const { return arbasm::allows(program_, option); }
    bool has_condition_codes() const { return arbasm::has_condition_codes(program_); }
    bool has_second_condition_code() const { return arbasm::has_second_condition_code(program_); }
    bool has_labels() const { return arbasm::has_labels(program_); }
    bool has_vector_addresses() const { return arbasm::has_vector_addresses(program_); }
    bool has_precisions() const { return arbasm::has_precisions(program_); }
    bool has_loops() const { return arbasm::has_loops(program_); }
    bool has_absolute_values() const { return has_condition_codes(); }
    std::string header() const { return std::string(header_text(program_.stage, program_.instruction_set)); }

    // ---- statements
    bool parse_header();
    bool parse_later_header();
    bool report_no_header();
    void skip_byte_order_mark();
    bool parse_option();
    bool parse_statement();
    bool parse_unknown_statement();
    bool respell_keyword();
    bool is_keyword(std::string_view word) const;
    bool starts_label();
    bool parse_label();
    bool is_reserved(std::string_view name) const;

    // ---- declarations
    struct Modifiers {
        DataType type = DataType::Typeless;
        bool is_long = false, is_short = false;
        bool flat = false, no_perspective = false, smooth = false, centroid = false, sample = false;
        SourceLocation where;  // of the first
        SourceLocation interpolation_where;
        bool any = false;
        bool interpolation() const { return flat || no_perspective || smooth || centroid || sample; }
    };
    bool is_declaration(std::string_view word) const;
    bool parse_declaration();
    bool parse_modifiers(Modifiers& modifiers);
    bool parse_new_name(Token& name);
    bool parse_array_size(bool& array, int64_t& size, int64_t most = 65536);
    bool parse_temp(const Modifiers& modifiers);
    bool parse_address();
    bool parse_bound(RegisterFile file, const Modifiers& modifiers);  // ATTRIB, OUTPUT, PARAM
    bool check_array_bindings(RegisterFile file, const std::vector<Binding>& bindings,
                              const std::vector<SourceLocation>& places);
    bool check_interpolation(const Modifiers& modifiers, const std::vector<Binding>& bindings);
    bool parse_alias();
    bool parse_units(RegisterFile file, std::string_view word);  // TEXTURE, IMAGE

    // ---- stages
    bool is_stage_declaration(std::string_view word) const;
    bool parse_stage_declaration();
    template <class Value, size_t count>
    bool parse_choice(const Word<Value> (&words)[count], std::string_view what, Value& out);
    bool parse_group_size();
    bool parse_passthrough();
    bool parse_subroutine_type();
    bool parse_subroutine();
    void finish_stage();
    void finish_geometry();
    void resolve_subroutines();
    void resolve_calls();
    void note_vertex(int64_t vertex, bool of_output, SourceLocation where);

    // ---- memory
    struct MemoryKind {
        RegisterFile file{};
        std::string_view declaration, word;  // CBUFFER, buffer
        uint8_t element_words = 0;
        int64_t buffers = 1;  // binding points
        int64_t whole = 0;    // elements of the largest buffer
        bool ranges = false;  // of buffers: b[][]
    };
    bool parse_memory(const MemoryKind& kind, const Modifiers& modifiers);
    bool parse_memory_binding(const MemoryKind& kind, bool is_array, bool range_of_buffers, int64_t element_size,
                              std::array<int64_t, 4>& bound);
    bool parse_shared(const Modifiers& modifiers);
    bool parse_memory_operand(Instruction& instruction, Operand& operand);
    bool apply_memory_modifier(Instruction& instruction, const Token& modifier, bool& known);
    bool finish_memory_modifiers(Instruction& instruction, const Token& word);
    int32_t add_variable(Variable variable, std::vector<Binding> bindings, SourceLocation where);
    void poison(const Token& name);

    // ---- bindings
    struct BindingUse {
        BindingSide side{};
        bool ranges = false;            // in an array initializer
        DataType type = DataType::F32;  // constants
        bool declaration = false;       // the vertex of an input may be left to the use
    };
    enum class Match : uint8_t { No, Yes, Error };
    struct InputPrefix {
        bool is_primitive = false;
        bool has_vertex = false;
        bool of_output = false;
        bool has_side = false;  // "in" or "out"
    };
    bool starts_binding() const;
    bool parse_binding(const BindingUse& use, std::vector<Binding>& out);
    Match parse_constant_binding(const BindingUse& use, std::vector<Binding>& out);
    Match parse_framebuffer_binding(const BindingUse& use, std::vector<Binding>& out);
    bool match_prefix(const BindingRow& row, const BindingUse& use, const InputPrefix* prefix,
                      std::string_view& pattern, SourceLocation& furthest);
    Match match_row(const BindingRow& row, std::string_view pattern, const BindingUse& use, std::vector<Binding>& out,
                    SourceLocation& furthest);
    Match match_index(const BindingRow& row, char form, const BindingUse& use, int& first, int& last);
    bool report_unknown_binding(SourceLocation start, SourceLocation furthest, const BindingUse& use);
    bool accept_member(std::string_view word);
    bool match_matrix(const BindingRow& row, const BindingUse& use, Binding& binding, int& first_row, int& last_row);
    bool report_matrix_form();
    std::string_view stage_word(BindingSide side) const;
    std::vector<std::string> next_words(std::string_view read, BindingSide side) const;
    std::string other_stages_binding(const BindingUse& use);
    bool check_availability(const BindingRow& row, SourceLocation where);
    bool check_result_binding(const BindingRow& row, SourceLocation start, const Lexer::Mark& mark);
    bool parse_constant_vector(DataType type, Binding& out);
    bool parse_constant_scalar(DataType type, bool sign_allowed, uint32_t& bits);
    bool parse_wide_constant(DataType type, bool sign_allowed, uint64_t& bits);
    bool parse_wide_constant_vector(DataType type, Binding& low, Binding& high);
    int32_t inline_variable(RegisterFile file, const Binding& binding, SourceLocation where,
                            const Binding* high = nullptr);
    bool belongs_to_vertex(const Binding& binding) const;  // one value for each vertex of the primitive or patch
    bool has_input_prefix() const;  // inputs of this stage belong to vertices or to the primitive
    bool parse_input_prefix(const BindingUse& use, InputPrefix& prefix, int& vertex);
    bool check_input_prefix(const BindingUse& use, const InputPrefix& prefix, const Binding& binding,
                            SourceLocation where);

    // ---- operands
    bool parse_operand(Instruction& instruction, OperandShape shape, Operand& operand);
    bool parse_operand_base(Instruction& instruction, DataType type, Operand& operand, bool& is_scalar_constant);
    bool parse_variable_use(Operand& operand, int32_t variable, const Token& name);
    bool parse_index(const Variable& variable, const Token& name, int32_t& element, RelativeIndex& relative);
    bool parse_vertex_index(Operand& operand, const Variable& variable, const Token& name);
    bool parse_relative_register(RelativeIndex& relative);
    bool parse_index_component(RelativeIndex& relative);
    bool parse_swizzle(Swizzle& swizzle, bool scalar, bool required, bool& was_single);
    bool parse_extended_swizzle(const Instruction& instruction, Operand& operand);
    bool parse_result(Instruction& instruction, OperandShape shape);
    bool parse_write_mask(uint8_t& mask);
    bool parse_address_result(Instruction& instruction);
    bool parse_condition_mask(ConditionMask& mask, bool parentheses_optional);
    bool parse_condition_test(ConditionMask& mask);
    bool is_condition_rule(std::string_view word) const;
    bool check_type(const Instruction& instruction, const Variable& variable, DataType wanted, SourceLocation where,
                    std::string_view verb);
    const int32_t* find_variable(std::string_view name) const;
    bool unknown_name(const Token& name);
    bool is_poisoned(int32_t variable) const { return variable < 0; }

    // ---- what NV options add to ARB programs
    bool parse_size_modifier(Modifiers& modifiers);
    bool parse_address_operand(Instruction& instruction, Operand& operand);
    bool parse_vector_address_result(Instruction& instruction);
    bool starts_relative_binding(RegisterFile file);
    bool parse_relative_binding(RegisterFile file, Operand& operand);
    bool parse_offset(int64_t least, int64_t most, int32_t& offset);
    bool parse_loop_operand(Instruction& instruction);
    int32_t implicit_variable(RegisterFile file, std::string_view name, int32_t size = 1);

    // ---- programs that name registers
    bool parse_register_statement();
    bool parse_define();
    bool parse_declare();
    bool parse_register_constant(Binding& out, bool& is_scalar);
    bool parse_register_scalar(uint32_t& bits);
    bool is_register_keyword(std::string_view name) const;
    bool parse_register_number(std::string_view name, char letter, int count, int& number) const;
    bool parse_bracketed_word(Token& word);
    bool parse_register_operand(Operand& operand, bool& is_scalar_constant);
    bool parse_register_result(Instruction& instruction);
    bool parse_register_result_name(Destination& result);
    bool parse_register_texture(Instruction& instruction);
    bool parse_program_parameter(Operand& operand);
    bool check_register_instruction(const Instruction& instruction, const std::vector<SourceLocation>& operand_places);
    bool finish_register_program();

    // ---- instructions
    struct Mnemonic {
        Opcode opcode = Opcode::Count;
        Precision precision = Precision::Full;
        bool has_precision = false;
        ConditionUpdate condition = ConditionUpdate::None;
        Saturation saturation = Saturation::None;
        bool bad_order = false;
    };
    static Mnemonic split_mnemonic(std::string_view word);
    bool is_instruction(std::string_view word) const;
    bool available(Opcode opcode) const { return has_opcode(program_, opcode); }
    bool report_unavailable(const Token& word, const OpcodeInfo& info);
    bool report_unknown_statement(const Token& word);
    bool expect_more(const Instruction& instruction);
    bool report_operands(const Instruction& instruction, SourceLocation where);
    bool parse_instruction();
    bool parse_instruction_modifiers(Instruction& instruction, const Mnemonic& mnemonic, const Token& word);
    bool apply_modifier(Instruction& instruction, const Token& modifier);
    bool apply_base_type(Instruction& instruction, const Token& modifier);
    bool apply_storage_type(Instruction& instruction, const Token& modifier, DataType type, uint8_t components);
    bool apply_sized_type(Instruction& instruction, const Token& modifier, DataType type, uint8_t components);
    bool apply_flag(Instruction& instruction, const Token& modifier);
    bool not_a_modifier(const Instruction& instruction, const Token& modifier);
    bool apply_suffixes(Instruction& instruction, const Mnemonic& mnemonic, const Token& word);  // before 4.0
    bool finish_modifiers(Instruction& instruction, const Token& word);
    void add_instruction(Instruction&& instruction);
    bool parse_flow(Instruction& instruction);
    bool parse_indirect_call(Instruction& instruction);
    bool parse_kill(Instruction& instruction);
    bool check_interpolated(const Instruction& instruction, SourceLocation place);
    bool check_instruction(const Instruction& instruction, const std::vector<SourceLocation>& operand_places);

    // ---- textures
    bool parse_texture(Instruction& instruction);
    bool starts_texture_unit() const;
    bool parse_unit(Instruction& instruction, RegisterFile file, std::string_view word);
    bool parse_handle(TextureAccess& texture, std::string_view what);
    bool parse_target(Instruction& instruction, SourceLocation& where);
    bool parse_image_unit(Instruction& instruction);
    bool parse_image_target(Instruction& instruction);
    bool parse_texture_offset(Instruction& instruction);
    bool check_texture(const Instruction& instruction, SourceLocation target_where, SourceLocation unit_where);
    bool note_texture_target(const TextureAccess& texture, SourceLocation where);

    std::string_view text_;
    Limits limits_;
    Lexer lexer_;
    Program program_;
    VariableBindings bindings_;
    SourceMap source_map_;
    std::vector<Diagnostic> errors_, remarks_;
    std::unordered_map<std::string_view, int32_t> names_;  // negative: declared, but wrongly
    std::unordered_map<std::string, int32_t> inline_variables_;
    std::unordered_map<std::string_view, int32_t> labels_;

    // Stage declarations seen, by word, and what can be judged only when all are known.
    std::unordered_map<std::string_view, SourceLocation> stage_declarations_;
    struct FurthestVertex {
        int64_t vertex = -1;
        SourceLocation where;
    };
    std::unordered_set<std::string> respelled_;      // keywords that are written in lower case
    std::array<FurthestVertex, 2> furthest_vertex_;  // of the input, of the output
    std::optional<SourceLocation> patch_input_;      // where a geometry program reads a quantity of patches
    std::unordered_map<std::string_view, int32_t> subroutine_types_;
    std::vector<std::vector<Token>> subroutine_type_labels_;
    std::unordered_map<int32_t, std::string_view> subroutine_numbers_;
    std::unordered_map<int64_t, int32_t> subroutine_parameter_types_;

    // Modifiers of the instruction being parsed.
    int type_modifiers_ = 0, storage_modifiers_ = 0;
    bool sized_type_ = false, base_type_ = false;
    bool has_precision_suffix_ = false;

    int open_loops_ = 0;  // LOOP without its ENDLOOP so far: A0.x can be used
    int named_parameters_ = 0;
    std::unordered_set<int32_t> scalar_constants_;  // variables of DEFINE name = number
};

// What ParseResult::warnings tells, of a program without errors.
std::vector<Diagnostic> find_warnings(const Program& program, const VariableBindings& bindings,
                                      const SourceMap& source_map);

// Of the candidates, the one that a misspelled word is nearest to; empty if none is near. For hints.
std::string nearest_of(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace arbasm
