#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stddef.h>

/// Starts counting the calls of all threads: to malloc and its kin, and to pthread_mutex_lock. Returns 0 where that is
/// not possible.
int allocation_counter_start(void);

/// Stops counting.
void allocation_counter_stop(void);

/// The calls to malloc and its kin, and those to pthread_mutex_lock, between the last start and stop.
size_t allocation_counter_allocations(void);
size_t allocation_counter_locks(void);

/// The bytes of heap memory that are in use in the whole process, or 0 where nobody can tell.
size_t allocation_bytes_in_use(void);

#endif
