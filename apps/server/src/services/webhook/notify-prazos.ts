import { newId, type Sql } from "../../db/index.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { insertEntregas } from "./entrega.rows.ts";
import { toWebhook } from "./to-webhook.ts";
import { findIdentificador, findWebhooksDosPrazos } from "./webhook.rows.ts";
import { ESPERANDO_MAX } from "./webhook.rules.ts";
import { writeCorpo } from "./write-corpo.ts";

/** A document whose manifestação deadline is near. */
export type AvisoPrazo = { id: string; chave: string; empresaId: string; ate: Date; dias: number };

/**
 * Queues deadline deliveries for the webhooks that see each
 * company, in the transaction that records the notice.
 */
export async function notifyPrazos(
  sql: Sql,
  contaId: string,
  { prazos, agora }: { prazos: readonly AvisoPrazo[]; agora: Date },
): Promise<void> {
  const webhooks = await findWebhooksDosPrazos(sql, contaId, ESPERANDO_MAX);
  if (webhooks.length === 0) return;
  const conta = await findIdentificador(sql, contaId);
  const novas = webhooks.flatMap(({ id: webhookId, empresas }) =>
    prazos
      .filter(({ empresaId }) => empresas === null || empresas.includes(empresaId))
      .map(({ id: notaId, chave: chaveAcesso, empresaId, ate, dias }) => {
        const id = newId();
        const dados = { notaId, chaveAcesso, empresaId, ate: ate.toISOString(), dias };
        const corpo = writeCorpo(
          { conta, urlBase: "" },
          { id, tipo: "prazo", criadoEm: agora, sequencia: null, dados },
        );
        const tipo = "prazo" as const;
        return { id, webhookId, tipo, sequencia: null, notaId, caixaId: null, corpo, venceEm: agora };
      }),
  );
  await insertEntregas(sql, contaId, novas);
  await planTarefas(
    sql,
    contaId,
    webhooks.filter(({ ativo }) => ativo).map(({ id }) => toWebhook(contaId, id, agora)),
  );
}
