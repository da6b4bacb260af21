// Values of glTexParameter, glSamplerParameter and their queries in all their types.
#pragma once

#include <array>

#include "glapi/objects/textures/texture.h"

namespace glapi {

class Context;
class Errors;
struct Version;

// A parameter as the application gave it: one value or four, of the command's type.
class ParameterValue {
  public:
    enum class Type : uint8_t { Float, Int, PureInt, PureUnsigned };
    ParameterValue(Type type, const void* data, bool vector) : type_(type), data_(data), vector_(vector) {}

    bool is_vector() const { return vector_; }
    float as_float(int i = 0) const;
    GLint as_int(int i = 0) const;  // floats rounded to nearest
    GLenum as_enum(int i = 0) const { return static_cast<GLenum>(as_int(i)); }
    // A colour's bits: floats from the plain types (integers are normalized), integers from the pure ones.
    std::array<uint32_t, 4> as_color(int count = 4) const;

  private:
    Type type_;
    const void* data_;
    bool vector_;
};

// A place for a query's answer.
class ParameterResult {
  public:
    using Type = ParameterValue::Type;
    ParameterResult(Type type, void* data) : type_(type), data_(data) {}
    void set(GLint value, int i = 0) const;
    void set_float(float value, int i = 0) const;
    bool plain() const { return type_ == Type::Float || type_ == Type::Int; }
    void set_color(const std::array<uint32_t, 4>& bits) const;

  private:
    Type type_;
    void* data_;
};

// The state that samplers and textures share. 0: not one of these; 1: done; -1: an error has been recorded. `rectangle`
// restricts wrap modes and filters.
int set_sampler_parameter(Errors& errors, const Version& version, SamplerParameters& parameters, GLenum pname,
                          const ParameterValue& value, bool rectangle);
// Whether it is one of these.
bool is_sampler_parameter(GLenum pname);
bool get_sampler_parameter(const SamplerParameters& parameters, GLenum pname, const ParameterResult& result);

void set_texture_parameter(Errors& errors, const Version& version, Texture& texture, GLenum pname,
                           const ParameterValue& value);
void get_texture_parameter(Context& context, const Texture& texture, GLenum pname, const ParameterResult& result);

}  // namespace glapi
