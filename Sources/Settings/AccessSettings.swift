/// A row of the section `access`: how one server is shown who asks, and what of it is believed. Secrets
/// are in files of their own.
public struct AccessSettings: Hashable, Sendable {
  public var user: String?
  /// Paths of files. In that of headers are lines as `X-Screen: 7`.
  public var passwordFile, tokenFile, headersFile: String?
  /// Paths: issuers that are believed, and a certificate to show with its key.
  public var authorityFile, certificateFile, keyFile: String?
  /// The one key that is believed, as in `sha256//…`.
  public var pin: String?
  /// How a camera is to send: `tcp`, `udp`, `multicast`.
  public var transport: String?

  public init() {}
}
