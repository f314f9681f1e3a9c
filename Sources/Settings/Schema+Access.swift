extension Schema {
  static let access: [Setting] = [
    Setting(
      path: "access", kind: .rows(of: .origin, accessFields, most: 64), standard: "none",
      meaning: """
        Credentials and certificates for servers: sections named by the beginning of a server's address, \
        which is its scheme, host and, unless it is the default one, port. Vitrine sends them to that server \
        only. Passwords, tokens and headers are in separate files; only the user `vitrine` should be able to \
        read them. `ca` is a PEM file of certificate authorities that are trusted instead of the system's; \
        `pin` is the only key that is trusted. `transport` selects how a camera (`rtsp://…`) sends. For \
        `srt://…` the password is the passphrase. See \
        [network.md](../use/network.md#credentials-and-certificates).
        """
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration.access = rows.mapValues { row in
        var access = AccessSettings()
        (access.user, access.pin, access.transport) = (row["user"], row["pin"], row["transport"])
        (access.passwordFile, access.tokenFile) = (row["password-file"], row["token-file"])
        (access.headersFile, access.authorityFile) = (row["headers-file"], row["ca"])
        (access.certificateFile, access.keyFile) = (row["certificate"], row["key"])
        return access
      }
    }
  ]

  private static let accessFields = [
    RowField(name: "user", kind: .line(1...256)), RowField(name: "password-file", kind: .path),
    RowField(name: "token-file", kind: .path), RowField(name: "headers-file", kind: .path),
    RowField(name: "ca", kind: .path), RowField(name: "pin", kind: .line(1...256)),
    RowField(name: "certificate", kind: .path), RowField(name: "key", kind: .path),
    RowField(
      name: "transport", kind: .choice(noun: "transport", ["tcp", "udp", "multicast"])),
  ]
}
