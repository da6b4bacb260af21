!!NVfp5.0
OPTION NV_shader_buffer_load;
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_counters;
CBUFFER constants[] = { program.buffer[3] };
STORAGE storage[] = { program.storage[1] };
COUNTER counters[] = { program.counter[0][0..3] };
IMAGE target = image[2];
TEMP t;
LDC.F32X4 t, constants[16];
ATOMCTR.INCR t.x, counters[1];
STB.U32 t.x, storage[0];
STOREIM.F target, t, fragment.position, 2D;
MOV result.color, t;
END
