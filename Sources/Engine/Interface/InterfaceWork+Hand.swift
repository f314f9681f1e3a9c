internal import VitrineLinux
package import VitrinePlayback
package import VitrineTiming

// An interface without a thread: its owner calls `work` when there is mail or a deadline has
// passed.
extension InterfaceWork {
  /// Creates an interface that reads `mail` and opens no devices.
  package convenience init(
    _ configuration: InterfaceConfiguration, _ player: Player, _ display: any PresenterHost,
    _ pictures: SharedDisplay, mail: InterfaceMailbox, now: @escaping @Sendable () -> HostTime
  ) throws(PlaybackError) {
    try self.init(configuration, player, display, pictures, mail.messages, now: now)
  }

  /// Handles all mail, does what is due, and draws. Returns false if there was no mail and not
  /// `isDue`.
  package func work(_ mail: InterfaceMailbox, isDue: Bool, at now: HostTime) -> Bool {
    var hasMessages = false
    while let message = mail.messages.tryPop() {
      handle(message)
      hasMessages = true
    }
    guard hasMessages || isDue else { return false }
    turn(now)
    return true
  }
}
