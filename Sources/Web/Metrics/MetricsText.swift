internal import VitrineTiming

/// Metrics in the Prometheus text format, version 0.0.4, or in OpenMetrics 1.0 if the client
/// accepts it; see <https://prometheus.io/docs/instrumenting/exposition_formats/>.
struct MetricsText {
  private(set) var text = ""
  /// Whether the format is OpenMetrics.
  private let isOpen: Bool

  init(isOpen: Bool) { self.isOpen = isOpen }

  static func type(isOpen: Bool) -> String {
    isOpen
      ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
      : "text/plain; version=0.0.4; charset=utf-8"
  }

  typealias Labels = [(String, String)]

  enum Kind: String { case counter, gauge, histogram }

  /// Adds a metric with a sample for each set of labels. Unknown values are omitted, and the metric
  /// if none is known. The name of a counter has no `_total` here.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ values: [(Labels, Double?)]
  ) {
    let known = values.compactMap { labels, value in value.map { (labels, $0) } }
    guard !known.isEmpty else { return }
    begin(name, kind, help)
    let sample = kind == .counter ? name + "_total" : name
    for (labels, value) in known { line(sample, labels, value) }
  }

  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    // In the older format a counter's family has the name of its samples.
    let family = kind == .counter && !isOpen ? name + "_total" : name
    text += "# HELP vitrine_\(family) \(help)\n# TYPE vitrine_\(family) \(kind.rawValue)\n"
  }

  mutating func line(_ name: String, _ labels: Labels, _ value: Double) {
    let inside = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += "vitrine_\(name)\(inside.isEmpty ? "" : "{\(inside)}") \(Self.number(value))\n"
  }

  mutating func end() {
    if isOpen { text += "# EOF\n" }
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }

  static func number(_ value: Double) -> String {
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return value == value.rounded() && value.magnitude < 1e15
      ? "\(Int64(saturating: value))" : "\(value)"
  }
}
