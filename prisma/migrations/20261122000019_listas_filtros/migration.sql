-- The filters that the lists still read whole contas for. New entries cost a document of the mailbox, authorized and unknown to the auditor,
-- those of nota_empresa_idx (88 bytes instead of 7) and, until SEFAZ has answered, one in nota_sefaz_sem_nome_idx; nothing else.

-- What SEFAZ told the auditor of a document, a bit for each kind and situation: tipo and c_sit_nfe of one and the same record. The notas and
-- the records of a chave are written by who holds it (lockChaves), so that each of the two triggers finds what the other left.
-- auditoria_rara: more than the authorization of the document itself (bits 0, 3 and 6), so that what is rare is not looked for among what
-- nearly all are; a column, so that the planner knows how rare.
ALTER TABLE nota
  ADD COLUMN auditoria smallint NOT NULL DEFAULT 0,
  ADD COLUMN auditoria_rara boolean NOT NULL GENERATED ALWAYS AS ((auditoria & 32694) <> 0) STORED;

CREATE FUNCTION auditoria_de(p_conta uuid, p_chave text) RETURNS smallint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(bit_or(1 << (3 * (array_position(ARRAY['NFe', 'CTe', 'CTeOS', 'Cancelamento', 'Evento'], a.tipo) - 1) + a.c_sit_nfe - 1)), 0)::smallint
  FROM auditor a WHERE a.conta_id = p_conta AND a.chave = p_chave
$$;

CREATE FUNCTION nota_auditoria() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.auditoria := auditoria_de(NEW.conta_id, NEW.chave);
  RETURN NEW;
END $$;
CREATE TRIGGER nota_auditoria BEFORE INSERT ON nota FOR EACH ROW EXECUTE FUNCTION nota_auditoria();

CREATE FUNCTION auditor_auditoria() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_auditoria smallint := auditoria_de(NEW.conta_id, NEW.chave);
BEGIN
  UPDATE nota n SET auditoria = v_auditoria WHERE n.conta_id = NEW.conta_id AND n.chave = NEW.chave AND n.auditoria <> v_auditoria;
  RETURN NULL;
END $$;
CREATE TRIGGER auditor_auditoria_novo AFTER INSERT ON auditor FOR EACH ROW EXECUTE FUNCTION auditor_auditoria();
CREATE TRIGGER auditor_auditoria_outro AFTER UPDATE OF tipo, c_sit_nfe ON auditor FOR EACH ROW
  WHEN (NEW.tipo <> OLD.tipo OR NEW.c_sit_nfe <> OLD.c_sit_nfe) EXECUTE FUNCTION auditor_auditoria();

ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE auditor NO FORCE ROW LEVEL SECURITY;
UPDATE nota n SET auditoria = auditoria_de(n.conta_id, n.chave)
  WHERE EXISTS (SELECT FROM auditor a WHERE a.conta_id = n.conta_id AND a.chave = n.chave);
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE auditor FORCE ROW LEVEL SECURITY;

CREATE INDEX nota_auditoria_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, auditoria) WHERE auditoria <> 0;
CREATE INDEX nota_auditoria_rara_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, auditoria)
  WHERE auditoria_rara;

-- Documents of no status that has a name (NFE_STATUS).
CREATE INDEX nota_nfe_sem_nome_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE (nfe_status = ANY ('{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[])) IS NOT TRUE;
CREATE INDEX nota_sefaz_sem_nome_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE (sefaz_status = ANY ('{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[])) IS NOT TRUE;

-- One company's documents, in the order of a list.
DROP INDEX nota_empresa_idx;
CREATE INDEX nota_empresa_idx ON nota (conta_id, empresa_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros)
  WHERE empresa_id IS NOT NULL;
