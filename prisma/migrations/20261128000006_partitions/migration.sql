-- The bytes of every documento, gzip, as received: kept for 132 months by law. One partition for each month
-- of capture (UTC), which portaria_particoes creates ahead of time (db/portaria/varredores.sql).
CREATE TABLE documento_xml (
  conta_id uuid NOT NULL,
  mes date NOT NULL,
  documento_id uuid NOT NULL,
  xml_gzip bytea NOT NULL,
  PRIMARY KEY (conta_id, documento_id, mes)
) PARTITION BY RANGE (mes);
-- The bytes are compressed already.
ALTER TABLE documento_xml ALTER COLUMN xml_gzip SET STORAGE EXTERNAL;
-- Rows of a month without a partition, until it is created.
CREATE TABLE documento_xml_resto PARTITION OF documento_xml DEFAULT;
ALTER TABLE documento_xml OWNER TO malote_portaria;
ALTER TABLE documento_xml_resto OWNER TO malote_portaria;
