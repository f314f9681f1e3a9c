// libass renders text subtitles.
#pragma once
#include <ass/ass.h>
#include <stddef.h>

/// Silences messages about a script, which are for its author. In C because Swift's compiler
/// crashes on a va_list for arm64 (6.2.3 and 6.3.1).
static inline void vitrine_ass_ignore(int level, const char *format, va_list values, void *data) {}
static inline void vitrine_ass_be_quiet(ASS_Library *library) {
  ass_set_message_cb(library, vitrine_ass_ignore, NULL);
}
