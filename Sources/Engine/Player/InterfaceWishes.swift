internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

/// What was asked of the interface before there was one. Of each kind the latest counts. A value.
struct InterfaceWishes: Sendable {
  private var hidden: [Theme.Part: Bool] = [:]
  private var wording: InterfaceLoop.News?
  private var list: InterfaceLoop.News?
  private var idle: InterfaceLoop.News?
  private var notice: InterfaceLoop.News?
  private var controls: InterfaceLoop.News?
  /// What the operator has the player do, which visitors leave as it is.
  private var orders: [Command] = []

  private static let mostOrders = 1000

  /// False of what is no wish.
  mutating func note(_ news: InterfaceLoop.News) -> Bool {
    switch news {
    case .setHidden(let part, let isHidden): hidden[part] = isHidden
    case .wording: wording = news
    case .listed: list = news
    case .idle: idle = news
    case .notice: notice = news
    case .controls: controls = news
    case .ordered(let command):
      orders.append(command)
      if orders.count > 2 * Self.mostOrders { orders.removeFirst(Self.mostOrders) }
    default: return false
    }
    return true
  }

  /// As the interface is told.
  var news: [InterfaceLoop.News] {
    let parts = hidden.map { InterfaceLoop.News.setHidden($0.key, $0.value) }
    let orders = orders.map { InterfaceLoop.News.ordered($0) }
    // Bars are over what was asked to play.
    return parts + [wording, list, idle, notice].compactMap(\.self) + orders
      + [controls].compactMap(\.self)
  }
}
