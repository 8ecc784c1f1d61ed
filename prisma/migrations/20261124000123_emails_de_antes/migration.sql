-- The e-mails that came before, conta by conta, as the server itself reads and writes: no table is locked against anyone meanwhile.
DO $$
DECLARE v_contas uuid[]; v_conta uuid;
BEGIN
  SET LOCAL ROLE malote_portaria;
  SELECT array_agg(id) INTO v_contas FROM conta;
  SET LOCAL ROLE malote_app;
  FOREACH v_conta IN ARRAY coalesce(v_contas, '{}') LOOP
    PERFORM set_config('app.conta', v_conta::text, true);
    INSERT INTO email_empresa (conta_id, empresa_id, recebida_em, email_id)
      SELECT DISTINCT e.conta_id, n.empresa_id, e.recebida_em, e.id
      FROM anexo a
        JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
        JOIN nota n ON n.conta_id = d.conta_id AND n.chave = d.chave
        JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
      WHERE a.conta_id = v_conta AND n.empresa_id IS NOT NULL AND NOT e.importado
      ON CONFLICT DO NOTHING;
  END LOOP;
  PERFORM set_config('app.conta', '', true);
  RESET ROLE;
END $$;
