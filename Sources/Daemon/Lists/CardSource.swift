import VitrineMachine
public import VitrinePlaylists
public import VitrineTiming

/// A card instead of a list.
struct CardSource: ListSource {
  let name: String
  let title: String
  let detail: String
  var severity: Severity?

  func read() throws(ListError) -> LoadedList {
    LoadedList(items: [Item.card(title: title, detail: detail, severity)], origins: [])
  }

  /// Shown in safe mode.
  static func safeMode(_ unit: String) -> CardSource {
    CardSource(
      name: "safe mode", title: "Safe mode",
      detail: "The player has crashed too often.\nIt will be restarted in a few minutes.\n"
        + "For the reason, see: journalctl -u \(unit)")
  }

  /// Shown while the configuration is unusable.
  static func broken(_ error: ConfigurationError, _ unit: String) -> CardSource {
    CardSource(
      name: "configuration", title: "Invalid configuration",
      detail: (error.lines.first ?? "cannot be read")
        + "\nFix it, then run: systemctl reload \(unit)")
  }
}

extension Item {
  /// A card with a title and a line of text instead of a video. The default duration of a day
  /// counts as endless, because the queue repeats.
  public static func card(
    title: String, detail: String, _ severity: Severity? = nil,
    for duration: MediaTime = MediaTime(86_400, 1)
  ) -> Item {
    var item = Item(.card(title: title, detail: detail, severity))
    item.imageDuration = duration
    return item
  }
}
