internal import VitrineEngine
internal import VitrineOverlay

// What people see over the picture. Each call may come at any time, also before `run`.
extension Player {
  /// Leaves a part of the interface out, or has it again. Nothing where there is no interface.
  public func setHidden(_ part: Interface.Part, _ isHidden: Bool) {
    engine.setHidden(part.value, isHidden)
  }

  /// Has people choose from these from now on. Nothing where the interface began without a list.
  public func setList(_ items: [Item], title: String? = nil) {
    for item in items { note(item.headers, of: item) }
    engine.list(items.map(\.value), title: title)
  }

  /// Says the same in other words from now on. Nothing where there is no interface.
  public func setWording(_ wording: Wording) { engine.setWording(wording.value) }

  /// After so long without a hand all goes back to how the program has it; nil never does.
  public func setIdle(after time: Duration?) {
    engine.setIdle(time.map { .init($0) } ?? .never)
  }
}
