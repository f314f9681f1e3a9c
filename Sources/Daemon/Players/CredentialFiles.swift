internal import VitrineAddresses
import VitrineLinux
import VitrineNetwork
import VitrinePlayback
import VitrineSettings

/// Reads the passwords, tokens and headers from the files that the section `access` names.
enum CredentialFiles {
  /// Returns the rules by origin. Files that cannot be read are logged, never their contents; the
  /// server then rejects the request.
  static func rules(
    _ settings: [String: AccessSettings], _ log: Log
  ) -> [RemoteURL.Origin: AccessRules] {
    var rules: [RemoteURL.Origin: AccessRules] = [:]
    for (name, row) in settings {
      guard let url = try? RemoteURL(name) else { continue }
      rules[url.origin] = CredentialFiles.rules(row) {
        log.write(.credentialsUnreadable, "access of \(name): \($0)")
      }
    }
    return rules
  }

  static func rules(_ row: AccessSettings, warn: (String) -> Void) -> AccessRules {
    var rules = AccessRules()
    (rules.authorities, rules.pinnedKey) = (row.authorityFile, row.pin)
    (rules.certificate, rules.key) = (row.certificateFile, row.keyFile)
    rules.transport = row.transport
    if let path = row.tokenFile, let token = text(path, warn)?.first {
      rules.credentials = .bearer(token)
    } else if row.user != nil || row.passwordFile != nil {
      let user = row.user ?? ""
      let password = row.passwordFile.flatMap { text($0, warn)?.first } ?? ""
      rules.credentials = .basic(name: user, password: password)
    }
    for line in row.headersFile.flatMap({ text($0, warn) }) ?? [] {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].utf8.allSatisfy(isNameByte) else {
        warn("invalid header line in \(row.headersFile ?? ""): expected, for example, X-Screen: 7")
        continue
      }
      rules.fields[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
    return rules
  }

  /// Returns the configured proxy with its credentials, or nil without one.
  static func proxy(_ settings: ProxySettings, warn: (String) -> Void) -> ProxyRules? {
    guard let url = settings.proxy.flatMap({ try? RemoteURL($0) }) else { return nil }
    let password = settings.proxyPasswordFile.flatMap { text($0, warn)?.first }
    let user = settings.proxyUser.map { ($0, password ?? "") }
    return ProxyRules(url, user: user, direct: settings.direct)
  }

  /// Returns the file's non-empty lines, or nil if it cannot be read.
  private static func text(_ path: String, _ warn: (String) -> Void) -> [String]? {
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(most: mostBytes)
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      if lines.isEmpty { warn("\(path) is empty") }
      return lines.map(String.init)
    } catch {
      warn("\(path): \(error)")
      return nil
    }
  }

  private static let mostBytes = 64 << 10

  /// A token character of RFC 9110, 5.6.2, without the special characters that no header uses.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
