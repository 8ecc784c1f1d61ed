import type { FalhaCaixa } from "@malote/contract";
import { FALHA_CAIXA } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { insertEntregas } from "./entrega.rows.ts";
import { toWebhook } from "./to-webhook.ts";
import { findIdentificador, findWebhooksDasCaixas } from "./webhook.rows.ts";
import { ESPERANDO_MAX } from "./webhook.rules.ts";
import { writeCorpo } from "./write-corpo.ts";

/**
 * State change of a mailbox. causa: why it fails; desde: since
 * when it fails or is silent, or when the recovered failure began.
 */
export type AvisoCaixa = {
  caixaId: string;
  descricao: string;
  estado: "erro" | "recuperada" | "silenciosa";
  causa: FalhaCaixa | null;
  desde: Date;
  agora: Date;
};

/** Queues deliveries about a mailbox, in the transaction that changes its state. */
export async function tellCaixa(sql: Sql, contaId: string, aviso: AvisoCaixa): Promise<void> {
  const webhooks = await findWebhooksDasCaixas(sql, contaId, ESPERANDO_MAX);
  if (webhooks.length === 0) return;
  const { caixaId, descricao, estado, causa, desde, agora } = aviso;
  const conta = await findIdentificador(sql, contaId);
  const sentence = causa === null ? {} : { causa, mensagem: FALHA_CAIXA[causa] };
  const dados = { caixaId, descricao, estado, desde: desde.toISOString(), ...sentence };
  const novas = webhooks.map(({ id: webhookId }) => {
    const id = newId();
    const corpo = writeCorpo(
      { conta, urlBase: "" },
      { id, tipo: "caixa", criadoEm: agora, sequencia: null, dados },
    );
    return {
      id,
      webhookId,
      tipo: "caixa" as const,
      sequencia: null,
      notaId: null,
      caixaId,
      corpo,
      venceEm: agora,
    };
  });
  await insertEntregas(sql, contaId, novas);
  await planTarefas(
    sql,
    contaId,
    webhooks.filter(({ ativo }) => ativo).map(({ id }) => toWebhook(contaId, id, agora)),
  );
}
