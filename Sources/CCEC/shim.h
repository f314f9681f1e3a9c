// The kernel's CEC interface, and the ioctls that Swift cannot import.
#pragma once
#include <linux/cec.h>
#include <sys/ioctl.h>

static inline int vitrine_cec_caps(int fd, struct cec_caps *caps) {
  return ioctl(fd, CEC_ADAP_G_CAPS, caps);
}
static inline int vitrine_cec_physical_address(int fd, __u16 *address) {
  return ioctl(fd, CEC_ADAP_G_PHYS_ADDR, address);
}
static inline int vitrine_cec_logical_addresses(int fd, struct cec_log_addrs *addresses) {
  return ioctl(fd, CEC_ADAP_G_LOG_ADDRS, addresses);
}
static inline int vitrine_cec_claim(int fd, struct cec_log_addrs *addresses) {
  return ioctl(fd, CEC_ADAP_S_LOG_ADDRS, addresses);
}
static inline int vitrine_cec_connector(int fd, struct cec_connector_info *info) {
  return ioctl(fd, CEC_ADAP_G_CONNECTOR_INFO, info);
}
static inline int vitrine_cec_set_mode(int fd, __u32 mode) {
  return ioctl(fd, CEC_S_MODE, &mode);
}
static inline int vitrine_cec_transmit(int fd, struct cec_msg *message) {
  return ioctl(fd, CEC_TRANSMIT, message);
}
static inline int vitrine_cec_receive(int fd, struct cec_msg *message) {
  return ioctl(fd, CEC_RECEIVE, message);
}
static inline int vitrine_cec_next_event(int fd, struct cec_event *event) {
  return ioctl(fd, CEC_DQEVENT, event);
}
