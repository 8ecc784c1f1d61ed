-- When a clock is set back, the portaria pulls the next turns of walks that were written by the clock ahead (portaria_tarefas_recua).
GRANT SELECT, UPDATE (ultima_em) ON distribuicao TO malote_portaria;
CREATE POLICY portaria ON distribuicao TO malote_portaria USING (true) WITH CHECK (true);
