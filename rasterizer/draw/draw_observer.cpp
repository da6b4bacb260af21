#include "rasterizer/draw/draw_observer.h"

namespace rasterizer {
namespace {

// Not destroyed: threads may draw while the process ends.
DrawObserver* chosen = nullptr;

}  // namespace

void set_draw_observer(std::unique_ptr<DrawObserver> observer) {
    delete chosen;
    chosen = observer.release();
}
DrawObserver* draw_observer() { return chosen; }

}  // namespace rasterizer
