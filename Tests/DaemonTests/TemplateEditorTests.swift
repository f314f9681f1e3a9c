import Foundation
import Glibc
import Testing
import VitrineControl
import VitrineLinux
import VitrinePictures
import VitrineStage
import VitrineTiming
import VitrineWeb

@testable import VitrineEditing

@Suite("The editor of the zones")
struct TemplateEditorTests {
  private final class Scene {
    let folder: URL
    let editor: Shared<TemplateEditor>
    private let size: PixelSize
    private let isShipped: Bool
    let warnings = Shared<[String]>([])

    static let text = """
      # The board.
      zones:
        film: {film: true, width: 70}
        title:
          text: "{title}"   # from texts.csv
          data: texts
          left: 70

      """

    /// With a template of the operator's, or a shipped one with a copy in the state folder.
    init(isShipped: Bool = false, size: PixelSize = PixelSize(1280, 720)) throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "editor-\(UUID().uuidString)")
      for name in ["board", "state"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      let board = folder.appending(path: "board")
      try Data(Self.text.utf8).write(to: board.appending(path: "mine.yaml"))
      try Data("title,note\nHello,x\n".utf8).write(to: board.appending(path: "texts.csv"))
      (self.size, self.isShipped) = (size, isShipped)
      editor = Shared(try Self.make(folder, size, isShipped, warnings))
    }

    private static func make(
      _ folder: URL, _ size: PixelSize, _ isShipped: Bool, _ warnings: Shared<[String]>
    ) throws -> TemplateEditor {
      let files = TemplateEditor.Files(
        isShipped ? "mine" : "\(folder.path)/board/mine.yaml",
        path: "\(folder.path)/board/mine.yaml",
        copy: isShipped ? "\(folder.path)/state/templates/mine.yaml" : nil, isShipped: isShipped,
        data: "\(folder.path)/board", state: "\(folder.path)/state")
      return try TemplateEditor(files, nil, size: { size }) { one in
        warnings.update { $0.append(one) }
      }
    }

    func restart() throws {
      editor.value.close()
      let new = try Self.make(folder, size, isShipped, warnings)
      editor.update { $0 = new }
    }

    deinit {
      editor.value.close()
      try? FileManager.default.removeItem(at: folder)
    }

    private func awaited<Answer: Sendable>(
      _ ask: (@escaping @Sendable (Answer) -> Void) -> Void
    ) throws -> Answer {
      let answers = BoundedQueue<Answer>(limit: 1)
      ask { answers.push($0) }
      return try #require(answers.pop(until: .now() + .seconds(60)))
    }

    func read() throws -> EditedTemplate { try awaited { editor.value.read($0) }.get() }
    func change(_ changes: [TemplateChange], of revision: String) throws -> EditedTemplate {
      try awaited { editor.value.change(changes, of: revision, $0) }.get()
    }
    func undo(_ revision: String) throws -> EditedTemplate {
      try awaited { editor.value.undo(revision, $0) }.get()
    }
    func picture(width: Int) throws -> CapturedPicture {
      try awaited { editor.value.draw(width: width, $0) }.get()
    }

    func file(_ path: String = "board/mine.yaml") throws -> String {
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    func write(_ text: String, _ path: String = "board/mine.yaml") throws {
      try Data(text.utf8).write(to: folder.appending(path: path))
    }
  }

  private static let move = TemplateChange.move(
    "title", StageTemplate.Frame(left: 0.75, top: 0.1, width: 0.25, height: 0.9))
  private static let moved = Scene.text.replacing("    left: 70", with: "    left: 75\n    top: 10")

