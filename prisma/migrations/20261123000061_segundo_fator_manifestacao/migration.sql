-- Whether only users with a second factor may manifest (docs/adr/0054-entrada-recente.md).
ALTER TABLE conta ADD COLUMN segundo_fator_manifestacao boolean NOT NULL DEFAULT false;
GRANT UPDATE (segundo_fator_manifestacao) ON conta TO malote_app;
