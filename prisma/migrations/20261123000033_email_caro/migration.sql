-- What reading an e-mail had cost, in ms of CPU, when it was given up for that, and when: a conta with many of them gets less for each.
ALTER TABLE email ADD COLUMN custo_ms integer;
ALTER TABLE email ADD COLUMN caro_em timestamptz(3);
CREATE INDEX email_caro_idx ON email (conta_id, caro_em) WHERE caro_em IS NOT NULL;
