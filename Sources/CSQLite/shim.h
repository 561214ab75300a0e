#include <sqlite3.h>

/// Whether closing the last connection copies the write-ahead log into the database file.
/// (`sqlite3_db_config` is variadic, which Swift cannot call.)
static inline int csqlite_checkpoint_on_close(sqlite3 *database, int enabled) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}

/// The shared index of the write-ahead log of a connection that reads from it; NULL if there is
/// none. (The functions of a file are pointers that may be missing, which is easier to say in C.)
static inline const void *csqlite_log_index(sqlite3 *database) {
  sqlite3_file *file = 0;
  volatile void *index = 0;
  // One block of the index, as SQLite itself has it mapped already.
  const int block = 32768;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      !file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap ||
      file->pMethods->xShmMap(file, 0, block, 0, &index) != SQLITE_OK) {
    return 0;
  }
  return (const void *)index;
}
