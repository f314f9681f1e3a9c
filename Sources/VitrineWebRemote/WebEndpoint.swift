internal import VitrineControl
internal import VitrineCryptography
internal import VitrineEngine
internal import VitrineKit
internal import VitrineLinux
internal import VitrineOperations
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
public import VitrineRemoteControl
internal import VitrineThumbnails
internal import VitrineTiming
internal import VitrineWeb

extension RemoteEndpoint {
  /// The web remote for phones and computers, and the HTTP API for programs.
  ///
  /// docs/operate/web.md in Vitrine's repository describes the remote, the API and the roles of
  /// tokens. By default only programs on this machine can reach it:
  ///
  /// ```swift
  /// let server = try player.serve(.http(port: 8080))
  /// print(server.webAddresses)  // ["http://127.0.0.1:8080/"]
  /// ```
  ///
  /// - Parameters:
  ///   - port: The TCP port, 0 for one that the system chooses.
  ///   - options: The address, encryption and access.
  public static func http(
    port: Int, _ options: WebRemoteOptions = WebRemoteOptions()
  ) -> RemoteEndpoint {
    RemoteEndpoint { player throws(PlayerError) in try WebEndpoint(port: port, options, player) }
  }
}

extension RemoteServer {
  /// The URLs of the web remotes, such as `http://127.0.0.1:8080/`.
  public var webAddresses: [String] { webEndpoints.map(\.url) }

  /// Lets phones pair with the web remote for five minutes; see `WebRemoteOptions.pairing`.
  ///
  /// Call it when an operator asks for it at the display, for example with a key of a remote control.
  /// A phone that then opens the page sees how to continue.
  public func openPairing() {
    for endpoint in webEndpoints { endpoint.openPairing() }
  }

  private var webEndpoints: [WebEndpoint] { endpoints.compactMap { $0 as? WebEndpoint } }
}

/// The web remote of a player. Thread-safe.
private final class WebEndpoint: OpenEndpoint {
  private let server: WebServer
  private let thumbnails: PlayedThumbnails
  private let health: HealthStore
  /// The latest time that pairing was opened.
  private let session = Shared<ServiceMenuSession?>(nil)
  let url: String

  init(
    port: Int, _ options: WebRemoteOptions, _ player: VitrineKit.Player
  ) throws(PlayerError) {
    guard let address = WebAddress(host: options.address, port: port) else {
      throw PlayerError(
        .configuration,
        "\(WebError.address("\(options.address):\(port)"))")
    }
    let identity = try Self.identity(options, at: address)
    if !address.isLoopback, identity == nil {
      player.warn("web: \(address) is reachable from the network without encryption")
    }
    health = HealthStore(folder: options.uploadFolder ?? options.folder ?? "/")
    health.watch(player.engine)
    thumbnails = PlayedThumbnails(
      folder: options.thumbnailFolder, remotes: player.engine.configuration.remotes,
      isNetworkFree: { [engine = player.engine] in engine.status.isNetworkFree })
    let site = try Self.site(player, options, identity, health, thumbnails, session)
    let warn = player.warn
    do throws(WebError) {
      server = try WebServer(.init(address, options, identity), site) { event in
        if event.isWarning { warn(event.description) }
      }
    } catch {
      throw PlayerError(.configuration, error.description)
    }
    url = "\(identity == nil ? "http" : "https")://\(server.address)/"
  }

  /// The certificate; nil for plain HTTP.
  private static func identity(
    _ options: WebRemoteOptions, at address: WebAddress
  ) throws(PlayerError) -> TLSIdentity? {
    let files = [options.certificate, options.key, options.clientIssuers]
    guard options.isEncrypted || files.allSatisfy({ $0 == nil }) else {
      throw PlayerError(
        .configuration,
        "web: certificates have no effect without encryption: remove them from the options or encrypt"
      )
    }
    guard !address.isLoopback else { return nil }
    guard options.folder != nil || options.clientIssuers != nil else {
      throw PlayerError(
        .configuration,
        "web: \(address) is reachable from the network: set a folder for tokens in the options")
    }
    guard options.isEncrypted else { return nil }
    do throws(TLSError) {
      if let certificate = options.certificate {
        return try TLSIdentity(
          certificate: certificate, key: options.key ?? certificate, clients: options.clientIssuers)
      }
      guard let folder = options.folder else {
        throw TLSError("no folder to store a certificate in; set one, or a certificate")
      }
      return try GeneratedIdentity.read(in: Folder(folder), clients: options.clientIssuers)
    } catch {
      throw PlayerError(.configuration, "web: \(error)")
    }
  }

  private static func site(
    _ player: VitrineKit.Player, _ options: WebRemoteOptions, _ identity: TLSIdentity?,
    _ health: HealthStore, _ thumbnails: PlayedThumbnails, _ session: Shared<ServiceMenuSession?>
  ) throws(PlayerError) -> Site {
    let engine = player.engine
    var output = Site.Output("main", try PlayerControl(player, at: "web"))
    output.tap = { x, y in engine.tap(Point(x, y)) }
    output.thumbnail = { part in thumbnails.path(at: part, of: engine.status) }
    var site = Site(Site.machineName, [output])
    site.uploads = options.uploadFolder
    site.health = { health.health() }
    site.serviceMenu = { session.value }
    var wording = VitrineOverlay.Wording()
    (wording.pairing, wording.pairingHow) = (options.pairingTitle, options.pairingHint)
    let fingerprint = identity?.fingerprint.grouped
    site.showPIN = { [wording] pin in
      engine.showPIN(pin, for: Site.pairingTime, wording, fingerprint: fingerprint)
    }
    return site
  }

  func openPairing() {
    session.update { $0 = ServiceMenuSession(began: .now(), latest: .now()) }
  }

  func handle(_ event: VitrineEngine.PlayerEvent) { health.handle(event) }

  func close() {
    server.close()
    thumbnails.close()
  }
}

extension WebServer.Options {
  init(_ address: WebAddress, _ options: WebRemoteOptions, _ identity: TLSIdentity?) {
    self.init(address)
    tokens = options.folder.map { Folder($0).path(of: "tokens.json") }
    pairing =
      switch options.pairing {
      case .off: .off
      case .opened: .menu
      case .always: .always
      }
    trustsMachine = options.trustsLocalPrograms
    names = Set(options.hostNames.map { $0.lowercased() })
    self.identity = identity
  }
}
