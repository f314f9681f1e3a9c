import VitrinePictures
package import VitrinePlaylists
import VitrineTiming

/// A short form of a playlist for tables: `2 a.mp4 title=A start=1.5`, and `!3 cause` for an error.
package func summary(_ contents: ListContents) -> [String] {
  (contents.isStream ? ["stream"] : [])
    + (contents.title.map { ["title=\($0)"] } ?? [])
    + contents.entries.map(summary) + contents.faults.map { "!\($0.line) \($0.cause)" }
}

private func summary(_ entry: ListEntry) -> String {
  let item = entry.fields.item(entry.source)
  var words = ["\(entry.line)", item.location]
  func add(_ name: String, _ value: String?) {
    if let value { words.append("\(name)=\(value)") }
  }
  add("title", item.title)
  add("subtitle", item.subtitle)
  add("description", item.description)
  add("poster", item.poster?.text)
  add("cover", item.cover)
  add("link", item.link)
  add("categories", item.categories.isEmpty ? nil : item.categories.joined(separator: "+"))
  add("transition", item.transition.map { "\($0.kind.rawValue) \($0.duration)" })
  add("duration", item.imageDuration.map { "\($0.seconds)" })
  add("start", item.start.map { "\($0.seconds)" })
  add("end", item.end.map { "\($0.seconds)" })
  add("repeat", item.repeatCount == 1 ? nil : "\(item.repeatCount)")
  add("volume", item.volume == 1 ? nil : "\(item.volume)")
  add("fit", item.fit?.rawValue)
  add("rotation", item.rotation.map { "\($0.rawValue)" })
  add("overlays", item.overlays.map { $0.isEmpty ? "none" : $0.joined(separator: "+") })
  add("subtitles", item.subtitles.isEmpty ? nil : item.subtitles.map(\.text).joined(separator: "+"))
  add("sign-language", item.signLanguage?.text)
  return words.joined(separator: " ")
}
