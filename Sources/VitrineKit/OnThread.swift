internal import VitrineLinux

/// Runs a blocking function on a separate thread, because Swift's concurrency pool has few.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    do throws(Errno) {
      try NamedThread(name) { continuation.resume(returning: body()) }.detach()
    } catch {
      // Without a new thread, block the current one: slow, but correct.
      continuation.resume(returning: body())
    }
  }
}

/// Runs a blocking function that can throw on a separate thread.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () throws(PlayerError) -> Value
) async throws(PlayerError) -> Value {
  let result = await onThread(name) {
    Result { () throws(PlayerError) in try body() }
  }
  return try result.get()
}
