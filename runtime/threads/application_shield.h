// A thread of the application that works for us.
#pragma once

namespace runtime {

// For commands that compute, wait or use files on the application's thread: what it has chosen for that thread neither
// changes what we do nor notices it. May be nested. Not for what is called most often and does none of that.
// - Rounding, denormals and traps are the usual ones; afterwards mode and flags are as they were before.
// - The thread can't be cancelled: it would unwind through our functions, which hold what others wait for. It is
// cancelled at
//   its own next point.
class ApplicationShield {
  public:
    ApplicationShield();
    ~ApplicationShield();
    ApplicationShield(const ApplicationShield&) = delete;
    ApplicationShield& operator=(const ApplicationShield&) = delete;

  private:
    unsigned floating_point_;
    int cancelling_;
};

}  // namespace runtime
