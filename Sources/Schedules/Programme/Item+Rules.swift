package import VitrinePlaylists

extension Item {
  /// The schedule rules; nil if its list has none.
  package var rules: ShowingRules? {
    get { attachment?.value as? ShowingRules }
    set { attachment = newValue.map { ItemAttachment($0) } }
  }
}

extension ItemFields {
  /// The schedule keys.
  package var showing: ScheduleKeys {
    get { added[ScheduleKeys.self] }
    set { added[ScheduleKeys.self] = newValue }
  }
}

extension ScheduleKeys: ListKeys {
  package var attachment: ItemAttachment? { rules.map { ItemAttachment($0) } }
}
