extension Schema {
  static let network: [Setting] = [
    .optionalWord(
      "network.proxy", .proxy, without: "none", \.network.proxy,
      """
      The proxy that web servers are asked over: scheme, machine and port. Proxies in the environment \
      are not used. Cameras and encoders are asked directly.
      """),
    .optionalWord(
      "network.proxy-user", .line(1...256), without: "none", \.network.proxyUser,
      "The name that the proxy is shown."),
    .optionalPath(
      "network.proxy-password-file", without: "none", \.network.proxyPasswordFile,
      """
      A file with the password for it, which the user `vitrine` has to be able to read, and nobody \
      else should.
      """),
    .names(
      "network.direct", most: 64, without: "none", \.network.direct,
      """
      Machines, and domains with all that is in them, that are asked without the proxy; an address in \
      digits is one machine. This machine always is.
      """),
  ]
}