  @Test("A change is saved with all other lines as they were, and undone step by step")
  func change() throws {
    let scene = try Scene()
    let before = try scene.read()
    #expect(before.outline.zones.map(\.name) == ["film", "title"] && !before.canUndo)
    #expect(before.tables == ["texts": ["title", "note"]] && before.faults.isEmpty)
    #expect(before.obstacle == nil && before.width == 1280)
    let after = try scene.change([Self.move], of: before.revision)
    #expect(try scene.file() == Self.moved && after.text == Self.moved && after.canUndo)
    let again = try scene.change([.set("title", .color, "#FF0000")], of: after.revision)
    #expect(try scene.file().contains("#FF0000"))
    let one = try scene.undo(again.revision)
    #expect(try scene.file() == Self.moved && one.revision == after.revision && one.canUndo)
    let two = try scene.undo(one.revision)
    #expect(try scene.file() == Scene.text && two.revision == before.revision && !two.canUndo)
    #expect(throws: TemplateRefusal.refused(Refusal("there is nothing to undo"))) {
      try scene.undo(two.revision)
    }
    #expect(scene.warnings.value.isEmpty)
  }

  @Test("The latest change can be undone after a restart, unless the file was edited since")
  func restart() throws {
    let scene = try Scene()
    let after = try scene.change([Self.move], of: scene.read().revision)
    try scene.restart()
    #expect(try scene.read().canUndo)
    try scene.write(Self.moved + "# by hand\n")
    #expect(try !scene.read().canUndo)
    try scene.write(Self.moved)
    _ = try scene.undo(after.revision)
    #expect(try scene.file() == Scene.text)
    try scene.restart()
    #expect(try !scene.read().canUndo)
  }

  @Test("A change of an outdated text, an invalid one and one of a broken file change nothing")
  func refused() throws {
    let scene = try Scene()
    let before = try scene.read()
    try scene.write(Scene.text + "# by hand\n")
    #expect(throws: TemplateRefusal.outdated) {
      try scene.change([Self.move], of: before.revision)
    }
    #expect(try scene.file() == Scene.text + "# by hand\n")
    let now = try scene.read()
    #expect(throws: TemplateRefusal.self) {
      try scene.change([Self.move, .remove("none")], of: now.revision)
    }
    #expect(try scene.file() == Scene.text + "# by hand\n", "all changes or none")
    try scene.write("zones:\n  film: {film: yes, top: [}\n")
    #expect(throws: TemplateRefusal.self) { try scene.change([Self.move], of: now.revision) }
    let refusal = #expect(throws: Refusal.self) { try scene.read() }
    #expect(refusal?.description.hasPrefix("mine.yaml:2: ") == true)
    try scene.write(Scene.text + String(repeating: "#", count: 50_000))
    let large = #expect(throws: Refusal.self) { try scene.read() }
    #expect(large?.description.contains("limit: 50000 bytes") == true)
  }

  @Test("The file keeps its permissions, and a link stays a link")
  func places() throws {
    let scene = try Scene()
    let (link, file) = (
      scene.folder.appending(path: "board/mine.yaml").path,
      scene.folder.appending(path: "real.yaml").path
    )
    try FileManager.default.moveItem(atPath: link, toPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(chmod(file, 0o660) == 0)
    let edited = try scene.change([Self.move], of: scene.read().revision)
    #expect(edited.path.hasSuffix("/real.yaml"))
    #expect(try scene.file("real.yaml") == Self.moved)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o660)
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).sorted()
    #expect(names == ["board", "real.yaml", "state"], "no draft is left")
  }

  @Test("A shipped template stays as it is: its changed copy is in the state folder")
  func shipped() throws {
    let scene = try Scene(isShipped: true)
    let before = try scene.read()
    #expect(before.name == "mine" && before.path.hasSuffix("/state/templates/mine.yaml"))
    let after = try scene.change([Self.move], of: before.revision)
    #expect(try scene.file() == Scene.text)
    #expect(try scene.file("state/templates/mine.yaml") == Self.moved)
    #expect(try scene.read().text == Self.moved)
    _ = try scene.undo(after.revision)
    #expect(try scene.file("state/templates/mine.yaml") == Scene.text)
  }

  @Test("A folder without write access is named with the cure", .enabled(if: geteuid() != 0))
  func unwritable() throws {
    let scene = try Scene()
    let board = scene.folder.appending(path: "board").path
    #expect(chmod(board, 0o500) == 0)
    defer { chmod(board, 0o700) }
    let edited = try scene.read()
    #expect(edited.obstacle?.hasSuffix("chgrp vitrine \(board); chmod g+w \(board)") == true)
    #expect(throws: TemplateRefusal.self) { try scene.change([Self.move], of: edited.revision) }
    #expect(try scene.file() == Scene.text)
  }

  @Test(
    "In portrait, the zones are those of portrait; before the first drawing, those of landscape")
  func portrait() throws {
    let scene = try Scene(size: PixelSize(720, 1280))
    try scene.write("zones: {film: {film: true, width: 70, portrait: {height: 40}}}")
    let edited = try scene.read()
    #expect(edited.outline.zones[0].frame == StageTemplate.Frame(height: 0.4))
    _ = try scene.change(
      [.move("film", StageTemplate.Frame(height: 0.5))], of: edited.revision)
    #expect(
      try scene.file() == "zones: {film: {film: true, width: 70, portrait: {height: 50}}}")
  }

  @Test("The picture has the shape of the display")
  func picture() throws {
    let scene = try Scene(size: PixelSize(720, 1280))
    let bytes = try scene.picture(width: 90).bytes(most: 1 << 20)
    #expect(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    // The size in the header of a PNG file.
    #expect(bytes[16..<24] == [0, 0, 0, 90, 0, 0, 0, 160])
  }
}
