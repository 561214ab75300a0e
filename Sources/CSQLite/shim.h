#include <sqlite3.h>

/// Whether closing the last connection copies the write-ahead log into the database file.
/// (`sqlite3_db_config` is variadic, which Swift cannot call.)
static inline int csqlite_checkpoint_on_close(sqlite3 *database, int enabled) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}
