/// A section in `access`: the credentials for a server, and the certificates to trust. Secrets are
/// in separate files.
public struct AccessSettings: Hashable, Sendable {
  public var user: String?
  /// Paths of files. Each line of the headers file is like `X-Screen: 7`.
  public var passwordFile, tokenFile, headersFile: String?
  /// Paths of the trusted certificate authorities, and of a client certificate and its key.
  public var authorityFile, certificateFile, keyFile: String?
  /// The only trusted key, as `sha256//…`.
  public var pin: String?
  /// How a camera sends: `tcp`, `udp`, `multicast`.
  public var transport: String?

  public init() {}
}
