internal import VitrineInputDevices
internal import VitrineLinux
internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineThumbnails
internal import VitrineTiming

/// The thread "overlay": takes what people do and what the player reports, has `Interface`
/// decide, and draws. Thread-safe.
///
/// A thread of its own, since drawing takes longer than the player or the display may wait.
final class InterfaceLoop: Sendable {
  enum News: Sendable {
    case input(InputEvent)
    case scripted(ScriptedInput, HostTime)
    case status(PlaybackStatus)
    case failed(Item, PlaybackError)
    /// The picture of this number is on screen.
    case shown(Int, HostTime)
    case subtitlesChanged
    /// It is another one, of another size maybe.
    case displayChanged
    case thumbnail(ThumbnailNews)
    case setHidden(Theme.Part, Bool)
    /// Bars and buttons come, or go.
    case controls(Bool)
    /// The same in other words.
    case wording(Wording)
    /// What a file of the list says of itself.
    case facts(Int, ListScan.Facts)
    /// There is something else to choose from, below the list's own title.
    case listed([Item], title: String?)
    /// Asks whether the thread still turns.
    case areYouThere(@Sendable () -> Void)
    /// The operator has the player do something.
    case ordered(Command)
    case idle(IdleTime)
    /// Over everything; nil takes it away.
    case notice(Notice?)
    /// The program that plays draws something else, or anew, or listens to more: see `Player.own`.
    case own
  }

  let mail = InterfaceMail()
  private let thread: NamedThread

  /// Starts the thread. It waits for the display to open, and ends where there is none.
  init(
    _ configuration: InterfaceConfiguration, player: Player, display: any PresenterHost,
    pictures: SharedDisplay
  ) throws(Errno) {
    let mailbox = mail.news
    thread = try NamedThread("overlay") {
      let work: InterfaceWork
      do throws(PlaybackError) {
        work = try InterfaceWork(configuration, player, display, pictures, mailbox)
      } catch {
        // The session reports that there is no display.
        return mailbox.close(discarding: true)
      }
      var input = InterfaceInput(player.liveness)
      let question = player.liveness.add { mailbox.force(.areYouThere($0)) }
      defer { player.liveness.remove(question) }
      work.scanList()
      while !mailbox.isExhausted {
        if work.isHeard { input.open { work.openInput() } }
        let news = mailbox.pop(until: work.deadline(HostTime.now()))
        if let news { work.take(news) }
        while let more = mailbox.tryPop() { work.take(more) }
        work.turn(HostTime.now())
      }
      input.close()
      work.close()
    }
  }

  func close() {
    mail.news.close(discarding: true)
    thread.join()
  }
}

/// What the interface has still to hear of. Thread-safe.
package final class InterfaceMail: Sendable {
  let news = BoundedQueue<InterfaceLoop.News>(limit: .max)

  /// Empty.
  package init() {}

  package var isEmpty: Bool { news.isEmpty }

  func tell(_ news: InterfaceLoop.News) { self.news.force(news) }
}
