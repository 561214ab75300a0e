#if !canImport(Darwin)
  public import Foundation

  // UIKit and AppKit have these on Apple's platforms.
  extension IndexPath {
    /// Makes the place of an item in a section.
    public init(item: Int, section: Int) {
      self.init(indexes: [section, item])
    }

    /// The section, or 0 in a path of none.
    public var section: Int {
      get { index(at: 0) }
      set { set(newValue, at: 0) }
    }

    /// The place in the section, or 0 in a path of one step or none.
    public var item: Int {
      get { index(at: 1) }
      set { set(newValue, at: 1) }
    }

    private func index(at position: Int) -> Int { position < count ? self[position] : 0 }

    /// Sets a step, and steps before it that are missing to 0.
    private mutating func set(_ index: Int, at position: Int) {
      while count <= position { append(0) }
      self[position] = index
    }
  }
#endif
