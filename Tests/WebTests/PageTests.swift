import Testing

@testable import VitrineWeb

/// The remote's page and its scripts, as text.
struct PageTests {
  private let page = String(decoding: PackageResources.index_html, as: UTF8.self)

  private static let scripts: [(name: String, text: String)] = [
    ("api", PackageResources.api_js), ("configuration", PackageResources.configuration_js),
    ("elements", PackageResources.elements_js), ("files", PackageResources.files_js),
    ("machine", PackageResources.machine_js), ("main", PackageResources.main_js),
    ("now", PackageResources.now_js), ("pairing", PackageResources.pairing_js),
    ("queue", PackageResources.queue_js), ("screen", PackageResources.screen_js),
    ("signage", PackageResources.signage_js), ("slider", PackageResources.slider_js),
    ("tracks", PackageResources.tracks_js),
  ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }

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
      #expect(known.isSuperset(of: named), "\(name).js: \(Set(named).subtracting(known).sorted())")
    }
    let labels = page.matches(of: #/(?:for|aria-labelledby|aria-describedby)="([^"]+)"/#)
    #expect(known.isSuperset(of: labels.map { String($0.output.1) }))
    let icons = page.matches(of: #/href="#i-([^"]+)"/#).map { "i-" + $0.output.1 }
    #expect(known.isSuperset(of: icons))
  }

  @Test(
    "Every language has the texts of the page and its scripts", arguments: ["en", "de", "ar"])
  func words(language: String) throws {
    let all = String(decoding: PackageResources.words_js, as: UTF8.self)
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
