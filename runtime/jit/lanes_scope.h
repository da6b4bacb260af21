// Recording by another number of lanes for a while.
#pragma once

namespace runtime::jit {

// Values have `lanes` lanes while it exists; those from before are not used with them.
class LanesScope {
  public:
    explicit LanesScope(int lanes);
    ~LanesScope();
    LanesScope(const LanesScope&) = delete;
    LanesScope& operator=(const LanesScope&) = delete;

  private:
    const int before_;
};

}  // namespace runtime::jit
