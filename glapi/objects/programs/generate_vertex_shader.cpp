#include "glapi/objects/programs/generate_vertex_shader.h"

#include <set>

#include "glapi/fixed_function/program_text.h"
#include "ir/check.h"

namespace glapi::fixed_function {
namespace {

using Instruction = VertexShader::Instruction;

constexpr const char* component_names = "xyzw";

class VertexShaderGenerator {
  public:
    VertexShaderGenerator(VertexShader& shader, const VertexShaderGroup& group)
        : shader_(shader), group_(group), text_("!!NVvp4.0") {}

    std::string run(uint32_t clip_planes) {
        position_ = clip_planes ? "position" : "result.position";
        counts_.instructions = static_cast<int>(shader_.instructions.size());
        text_.declare("TEMP t, u");
        text_.declare("INT TEMP index");
        find_symbols();
        for (const SymbolBlock* block : blocks_) declare(*block);
        for (const Instruction& instruction : shader_.instructions) add(instruction);
        if (clip_planes) clip(clip_planes);
        std::string text = text_.finish();
        shader_.parameters = std::move(parameters_);
        shader_.variants = std::move(variants_);
        shader_.counts = counts_;
        return text;
    }

  private:
    // Planes are transformed by the projection's inverse: the shader makes clip coordinates (2.11).
    void clip(uint32_t planes) {
        text_.declare("TEMP position");
        text_.add("MOV result.position, position");
        size_t parameter = parameters_.size();
        for (int plane = 0; planes >> plane; ++plane)
            if (planes >> plane & 1)
                text_.add("DP4 result.clip[{}].x, position, program.local[{}]", plane, parameter++);
    }

    // ---- symbols

    const SymbolBlock& block_of(GLuint symbol) const {
        const SymbolBlock* const block = group_.find(symbol);
        ASMGL_CHECK(block);
        return *block;
    }

    // Symbols that are taken by an index lie beside those of the same call; of others only those that are used are
    // there.
    void find_symbols() {
        std::set<GLuint> found;
        const auto note = [&](GLuint symbol) {
            const SymbolBlock* const block = group_.find(symbol);
            if (!block) return;  // an output, or nothing
            used_.insert(symbol);
            if (found.insert(block->first).second) blocks_.push_back(block);
        };
        for (const Instruction& instruction : shader_.instructions) {
            note(instruction.result);
            for (const GLuint argument : instruction.arguments) note(argument);
            if (instruction.operation == GL_OP_INDEX_EXT) indexed_.insert(block_of(instruction.arguments[1]).first);
        }
        for (const SymbolBlock* block : blocks_)
            if (indexed_.contains(block->first))
                for (GLuint i = 0; i < block->count; ++i) used_.insert(block->first + i);
    }

    bool is_array(const SymbolBlock& block) const { return !block.bound() && indexed_.contains(block.first); }

    // A vector of a symbol: of matrices one of four rows.
    std::string row(GLuint symbol, int number = 0) const {
        const SymbolBlock& block = block_of(symbol);
        const auto row_index = (symbol - block.first) * static_cast<GLuint>(block.rows()) + static_cast<GLuint>(number);
        return is_array(block) ? fmt::format("s{}[{}]", block.first, row_index)
                               : fmt::format("s{}_{}", block.first, row_index);
    }

    void declare(const SymbolBlock& block) {
        switch (block.storage) {
            case GL_LOCAL_EXT: return declare_locals(block);
            case GL_VARIANT_EXT: return block.bound() ? declare_state(block) : declare_variants(block);
            case GL_LOCAL_CONSTANT_EXT: return declare_parameters(block, counts_.local_constants);
            default: break;  // INVARIANT_EXT
        }
        if (!block.state.empty()) return declare_state(block);
        declare_parameters(block, counts_.invariants);
    }

