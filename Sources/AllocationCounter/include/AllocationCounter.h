#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stddef.h>

/// Starts counting the calls to malloc and its kin of the calling thread. Returns 0 where that is not possible.
int allocation_counter_start(void);

/// Stops counting, and returns how many calls there were since the start.
size_t allocation_counter_stop(void);

/// The bytes of heap memory that are in use in the whole process, or 0 where nobody can tell.
size_t allocation_bytes_in_use(void);

#endif
