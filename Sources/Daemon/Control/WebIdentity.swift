import VitrineCryptography
import VitrineLinux
import VitrineSchedules
import VitrineSettings
import VitrineWeb

/// What the HTTP door proves with who it is.
enum WebIdentity {
  /// The certificate that is made here, and its key, in one file: a power cut leaves both or neither.
  private static let file = "web.pem"
  /// The key had a file of its own before.
  private static let earlierKey = "web.key"

  /// Nil where HTTP is not encrypted: at the loopback, or where that is configured. A certificate that is made
  /// here stays in the folder of state, so that its fingerprint stays the same.
  static func of(
    _ settings: ControlSettings, at address: WebAddress, state: String?
  ) throws(WebError) -> TLSIdentity? {
    guard settings.isEncrypted, !address.isLoopback else { return nil }
    do throws(TLSError) {
      if let certificate = settings.certificate {
        return try TLSIdentity(
          certificate: certificate, key: settings.key ?? certificate,
          clients: settings.clientIssuers)
      }
      guard let state else {
        throw TLSError(
          "no folder to keep a certificate in; set service.state or control.certificate")
      }
      let folder = Folder(state)
      let certificate = folder.path(of: file)
      let key = folder.path(of: try keep(in: folder))
      return try TLSIdentity(certificate: certificate, key: key, clients: settings.clientIssuers)
    } catch {
      throw .failed(address: "\(address)", error.description)
    }
  }

  /// Makes a certificate at the first start alone: only where neither file is there. Whatever else is wrong
  /// is an error, and what was kept stays. Returns the name of the file with the key.
  private static func keep(in folder: Folder) throws(TLSError) -> String {
    let hasCertificate, hasKey: Bool
    do throws(Errno) {
      hasCertificate = try !folder.isMissing(file)
      hasKey = try !folder.isMissing(earlierKey)
    } catch {
      throw TLSError("\(folder.path): cannot be read: \(error)")
    }
    guard !hasCertificate else { return hasKey ? earlierKey : file }
    guard !hasKey else {
      throw TLSError(
        """
        \(folder.path(of: file)) is missing and \(earlierKey) is not: restore it, or remove \(earlierKey) \
        for a new certificate
        """)
    }
    try make(in: folder)
    return file
  }

  private static func make(in folder: Folder) throws(TLSError) {
    let name = Site.machineName
    let made = try MadeCertificate(
      names: [name, "\(name).local", "localhost"], at: ClockReading.now().moment.second)
    do {
      try folder.make()
      try folder.replace(file) { draft throws(Errno) in
        try draft.setMode(0o600)
        try draft.write(made.certificate + made.key)
      }
    } catch {
      throw TLSError("\(folder.path): cannot keep a certificate: \(error)")
    }
  }
}
