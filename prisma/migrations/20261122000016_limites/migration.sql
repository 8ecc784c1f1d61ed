-- Every count lets go of what is a day old: found by its window, not by reading them all.
CREATE INDEX limite_uso_janela_idx ON limite_uso (janela);
