#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "CLinux.h"

static int set_path(struct sockaddr_un *address, const char *path) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (*path == 0) return errno = ENOENT, -1;  // an empty path would be an unnamed socket
  if (strlen(path) >= sizeof address->sun_path) return errno = ENAMETOOLONG, -1;
  strcpy(address->sun_path, path);
  return 0;
}

static int close_failed(int socket) {
  const int failure = errno;
  close(socket);
  errno = failure;
  return -1;
}

int vitrine_listen(const char *path, unsigned mode) {
  struct sockaddr_un address;
  if (set_path(&address, path)) return -1;
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) return -1;
  // bind(2) applies the umask to the socket's mode; chmod restores the removed bits.
  if (fchmod(made, mode) || bind(made, (struct sockaddr *)&address, sizeof address) ||
      listen(made, 16) || chmod(path, mode))
    return close_failed(made);
  return made;
}

int vitrine_connect_socket(const char *path, int seconds) {
  struct sockaddr_un address;
  if (set_path(&address, path)) return -1;
  const int made =
      socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (seconds ? 0 : SOCK_NONBLOCK), 0);
  if (made < 0) return -1;
  const struct timeval limit = {.tv_sec = seconds};
  if (setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) ||
      setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) ||
      connect(made, (struct sockaddr *)&address, sizeof address))
    return close_failed(made);
  return made;
}

int vitrine_accept_socket(int listening) {
  return accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

union passed {
  char room[CMSG_SPACE(sizeof(int))];
  struct cmsghdr aligned;
};

long vitrine_send(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union passed passed;
  if (descriptor >= 0) {
    memset(&passed, 0, sizeof passed);
    message.msg_control = passed.room;
    message.msg_controllen = sizeof passed.room;
    struct cmsghdr *const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Returns the first descriptor of a message, or -1, and closes the others.
static int first_of(struct msghdr *message) {
  int first = -1;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head; head = CMSG_NXTHDR(message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < count; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(head) + index * sizeof descriptor, sizeof descriptor);
      if (first < 0)
        first = descriptor;
      else
        close(descriptor);
    }
  }
  return first;
}

long vitrine_receive(int socket, void *bytes, size_t count, int *descriptor) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union passed passed;
  // Room for one descriptor: the kernel installs as many as fit, and CMSG_SPACE with its padding
  // (on 64 bits) would have room for two.
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = passed.room,
                           .msg_controllen = CMSG_LEN(sizeof *descriptor)};
  *descriptor = -1;
  const long received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return -1;
  *descriptor = first_of(&message);
  return received;
}

int vitrine_unread(int socket, int *count) { return ioctl(socket, SIOCOUTQ, count); }

int vitrine_get_peer(int socket, int *process, unsigned *user, unsigned *group) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return -1;
  *process = peer.pid, *user = peer.uid, *group = peer.gid;
  return 0;
}

int vitrine_peer_is_member(int socket, unsigned group) {
  socklen_t size = 0;
  // The first call only returns the size.
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, NULL, &size) == 0) return 0;
  if (errno != ERANGE) return -1;
  gid_t *const groups = malloc(size);
  if (!groups) return -1;
  int found = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  for (size_t index = 0; found == 0 && index < size / sizeof *groups; index++)
    if (groups[index] == group) found = 1;
  free(groups);
  return found;
}

int vitrine_make_memory_file(const char *name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  // With vm.memfd_noexec the file is created with MFD_NOEXEC_SEAL, which allows seals; otherwise
  // this fails with EPERM.
  if (file >= 0) fcntl(file, F_ADD_SEALS, F_SEAL_SEAL);
  return file;
}

int vitrine_open_network_news(void) {
  const int news = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (news < 0) return -1;
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                   RTMGRP_IPV6_ROUTE,
  };
  if (bind(news, (struct sockaddr *)&address, sizeof address)) return close_failed(news);
  return news;
}
