import Testing
import VitrineFakes
import VitrinePictures

@testable import VitrineScanout

@Suite("Walls on simulated boards")
struct WallTests {
  /// The places of the tested output.
  private static let places = ["% X", "X %", "X / %", "X Y / Z %"]

  @Test(
    "Each display shows its part of every kind of picture, by one plan", arguments: FakeBoard.all)
  func parts(board: FakeBoard) throws {
    var faults: [String] = []
    for kind in PictureKind.allCases {
      var plans: [String: PlanePlacement] = [:]
      for place in Self.places {
        let output = try BoardOutput(board) { name in
          Wall(
            place.split(separator: "%", omittingEmptySubsequences: false).joined(separator: name))
        }
        // Raspberry Pi 3 reads no buffer of that width.
        guard board.quirks.allowsBuffer(output.display.size) else { continue }
        try output.display.light()
        // Across the seams of the wall, and in its corner.
        let (size, middle) = (output.display.size, PixelSize(400, 200))
        for box in [
          PixelRect(
            x: (size.width - middle.width) / 2, y: (size.height - middle.height) / 2,
            width: middle.width, height: middle.height),
          PixelRect(x: 0, y: 0, width: 100, height: 80),
        ] {
          let layers = try output.layers(kind, interface: box)
          if let fault = try output.show(layers) { faults.append("\(kind) at \(place): \(fault)") }
          let plane = layers.picture.plan.plane
          let isSame = plans["\(size)", default: plane] == plane
          if !isSame { faults.append("\(kind) at \(place): another plan") }
          plans["\(size)"] = plane
        }
      }
    }
    #expect(faults == [])
  }
}
