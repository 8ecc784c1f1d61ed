import type { CaixaFailure } from "@malote/contract";
import { CAIXA_FAILURES } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";
import { planTasks } from "../task/task.rows.ts";
import { insertDeliveries } from "./delivery.rows.ts";
import { findCaixaWebhooks, findIdentificador } from "./webhook.rows.ts";
import { PENDING_MAX } from "./webhook.rules.ts";
import { toWebhookTask } from "./webhook-task.ts";
import { writePayload } from "./write-payload.ts";

/**
 * State change of a mailbox. causa: why it fails; desde: since
 * when it fails or is silent, or when the recovered failure began.
 */
export type CaixaNotice = {
  caixaId: string;
  descricao: string;
  estado: "erro" | "recuperada" | "silenciosa";
  causa: CaixaFailure | null;
  desde: Date;
  now: Date;
};

/** Queues deliveries about a mailbox, in the transaction that changes its state. */
export async function notifyCaixa(db: Db, contaId: string, event: CaixaNotice): Promise<void> {
  const webhooks = await findCaixaWebhooks(db, contaId, PENDING_MAX);
  if (webhooks.length === 0) return;
  const { caixaId, descricao, estado, causa, desde, now } = event;
  const conta = await findIdentificador(db, contaId);
  const sentence = causa === null ? {} : { causa, mensagem: CAIXA_FAILURES[causa] };
  const dados = { caixaId, descricao, estado, desde: desde.toISOString(), ...sentence };
  const newDeliveries = webhooks.map(({ id: webhookId }) => {
    const id = newId();
    const corpo = writePayload(
      { conta, urlBase: "" },
      { id, tipo: "caixa", criadoEm: now, sequencia: null, dados },
    );
    return {
      id,
      webhookId,
      tipo: "caixa" as const,
      sequencia: null,
      notaId: null,
      caixaId,
      corpo,
      venceEm: now,
    };
  });
  await insertDeliveries(db, contaId, newDeliveries);
  await planTasks(
    db,
    contaId,
    webhooks.filter(({ ativo }) => ativo).map(({ id }) => toWebhookTask(contaId, id, now)),
  );
}
