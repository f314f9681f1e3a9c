internal import VitrineBus
internal import VitrineControl
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The outcome of a method call, or of writing a property.
enum MPRISOutcome: Hashable {
  case request(Request)
  /// MPRIS requires that an impossible action has no effect and is not an error.
  case nothing
  case refused(BusRefusal)

  private static func command(_ command: Command, where isPossible: Bool = true) -> MPRISOutcome {
    isPossible ? .request(.command(command)) : .nothing
  }
}

extension MPRISOutcome {
  /// For a method; the argument types have been checked.
  init(method: String, _ arguments: [BusValue], _ view: MPRISView) {
    switch method {
    case "Next": self = Self.command(.next, where: view.canGoNext)
    case "Previous": self = Self.command(.previous, where: view.canPlay)
    case "Pause": self = Self.command(.pause, where: view.status.item != nil)
    case "PlayPause": self = Self.command(.toggle, where: view.canPlay)
    case "Play": self = Self.command(.play, where: view.canPlay)
    case "Stop": self = Self.command(.stop)
    case "Seek": self = Self.seek(by: arguments[0].integer ?? 0, view)
    case "SetPosition":
      self = Self.setPosition(arguments[1].integer ?? 0, of: arguments[0].text ?? "", view)
    case "OpenUri": self = Self.open(arguments[0].text ?? "")
    case "Quit": self = .request(.quit)
    // Raise: there is no window.
    default: self = .nothing
    }
  }

  /// For writing a property; the value's type has been checked.
  init(property: String, _ value: BusValue) {
    switch property {
    case "LoopStatus": self = Self.loop(value.text ?? "")
    case "Shuffle": self = .request(.adjust(.shuffle(value.flag ?? false)))
    case "Rate":
      self = Self.amount(value) { rate in
        // MPRIS: a rate of 0 means Pause. Backward playback is not supported.
        rate <= 0 ? .pause : .setRate(Swift.min(Swift.max(rate, 0.25), 4))
      }
    case "Volume": self = Self.amount(value) { .setVolume(Swift.min(Swift.max($0, 0), 1)) }
    default: self = .nothing
    }
  }

  private static func seek(by offset: Int64, _ view: MPRISView) -> MPRISOutcome {
    guard view.canSeek else { return .nothing }
    let amount = MediaTime(offset, 1_000_000)
    // MPRIS: seeking beyond the end means Next. A live stream has no end.
    if let duration = view.status.duration, view.status.live == nil,
      view.status.position + amount > duration
    {
      return command(.next, where: view.canGoNext)
    }
    return command(.skip(by: amount))
  }

  /// A stale track id means that the client had the previous item in mind: nothing is done.
  private static func setPosition(
    _ position: Int64, of track: String, _ view: MPRISView
  ) -> MPRISOutcome {
    let target = MediaTime(position, 1_000_000)
    guard view.canSeek, track == MPRISMetadata.trackID(view.status.entry), position >= 0,
      let range = view.status.range, target <= range.upperBound
    else { return .nothing }
    return command(.seek(.init(to: target)))
  }

  private static func open(_ uri: String) -> MPRISOutcome {
    do throws(BusRefusal) {
      return .request(.load([try MPRISAddress.source(uri)]))
    } catch {
      return .refused(error)
    }
  }

  private static func loop(_ word: String) -> MPRISOutcome {
    guard let loop = MPRISLoop(rawValue: word) else {
      return invalid("LoopStatus must be None, Track or Playlist")
    }
    return command(.edit(.loop(loop.queueLoop)))
  }

  private static func amount(
    _ value: BusValue, _ make: (Double) -> Command
  ) -> MPRISOutcome {
    guard let number = value.number, number.isFinite else { return invalid("not a number") }
    return command(make(number))
  }

  private static func invalid(_ why: String) -> MPRISOutcome {
    .refused(BusRefusal(BusRefusal.invalidArguments, why))
  }
}
