import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineSettings

@testable import VitrineMachine

struct ConfigurationSourcesTests {
  private func failure(of places: ConfigurationSources) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try places.read()
      return nil
    } catch {
      return error
    }
  }

  @Test("A later file overrides an earlier one, and the command line overrides both")
  func layers() throws {
    let folder = try TestFolder("layers")
    let files = [
      try folder.write("audio: {volume: 0.1}\nplaylist: /a", to: "a.yaml"),
      try folder.write("audio: {volume: 0.2}", to: "b.yaml"),
    ]
    var places = ConfigurationSources(files: files, boards: folder.folder.path(of: "none"))
    #expect(try places.read().configuration.configuration.audio.volume == 0.2)
    places.assignments = ["audio.volume=0.3"]
    let found = try places.read()
    #expect(found.configuration.configuration.audio.volume == 0.3)
    #expect(found.configuration.configuration.playlist == ["/a"])
  }

  @Test(
    "An unusable configuration is an error with its place and an exit status",
    arguments: [
      ("colour: red", ":1: ", .configuration), ("audio: {volume: 7}", ":1: ", .configuration),
      ("display: {custom-modes: [1x1@9999]}", "", .configuration), (nil, "", .noInput),
    ] as [(String?, String, VitrinePlayback.ExitStatus)])
  func broken(text: String?, place: String, status: VitrinePlayback.ExitStatus) throws {
    let folder = try TestFolder("broken")
    let path = folder.folder.path(of: "vitrine.yaml")
    if let text { _ = try folder.write(text, to: "vitrine.yaml") }
    let error = try #require(
      failure(of: ConfigurationSources(files: [path], boards: folder.folder.path(of: "none"))))
    #expect(error.exitStatus == status)
    #expect(error.lines.first?.hasPrefix(path + place) == true)
  }

  @Test(
    "The control socket is found even if the rest of the configuration is invalid",
    arguments: [
      ("service: {socket: /run/mine.sock}", "/run/mine.sock"),
      ("audio: {volume: 7}\nservice: {socket: /run/mine.sock}", "/run/mine.sock"),
      ("service:\n  socket: /run/mine.sock\n  soket: x\ncolour: red", "/run/mine.sock"),
      ("audio: [\nservice:\n  socket: /run/mine.sock\n", "/run/mine.sock"),
      ("service:\n  socket: /run/mine.sock\naudio:\n\tvolume: 1\n", "/run/mine.sock"),
      ("display: &a {}\nservice:\n  socket: /run/mine.sock\n", "/run/mine.sock"),
      ("service: {socket: 7}", nil), ("audio: {volume: 1}", nil), ("\u{0}", nil), ("", nil),
    ] as [(String, String?)])
  func socket(text: String, socket: String?) throws {
    let folder = try TestFolder("socket")
    let file = try folder.write(text, to: "a.yaml")
    let missing = folder.folder.path(of: "missing.yaml")
    let places = ConfigurationSources(
      files: [missing, file], boards: folder.folder.path(of: "none"))
    #expect(places.readableSocket == socket)
  }

  @Test("The command line, then a file, names the board; an unknown board is an error")
  func boards() throws {
    let folder = try TestFolder("boards")
    try folder.folder.folder("boards").make()
    let boards = folder.folder.path(of: "boards")
    let board = """
      name: small
      title: Small
      confidence: tried
      match: {compatible: ["none,x"]}
      configuration: {audio: {volume: 0.4}}
      """
    _ = try folder.write(board, to: "boards/small.yaml")
    let file = try folder.write("board: small", to: "vitrine.yaml")
    var places = ConfigurationSources(files: [file], boards: boards)
    let found = try places.read()
    #expect(found.board?.board.name == "small")
    #expect(found.configuration.configuration.audio.volume == 0.4)
    places.board = "large"
    let unknown = try #require(failure(of: places))
    #expect(unknown.lines.first?.hasPrefix("--board: ") == true)
    places.board = nil
    places.files = [try folder.write("board: large", to: "other.yaml")]
    #expect(failure(of: places)?.lines.first?.contains("other.yaml") == true)
  }

  @Test("Files of a folder are read in name order, without hidden and other files")
  func names() throws {
    let folder = try TestFolder("names")
    for name in ["20.yaml", "10.yaml", ".hidden.yaml", "readme.txt", "a.yaml"] {
      _ = try folder.write("", to: name)
    }
    let path = folder.folder.path
    #expect(try yamlFiles(in: path) == ["10.yaml", "20.yaml", "a.yaml"].map { "\(path)/\($0)" })
    #expect(try yamlFiles(in: "\(path)/missing") == [])
    #expect(throws: ConfigurationError.self) { try yamlFiles(in: "\(path)/a.yaml") }
  }
}
