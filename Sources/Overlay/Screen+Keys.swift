internal import VitrineGestures
internal import VitrineScenes
internal import VitrineTiming

/// Keys: for the volume, a message, or the current screen.
extension Screen {
  /// Actions that repeat while the key is held.
  private static let repeating: Set<KeyAction> = [
    .left, .right, .up, .down, .seekForward, .seekBackward, .volumeUp, .volumeDown,
  ]

  mutating func receive(
    _ press: KeyPress, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    changeVideo { $0.note(press) }
    if video?.isAttracting ?? false {
      return press.kind == .pressed ? overVideo(at: now) { $0.leave(context) } : []
    }
    if press.kind == .pressed, context.message.isShown, [.ok, .back].contains(press.action) {
      context.message.appearance.hide(at: now)
      return []
    }
    switch press.kind {
    case .pressed: return act(press, count: 0, &context, at: now)
    case .repeated(let count) where Self.repeating.contains(press.action):
      return act(press, count: count, &context, at: now)
    case .held where press.action == .ok:
      return overVideo(at: now) { $0.holdOK(context, at: now) }
    case .repeated, .held, .released: return []
    }
  }

  private mutating func act(
    _ press: KeyPress, count: Int, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    if let requests = context.volumeKey(press.action, at: now) { return requests }
    guard case .list(var list) = self else {
      return overVideo(at: now) { $0.act(press.action, count: count, context, at: now) }
    }
    let outcomes = list.receive(press, at: now)
    return follow(outcomes, from: list, context)
  }
}
