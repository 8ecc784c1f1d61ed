-- What publica() keeps by itself (docs/adr/0030-painel.md).

-- Processes of the version before hand publica their own deltas: counted beside these columns each of them would count twice. Until they
-- are gone they are told that the database is being made ready, which is an outage for them: jobs wait, and nothing is given up.
DO $$ BEGIN
  IF to_regprocedure('publica(uuid, timestamptz, text[], uuid[], uuid[], date[], text[], text[], text[], uuid[], bigint[], numeric[])') IS NULL THEN
    RETURN;
  END IF;
  SET LOCAL ROLE malote_portaria;
  CREATE OR REPLACE FUNCTION publica(
    p_conta uuid, p_agora timestamptz, p_tipos text[], p_notas uuid[], p_eventos uuid[],
    p_dias date[], p_papeis text[], p_tipos_nota text[], p_ufs text[], p_empresas uuid[], p_quantidades bigint[], p_valores numeric[])
  RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $f$
  BEGIN
    RAISE EXCEPTION 'publica: this database is of a newer version' USING ERRCODE = 'cannot_connect_now';
  END $f$;
  RESET ROLE;
END $$;

-- How a view was last counted in the rollups; null: it is not. marcas: 1 cancelled, 2 divergent, 4 not processed in the ERP. medida: its
-- document was counted in the use of the month.
ALTER TABLE nota
  ADD COLUMN contada_dia date,
  ADD COLUMN contada_papel text,
  ADD COLUMN contada_tipo text,
  ADD COLUMN contada_empresa uuid,
  ADD COLUMN contada_uf text,
  ADD COLUMN contada_valor numeric(15, 2),
  ADD COLUMN contada_marcas smallint,
  ADD COLUMN medida boolean NOT NULL DEFAULT false;
ALTER TABLE rollup_dia
  ADD COLUMN canceladas bigint NOT NULL DEFAULT 0,
  ADD COLUMN divergentes bigint NOT NULL DEFAULT 0,
  ADD COLUMN nao_integradas bigint NOT NULL DEFAULT 0;

-- The e-mails of a range, counted off the index alone.
CREATE INDEX email_recebida_idx ON email (conta_id, recebida_em) WHERE NOT importado;

GRANT SELECT (alterado_em, chave, papel, tipo_nota, terceiros, quarentena, empresa_id, dia_emissao, valor_total, uf_emitente, uf_destinatario, nfe_status,
  sefaz_status, divergente, processado_erp, hash_sha1_canc, contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor,
  contada_marcas, medida) ON nota TO malote_portaria;
GRANT UPDATE (contada_dia, contada_papel, contada_tipo, contada_empresa, contada_uf, contada_valor, contada_marcas, medida) ON nota TO malote_portaria;

-- What is there is counted anew, whatever the rollups said.
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE rollup_dia NO FORCE ROW LEVEL SECURITY;
ALTER TABLE rollup_uf NO FORCE ROW LEVEL SECURITY;
ALTER TABLE uso_mes NO FORCE ROW LEVEL SECURITY;
UPDATE nota SET contada_dia = dia_emissao, contada_papel = papel, contada_tipo = tipo_nota, contada_empresa = empresa_id,
  contada_uf = coalesce(CASE papel WHEN 'E' THEN uf_emitente ELSE uf_destinatario END, ''), contada_valor = valor_total,
  contada_marcas = CASE WHEN hash_sha1_canc IS NOT NULL OR coalesce(sefaz_status, nfe_status) IN ('101', '151', '155') THEN 1 ELSE 0 END
    + CASE WHEN divergente THEN 2 ELSE 0 END + CASE WHEN processado_erp THEN 0 ELSE 4 END,
  medida = true
  WHERE NOT quarentena AND NOT terceiros AND empresa_id IS NOT NULL;
DELETE FROM rollup_dia;
INSERT INTO rollup_dia (conta_id, dia, papel, tipo_nota, empresa_id, quantidade, valor, canceladas, divergentes, nao_integradas)
  SELECT conta_id, contada_dia, contada_papel, contada_tipo, contada_empresa, count(*), sum(contada_valor), sum(contada_marcas & 1),
    sum(contada_marcas >> 1 & 1), sum(contada_marcas >> 2 & 1)
  FROM nota WHERE contada_dia IS NOT NULL GROUP BY 1, 2, 3, 4, 5;
DELETE FROM rollup_uf;
INSERT INTO rollup_uf (conta_id, mes, papel, uf, tipo_nota, empresa_id, quantidade, valor)
  SELECT conta_id, date_trunc('month', contada_dia)::date, contada_papel, contada_uf, contada_tipo, contada_empresa, count(*), sum(contada_valor)
  FROM nota WHERE contada_dia IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
-- Use of the months before, by the first view of each document and the clock of Brasília.
INSERT INTO uso_mes (conta_id, mes, documentos)
  SELECT conta_id, date_trunc('month', primeira AT TIME ZONE 'America/Sao_Paulo')::date, count(*)
  FROM (SELECT conta_id, chave, min(criado_em) AS primeira FROM nota WHERE medida GROUP BY 1, 2) d GROUP BY 1, 2
  ON CONFLICT (conta_id, mes) DO UPDATE SET documentos = excluded.documentos;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE rollup_dia FORCE ROW LEVEL SECURITY;
ALTER TABLE rollup_uf FORCE ROW LEVEL SECURITY;
ALTER TABLE uso_mes FORCE ROW LEVEL SECURITY;
