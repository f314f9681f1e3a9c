// Expat 2.5 to 2.9.
#pragma once
#include <expat.h>

/// Returns the parser's line, from 1. The function for it before 2.9 is deprecated.
static inline unsigned long long vitrine_expat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}
