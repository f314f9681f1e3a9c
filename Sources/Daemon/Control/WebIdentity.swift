import VitrineCryptography
import VitrineLinux
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineWeb

/// The TLS identity of the HTTP server.
enum WebIdentity {
  /// The generated certificate and its key share a file, so that a power cut loses both or neither.
  private static let file = "web.pem"
  /// Earlier versions stored the key in its own file.
  private static let earlierKey = "web.key"

  /// Returns nil if HTTP is not encrypted: on the loopback address, or if so configured. A
  /// generated certificate is stored in the state folder, so that its fingerprint stays the same.
  static func of(
    _ settings: ControlSettings.TLS, at address: WebAddress, state: String?
  ) throws(WebError) -> TLSIdentity? {
    guard settings.isEnabled, !address.isLoopback else { return nil }
    do throws(TLSError) {
      if let certificate = settings.certificate {
        return try TLSIdentity(
          certificate: certificate, key: settings.key ?? certificate,
          clients: settings.clientIssuers)
      }
      guard let state else {
        throw TLSError(
          "no folder to store a certificate in; set service.state or control.certificate")
      }
      let folder = Folder(state)
      let certificate = folder.path(of: file)
      let key = folder.path(of: try ensureCertificate(in: folder))
      return try TLSIdentity(certificate: certificate, key: key, clients: settings.clientIssuers)
    } catch {
      throw .failed(address: "\(address)", error.description)
    }
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
    let (names, now) = ([name, "\(name).local", "localhost"], ClockReading.now().moment.second)
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
