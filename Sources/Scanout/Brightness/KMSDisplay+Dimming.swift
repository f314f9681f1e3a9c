internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// Dimming by the gamma table of the output.
extension KMSDisplay {
  /// The requested gamma table, and whether it was committed.
  var dimming: OutputDimming {
    get { signal.dimming }
    set { signal.dimming = newValue }
  }

  /// Dims pictures with one of the next commits; if the display is dark, once it is lit. With
  /// `untilMonitorAnswers`, the monitor's own brightness will replace it, and a refusal is only
  /// reported once it does not.
  func dim(to brightness: Brightness, untilMonitorAnswers: Bool = false) {
    signal.awaitsMonitor = untilMonitorAnswers
    let percent = brightness.percent ?? 100
    guard percent != dimming.percent else { return reportRefusedDimming() }
    guard percent < 100 else { return dimming.request(100, nil, at: .now()) }
    guard let length = output.crtc.gammaTableLength,
      let table = GammaTable(percent: percent, count: length)
    else {
      return refuseDimming(
        to: percent, "the driver \(device.driver) has no gamma table for this output")
    }
    do throws(KMSError) {
      let blob = try device.makeBlob(of: table)
      dimming.request(percent, blob, at: .now())
      if isLit { tryDimming(blob) }
    } catch {
      refuseDimming(to: percent, error.description)
    }
  }

  /// Tests whether the kernel accepts the table with a flip. Some drivers accept it only with a
  /// mode set.
  private func tryDimming(_ table: PropertyBlob) {
    var request = AtomicRequest()
    request.setGamma(table, of: output.crtc)
    do throws(Errno) {
      try commits.commit(request, .test(allowModeset: false))
    } catch {
      guard error.isRefusal, stateInKernel != .off else { return }
      do throws(Errno) {
        try commits.commit(request, .blocking(allowModeset: true))
        dimming.recordCommit()
        signal.beginVblankSeries()
      } catch {
        refuseDimming(error)
      }
    }
  }

  /// Commits the table separately if there was no picture to commit it with.
  func commitDimming(_ now: HostTime) {
    guard isLit, !isBusy, let due = dimming.due, due <= now else { return }
    var request = AtomicRequest()
    dimming.add(to: &request, output.crtc)
    do throws(Errno) {
      try commits.commit(request, .blocking(allowModeset: false))
      dimming.recordCommit()
    } catch {
      // Other errors will show with the next picture.
      if error.isRefusal, stateInKernel != .off {
        refuseDimming(error)
      } else {
        dimming.postpone(from: now)
      }
    }
  }

  /// The kernel rejects gamma tables.
  func refuseDimming(_ error: Errno) {
    refuseDimming(
      to: dimming.percent, "the driver \(device.driver) rejected the gamma table: \(error)")
  }

  private func refuseDimming(to percent: Int, _ cause: String) {
    dimming.refuse(percent, because: cause, at: .now())
    reportRefusedDimming()
  }

  private func reportRefusedDimming() {
    guard !signal.awaitsMonitor, let cause = dimming.consumeRefusal() else { return }
    let cure =
      if isMonitorDimmed {
        "Make the monitor's own brightness work, as the message about it says"
      } else if Connector.isBuiltIn(output.connector.name) {
        "Load the driver of the panel's backlight"
      } else {
        "Set display.dimming to monitor"
      }
    pendingEvents.append(
      .warning(
        "\(output.connector.name): cannot be dimmed: \(cause). \(cure), or set the brightness on the "
          + "display itself"))
  }

  /// Whether the monitor's own brightness is preferred.
  private var isMonitorDimmed: Bool {
    panel.dimming == .monitor && !Connector.isBuiltIn(output.connector.name)
  }
}
