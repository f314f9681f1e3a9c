import Foundation
import Testing

/// A package elsewhere that depends on this one by URL and version. Full builds take minutes, so the short form only
/// resolves and plans, which already rejects duplicate target names and missing products.
@Suite(.enabled(if: Lab.isThere))
struct OutsidePackageTests {
  @Test("An external package resolves a version by URL and imports only VitrineKit")
  func outside() throws {
    let folder = try Lab.folder("outside-package")
    let address = try published(folder.appending(path: "vitrine"))
    let package = folder.appending(path: "Kiosk")
    try write(package, dependingOn: address)
    let built = try shell(
      "swift build --package-path '\(package.path)' "
        + (Lab.isSoak ? "" : "--print-manifest-job-graph | grep -c VitrineKit"))
    #expect(built.status == 0, "\(built.output.suffix(2000))")
    let resolved = try String(
      contentsOf: package.appending(path: "Package.resolved"), encoding: .utf8)
    #expect(resolved.contains(folder.path) && resolved.contains(#""version" : "0.1.0""#))
    guard Lab.isSoak else { return }
    let clip = try Clips.motion("outside.mp4", size: "320x180")
    let said = try shell("'\(package.path)/.build/debug/Kiosk' '\(clip)'")
    #expect(said.status == 0 && said.output.contains("shown, 640x360"), "\(said.output)")
  }

  /// Publishes the working tree as a repository with one version.
  private func published(_ folder: URL) throws -> String {
    let result = try shell(
      """
      set -e; mkdir -p '\(folder.path)'; cd '\(Lab.root.path)'
      git ls-files -z | tar --null -T - -c | tar -x -C '\(folder.path)'
      cd '\(folder.path)'; git init -q; git add -A
      git -c user.name=Vitrine -c user.email=vitrine@localhost commit -qm 'as it is'; git tag 0.1.0
      """)
    try #require(result.status == 0, "\(result.output)")
    return "file://\(folder.path)"
  }

  private func write(_ package: URL, dependingOn address: String) throws {
    let sources = package.appending(path: "Sources/Kiosk")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Kiosk",
        dependencies: [.package(url: "\(address)", from: "0.1.0")],
        targets: [
          .executableTarget(
            name: "Kiosk", dependencies: [.product(name: "VitrineKit", package: "vitrine")]),
          // Targets with the names of folders in the package.
          .target(name: "Linux"), .target(name: "Sound"), .target(name: "Control"),
        ])
      """.utf8
    ).write(to: package.appending(path: "Package.swift"))
    for name in ["Linux", "Sound", "Control"] {
      let folder = package.appending(path: "Sources/\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("public let name = \"\(name)\"\n".utf8).write(
        to: folder.appending(path: "Name.swift"))
    }
    try Data(
      """
      import VitrineKit

      @main struct Kiosk {
        static func main() async throws {
          let player = Player(
            [Item(path: CommandLine.arguments[1])], on: .headless(width: 640, height: 360))
          let events = player.events
          async let run: Void = player.run()
          for await event in events {
            guard case .shown = event else { continue }
            let picture = try await player.screenshot()
            print("shown, \\(picture.width)x\\(picture.height)")
            break
          }
          player.close()
          try await run
        }
      }
      """.utf8
    ).write(to: sources.appending(path: "Kiosk.swift"))
  }

  private func shell(_ script: String) throws -> Lab.Result {
    try Lab.run("bash", ["-c", "set -o pipefail; \(script)"])
  }
}
