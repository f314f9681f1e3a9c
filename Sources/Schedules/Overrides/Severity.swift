/// The urgency of an override's message, shown as a colour and an icon.
public enum Severity: String, CaseIterable, Hashable, Sendable {
  case information, warning, emergency
}
