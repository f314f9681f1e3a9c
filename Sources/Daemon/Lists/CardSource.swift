import VitrineLists
import VitrineMachine
import VitrinePlaylists
import VitrineTiming

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
