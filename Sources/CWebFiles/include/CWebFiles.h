// The files of the remote's page and the OpenAPI document, embedded in the program. In C, because the Swift compiler
// takes more than a minute for literals of this size.
#pragma once
#include <stddef.h>

struct vitrine_web_file {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};

/// Returns the file at a position of the page's list; NULL after the last one.
const struct vitrine_web_file *vitrine_web_page_file(size_t position);

/// Returns the OpenAPI document.
const struct vitrine_web_file *vitrine_web_document(void);
