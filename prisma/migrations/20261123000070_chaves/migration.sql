-- Which keys seal what, over all contas (docs/adr/0057-troca-de-chave.md): the gatekeeper reads the head of each sealed value, and no value opens for it.
GRANT SELECT (selado) ON certificado TO malote_portaria;
GRANT SELECT (segredo_selado, anterior_selado) ON webhook TO malote_portaria;
GRANT SELECT (conta_id, estado, dados) ON envio TO malote_portaria;
CREATE POLICY portaria ON envio FOR SELECT TO malote_portaria USING (true);
