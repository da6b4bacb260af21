// Writes a shader of random calls of built-in functions and reads of built-in variables, chosen from the tables of the
// language, and of statements of statements.cpp. What may differ from thread to thread stands at the top of main(); the
// rest in branches, loops and functions, too, which are left in every way there is.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "glsl/language/builtin_functions.h"
#include "glsl/language/builtin_variables.h"
#include "glsl/language/versions.h"
#include "signature.h"

#include "ir/language.h"

namespace random_builtins {

inline constexpr int group_threads = 32, patch_vertices = 4, primitive_vertices = 3;

// Where results go.
enum class Results : uint8_t { Outputs, Patch, Emitted, Buffers, FragData, TexCoords, OneColor, Layer };

// What stands around the statements: it sets v (vec4 from -2 to 3) and n (ivec4 from 0 to 7), of each thread its own.
struct Frame {
    char stage;  // v c e g f k
    int version;
    const char* extensions;  // separated by blanks
    const char* declarations;
    const char* values;
    Results results;
};

// What only lower/ knows and no table has. In the texts $ is a number of its own, @f a vec4 and @u a uvec4 that the
// shader gives; #a to #d are random numbers from 0 to 3.
struct StatementRow {
    const char* stages;      // letters
    const char* extensions;  // separated by blanks
    const char* declarations;
    const char* statements;
    bool alone = false;  // a shader has one of these
};
extern const std::vector<Frame> all_frames;
extern const std::vector<StatementRow> all_statements;

class ShaderWriter {
  public:
    ShaderWriter(arbasm::Stage stage, uint64_t seed);
    std::string write();

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }
    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[static_cast<size_t>(pick(static_cast<int>(list.size())))];
    }

    bool is_of_stage(std::string_view stages) const { return stages == "*" || stages.find(letter_) != stages.npos; }
    bool enable(std::string_view where);
    bool enable_type(const std::string& name);
    bool is_new() const { return frame_.version >= 400; }
    std::string fresh(const char* name) { return name + std::to_string(next_++); }

    std::string value(std::string_view type);
    std::string swizzled(const char* name, int rows);
    std::string constant(const Signature& signature, std::string_view type);
    std::string resource(const Signature& signature, std::string_view type);
    std::string memory(std::string_view type);
    std::string interpolant(std::string_view type);
    std::string argument(const Signature& signature, size_t number, std::string& before);
    std::string indexed(std::string_view type, std::string name);
    void add_result(const std::string& type, const std::string& name, std::string& text);
    std::string result_of(bool floating);

    bool call();
    bool variable();
    bool is_there(std::string_view name) const;
    bool read(const glsl::VariableRow& row, std::string name, std::string type);
    bool statement();
    void put(const std::string& text, bool anywhere);
    std::string looped(const std::string& text);
    std::string end() const;

    const arbasm::Stage stage_;
    const char letter_;
    std::mt19937_64 random_;
    Frame frame_;
    glsl::Language language_;
    std::set<std::string, std::less<>> extensions_;
    bool has_alone_ = false, has_distances_ = false;
    std::string declarations_, functions_, statements_;
    struct Result {
        std::string name;
        bool floating;
    };
    std::vector<Result> results_;
    int next_ = 0, units_ = 0;
};

}  // namespace random_builtins
