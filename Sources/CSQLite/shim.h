// SQLite 3.40 to 3.46.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT, a number cast to a function pointer, which Swift cannot import.
static inline int vitrine_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text,
                                           int count) {
  return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}
static inline int vitrine_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes,
                                           int count) {
  return sqlite3_bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}
