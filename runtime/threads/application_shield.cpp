#include "runtime/threads/application_shield.h"

#include <pthread.h>
#include <xmmintrin.h>

#include "runtime/threads/floating_point_mode.h"

namespace runtime {

ApplicationShield::ApplicationShield() : floating_point_(_mm_getcsr()), cancelling_(PTHREAD_CANCEL_ENABLE) {
    if ((floating_point_ & FloatingPointMode::mode_bits) != FloatingPointMode::usual)
        _mm_setcsr(FloatingPointMode::usual);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling_);
}

ApplicationShield::~ApplicationShield() {
    if (_mm_getcsr() != floating_point_) _mm_setcsr(floating_point_);
    pthread_setcancelstate(cancelling_, nullptr);
}

}  // namespace runtime
