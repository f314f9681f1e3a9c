package import VitrineGestures
internal import VitrineLinux
package import VitrineScenes

/// The embedding program's requests to the interface: drawing, and input events.
struct OwnRequests: Sendable {
  var drawing: CustomDrawing?
  /// The overlays and zones.
  var stage: CustomDrawing?
  var listener = InputListener()
}

// Drawing and input of the embedding program. It can be requested before the interface exists.
extension Player {
  /// Draws over the video, in the interface's layer; nil removes the drawing. Has no effect if the
  /// configuration has no interface.
  package func draw(_ drawing: CustomDrawing?) { change { $0.drawing = drawing } }

  /// Draws the overlays and zones, below the program's drawing; nil removes them.
  ///
  /// Returns false if the configuration has no interface, not even for notices.
  @discardableResult
  package func drawStage(_ stage: CustomDrawing?) -> Bool {
    change { $0.stage = stage }
    guard configuration.interface?.isForNotices == true else {
      return configuration.interface != nil
    }
    if stage != nil, notices.update({ $0.showStage() }) { mailbox.push(.notices) }
    return true
  }

  /// Redraws soon. Calls in quick succession are combined.
  package func redraw() { change { _ in } }

  /// Delivers touches and keys from now on, as the event `InterfaceRequest.own`.
  package func listen() { change { $0.listener.isActive = true } }

  /// Reserves these keys for the program, and delivers them.
  package func keep(_ keys: ClaimedKeys) {
    change { ($0.listener.isActive, $0.listener.keys) = (true, keys) }
  }

  /// Whether the interface or the embedding program uses touches and keys.
  var acceptsInput: Bool { configuration.isOperated || own.value.listener.isActive }

  private func change(_ change: (inout OwnRequests) -> Void) {
    own.update(change)
    interface.value?.send(.own)
  }
}
