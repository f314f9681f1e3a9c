import NIOCore
import NIOPosix
import VitrineLinux

/// Sets up the connections of a server. Confined to the server's thread.
protocol ConnectionInitializer: AnyObject {
  /// Sets up a client's connection; if this throws, the connection is closed.
  func initialize(_ channel: any Channel, from address: String, isLocal: Bool) throws
  /// The server is closing; its connections are closed afterwards.
  func close()
}

/// A thread with a listening socket, until `close`. Thread-safe.
final class ServerThread: Sendable {
  private let thread: NamedThread
  private let stopping: Shared<(@Sendable () -> Void)?>
  /// The address that it listens at, with the port chosen by the kernel if none was set.
  let address: String

  /// Starts listening; `initializer` is called on the thread.
  init(
    _ name: String, priority: NamedThread.Priority = .normal, at address: WebAddress,
    _ limits: WebLimits, initializer: @escaping @Sendable (ServerLoop) -> any ConnectionInitializer
  ) throws(WebError) {
    let begun = BoundedQueue<Result<String, WebError>>(limit: 1)
    let stopping = Shared<(@Sendable () -> Void)?>(nil)
    self.stopping = stopping
    let failed = WebError.failed(address: "\(address)", "cannot create a thread")
    do throws(Errno) {
      thread = try NamedThread(name, priority: priority) {
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
          let serverLoop = ServerLoop(loop)
          Listening(limits, serverLoop, initializer(serverLoop)).begin(at: address, begun, stopping)
        }
      }
    } catch {
      throw failed
    }
    switch begun.pop() {
    case .success(let address): self.address = address
    case .failure(let error):
      thread.join()
      throw error
    case nil: throw failed
    }
  }

  /// Closes all connections. Returns false if it was closed before.
  func close() -> Bool {
    let stop = stopping.update { stop in
      defer { stop = nil }
      return stop
    }
    guard let stop else { return false }
    stop()
    thread.join()
    return true
  }
}

/// The listening socket and its connections. Confined to the event loop.
private final class Listening {
  private let serverLoop: ServerLoop
  private let initializer: any ConnectionInitializer
  private var connectionLimiter: ConnectionLimiter
  private let countsNetworks: Bool
  private var channels: [ObjectIdentifier: any Channel] = [:]

  init(_ limits: WebLimits, _ serverLoop: ServerLoop, _ initializer: any ConnectionInitializer) {
    self.serverLoop = serverLoop
    self.initializer = initializer
    connectionLimiter = ConnectionLimiter(limits)
    countsNetworks = limits.connections.countsNetworks
  }

  func begin(
    at address: WebAddress, _ begun: BoundedQueue<Result<String, WebError>>,
    _ stopping: Shared<(@Sendable () -> Void)?>
  ) {
    let loop = serverLoop.loop
    let bound = NIOLoopBound(self, eventLoop: loop)
    ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try bound.value.accept(channel) }
      }
      .bind(host: address.host, port: address.port)
      .whenComplete { result in
        switch result {
        case .success(let channel):
          stopping.update { $0 = { loop.execute { bound.value.close(channel) } } }
          begun.push(.success(Self.name(channel, address)))
        case .failure(let error):
          begun.push(.failure(.failed(address: "\(address)", Self.reason(error))))
          loop.shutdownGracefully { _ in }
        }
      }
  }

  private static func name(_ channel: any Channel, _ address: WebAddress) -> String {
    guard let port = channel.localAddress?.port else { return "\(address)" }
    return "\(address)".replacing(suffix: ":\(address.port)", with: ":\(port)")
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    return "\(Errno(rawValue: error.errnoCode))"
  }

  /// Sets up a client's connection, or closes it if there are too many.
  private func accept(_ channel: any Channel) throws {
    let address = channel.remoteAddress?.ipAddress ?? "unknown"
    let isLocal = address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    let network = countsNetworks ? AddressKey.of(address) : address
    guard connectionLimiter.add(network, isLocal: isLocal) else {
      throw ChannelError.connectTimeout(.zero)
    }
    channels[ObjectIdentifier(channel)] = channel
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
      connectionLimiter.remove(network)
      channels[ObjectIdentifier(channel)] = nil
    }
    try initializer.initialize(channel, from: address, isLocal: isLocal)
  }

  private func close(_ listening: any Channel) {
    serverLoop.close()
    initializer.close()
    listening.close(promise: nil)
    for channel in channels.values { channel.close(promise: nil) }
    serverLoop.loop.shutdownGracefully { _ in }
  }
}

extension String {
  fileprivate func replacing(suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
