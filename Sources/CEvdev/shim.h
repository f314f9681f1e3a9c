// libevdev.
#pragma once
#include <libevdev/libevdev.h>
#include <stddef.h>

/// Errors go to our own log with the call that failed. The function that is called here takes a
/// callback with a va_list, on which Swift's compiler crashes for arm64 (6.2.3 and 6.3.1).
static inline void vitrine_evdev_be_quiet(void) { libevdev_set_log_function(NULL, NULL); }
