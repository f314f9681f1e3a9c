public import Linux

/// Covers the virtual terminal before the display is opened, so that nothing flashes up in
/// between. Nil where there is none; what cannot be covered is told.
public func coverTerminal(
  _ wish: TerminalWish, isSwitching: Bool, takesKeys: Bool, _ log: Log
) -> VirtualTerminal? {
  // A shell's keys are for whoever started us there, unless keys are read from the devices.
  let isKeyboardOff = !isSwitching && (takesKeys || TerminalWish.isService)
  do throws(TerminalError) {
    return try VirtualTerminal.take(
      wish,
      TerminalUse(
        keyboard: isKeyboardOff ? .off : .asBefore, switching: isSwitching ? .asked : .ignored))
  } catch {
    log.warning("the console may flash up: \(error)")
    return nil
  }
}
