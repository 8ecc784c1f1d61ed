-- When the user of a session last proved who they are (docs/adr/0054-entrada-recente.md). Sessions of before must prove it anew; one that an
-- older version still writes begins now.
ALTER TABLE sessao ADD COLUMN autenticada_em timestamptz(3) NOT NULL DEFAULT '1970-01-01T00:00:00Z';
ALTER TABLE sessao ALTER COLUMN autenticada_em SET DEFAULT now();
