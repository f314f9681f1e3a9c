// What Glibc's Swift module leaves out of the system call interface.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/// errno's short name, such as "EINVAL"; NULL for a number without one.
/// In the shim because Glibc's module does not declare this GNU extension.
static inline const char *vitrine_errno_name(int number) {
  extern const char *strerrorname_np(int);
  return strerrorname_np(number);
}

static inline void vitrine_errno_text(int number, char *into, size_t size) {
  extern int __xpg_strerror_r(int, char *, size_t);
  if (__xpg_strerror_r(number, into, size) != 0) into[0] = 0;
}

static inline void vitrine_name_this_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/// Lets this thread have only the time and the disk that nobody else wants. 0, or -1 and errno
/// where the time was refused; a refused disk priority is no failure.
int vitrine_idle_this_thread(void);
