"""The SQL that made each released version of the database from the previous one; never change it."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    CREATE TABLE notes (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL, json TEXT NOT NULL);
    CREATE INDEX notes_by_event ON notes (event);
    CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, state TEXT NOT NULL,
                        why TEXT) WITHOUT ROWID;
    CREATE TABLE results (id TEXT PRIMARY KEY, file TEXT, json TEXT NOT NULL);
    CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, named_at TEXT NOT NULL,
                          computer INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (id TEXT PRIMARY KEY, name TEXT NOT NULL, named INTEGER NOT NULL, session TEXT NOT NULL,
                         forfeit TEXT NOT NULL, deck TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE members (table_id TEXT NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
                          person TEXT NOT NULL, PRIMARY KEY (table_id, person)) WITHOUT ROWID;
    CREATE TABLE games (id TEXT PRIMARY KEY REFERENCES results (id) DEFERRABLE INITIALLY DEFERRED,
                        table_id TEXT NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
                        variant TEXT NOT NULL, title TEXT NOT NULL, ended TEXT NOT NULL, moment TEXT NOT NULL,
                        day TEXT NOT NULL, hands INTEGER NOT NULL, reason TEXT NOT NULL,
                        season TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX games_by_table ON games (table_id, moment, id);
    CREATE INDEX games_by_moment ON games (moment, id);
    CREATE TABLE seats (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
                        person TEXT NOT NULL REFERENCES persons (id) DEFERRABLE INITIALLY DEFERRED,
                        variant TEXT NOT NULL, day TEXT NOT NULL, side INTEGER NOT NULL, place INTEGER NOT NULL,
                        won INTEGER NOT NULL, points INTEGER NOT NULL, hands INTEGER NOT NULL, bid INTEGER NOT NULL,
                        tricks INTEGER NOT NULL, made INTEGER NOT NULL, "set" INTEGER NOT NULL, bags INTEGER NOT NULL,
                        zeros INTEGER NOT NULL, zeros_made INTEGER NOT NULL, blinds INTEGER NOT NULL,
                        blinds_made INTEGER NOT NULL, bemos INTEGER NOT NULL, bemos_kept INTEGER NOT NULL,
                        bones INTEGER NOT NULL, pairs TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
    CREATE INDEX seats_by_person ON seats (person, variant, day);
    CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                          place INTEGER NOT NULL, moment TEXT NOT NULL, day TEXT NOT NULL, person TEXT NOT NULL,
                          kind TEXT NOT NULL, amount INTEGER NOT NULL, game TEXT, other TEXT,
                          PRIMARY KEY (table_id, place)) WITHOUT ROWID;
    CREATE INDEX entries_by_kind ON entries (table_id, kind, person, day, amount);
    CREATE INDEX entries_by_moment ON entries (table_id, moment);
    """,
    """
    ALTER TABLE notes ADD COLUMN about TEXT;
    ALTER TABLE notes ADD COLUMN moment TEXT;
    CREATE INDEX notes_by_about ON notes (event, about, moment);
    DROP INDEX entries_by_kind;
    CREATE INDEX entries_by_kind ON entries (table_id, kind, day);
    CREATE INDEX games_by_day ON games (table_id, day);
    CREATE TABLE reviews (game TEXT NOT NULL, seat INTEGER NOT NULL, luck REAL NOT NULL, play REAL NOT NULL,
                          PRIMARY KEY (game, seat)) WITHOUT ROWID;
    CREATE TABLE tallies (person TEXT NOT NULL, variant TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
                          amount INTEGER NOT NULL, PRIMARY KEY (person, variant, what, key)) WITHOUT ROWID;
    CREATE TABLE totals (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                         person TEXT NOT NULL, kind TEXT NOT NULL, year INTEGER NOT NULL, amount INTEGER NOT NULL,
                         PRIMARY KEY (table_id, person, kind, year)) WITHOUT ROWID;
    CREATE TABLE checkpoints (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE
                              DEFERRABLE INITIALLY DEFERRED, moment TEXT NOT NULL, place INTEGER NOT NULL,
                              state TEXT NOT NULL, PRIMARY KEY (table_id, moment)) WITHOUT ROWID;
    DELETE FROM notes;
    DELETE FROM meta;
    INSERT INTO meta (key, value) VALUES ('stale', 1);
    """,
    "INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1);",  # the counts of who met whom have changed
    """
    ALTER TABLE seats ADD COLUMN player TEXT NOT NULL DEFAULT '';
    INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1);
    """,
    """
    ALTER TABLE seats ADD COLUMN off_hands INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seats ADD COLUMN off_over INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seats ADD COLUMN off_short INTEGER NOT NULL DEFAULT 0;
    DELETE FROM files;
    INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1);
    """,  # read every record again, for zero hunters, cards cited twice, and tricks off
    # the previous version already reads records again
    "ALTER TABLE seats ADD COLUMN take_backs INTEGER NOT NULL DEFAULT 0;",
    """
    CREATE TABLE uncounted (table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE
                            DEFERRABLE INITIALLY DEFERRED, since TEXT NOT NULL) WITHOUT ROWID;
    """,  # seasons still to count after many new games, each from a moment on
    """
    ALTER TABLE seats ADD COLUMN blind_zeros_made INTEGER NOT NULL DEFAULT 0;
    DELETE FROM files;
    INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1);
    """,  # read every record again, for zeros that were bid blind
)
