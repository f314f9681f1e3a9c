import Testing
import VitrinePictures
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The gallery's heading")
struct HeadingTests {
  private func interface(_ heading: String?, _ title: String?, _ word: String?) -> Interface {
    var options = InterfaceOptions()
    (options.hasList, options.heading, options.listTitle) = (true, heading, title)
    options.entries = [CatalogueEntry(id: 0, title: "Film")]
    if let word { options.wording.videos = word }
    let metrics = Metrics(size: PixelSize(1920, 1080), pixelsPerMillimetre: nil, theme: Theme())
    return Interface(options, metrics: metrics, now: HostTime(nanoseconds: 1))
  }

  private func texts(_ interface: Interface) -> [String] {
    interface.drawings(at: HostTime(nanoseconds: 1)).compactMap {
      if case .text(let text) = $0.shape { text.string } else { nil }
    }
  }

  @Test(
    "The heading is the operator's, else the list's title, else the word for videos",
    arguments: [
      (nil, nil, nil, "Videos"), (nil, nil, "Filme", "Filme"), (nil, "Foyer", "Filme", "Foyer"),
      ("Kino", "Foyer", "Filme", "Kino"), ("", "Foyer", nil, nil),
    ] as [(String?, String?, String?, String?)])
  func heading(_ heading: String?, _ title: String?, _ word: String?, _ shown: String?) {
    let interface = interface(heading, title, word)
    #expect(texts(interface) == ["F", "Film", shown].compactMap(\.self))
  }

  @Test("Another list brings its title, and one without a title removes it")
  func exchange() {
    var interface = interface(nil, nil, nil)
    let entries = [CatalogueEntry(id: 0, title: "Film")]
    interface.exchange(entries, title: "Hall")
    #expect(texts(interface).contains("Hall"))
    interface.exchange(entries, title: nil)
    #expect(texts(interface).contains("Videos"))
  }
}
