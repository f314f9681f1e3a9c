import VitrineAddresses
import VitrineBus
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineNetwork
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineSignage
import VitrineTiming

/// Hands the item of a player over to other players, and plays what they hand over to it. At most one of each is in
/// progress, on its own thread, which ends with it. Thread-safe.
final class HandOvers: Sendable {
  private let player: Player
  /// Nil without a service.
  private let overrides: OverrideController?
  private let remotes: RemoteSources
  private let wording: Wording
  private let log: Log
  private let isSending = Shared(false)
  private let isReceiving = Shared(false)
  private let count = Shared(0)

  /// How long to search the network for players.
  private static let searchTime = Duration.seconds(2)
  /// The answer arrives before the client's deadline.
  private static let margin = Duration.milliseconds(500)
  private static let noticeTime = Duration.seconds(8)

  init(
    _ player: Player, _ overrides: OverrideController?, _ remotes: RemoteSources,
    _ wording: Wording, _ log: Log
  ) {
    (self.player, self.overrides, self.remotes) = (player, overrides, remotes)
    (self.wording, self.log) = (wording, log)
  }

  /// Hands the current item over, or with nil lists the players in the network.
  func send(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    run(isSending, done) { [self] () throws(Refusal) in
      let end = HostTime.now() + ((deadline - .now()) - Self.margin)
      guard let target else { return try search(until: end).json() }
      return try send(to: try receiver(target, until: end), until: end)
    }
  }

  /// Plays what another player hands over. Answers once its first picture is on screen; after a refusal or a
  /// withdrawal, what played before continues.
  func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let overrides else {
      return done(Refusal("only a service takes items over: start the player with vitrine run"))
    }
    run(isReceiving) { (result: Result<Void, Refusal>) in
      if case .failure(let refusal) = result { done(refusal) } else { done(nil) }
    } body: { [self] () throws(Refusal) in
      let latest = HostTime.now() + ((deadline - .now()) - Self.margin)
      try receive(handOver, overrides, until: min(latest, .now() + handOver.timeout))
    }
  }

  /// Runs `body` on a new thread, unless an earlier one still runs.
  private func run<Value: Sendable>(
    _ isRunning: Shared<Bool>, _ done: @escaping @Sendable (Result<Value, Refusal>) -> Void,
    body: @escaping @Sendable () throws(Refusal) -> Value
  ) {
    let wasRunning = isRunning.update { isRunning in
      defer { isRunning = true }
      return isRunning
    }
    guard !wasRunning else {
      return done(.failure(Refusal("another hand-over is in progress", .busy)))
    }
    do throws(Errno) {
      try NamedThread("hand-over") {
        let result = Result { () throws(Refusal) in try body() }
        isRunning.update { $0 = false }
        done(result)
      }.detach()
    } catch {
      isRunning.update { $0 = false }
      done(.failure(Refusal("cannot create a thread: \(error)", .busy)))
    }
  }
}

// The sender.
extension HandOvers {
  private func search(until deadline: HostTime) -> PlayerSearch {
    PlayerSearch(
      Result { () throws(AvahiSearchError) in
        try AvahiBrowser.services(
          PlayerSearch.type, until: min(deadline, .now() + Self.searchTime))
      })
  }

  private func receiver(
    _ target: String, until deadline: HostTime
  ) throws(Refusal) -> PlayerSearch.Found {
    if let address = try PlayerSearch.address(target) { return address }
    let search = search(until: deadline)
    guard let found = search.player(named: target) else { throw search.refusal(of: target) }
    return found
  }

  /// The item continues here until the receiver shows it.
  private func send(
    to receiver: PlayerSearch.Found, until deadline: HostTime
  ) throws(Refusal) -> JSONValue {
    let status = player.status
    var handOver = try HandOver(status, to: receiver.url, at: .now()) { path in
      (try? FileStatus(of: path))?.size
    }
    let time = (deadline - .now()) - HandOverRequest.travelTime
    handOver.timeout = max(.zero, min(HandOver.longestTimeout, time))
    let name = status.item?.name ?? ""
    do throws(Refusal) {
      try HandOverRequest.send(handOver, to: receiver, over: remotes, until: deadline)
    } catch {
      log.write(.handOverFailed, "hand-over: \(name) continues here: \(error)")
      throw error
    }
    log.write(.handOverDone, "hand-over: \(name) continues on \(receiver.name)")
    // A visitor may have started something else meanwhile.
    if player.status.entry == status.entry {
      player.perform(.pause)
      player.show(receiver.name, title: wording.playingOn, for: Self.noticeTime)
    }
    return .object([
      "player": .text(receiver.name), "address": .text(receiver.url.origin.text),
    ])
  }
}

// The receiver.
extension HandOvers {
  private func receive(
    _ handOver: HandOver, _ overrides: OverrideController, until deadline: HostTime
  ) throws(Refusal) {
    let found = BoundedQueue<Result<Item, Refusal>>(limit: 1)
    overrides.find(handOver) { _ = found.tryPush($0) }
    guard let item = try found.pop(until: deadline)?.get() else { throw .playerIsSilent }
    if case .file(let path, let size) = handOver.source, (try? FileStatus(of: path))?.size != size {
      throw Refusal("\(item.name) is another version here: update the content of both players")
    }
    overrides.follow(player)
    let number = count.update { count in
      count += 1
      return count
    }
    var content = TriggeredContent(name: "hand-over \(number)", [item], .now)
    content.continuation = handOver.continuation
    let arrival = Shared(HandOverArrival(item, after: player.status.entry))
    let outcome = BoundedQueue<Result<Void, Refusal>>(limit: 1)
    let removeObserver = player.observeStatus { status in
      if let result = arrival.update({ $0.update(status) }) { _ = outcome.tryPush(result) }
    }
    defer { removeObserver() }
    // The sender continues if it does not receive the response. The server does not notice that the network loses a
    // response after it was sent: then both play.
    handOver.withdrawal?.onWithdrawal { [name = content.name] in
      overrides.withdraw(name)
      _ = outcome.tryPush(.failure(Refusal("the sender has closed the connection")))
    }
    overrides.begin(content)
    do throws(Refusal) {
      guard let result = outcome.pop(until: deadline) else {
        throw Refusal(
          "\(item.name) did not appear on screen in time; check the network and the display",
          .timeout)
      }
      try result.get()
    } catch {
      overrides.withdraw(content.name)
      throw error
    }
  }
}
