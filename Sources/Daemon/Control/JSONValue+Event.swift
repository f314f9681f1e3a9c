import VitrineControl
import VitrineEngine
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

/// Events as `--commands` prints them; docs/use/play.md describes the fields.
extension JSONValue {
  /// Nil for an event that is not printed. `now` is the time for events without one.
  init?(_ event: PlayerEvent, at now: HostTime) {
    switch event {
    case .shown(let item, let position, let time):
      self = .said(
        "shown", ["item": .text(item.name), "position": .number(position.seconds)], time)
    case .playing(let item): self = .said("playing", ["item": .text(item.name)], now)
    case .failed(let item, let error):
      self = .said("failed", ["item": .text(item.name), "error": .text(error.message)], now)
    case .ended: self = .said("ended", [:], now)
    case .asked(let request): self = .said("asked", ["request": .text("\(request)")], now)
    case .interfaceShown(let isVisible, let time):
      self = .said("interface", ["visible": .bool(isVisible)], time)
    case .display(let news):
      guard let fields = Self.fields(of: news) else { return nil }
      self = .said("display", fields, now)
    case .power(let isOn): self = .said("display", ["power": .power(isOn)], now)
    case .inputAdded(let name): self = .said("input-added", ["device": .text(name)], now)
    case .inputRemoved(let name): self = .said("input-removed", ["device": .text(name)], now)
    default: return nil
    }
  }

  private static func fields(of news: DisplayNews) -> [String: JSONValue]? {
    switch news {
    case .lit(let display, _): ["name": .text(display.name), "mode": .text(display.mode)]
    case .dark(let reason): ["dark": .text(reason)]
    case .off(let display):
      ["name": .text(display.name), "mode": .text(display.mode), "power": .power(false)]
    case .reasserted(let isOn): ["power": .power(isOn), "reasserted": .bool(true)]
    case .trouble: nil
    }
  }

  private static func power(_ isOn: Bool) -> JSONValue { .text(isOn ? "on" : "off") }

  static func said(
    _ event: String, _ fields: [String: JSONValue], _ time: HostTime
  ) -> JSONValue {
    JSONValue.object(fields).said(event, time)
  }

  /// This object as an event, with its time on the monotonic clock in seconds.
  func said(_ event: String, _ time: HostTime) -> JSONValue {
    with(["event": .text(event), "time": .number(Double(time.nanoseconds) / 1e9)])
  }
}