    // Calls `each` with every vector of the block's used symbols.
    template <typename Each>
    void for_each_row(const SymbolBlock& block, Each each) {
        for (GLuint symbol = block.first; symbol < block.first + block.count; ++symbol)
            for (int number = 0; number < block.rows() && used_.contains(symbol); ++number) each(symbol, number);
    }

    void declare_locals(const SymbolBlock& block) {
        const int count = static_cast<int>(block.count) * block.rows();
        if (is_array(block)) text_.declare("TEMP s{}[{}]", block.first, count);
        for_each_row(block, [&](GLuint symbol, int number) {
            ++counts_.locals;
            if (!is_array(block)) text_.declare("TEMP {}", row(symbol, number));
        });
    }

    void declare_parameters(const SymbolBlock& block, int& counter) {
        const size_t first = parameters_.size();
        for_each_row(block, [&](GLuint symbol, int number) {
            ++counter;
            if (!is_array(block))
                text_.declare("PARAM {} = program.local[{}]", row(symbol, number), parameters_.size());
            parameters_.push_back({symbol, number});
        });
        if (is_array(block))
            text_.declare("PARAM s{}[] = {{ program.local[{}..{}] }}", block.first, first, parameters_.size() - 1);
    }

    // Numbers are clamped where their range is normalized; matrices come column by column.
    void declare_variants(const SymbolBlock& block) {
        const bool copied = block.normalized || block.type == GL_MATRIX_EXT;
        const size_t first = variants_.size();
        for_each_row(block, [&](GLuint symbol, int number) {
            ++counts_.variants;
            const int attribute = variant_attribute(static_cast<int>(variants_.size()));
            variants_.push_back({symbol, number});
            if (!copied && !is_array(block))
                text_.declare("ATTRIB {} = vertex.attrib[{}]", row(symbol, number), attribute);
            if (copied && !is_array(block)) text_.declare("TEMP {}", row(symbol, number));
            if (!copied) return;
            for (int c = 0; c < 4; ++c)
                if (block.type == GL_MATRIX_EXT)
                    text_.add("MOV {}.{}, vertex.attrib[{}].{}", row(symbol, c), component_names[number], attribute,
                              component_names[c]);
            if (block.type != GL_MATRIX_EXT) text_.add("MOV {}, vertex.attrib[{}]", row(symbol), attribute);
        });
        if (copied && block.normalized)
            for_each_row(block, [&](GLuint symbol, int number) {
                text_.add("MIN t, {}, 1", row(symbol, number));
                text_.add("MAX {}, t, -1", row(symbol, number));
            });
        if (!is_array(block)) return;
        if (copied)
            text_.declare("TEMP s{}[{}]", block.first, variants_.size() - first);
        else
            text_.declare("ATTRIB s{}[] = {{ vertex.attrib[{}..{}] }}", block.first,
                          variant_attribute(static_cast<int>(first)),
                          variant_attribute(static_cast<int>(variants_.size() - 1)));
    }

    // Material properties are variants, but state.
    void declare_state(const SymbolBlock& block) {
        const char* const kind = block.state.starts_with("vertex.") ? "ATTRIB" : "PARAM";
        (block.storage == GL_VARIANT_EXT ? counts_.variants : counts_.invariants) += block.rows();
        if (block.type == GL_MATRIX_EXT) {
            for (int number = 0; number < 4; ++number)
                text_.declare("{} {} = {}.row[{}]", kind, row(block.first, number), block.state, number);
        } else if (block.three_components) {
            text_.declare("TEMP {}", row(block.first));
            text_.add("MOV {}.xyz, {}", row(block.first), block.state);
            text_.add("MOV {}.w, 0", row(block.first));
        } else {
            text_.declare("{} {} = {}", kind, row(block.first), block.state);
        }
    }

    // ---- instructions

    bool is_scalar(GLuint name) const {
        const SymbolBlock* const block = group_.find(name);
        return block ? block->type == GL_SCALAR_EXT : name == GL_OUTPUT_FOG_EXT;
    }
    bool is_matrix(GLuint symbol) const {
        const SymbolBlock* const block = group_.find(symbol);
        return block && block->type == GL_MATRIX_EXT;
    }

