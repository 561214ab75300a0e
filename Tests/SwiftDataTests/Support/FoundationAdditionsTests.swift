import Foundation
import SwiftData
import Testing

@Suite struct FoundationAdditionsTests {
  @Test func indexPathsHaveSectionsAndItems() {
    var path = IndexPath(item: 3, section: 1)
    #expect(path == IndexPath(indexes: [1, 3]))
    #expect(path.section == 1 && path.item == 3)
    path.item = 4
    path.section = 2
    #expect(Array(path) == [2, 4])
  }

  @Test func aShortIndexPathIsFilledUp() {
    var path = IndexPath()
    #expect(path.section == 0 && path.item == 0)
    path.item = 2
    #expect(Array(path) == [0, 2])
    #expect(IndexPath(index: 7).item == 0)
  }

  @Test func theUsersFoldersAreFileURLs() {
    #expect(URL.documentsDirectory.isFileURL)
    #expect(URL.applicationSupportDirectory.isFileURL)
    #expect(URL.documentsDirectory != URL.applicationSupportDirectory)
  }

  private static let name = Notification.Name("FoundationAdditionsTests")

  @Test func notificationsComeInOrderAndWait() async {
    let center = NotificationCenter()
    var iterator = center.notifications(named: Self.name).makeAsyncIterator()
    for number in 0..<100 {
      center.post(name: Self.name, object: nil, userInfo: ["number": number])
    }
    for number in 0..<100 {
      #expect(await iterator.next()?.userInfo?["number"] as? Int == number)
    }
  }

  @Test func onlyTheObjectsOwnAreGiven() async {
    final class Sender {}
    let (first, second) = (Sender(), Sender())
    let center = NotificationCenter()
    var iterator = center.notifications(named: Self.name, object: second).makeAsyncIterator()
    center.post(name: Self.name, object: first)
    center.post(name: Notification.Name("other"), object: second)
    center.post(name: Self.name, object: second, userInfo: ["last": true])
    #expect(await iterator.next()?.userInfo?["last"] as? Bool == true)
  }

  @Test func aCancelledTaskIsGivenNoMore() async {
    let center = NotificationCenter()
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: Self.name) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test func aContextTellsItsAuthor() throws {
    let container = try TemporaryStore().container(Place.self)
    let context = ModelContext(container)
    context.author = "a"
    #expect(context.editingState.author == "a")
    var state = context.editingState
    state.author = nil
    context.editingState = state
    #expect(context.author == nil)
    #expect(ModelContext(container).editingState.id != context.editingState.id)
  }
}
