internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

// Videos, their controls and their menu.
extension VideoScreen {
  func announcement(_ context: ScreenContext) -> Announcement {
    // The attract loop has its own sound.
    if isAttracting { return Announcement() }
    let (status, wording) = (context.status, context.options.wording)
    var announcement = Announcement()
    if toast.appearance.isShown { announcement.alert = toast.text }
    if let menu {
      let words = menu.announcement(context)
      (announcement.place, announcement.focus) = (words.place, words.focus)
      return announcement
    }
    if status.phase.isActive, let title = status.displayTitle(in: context.language) {
      announcement.place = title
    }
    if skipLabel.appearance.isShown {
      let name = skipLabel.isForward ? wording.skipForward : wording.skipBackward
      announcement.detail = "\(name) \(skipLabel.amount) \(wording.seconds)"
    } else if status.duration != nil {
      announcement.detail = timeText(status.position, status.duration)
    }
    if let focus, visibility.isShown {
      announcement.focus = focus.spokenName(context)
      if focus != .slider, !skipLabel.appearance.isShown { announcement.detail = "" }
    }
    return announcement
  }
}

extension TrackMenu {
  /// The heading above the focused row, and the row.
  fileprivate func announcement(_ context: ScreenContext) -> (place: String, focus: String) {
    let wording = context.options.wording
    guard rows.indices.contains(focus) else { return (wording.menu, "") }
    let heading = rows[...focus].reversed().lazy.compactMap { row in
      if case .heading(let heading) = row { wording.heading(of: heading) } else { nil }
    }.first
    let (name, detail) = words(of: rows[focus], context)
    let chosen = rows[focus].isChosen ? wording.selected : nil
    return (heading ?? wording.menu, Announcement.joined([name, detail, chosen]))
  }
}

extension Control {
  fileprivate func spokenName(_ context: ScreenContext) -> String {
    let (status, wording) = (context.status, context.options.wording)
    func state(_ isOn: Bool) -> String { isOn ? wording.on : wording.off }
    switch self {
    case .back: return wording.back
    case .previous: return wording.previous
    case .next: return wording.next
    case .skipBackward:
      return "\(wording.skipBackward) \(VideoScreen.skipSeconds) \(wording.seconds)"
    case .skipForward: return "\(wording.skipForward) \(VideoScreen.skipSeconds) \(wording.seconds)"
    case .playPause:
      if status.phase == .ended { return wording.replay }
      return status.isPaused || status.phase == .idle ? wording.play : wording.pause
    case .slider: return wording.timeline
    case .subtitles:
      return Announcement.joined([wording.subtitles, state(status.showsSubtitles)])
    case .description:
      return Announcement.joined([wording.audioDescription, state(status.playsDescription)])
    case .volume: return wording.volume
    case .tracks: return wording.menu
    case .rotate: return wording.rotation
    case .live: return wording.live
    }
  }
}

// Everything that can be on the display.
extension Interface {
  /// Returns what to say now, if the interface speaks; nil if nothing is new.
  package mutating func utterance() -> Utterance? {
    guard context.options.speechProgram != nil, !speech.isSilent else { return nil }
    return speech.utterance(about: announcement, in: context.language)
  }

  private var announcement: Announcement {
    let wording = context.options.wording
    // The service menu is for operators, who see the display.
    guard !context.options.isBare, context.status.isDisplayOn, !service.isShown else {
      return Announcement()
    }
    var announcement =
      switch screen {
      case .list(let list): list.catalogue.announcement
      case .video(let video, _): video.announcement(context)
      }
    let volume = "\(wording.volume) \(Int((context.status.audibleVolume * 100).rounded())) %"
    let card = context.message
    announcement.alert = Announcement.joined([
      notice.spokenText(wording),
      card.isShown ? Announcement.joined([card.title, card.detail]) : nil,
      presence.countdown.isShown ? wording.stillThere : nil,
      context.volume.appearance.isShown ? volume : nil, announcement.alert,
    ])
    return announcement
  }
}
