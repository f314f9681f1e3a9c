import VitrineCryptography
import VitrineLinux
import VitrineSettings
import VitrineWeb

/// What the HTTP door proves with who it is.
enum WebIdentity {
  /// Nil where it speaks in the clear: at the loopback, or where that is wanted. One that is made stays in the
  /// folder of what is remembered, so that its fingerprint stays the same.
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
          "no folder to keep a made certificate in; see service.state and control.certificate")
      }
      let folder = Folder(state)
      let (certificate, key) = (folder.path(of: "web.pem"), folder.path(of: "web.key"))
      if let kept = try? TLSIdentity(
        certificate: certificate, key: key, clients: settings.clientIssuers)
      {
        return kept
      }
      try make(in: folder)
      return try TLSIdentity(certificate: certificate, key: key, clients: settings.clientIssuers)
    } catch {
      throw .failed(address: "\(address)", error.description)
    }
  }

  private static func make(in folder: Folder) throws(TLSError) {
    let name = Site.machineName
    let made = try MadeCertificate(names: [name, "\(name).local", "localhost"])
    do {
      try folder.make()
      for (file, bytes) in [("web.key", made.key), ("web.pem", made.certificate)] {
        try folder.replace(file) { draft throws(Errno) in
          try draft.setMode(0o600)
          try draft.write(bytes)
        }
      }
    } catch {
      throw TLSError("\(folder.path): the certificate cannot be kept: \(error)")
    }
  }
}
