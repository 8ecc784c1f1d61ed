-- Since when a view diverges in plain sight (docs/adr/0064-o-que-se-conta.md): its days are counted from then, not from its issue.
-- Of a view that does not diverge: since when its two statuses, its quarantine and its place are as they are.
ALTER TABLE nota ADD COLUMN divergente_em timestamptz(3);

-- Whatever writer changes one of them writes alterado_em, by its own clock, in the same statement.
CREATE FUNCTION nota_divergente_em() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.divergente_em := NEW.alterado_em;
  RETURN NEW;
END $$;
CREATE TRIGGER nota_divergente_nova BEFORE INSERT ON nota FOR EACH ROW EXECUTE FUNCTION nota_divergente_em();
CREATE TRIGGER nota_divergente_outra BEFORE UPDATE OF sefaz_status, nfe_status, quarentena, terceiros ON nota FOR EACH ROW
  WHEN ((NEW.sefaz_status, NEW.nfe_status, NEW.quarentena, NEW.terceiros)
    IS DISTINCT FROM (OLD.sefaz_status, OLD.nfe_status, OLD.quarentena, OLD.terceiros))
  EXECUTE FUNCTION nota_divergente_em();

-- Few rows: those that may diverge today. Found when SEFAZ first answered so; where that is no longer written down, when it last answered.
ALTER TABLE nota NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consulta NO FORCE ROW LEVEL SECURITY;
UPDATE nota n SET divergente_em = greatest(n.criado_em, coalesce(
    (SELECT min(c.pedida_em) FROM consulta c
      WHERE c.conta_id = n.conta_id AND c.chave = n.chave AND c.servico = 'consulta' AND c.cstat = n.sefaz_status),
    n.sefaz_consultada_em, n.criado_em))
  WHERE n.sefaz_status IS NOT NULL AND n.sefaz_status IS DISTINCT FROM n.nfe_status;
ALTER TABLE nota FORCE ROW LEVEL SECURITY;
ALTER TABLE consulta FORCE ROW LEVEL SECURITY;

-- The badge and the tab of a week: counted off the index alone, however many diverge.
CREATE INDEX nota_divergente_em_idx ON nota (conta_id, papel, divergente_em DESC, id DESC) INCLUDE (terceiros, quarentena, tipo_nota)
  WHERE divergente;
