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
// Descriptors plus one, 0 for a free slot. Handlers may read them.
static atomic_int noted[places];
// The number of running handlers, whose descriptors must not be closed yet.
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
    // A full counter is readable anyway.
    if (descriptor >= 0) (void)!write(descriptor, &one, sizeof one);
  }
  // The second signal of a kind has its usual action, for users in a hurry.
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
    // A process started to survive its terminal ignores the signal; leaves that unchanged.
    if (before[kind].sa_handler != SIG_IGN) sigaction(signals[kind], &action, 0);
  }
}

static void give_back(void) {
  for (int kind = 0; kind < kinds; kind++) {
    struct sigaction now;
    sigaction(signals[kind], 0, &now);
    // Keeps a handler that was set since by other code.
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
  // Waits for a few system calls at most.
  while (atomic_load(&running) > 0) sched_yield();
}
