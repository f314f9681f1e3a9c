#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "CLinux.h"

// Functions in this file that a handler calls are async-signal-safe.

enum { kinds = 6, most_frames = 48 };
static const int signals[kinds] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
static struct sigaction before[kinds];

// The format of FaultRecord in Playback.
struct header {
  char magic[8];
  uint32_t kind, flags;
  int64_t seconds, monotonic;
  uint64_t address, base;
  int32_t signal;
  uint32_t depth;
  char thread[16], program[32], text[512];
  uint64_t frames[most_frames];
};
_Static_assert(sizeof(struct header) == 1000, "the size that FaultRecord reads");

static struct header header;
static char path[512];
static const char *events;
static size_t size;
// The crashed thread whose record is written; 0 before that.
static atomic_int crashed;

// Whether 16 bytes can be read: the kernel copies the set before it rejects the operation.
static int is_readable(uint64_t address) {
  return syscall(SYS_rt_sigprocmask, -1, address, 0, 8) != 0 && errno == EINVAL &&
         syscall(SYS_rt_sigprocmask, -1, address + 8, 0, 8) != 0 && errno == EINVAL;
}

// Follows the frame pointers, which Swift keeps.
static void read_frames(const ucontext_t *context) {
  uint64_t frame;
#if defined(__x86_64__)
  header.frames[header.depth++] = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
  frame = (uint64_t)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  header.frames[header.depth++] = context->uc_mcontext.pc;
  // A function that has no frame yet has its caller only here.
  header.frames[header.depth++] = context->uc_mcontext.regs[30];
  frame = context->uc_mcontext.regs[29];
#else
  frame = 0;
#endif
  while (header.depth < most_frames && frame != 0 && frame % 8 == 0 && is_readable(frame)) {
    const uint64_t *words = (const uint64_t *)frame;
    if (words[1] == 0) break;
    header.frames[header.depth++] = words[1];
    // Stacks grow downwards.
    if (words[0] <= frame) break;
    frame = words[0];
  }
}

static void write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = write(file, bytes, count);
    if (done <= 0) return;
    bytes += done;
    count -= (size_t)done;
  }
}

static void write_record(int number, const siginfo_t *info, void *context) {
  // An earlier record stays: in a crash loop, only the first one is written.
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  struct timespec wall, host;
  clock_gettime(CLOCK_REALTIME, &wall);
  clock_gettime(CLOCK_MONOTONIC, &host);
  header.seconds = wall.tv_sec;
  header.monotonic = host.tv_sec * INT64_C(1000000000) + host.tv_nsec;
  header.flags = vitrine_clock_is_synchronised() ? 1 : 0;
  // Sent by another process, such as systemd after a watchdog timeout.
  if (info->si_code <= 0 && info->si_pid != getpid()) header.flags |= 2;
  header.signal = number;
  header.address = (uint64_t)info->si_addr;
  prctl(PR_GET_NAME, header.thread, 0, 0, 0);
  read_frames(context);
  write_all(file, (const char *)&header, sizeof header);
  write_all(file, events, size);
  close(file);
}

static void handle(int number, siginfo_t *info, void *context) {
  int error = errno, none = 0, thread = (int)syscall(SYS_gettid);
  if (atomic_compare_exchange_strong(&crashed, &none, thread)) {
    write_record(number, info, context);
  } else if (none != thread) {
    // Another thread ends the process once its record is written.
    for (;;) pause();
  }
  for (int kind = 0; kind < kinds; kind++) sigaction(signals[kind], &before[kind], 0);
  // The instruction fails again, with the usual action; a signal that was sent needs to be repeated.
  if (info->si_code <= 0) raise(number);
  errno = error;
}

extern const char __ehdr_start __attribute__((visibility("hidden")));

int vitrine_record_crashes(const char *file, const char *program, uint32_t kind,
                           const void *ring, size_t bytes) {
  if (strlen(file) >= sizeof path || events) return -1;
  strcpy(path, file);
  memcpy(header.magic, "VITFAULT", 8);
  strncpy(header.program, program, sizeof header.program - 1);
  header.kind = kind;
  header.base = (uint64_t)&__ehdr_start;
  size = bytes;
  events = ring;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  // The parent may have blocked the signal by which a service manager ends a program that hangs. One thread
  // that does not block it is enough.
  sigset_t all;
  sigemptyset(&all);
  for (int number = 0; number < kinds; number++) {
    sigaction(signals[number], &action, &before[number]);
    sigaddset(&all, signals[number]);
  }
  pthread_sigmask(SIG_UNBLOCK, &all, 0);
  return 0;
}

enum { crash_stack_size = 32 << 10 };
// This thread's own; not in its thread-local memory, which is written when the thread begins.
static __thread void *crash_stack;

void vitrine_use_crash_stack(void) {
  stack_t now, own = {.ss_size = crash_stack_size};
  if (crash_stack || sigaltstack(0, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  own.ss_sp = mmap(0, crash_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own.ss_sp == MAP_FAILED) return;
  if (sigaltstack(&own, 0) == 0) {
    crash_stack = own.ss_sp;
  } else {
    munmap(own.ss_sp, crash_stack_size);
  }
}

void vitrine_leave_crash_stack(void) {
  if (!crash_stack) return;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(crash_stack, crash_stack_size);
  crash_stack = 0;
}

void vitrine_describe_crash(const char *text) {
  strncpy(header.text, text, sizeof header.text - 1);
}
