/* A client of the managed interface: runs an object of the DPP array over 8 by 4 elements and shows what comes out.
 *
 *     cc square.c $(pkg-config --cflags --libs asmgl-am) -o square
 *     ./square square.elf [DEVICE] */
#include <asmgl/am.h>
#include <stdio.h>
#include <string.h>

enum { width = 8, height = 4, element_bytes = 16 };
/* Offsets in system memory; bases of surfaces and programs are multiples of 2048. */
enum { program_at = 0x0000, input_at = 0x8000, output_at = 0x9000, commands_at = 0xa000 };

static AMuint32 words[64];
static unsigned count;

/* A command: its number, then its parameters. */
static void command(AMuint32 number, unsigned parameters, const AMuint32* values) {
    words[count++] = 0xC0000000u | (parameters - 1) << 16 | number << 8;
    for (unsigned i = 0; i < parameters; i++) words[count++] = values[i];
}

int main(int argc, char** argv) {
    AMmanagedDeviceInfo info;
    const AMmanagedDevice device = amOpenManagedConnection(argc > 2 ? argv[2] : "emulator", &info);
    FILE* const file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!device || !file) {
        fprintf(stderr, "square OBJECT [DEVICE]: no such %s\n", device ? "object" : "device");
        return 2;
    }
    char* const memory = info.baseAddressCPU;
    fread(memory + program_at, 1, input_at, file);
    fclose(file);
    for (int i = 0; i < width * height; i++) {
        const float element[4] = {(float)i, 0.5f, -2, 1};
        memcpy(memory + input_at + i * element_bytes, element, sizeof element);
    }

    const AMuint32 base = info.baseAddressSYS;
    const AMuint32 format = 4u << 24 | width;                   /* FLOAT32_4, linear, so many elements in a row */
    command(0x0A, 2, (const AMuint32[]){base + program_at, 0}); /* set_inst_fmt */
    command(0x0B, 4, (const AMuint32[]){0, base + input_at, format, height});  /* set_inp_fmt */
    command(0x0C, 4, (const AMuint32[]){0, base + output_at, format, height}); /* set_out_fmt */
    command(0x19, 1, (const AMuint32[]){15});                                  /* set_out_mask */
    command(0x11, 1, (const AMuint32[]){0});                                   /* inv_inst_cache */
    command(0x15, 1, (const AMuint32[]){0});                                   /* inv_inp_cache */
    command(0x04, 4, (const AMuint32[]){0, 0, width - 1, height - 1});         /* set_domain */
    command(0x05, 1, (const AMuint32[]){0});                                   /* start_program */
    command(0x17, 1, (const AMuint32[]){0});                                   /* flush_out_cache */
    memcpy(memory + commands_at, words, count * sizeof *words);

    const AMuint32 buffer = amSubmitCommandBuffer(device, base + commands_at, count * sizeof *words);
    if (!buffer) {
        fprintf(stderr, "square: %s\n", amManagedFailure(device));
        return 1;
    }
    while (!amCommandBufferConsumed(device, buffer)) {
    }
    for (int i = 0; i < width * height; i++) {
        float element[4];
        memcpy(element, memory + output_at + i * element_bytes, sizeof element);
        printf("%g,%g,%g,%g\n", element[0], element[1], element[2], element[3]);
    }
    amCloseManagedConnection(device);
    return 0;
}
