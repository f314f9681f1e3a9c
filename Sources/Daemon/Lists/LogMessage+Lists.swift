import VitrinePlayback

// The longer messages about lists and overrides.
extension LogMessage {
  static func quarantined(_ location: String) -> LogMessage {
    LogMessage(
      .itemQuarantined,
      "\(location): quarantined after repeated crashes, until the list changes or the service is "
        + "restarted", item: location)
  }

  static func overrideStarted(_ id: String, replacing: String?) -> LogMessage {
    LogMessage(
      .overrideStarted, "override \(id): started" + (replacing.map { ", replacing \($0)" } ?? ""))
  }

  static func overrideNotSaved(_ id: String) -> LogMessage {
    LogMessage(.overrideNotSaved, "override \(id): not saved: a restart would end it")
  }

  static func overrideFailed(_ id: String, _ why: String) -> LogMessage {
    LogMessage(.overrideFailed, "override \(id): cannot be shown: \(why)")
  }

  static func triggered(_ label: String, _ item: String) -> LogMessage {
    LogMessage(.triggerStarted, "\(label): \(item)")
  }
}
