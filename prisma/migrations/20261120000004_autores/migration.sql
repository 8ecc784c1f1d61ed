-- Who made an evento decides whether it is a fact (docs/adr/0013-verdict-quarantine-release.md). autor: CNPJ or CPF as the evento says,
-- '' where it was kept before this or nobody could read it. cnpj_tomador: who takes a transport; null where it was kept before this.
ALTER TABLE evento ADD COLUMN autor text NOT NULL DEFAULT '';
ALTER TABLE evento ALTER COLUMN autor DROP DEFAULT;
ALTER TABLE nota ADD COLUMN cnpj_tomador text;

-- Anybody may sign an evento about a chave: what somebody else made takes no place from the one that counts.
DROP INDEX evento_conta_id_chave_tp_evento_n_seq_key;
CREATE UNIQUE INDEX evento_conta_id_chave_tp_evento_n_seq_autor_key ON evento (conta_id, chave, tp_evento, n_seq, autor);

-- 110112 cancels an NFC-e only; of an MDF-e it ends the journey, and that was taken for a cancellation.
ALTER TABLE documento NO FORCE ROW LEVEL SECURITY;
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evento NO FORCE ROW LEVEL SECURITY;
UPDATE nota SET alterado_em = now(), hash_sha1_canc = (
    SELECT d.sha1 FROM evento e JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
    WHERE e.conta_id = nota.conta_id AND e.chave = nota.chave AND e.tp_evento = '110111'
      AND (e.origem = 'sefaz' OR e.cstat IN ('134', '135', '136', '155'))
    ORDER BY e.criado_em, e.id LIMIT 1)
FROM evento e JOIN documento d ON d.conta_id = e.conta_id AND d.id = e.documento_id
WHERE e.conta_id = nota.conta_id AND e.chave = nota.chave AND e.tp_evento = '110112' AND substr(nota.chave, 21, 2) <> '65'
  AND d.sha1 = nota.hash_sha1_canc;
ALTER TABLE documento FORCE ROW LEVEL SECURITY;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE evento FORCE ROW LEVEL SECURITY;
