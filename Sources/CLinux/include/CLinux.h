// The system call interface that Glibc's Swift module lacks.
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

/// Returns the short name of an errno, such as "EINVAL"; NULL for an unknown number. In the shim
/// because Glibc's module does not declare this GNU extension.
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

/// Writes the calling thread's name, 16 bytes including the terminating zero.
static inline void vitrine_read_thread_name(char *into) { prctl(PR_GET_NAME, into, 0, 0, 0); }

/// Gives the calling thread the lowest priority (nice 19) and the disk only when it is idle. Needs
/// no privileges.
void vitrine_set_thread_back(void);
/// Gives the calling thread, and the threads that it creates, a lower priority than others (nice 10).
void vitrine_set_thread_low(void);

/// A thread-local pointer; NULL at first.
void *vitrine_thread_record(void);
void vitrine_set_thread_record(void *record);

/// The thread that the calling thread acts as in checks of thread binding; 0 at first, for none.
unsigned long vitrine_thread_part(void);
void vitrine_set_thread_part(unsigned long part);

/// Limits the number of malloc arenas of this process (mallopt, M_ARENA_MAX). Returns 1, or 0 if
/// the C library does not support it.
int vitrine_limit_arenas(int count);

/// Returns 1 if the kernel's clock is synchronised (adjtimex), 0 if not or if asking is not
/// permitted.
int vitrine_clock_is_synchronised(void);

/// Returns the magic number (linux/magic.h) of the file system of `path`; 0 if unknown.
long vitrine_file_system_kind(const char *path);

/// Starts `program` with NULL-terminated `arguments` and `environment`. The child has an empty
/// standard input, `socket` as descriptor 3, our standard output and error, and no other
/// descriptors; with `is_group`, it leads a new process group. Returns 0 and the process ID, or an
/// error number (posix_spawn).
int vitrine_spawn(const char *program, char *const arguments[], char *const environment[],
                  int socket, int is_group, int *process);

/// Makes SIGTERM, SIGINT and SIGHUP increment an eventfd(2) instead of their usual action. The
/// second signal of a kind has its usual action again; ignored signals stay ignored. Returns a
/// handle, or -1 if all 16 are taken (sigaction).
int vitrine_note_termination(int descriptor);
/// Ends this. No handler writes to the descriptor after it has returned. Ignores -1.
void vitrine_forget_termination(int place);

/// Writes a record of a crash to `file` before the usual action of SIGSEGV, SIGABRT and the like: a header in the
/// format of FaultRecord, then these bytes, which must stay valid. An existing file stays as it is. Call it once.
/// Returns 0, or -1 if the path is too long (sigaction).
int vitrine_record_crashes(const char *file, const char *program, uint32_t kind,
                           const void *ring, size_t bytes);
/// Sets the text of that record.
void vitrine_describe_crash(const char *text);
/// Gives this thread a separate stack for that, because a crash may have used up the other one (sigaltstack). An earlier
/// separate stack stays. Its pages are allocated when they are written.
void vitrine_use_crash_stack(void);
/// Frees that stack, before the thread ends.
void vitrine_leave_crash_stack(void);

/// Creates two connected sockets, both close-on-exec, the first non-blocking. Returns 0, or -1 and
/// errno (socketpair).
int vitrine_make_socket_pair(int sockets[2]);

/// Starts or ends a read of a dma-buf by the CPU (DMA_BUF_IOCTL_SYNC). Returns 0, or -1 and errno.
int vitrine_sync_reading(int buffer, int is_beginning);

// Virtual terminals: see <linux/kd.h> and <linux/vt.h>. Each returns 0, or -1 and errno.

/// KD_TEXT or KD_GRAPHICS.
int vitrine_get_terminal_mode(int terminal, int *mode);
int vitrine_set_terminal_graphics(int terminal);
int vitrine_get_keyboard_mode(int terminal, int *mode);
int vitrine_set_keyboard_off(int terminal);
/// Makes the kernel send SIGUSR1 before it switches away, and SIGUSR2 when it has switched back.
int vitrine_ask_before_switch(int terminal);
int vitrine_allow_switch(int terminal, int is_allowed);
int vitrine_confirm_switch_back(int terminal);
/// Restores text mode, automatic switching and the keyboard mode, unless that is -1.
int vitrine_restore_terminal(int terminal, int keyboard);

/// Forks a watcher that restores the terminal at `path` when this process exits without dismissing
/// it. Returns the descriptor for `vitrine_dismiss_guard`, or -1 and errno. The watcher only makes
/// system calls, so any process may fork it. Its memory is the pages that the parent modifies
/// later.
int vitrine_start_guard(const char *path, int keyboard, int *child);
/// Ends the watcher without restoring the terminal, and closes `descriptor`.
void vitrine_dismiss_guard(int descriptor, int child);

/// Until `vitrine_forget_crashes`, restores the terminal on a fatal signal before the previous
/// handler runs. Supports one terminal per process.
void vitrine_restore_on_crash(int terminal, int keyboard);
void vitrine_forget_crashes(void);

// Unix sockets; see unix(7). In C because Swift cannot import the macros for addresses and passed
// descriptors. Each returns -1 and sets errno on failure.

/// Returns a non-blocking listening socket at `path`, whose permissions never exceed `mode`.
int vitrine_listen(const char *path, unsigned mode);
/// Returns a socket that blocks for at most `seconds`, or with 0 not at all.
int vitrine_connect_socket(const char *path, int seconds);
/// Returns the next client as a non-blocking socket.
int vitrine_accept_socket(int listening);
/// Sends without raising SIGPIPE. Passes `descriptor` to the other side unless it is -1.
long vitrine_send(int socket, const void *bytes, size_t count, int descriptor);
/// Sets `*descriptor` to the first received descriptor and closes further ones; -1 without any.
long vitrine_receive(int socket, void *bytes, size_t count, int *descriptor);
/// Returns the number of bytes that the other side has not read yet.
int vitrine_unread(int socket, int *count);
/// Returns the process that the other side belonged to when it connected.
int vitrine_get_peer(int socket, int *process, unsigned *user, unsigned *group);
/// Returns 1 if the other side is in this supplementary group, 0 if not.
int vitrine_peer_is_member(int socket, unsigned group);
/// Creates an empty file in memory, with this name in /proc.
int vitrine_make_memory_file(const char *name);

/// Makes reads and writes of an I2C bus go to the device at this address. Returns -1 and sets errno on
/// failure: EBUSY if a driver of the kernel uses that device. The corresponding request is `I2C_SLAVE`.
int vitrine_select_i2c_device(int bus, unsigned address);

/// Returns a non-blocking socket that becomes readable when a network device, address or route
/// changes: see rtnetlink(7). Returns -1 and sets errno on failure.
int vitrine_open_network_news(void);
