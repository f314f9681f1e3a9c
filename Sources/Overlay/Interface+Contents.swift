internal import VitrinePlayback
package import VitrinePlaylists
package import VitrineScenes
package import VitrineTiming

// Content and settings.
extension Interface {
  package internal(set) var options: InterfaceOptions {
    get { context.options }
    set { context.options = newValue }
  }

  /// Hides or shows a part.
  package mutating func setHidden(_ part: Theme.Part, _ isHidden: Bool) {
    if isHidden {
      context.options.theme.hidden.insert(part)
    } else {
      context.options.theme.hidden.remove(part)
    }
    let context = context
    screen.changeVideo { $0.changeParts(context) }
    screen.changeList { $0.setTheme(context.options.theme) }
  }

  /// Shows the controls over a video like a tap, or hides them unless a pause, a finger or a menu
  /// needs them. Does nothing without a video, or in the attract loop.
  package mutating func showControls(_ isShown: Bool, at now: HostTime) {
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

  /// Whether the controls over a video are visible.
  package var showsControls: Bool {
    !context.options.isBare && (screen.video?.visibility.isShown ?? false)
  }

  /// Changes the wording of the default language.
  package mutating func setWording(_ wording: Wording) {
    homeWording = wording.translated(to: context.options.language)
    if context.language == context.options.language { useWording(homeWording) }
  }

  /// Changes the language, and what tracks are preferred, for the current visitor.
  mutating func setLanguage(_ language: InterfaceLanguage) -> [InterfaceRequest] {
    guard language != context.language else { return [] }
    context.language = language
    let home = context.options.home.choices
    let isHome = language == context.options.language
    useWording(isHome ? homeWording : language.wording)
    var choices = home
    // Subtitles that the visitor has turned on or off stay so.
    choices.subtitle = context.status.choices.subtitle
    choices.subtitleStyle = context.status.choices.subtitleStyle
    if isHome { return [.perform(.choose(choices))] }
    choices.preferences.audioLanguages.insert(language.rawValue, at: 0)
    // Subtitles stay off unless the default state has some.
    if !choices.preferences.subtitleLanguages.isEmpty {
      choices.preferences.subtitleLanguages.insert(language.rawValue, at: 0)
    }
    return [.perform(.choose(choices))]
  }

  private mutating func useWording(_ wording: Wording) {
    context.options.wording = wording
    let language = context.language
    let heading = context.options.shownHeading
    screen.changeList { $0.setWording(wording, heading: heading, language: language) }
  }

  /// An item could not be played. Visitors see its title; the reason is for the log.
  package mutating func receiveFailure(of item: Item, at now: HostTime) {
    let title = item.translations[context.language.rawValue]?.title ?? item.displayTitle
    context.message.show(title: context.options.wording.cannotPlay, detail: title, at: now)
  }

  /// Receives a thumbnail for the requested time, or one near it.
  package mutating func receiveThumbnail(_ id: PictureID, of time: MediaTime) {
    screen.changeVideo { $0.receiveThumbnail(id) }
  }

  /// Updates an entry of the list, for example with its poster.
  package mutating func update(_ entry: CatalogueEntry) { screen.changeList { $0.update(entry) } }

  /// Replaces the list and its title. Entries are matched by id, and the visible part stays in
  /// place.
  package mutating func exchange(_ entries: [CatalogueEntry], title: String?) {
    context.options.listTitle = title
    let heading = context.options.shownHeading
    screen.changeList { $0.exchange(entries, heading: heading) }
  }
}
