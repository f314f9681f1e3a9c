#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/vfs.h>
#include <unistd.h>

// From <linux/ioprio.h>, which is missing in older kernel headers; glibc has no wrapper.
enum { only_this_thread = 1, idle_class = 3, class_shift = 13 };

void vitrine_set_thread_back(void) {
  const struct sched_param none = {0};
  // A real-time thread passes its policy on, and would ignore the nice value.
  sched_setscheduler(0, SCHED_OTHER, &none);
  // On Linux this sets a single thread, unlike POSIX.
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
  // Not all I/O schedulers support this.
  syscall(SYS_ioprio_set, only_this_thread, 0, idle_class << class_shift);
}

void vitrine_set_thread_low(void) {
  const struct sched_param none = {0};
  sched_setscheduler(0, SCHED_OTHER, &none);
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 10);
}

// From <linux/i2c-dev.h>.
enum { i2c_slave = 0x0703 };

int vitrine_select_i2c_device(int bus, unsigned address) { return ioctl(bus, i2c_slave, (unsigned long)address); }

static _Thread_local void *thread_record;

void *vitrine_thread_record(void) { return thread_record; }
void vitrine_set_thread_record(void *record) { thread_record = record; }

static _Thread_local unsigned long thread_part;

unsigned long vitrine_thread_part(void) { return thread_part; }
void vitrine_set_thread_part(unsigned long part) { thread_part = part; }

int vitrine_limit_arenas(int count) { return mallopt(M_ARENA_MAX, count); }

int vitrine_clock_is_synchronised(void) {
  struct timex question = {0};
  return adjtimex(&question) >= 0 && !(question.status & STA_UNSYNC);
}

long vitrine_file_system_kind(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

int vitrine_sync_reading(int buffer, int is_beginning) {
  struct dma_buf_sync request = {
      DMA_BUF_SYNC_READ | (is_beginning ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
  int result;
  do {
    result = ioctl(buffer, DMA_BUF_IOCTL_SYNC, &request);
  } while (result == -1 && (errno == EINTR || errno == EAGAIN));
  return result;
}
