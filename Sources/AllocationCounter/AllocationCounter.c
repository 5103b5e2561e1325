#include "AllocationCounter.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>

// glibc lets a program define malloc; these count and pass on to glibc's own functions.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread size_t calls;
static __thread int counting;

void *malloc(size_t size) {
    if (counting) calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    if (counting) calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
    if (counting) calls++;
    return __libc_realloc(pointer, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (counting) calls++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
    if (counting) calls++;
    return __libc_memalign(alignment, size);
}

int allocation_counter_start(void) {
    calls = 0;
    counting = 1;
    return 1;
}

size_t allocation_counter_stop(void) {
    counting = 0;
    return calls;
}

size_t allocation_bytes_in_use(void) {
    return mallinfo2().uordblks;
}

#else

int allocation_counter_start(void) { return 0; }
size_t allocation_counter_stop(void) { return 0; }
size_t allocation_bytes_in_use(void) { return 0; }

#endif
