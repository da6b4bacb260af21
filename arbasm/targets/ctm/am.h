/* The managed interface of the guide: a device, its memory, command buffers.
 *
 * Devices: "emulator" (and "/dev/pcie0", which clients ask for), "record:FOLDER". */
#ifndef ARBASM_TARGETS_CTM_AM_H
#define ARBASM_TARGETS_CTM_AM_H

#include <stdint.h>

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
AMmanagedDevice amOpenManagedConnection(const char* device, AMmanagedDeviceInfo* info);
void amCloseManagedConnection(AMmanagedDevice device);
/* A number for the buffer; 0 on failure. */
AMuint32 amSubmitCommandBuffer(AMmanagedDevice device, AMuint32 address, AMuint32 bytes);
/* 0 while it is pending. */
AMuint32 amCommandBufferConsumed(AMmanagedDevice device, AMuint32 buffer);
/* Not of the guide: why the last call failed. */
const char* amManagedFailure(AMmanagedDevice device);

#ifdef __cplusplus
}
#endif
#endif
