// libass: text subtitles to pictures.
#pragma once
#include <ass/ass.h>
#include <stddef.h>

/// A script's faults are its author's, and no line in our log. The callback is no Swift function:
/// on a va_list Swift's compiler crashes for arm64 (6.2.3 and 6.3.1).
static inline void vitrine_ass_ignore(int level, const char *format, va_list values, void *data) {}
static inline void vitrine_ass_be_quiet(ASS_Library *library) {
  ass_set_message_cb(library, vitrine_ass_ignore, NULL);
}
