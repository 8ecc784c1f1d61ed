-- Lists in the order of number, value or arrival (docs/adr/0101-list-as-a-desk.md): the id is the second
-- key of every order, so each index has it. Third parties are left out without reading rows.
DROP INDEX nota_numero_idx;
CREATE INDEX nota_numero_idx ON nota (conta_id, papel, numero_nota, id) INCLUDE (terceiros);
DROP INDEX nota_valor_idx;
CREATE INDEX nota_valor_idx ON nota (conta_id, papel, valor_centavos, id) INCLUDE (terceiros);
DROP INDEX nota_criado_idx;
CREATE INDEX nota_criado_idx ON nota (conta_id, papel, criado_em, id) INCLUDE (terceiros);
