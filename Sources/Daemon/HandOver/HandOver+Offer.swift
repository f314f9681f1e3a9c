package import VitrineAddresses
package import VitrineControl
import VitrineNetwork
package import VitrinePlayback
package import VitrinePlaylists
import VitrineSignage
package import VitrineTiming

// The decisions of both players: how the sender describes its item, and which item the receiver plays.
extension HandOver {
  /// Describes the current item for the player at `receiver`. `size` returns the size of a file in bytes, or nil if it
  /// cannot be read.
  package init(
    _ status: PlaybackStatus, to receiver: RemoteURL, at now: HostTime, size: (String) -> Int?
  ) throws(Refusal) {
    guard let item = status.item, status.phase.isActive else {
      throw Refusal("nothing to hand over: start a film first")
    }
    switch item.source {
    case .card, .color:
      throw Refusal("\(item.name): only films, pictures and streams can be handed over")
    case .remote(let url):
      guard AddressScope(host: url.host) <= Self.reach(of: receiver.host) else {
        throw Refusal(
          "\(item.name): \(receiver.host) cannot reach \(url.host); put a host name that both can reach into the list"
        )
      }
      self.init(.url(url.requestText))
    case .file(let path):
      guard let bytes = size(path) else { throw Refusal("\(path): cannot be read") }
      self.init(.file(path, size: bytes))
    }
    (start, end, title) = (item.start, item.end, item.title)
    position = status.live == nil ? status.position(at: now) : nil
    audio = status.selected.first { $0.kind == .audio }?.language
    subtitles =
      if let shown = status.selected.first(where: { $0.kind == .subtitle }) {
        shown.language.map { .language($0) }
      } else {
        status.choices.subtitle == .off ? .off : nil
      }
  }

  /// The narrowest scope of addresses that are sent to a host: a name in `.local`, or without a domain, is in the same
  /// network.
  private static func reach(of host: String) -> AddressScope {
    let scope = AddressScope(host: host)
    let isNearby = host.hasSuffix(".local") || !host.contains { $0 == "." || $0 == "[" }
    return scope == .world && isNearby ? .link : scope
  }

  /// The item of the receiver, from its list if possible. Files are played from the list only.
  package func item(in list: [Item]) throws(Refusal) -> Item {
    if let known = list.first(where: isShown) { return known }
    switch source {
    case .file(let path, _):
      throw Refusal(
        "the receiver's list has no \(Item(path: path).name), and files are not sent: add the file to that list, or play it from a server"
      )
    case .url(let text):
      var item: Item
      do throws(RemoteURL.Fault) { item = Item(.remote(try Self.allowed(text))) } catch {
        throw Refusal("invalid URL: check its host, port and characters", .invalid)
      }
      (item.start, item.end, item.title) = (start, end, title)
      return item
    }
  }

  /// The sender has removed its credentials.
  private static func allowed(_ text: String) throws(RemoteURL.Fault) -> RemoteURL {
    let url = try RemoteURL(text)
    guard url.userInfo == nil else { throw .userInfo }
    return url
  }

  private func isShown(by item: Item) -> Bool {
    let isSource =
      switch (source, item.source) {
      case (.file(let path, _), .file(let own)): path == own
      case (.url(let text), .remote(let own)): text == own.requestText
      default: false
      }
    return isSource && Self.isSame(start, item.start) && Self.isSame(end, item.end)
  }

  /// Times in a request are rounded to microseconds.
  private static func isSame(_ a: MediaTime?, _ b: MediaTime?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): (a.seconds - b.seconds).magnitude < 0.001
    default: false
    }
  }

  /// How the receiver continues the item.
  var continuation: TriggeredContent.Continuation {
    TriggeredContent.Continuation(
      position: position, audio: audio.map { .language($0) },
      subtitle: subtitles.map { subtitles in
        switch subtitles {
        case .off: .off
        case .language(let language): .language(language)
        }
      })
  }
}
