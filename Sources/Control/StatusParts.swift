import VitrinePlayback
import VitrineSchedules

/// Parts of the status; docs/operate/control.md describes the fields.
extension DisplayStatus {
  var fields: JSONValue {
    .object([
      "connector": short(name), "mode": short(mode),
      "connected": isConnected.map { .bool($0) } ?? .null, "dark": short(dark),
    ])
  }
}

extension PlaylistReport {
  var fields: JSONValue {
    .object([
      "read": moment(read), "error": short(error),
      "quarantined": .array(quarantined.map { short($0) }),
    ])
  }
}
