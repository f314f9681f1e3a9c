import ArgumentParser
import VitrineCanvas
import VitrineDaemon
import VitrineEditing
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePictures
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineSettings
import VitrineStage
import VitrineTiming

/// `vitrine template`: the division of the display into zones.
struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "List, print and preview the zones of the display.",
    discussion: """
      Examples:
        vitrine template list
        vitrine template show menu-board > mine.yaml
        vitrine template preview mine.yaml --data /srv/menu --size 1080x1920 menu.png
      """,
    subcommands: [
      TemplateListCommand.self, TemplateShowCommand.self, TemplatePreviewCommand.self,
    ])

  fileprivate static func read(_ name: String) throws -> [UInt8] {
    let path = ZoneSettings.path(ofTemplate: name)
    do throws(Errno) {
      return try FileDescriptor(reading: path).bytes(most: Configuration.largestFile + 1)
    } catch {
      Log().error("\(path): \(error); the shipped templates: vitrine template list")
      throw ExitCode(ExitStatus.noInput.rawValue)
    }
  }
}

/// `vitrine template list`.
struct TemplateListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shipped templates.",
    discussion: """
      Examples:
        vitrine template list
      """)

  func run() throws {
    guard let folder = ShippedFolder.templates.path else {
      Log().error("there are no shipped templates: install Vitrine with tools/install")
      throw ExitCode(ExitStatus.noInput.rawValue)
    }
    for path in try yamlFiles(in: folder) {
      let name = String(path.split(separator: "/").last?.dropLast(5) ?? "")
      // A template begins with a sentence about itself.
      let text = String(decoding: try TemplateCommand.read(path), as: UTF8.self)
      let line = text.prefix { $0 != "\n" }.drop { "# ".contains($0) }
      print("\(name): \(line)")
    }
  }
}

/// `vitrine template show`.
struct TemplateShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a template, to start your own from it.",
    discussion: """
      Examples:
        vitrine template show sidebar > /etc/vitrine/mine.yaml
      """)

  @Argument(help: "A shipped template, or a file.")
  var template: String

  func run() throws {
    print(String(decoding: try TemplateCommand.read(template), as: UTF8.self), terminator: "")
  }
}

/// `vitrine template preview`.
struct TemplatePreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Draw a template and its data into a PNG file.",
    discussion: """
      The film is a grey area. Reports errors in the template and its files.

      Examples:
        vitrine template preview menu-board --data /srv/menu menu.png
        vitrine template preview mine.yaml --size 1080x1920 --time '2026-12-24 18:00' evening.png
      """)

  @Argument(help: "A shipped template, or a file.")
  var template: String

  @Argument(help: ArgumentHelp("The picture to write.", valueName: "file.png"))
  var output: String

  @Option(help: ArgumentHelp("The folder of the data files and pictures.", valueName: "folder"))
  var data: String?

  @Option(
    help: ArgumentHelp("The size of the display.", valueName: "WxH"),
    transform: { word in
      let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard sides.count == 2, sides.allSatisfy((16...8192).contains) else {
        throw ValidationError("expected a size from 16x16 to 8192x8192, such as 1080x1920")
      }
      return PixelSize(sides[0], sides[1])
    })
  var size = PixelSize(1920, 1080)

  @Option(help: "The local time on clocks, instead of now.")
  var time: String?

  func validate() throws {
    if let time, CivilTime(text: time) == nil {
      throw ValidationError("invalid time \(time): expected a time such as '2026-12-24 18:00'")
    }
  }

  func run() throws {
    _ = try TemplateCommand.read(template)
    let log = Log()
    var files = TemplateFiles(ZoneSettings.path(ofTemplate: template), data: data)
    let faults = files.read(at: .now()).faults
    for fault in faults { log.error(fault) }
    for zone in files.contents.template?.zones ?? [] {
      guard case .clock(let clock) = zone.content else { continue }
      if let name = clock.timeZone, (try? ZoneFiles.clock(named: name)) == nil {
        log.warning("zone \(zone.name): unknown time zone \(name)")
      }
      if let name = clock.language, !DateText.has(name) {
        log.warning("zone \(zone.name): the locale \(name) is not installed, using English")
      }
    }
    guard files.contents.template != nil else { throw ExitCode(ExitStatus.data.rawValue) }
    let moment = time.flatMap { ClockReading.now().clock.moment(text: $0) }
    do throws(PNGFile.WriteError) {
      try TemplatePreview(files.contents, on: size, at: moment).write(to: output)
    } catch {
      log.error("\(error)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
    print("\(output): \(size)")
    if !faults.isEmpty { throw ExitCode(ExitStatus.data.rawValue) }
  }
}
