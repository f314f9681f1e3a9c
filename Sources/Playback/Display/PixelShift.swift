package import VitrinePictures
package import VitrineTiming

/// Moves everything on a display slowly, so that edges that stay in one place do not burn in.
///
/// The movement visits all positions of a square, one step at a time, and returns the same way. The
/// position follows from the time alone: all displays move together, and threads know it without
/// asking each other. Pure.
package struct PixelShift: Hashable, Sendable {
  /// The largest distance from the centre, in pixels.
  package let reach: Int

  package static let none = PixelShift(reach: 0)
  package static let largestReach = 32

  /// Positions are even, because of subsampled chroma.
  private static let step = 2
  private static let interval = Duration.seconds(60)

  /// Limits the distance, and rounds it up to a multiple of the step.
  package init(reach: Int) {
    self.reach = min(max(reach, 0), Self.largestReach).roundedUp(toMultipleOf: Self.step)
  }

  /// The distance from the centre at a time.
  package func offset(at time: HostTime) -> (right: Int, down: Int) {
    // bound: the reach is at most 32
    let half = reach / Self.step
    let side = 2 * half + 1
    let last = side * side - 1
    guard last > 0 else { return (0, 0) }
    // It begins at the centre.
    let turn = (Self.tick(of: time) % Int64(2 * last) + Int64(last / 2)) % Int64(2 * last)
    let index = turn <= last ? Int(turn) : 2 * last - Int(turn)
    let (row, column) = (index / side, index % side)
    let across = row.isMultiple(of: 2) ? column : side - 1 - column
    return ((across - half) * Self.step, (row - half) * Self.step)
  }

  /// When the position changes after a time; nil without movement.
  package func nextMove(after time: HostTime) -> HostTime? {
    guard reach > 0 else { return nil }
    return HostTime(nanoseconds: (Self.tick(of: time) +| 1) *| Self.interval.nanoseconds)
  }

  private static func tick(of time: HostTime) -> Int64 {
    max(time.nanoseconds, 0) / interval.nanoseconds
  }

  /// The movement on a display of this size, of which it takes a small part.
  package func limited(to display: PixelSize) -> PixelShift {
    PixelShift(reach: min(reach, min(display.width, display.height) / 16))
  }

  /// The part of a display that everything is shown in, at the centre of the movement.
  package func area(within area: PixelRect) -> PixelRect {
    PixelRect(
      x: area.x + reach, y: area.y + reach, width: area.width - 2 * reach,
      height: area.height - 2 * reach)
  }
}
