-- The triggers of nota.auditoria keep the plan of their first rows: made while the table is nearly empty, it reads the whole of it, and a load
-- of many records costs the square of them. The index is always there.
ALTER FUNCTION auditoria_de(uuid, text) SET enable_seqscan = off;
ALTER FUNCTION auditor_auditoria() SET enable_seqscan = off;
