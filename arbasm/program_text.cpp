// Gives this language to rooms that see programs only.
#include "ir/program_text.h"

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

[[maybe_unused]] const bool is_set = [] {
    set_program_text({print, [](std::string_view text) { return parse(text).program; }});
    return true;
}();

}  // namespace
}  // namespace arbasm
