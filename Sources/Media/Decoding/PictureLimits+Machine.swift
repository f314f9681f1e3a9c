internal import VitrineLinux
public import VitrinePictures

extension PictureLimits {
  /// The limits for the memory that this process may use now.
  public static var ofThisMachine: PictureLimits {
    PictureLimits(memory: MemoryLimit.ofThisProcess().bytes)
  }
}
