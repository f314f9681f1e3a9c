import Foundation
import Testing

/// The archives of `vitrine support`, made on the machine that runs the tests.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SupportTests {
  /// The planted secrets, none of which may be in an archive.
  private static let secrets = [
    "hunter-of-url", "hunter-of-query", "hunter-of-file", "hunter-of-header", "4711",
    "hunter-of-title",
    "hunter-of-proxy",
  ]

  /// A folder with a configuration that has secrets, and a player with the same.
  private final class Scene {
    let folder: URL
    private let player = Process()
    private let socket: String

    init(_ name: String, isPlaying: Bool) throws {
      folder = try Lab.folder("support-\(name)")
      socket = "/tmp/vitrine-support-\(ProcessInfo.processInfo.processIdentifier).sock"
      try write("password", "hunter-of-file\n")
      try write("proxy-password", "hunter-of-proxy\n")
      try write("headers", "X-Screen: hunter-of-header\n")
      try write("state/hidden.txt", "hunter-of-file")
      try write(
        "kiosk.yaml",
        """
        playlist: ["https://kiosk:hunter-of-url@video.invalid/a.m3u?token=hunter-of-query"]
        interface:
          service-pin: "4711"
        network:
          proxy: http://proxy.invalid:8080
          proxy-user: kiosk
          proxy-password-file: \(folder.path)/proxy-password
        access:
          "https://video.invalid":
            user: kiosk
            password-file: \(folder.path)/password
            headers-file: \(folder.path)/headers
        """)
      guard isPlaying else { return }
      player.executableURL = URL(filePath: Lab.player)
      player.arguments = [
        "play", "--display", "headless:640x360@60", "--audio", "none", "--socket", socket,
        "color:black", "https://kiosk:hunter-of-url@127.0.0.1:9/b.mp4?token=hunter-of-query",
        "\(folder.path)/hunter-of-file and hunter-of-proxy.mp4",
      ]
      player.standardError = FileHandle.nullDevice
      try player.run()
      for _ in 0..<100 {
        if try ctl("status") { break }
        usleep(100_000)
      }
      #expect(try ctl("title", "token: hunter-of-title"))
    }

    deinit {
      if player.isRunning {
        player.terminate()
        player.waitUntilExit()
      }
    }

    private func ctl(_ words: String...) throws -> Bool {
      try Lab.run(Lab.player, ["ctl", "--socket", socket] + words).status == 0
    }

    private func write(_ name: String, _ text: String) throws {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// Runs the command in the folder.
    func support(_ words: String, variables: [String] = []) throws -> Lab.Result {
      try Lab.run(
        "env",
        ["VITRINE_SOCKET=\(socket)", "STATE_DIRECTORY=\(folder.path)/state"] + variables + [
          "sh", "-c", "cd '\(folder.path)' && '\(Lab.player)' support --config kiosk.yaml \(words)",
        ])
    }

    /// Unpacks an archive, and returns the contents of its files by name.
    func files(_ archive: String) throws -> [String: Data] {
      let place = folder.appending(path: "unpacked-\(archive)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let result = try Lab.run(
        "tar", ["-xzf", folder.appending(path: archive).path, "-C", place.path])
      try #require(result.status == 0, "\(result.output)")
      let top = try FileManager.default.contentsOfDirectory(atPath: place.path)
      let inner = place.appending(path: try #require(top.first))
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: inner.path) {
        files[name] = try Data(contentsOf: inner.appending(path: name))
      }
      return files
    }
  }

  private func text(_ data: Data?) -> String { String(decoding: data ?? Data(), as: UTF8.self) }

  @Test("An archive describes the machine, the configuration and the player, without secrets")
  func archive() throws {
    let scene = try Scene("archive", isPlaying: true)
    let result = try scene.support(
      "report.tar.gz", variables: ["VITRINE_INTERFACE_SERVICE_PIN=4711"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("Read it before you publish it"))
    let path = scene.folder.appending(path: "report.tar.gz").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let files = try scene.files("report.tar.gz")
    for (name, data) in files {
      for secret in Self.secrets {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
      }
    }
    for name in [
      "version.txt", "doctor.txt", "doctor.json", "probe.json", "configuration.yaml", "memory.txt",
      "system.txt", "uptime.txt", "disk.txt", "state-folder.txt", "kernel-command-line.txt",
      "player-status.json", "player-statistics.json", "player-list.json",
    ] {
      #expect(files[name]?.isEmpty == false, "\(name) is missing")
      #expect(text(files["README.txt"]).contains("  \(name): "))
    }
    // The names stay.
    #expect(text(files["configuration.yaml"]).contains("video.invalid/a.m3u?[removed]"))
    #expect(text(files["player-list.json"]).contains("127.0.0.1:9/b.mp4"))
    #expect(text(files["state-folder.txt"]).contains("hidden.txt"))
    for name in files.keys where name.hasSuffix(".json") {
      let value = try JSONSerialization.jsonObject(
        with: files[name] ?? Data(), options: .fragmentsAllowed)
      #expect(value is [Any] || value is [String: Any], "\(name)")
    }
  }

  @Test("Without a player the archive says so; a file is never overwritten; - is standard output")
  func withoutPlayer() throws {
    let scene = try Scene("alone", isPlaying: false)
    let result = try scene.support("- > report.tar.gz")
    #expect(result.status == 0, "\(result.output)")
    let files = try scene.files("report.tar.gz")
    #expect(text(files["README.txt"]).contains("no player answers"))
    #expect(files["player-status.json"] == nil)
    let again = try scene.support("report.tar.gz")
    #expect(again.status == 73 && again.output.contains("exists"), "\(again.output)")
    let folder = try scene.support("missing/report.tar.gz")
    #expect(folder.status == 73, "\(folder.output)")
    #expect(try scene.support("").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
    #expect(names.contains { $0.hasPrefix("vitrine-support-") && $0.hasSuffix(".tar.gz") })
  }

  @Test("A player that hangs and a long list of files do not prevent the archive")
  func limits() throws {
    let scene = try Scene("limits", isPlaying: false)
    let name = String(repeating: "x", count: 200)
    let prepare = """
      for i in $(seq 3000); do : > state/\(name)$i; done
      python3 -c 'import socket, time
      s = socket.socket(socket.AF_UNIX); s.bind("hung.sock"); s.listen(); time.sleep(60)' &
      hung=$!
      while [ ! -S hung.sock ]; do sleep 0.1; done
      """
    let script = """
      cd '\(scene.folder.path)'
      export STATE_DIRECTORY=\(scene.folder.path)/state VITRINE_SOCKET=hung.sock
      \(prepare)
      '\(Lab.player)' support report.tar.gz; status=$?
      kill -KILL $hung; exit $status
      """
    let result = try Lab.run("sh", ["-c", script])
    #expect(result.status == 0, "\(result.output)")
    let files = try scene.files("report.tar.gz")
    let introduction = text(files["README.txt"])
    #expect(introduction.contains("the player does not answer"), "\(introduction)")
    #expect(introduction.contains("not their contents; only the beginning"), "\(introduction)")
    #expect((files["state-folder.txt"]?.count ?? 0) <= 512 << 10)
    #expect(files["packages.txt"]?.isEmpty == false)
  }

  @Test("Without a folder for temporary files the error names the variable")
  func noTemporaryFolder() throws {
    let scene = try Scene("temporary", isPlaying: false)
    let result = try scene.support("report.tar.gz", variables: ["TMPDIR=/nowhere"])
    #expect(result.status == 73 && result.output.contains("TMPDIR"), "\(result.output)")
  }
}
