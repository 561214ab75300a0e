import SwiftData

/// W11: objects that no context knows.
struct CreationWorkload {
  let samples: [Sample]

  var workload: Workload {
    Workload(
      name: "W11", title: "create \(samples.count) unmanaged models", bar: 3,
      sides: [
        Side("plain class") {
          {
            let items = samples.map(RawItem.init)
            return items.count
          }
        },
        Side("SwiftData", against: "plain class") {
          {
            let items = samples.map { Item($0) }
            return items.count
          }
        },
      ])
  }
}
