/// The properties at one moment, each of which is read once however many observe it.
final class MPVReading {
  private let view: MPVView
  private var values: [String: MPVValue?] = [:]
  private var texts: [String: MPVValue?] = [:]

  init(_ view: MPVView) { self.view = view }

  /// Nil for what is not there.
  func value(_ name: String) -> MPVValue? {
    if let known = values[name] { return known }
    let value = try? MPVAccess.get(name, view)
    values[name] = .some(value)
    return value
  }

  /// The same as text.
  func text(_ name: String) -> MPVValue? {
    if let known = texts[name] { return known }
    let text = value(name).map { MPVValue.text($0.plainText) }
    texts[name] = .some(text)
    return text
  }
}
