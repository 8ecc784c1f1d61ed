-- A certificate that has ended proves nobody any more at the SEFAZ-shaped feed.
GRANT SELECT (valido_ate) ON certificado TO malote_portaria;

-- A company is told nothing of the documents that it issued itself, as at SEFAZ; of their eventos it is.
ALTER TABLE feed NO FORCE ROW LEVEL SECURITY;
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
UPDATE feed f SET empresa_id = NULL, documento_id = NULL
  FROM nota n WHERE n.conta_id = f.conta_id AND n.id = f.nota_id AND f.tipo IN ('nota', 'troca') AND n.papel = 'S' AND f.documento_id IS NOT NULL;
ALTER TABLE feed FORCE ROW LEVEL SECURITY;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
