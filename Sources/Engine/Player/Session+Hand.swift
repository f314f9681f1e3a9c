internal import VitrineLinux
package import VitrinePlayback
package import VitrineScanout

// A session that no thread works for: its owner calls `work` when something came, or is due.
extension Session {
  /// Deals with all that has come, and looks where that `isDue`. False where there was nothing to do.
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
  /// The whole screen in one colour, 0xRRGGBB.
  package func picture(of color: UInt32, run: Run) throws(PlaybackError) -> ScanoutPicture {
    let still = StillPicture(self)
    return try still.picture(of: try still.color(color), run: run)
  }
}
