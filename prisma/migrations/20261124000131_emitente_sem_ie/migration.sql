-- Whether the issuer of an NF-e has no IE: then SVRS answers about it, whatever its UF (docs/adr/0067-nfe-sem-ie.md). Null: not read yet.
ALTER TABLE nota ADD COLUMN emitente_sem_ie boolean;
