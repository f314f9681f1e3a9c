internal import VitrineEngine
internal import VitrineLinux

extension Player {
  /// Returns a screenshot of the video with everything drawn over it.
  ///
  /// ```swift
  /// let screenshot = try await player.screenshot()
  /// try await screenshot.write(to: "screen.png")
  /// ```
  ///
  /// - Throws: `PlayerError` of the category `display` if nothing is on screen yet, the display is
  ///   off, too many screenshots are pending, or playback has ended.
  public func screenshot() async throws(PlayerError) -> Screenshot {
    if let hand {
      if audience.isOver { throw PlayerError(.display, CaptureRefusal.over.words) }
      guard let capture = hand.capture() else {
        throw PlayerError(.display, "nothing has been shown yet")
      }
      return Screenshot(capture: capture)
    }
    let result = await withCheckedContinuation { continuation in
      let refusal = engine.capture { capture in
        continuation.resume(
          returning: capture.map {
            Result<Screenshot, PlayerError>.success(Screenshot(capture: $0))
          }
            ?? .failure(PlayerError(.display, "nothing has been shown yet"))
        )
      }
      if let refusal {
        continuation.resume(returning: .failure(PlayerError(.display, refusal.words)))
      }
    }
    return try result.get()
  }
}

extension CaptureRefusal {
  fileprivate var words: String {
    switch self {
    case .tooMany: "too many screenshots pending"
    case .noThread(let error): "cannot start a thread for the screenshot: \(error)"
    case .over: "playback has ended"
    }
  }
}
