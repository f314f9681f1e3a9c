import Testing

@testable import VitrineWeb

/// The remote's page and its scripts, as text.
struct PageTests {
  private static let files = Dictionary(
    uniqueKeysWithValues: Asset.all.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
  private let page = files["index.html"] ?? ""
  private static let scripts = files.filter {
    $0.key.hasSuffix(".js") && $0.key != "words.js"
  }

  private var ids: [String] {
    page.matches(of: #/\sid="([^"]+)"/#).map { String($0.output.1) }
  }

  @Test("Element ids are unique, since scripts find only the first")
  func unique() {
    let repeated = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(!ids.isEmpty && repeated.isEmpty, "\(repeated.sorted())")
  }

  @Test("Every id used by scripts and labels exists")
  func named() {
    let known = Set(ids)
    for (name, text) in Self.scripts {
      let named = text.matches(of: #/part\("([^"]+)"\)/#).map { String($0.output.1) }
      #expect(known.isSuperset(of: named), "\(name): \(Set(named).subtracting(known).sorted())")
    }
    let labels = page.matches(of: #/(?:for|aria-labelledby|aria-describedby)="([^"]+)"/#)
    #expect(known.isSuperset(of: labels.map { String($0.output.1) }))
    let icons = page.matches(of: #/href="#i-([^"]+)"/#).map { "i-" + $0.output.1 }
    #expect(known.isSuperset(of: icons))
  }

  @Test(
    "Every language has the texts of the page and its scripts", arguments: ["en", "de", "ar"])
  func words(language: String) throws {
    let all = try #require(Self.files["words.js"])
    let beginning = try #require(all.firstRange(of: "\n  \(language): {\n"))
    let rest = all[beginning.upperBound...]
    let text = "\n" + rest[..<(rest.firstRange(of: "\n  },")?.lowerBound ?? rest.endIndex)]
    let known = Set(
      text.matches(of: #/[\n,]\s+"?([A-Za-z_-]+)"?: ["{]/#).map { String($0.output.1) })
    var used = page.matches(of: #/data-(?:word|label)="([^"]+)"/#).map { String($0.output.1) }
    for (_, script) in Self.scripts {
      used += script.matches(of: #/\bt\("([A-Za-z_-]+)"/#).map { String($0.output.1) }
    }
    #expect(
      known.count > 100 && known.isSuperset(of: used), "\(Set(used).subtracting(known).sorted())")
  }
}
