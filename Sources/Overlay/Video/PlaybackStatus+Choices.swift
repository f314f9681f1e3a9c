internal import VitrineGestures
import VitrinePictures
import VitrinePlayback
internal import VitrinePlaylists
import VitrineTiming

/// What the player's status means to the interface.
extension PlaybackStatus {
  var isItemPaused: Bool { isPaused && phase != .idle }

  /// Whether pictures are awaited.
  var isWaiting: Bool { phase == .opening || phase == .buffering }

  /// What the slider stands for; nil where there are no places to go to.
  var span: SliderSpan? {
    guard entry != nil, let range, range.lowerBound < range.upperBound else { return nil }
    return SliderSpan(range: range, isLive: live != nil)
  }

  /// What is shown of a live source; nil of what is not.
  var liveSign: PlayerLayout.LiveSign? {
    live.map { _ in timeBehind == nil ? .shown : .left }
  }

  /// How far behind what happens people have chosen to be. While it is paused that grows.
  var timeBehind: MediaTime? {
    guard let live else { return nil }
    let behind = live.window.map { $0.upperBound - position } ?? live.latency - live.target
    let isLeft = live.isShifted || isPaused && live.window != nil && behind > LiveHold.near
    return isLeft ? max(behind, .zero) : nil
  }

  /// Where the knob of the slider is. Held beside what happens it is at its end, and does not tremble.
  var knobPosition: MediaTime {
    guard timeBehind == nil, let end = live?.window?.upperBound else { return position }
    return end
  }

  /// Back to what happens.
  func returnToLive() -> [InterfaceRequest] {
    guard let behind = timeBehind else { return [] }
    return [.perform(.seek(.init(to: position + behind)))]
  }

  /// What is heard, 0 to 1.
  var audibleVolume: Double { isMuted ? 0 : volume }

  /// The title that the list or the file gives, else the file's name.
  var shownTitle: String? { item?.title ?? title ?? item?.shownTitle }
}

/// Keys that go round through choices, and digits.
extension PlaybackStatus {
  func rotate() -> [InterfaceRequest] {
    let all = Rotation.allCases
    let place = all.firstIndex(of: rotation) ?? 0
    return [.perform(.setRotation(all[(place + 1) % all.count]))]
  }

  func nextFit() -> [InterfaceRequest] {
    let all = Fit.allCases
    let place = all.firstIndex(of: fit) ?? 0
    return [.perform(.setFit(all[(place + 1) % all.count]))]
  }

  /// A digit goes to so many tenths of the item.
  func digit(_ action: KeyAction) -> [InterfaceRequest] {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    guard let digit = digits.firstIndex(of: action) else { return [] }
    return seek(toShare: Double(digit) / 10)
  }

  /// Goes to a part of the item's length.
  func seek(toShare share: Double) -> [InterfaceRequest] {
    guard let span else { return [] }
    return [.perform(.seek(.init(to: span.place(atShare: share))))]
  }
}

extension PlaybackState.Phase {
  /// Whether all there was has been played, or none of it can be.
  var isOver: Bool {
    switch self {
    case .ended, .failed: true
    case .idle, .opening, .buffering, .playing: false
    }
  }

  /// Whether an item plays, or is about to.
  var isActive: Bool { self != .idle && !isOver }
}
