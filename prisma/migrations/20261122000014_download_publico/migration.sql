-- The public download looks for a chave over all contas (portaria_nota_publica): the gatekeeper reads this of a nota, and no more.
GRANT SELECT (conta_id, id, chave, tipo_nota, veredito, quarentena, terceiros, hash_sha1_canc, sefaz_status, nfe_status) ON nota TO malote_portaria;
