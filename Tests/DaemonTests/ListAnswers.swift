import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// Events for a playing list without pending changes.
enum Happening: String, CaseIterable, Sendable {
  /// The first reading ends, which was still running when the player started.
  case firstReading
  /// As `firstReading`, while visitors choose from the list.
  case firstReadingToChooseFrom
  case reload
  case news
  /// A file is copied in: a change every 200 ms for longer than the policy waits.
  case muchNews
  /// Nothing has happened for a minute.
  case time
  /// Changes cause no notifications, and an item is quarantined: the next check is due.
  case timeInQuarantine
  case exchange
  /// The list is exchanged while the old one hangs; then the old reading completes.
  case exchangeWhileHanging
  /// An item was quarantined, and the operator requests a reload.
  case clearedQuarantine
  /// As `clearedQuarantine`, caused by a change.
  case newsInQuarantine
  /// Readings find that changes no longer cause notifications.
  case blindness
  case lostWatch
  /// The list may have changed between reading and watching.
  case outdated
}

extension Happening {
  /// The policy's requests in this situation, in the scene's words.
  func answer(in situation: ListSituation) -> String {
    var scene: ListScene
    switch self {
    case .firstReading, .firstReadingToChooseFrom:
      scene = ListScene(situation, isChosenFrom: self == .firstReadingToChooseFrom)
      scene.showsCard = true
      scene.answer()
      return scene.takeWords()
    case .clearedQuarantine, .newsInQuarantine: scene = .settled(quarantined: ["/b", "/c"])
    case .timeInQuarantine: scene = .settled(quarantined: ["/b", "/c"], .some)
    default: scene = .settled()
    }
    scene.situation = situation
    switch self {
    case .firstReading, .firstReadingToChooseFrom: break
    case .reload: scene.send(.reload(restores: true))
    case .news, .newsInQuarantine:
      scene.send(.filesChanged)
      scene.pass(.milliseconds(300))
    case .muchNews:
      for _ in 0..<25 {
        scene.send(.filesChanged)
        scene.pass(.milliseconds(200))
      }
    case .time: scene.pass(.seconds(60))
    case .timeInQuarantine: scene.pass(.seconds(10))
    case .exchange:
      scene.send(.replaceSource(name: "other", PlaybackSettings()))
      scene.send(.reload(restores: true))
    case .exchangeWhileHanging:
      scene.situation = .hanging
      scene.send(.reload(restores: true))
      scene.send(.replaceSource(name: "other", PlaybackSettings()))
      scene.send(.reload(restores: true))
      scene.situation = situation
      scene.answer()
    case .clearedQuarantine:
      scene.send(.clearQuarantine)
      scene.send(.reload(restores: true))
    case .blindness, .lostWatch, .outdated:
      if self == .blindness { scene.coverage = .some }
      if self == .lostWatch { scene.coverage = .none(.noEntry) }
      scene.isOutdated = self == .outdated
      scene.send(.reload(restores: true))
    }
    return scene.takeWords()
  }
}

