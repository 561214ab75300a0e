/// What can go wrong in the atlas itself, said so that a reader knows what to do.
enum AtlasError: Error, Equatable, CustomStringConvertible {
  case missingTable(String)
  case malformedLine(table: String, line: Int)
  case unknownRegion(String)
  case unknownCountry(String)
  case missingCountry(String)
  case unexpected(String)
  case usage(String)

  var description: String {
    switch self {
    case .missingTable(let path):
      "\(path) cannot be read. Install your system's time-zone data (on Debian and Ubuntu: "
        + "apt-get install tzdata), or name another folder with --tables."
    case .malformedLine(let table, let line):
      "\(table), line \(line): not in the format of the tz database."
    case .unknownRegion(let identifier):
      "\(identifier): the zone begins with no part of the world known to the atlas."
    case .unknownCountry(let code):
      "zone1970.tab names the country \(code), which iso3166.tab does not have."
    case .missingCountry(let code):
      "The store has no country \(code). Was it made by another program?"
    case .unexpected(let what):
      "The store does not hold what was saved: \(what)"
    case .usage(let problem):
      "\(problem)\nusage: AtlasDemo [STORE] [--tables FOLDER]"
    }
  }
}
