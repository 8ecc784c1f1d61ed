-- The operator's view (docs/adr/0045-produto.md) also counts webhooks that are off because nobody answered.
GRANT SELECT (desativado_em) ON webhook TO malote_portaria;
