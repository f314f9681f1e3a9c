extension Schema {
  static let network: [Setting] = [
    .optionalWord(
      "network.proxy", .proxy, without: "none", \.network.proxy,
      """
      Proxy for web servers: scheme, host and port. Proxy settings in the environment are ignored. Cameras \
      and encoders are reached directly.
      """),
    .optionalWord(
      "network.proxy-user", .line(1...256), without: "none", \.network.proxyUser,
      "User name for the proxy."),
    .optionalPath(
      "network.proxy-password-file", without: "none", \.network.proxyPasswordFile,
      "File with the password for the proxy. Only the user `vitrine` should be able to read it."),
    .names(
      "network.direct", most: 64, without: "none", \.network.direct,
      """
      Hosts and domains to reach without the proxy. A domain includes its subdomains; an IP address is one \
      host. This machine is always reached directly.
      """),
  ]
}
