import Linux

/// Covers the virtual terminal before the display is opened, so that nothing flashes up in
/// between. Nil where there is none; what cannot be covered is told.
func coverTerminal(_ wish: TerminalWish, _ use: TerminalUse, _ log: Log) -> VirtualTerminal? {
  do throws(TerminalError) {
    return try VirtualTerminal.take(wish, use)
  } catch {
    log.warning("the console may flash up: \(error)")
    return nil
  }
}
