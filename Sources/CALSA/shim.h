// alsa-lib.
#pragma once
#include <alsa/asoundlib.h>

/// Errors go to our own log with the call that failed; alsa-lib's chatter on standard
/// error would tear the status line.
static inline void vitrine_alsa_ignore(const char *f, int l, const char *n, int e,
                                       const char *fmt, ...) {}
static inline void vitrine_alsa_be_quiet(void) { snd_lib_error_set_handler(vitrine_alsa_ignore); }
