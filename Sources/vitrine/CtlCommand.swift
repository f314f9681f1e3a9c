import ArgumentParser
import VitrineControl
import VitrineDaemon
import VitrineMachine
import VitrinePlayback

/// `vitrine ctl`: controls a running player over its socket.
struct CtlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control a running player.",
    usage: "vitrine ctl [--socket <path>] [--output <connector>] [--json] <command> …",
    discussion: """
      Commands:
        status [--follow]           Show what is playing.
        health                      Show whether a picture is on the display, and
                                    list the problems: see vitrine health.
        play, pause, toggle, stop   Start, pause or stop playback.
        seek TIME|+TIME|-TIME|N%    Go to a time, forward, back, or to N percent.
        skip TIME|-TIME             Skip forward or back.
        next, previous, jump N      Go to another item; N is its number in list.
        list                        Print the queue.
        load SOURCE…                Replace the queue.
        append SOURCE…, clear       Add to the queue, or empty it.
        insert SOURCE…              Add to the queue after the current item.
        move N M, remove N          Move entry N to the place of M; remove entry N.
        shuffle on|off              Shuffle the queue, or restore its order.
        loop none|item|queue        Repeat nothing, the item or the queue.
        reload                      Read the service's lists again.
        programme                   Go back to the service's programme.
        volume N|N%|+N%|-N%         Set or change the volume (0-1 or 0%-100%).
        mute [on|off|toggle]        Mute or unmute.
        rate N                      Set the playback speed (0.25-4).
        fit contain|cover|stretch   Set how pictures fit the display.
        rotate 0|90|180|270|auto    Rotate everything clockwise.
        quality WORD                Limit the quality: auto, lowest, highest,
                                    a height (720p) or a bit rate in Mbit/s (2.5).
        audio, sub next|auto|none|N Select the audio or subtitle track.
        audio-device [auto|none|NAME]
                                    Play sound on another device; without a name,
                                    list the devices.
        hand-over [NAME|ADDRESS]    Continue the item on another player, and pause
                                    here; without a name, list the players.
        display on|off|toggle       Turn the display on or off.
        display brightness N        Set the brightness (0-100).
        message [as SEVERITY] [for TIME] TEXT
                                    Show a message above the picture, for 10 s or
                                    a TIME such as 5m; without a text, remove it.
                                    SEVERITY is information, warning or emergency.
        overlay                     List the overlays above the picture.
        overlay set NAME [at PLACE] [size N] text TEXT
                                    Show or change an overlay, with the keys of the
                                    configuration; the content comes last: text,
                                    ticker, clock, countdown, image or code.
        overlay remove NAME         Remove an overlay.
        screenshot FILE.png         Save a screenshot; - is standard output.
        override begin NAME for|until TIME file SOURCE
                                    Show this above everything else; TIME is 30m or
                                    2026-12-24T18:00:00+01:00.
        override begin NAME for|until TIME [SEVERITY] card TITLE [TEXT]
                                    Show a card above everything else; SEVERITY
                                    is information, warning or emergency.
        override end [NAME]         End the override.
        content [check]             Show the content updates, or check for them now.
        statistics, version, quit   Print statistics or the version; end the player.

      Exit status: 0 if done, 64 for an unknown command, 65 if the player refuses, 69 if no player \
      answers, 73 if the screenshot cannot be written, 77 without permission.

      Examples:
        vitrine ctl status --follow
        vitrine ctl seek 1:30
        vitrine ctl load /srv/films/*.mp4
        vitrine ctl override begin sale for 30m file /srv/sale.mp4
        vitrine ctl --json status | jq .position
      """
  )

  @Option(
    help: ArgumentHelp(
      "Use this socket of the player. (default: VITRINE_SOCKET, otherwise service.socket of the configuration)",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Control the player of this connector, if it has its own list. (default: the first)",
      valueName: "connector"))
  var output: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "With status: print every change until Ctrl-C.")
  var follow = false

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The command, as listed above.", valueName: "command"))
  var words: [String]

  private var call: ControlCall {
    ControlCall(words, socket: socket, output: output, json: json, follow: follow)
  }

  func validate() throws {
    do throws(Refusal) { try call.check() } catch { throw ValidationError(error.description) }
  }

  func run() throws { try call.perform() }
}

extension ControlCall {
  /// Carries out the call, and ends the program with its exit status.
  func perform() throws {
    let path = path(configured: ConfigurationSources.ofService.readableSocket)
    let status: Int32
    do throws(ControlClientError) {
      status = try run(path: path)
    } catch {
      Log().error(message(error, path: path))
      status = exitStatus(after: error)
    }
    if status != 0 { throw ExitCode(status) }
  }
}
