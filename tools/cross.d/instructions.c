/* A plugin for QEMU's user-mode emulation. Counts the instructions of all threads of a program, and writes
 * the number to the file named by `out=` when the program exits.
 *
 * The declarations are those of QEMU's qemu-plugin.h, which Debian does not package. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
typedef void (*translated)(plugin_id, struct qemu_plugin_tb *);
typedef void (*executed)(unsigned int, void *);
typedef void (*ended)(plugin_id, void *);

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, translated);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, executed, int, void *);
void qemu_plugin_register_atexit_cb(plugin_id, ended, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

/* The version of this interface, which QEMU 6 to 8.1 support. */
__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static atomic_ullong count;
static char path[4096];

static void add(unsigned int cpu, void *instructions) {
  (void)cpu;
  atomic_fetch_add_explicit(&count, (uintptr_t)instructions, memory_order_relaxed);
}

/* Counts whole blocks, since only a fault leaves one early. */
static void look(plugin_id id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_cb(block, add, 0, (void *)qemu_plugin_tb_n_insns(block));
}

static void tell(plugin_id id, void *nothing) {
  (void)id, (void)nothing;
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "%llu\n", atomic_load(&count));
  fclose(file);
}

__attribute__((visibility("default"))) int qemu_plugin_install(
    plugin_id id, const void *machine, int argc, char **argv) {
  (void)machine;
  for (int i = 0; i < argc; i++)
    if (!strncmp(argv[i], "out=", 4)) snprintf(path, sizeof path, "%s", argv[i] + 4);
  if (!path[0]) return -1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, look);
  qemu_plugin_register_atexit_cb(id, tell, NULL);
  return 0;
}
