public import VitrineGestures
internal import VitrineLinux
public import VitrineScenes

/// What the program that plays wants of its interface: to draw there, and to hear of what people do.
struct OwnWishes: Sendable {
  var drawing: OwnDrawing?
  var listener = Listener()
}

// What the program draws over the video, and hears. It can be asked for before there is an interface, too.
extension Player {
  /// Has the program draw over the video, in the interface's layer; nil takes it away. Nothing is seen of it where
  /// the configuration has no interface, not even a bare one.
  public func draw(_ drawing: OwnDrawing?) { change { $0.drawing = drawing } }

  /// Has it draw anew, soon. Several in short succession are one.
  public func redraw() { change { _ in } }

  /// Has the program be told of touches and keys from now on, as `InterfaceRequest.own` among what was asked for.
  public func listen() { change { $0.listener.isThere = true } }

  /// Has these keys mean nothing but what the program does about them, of which it is told.
  public func keep(_ keys: OwnKeys) {
    change { ($0.listener.isThere, $0.listener.keys) = (true, keys) }
  }

  /// Whether the interface or the program does something with touches and keys.
  var isHeard: Bool { configuration.isOperated || own.value.listener.isThere }

  private func change(_ change: (inout OwnWishes) -> Void) {
    own.update(change)
    interface.value?.tell(.own)
  }
}
