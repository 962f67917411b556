#pragma once
#include <sqlite3.h>

// These take a variable list, which Swift cannot call.
static inline int atrium_sqlite3_config_memstatus(int on) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on); }
static inline int atrium_sqlite3_stable_plans(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)0);
}
