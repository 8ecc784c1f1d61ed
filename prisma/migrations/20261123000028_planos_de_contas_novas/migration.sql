-- A conta that the statistics do not know yet seems to have one row, and any index that begins with conta_id as good as another: its
-- documents are then found by walking the conta. By default a table is looked at again when a tenth of it has changed, which for the second
-- conta of an installation may be all it has; one in a hundred costs a second of reading (30 000 rows) for each 10 000 of a million.
ALTER TABLE nota SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE documento SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE evento SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE auditor SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE email SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE anexo SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE feed SET (autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE participante SET (autovacuum_analyze_scale_factor = 0.01);
