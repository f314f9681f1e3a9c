import Foundation
import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineThumbnails

/// Code that examines files beside the player notes each before it opens it: here the file does
/// not even exist before its note.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct OpeningTests {
  private let studio: Studio
  private let path: String
  private let notes = Shared<[[String]]>([])

  init() throws {
    studio = try Studio()
    path = studio.folder.path(of: "noted.mp4")
  }

  /// Puts the file in place once it is noted.
  private func ledger() throws -> OpeningJournal {
    let (film, path, notes) = (try studio.film(), path, notes)
    return OpeningJournal { open in
      notes.update { $0.append(open) }
      if open == [path] { try? FileManager.default.copyItem(atPath: film, toPath: path) }
    }
  }

  @Test("Scanning a list records each file while it is examined")
  func scan() throws {
    let found = BoundedQueue<ListScan.Metadata>(limit: .max)
    let scan = ListScan(try ledger()) { _, facts in found.force(facts) }
    defer { scan.close() }
    scan.scan([(1, Item(path: path))])
    let facts = try #require(found.pop(until: .now() + .seconds(30)))
    #expect(facts.duration.map { abs($0.seconds - 10) < 0.5 } == true)
    #expect(notes.value == [[path], []])
  }

  @Test("Making thumbnails records the file in the same way")
  func thumbnails() throws {
    let news = BoundedQueue<ThumbnailEvent>(limit: .max)
    let ledger = try ledger()
    let thumbnailer = Thumbnailer(
      cache: studio.folder.path(of: "cache"), timeouts: .init(search: .seconds(100)),
      recording: { location in
        let number = ledger.begin(location)
        return { ledger.end(number) }
      }
    ) { news.force($0) }
    defer { thumbnailer.close() }
    thumbnailer.enqueue(ThumbnailRequest(item: Item(path: path), count: 2))
    var pictures = 0
    hearing: while let one = news.pop(until: .now() + .seconds(30)) {
      switch one {
      case .ready: pictures += 1
      case .elsewhere: continue
      case .finished, .failed: break hearing
      }
    }
    #expect(pictures == 2)
    #expect(notes.value.first == [path])
  }
}
