import Foundation
import Testing
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineEngine

struct SidecarFilesTests {
  private func folder(_ names: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names { try Data("x".utf8).write(to: folder.appending(path: name)) }
    return folder.path
  }

  @Test("Subtitles with the same name are found, with the language in their name")
  func found() throws {
    let names = [
      "my.film.mp4", "my.film.srt", "my.film.de.forced.srt", "my.film.pt-BR.ass", "my.film.txt",
      "other.srt", "my.filmography.srt",
    ]
    let folder = try folder(names)
    let cars = SidecarFiles(of: Item(path: "\(folder)/my.film.mp4"), firstIndex: 3)
    #expect(
      cars.infos.map(\.title) == ["my.film.de.forced.srt", "my.film.pt-BR.ass", "my.film.srt"])
    #expect(cars.infos.map(\.language) == ["de", "pt-BR", nil])
    #expect(cars.infos.map(\.isForced) == [true, false, false])
    #expect(cars.infos.map(\.index) == [3, 4, 5])
    #expect(cars.source(of: 4) == .file("\(folder)/my.film.pt-BR.ass"))
    #expect(cars.preferred(TrackPreferences()) == nil)
  }

  @Test("Words in the name say that subtitles are for the hard of hearing")
  func hardOfHearing() throws {
    let folder = try folder([
      "film.mp4", "film.en.sdh.srt", "film.cc.srt", "film.hi.srt", "film.en.srt",
    ])
    let cars = SidecarFiles(of: Item(path: "\(folder)/film.mp4"), firstIndex: 1)
    let seen = Dictionary(
      uniqueKeysWithValues: cars.infos.map { ($0.title ?? "", ($0.language, $0.audience)) })
    #expect(seen["film.en.sdh.srt"]?.0 == "en" && seen["film.en.sdh.srt"]?.1 == .hardOfHearing)
    #expect(seen["film.cc.srt"]?.0 == nil && seen["film.cc.srt"]?.1 == .hardOfHearing)
    // Hindi.
    #expect(seen["film.hi.srt"]?.0 == "hi" && seen["film.hi.srt"]?.1 == .everyone)
    #expect(seen["film.en.srt"]?.1 == .everyone)
  }

  @Test("Subtitles requested by name are listed first, and once")
  func asked() throws {
    let folder = try folder(["film.mp4", "film.en.srt", "film.de.srt"])
    var item = Item(path: "\(folder)/film.mp4")
    item.subtitles = [.file("\(folder)/film.en.srt")]
    let cars = SidecarFiles(of: item, firstIndex: 2)
    #expect(cars.sources == ["film.en.srt", "film.de.srt"].map { .file("\(folder)/\($0)") })
    #expect(cars.preferred(TrackPreferences()) == 2)
  }

  @Test(
    "Languages decide among the named subtitles",
    arguments: [
      (["a.en.srt", "a.de.srt"], ["de"], 1), (["a.en.srt", "a.de.srt"], ["fr", "en"], 0),
      (["a.en.srt", "a.de.srt"], [], 0), (["a.en.srt", "a.srt"], ["de"], 1),
      (["a.en.srt", "a.srt"], ["en"], 0), (["a.en.srt"], ["de"], 0), ([], ["de"], nil),
    ])
  func languages(named: [String], preferred: [String], chosen: Int?) {
    var item = Item(path: "/nowhere/film.mp4")
    item.subtitles = named.map { .file("/nowhere/\($0)") }
    var preferences = TrackPreferences()
    preferences.subtitleLanguages = preferred
    #expect(SidecarFiles(of: item, firstIndex: 2).preferred(preferences) == chosen.map { $0 + 2 })
  }
}
