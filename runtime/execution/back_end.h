// Back ends: machines that programs run on in place of this CPU, for one that was chosen (ASMGL_BACKEND).
//
// compile() asks the back end for every program; what it does not take runs natively. The back ends themselves are in
// runtime/targets, which the driver adds: this room only knows that there may be one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/execution/routine.h"
#include "runtime/lent.h"

namespace runtime {

class BackEnd {
  public:
    virtual ~BackEnd() = default;
    virtual const char* name() const = 0;
    // Whether the machine has programs of this stage; the others run natively, and no message says so.
    virtual bool takes(arbasm::Stage stage) const = 0;
    // Null: the program cannot be expressed, for these reasons. `native` is what would run it otherwise, and may be
    // part of the result.
    virtual std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                                   std::shared_ptr<const Routine> native,
                                                   std::vector<std::string>& reasons) = 0;
};

// For all programs compiled from now on; null: none.
ASMGL_LENT void set_back_end(std::unique_ptr<BackEnd> back_end);
BackEnd* back_end();

}  // namespace runtime
