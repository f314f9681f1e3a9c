import Testing
import VitrinePictures
import VitrinePlaylists
import VitrineTiming

@testable import VitrineKit
@testable import VitrineThumbnails

struct ThumbnailDeskTests {
  private typealias Pictures = AsyncThrowingStream<Thumbnails.Thumbnail, any Error>

  private let desk = ThumbnailDesk()
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
    let (seat, made) = desk.add(first, for: request)
    let early = try #require(made)
    #expect(desk.remove(seat, of: request) == early)
    let (pictures, second) = Pictures.makeStream()
    let later = try #require(desk.add(second, for: request).order)
    // These were in flight.
    desk.take(.ready(early, picture(0)))
    desk.take(.finished(early, count: 1))
    desk.take(.ready(later, picture(0)))
    desk.take(.ready(later, picture(1)))
    desk.take(.finished(later, count: 2))
    #expect(try await read(pictures) == ["0.png", "1.png"])
  }

  @Test("A late reader gets every thumbnail, and generation stops with the last reader")
  func together() async throws {
    let (one, first) = Pictures.makeStream()
    let (other, second) = Pictures.makeStream()
    let order = try #require(desk.add(first, for: request).order)
    desk.take(.ready(order, picture(0)))
    let (seat, again) = desk.add(second, for: request)
    #expect(again == nil)
    let (_, third) = Pictures.makeStream()
    #expect(desk.remove(desk.add(third, for: request).seat, of: request) == nil)
    desk.take(.ready(order, picture(1)))
    desk.take(.finished(order, count: 2))
    #expect(try await read(one) == ["0.png", "1.png"])
    #expect(try await read(other) == ["0.png", "1.png"])
    #expect(desk.remove(seat, of: request) == nil)
  }
}
