import Foundation
import SwiftData

/// Something worth remembering about a country.
@Model
final class Note {
  var text: String
  var written: Date
  var country: Country?

  init(text: String, written: Date = .now, country: Country? = nil) {
    self.text = text
    self.written = written
    self.country = country
  }
}
