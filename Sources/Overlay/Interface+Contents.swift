public import VitrineScenes
public import VitrineTiming

// What becomes known, or is set from outside.
extension Interface {
  public internal(set) var options: InterfaceOptions {
    get { context.options }
    set { context.options = newValue }
  }

  /// Leaves a part out from now on, or has it again.
  public mutating func setHidden(_ part: Theme.Part, _ isHidden: Bool) {
    if isHidden {
      context.options.theme.hidden.insert(part)
    } else {
      context.options.theme.hidden.remove(part)
    }
    let layout = context.layout
    screen.changeVideo { $0.dropFocus(ifGoneFrom: layout) }
  }

  /// Shows bars and buttons over a video as a tap would, or hides them but where a pause, a finger or a menu needs
  /// them. Nothing where there is no video, or where the list plays for passers-by.
  public mutating func showControls(_ isShown: Bool, at now: HostTime) {
    guard !context.options.isBare else { return }
    let status = context.status
    screen.awaitControls(isShown)
    screen.changeVideo { video in
      if video.isAttracting { return }
      if isShown {
        video.visibility.show(at: now)
      } else if !video.isHeld(status) {
        video.visibility.hide(at: now)
      }
    }
    settle(at: now)
  }

  /// Says the same in other words from now on.
  public mutating func setWording(_ wording: Wording) {
    context.options.wording = wording
    let heading = context.options.shownHeading
    screen.changeList { $0.setWording(wording, heading: heading) }
  }

  /// Something could not be played.
  public mutating func receiveFailure(of title: String, _ cause: String, at now: HostTime) {
    context.message.show(
      title: context.options.wording.cannotPlay, detail: "\(title): \(cause)", at: now)
  }

  /// A picture of the time that was asked for, or of one near it.
  public mutating func receiveThumbnail(_ id: PictureID, of time: MediaTime) {
    screen.changeVideo { $0.receiveThumbnail(id) }
  }

  /// A poster or more of an entry of the list is known.
  public mutating func update(_ entry: CatalogueEntry) { screen.changeList { $0.update(entry) } }

  /// Has another list from now on, with the title that it gives itself. Entries that stay keep
  /// their id, and what is seen its place.
  public mutating func exchange(_ entries: [CatalogueEntry], title: String?) {
    context.options.listTitle = title
    let heading = context.options.shownHeading
    screen.changeList { $0.exchange(entries, heading: heading) }
  }
}
