#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CLinux.h"

int vitrine_get_terminal_mode(int terminal, int *mode) { return ioctl(terminal, KDGETMODE, mode); }
int vitrine_set_terminal_graphics(int terminal) {
  return ioctl(terminal, KDSETMODE, KD_GRAPHICS);
}
int vitrine_get_keyboard_mode(int terminal, int *mode) {
  return ioctl(terminal, KDGKBMODE, mode);
}
int vitrine_set_keyboard_off(int terminal) { return ioctl(terminal, KDSKBMODE, K_OFF); }

int vitrine_ask_before_switch(int terminal) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
  return ioctl(terminal, VT_SETMODE, &mode);
}
int vitrine_allow_switch(int terminal, int is_allowed) {
  return ioctl(terminal, VT_RELDISP, is_allowed);
}
int vitrine_confirm_switch_back(int terminal) { return ioctl(terminal, VT_RELDISP, VT_ACKACQ); }

int vitrine_restore_terminal(int terminal, int keyboard) {
  struct vt_mode automatic = {.mode = VT_AUTO};
  ioctl(terminal, VT_SETMODE, &automatic);
  if (keyboard >= 0) ioctl(terminal, KDSKBMODE, keyboard);
  return ioctl(terminal, KDSETMODE, KD_TEXT);
}

// The watcher. Up to the next such comment only system calls are allowed, as after any fork.

static int restore_at(const char *path, int keyboard) {
  // Without O_NOCTTY, since the kernel only obeys a process with this controlling terminal.
  int terminal = open(path, O_RDWR | O_CLOEXEC);
  if (terminal < 0) return -1;
  int result = vitrine_restore_terminal(terminal, keyboard);
  close(terminal);
  return result;
}

static void keep_only(int descriptor) {
  dup2(descriptor, 0);
  if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0) return;
  for (int other = 1; other < 4096; other++) close(other);  // before Linux 5.9
}

static _Noreturn void watch(int life, const char *path, int keyboard) {
  sigset_t every;
  sigfillset(&every);
  sigprocmask(SIG_SETMASK, &every, 0);
  // Escapes signals to the parent's process group, such as a shell's when it ends a job.
  setpgid(0, 0);
  prctl(PR_SET_NAME, "console-guard", 0, 0, 0);
  keep_only(life);
  if (chdir("/") != 0) _exit(1);
  char word;
  ssize_t count;
  do count = read(0, &word, 1);
  while (count < 0 && errno == EINTR);
  if (count == 1 || restore_at(path, keyboard) == 0) _exit(0);
  // Without root: when the session leader dies, the session releases the terminal a moment later. A
  // new session can then acquire it.
  if (fork() != 0) _exit(0);
  setsid();
  const struct timespec pause = {.tv_nsec = 20000000};
  for (int attempt = 0; attempt < 50; attempt++) {
    if (restore_at(path, keyboard) == 0) _exit(0);
    nanosleep(&pause, 0);
  }
  _exit(1);
}

// End of the watcher.

int vitrine_start_guard(const char *path, int keyboard, int *child) {
  int life[2];
  if (pipe2(life, O_CLOEXEC) != 0) return -1;
  *child = fork();
  if (*child == 0) watch(life[0], path, keyboard);
  close(life[0]);
  if (*child > 0) return life[1];
  close(life[1]);
  return -1;
}

void vitrine_dismiss_guard(int descriptor, int child) {
  // If the watcher was killed, the failing write is enough; discards its SIGPIPE.
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  if (write(descriptor, "k", 1) != 1) {
    const struct timespec none = {0};
    sigtimedwait(&broken, 0, &none);
  }
  pthread_sigmask(SIG_SETMASK, &before, 0);
  close(descriptor);
  while (waitpid(child, 0, 0) < 0 && errno == EINTR) {}
}

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGTRAP, SIGFPE, SIGSYS};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction before[fatal_count];
static volatile int crash_terminal = -1, crash_keyboard = -1;

static void crashed(int signal, siginfo_t *information, void *context) {
  (void)context;
  vitrine_restore_terminal(crash_terminal, crash_keyboard);
  for (int index = 0; index < fatal_count; index++)
    if (fatal[index] == signal) sigaction(signal, &before[index], 0);
  // Blocked until this handler returns; then the signal is delivered again, unchanged, to the
  // previous handler.
  syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), signal, information);
}

void vitrine_restore_on_crash(int terminal, int keyboard) {
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  crash_terminal = terminal;
  crash_keyboard = keyboard;
  for (int index = 0; index < fatal_count; index++)
    sigaction(fatal[index], &action, &before[index]);
}

void vitrine_forget_crashes(void) {
  for (int index = 0; index < fatal_count; index++) sigaction(fatal[index], &before[index], 0);
  crash_terminal = -1;
}
