// Operations on pixels that Swift cannot express: shuffled vectors, and stores that bypass the
// cache. Uses the compiler's vector types: the same source becomes punpck on x86-64 and zip on
// arm64.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t vitrine_bytes __attribute__((vector_size(16)));
typedef uint16_t vitrine_words __attribute__((vector_size(16)));
typedef uint32_t vitrine_longs __attribute__((vector_size(16)));
// Samples at unaligned addresses.
typedef uint16_t vitrine_word __attribute__((aligned(1), may_alias));
typedef uint32_t vitrine_long __attribute__((aligned(1), may_alias));

// Interleaves the lower or the upper halves of two vectors.
#define VITRINE_ZIP_BYTES(a, b, half)                                                             \
  __builtin_shufflevector(a, b, half + 0, half + 16, half + 1, half + 17, half + 2, half + 18,     \
                          half + 3, half + 19, half + 4, half + 20, half + 5, half + 21, half + 6, \
                          half + 22, half + 7, half + 23)
#define VITRINE_ZIP_WORDS(a, b, half)                                                        \
  __builtin_shufflevector(a, b, half + 0, half + 8, half + 1, half + 9, half + 2, half + 10, \
                          half + 3, half + 11)
#define VITRINE_ZIP_LONGS(a, b, half) \
  __builtin_shufflevector(a, b, half + 0, half + 4, half + 1, half + 5)

// A step of a transposition: interleaves the first half of the samples with the second, which
// rotates the binary digits of each index to the left by one. After as many steps as a side's index
// has digits, rows and columns are exchanged.
#define VITRINE_ROUND(zip, lanes, count, from, to)                        \
  for (int index = 0; index < count / 2; index++) {                       \
    to[2 * index] = zip(from[index], from[index + count / 2], 0);         \
    to[2 * index + 1] = zip(from[index], from[index + count / 2], lanes); \
  }

/// Transposes eight rows of eight bytes into eight 64-bit columns, leftmost first.
static inline void vitrine_columns(const uint8_t *from, ptrdiff_t pitch, vitrine_bytes columns[4]) {
  vitrine_bytes rows[4], half[4];
  for (int index = 0; index < 4; index++) {
    memcpy(&rows[index], from + 2 * index * pitch, 8);
    memcpy((uint8_t *)&rows[index] + 8, from + (2 * index + 1) * pitch, 8);
  }
  VITRINE_ROUND(VITRINE_ZIP_BYTES, 8, 4, rows, half)
  VITRINE_ROUND(VITRINE_ZIP_BYTES, 8, 4, half, rows)
  VITRINE_ROUND(VITRINE_ZIP_BYTES, 8, 4, rows, columns)
}

/// Transposes eight rows of eight samples. Pitches are in bytes, and negative for bottom-up rows.
static inline void vitrine_transpose_bytes(const uint8_t *from, ptrdiff_t pitch, uint8_t *to,
                                           ptrdiff_t target_pitch) {
  vitrine_bytes columns[4];
  vitrine_columns(from, pitch, columns);
  for (int index = 0; index < 8; index++)
    memcpy(to + index * target_pitch, (uint8_t *)columns + 8 * index, 8);
}

/// Transposes two planes and interleaves their samples in pairs.
static inline void vitrine_transpose_pairs(const uint8_t *first, ptrdiff_t first_pitch,
                                           const uint8_t *second, ptrdiff_t second_pitch,
                                           uint8_t *to, ptrdiff_t target_pitch) {
  vitrine_bytes a[4], b[4];
  vitrine_columns(first, first_pitch, a);
  vitrine_columns(second, second_pitch, b);
  for (int index = 0; index < 4; index++) {
    vitrine_bytes even = VITRINE_ZIP_BYTES(a[index], b[index], 0);
    vitrine_bytes odd = VITRINE_ZIP_BYTES(a[index], b[index], 8);
    memcpy(to + 2 * index * target_pitch, &even, 16);
    memcpy(to + (2 * index + 1) * target_pitch, &odd, 16);
  }
}

static inline void vitrine_transpose_words(const uint8_t *from, ptrdiff_t pitch, uint8_t *to,
                                           ptrdiff_t target_pitch) {
  vitrine_words rows[8], half[8];
  for (int index = 0; index < 8; index++) memcpy(&rows[index], from + index * pitch, 16);
  VITRINE_ROUND(VITRINE_ZIP_WORDS, 4, 8, rows, half)
  VITRINE_ROUND(VITRINE_ZIP_WORDS, 4, 8, half, rows)
  VITRINE_ROUND(VITRINE_ZIP_WORDS, 4, 8, rows, half)
  for (int index = 0; index < 8; index++) memcpy(to + index * target_pitch, &half[index], 16);
}

// Uses four squares of four: eight rows of eight would not fit into the registers.
static inline void vitrine_transpose_longs(const uint8_t *from, ptrdiff_t pitch, uint8_t *to,
                                           ptrdiff_t target_pitch) {
  for (int down = 0; down < 8; down += 4) {
    for (int across = 0; across < 8; across += 4) {
      vitrine_longs rows[4], half[4];
      for (int index = 0; index < 4; index++)
        memcpy(&rows[index], from + (down + index) * pitch + 4 * across, 16);
      VITRINE_ROUND(VITRINE_ZIP_LONGS, 2, 4, rows, half)
      VITRINE_ROUND(VITRINE_ZIP_LONGS, 2, 4, half, rows)
      for (int index = 0; index < 4; index++)
        memcpy(to + (across + index) * target_pitch + 4 * down, &rows[index], 16);
    }
  }
}

/// Reverses the samples; `from` and `to` must not overlap.
static inline void vitrine_reverse_bytes(const uint8_t *restrict from, uint8_t *restrict to,
                                         ptrdiff_t count) {
  for (ptrdiff_t index = 0; index < count; index++) to[count - 1 - index] = from[index];
}

static inline void vitrine_reverse_words(const uint8_t *restrict from, uint8_t *restrict to,
                                         ptrdiff_t count) {
  const vitrine_word *samples = (const vitrine_word *)from;
  for (ptrdiff_t index = 0; index < count; index++)
    ((vitrine_word *)to)[count - 1 - index] = samples[index];
}

static inline void vitrine_reverse_longs(const uint8_t *restrict from, uint8_t *restrict to,
                                         ptrdiff_t count) {
  const vitrine_long *samples = (const vitrine_long *)from;
  for (ptrdiff_t index = 0; index < count; index++)
    ((vitrine_long *)to)[count - 1 - index] = samples[index];
}

/// Writes a cache line of 64 bytes past the caches, which avoids reading it first. `to` must be
/// aligned to 64 bytes.
static inline void vitrine_stream_line(void *to, const void *from) {
  const uint64_t *words = (const uint64_t *)from;
  for (int index = 0; index < 8; index++)
    __builtin_nontemporal_store(words[index], (uint64_t *)to + index);
}

/// Call it after the last line, before the display reads the memory: streaming stores are
/// unordered.
static inline void vitrine_end_stream(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
