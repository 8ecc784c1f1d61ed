-- Whose mailbox a telling is about, so that of one mailbox the next waits for the one before.
ALTER TABLE webhook_entrega ADD COLUMN caixa_id uuid;
CREATE INDEX webhook_entrega_caixa_idx ON webhook_entrega (conta_id, webhook_id, caixa_id) WHERE estado = 'pendente' AND caixa_id IS NOT NULL;
