internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

/// The requests to the interface before it opened; the latest of each kind applies.
struct InterfaceWishes: Sendable {
  private var hidden: [Theme.Part: Bool] = [:]
  private var wording: InterfaceLoop.News?
  private var list: InterfaceLoop.News?
  private var idle: InterfaceLoop.News?
  private var notice: InterfaceLoop.News?
  private var controls: InterfaceLoop.News?
  /// The operator's commands, which form the default state.
  private var orders: [Command] = []

  private static let mostOrders = 1000

  /// Returns false for a message that is not a request.
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

  /// The messages for the interface.
  var news: [InterfaceLoop.News] {
    let parts = hidden.map { InterfaceLoop.News.setHidden($0.key, $0.value) }
    let orders = orders.map { InterfaceLoop.News.ordered($0) }
    // Controls last: they are shown over the item that the orders start.
    return parts + [wording, list, idle, notice].compactMap(\.self) + orders
      + [controls].compactMap(\.self)
  }
}
