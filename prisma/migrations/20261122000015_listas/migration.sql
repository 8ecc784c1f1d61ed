-- The list people open first: ninety days of what the ERP has not processed. Its index told of third parties only in the rows, so that its total
-- was counted off the index of all notas (118 000 entries for 11 800). No index more, and three narrow columns in one of the notas still open.
DROP INDEX nota_aberta_idx;
CREATE INDEX nota_aberta_idx ON nota (conta_id, papel, data_emissao DESC, id DESC) INCLUDE (terceiros, quarentena, tipo_nota)
  WHERE NOT processado_erp;
