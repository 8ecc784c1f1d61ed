-- Epochs of a conta's feed (docs/adr/0075-epoca-do-feed.md). Each restore of the database begins one: the numbers after last_sequence and up to
-- first_sequence were given to readers before it and are given to nobody again.
CREATE TABLE feed_epoch (
  conta_id uuid NOT NULL REFERENCES conta (id),
  last_sequence bigint NOT NULL,
  first_sequence bigint NOT NULL,
  began_at timestamptz(3) NOT NULL,
  PRIMARY KEY (conta_id, first_sequence),
  CHECK (last_sequence <= first_sequence)
);
ALTER TABLE feed_epoch ENABLE ROW LEVEL SECURITY;
ALTER TABLE feed_epoch FORCE ROW LEVEL SECURITY;
CREATE POLICY da_conta ON feed_epoch TO malote_app USING (conta_id = (SELECT nullif(current_setting('app.conta', true), '')::uuid));
CREATE POLICY portaria ON feed_epoch TO malote_portaria USING (true) WITH CHECK (true);
GRANT SELECT ON feed_epoch TO malote_app;
GRANT SELECT, INSERT ON feed_epoch TO malote_portaria;
