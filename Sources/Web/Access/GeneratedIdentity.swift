package import VitrineCryptography
package import VitrineLinux
import VitrineTiming

/// The self-signed TLS identity of a machine without an issued certificate, stored in a folder, so that its fingerprint stays the same.
package enum GeneratedIdentity {
  /// The generated certificate and its key share a file, so that a power cut loses both or neither.
  private static let file = "web.pem"
  /// Earlier versions stored the key in its own file.
  private static let earlierKey = "web.key"

  /// Reads the identity in this folder, and creates it the first time. `clients` is as for
  /// `TLSIdentity`.
  package static func read(
    in folder: Folder, clients: String? = nil
  ) throws(TLSError) -> TLSIdentity {
    let certificate = folder.path(of: file)
    let key = folder.path(of: try ensureCertificate(in: folder))
    return try TLSIdentity(certificate: certificate, key: key, clients: clients)
  }

  /// Generates a certificate if there is none. A key without a certificate, left by a power cut in
  /// an earlier version, is reused. Returns the name of the file with the key.
  private static func ensureCertificate(in folder: Folder) throws(TLSError) -> String {
    let hasCertificate, hasKey: Bool
    do throws(Errno) {
      hasCertificate = try !folder.isMissing(file)
      hasKey = try !folder.isMissing(earlierKey)
    } catch {
      throw TLSError("\(folder.path): cannot be read: \(error)")
    }
    guard !hasCertificate else { return hasKey ? earlierKey : file }
    let name = Site.machineName
    let (names, now) = ([name, "\(name).local", "localhost"], Int64(saturating: WallTime.seconds))
    guard hasKey else {
      let made = try SelfSignedCertificate(names: names, at: now)
      try write(made.certificate + made.key, in: folder)
      return file
    }
    let key = try earlierKey(in: folder)
    let made: SelfSignedCertificate
    do throws(TLSError) {
      made = try SelfSignedCertificate(names: names, at: now, key: key)
    } catch {
      let path = folder.path(of: earlierKey)
      throw TLSError("\(path): \(error); delete it to create a new certificate: sudo rm '\(path)'")
    }
    try write(made.certificate, in: folder)
    return earlierKey
  }

  private static func earlierKey(in folder: Folder) throws(TLSError) -> [UInt8] {
    do throws(Errno) {
      return try folder.contents(of: earlierKey, most: 64 << 10) ?? []
    } catch {
      throw TLSError("\(folder.path(of: earlierKey)): cannot be read: \(error)")
    }
  }

  private static func write(_ certificate: [UInt8], in folder: Folder) throws(TLSError) {
    do {
      try folder.make()
      try folder.replace(file) { draft throws(Errno) in
        try draft.setMode(0o600)
        try draft.write(certificate)
      }
    } catch {
      throw TLSError("\(folder.path): cannot save a certificate: \(error)")
    }
  }
}

extension Digest {
  /// The first half in groups of four digits, short enough to compare by eye.
  package var grouped: String {
    let digits = Array(hex.uppercased().prefix(32))
    // bound: at most 32
    return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
      .joined(separator: " ")
  }
}