    std::string operand(GLuint symbol) const {
        const SymbolBlock& block = block_of(symbol);
        return block.type == GL_SCALAR_EXT ? fmt::format("{}.{}", row(symbol), block.component) : row(symbol);
    }

    // A result without its components; `number`: row of a matrix.
    std::string result(GLuint name, int number = 0) const {
        if (group_.find(name)) return row(name, number);
        switch (name) {
            case GL_OUTPUT_VERTEX_EXT: return position_;
            case GL_OUTPUT_COLOR0_EXT: return "result.color.primary";
            case GL_OUTPUT_COLOR1_EXT: return "result.color.secondary";
            case GL_OUTPUT_FOG_EXT: return "result.fogcoord";
            default: return fmt::format("result.texcoord[{}]", name - GL_OUTPUT_TEXTURE_COORD0_EXT);
        }
    }
    const char* mask(GLuint name) const { return is_scalar(name) ? ".x" : ""; }

    void add(const Instruction& instruction) {
        switch (instruction.kind) {
            case VertexShader::Kind::Operation: return compute(instruction);
            case VertexShader::Kind::Swizzle: return swizzle(instruction);
            case VertexShader::Kind::WriteMask: return write_mask(instruction);
            case VertexShader::Kind::Insert: return insert(instruction);
            case VertexShader::Kind::Extract: return extract(instruction);
        }
    }

    void swizzle(const Instruction& instruction) {
        for (size_t c = 0; c < 4; ++c) {
            const GLenum from = instruction.components[c];
            if (from >= GL_ZERO_EXT) {
                text_.add("MOV t.{}, {}", component_names[c],
                          from == GL_ZERO_EXT  ? "0"
                          : from == GL_ONE_EXT ? "1"
                                               : "-1");
                continue;
            }
            const bool negative = from >= GL_NEGATIVE_X_EXT;
            text_.add("MOV t.{}, {}{}.{}", component_names[c], negative ? "-" : "", operand(instruction.arguments[0]),
                      component_names[from - (negative ? GL_NEGATIVE_X_EXT : GL_X_EXT)]);
        }
        text_.add("MOV {}, t", result(instruction.result));
    }

    void write_mask(const Instruction& instruction) {
        std::string written;
        for (size_t c = 0; c < 4; ++c)
            if (instruction.components[c]) written += component_names[c];
        if (!written.empty())
            text_.add("MOV {}.{}, {}", result(instruction.result), written, operand(instruction.arguments[0]));
    }

    void insert(const Instruction& instruction) {
        const GLuint source = instruction.arguments[0];
        if (is_matrix(instruction.result))
            text_.add("MOV {}, {}", row(instruction.result, static_cast<int>(instruction.number)), operand(source));
        else
            text_.add("MOV {}.{}, {}", result(instruction.result), component_names[instruction.number],
                      operand(source));
    }
    void extract(const Instruction& instruction) {
        const GLuint source = instruction.arguments[0];
        if (is_matrix(source))
            text_.add("MOV {}, {}", result(instruction.result), row(source, static_cast<int>(instruction.number)));
        else
            text_.add("MOV {}.x, {}.{}", result(instruction.result), operand(source),
                      component_names[instruction.number]);
    }

    // The symbol so many rows behind the second argument.
    void index(const Instruction& instruction) {
        const GLuint symbol = instruction.arguments[1];
        const SymbolBlock& block = block_of(symbol);
        if (is_array(block)) {
            text_.add("TRUNC.S index.y, {}", operand(instruction.arguments[0]));
            text_.add("MUL.S index.x, index.y, {}", block.rows());
        }
        for (int number = 0; number < block.rows(); ++number) {
            const GLuint row_index = (symbol - block.first) * static_cast<GLuint>(block.rows()) + GLuint(number);
            std::string source =
                is_array(block) ? fmt::format("s{}[index.x + {}]", block.first, row_index) : row(symbol, number);
            if (block.type == GL_SCALAR_EXT) source += fmt::format(".{}", block.component);
            text_.add("MOV {}{}, {}", result(instruction.result, number), mask(instruction.result), source);
        }
    }

