// Random pipelines: what their vertices are read from, what their stages hand to each other, and their texts.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "glapi/generated/commands.h"

namespace random_stages {

enum class Base : uint8_t { Float, Int, Uint, Double, Int64, Uint64 };

struct ValueType {
    const char* name;
    Base base;
    int rows;         // components of a column
    int columns = 1;  // of matrices
    bool is_wide() const { return base >= Base::Double; }
    int words() const { return rows * columns * (is_wide() ? 2 : 1); }
    // Registers of four words that a column takes between stages.
    int registers() const { return columns * (is_wide() && rows > 2 ? 2 : 1); }
};

// How a column of a vertex attribute is read.
struct AttributeFormat {
    GLenum type = GL_FLOAT;
    GLint size = 4;  // 1…4, GL_BGRA
    bool normalized = false;
    Base base = Base::Float;  // of the program's input: which command describes the array
    enum class Way : uint8_t { Array, Divided, Current } way = Way::Array;
    GLuint divisor = 0;
};

struct Varying {
    std::string name;
    const ValueType* type;
    int array = 0;              // 0: none
    std::string interpolation;  // before fragments
    bool patch = false;
};

struct Pipeline {
    std::string vertex, control, evaluation, geometry, fragment;  // empty: there is none
    std::vector<AttributeFormat> attributes;                      // by location, from 1 on: 0 is the position
    std::vector<std::string> captured;                            // by transform feedback
    int captured_words = 0;                                       // of a vertex
    bool sums = false;                                            // fragments add to a counter
    bool points_out = false;                                      // what the last stage gives
};

class PipelineWriter {
  public:
    explicit PipelineWriter(std::mt19937_64& random) : random_(random) {}
    Pipeline write();

  private:
    using Words = std::vector<std::string>;

    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }
    const ValueType& any_type();

    void choose_inputs();
    AttributeFormat any_format(const ValueType& type);
    std::vector<Varying> any_varyings(const std::string& prefix, bool to_fragments);
    std::string word(const Words& words);
    std::string number(Base base, const Words& words);
    std::string value(const ValueType& type, const Words& words);
    void read(const Varying& varying, const std::string& element, Words& words);
    void add_words(const ValueType& type, const std::string& expression, Words& words);
    std::string locals(Words& words);
    std::string assignments(const std::vector<Varying>& varyings, const std::string& element, const Words& words);
    std::string declarations(const std::vector<Varying>& varyings, const char* direction, const std::string& brackets,
                             bool qualified);

    void write_vertex(const std::vector<Varying>& out);
    void write_control(const std::vector<Varying>& in, const std::vector<Varying>& out);
    void write_evaluation(const std::vector<Varying>& in, const std::vector<Varying>& out);
    void write_geometry(const std::vector<Varying>& in, const std::vector<Varying>& out);
    void write_fragment(const std::vector<Varying>& in);
    void choose_captured(const std::vector<Varying>& out);
    Words read_of_three(const std::vector<Varying>& in);

    std::mt19937_64& random_;
    Pipeline pipeline_;
    std::vector<Varying> inputs_;
};

}  // namespace random_stages
