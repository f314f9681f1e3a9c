internal import VitrineLinux
package import VitrinePlayback
package import VitrineTiming

// An interface that no thread works for: its owner calls `work` when something came, or is due.
extension InterfaceWork {
  /// One that gets its news from `mail`, and opens no devices.
  package convenience init(
    _ configuration: InterfaceConfiguration, _ player: Player, _ display: any PresenterHost,
    _ pictures: SharedDisplay, mail: InterfaceMail, now: @escaping @Sendable () -> HostTime
  ) throws(PlaybackError) {
    try self.init(configuration, player, display, pictures, mail.news, now: now)
  }

  /// Takes what has come, does what is due, and draws. False where nothing has come and nothing `isDue`.
  package func work(_ mail: InterfaceMail, isDue: Bool, at now: HostTime) -> Bool {
    var hasNews = false
    while let news = mail.news.tryPop() {
      take(news)
      hasNews = true
    }
    guard hasNews || isDue else { return false }
    turn(now)
    return true
  }
}