    void compute(const Instruction& instruction) {
        const std::string to = result(instruction.result) + mask(instruction.result);
        const auto a = [&](size_t n) { return operand(instruction.arguments[n]); };
        switch (instruction.operation) {
            case GL_OP_INDEX_EXT: return index(instruction);
            case GL_OP_NEGATE_EXT: text_.add("MOV {}, -{}", to, a(0)); break;
            case GL_OP_DOT3_EXT:
                text_.add("DP3 {}{}, {}, {}", to, is_scalar(instruction.result) ? "" : ".xyz", a(0), a(1));
                break;
            case GL_OP_DOT4_EXT: text_.add("DP4 {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_MUL_EXT: text_.add("MUL {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_ADD_EXT: text_.add("ADD {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_SUB_EXT: text_.add("SUB {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_MADD_EXT: text_.add("MAD {}, {}, {}, {}", to, a(0), a(1), a(2)); break;
            case GL_OP_FRAC_EXT: text_.add("FRC {}, {}", to, a(0)); break;
            case GL_OP_MAX_EXT: text_.add("MAX {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_MIN_EXT: text_.add("MIN {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_SET_GE_EXT: text_.add("SGE {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_SET_LT_EXT: text_.add("SLT {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_CLAMP_EXT:  // the lower bound is looked at first
                text_.add("MIN t, {}, {}", a(0), a(2));
                text_.add("SUB u, {}, {}", a(1), a(0));
                text_.add("CMP {}, u, t, {}", to, a(1));
                break;
            case GL_OP_FLOOR_EXT: text_.add("FLR {}, {}", to, a(0)); break;
            case GL_OP_ROUND_EXT:
                text_.add("ADD t, {}, 0.5", a(0));
                text_.add("FLR {}, t", to);
                break;
            case GL_OP_EXP_BASE_2_EXT: text_.add("EX2 {}, {}", to, a(0)); break;
            case GL_OP_LOG_BASE_2_EXT: text_.add("LG2 {}, {}", to, a(0)); break;
            case GL_OP_POWER_EXT: text_.add("POW {}, {}, {}", to, a(0), a(1)); break;
            case GL_OP_RECIP_EXT: text_.add("RCP {}, {}", to, a(0)); break;
            case GL_OP_RECIP_SQRT_EXT: text_.add("RSQ {}, {}", to, a(0)); break;
            case GL_OP_CROSS_PRODUCT_EXT:
                text_.add("XPD t.xyz, {}, {}", a(0), a(1));
                text_.add("MOV t.w, 1");
                text_.add("MOV {}, t", to);
                break;
            case GL_OP_MULTIPLY_MATRIX_EXT:
                for (int number = 0; number < 4; ++number)
                    text_.add("DP4 t.{}, {}, {}", component_names[number], row(instruction.arguments[0], number), a(1));
                text_.add("MOV {}, t", to);
                break;
            default: text_.add("MOV {}, {}", to, a(0)); break;  // OP_MOV_EXT
        }
    }

    VertexShader& shader_;
    std::vector<VertexShader::Row> parameters_, variants_;
    VertexShader::Counts counts_;
    const VertexShaderGroup& group_;
    ProgramText text_;
    const char* position_ = "";
    std::vector<const SymbolBlock*> blocks_;  // that instructions name, as they come
    std::set<GLuint> used_, indexed_;         // symbols; blocks, by their first symbol
};

}  // namespace

std::string vertex_shader_text(VertexShader& shader, const VertexShaderGroup& group, uint32_t clip_planes) {
    return VertexShaderGenerator(shader, group).run(clip_planes);
}

}  // namespace glapi::fixed_function
