// Environment variables of the library: one table, environment.def, read once and in one file. A privileged process
// (set-user-ID, set-group-ID or with capabilities: AT_SECURE) reads none of them: some name files to write, which
// are not for whoever started the process to choose.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace runtime {

// Words stand in the order of their row's values.
enum class EngineSetting : uint8_t { Auto, Interpreter, Jit };
enum class PresentSetting : uint8_t { Auto, Put };
enum class VsyncSetting : uint8_t { On, Off };
enum class SimdSetting : uint8_t { Auto, Generic, Neon, Sse4, Avx2, Avx512 };  // as runtime/simd/levels.def
enum class DebugSubject : uint8_t { Api, Driver, Engine, Programs, Threads };

struct DebugSubjects {
    uint8_t bits = 0;
    constexpr bool has(DebugSubject subject) const { return bits >> static_cast<unsigned>(subject) & 1; }
};

// A number from Least to Most, in decimal digits.
template <int32_t Least, int32_t Most>
struct Number {
    int32_t value = Least;
};
using ThreadCount = Number<0, 256>;
using Megabytes = Number<0, 65536>;
using Milliseconds = Number<1, 86'400'000>;

// A version of OpenGL that exists; 0.0 where none is asked for.
struct VersionSetting {
    enum class Profile : uint8_t { Unnamed, Compatibility, Core };
    int32_t major = 0, minor = 0;
    Profile profile = Profile::Unnamed;
};

struct Environment {
#define ASMGL_ENVIRONMENT(name, member, type, initial, values, description) type member = initial;
#include "runtime/environment/environment.def"
#undef ASMGL_ENVIRONMENT
};

// Read at the first use. A value that its variable doesn't take, and a variable beginning with ASMGL_ that is in no
// table, are reported on standard error then, once; what is refused counts as not set.
const Environment& environment();

inline bool reports(DebugSubject subject) { return environment().debug.has(subject); }

// A variable that is not ours (EGL_PLATFORM, LD_PRELOAD); null where it is not set, and in a privileged process.
const char* foreign_variable(const char* name);

// The rows as users read them (`asmgl info --env`).
struct EnvironmentVariable {
    const char* name;
    const char* values;
    const char* description;
};
std::span<const EnvironmentVariable> environment_variables();

// What environment() does, of given text: for tests. `read` gives the value of a variable or null; `names` are all that
// are set; a line for each thing wrong goes to `complaints`.
Environment read_environment(const char* (*read)(const char* name), std::span<const std::string_view> names,
                             std::string& complaints);

}  // namespace runtime
