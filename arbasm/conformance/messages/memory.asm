!!NVvp5.0
OPTION NV_shader_atomic_counters;
BUFFER a[] = { program.buffer[0..1] };
BUFFER b[][] = { program.buffer[0] };
BUFFER c[] = { program.buffer[0][4..1] };
BUFFER d = program.buffer[0];
BUFFER e[][20000] = { program.buffer[0..1] };
BUFFER4 e4[5000] = { program.buffer[0] };
LONG BUFFER f[] = { program.buffer[0] };
COUNTER g[][] = { program.counter[0] };
BUFFER h[3][] = { program.buffer[0..1] };
END
----
!!NVvp4.0
BUFFER a[][] = { program.buffer[0..1] };
END
----
!!NVcp5.0
GROUP_SIZE 1;
SHARED a = program.sharedmem;
SHARED b = program.memory;
SHARED c = 3;
END
