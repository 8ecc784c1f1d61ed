-- What a nota refers to, and the type of a nota de crédito or de débito: for lists that leave as files, and for finding returns.
-- Constant defaults: the table is not rewritten. A row of before has them when its document is read again.
ALTER TABLE nota
  ADD COLUMN finalidade_tipo text,
  ADD COLUMN referencias text[] NOT NULL DEFAULT '{}';
