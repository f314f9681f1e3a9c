import VitrineControl
import VitrineCryptography
import VitrineEngine
import VitrineLinux
import VitrineOperations
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineThumbnails
import VitrineTiming
import VitrineWeb

/// The HTTP server of a program's players, set up from the configuration. Thread-safe.
package final class WebService: Sendable {
  private let server: Shared<WebServer?>
  private let retrying: ListenRetry<WebServer, WebError>?
  private let thumbnails: [PlayedThumbnails]

  /// `fingerprint` receives the fingerprint of the certificate, to be shown on the display. If
  /// there is no certificate or the server cannot listen, this throws if `isNeeded`; otherwise it
  /// logs the error and retries every few seconds.
  init(
    _ address: String, _ endpoints: ControlEndpoints, _ site: Site,
    _ thumbnails: [PlayedThumbnails],
    fingerprint: Shared<String?>, isNeeded: Bool, _ log: Log
  ) throws(WebError) {
    self.thumbnails = thumbnails
    guard let place = WebAddress(address) else { throw .address(address) }
    if !place.isLoopback, !endpoints.settings.tls.isEnabled {
      log.write(
        .controlUnencrypted,
        "web: \(place) is reachable from the network without encryption; see docs/operate/web.md")
    }
    var options = WebServer.Options(place)
    options.tokens = endpoints.tokens
    options.pairing =
      switch endpoints.settings.pairing {
      case .off: .off
      case .menu: .menu
      case .always: .always
      }
    options.trustsMachine = endpoints.settings.trustsMachine
    options.names = Set(endpoints.settings.names.map { $0.lowercased() })
    let (settings, state) = (endpoints.settings, endpoints.state)
    let listen = { @Sendable [options] () throws(WebError) -> WebServer in
      // Without a certificate the server does not fall back to plain HTTP: the disk may be
      // available at the next attempt.
      let identity = try WebIdentity.of(settings.tls, at: place, state: state)
      fingerprint.update { $0 = identity?.fingerprint.grouped }
      var options = options
      options.identity = identity
      return try WebServer(options, site) { news in
        log.write(news.kind, news.description)
      }
    }
    do throws(WebError) {
      (server, retrying) = (Shared(try listen()), nil)
    } catch {
      if isNeeded {
        log.write(.controlUnavailable, error.description)
        throw error
      }
      let server = Shared<WebServer?>(nil)
      self.server = server
      retrying = ListenRetry([.init(reason: error, listen: listen)]) { news in
        switch news {
        case .success(let one):
          server.update { $0 = one }
          log.solve(.web)
        case .failure(let error):
          log.write(
            LogMessage(.controlUnavailable, "\(error); retrying every few seconds"), lasting: .web)
        }
      }
    }
  }

  func close() {
    retrying?.close()
    server.value?.close()
    for one in thumbnails { one.close() }
  }
}

extension Site {
  init(
    _ outputs: [Output], _ first: Player, _ endpoints: ControlEndpoints, _ health: HealthStore,
    fingerprint: Shared<String?>, _ log: Log
  ) {
    self.init(Self.machineName, outputs)
    uploads = endpoints.settings.uploads
    largestUpload = Int64(endpoints.settings.uploadLimit * 1e9)
    checkList = { path, text in ListDraft(path, text).verdict }
    self.health = { health.health() }
    self.log = { log.tail.newest($0) }
    let wording = endpoints.wording
    showPIN = { pin in
      first.showPIN(pin, for: Site.pairingTime, wording, fingerprint: fingerprint.value)
    }
  }
}

extension Site.Output {
  /// A player as HTTP clients see it.
  init(_ name: String, _ player: Player, _ control: PlayerControl, _ thumbnails: PlayedThumbnails) {
    self.init(name, control)
    tap = { x, y in player.tap(Point(x, y)) }
    thumbnail = { part in thumbnails.path(at: part, of: player.status) }
  }
}
