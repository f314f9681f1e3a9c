import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

@testable import VitrineDaemon
@testable import VitrineLists

extension ServiceOptions {
  static func forTests(
    _ places: ConfigurationSources = ConfigurationSources(files: []), playlists: [String] = [],
    socket: String? = nil, runtimeFolder: String? = nil, isSafe: Bool = false
  ) -> ServiceOptions {
    ServiceOptions(
      places: places, playlists: playlists, socket: socket, display: nil, audio: nil,
      stateFolder: nil, givenStateFolder: nil, runtimeFolder: runtimeFolder, isSafe: isSafe)
  }
}

struct ServiceOptionsTests {
  @Test(
    "The socket comes from the command line, the configuration, the manager or the default",
    arguments: [
      ("/line", "/file", "/run/x", false, "/line"), (nil, "/file", "/run/x", false, "/file"),
      (nil, nil, "/run/x", false, "/run/x/control.sock"),
      (nil, nil, nil, false, ControlPath.service), ("/line", "/file", "/run/x", true, nil),
    ] as [(String?, String?, String?, Bool, String?)])
  func socket(line: String?, file: String?, folder: String?, isSafe: Bool, path: String?) {
    var settings = Configuration()
    settings.service.socket = file
    let options = ServiceOptions.forTests(socket: line, runtimeFolder: folder, isSafe: isSafe)
    #expect(options.socket(settings) == path)
  }

  @Test(
    "Each connector has its playlist",
    arguments: [
      // The command line's lists, the connector, safe mode; the playlist.
      ([], nil, false, ["/file"]), (["/line", "/too"], nil, false, ["/line", "/too"]),
      ([], "HDMI-A-2", false, ["/second"]), (["/line"], "HDMI-A-2", false, ["/second"]),
      ([], "DP-1", false, []), (["/line"], nil, true, nil),
    ] as [([String], String?, Bool, [String]?)])
  func source(lists: [String], connector: String?, isSafe: Bool, paths: [String]?) throws {
    let settings = try Configuration(
      bytes: Array("playlist: /file\noutputs: {HDMI-A-2: {playlist: /second}}".utf8), file: "test")
    let options = ServiceOptions.forTests(playlists: lists, isSafe: isSafe)
    let source = options.source(settings, on: connector)
    #expect((source as? PlaylistSource)?.paths == paths)
    if isSafe { #expect(source.name == "safe mode") }
  }

  @Test("A missing playlist is reported with its file, line and key")
  func missing() throws {
    let folder = try TestFolder("missing")
    let list = try folder.write("", to: "list.yaml")
    let text = """
      playlist: [\(list), /nowhere/a.yaml, "https://example.com/b.m3u", "\(folder.folder.path)"]
      outputs:
        HDMI-A-2: {playlist: /nowhere/c.yaml}
      """
    let found = try LayeredConfiguration([.file("v.yaml", Array(text.utf8))])
    #expect(
      PlaylistSource.errors(in: found) == [
        "v.yaml:1: playlist: /nowhere/a.yaml: no such file",
        "v.yaml:3: outputs.HDMI-A-2.playlist: /nowhere/c.yaml: no such file",
      ])
  }

  @Test(
    "A list has a display name",
    arguments: [
      ([], "no list"), (["/a"], "/a"), (["/a", "/b", "/c"], "/a and 2 more"),
    ] as [([String], String)])
  func names(paths: [String], name: String) {
    #expect(PlaylistSource(paths: paths, PlaybackSettings()).name == name)
  }

  @Test("A missing or unconfigured list is an error that names the files to watch")
  func errors() throws {
    func error(_ paths: [String]) -> ListError? {
      do throws(ListError) {
        _ = try PlaylistSource(paths: paths, PlaybackSettings()).read()
        return nil
      } catch {
        return error
      }
    }
    #expect(
      error([])
        == ListError(lines: ["no playlist is configured: set `playlist`"], origins: []))
    let missing = try #require(error(["/vitrine-missing.m3u"]))
    #expect(missing.lines.count == 1 && missing.lines[0].hasPrefix("/vitrine-missing.m3u"))
    #expect(missing.origins.contains("/vitrine-missing.m3u"))
  }

  @Test("A broken configuration shows a card with the reason and the remedy")
  func card() throws {
    let error = ConfigurationError(lines: ["test:3: a", "b"], exitStatus: .configuration)
    let card = try CardSource.broken(error, "vitrine.service").read()
    #expect(card.origins == [] && card.items.count == 1)
    #expect(
      card.items.first?.source
        == .card(
          title: "Invalid configuration",
          detail: "test:3: a\nFix it, then run: systemctl reload vitrine.service"))
  }
}