/// The requests, by event and by the result of the next reading.
let listAnswers: [(Happening, ListSituation, String)] = [
  (.firstReading, .same, "list: 2 items; now /a /b; watches; quiet"),
  (.firstReading, .changed, "list: 2 items; now /a /c; watches; quiet"),
  (.firstReading, .broken, "logs broken; now card(/list:3: broken); watches; again in 10000 ms"),
  (.firstReading, .missing, "logs missing; now card(/list: missing); watches; again in 10000 ms"),
  (.firstReading, .hanging, "reading"),
  (
    .firstReading, .empty,
    "logs empty; list: 0 items; now card(list: empty); watches; again in 10000 ms"
  ),
  (.firstReadingToChooseFrom, .same, "list: 2 items; offers /a /b; watches; quiet"),
  (.firstReadingToChooseFrom, .changed, "list: 2 items; offers /a /c; watches; quiet"),
  (.firstReadingToChooseFrom, .broken, "logs broken; watches; again in 10000 ms"),
  (.firstReadingToChooseFrom, .missing, "logs missing; watches; again in 10000 ms"),
  (.firstReadingToChooseFrom, .hanging, "reading"),
  (
    .firstReadingToChooseFrom, .empty,
    "logs empty; list: 0 items; offers; watches; again in 10000 ms"
  ),
  (.reload, .same, "reads /list; watches; quiet"),
  (.reload, .changed, "reads /list; list: 2 items; then /a /c; watches; quiet"),
  (.reload, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.reload, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.reload, .hanging, "reads /list; reading"),
  (
    .reload, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.news, .same, "reads /list; watches; quiet"),
  (.news, .changed, "reads /list; list: 2 items; then /a /c; watches; quiet"),
  (.news, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.news, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.news, .hanging, "reads /list; reading"),
  (
    .news, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.muchNews, .same, "reads /list; watches; quiet"),
  (.muchNews, .changed, "reads /list; list: 2 items; then /a /c; watches; quiet"),
  (.muchNews, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.muchNews, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.muchNews, .hanging, "reads /list; reading"),
  (
    .muchNews, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.time, .same, "quiet"),
  (.time, .changed, "quiet"),
  (.time, .broken, "quiet"),
  (.time, .missing, "quiet"),
  (.time, .hanging, "quiet"),
  (.time, .empty, "quiet"),
  (.timeInQuarantine, .same, "reads /list; watches; again in 10000 ms"),
  (.timeInQuarantine, .changed, "reads /list; list: 2 items; then /a; watches; again in 10000 ms"),
  (.timeInQuarantine, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.timeInQuarantine, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.timeInQuarantine, .hanging, "reads /list; reading"),
  (
    .timeInQuarantine, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.exchange, .same, "reads; other: 2 items; then /a /b; watches; quiet"),
  (.exchange, .changed, "reads; other: 2 items; then /a /c; watches; quiet"),
  (.exchange, .broken, "reads; logs broken; watches; again in 10000 ms"),
  (.exchange, .missing, "reads; logs missing; watches; again in 10000 ms"),
  (.exchange, .hanging, "reads; reading"),
  (
    .exchange, .empty,
    "reads; warning other: empty; playback starts once it has entries; other: 0 items; then card(other: empty); watches; again in 10000 ms"
  ),
  (.exchangeWhileHanging, .same, "reads /list; reads; other: 2 items; then /a /b; watches; quiet"),
  (
    .exchangeWhileHanging, .changed,
    "reads /list; reads; other: 2 items; then /a /c; watches; quiet"
  ),
  (.exchangeWhileHanging, .broken, "reads /list; reads; logs broken; watches; again in 10000 ms"),
  (.exchangeWhileHanging, .missing, "reads /list; reads; logs missing; watches; again in 10000 ms"),
  (.exchangeWhileHanging, .hanging, "reads /list; reading"),
  (
    .exchangeWhileHanging, .empty,
    "reads /list; reads; warning other: empty; playback starts once it has entries; other: 0 items; then card(other: empty); watches; again in 10000 ms"
  ),
  (.clearedQuarantine, .same, "reads /list; list: 2 items; then /a /b; watches; quiet"),
  (.clearedQuarantine, .changed, "reads /list; list: 2 items; then /a /c; watches; quiet"),
  (.clearedQuarantine, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (
    .clearedQuarantine, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"
  ),
  (.clearedQuarantine, .hanging, "reads /list; reading"),
  (
    .clearedQuarantine, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.newsInQuarantine, .same, "reads /list; list: 2 items; then /a /b; watches; quiet"),
  (.newsInQuarantine, .changed, "reads /list; list: 2 items; then /a /c; watches; quiet"),
  (.newsInQuarantine, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.newsInQuarantine, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.newsInQuarantine, .hanging, "reads /list; reading"),
  (
    .newsInQuarantine, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.blindness, .same, "reads /list; watches; again in 10000 ms"),
  (.blindness, .changed, "reads /list; list: 2 items; then /a /c; watches; again in 10000 ms"),
  (.blindness, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.blindness, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.blindness, .hanging, "reads /list; reading"),
  (
    .blindness, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
  (.lostWatch, .same, "reads /list; logs unwatched; blind; again in 10000 ms"),
  (
    .lostWatch, .changed,
    "reads /list; list: 2 items; then /a /c; logs unwatched; blind; again in 10000 ms"
  ),
  (
    .lostWatch, .broken,
    "reads /list; logs broken; continues; logs unwatched; blind; again in 10000 ms"
  ),
  (
    .lostWatch, .missing,
    "reads /list; logs missing; continues; logs unwatched; blind; again in 10000 ms"
  ),
  (.lostWatch, .hanging, "reads /list; reading"),
  (
    .lostWatch, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); logs unwatched; blind; again in 10000 ms"
  ),
  (.outdated, .same, "reads /list; watches; again in 10000 ms"),
  (.outdated, .changed, "reads /list; list: 2 items; then /a /c; watches; again in 10000 ms"),
  (.outdated, .broken, "reads /list; logs broken; continues; watches; again in 10000 ms"),
  (.outdated, .missing, "reads /list; logs missing; continues; watches; again in 10000 ms"),
  (.outdated, .hanging, "reads /list; reading"),
  (
    .outdated, .empty,
    "reads /list; logs empty; list: 0 items; then card(list: empty); watches; again in 10000 ms"
  ),
]
