/* The managed interface of the guide: a device, its memory, command buffers.
 *
 * Devices: "emulator" (and "/dev/pcie0", which clients ask for), which stops where the hardware leaves something to
 * chance; "emulator:lenient", which goes on; "record:FOLDER", which writes what is submitted to files. */
#ifndef ASMGL_AM_H
#define ASMGL_AM_H

#include <stdint.h>

#if defined(__GNUC__)
#define AM_API __attribute__((visibility("default")))
#else
#define AM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t AMuint32;
typedef struct AMmanagedDeviceState* AMmanagedDevice;

/* The guide's 12 members; their names beyond the four arenas are ours. Addresses of the CPU are usable at once. */
typedef struct AMmanagedDeviceInfo {
    AMuint32 baseAddressGPU, sizeGPU;
    AMuint32 baseAddressGPUb, sizeGPUb;
    AMuint32 baseAddressSYS, sizeSYS;
    void* baseAddressCPU;
    AMuint32 baseAddressSYSc, sizeSYSc;
    void* baseAddressCPUc;
    AMuint32 reserved[2];
} AMmanagedDeviceInfo;

/* 0 on failure. */
AM_API AMmanagedDevice amOpenManagedConnection(const char* device, AMmanagedDeviceInfo* info);
AM_API void amCloseManagedConnection(AMmanagedDevice device);
/* A number for the buffer; 0 on failure. */
AM_API AMuint32 amSubmitCommandBuffer(AMmanagedDevice device, AMuint32 address, AMuint32 bytes);
/* 0 while it is pending. */
AM_API AMuint32 amCommandBufferConsumed(AMmanagedDevice device, AMuint32 buffer);
/* Not of the guide: why the last call failed. */
AM_API const char* amManagedFailure(AMmanagedDevice device);

#ifdef __cplusplus
}
#endif
#endif
