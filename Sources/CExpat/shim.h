// Expat 2.5 to 2.9.
#pragma once
#include <expat.h>

/// The line that the parser is in, counted from one. The call that had it until 2.9 is deprecated.
static inline unsigned long long vitrine_expat_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentLineNumber64(parser);
#else
  return XML_GetCurrentLineNumber(parser);
#endif
}
