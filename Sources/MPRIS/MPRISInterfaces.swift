internal import VitrineBus

/// The descriptions of the two interfaces that MPRIS 2.2 requires.
enum MPRISInterfaces {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"

  static let object = BusObject([rootInterface, playerInterface])

  private static let rootInterface: BusInterface = {
    var interface = BusInterface(root)
    interface.methods = [.init("Raise"), .init("Quit")]
    interface.properties = [
      .init("CanQuit", "b"), .init("CanRaise", "b"), .init("HasTrackList", "b"),
      .init("Identity", "s"), .init("DesktopEntry", "s"), .init("SupportedUriSchemes", "as"),
      .init("SupportedMimeTypes", "as"),
    ]
    return interface
  }()

  private static let playerInterface: BusInterface = {
    var interface = BusInterface(player)
    interface.methods = [
      .init("Next"), .init("Previous"), .init("Pause"), .init("PlayPause"), .init("Stop"),
      .init("Play"), .init("Seek", inputs: [.init("Offset", "x")]),
      .init("SetPosition", inputs: [.init("TrackId", "o"), .init("Position", "x")]),
      .init("OpenUri", inputs: [.init("Uri", "s")]),
    ]
    interface.signals = [.init("Seeked", arguments: [.init("Position", "x")])]
    interface.properties = [
      .init("PlaybackStatus", "s"), .init("LoopStatus", "s", isWritable: true),
      .init("Rate", "d", isWritable: true), .init("Shuffle", "b", isWritable: true),
      .init("Metadata", "a{sv}"), .init("Volume", "d", isWritable: true),
      .init("Position", "x", emitsChangedSignal: false), .init("MinimumRate", "d"),
      .init("MaximumRate", "d"),
      .init("CanGoNext", "b"), .init("CanGoPrevious", "b"), .init("CanPlay", "b"),
      .init("CanPause", "b"), .init("CanSeek", "b"),
      .init("CanControl", "b", emitsChangedSignal: false),
    ]
    return interface
  }()

  static func seeked(_ position: Int64) -> BusSignal {
    BusSignal(path, player, "Seeked", [.int64(position)])
  }
}
