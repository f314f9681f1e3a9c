/// How little one who sends may bring before it is left: so many bytes within a time that was spent waiting for
/// them. What is not asked for meanwhile, since it comes too fast, is no time of waiting. A value.
struct FetchPatience {
  private let least: Int
  private let time: Duration
  private var waited = Duration.zero
  private var came = 0

  init(least: Int, within time: Duration) { (self.least, self.time) = (least, time) }

  /// A server that is away for longer is asked again at the next look.
  static let server = FetchPatience(least: 1, within: .seconds(60))
  /// What the line to the server carries may be slower; but it is that one which is counted on.
  static let nearby = FetchPatience(least: 500_000, within: .seconds(5))

  /// So much came, after so long. True once it is too little.
  mutating func note(_ count: Int, after pause: Duration) -> Bool {
    came += count
    waited += pause
    guard waited >= time else { return false }
    defer { (waited, came) = (.zero, 0) }
    return came < least
  }
}
