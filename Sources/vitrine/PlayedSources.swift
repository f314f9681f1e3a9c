import ArgumentParser
import Playback
import Playlists
import Settings

/// What the files, lists and folders of a command line have to play.
struct PlayedSources {
  var items: [Item] = []
  /// What the list says where it is the only source; else nil.
  var title: String?
  var loop: Queue.Loop?
  var isShuffled: Bool?
  /// The lists and folders that have nothing in them.
  var empty: [String] = []
  /// The files and folders that it was read from.
  var origins: [String] = []
}

/// Puts what is in them in the place of lists and folders.
func expand(_ sources: [Item]) throws(ListFaults) -> PlayedSources {
  let reader = ListReader(ListFilesOnDisk())
  var played = PlayedSources()
  for source in sources {
    guard case .file(let path) = source.source, reader.isList(path) else {
      played.items.append(source)
      continue
    }
    let list = try reader.read(path)
    if list.items.isEmpty { played.empty.append(path) }
    played.items += list.items
    played.origins += list.origins
    guard sources.count == 1 else { continue }
    (played.title, played.loop, played.isShuffled) = (list.title, list.loop, list.isShuffled)
  }
  return played
}

/// The same for a player: tells of what is wrong with a list and throws the exit status, also
/// where there is nothing to play.
func expand(_ sources: [Item], mayBeEmpty: Bool, _ log: Log) throws -> PlayedSources {
  let played: PlayedSources
  do throws(ListFaults) {
    played = try expand(sources)
  } catch {
    error.lines.forEach(log.error)
    throw ExitCode(error.exitStatus.rawValue)
  }
  for path in played.empty { log.error("\(path): nothing to play in it") }
  if played.items.isEmpty, !mayBeEmpty { throw ExitCode(ExitStatus.noInput.rawValue) }
  return played
}

/// The same for other outputs.
func expand(_ outputs: [OtherOutput], _ log: Log) throws -> [OtherOutput] {
  try outputs.map { output in
    var output = output
    output.items = try expand(output.items, mayBeEmpty: false, log).items
    return output
  }
}
