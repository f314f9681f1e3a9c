import VitrineControl
import VitrineGestures
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSettings
import VitrineWeb

/// The part of the configuration that remote clients edit: a file of the service, layered over
/// those below `/etc`. Runs on its own thread, `settings`. Thread-safe.
final class EditableConfiguration: RemoteConfiguration {
  /// Makes the service read everything again and calls back when done.
  typealias Reloader = ProgramRequests.Reloader

  private let places: ConfigurationSources
  private let path: String
  private let reload: Reloader
  private let orders = BoundedQueue<@Sendable () -> Void>(limit: 16)
  private let thread: NamedThread

  /// Remote clients may not set the other sections: some of them give access to the network, to
  /// files and to the HTTP server itself.
  static let sections = [
    "audio", "display", "interface", "keys", "outputs", "playback", "playlist", "power",
    "subtitles",
  ]

  /// Returns nil if the service has no state folder.
  init?(_ places: ConfigurationSources, reload: @escaping Reloader) throws(Errno) {
    guard let path = places.own else { return nil }
    self.places = places
    self.path = path
    self.reload = reload
    let orders = orders
    thread = try NamedThread("settings") { while let order = orders.pop() { order() } }
  }

  func close() {
    orders.close()
    thread.join()
  }

  func read(_ done: @escaping @Sendable (Result<ConfigurationText, Refusal>) -> Void) {
    let (places, path) = (places, path)
    order({ done(.failure(.isBusy)) }) {
      done(
        Result { () throws(Refusal) in
          do throws(ConfigurationError) {
            let own = try places.hasOwn() ? String(decoding: readFile(path), as: UTF8.self) : ""
            let holding = try places.read().configuration.withoutSecrets.yaml(hasOrigins: true)
            return ConfigurationText(effective: holding, own: own, sections: Self.sections)
          } catch {
            throw Refusal(error.lines.joined(separator: "\n"))
          }
        })
    }
  }

  func check(_ own: String, _ done: @escaping @Sendable ([String]) -> Void) {
    let places = places
    order({ done([Refusal.isBusy.description]) }) {
      if case .failure(let refusal) = Self.checked(own, places) {
        done(refusal.description.split(separator: "\n").map { String($0) })
      } else {
        done([])
      }
    }
  }

  func change(to own: String, _ done: @escaping @Sendable (Result<[String], Refusal>) -> Void) {
    let (places, path, reload) = (places, path, reload)
    order({ done(.failure(.isBusy)) }) {
      do throws(Refusal) {
        // Nil if the configuration was unusable until now: the reload then restarts the service,
        // and nothing is left waiting.
        let before = try? places.read().configuration.configuration
        let after = try Self.checked(own, places).get()
        try Self.write(own, to: path)
        let waiting = before.map { ConfigurationChange(from: $0, to: after).restartSections } ?? []
        reload { refusal in done(refusal.map { .failure($0) } ?? .success(waiting)) }
      } catch {
        done(.failure(error))
      }
    }
  }

  /// Adds the actions of keys, from the service menu, to those in the file. Comments in it are lost.
  func add(_ keys: [String: KeyAction], _ done: @escaping @Sendable (Refusal?) -> Void) {
    let (places, path, reload) = (places, path, reload)
    order({ done(.isBusy) }) {
      do throws(Refusal) {
        let own = try Self.adding(keys, to: places, path)
        _ = try Self.checked(own, places).get()
        try Self.write(own, to: path)
        reload(done)
      } catch {
        done(error)
      }
    }
  }

  private static func adding(
    _ keys: [String: KeyAction], to places: ConfigurationSources, _ path: String
  ) throws(Refusal) -> String {
    let lines = keys.map { "  \($0.key): \($0.value.rawValue)\n" }.sorted()
    do throws(ConfigurationError) {
      let own = try places.hasOwn() ? readFile(path) : []
      let layers: [ConfigurationLayer] = [
        .file("own", own), .file("keys", Array("keys:\n\(lines.joined())".utf8)),
      ]
      return try merge(layers).yaml(hasAll: false)
    } catch {
      throw Refusal(error.lines.joined(separator: "\n"))
    }
  }

  private func order(_ refuse: () -> Void, _ body: @escaping @Sendable () -> Void) {
    if !orders.tryPush(body) { refuse() }
  }

  /// The effective configuration with this text, between the layers below and above.
  private static func checked(
    _ own: String, _ places: ConfigurationSources
  ) -> Result<Configuration, Refusal> {
    let bytes = Array(own.utf8)
    do throws(ConfigurationError) {
      let others = try merge([.file("own", bytes)]).sections.subtracting(sections).sorted()
      guard others.isEmpty else {
        let lines = others.map {
          "\($0): can only be set on the machine, in /etc/vitrine/vitrine.yaml"
        }
        return .failure(Refusal(lines.joined(separator: "\n"), .invalid))
      }
      return .success(try places.read(own: bytes).configuration.configuration)
    } catch {
      return .failure(Refusal(error.lines.joined(separator: "\n"), .invalid))
    }
  }

  /// Atomic, even through a power cut.
  private static func write(_ own: String, to path: String) throws(Refusal) {
    let (folder, name) = Folder.holding(path)
    do throws(Errno) {
      try folder.write(own.isEmpty ? nil : own, to: name)
    } catch {
      throw Refusal("cannot write \(path): \(error)")
    }
  }
}

extension Refusal {
  fileprivate static let isBusy = Refusal("too many requests for the configuration", .busy)
}
