#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#include "CLinux.h"

enum { places = 16, kinds = 3 };
static const int signals[kinds] = {SIGTERM, SIGINT, SIGHUP};
// Each a descriptor and one, 0 where there is none: what a handler may read.
static atomic_int noted[places];
// Handlers that run at the moment: what they have read must not be closed under them.
static atomic_int running;
static struct sigaction before[kinds];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(int number) {
  int error = errno;
  atomic_fetch_add(&running, 1);
  const uint64_t one = 1;
  for (int place = 0; place < places; place++) {
    int descriptor = atomic_load(&noted[place]) - 1;
    // A counter that is full has been rung often enough.
    if (descriptor >= 0) (void)!write(descriptor, &one, sizeof one);
  }
  // The second of a kind does as it would without us: who is in a hurry is not held up.
  for (int kind = 0; kind < kinds; kind++) {
    if (signals[kind] == number) sigaction(number, &before[kind], 0);
  }
  atomic_fetch_sub(&running, 1);
  errno = error;
}

static void take_over(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
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
  // A few system calls at the most.
  while (atomic_load(&running) > 0) sched_yield();
}
