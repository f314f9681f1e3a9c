import VitrineCryptography
import VitrineLinux
import VitrineSettings
import VitrineWeb

/// The TLS identity of the HTTP server.
enum WebIdentity {
  /// Returns nil if HTTP is not encrypted: on the loopback address, or if so configured. A
  /// generated certificate is stored in the state folder.
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
      return try GeneratedIdentity.read(in: Folder(state), clients: settings.clientIssuers)
    } catch {
      throw .failed(address: "\(address)", error.description)
    }
  }
}
