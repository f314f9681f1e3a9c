internal import VitrineLinux

/// Runs a blocking function on a separate thread, because Swift's concurrency pool has few. When this
/// returns, the thread has ended and released what the function captured.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () -> Value
) async -> Value {
  let thread = Shared<NamedThread?>(nil)
  let value = await withCheckedContinuation { continuation in
    do throws(Errno) {
      let started = try NamedThread(name) { continuation.resume(returning: body()) }
      thread.update { $0 = started }
    } catch {
      // Without a new thread, block the current one: slow, but correct.
      continuation.resume(returning: body())
    }
  }
  // It is at its end.
  thread.value?.join()
  return value
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
