import Foundation
import Testing
import VitrinePictures
import VitrinePlayback
import VitrineScanout

@testable import VitrineEngine

@Suite("The display in the status")
struct DisplayStatusTests {
  private static let lit = DisplayDescription(
    name: "screen", mode: "1920x1080@60", size: PixelSize(1920, 1080), refresh: 60,
    renderMode: "planes", planes: [], format: nil, connector: "HDMI-A-1")

  /// Machines with these states of connectors.
  @Test(
    "A dark display is connected or not, by the kernel's file",
    arguments: [
      (["card1-HDMI-A-1": "connected\n", "card1-HDMI-A-2": "disconnected\n"], true),
      (["card0-HDMI-A-1": "disconnected\n", "card0-DP-1": "connected\n"], false),
      // Two devices have a connector of this name.
      (["card0-HDMI-A-1": "disconnected\n", "card1-HDMI-A-1": "connected\n"], true),
      (["card0-DP-1": "connected\n"], nil), ([:], nil),
    ] as [([String: String], Bool?)])
  func connected(_ connectors: [String: String], _ expected: Bool?) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "vitrine-drm-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, state) in connectors {
      let folder = root.appending(path: "sys/class/drm/\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(state.utf8).write(to: folder.appending(path: "status"))
    }
    var state = DisplayStatus()
    state.handle(.dark(reason: "nothing is connected"), below: root.path)
    #expect(state == DisplayStatus(dark: "nothing is connected"))
    state.handle(.lit(Self.lit, reason: "preferred"), below: root.path)
    #expect(state == DisplayStatus(name: "HDMI-A-1", mode: "1920x1080@60", isConnected: true))
    state.handle(.warning("slow"), below: root.path)
    state.handle(.dark(reason: "refused"), below: root.path)
    #expect(
      state
        == DisplayStatus(
          name: "HDMI-A-1", mode: "1920x1080@60", isConnected: expected, dark: "refused"))
  }
}
