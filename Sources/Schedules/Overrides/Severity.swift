/// How urgent the words of an override are: for people it is a colour and a sign.
public enum Severity: String, CaseIterable, Hashable, Sendable {
  case information, warning, emergency
}
