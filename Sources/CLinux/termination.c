#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "CLinux.h"

enum { places = 16, kinds = 3 };
static const int signals[kinds] = {SIGTERM, SIGINT, SIGHUP};
// Each a descriptor and one, 0 where there is none: what a handler may read.
static atomic_int noted[places];
static struct sigaction before[kinds];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int number) {
  (void)number;
  int error = errno;
  const uint64_t one = 1;
  for (int place = 0; place < places; place++) {
    int descriptor = atomic_load(&noted[place]) - 1;
    if (descriptor >= 0 && write(descriptor, &one, sizeof one) < 0) errno = error;
  }
  errno = error;
}

static void take_over(void) {
  // The second of a kind does as it would without us: who is in a hurry is not held up.
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART | SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (int kind = 0; kind < kinds; kind++) {
    sigaction(signals[kind], 0, &before[kind]);
    // Who is started so that it outlives a terminal is left that way.
    if (before[kind].sa_handler != SIG_IGN) sigaction(signals[kind], &action, 0);
  }
}

static void give_back(void) {
  for (int kind = 0; kind < kinds; kind++) {
    struct sigaction now;
    sigaction(signals[kind], 0, &now);
    // Another one's, set since, stays.
    if (now.sa_handler == note) sigaction(signals[kind], &before[kind], 0);
  }
}

int vitrine_note_termination(int descriptor) {
  int found = -1;
  pthread_mutex_lock(&lock);
  for (int place = 0; place < places && found < 0; place++) {
    if (atomic_load(&noted[place]) == 0) found = place;
  }
  if (found >= 0) {
    atomic_store(&noted[found], descriptor + 1);
    if (count++ == 0) take_over();
  }
  pthread_mutex_unlock(&lock);
  return found;
}

void vitrine_forget_termination(int place) {
  if (place < 0) return;
  pthread_mutex_lock(&lock);
  atomic_store(&noted[place], 0);
  if (--count == 0) give_back();
  pthread_mutex_unlock(&lock);
}
