-- cStat 120 authorizes as 100 does, and "no such document" contradicts a document that came without protocol (docs/adr/0066-status-e-alertas.md).
-- divergente is written by a trigger from now on: another rule for a generated column would rewrite the whole table under its lock.
ALTER TABLE nota ALTER COLUMN divergente DROP EXPRESSION;
ALTER TABLE nota ADD COLUMN sefaz_alertas jsonb;

-- 120, 150 and, of an MDF-e, 132 (encerrado) count as 100; what is not known on either side is no divergence, but for an absent document.
CREATE FUNCTION nota_divergente() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.divergente := CASE
    WHEN NEW.nfe_status IS NULL
      THEN nullif(NEW.sefaz_status IN ('216', '217', '561', '562', '600', '613', '614', '615', '616', '617', '618', '619', '620'), false)
    ELSE CASE WHEN NEW.sefaz_status IN ('120', '150', '132') THEN '100' ELSE NEW.sefaz_status END
      <> CASE WHEN NEW.nfe_status IN ('120', '150', '132') THEN '100' ELSE NEW.nfe_status END
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER nota_divergente BEFORE INSERT OR UPDATE OF sefaz_status, nfe_status, divergente ON nota
  FOR EACH ROW EXECUTE FUNCTION nota_divergente();
