import { expect } from "vitest";
import { type Casos, NADA, type Palco } from "./contrato-palco.ts";

type Item = { id: string; descricao: string };

/** Port 9 of this machine, where no server listens. */
const URL_MORTA = "http://127.0.0.1:9/malote";
const NOVO = { url: URL_MORTA, descricao: "ERP de teste", tipos: ["nota", "status"] as ["nota", "status"] };

async function findWebhook({ elenco }: Palco): Promise<Item | undefined> {
  const { results } = await elenco.proprietario.call("Webhook.getListWebhook", {});
  return (results as Item[]).find(({ descricao }) => descricao === NOVO.descricao);
}
const idOf = async (p: Palco): Promise<string> => (await findWebhook(p))?.id ?? "";

let segredo = "";
let teste = "";
/** A delivery that failed long ago. */
let falhada = "";

async function addFalhada(p: Palco): Promise<string> {
  const [row] = await p.road.asOwner<{ id: string }>(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, sequencia, nota_id, corpo, estado, tentativas, criado_em)
     VALUES ($1, gen_random_uuid(), $2, 'nota', 1, $3, '{}', 'falhou', 8, now()) RETURNING id`,
    [p.contaId, await idOf(p), p.nfe.id],
  );
  falhada = row?.id ?? "";
  return falhada;
}

/** Webhooks, in the order of a webhook's life. */
export const CASOS_WEBHOOK: Casos<"Webhook"> = {
  "Webhook.saveWebhook": {
    por: "administrador",
    envia: () => ({ webhook: NOVO }),
    mostra: ({ object }) => {
      expect(object).toMatchObject({ ...NOVO, empresas: null, ativo: true, motivo: null, pendentes: 0 });
      segredo = (object as { segredo: string }).segredo;
      expect(segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    },
    recusa: {
      envia: () => ({ webhook: { ...NOVO, url: "https://chave:segredo@erp.exemplo.test/" } }),
      diz: "webhookUrlComSenha",
      campo: "webhook.url",
    },
  },
  "Webhook.getListWebhook": {
    por: "administrador",
    envia: () => ({}),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results).toContainEqual(expect.objectContaining({ descricao: NOVO.descricao, falhas: 0 }));
      expect(JSON.stringify(results)).not.toContain(segredo);
    },
    recusa: null,
  },
  "Webhook.getWebhook": {
    por: "proprietario",
    envia: async (p) => ({ id: await idOf(p) }),
    mostra: ({ object }) =>
      expect(object).toMatchObject({ url: URL_MORTA, mascara: `${segredo.slice(0, 10)}…` }),
    recusa: { envia: () => ({ id: NADA }), diz: "webhookNaoEncontrado" },
  },
  "Webhook.rotateSegredo": {
    por: "administrador",
    envia: async (p) => ({ id: await idOf(p), gracaHoras: 2 }),
    mostra: ({ object }) => {
      expect(object).toMatchObject({ anteriorAte: expect.any(String) });
      expect((object as { segredo: string }).segredo).not.toBe(segredo);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "webhookNaoEncontrado" },
  },
  "Webhook.testWebhook": {
    por: "administrador",
    envia: async (p) => ({ id: await idOf(p) }),
    mostra: ({ object }) => {
      expect(object).toMatchObject({ tipo: "teste", estado: "falhou", status: null, tentativas: 1 });
      teste = (object as Item).id;
    },
    recusa: { envia: () => ({ id: NADA }), diz: "webhookNaoEncontrado" },
  },
  "Webhook.getListEntrega": {
    por: "administrador",
    envia: async (p) => ({ webhookId: await idOf(p), estado: "falhou" }),
    mostra: ({ results, totalCount }) => {
      expect([(results as Item[]).map(({ id }) => id), totalCount]).toEqual([[teste], 1]);
    },
    recusa: { envia: () => ({ webhookId: NADA }), diz: "webhookNaoEncontrado" },
  },
  "Webhook.getEntrega": {
    por: "administrador",
    envia: () => ({ id: teste }),
    mostra: ({ object }) =>
      expect(JSON.parse((object as { corpo: string }).corpo)).toMatchObject({
        id: teste,
        tipo: "teste",
        conta: "demo",
      }),
    recusa: { envia: () => ({ id: NADA }), diz: "entregaNaoEncontrada" },
  },
  "Webhook.resendEntrega": {
    por: "administrador",
    envia: async (p) => ({ id: await addFalhada(p) }),
    mostra: ({ object }) => expect(object).toMatchObject({ id: falhada, estado: "pendente", tentativas: 8 }),
    recusa: { envia: () => ({ id: NADA }), diz: "entregaNaoEncontrada" },
  },
  "Webhook.resendFalhas": {
    por: "administrador",
    envia: async (p) => {
      await p.road.asOwner("UPDATE webhook_entrega SET estado = 'falhou' WHERE id = $1", [falhada]);
      return { webhookId: await idOf(p), desde: "2026-01-01T00:00:00Z" };
    },
    mostra: ({ object }) => expect(object).toEqual({ reenviadas: 1 }),
    recusa: {
      envia: () => ({ webhookId: NADA, desde: "2026-01-01T00:00:00Z" }),
      diz: "webhookNaoEncontrado",
    },
  },
  "Webhook.deleteWebhook": {
    por: "proprietario",
    envia: async (p) => ({ id: await idOf(p) }),
    mostra: async (_answer, p) => expect(await findWebhook(p)).toBeUndefined(),
    recusa: { envia: () => ({ id: NADA }), diz: "webhookNaoEncontrado" },
  },
};
