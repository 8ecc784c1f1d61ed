-- Sums for the painel (docs/adr/0030-painel.md). Only publica() writes them, in the transaction that changes
-- a nota; how a nota was counted last is in nota.contada_*.
CREATE TABLE rollup_dia (
  conta_id uuid NOT NULL,
  dia date NOT NULL,
  papel text NOT NULL,
  tipo_nota text NOT NULL,
  empresa_id uuid NOT NULL,
  quantidade bigint NOT NULL,
  valor numeric(20, 2) NOT NULL,
  canceladas bigint NOT NULL DEFAULT 0,
  divergentes bigint NOT NULL DEFAULT 0,
  nao_integradas bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (conta_id, dia, papel, tipo_nota, empresa_id)
);

CREATE TABLE rollup_uf (
  conta_id uuid NOT NULL,
  mes date NOT NULL,
  papel text NOT NULL,
  uf text NOT NULL,
  tipo_nota text NOT NULL,
  empresa_id uuid NOT NULL,
  quantidade bigint NOT NULL,
  valor numeric(20, 2) NOT NULL,
  PRIMARY KEY (conta_id, mes, papel, uf, tipo_nota, empresa_id)
);
