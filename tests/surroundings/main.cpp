// The tests, or one of their clients.
#include <gtest/gtest.h>

#include "support.h"

int main(int count, char** words) {
    if (surroundings::is_client(count, words)) return 0;
    testing::InitGoogleTest(&count, words);
    return RUN_ALL_TESTS();
}
