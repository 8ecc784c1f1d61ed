-- A company is proved before anything of it leaves its conta, and what leaves is switched per conta and per company
-- (docs/adr/0051-empresa-provada.md).
ALTER TABLE empresa
  ADD COLUMN provada_por text CHECK (provada_por IN ('certificado', 'dominio', 'operador')),
  ADD COLUMN provada_em timestamptz(3),
  ADD COLUMN provada_detalhe text,
  ADD COLUMN download_publico boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT empresa_prova_inteira CHECK ((provada_por IS NULL) = (provada_em IS NULL));
ALTER TABLE conta
  ADD COLUMN download_publico boolean NOT NULL DEFAULT true,
  ADD COLUMN dominios text[] NOT NULL DEFAULT '{}';

-- Certificates that are stored already prove the companies of their CNPJ root.
ALTER TABLE empresa NO FORCE ROW LEVEL SECURITY;
ALTER TABLE certificado NO FORCE ROW LEVEL SECURITY;
UPDATE empresa e SET provada_por = 'certificado', provada_em = k.criado_em, provada_detalhe = k.titular
  FROM (SELECT DISTINCT ON (conta_id, left(cnpj, 8)) conta_id, left(cnpj, 8) AS raiz, titular, criado_em FROM certificado
    WHERE cadeia = 'verificada' AND cnpj IS NOT NULL AND valido_ate > now() ORDER BY conta_id, left(cnpj, 8), criado_em) k
  WHERE e.conta_id = k.conta_id AND left(e.cnpj, 8) = k.raiz;
ALTER TABLE empresa FORCE ROW LEVEL SECURITY;
ALTER TABLE certificado FORCE ROW LEVEL SECURITY;

GRANT UPDATE (download_publico) ON conta TO malote_app;
GRANT UPDATE (dominios) ON conta TO malote_portaria;
-- The public download compares the copies of all contas.
GRANT SELECT (provada_por, download_publico) ON empresa TO malote_portaria;
GRANT SELECT (dig_val, sefaz_dig_val, sefaz_consultada_em) ON nota TO malote_portaria;
GRANT SELECT (conta_id, id, achados) ON documento TO malote_portaria;
CREATE POLICY portaria ON documento FOR SELECT TO malote_portaria USING (true);
