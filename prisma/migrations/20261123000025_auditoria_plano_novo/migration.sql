-- Without the whole-table scan the plan of the first rows may still walk another index by conta_id alone: on an empty table all cost the same.
-- Planned anew for each row (some 0.1 ms), it follows the table as it grows within one load.
ALTER FUNCTION auditoria_de(uuid, text) RESET enable_seqscan;
ALTER FUNCTION auditoria_de(uuid, text) SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION auditor_auditoria() RESET enable_seqscan;
ALTER FUNCTION auditor_auditoria() SET plan_cache_mode = force_custom_plan;
