internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// How the pictures of an output are made darker.
extension KMSDisplay {
  /// What is wanted of its gamma table, and what the kernel has of that.
  var dimming: OutputDimming {
    get { signal.dimming }
    set { signal.dimming = newValue }
  }

  /// Has pictures so bright from one of the next commits on; those of a display that is not lit, once it is.
  func dim(to brightness: Brightness) {
    let percent = brightness.percent ?? 100
    guard percent != dimming.percent else { return }
    guard percent < 100 else { return dimming.want(100, nil, at: .now()) }
    guard let length = output.crtc.gammaTableLength,
      let table = GammaTable(percent: percent, count: length)
    else {
      return refuseDimming(
        to: percent, "the driver \(device.driver) has no gamma table for it")
    }
    do throws(KMSError) {
      let blob = try device.makeBlob(of: table)
      dimming.want(percent, blob, at: .now())
      if isLit { tryDimming(blob) }
    } catch {
      refuseDimming(to: percent, error.description)
    }
  }

  /// Asks whether the kernel takes the table with a flip. Some drivers take it when the mode is set, and no
  /// other way.
  private func tryDimming(_ table: PropertyBlob) {
    var request = AtomicRequest()
    request.setGamma(table, of: output.crtc)
    do throws(Errno) {
      try commits.commit(request, .test(allowModeset: false))
    } catch {
      guard error.isRefusal, stateInKernel != .off else { return }
      do throws(Errno) {
        try commits.commit(request, .blocking(allowModeset: true))
        dimming.noteDone()
        signal.noteSeries()
      } catch {
        refuseDimming(error)
      }
    }
  }

  /// Tells the kernel by itself, where no picture came that took it along.
  func commitDimming(_ now: HostTime) {
    guard isLit, !isBusy, let due = dimming.due, due <= now else { return }
    var request = AtomicRequest()
    dimming.add(to: &request, output.crtc)
    do throws(Errno) {
      try commits.commit(request, .blocking(allowModeset: false))
      dimming.noteDone()
    } catch {
      // What is more than that shows with the next picture.
      if error.isRefusal, stateInKernel != .off {
        refuseDimming(error)
      } else {
        dimming.postpone(from: now)
      }
    }
  }

  /// The kernel does not take a table.
  func refuseDimming(_ error: Errno) {
    refuseDimming(
      to: dimming.percent, "the driver \(device.driver) refuses a gamma table: \(error)")
  }

  private func refuseDimming(to percent: Int, _ cause: String) {
    dimming.refuse(percent, because: cause, at: .now())
    news.append(
      .trouble(
        "\(output.connector.name): cannot be dimmed: \(cause), and no backlight of the kernel's can be "
          + "set. Set the display itself: it is not told over its cable (DDC/CI)"))
  }
}
