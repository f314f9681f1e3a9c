package import VitrineGestures
import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A request of the interface.
package enum InterfaceRequest: Hashable, Sendable {
  case perform(Command)
  /// Load a thumbnail of the current item at this time; only the latest request counts.
  case thumbnail(MediaTime)
  /// Play this entry of the gallery, alone.
  case open(Int)
  /// Change the interface to this language. The interface does so itself.
  case language(InterfaceLanguage)
  /// End playback and show the gallery.
  case leave
  /// Tell the program that the visitor goes back.
  case back
  /// Play the whole list as attract loop.
  case attract
  /// Collect the data for the service menu: see `ServiceInfo`.
  case serviceInfo
  /// Play the service's list again, instead of a queue that was cleared or loaded.
  case programme
  /// A key that starts content was pressed or released, or a code was read.
  case trigger(String, isDown: Bool)
  /// Store these keys in the configuration, and use them.
  case storeKeys([String: KeyAction])
  /// End the program; its manager restarts it.
  case restart
  /// Report input to the program.
  case own(AppInput)
}

extension InterfaceRequest: CustomStringConvertible {
  /// In the format of scripts: `skip 10`, `volume 0.5`.
  package var description: String {
    switch self {
    case .perform(let command): command.words
    case .thumbnail(let time): "thumbnail \(time.seconds)"
    case .open(let entry): "open \(entry)"
    case .language(let language): "language \(language.rawValue)"
    case .leave: "leave"
    case .back: "back"
    case .attract: "attract"
    case .serviceInfo: "service"
    case .programme: "programme"
    case .trigger(let name, let isDown): "trigger \(name) \(isDown ? "down" : "up")"
    case .storeKeys(let keys):
      keys.sorted { $0.key < $1.key }.reduce("keys") { "\($0) \($1.key)=\($1.value.rawValue)" }
    case .restart: "restart"
    case .own(let input): "\(input)"
    }
  }
}

extension Command {
  /// In the format of `CommandLanguage`, as far as the interface uses it.
  fileprivate var words: String {
    switch self {
    case .seek(let order): "seek \(order.target.seconds)"
    case .skip(let amount): "skip \(amount.seconds)"
    case .beginScrubbing: "scrub-begin"
    case .scrub(let target): "scrub-move \(target.seconds)"
    case .endScrubbing: "scrub-end"
    case .setVolume(let volume): "volume \(volume)"
    case .setMuted(let isMuted): "mute \(isMuted ? "on" : "off")"
    case .setRotation(let rotation): "rotation \(rotation.rawValue)"
    case .setQuality(let preference): "quality \(preference.word)"
    case .setFit(let fit): "fit \(fit.rawValue)"
    case .setRate(let rate): "rate \(rate)"
    case .choose: "tracks"
    case .power(let order): "display \(order.rawValue)"
    case .select(.subtitle, let selection): "subtitle \(selection.words)"
    case .select(_, let selection): "audio \(selection.words)"
    default: "\(self)"
    }
  }
}

extension TrackSelection {
  fileprivate var words: String {
    switch self {
    case .automatic: "auto"
    case .off: "none"
    case .index(let index): "\(index)"
    case .language(let language): language
    }
  }
}
