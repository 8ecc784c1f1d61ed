-- Each probe counts work that waits for a missing blob; without it a long outage of SEFAZ makes that a scan.
CREATE INDEX tarefa_ausente_idx ON tarefa (causa) WHERE estado = 'pendente' AND causa = 'arquivo-ausente';
