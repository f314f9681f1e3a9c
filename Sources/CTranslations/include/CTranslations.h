// The translations of the interface, embedded in the program. In C, because the Swift compiler takes seconds for literals
// of this size.
#pragma once
#include <stddef.h>

struct vitrine_translation {
  const char *language;
  const unsigned char *bytes;
  size_t size;
};

/// Returns the translation into a language, by its ISO 639-1 code; NULL without one.
const struct vitrine_translation *vitrine_translation(const char *language);
