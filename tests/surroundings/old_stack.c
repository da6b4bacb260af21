// Compiled as compilers of long ago did it, for i386: stacks are aligned to 4 bytes only.
void call_with_old_stack(int words, void (*function)(unsigned, unsigned, unsigned), unsigned a, unsigned b, unsigned c);

// The function leaves what it doesn't take.
void call_with_old_stack(int words, void (*function)(unsigned, unsigned, unsigned), unsigned a, unsigned b,
                         unsigned c) {
    volatile char* const room = __builtin_alloca(4u * (unsigned)words);
    room[0] = 0;
    function(a, b, c);
}
