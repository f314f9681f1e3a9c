import VitrineSchedules

/// The content report; docs/operate/control.md describes the fields.
extension JSONValue {
  init(_ report: ContentReport?) {
    self =
      report.map { report in
        .object([
          "shown": report.shown.map { JSONValue($0) } ?? .null,
          "stick": JSONValue(report.stick.map(bounded)),
          "fetching": report.fetch.map { JSONValue($0) } ?? .null,
          "waiting": .bool(report.isWaiting), "trouble": JSONValue(report.trouble.map(bounded)),
          "nearby": JSONValue(Double(report.fromPeers)),
          "written": JSONValue(Double(report.written)), "looked": moment(report.looked),
        ])
      } ?? .null
  }

  private init(_ shown: ContentReport.Shown) {
    self = .object([
      "number": JSONValue(Double(shown.number)), "set": .text(shown.set),
      "files": JSONValue(shown.files), "size": JSONValue(Double(shown.size)),
      "trial": .bool(shown.isOnTrial),
    ])
  }

  private init(_ fetch: ContentReport.Fetch) {
    self = .object(["done": JSONValue(Double(fetch.done)), "of": JSONValue(Double(fetch.all))])
  }
}
