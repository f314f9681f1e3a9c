import ArgumentParser
import VitrineDaemon
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// Expands the files, lists and folders of a command line. Logs the faults of a list and throws the
/// exit status, also if there is nothing to play.
func expand(_ sources: [Item], mayBeEmpty: Bool, _ log: Log) throws -> PlayedSources {
  let played: PlayedSources
  do throws(ListFaults) {
    played = try ListReader(ListFilesOnDisk()).read(sources)
  } catch {
    error.lines.forEach(log.error)
    throw ExitCode(error.exitStatus.rawValue)
  }
  for path in played.empty { log.error("\(path): nothing to play") }
  if played.items.isEmpty, !mayBeEmpty { throw ExitCode(ExitStatus.noInput.rawValue) }
  return played
}

/// Expands the files of other outputs.
func expand(_ outputs: [OtherOutput], _ log: Log) throws -> [OtherOutput] {
  try outputs.map { output in
    var output = output
    output.items = try expand(output.items, mayBeEmpty: false, log).items
    return output
  }
}
