// What Glibc's Swift module leaves out of the system call interface.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <linux/dma-buf.h>
#include <linux/kd.h>
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

/// Writes the calling thread's name, 16 bytes with the zero at the end.
static inline void vitrine_read_thread_name(char *into) { prctl(PR_GET_NAME, into, 0, 0, 0); }

/// Lets the calling thread have the least share of the time (nice 19), and only the disk that no
/// other thread wants. Both are always allowed.
void vitrine_set_thread_back(void);

/// A pointer of the calling thread's own, which its other threads do not see; NULL at first.
void *vitrine_thread_record(void);
void vitrine_set_thread_record(void *record);

/// Whom the calling thread stands in for; 0 at first: nobody but itself.
unsigned long vitrine_thread_part(void);
void vitrine_set_thread_part(unsigned long part);

/// Has the threads of this process share so many of malloc's arenas (mallopt, M_ARENA_MAX).
/// 1, or 0 where the C library does not know of them.
int vitrine_limit_arenas(int count);

/// Whether the kernel counts the wall's time as right (adjtimex): 1, or 0, also where it may not
/// be asked.
int vitrine_clock_is_synchronised(void);

/// The number in linux/magic.h of the file system that has `path`; 0 where that cannot be told.
long vitrine_file_system_kind(const char *path);

/// Starts `program` with `arguments` and `environment` (both end with NULL): its standard input is empty,
/// its descriptor 3 is `socket`, and it has no other of ours but standard output and error. 0 and its
/// process, or an error number (posix_spawn).
int vitrine_spawn(const char *program, char *const arguments[], char *const environment[],
                  int socket, int *process);

/// Has SIGTERM, SIGINT and SIGHUP add one to this eventfd(2), for as many as 16 of them, in the place of what
/// they would do; what is ignored stays so, and the second of a kind does as without. The place to give back,
/// or -1 where all are taken (sigaction).
int vitrine_note_termination(int descriptor);
/// They no longer do, and do not write to the descriptor any more when it returns; -1 is none.
void vitrine_forget_termination(int place);

/// Two sockets that are connected to each other, both closed when a program is started, and the first of
/// them never waiting: 0, or -1 and errno (socketpair).
int vitrine_make_socket_pair(int sockets[2]);

/// Begins or ends reading a dma-buf by the processor (DMA_BUF_IOCTL_SYNC): 0, or -1 and errno.
int vitrine_sync_reading(int buffer, int is_beginning);

// Virtual terminals: see <linux/kd.h> and <linux/vt.h>. Each 0, or -1 and errno.

/// KD_TEXT or KD_GRAPHICS.
int vitrine_get_terminal_mode(int terminal, int *mode);
int vitrine_set_terminal_graphics(int terminal);
int vitrine_get_keyboard_mode(int terminal, int *mode);
int vitrine_set_keyboard_off(int terminal);
/// Has the kernel ask by SIGUSR1 before it switches away, and tell by SIGUSR2 that it is back.
int vitrine_ask_before_switch(int terminal);
int vitrine_allow_switch(int terminal, int is_allowed);
int vitrine_confirm_switch_back(int terminal);
/// Text, the keyboard mode `keyboard` unless that is -1, and switches without a question.
int vitrine_restore_terminal(int terminal, int keyboard);

/// Forks a watcher that restores the terminal at `path` when this process ends without having
/// said that it did. Returns the descriptor to say so (`vitrine_dismiss_guard`), or -1 and errno.
/// The watcher makes nothing but system calls, so that any process may fork it; it costs what
/// its parent's pages cost that the parent changes later.
int vitrine_start_guard(const char *path, int keyboard, int *child);
/// Ends the watcher, which then does nothing, and closes `descriptor`.
void vitrine_dismiss_guard(int descriptor, int child);

/// Until `vitrine_forget_crashes`, a fatal signal restores the terminal before the handler that had
/// that signal gets it. One terminal in a process.
void vitrine_restore_on_crash(int terminal, int keyboard);
void vitrine_forget_crashes(void);

// Sockets of this machine; see unix(7). In the library because the macros of their addresses and
// of passed descriptors are no functions. Each -1 and errno where it fails.

/// A listening socket that does not block, at `path`, which at no moment is more open than `mode`.
int vitrine_listen(const char *path, unsigned mode);
/// One that blocks for `seconds` at the most, or, with 0, not at all.
int vitrine_connect_socket(const char *path, int seconds);
/// The next client that has connected, on a socket that does not block.
int vitrine_accept_socket(int listening);
/// Without SIGPIPE. With a descriptor that is not -1 the other side gets its own of the same file.
long vitrine_send(int socket, const void *bytes, size_t count, int descriptor);
/// `*descriptor` is -1 where none came; of several the first, and the others are closed.
long vitrine_receive(int socket, void *bytes, size_t count, int *descriptor);
/// How many bytes the other end has not read yet.
int vitrine_unread(int socket, int *count);
/// The process that had the other end when it was connected.
int vitrine_get_peer(int socket, int *process, unsigned *user, unsigned *group);
/// 1 where the other end is in this group besides its own one, 0 where it is not.
int vitrine_peer_is_member(int socket, unsigned group);
/// An empty file in memory, called so in /proc.
int vitrine_make_memory_file(const char *name);

/// A socket that becomes readable when a network device comes up or goes, or gets an address or a
/// way: see rtnetlink(7). It does not block. -1 and errno where it fails.
int vitrine_open_network_news(void);
