package import VitrineKMS
package import VitrinePictures

/// The route of full-screen video on a connector, and why others were rejected: found with test
/// commits, which change nothing on screen.
package struct RouteReport: Sendable {
  /// Nil if there is no route.
  package let mode: String?
  package let videoPlane: UInt32?
  package let interfacePlane: UInt32?
  package let format: String?
  package let refusals: [String]

  /// Tests pictures of the mode's own size in the most common decoder format (8 bits, 4:2:0). The
  /// result applies to the mode that would be set: testing another mode requires DRM master, and
  /// reports an error if another process is master.
  package init(
    device: any AtomicDevice, connector: String, quirks: DisplayQuirks = DisplayQuirks()
  ) {
    do throws(KMSError) {
      guard let found = device.connectors().first(where: { $0.name == connector }) else {
        throw KMSError.noConnector(wanted: connector, seen: [])
      }
      guard let listed = found.modes.best(for: nil) else { throw found.refusal(of: .preferred) }
      let output = try Output(found, mode: listed, on: device)
      defer { device.claims.release(output.crtc.id, of: found.id) }
      let finder = RouteFinder(device: device, output: output, RoutingRequest(quirks: quirks))
      let video = PictureDescription(
        format: .yuv420, depth: 8, chroma: .c420, size: output.size,
        color: ColorDescription(matrix: nil, range: nil, of: output.size))
      let (plan, refused) = try finder.survey(video)
      let route = finder[plan.route]
      mode = route.mode.rawValue
      videoPlane = route.pair.video.id.rawValue
      interfacePlane = route.pair.interface?.id.rawValue
      format = plan.format.description
      refusals = refused
    } catch {
      (mode, videoPlane, interfacePlane, format) = (nil, nil, nil, nil)
      refusals = [error.description]
    }
  }
}
