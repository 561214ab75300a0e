import Atlas
import Foundation

exit(AtlasCommand.run(Array(CommandLine.arguments.dropFirst())))
