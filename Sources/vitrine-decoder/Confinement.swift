import CVitrineSeccomp
import Glibc

/// The restrictions of this process while it decodes untrusted files: it can read and write open
/// descriptors, use its decoder, and manage memory and threads. It cannot open files, execute
/// programs, connect, or access other processes.
enum Confinement {
  private static let calls = [
    // Open descriptors.
    "read", "write", "readv", "writev", "sendmsg", "recvmsg", "close", "lseek", "fstat",
    "newfstatat", "statx", "dup", "poll", "ppoll", "ppoll_time64", "pselect6", "select",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "pipe", "pipe2",
    "socketpair",
    // Memory and threads.
    "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise", "brk", "futex", "futex_time64",
    "set_robust_list", "rseq", "gettid", "getpid", "sched_yield", "sched_getaffinity",
    "sched_getscheduler", "sysinfo", "getrandom",
    // Signals and time.
    "rt_sigprocmask", "rt_sigaction", "rt_sigreturn", "sigreturn", "restart_syscall",
    "clock_gettime", "clock_gettime64", "clock_nanosleep", "clock_nanosleep_time64", "clock_getres",
    "nanosleep", "gettimeofday", "exit", "exit_group",
  ]
  /// The commands of `fcntl` that do not make the kernel send signals.
  private static let fileCommands = [
    F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC,
  ]
  /// V4L2, media controllers, dma-bufs.
  private static let devices = "V|b"

  /// In bytes, for the process's own memory: pictures are in the devices' memory.
  private static let mostMemory = rlim_t(1) << 30

  static func limitResources() {
    for (kind, most) in [(RLIMIT_CORE, 0), (RLIMIT_DATA, mostMemory)] {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
    }
    vitrine_set_undumpable()
  }

  /// Confines all threads from here on. Returns false if the kernel has no system call filters: the
  /// player continues without, and logs it.
  static func begin() throws(DecoderFault) -> Bool {
    guard let filter = unsafe seccomp_init(vitrine_refuse) else {
      throw DecoderFault(description: "cannot initialise libseccomp")
    }
    defer { unsafe seccomp_release(filter) }
    var failure = unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    // The kernel has no system call filters.
    if failure == -EOPNOTSUPP { return false }
    if failure == 0 { failure = unsafe seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1) }
    if failure == 0 { failure = unsafe rules(filter) }
    guard failure == 0 else {
      throw DecoderFault(description: "cannot build the system call filter (\(-failure))")
    }
    failure = unsafe seccomp_load(filter)
    if failure == -EINVAL || failure == -ENOSYS { return false }
    guard failure == 0 else {
      throw DecoderFault(description: "cannot load the system call filter (\(-failure))")
    }
    return true
  }

  /// Returns 0, or the first error.
  private static func rules(_ filter: scmp_filter_ctx) -> CInt {
    var failure: CInt = 0
    func add(_ rule: @autoclosure () -> CInt) { if failure == 0 { failure = rule() } }
    for call in calls { add(unsafe vitrine_allow_call(filter, call)) }
    for letter in devices.utf8 { add(unsafe vitrine_allow_device(filter, CChar(letter))) }
    for command in fileCommands {
      for call in ["fcntl", "fcntl64"] {
        add(unsafe vitrine_allow_call_where(filter, call, 1, UInt64(UInt32.max), UInt64(command)))
      }
    }
    // Threads but no processes, which would outlive this one.
    let thread = vitrine_thread_flag
    add(unsafe vitrine_allow_call_where(filter, "clone", 0, thread, thread))
    add(unsafe vitrine_hide_call(filter, "clone3"))
    // Signals only to this process, as the C library needs to abort it.
    add(unsafe vitrine_allow_call_where(filter, "tgkill", 0, UInt64(UInt32.max), UInt64(getpid())))
    add(
      unsafe vitrine_allow_call_where(
        filter, "prctl", 0, UInt64(UInt32.max), vitrine_name_option))
    return failure
  }
}
