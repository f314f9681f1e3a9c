extension Schema {
  static let access: [Setting] = [
    Setting(
      path: "access", kind: .rows(of: .origin, accessFields, most: 64), standard: "none",
      meaning: """
        How servers are shown who asks, each by the beginning of its address (scheme, machine, and port \
        where it is not the usual one): a section by that. What is in it is told that server alone. \
        Passwords, tokens and headers are in files of their own, which the user `vitrine` has to be able \
        to read, and nobody else should. With `ca` the issuers in a PEM file are believed in the place \
        of the system's; with `pin` that one key. A camera (`rtsp://…`) can be told how it is to send \
        (`transport`); of `srt://…` the password is the passphrase.
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
