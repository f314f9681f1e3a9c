package import VitrineLinux
package import VitrineTiming

/// Reads one list repeatedly on its own thread, so that a slow disk or an unresponsive network
/// share blocks nothing else. Thread-safe.
package final class ListLoader: Sendable {
  /// The result of a reading.
  package struct Outcome: Sendable {
    package let result: Result<LoadedList, ListError>
    /// Reports changes since then; or why it cannot.
    package let watch: Result<PathWatch, Errno>
    /// Whether files may have changed without the watch reporting it.
    package let mayBeOutdated: Bool
  }

  private struct Request: Sendable {
    let source: any ListSource
    /// The files and folders of the previous reading.
    let origins: [String]
  }

  private let requests = BoundedQueue<Request>(limit: .max)
  private let outcomes = BoundedQueue<Outcome>(limit: .max)
  /// Rings when an outcome is available.
  package let bell: Wakeup

  package init() throws(Errno) {
    bell = try Wakeup()
    let (requests, outcomes, bell) = (requests, outcomes, bell)
    let thread = try NamedThread("lists") {
      while let request = requests.pop() {
        outcomes.force(Outcome(request.source, origins: request.origins))
        bell.ring()
      }
    }
    // The thread may wait for a share that never answers; closing does not wait for it.
    thread.detach()
  }

  /// Starts a reading; `origins` are the files and folders of the previous one.
  package func begin(_ source: any ListSource, origins: [String]) {
    requests.force(Request(source: source, origins: origins))
  }

  /// Returns the next outcome, in the order of the readings.
  package func next() -> Outcome? {
    bell.clear()
    return outcomes.tryPop()
  }

  /// Returns the result of the first reading without consuming it, or nil if it has not ended by
  /// the deadline.
  package func result(until deadline: HostTime) -> Result<LoadedList, ListError>? {
    guard let outcome = outcomes.pop(until: deadline) else { return nil }
    outcomes.force(outcome)
    return outcome.result
  }

  package func close() { requests.close(discarding: true) }
}

extension ListLoader.Outcome {
  fileprivate init(_ source: any ListSource, origins known: [String]) {
    // Watches first, so that a change during the reading is reported.
    let before = PathWatch.of(known)
    let origins: [String]
    do throws(ListError) {
      let list = try source.read()
      (result, origins) = (.success(list), list.origins)
    } catch {
      (result, origins) = (.failure(error), error.origins)
    }
    mayBeOutdated = origins != known
    watch = mayBeOutdated ? PathWatch.of(origins) : before
  }
}

extension PathWatch {
  fileprivate static func of(_ origins: [String]) -> Result<PathWatch, Errno> {
    do throws(Errno) { return .success(try PathWatch(origins)) } catch { return .failure(error) }
  }
}

extension ListLoader.Outcome {
  /// The outcome, reduced to what the policy decides by.
  package var summary: ListPolicy.Outcome {
    let coverage: ListPolicy.Coverage =
      switch watch {
      case .success(let watch): watch.isBlind ? .some : .all
      case .failure(let error): .none(error)
      }
    return ListPolicy.Outcome(result: result, watch: coverage, mayBeOutdated: mayBeOutdated)
  }
}
