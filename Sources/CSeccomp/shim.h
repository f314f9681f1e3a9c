// libseccomp, and the arguments' comparison, which is a macro with many readings.
#pragma once
#include <errno.h>
#include <seccomp.h>
#include <sys/prctl.h>

/// No file is written of its memory, and no other process of its user looks into it.
static inline void vitrine_set_undumpable(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

static const uint32_t vitrine_refuse = SCMP_ACT_ERRNO(EPERM);
static const uint32_t vitrine_allow = SCMP_ACT_ALLOW;

/// Allows a call by its name: 0, or a negative error number. Calls that this machine does not have are
/// allowed without an effect.
static inline int vitrine_allow_call(scmp_filter_ctx filter, const char *name) {
  const int number = seccomp_syscall_resolve_name(name);
  return number == __NR_SCMP_ERROR ? 0 : seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
}

/// Allows ioctl for one kind of device, by the letter of its requests (ioctl-number.rst).
static inline int vitrine_allow_device(scmp_filter_ctx filter, char letter) {
  return seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1,
      SCMP_A1(SCMP_CMP_MASKED_EQ, 0xff00, (scmp_datum_t)(unsigned char)letter << 8));
}
