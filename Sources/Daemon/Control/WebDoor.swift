import VitrineControl
import VitrineCryptography
import VitrineEngine
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineTiming
import VitrineWeb

/// The HTTP door of a program's players: what the configuration says of it, and the players behind it.
/// Thread-safe.
public final class WebDoor: Sendable {
  private let server: Shared<WebServer?>
  private let retrying: RetriedListening<WebServer, WebError>?
  private let thumbnails: [PlayedThumbnails]

  /// `fingerprint` gets that of its certificate, for the glass. Where it has no certificate or cannot listen, `isNeeded` throws; else it
  /// is logged and tried again every few seconds.
  init(
    _ address: String, _ places: ControlPlaces, _ site: Site, _ thumbnails: [PlayedThumbnails],
    fingerprint: Shared<String?>, isNeeded: Bool, _ log: Log
  ) throws(WebError) {
    self.thumbnails = thumbnails
    guard let place = WebAddress(address) else { throw .address(address) }
    if !place.isLoopback, !places.settings.isEncrypted {
      log.warning(
        "web: \(place) is reached from the network without encryption; see docs/operate/web.md")
    }
    var options = WebServer.Options(place)
    options.tokens = places.tokens
    options.pairing =
      switch places.settings.pairing {
      case .off: .off
      case .menu: .menu
      case .always: .always
      }
    options.trustsMachine = places.settings.trustsMachine
    options.names = Set(places.settings.names.map { $0.lowercased() })
    let (settings, state) = (places.settings, places.state)
    let listen = { @Sendable [options] () throws(WebError) -> WebServer in
      // Without an identity it does not listen in the clear instead: the disk may have it by the next attempt.
      let identity = try WebIdentity.of(settings, at: place, state: state)
      fingerprint.update { $0 = identity?.fingerprint.grouped }
      var options = options
      options.identity = identity
      return try WebServer(options, site) { news in
        if news.isWarning { log.warning(news.description) } else { log.info(news.description) }
      }
    }
    do throws(WebError) {
      (server, retrying) = (Shared(try listen()), nil)
    } catch {
      if isNeeded {
        log.error(error.description)
        throw error
      }
      let server = Shared<WebServer?>(nil)
      self.server = server
      retrying = RetriedListening([.init(reason: error, listen: listen)]) { news in
        switch news {
        case .success(let one): server.update { $0 = one }
        case .failure(let error): log.error("\(error); it is tried again every few seconds")
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
  /// By which people know this machine.
  static var machineName: String { firstLine(of: "/proc/sys/kernel/hostname") ?? "vitrine" }

  init(
    _ outputs: [Output], _ first: Player, _ places: ControlPlaces, _ health: HealthBook,
    fingerprint: Shared<String?>, _ log: Log
  ) {
    self.init(Self.machineName, outputs)
    uploads = places.settings.uploads
    largestUpload = Int64(places.settings.uploadLimit * 1e9)
    checkList = { path, text in DraftedList(path, text).verdict }
    self.health = { health.health() }
    self.log = { log.tail.newest($0) }
    let wording = places.wording
    showPIN = { pin in
      first.show(
        pin.map { pin in
          Notice(
            title: wording.pairing, digits: pin, detail: wording.pairingHow,
            small: fingerprint.value, until: .now() + Site.pairingTime)
        })
    }
  }
}

extension Site.Output {
  /// A player as clients of HTTP see it.
  init(_ name: String, _ player: Player, _ control: PlayerControl, _ thumbnails: PlayedThumbnails) {
    self.init(name, control)
    tap = { x, y in player.tap(Point(x, y)) }
    thumbnail = { part in thumbnails.path(at: part, of: player.status) }
  }
}

extension Digest {
  /// The first half of it in groups of four, as people compare it: as hard to match as it is to read.
  var grouped: String {
    let digits = Array(hex.uppercased().prefix(32))
    return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
      .joined(separator: " ")
  }
}
