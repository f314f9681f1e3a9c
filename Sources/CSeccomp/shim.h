// libseccomp, and its argument comparison, a macro with variable arguments.
#pragma once
#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <sys/prctl.h>

/// Prevents core dumps, and inspection by other processes of the user.
static inline void vitrine_set_undumpable(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

static const uint32_t vitrine_refuse = SCMP_ACT_ERRNO(EPERM);
static const uint32_t vitrine_allow = SCMP_ACT_ALLOW;

/// Allows a system call by name. Returns 0, or a negative error number. Ignores calls that this
/// machine does not have.
static inline int vitrine_allow_call(scmp_filter_ctx filter, const char *name) {
  const int number = seccomp_syscall_resolve_name(name);
  return number == __NR_SCMP_ERROR ? 0 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
}

/// Allows a system call if an argument, masked with `mask`, equals `value`.
static inline int vitrine_allow_call_where(
    scmp_filter_ctx filter, const char *name, unsigned argument, uint64_t mask, uint64_t value) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return 0;
  const struct scmp_arg_cmp condition = {
      .arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
  return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 1, &condition);
}

/// Makes a system call fail with ENOSYS, so that the C library falls back to the older one.
static inline int vitrine_hide_call(scmp_filter_ctx filter, const char *name) {
  const int number = seccomp_syscall_resolve_name(name);
  return number == __NR_SCMP_ERROR
             ? 0
             : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
}

static const uint64_t vitrine_thread_flag = CLONE_THREAD;
static const uint64_t vitrine_name_option = PR_SET_NAME;

/// Allows ioctl for a kind of device, by the letter of its requests (ioctl-number.rst).
static inline int vitrine_allow_device(scmp_filter_ctx filter, char letter) {
  return seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
      SCMP_A1(SCMP_CMP_MASKED_EQ, 0xff00, (scmp_datum_t)(unsigned char)letter << 8));
}
