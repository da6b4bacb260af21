#include "runtime/threads/application_shield.h"

#include <pthread.h>

namespace runtime {

ApplicationShield::ApplicationShield() : cancelling_(PTHREAD_CANCEL_ENABLE) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling_);
}

ApplicationShield::~ApplicationShield() { pthread_setcancelstate(cancelling_, nullptr); }

}  // namespace runtime
