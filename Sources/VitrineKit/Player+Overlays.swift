package import VitrineEngine
internal import VitrineLinux
internal import VitrineStage
package import VitrineStageFiles

extension Player {
  /// The overlays above the video and below your own drawing, by names of yours.
  ///
  /// They may be changed at any time, even before ``run()``; those that are equal to the earlier ones
  /// stay as they are, so a ticker continues. Their files are read on a separate thread. A file that
  /// cannot be read is reported as ``PlayerEvent/warning(_:)``. If several tasks change them at the
  /// same time, a change may be lost.
  public var overlays: [String: Overlay] {
    get { chosenOverlays.value }
    set {
      chosenOverlays.update { $0 = newValue }
      changeStage { reader throws(Errno) in
        try reader.update { $0 = newValue.compactMapValues(\.value) }
      }
    }
  }

  /// Shows zones beside the film; nil removes them. `videos` makes the players of their lists.
  package func setZones(
    _ zones: (any ZoneSource)?, videos: (VitrineEngine.Player) -> (any VideoSource)?
  ) {
    // A virtual clock has no threads for them.
    let videos = driver == nil ? videos(engine) : nil
    changeStage { reader throws(Errno) in try reader.set(zones, videos: videos) }
  }

  private func changeStage(_ change: (StageReader) throws(Errno) -> Void) {
    guard !streams.isOver else { return }
    do throws(Errno) {
      try change(try stageReader())
    } catch {
      warn("cannot start a thread for overlays: \(error)")
    }
  }

  /// The player's reader, which ends with the player.
  private func stageReader() throws(Errno) -> StageReader {
    let made = stage.update { stage in
      Result { () throws(Errno) -> (StageReader, isNew: Bool) in
        if let stage { return (stage, false) }
        let target = StageReader.Target(
          // The player must not retain itself.
          draw: { [weak engine] in engine?.drawStage($0) },
          redraw: { [weak engine] in engine?.redraw() })
        let files = StageFiles([:], nil, feeds) { [warn] _, message in warn(message) }
        let reader = try StageReader(files, on: target, isThreaded: driver == nil)
        stage = reader
        return (reader, true)
      }
    }
    let (reader, isNew) = try made.get()
    guard isNew else { return reader }
    if attachments.attach(
      onEvent: { _ in },
      onEnd: { [feeds] in
        reader.close()
        feeds.close()
      }) == nil
    {
      reader.close()
    }
    return reader
  }
}
