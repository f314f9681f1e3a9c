// alsa-lib.
#pragma once
#include <alsa/asoundlib.h>

/// Silences alsa-lib on standard error, which would corrupt the status line. Our own log reports
/// the error with the call that failed.
static inline void vitrine_alsa_ignore(const char *f, int l, const char *n, int e,
                                       const char *fmt, ...) {}
static inline void vitrine_alsa_be_quiet(void) { snd_lib_error_set_handler(vitrine_alsa_ignore); }
