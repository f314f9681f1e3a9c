import VitrinePlayback
import VitrinePlaylists
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

extension SoundStatus {
  package var fields: JSONValue {
    .object([
      "choice": short(choice), "device": short(device), "coding": short(coding?.rawValue),
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

extension ZoneStatus {
  /// As in the status.
  var fields: JSONValue {
    .object([
      "zone": short(name), "phase": .text(phase.word), "error": JSONValue(phase.error),
      "item": short(item?.name), "location": short(item?.location),
    ])
  }
}
