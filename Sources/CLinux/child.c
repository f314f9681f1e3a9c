#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CLinux.h"

// Passes no descriptors but the given one and the standard streams.
static int set_files(posix_spawn_file_actions_t *files, int socket) {
  int failure = posix_spawn_file_actions_addopen(files, 0, "/dev/null", O_RDONLY, 0);
  // If it is already 3, this only clears close-on-exec.
  if (!failure) failure = posix_spawn_file_actions_adddup2(files, socket, 3);
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(files, 4);
  return failure;
}

// Undoes the real-time policy and blocked signals of the calling thread.
static int set_attributes(posix_spawnattr_t *attributes, int is_group) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  const struct sched_param parameters = {0};
  int failure = posix_spawnattr_setsigmask(attributes, &none);
  if (!failure) failure = posix_spawnattr_setsigdefault(attributes, &all);
  if (!failure) failure = posix_spawnattr_setschedpolicy(attributes, SCHED_OTHER);
  if (!failure) failure = posix_spawnattr_setschedparam(attributes, &parameters);
  if (!failure)
    failure = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSCHEDULER |
                        (is_group ? POSIX_SPAWN_SETPGROUP : 0));
  return failure;
}

int vitrine_spawn(const char *program, char *const arguments[], char *const environment[],
                  int socket, int is_group, int *process) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&files);
  if (failure) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (!failure) {
    failure = set_files(&files, socket);
    if (!failure) failure = set_attributes(&attributes, is_group);
    if (!failure)
      failure = posix_spawn(process, program, &files, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&files);
  return failure;
}

int vitrine_make_socket_pair(int sockets[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return -1;
  if (fcntl(sockets[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  close(sockets[0]);
  close(sockets[1]);
  return -1;
}
