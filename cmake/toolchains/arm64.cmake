# Debian's cross compiler for arm64, its programs run by qemu-user. ASMGL_ROOT: a folder with Debian's packages of arm64,
# as scripts/test-foreign makes it, for the whole driver; without it there are the rooms that need no other libraries.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/root.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64;-L;${root})
