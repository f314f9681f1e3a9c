import Testing
import VitrinePictures
import VitrinePlaylists
import VitrineTiming

@testable import VitrineKit
@testable import VitrineThumbnails

struct ThumbnailReadersTests {
  private typealias Pictures = AsyncThrowingStream<Thumbnails.Thumbnail, any Error>

  private let readers = ThumbnailReaders()
  private let request = ThumbnailRequest(item: VitrinePlaylists.Item(.file("film.mp4")), count: 2)

  private func picture(_ index: Int) -> Thumbnail {
    Thumbnail(
      index: index, time: MediaTime(.seconds(index)), path: "\(index).png", size: PixelSize(16, 9))
  }

  private func read(_ pictures: Pictures) async throws -> [String] {
    try await pictures.reduce(into: []) { $0.append($1.path) }
  }

  @Test("Results for an abandoned request do not end the same request made later")
  func late() async throws {
    let (_, first) = Pictures.makeStream()
    let (id, made) = readers.add(first, for: request)
    let early = try #require(made)
    #expect(readers.remove(id, of: request) == early)
    let (pictures, second) = Pictures.makeStream()
    let later = try #require(readers.add(second, for: request).start)
    // These were in flight.
    readers.handle(.ready(early, picture(0)))
    readers.handle(.finished(early, count: 1))
    readers.handle(.ready(later, picture(0)))
    readers.handle(.ready(later, picture(1)))
    readers.handle(.finished(later, count: 2))
    #expect(try await read(pictures) == ["0.png", "1.png"])
  }

  @Test("A late reader gets every thumbnail, and generation stops with the last reader")
  func together() async throws {
    let (one, first) = Pictures.makeStream()
    let (other, second) = Pictures.makeStream()
    let started = try #require(readers.add(first, for: request).start)
    readers.handle(.ready(started, picture(0)))
    let (id, again) = readers.add(second, for: request)
    #expect(again == nil)
    let (_, third) = Pictures.makeStream()
    #expect(readers.remove(readers.add(third, for: request).id, of: request) == nil)
    readers.handle(.ready(started, picture(1)))
    readers.handle(.finished(started, count: 2))
    #expect(try await read(one) == ["0.png", "1.png"])
    #expect(try await read(other) == ["0.png", "1.png"])
    #expect(readers.remove(id, of: request) == nil)
  }
}
