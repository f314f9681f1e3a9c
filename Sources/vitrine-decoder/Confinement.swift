import CSeccomp
import Glibc

/// What this process may do once it decodes what others have written: read and write what is open, ask its
/// decoder, and use memory and threads. It opens, starts and calls nothing.
enum Confinement {
  private static let calls = [
    "read", "write", "readv", "writev", "sendmsg", "recvmsg", "close", "lseek", "fstat",
    "newfstatat",
    "statx", "fcntl", "fcntl64", "dup", "poll", "ppoll", "ppoll_time64", "pselect6", "select",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "pipe", "pipe2",
    "socketpair",
    "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise", "brk",
    "futex", "futex_time64", "clone", "clone3", "set_robust_list", "rseq", "prctl", "gettid",
    "getpid",
    "sched_yield", "sched_getaffinity", "sched_setscheduler", "sched_getscheduler",
    "sched_getparam",
    "tgkill", "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigreturn", "restart_syscall",
    "clock_gettime", "clock_gettime64", "clock_nanosleep", "clock_nanosleep_time64", "clock_getres",
    "nanosleep", "gettimeofday", "getrandom", "sysinfo", "exit", "exit_group",
  ]
  /// V4L2, media controllers, dma-bufs.
  private static let devices = "V|b"

  /// In bytes, of the memory that is its own: pictures are the devices'.
  private static let mostMemory = rlim_t(1) << 30

  static func limitResources() {
    for (kind, most) in [(RLIMIT_CORE, 0), (RLIMIT_DATA, mostMemory)] {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
    }
    vitrine_set_undumpable()
  }

  /// From here on, in all threads. Where the kernel has no filters of calls, the player goes on without.
  static func begin() throws(DecoderFault) {
    guard let filter = unsafe seccomp_init(vitrine_refuse) else {
      throw DecoderFault(description: "libseccomp cannot be started")
    }
    defer { unsafe seccomp_release(filter) }
    var failure = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    for call in calls where failure == 0 { failure = unsafe vitrine_allow_call(filter, call) }
    for letter in devices.utf8 where failure == 0 {
      failure = unsafe vitrine_allow_device(filter, CChar(letter))
    }
    guard failure == 0 else {
      throw DecoderFault(description: "no filter of system calls can be made (\(-failure))")
    }
    failure = unsafe seccomp_load(filter)
    guard failure == 0 || failure == -EINVAL || failure == -ENOSYS else {
      throw DecoderFault(description: "its system calls cannot be confined (\(-failure))")
    }
  }
}
