internal import VitrineLinux
package import VitrinePlayback
package import VitrineScanout

// A session without a thread: its owner calls `work` when there is a message or a deadline has
// passed.
extension Session {
  /// Handles all messages, and checks what is due if `isDue`. Returns false if there was nothing to
  /// do.
  package mutating func work(isDue: Bool) -> Bool {
    var hasWorked = false
    while !isDone, let message = player.mailbox.tryPop() {
      turn(message)
      hasWorked = true
    }
    guard isDue, !hasWorked, !isDone else { return hasWorked }
    turn(nil)
    return true
  }
}

extension SharedDisplay {
  /// Fills the screen with one colour, 0xRRGGBB.
  package func picture(of color: UInt32, run: Run) throws(PlaybackError) -> ScanoutPicture {
    let still = StillPicture(self)
    return try still.picture(of: try still.color(color), run: run)
  }
}
