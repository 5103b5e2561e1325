#define _GNU_SOURCE
#include "AllocationCounter.h"

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__) && !__has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

// glibc lets a program define malloc; these count and pass on to glibc's own functions.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_size_t allocations, locks;
static atomic_int counting;

static inline void count(atomic_size_t *calls) {
    if (atomic_load_explicit(&counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(calls, 1, memory_order_relaxed);
    }
}

void *malloc(size_t size) {
    count(&allocations);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count(&allocations);
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count(&allocations);
    return __libc_realloc(pointer, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count(&allocations);
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

void *aligned_alloc(size_t alignment, size_t size) {
    count(&allocations);
    return __libc_memalign(alignment, size);
}

// A call from this program comes here directly and leaves by one jump, as it would have through the linkage table, so
// what is measured stays what it was.
typedef int (*lock_function)(pthread_mutex_t *);
static lock_function glibc_lock;

__attribute__((constructor)) static void find_glibc_lock(void) {
    glibc_lock = (lock_function)dlsym(RTLD_NEXT, "pthread_mutex_lock");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    count(&locks);
    if (!glibc_lock) find_glibc_lock();
    return glibc_lock(mutex);
}

int allocation_counter_start(void) {
    atomic_store(&allocations, 0);
    atomic_store(&locks, 0);
    atomic_store(&counting, 1);
    return 1;
}

void allocation_counter_stop(void) { atomic_store(&counting, 0); }
size_t allocation_counter_allocations(void) { return atomic_load(&allocations); }
size_t allocation_counter_locks(void) { return atomic_load(&locks); }
size_t allocation_bytes_in_use(void) { return mallinfo2().uordblks; }

#else

int allocation_counter_start(void) { return 0; }
void allocation_counter_stop(void) {}
size_t allocation_counter_allocations(void) { return 0; }
size_t allocation_counter_locks(void) { return 0; }
size_t allocation_bytes_in_use(void) { return 0; }

#endif
