import VitrineAddresses
import VitrineControl
import VitrineLinux
import VitrineNetwork
import VitrineTiming

/// The request of a hand-over to another player. Blocks.
enum HandOverRequest {
  /// A longer response is not from a player.
  private static let mostBytes = 64 << 10
  /// Shorter than usual: the receiver's time begins only when the request has arrived.
  private static let connectTimeout = Duration.seconds(2)
  /// The longest time for the request and the response themselves. The receiver has to give up before the sender
  /// does, otherwise both would play.
  static let travelTime = connectTimeout + .seconds(1)

  /// Returns once the player at `player` shows the item; throws its reason if it does not.
  static func send(
    _ handOver: HandOver, to player: PlayerSearch.Found, over remotes: RemoteSources,
    until deadline: HostTime
  ) throws(Refusal) {
    let query = player.url.query.map { "?\($0)" } ?? ""
    guard let url = try? player.url.resolving("/api/v1/hand-over\(query)") else {
      throw Refusal("\(player.name): invalid address", .invalid)
    }
    let rules = remotes.rules(for: url)
    guard rules.credentials != nil || rules.certificate != nil else {
      let origin = url.origin.text
      throw Refusal(
        "no token for \(origin): create one on that machine with vitrine token add, and set access.\(origin).token-file on this one",
        .permission)
    }
    var request = TransferRequest(url)
    request.post = handOver.json.line
    request.caching.isAllowed = false
    request.limits.bytes = Int64(mostBytes)
    request.limits.connectTimeout = connectTimeout
    request.limits.responseTimeout = max(deadline - .now(), .zero)
    let response = CollectedResponse()
    let transfer: TransferID
    do throws(NetworkError) {
      transfer = try remotes.begin(request, for: response)
    } catch {
      throw refusal(error, of: player)
    }
    guard let result = response.result.pop(until: deadline) else {
      remotes.cancel(transfer)
      throw Refusal("\(player.name) does not respond; check that it is running", .timeout)
    }
    switch result {
    case .failure(let error): throw refusal(error, of: player)
    case .success(let (status, body)):
      if let refusal = refusal(status, body, of: player.name) { throw refusal }
    }
  }

  /// Most messages name the host already.
  private static func refusal(_ error: NetworkError, of player: PlayerSearch.Found) -> Refusal {
    Refusal(player.name == player.url.host ? "\(error)" : "\(player.name): \(error)")
  }

  /// Why a response does not confirm the hand-over; nil if it does.
  static func refusal(_ status: Int, _ body: [UInt8], of name: String) -> Refusal? {
    let json = try? JSONValue(line: body)
    if status == 200, json?["data"]?["shown"]?.bool == true { return nil }
    switch status {
    case 401:
      return Refusal(
        "\(name) does not accept the token; create one on that machine with vitrine token add",
        .permission)
    case 404: return Refusal("\(name) cannot take items over; update it")
    default: break
    }
    guard let reason = json?["error"]?.text, !reason.isEmpty else {
      return Refusal("\(name) sent an invalid response (status \(status)); is it a player?")
    }
    return Refusal("\(name): \(reason.prefix(400))")
  }
}

/// Collects a short response. Thread-safe.
private final class CollectedResponse: TransferSink {
  let result = BoundedQueue<Result<(Int, [UInt8]), NetworkError>>(limit: 1)
  private let state = Shared<(status: Int, body: [UInt8])>((0, []))

  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.status = head.status }
    return nil
  }

  /// The transfer refuses more bytes than its limit.
  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    let part = unsafe [UInt8](bytes)
    state.update { $0.body += part }
    return .proceed
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    let (status, body) = state.value
    _ = result.tryPush(error.map { .failure($0) } ?? .success((status, body)))
  }
}
