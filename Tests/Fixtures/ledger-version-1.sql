-- A ledger of version 1, made by the version of receipt-tool before apps had to be named: receipts of TestReceipts, and one
-- that was minted for another app. As the dump of sqlite3 prints it.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE ledger (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO ledger VALUES('environment','sandbox');
CREATE TABLE receipt (
  id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  bundle_id TEXT,
  environment TEXT,
  created_at INTEGER,
  verdict TEXT,
  seen_at INTEGER NOT NULL,
  is_kept INTEGER NOT NULL DEFAULT 0,
  body BLOB
) STRICT;
INSERT INTO receipt VALUES(1,X'7c76600dbdc1697da27411cb2a5a0323800a8704fc11404b973be5d892dcadc3','com.example.reader','Sandbox',1766774387000,'test-signed',1795315402403,0,NULL);
INSERT INTO receipt VALUES(2,X'1a01c2e98b9824fbe47e21337c5ba6482cf838dd156c4ce61b73537ee7d78b79','com.example.reader','Sandbox',1766774387000,'test-signed',1795315402738,0,NULL);
INSERT INTO receipt VALUES(3,X'6c824fe10025a132302b9d47a228a1580712d46d48e81be733b7c588133002c9','com.example.stranger','Sandbox',1766774387000,'test-signed',1795315403056,0,NULL);
CREATE TABLE presentation (
  id INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL,
  account TEXT NOT NULL,
  receipt_id INTEGER NOT NULL REFERENCES receipt (id),
  at INTEGER NOT NULL,
  ordered_at INTEGER,
  decision TEXT NOT NULL,
  state TEXT NOT NULL,
  device BLOB,
  details TEXT,
  repeats INTEGER NOT NULL DEFAULT 0,
  repeated_at INTEGER
) STRICT;
INSERT INTO presentation VALUES(1,'1001','jane',1,1795315402403,NULL,'accept','accepted',NULL,NULL,0,NULL);
INSERT INTO presentation VALUES(2,'1002','jane',2,1795315402738,NULL,'accept','accepted',NULL,NULL,0,NULL);
INSERT INTO presentation VALUES(3,'1003','eve',3,1795315403056,NULL,'accept','accepted',NULL,NULL,0,NULL);
INSERT INTO presentation VALUES(4,'1004','joe',1,1795315403343,NULL,'replay','replay',NULL,NULL,0,NULL);
CREATE TABLE purchase (
  transaction_id TEXT PRIMARY KEY,
  original_transaction_id TEXT,
  product_id TEXT,
  product_type INTEGER,
  purchased_at INTEGER,
  expires_at INTEGER,
  refunded_at INTEGER,
  refund_reason INTEGER,
  ownership TEXT,
  presentation_id INTEGER REFERENCES presentation (id),
  account TEXT,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO purchase VALUES('2000000000000001',NULL,'com.example.reader.monthly',3,1762073999000,1762678799000,NULL,NULL,NULL,2,NULL,'accepted');
INSERT INTO purchase VALUES('2000000000000002','2000000000000001','com.example.reader.monthly',3,1762678799000,1765270799000,NULL,NULL,NULL,2,NULL,'accepted');
INSERT INTO purchase VALUES('2000000000000003','2000000000000001','com.example.reader.monthly',3,1765270799000,1767949199000,1765365133000,1,NULL,NULL,'jane','refunded');
INSERT INTO purchase VALUES('2000000000000011',NULL,'com.example.reader.coins',1,1766770987000,NULL,NULL,NULL,NULL,1,NULL,'accepted');
INSERT INTO purchase VALUES('2000000000000012',NULL,'com.example.reader.coins',1,1766770987000,NULL,NULL,NULL,NULL,1,NULL,'accepted');
INSERT INTO purchase VALUES('9000000000000016',NULL,'com.example.stranger.coins',NULL,1766770787000,NULL,NULL,NULL,NULL,3,NULL,'accepted');
CREATE TABLE claim (
  transaction_id TEXT NOT NULL,
  presentation_id INTEGER NOT NULL REFERENCES presentation (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  holder_id INTEGER REFERENCES presentation (id) ON DELETE SET NULL,
  PRIMARY KEY (transaction_id, presentation_id)
) STRICT, WITHOUT ROWID;
INSERT INTO claim VALUES('2000000000000011',4,'replay',NULL);
INSERT INTO claim VALUES('2000000000000012',4,'replay',NULL);
CREATE TABLE subscription (
  original_transaction_id TEXT PRIMARY KEY,
  account TEXT,
  presentation_id INTEGER REFERENCES presentation (id),
  receipt_id INTEGER REFERENCES receipt (id),
  product_id TEXT,
  begins_at INTEGER,
  expires_at INTEGER,
  state TEXT NOT NULL,
  known_at INTEGER,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO subscription VALUES('2000000000000001','jane',2,NULL,'com.example.reader.monthly',1762678799000,1765270799000,'lapsed',NULL,1795315402738);
CREATE TABLE answer (
  id INTEGER PRIMARY KEY,
  receipt_id INTEGER NOT NULL REFERENCES receipt (id),
  at INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  status INTEGER,
  meaning TEXT NOT NULL,
  text TEXT,
  after_event INTEGER NOT NULL
) STRICT;
CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  presentation_id INTEGER UNIQUE REFERENCES presentation (id),
  subscription_id TEXT UNIQUE REFERENCES subscription (original_transaction_id),
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  refusals INTEGER NOT NULL DEFAULT 0,
  refused_at INTEGER,
  lease INTEGER,
  leased_at INTEGER,
  leased_until INTEGER,
  CHECK ((presentation_id IS NULL) <> (subscription_id IS NULL))
) STRICT;
CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  presentation_id INTEGER,
  transaction_id TEXT,
  original_transaction_id TEXT,
  details TEXT
) STRICT;
INSERT INTO event VALUES(1,1795315402403,'accepted',1,NULL,NULL,'{"transactions":["2000000000000011","2000000000000012"],"product_ids":["com.example.reader.coins"]}');
INSERT INTO event VALUES(2,1795315402738,'accepted',2,NULL,NULL,'{"transactions":["2000000000000002","2000000000000001"],"product_ids":["com.example.reader.monthly"]}');
INSERT INTO event VALUES(3,1795315403056,'accepted',3,'9000000000000016',NULL,'{"product_id":"com.example.stranger.coins"}');
INSERT INTO event VALUES(4,1795315403343,'replay_detected',4,'2000000000000011','2000000000000011','{"product_id":"com.example.reader.coins","held_by":{"order":"1001","account":"jane","at":"2026-11-22T02:43:22.403Z"}}');
INSERT INTO event VALUES(5,1795315403343,'replay_detected',4,'2000000000000012','2000000000000012','{"product_id":"com.example.reader.coins","held_by":{"order":"1001","account":"jane","at":"2026-11-22T02:43:22.403Z"}}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('event',5);
CREATE INDEX presentation_order ON presentation (order_id);
CREATE INDEX presentation_account ON presentation (account);
CREATE INDEX presentation_receipt ON presentation (receipt_id);
CREATE INDEX presentation_unsettled ON presentation (state) WHERE state NOT IN ('accepted', 'verified');
CREATE INDEX purchase_original ON purchase (original_transaction_id) WHERE original_transaction_id IS NOT NULL;
CREATE INDEX purchase_presentation ON purchase (presentation_id) WHERE presentation_id IS NOT NULL;
CREATE INDEX purchase_unsettled ON purchase (state) WHERE state NOT IN ('accepted', 'verified');
CREATE INDEX claim_presentation ON claim (presentation_id);
CREATE INDEX claim_holder ON claim (holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX subscription_account ON subscription (account);
CREATE INDEX subscription_state ON subscription (state);
CREATE INDEX subscription_receipt ON subscription (receipt_id);
CREATE INDEX answer_receipt ON answer (receipt_id);
CREATE INDEX task_due ON task (due_at);
CREATE INDEX event_presentation ON event (presentation_id) WHERE presentation_id IS NOT NULL;
CREATE INDEX event_transaction ON event (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX event_original ON event (original_transaction_id) WHERE original_transaction_id IS NOT NULL;
COMMIT;
PRAGMA application_id = 1381256295;
PRAGMA user_version = 1;
