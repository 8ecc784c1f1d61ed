-- The SEFAZ-shaped feed (docs/adr/0043-feed-sefaz.md): whether programs with the company's certificate may read it, and what each number of the
-- feed brings to whom. That is fixed when it is published, so that a number always brings the same document.
ALTER TABLE empresa ADD COLUMN feed_sefaz boolean NOT NULL DEFAULT false;
ALTER TABLE feed ADD COLUMN empresa_id uuid, ADD COLUMN documento_id uuid;

-- What was published before brings the document on which its view stands today.
ALTER TABLE feed NO FORCE ROW LEVEL SECURITY;
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evento NO FORCE ROW LEVEL SECURITY;
UPDATE feed f SET empresa_id = n.empresa_id, documento_id = n.documento_id
  FROM nota n WHERE n.conta_id = f.conta_id AND n.id = f.nota_id AND f.tipo IN ('nota', 'troca')
    AND NOT n.quarentena AND NOT n.terceiros AND n.empresa_id IS NOT NULL;
UPDATE feed f SET empresa_id = n.empresa_id, documento_id = e.documento_id
  FROM nota n, evento e WHERE n.conta_id = f.conta_id AND n.id = f.nota_id AND f.tipo = 'evento' AND e.conta_id = f.conta_id AND e.id = f.evento_id
    AND e.documento_id IS NOT NULL AND NOT n.quarentena AND NOT n.terceiros AND n.empresa_id IS NOT NULL;
ALTER TABLE feed FORCE ROW LEVEL SECURITY;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE evento FORCE ROW LEVEL SECURITY;
CREATE INDEX feed_empresa_idx ON feed (conta_id, empresa_id, sequencia) WHERE documento_id IS NOT NULL;

GRANT SELECT (documento_id) ON nota TO malote_portaria;
GRANT SELECT (conta_id, id, documento_id) ON evento TO malote_portaria;
CREATE POLICY portaria ON evento FOR SELECT TO malote_portaria USING (true);
-- Whose feed a certificate opens is asked before a conta is known.
CREATE INDEX empresa_feed_idx ON empresa (cnpj) WHERE feed_sefaz;
GRANT SELECT (conta_id, id, cnpj, feed_sefaz) ON empresa TO malote_portaria;
CREATE POLICY portaria ON empresa FOR SELECT TO malote_portaria USING (true);
GRANT SELECT (conta_id, empresa_id, cadeia) ON certificado TO malote_portaria;
CREATE POLICY portaria ON certificado FOR SELECT TO malote_portaria USING (true);
-- Where a document stands in the feed.
CREATE INDEX feed_documento_idx ON feed (conta_id, documento_id) WHERE documento_id IS NOT NULL;
