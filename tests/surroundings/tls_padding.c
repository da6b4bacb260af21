/* A library that takes ASMGL_PADDING bytes of static thread-local storage. */
static __thread char padding[ASMGL_PADDING] __attribute__((tls_model("initial-exec")));
char* padding_of_thread(void);
char* padding_of_thread(void) { return padding; }
