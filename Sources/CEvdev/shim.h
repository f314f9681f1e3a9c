// libevdev.
#pragma once
#include <libevdev/libevdev.h>
#include <stddef.h>

/// Silences libevdev; our own log reports the error with the call that failed. In C because the
/// function takes a callback with a va_list, on which Swift's compiler crashes for arm64 (6.2.3 and
/// 6.3.1).
static inline void vitrine_evdev_be_quiet(void) { libevdev_set_log_function(NULL, NULL); }
