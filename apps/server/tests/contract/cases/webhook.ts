import { expect } from "vitest";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

type Item = { id: string; descricao: string };

/** Port 9 of this machine, where no server listens. */
const DEAD_URL = "http://127.0.0.1:9/malote";
const NEW_WEBHOOK = {
  url: DEAD_URL,
  descricao: "ERP de teste",
  tipos: ["nota", "status"] as ["nota", "status"],
};

async function findWebhook({ team }: ContractFixture): Promise<Item | undefined> {
  const { results } = await team.proprietario.call("Webhook.getListWebhook", {});
  return (results as Item[]).find(({ descricao }) => descricao === NEW_WEBHOOK.descricao);
}
const idOf = async (p: ContractFixture): Promise<string> => (await findWebhook(p))?.id ?? "";

let secret = "";
let testDeliveryId = "";
/** A delivery that failed long ago. */
let failedDeliveryId = "";

async function addFailedDelivery(p: ContractFixture): Promise<string> {
  const [row] = await p.road.asOwner<{ id: string }>(
    `INSERT INTO webhook_entrega (conta_id, id, webhook_id, tipo, sequencia, nota_id, corpo, estado, tentativas, criado_em)
     VALUES ($1, gen_random_uuid(), $2, 'nota', 1, $3, '{}', 'falhou', 8, now()) RETURNING id`,
    [p.contaId, await idOf(p), p.nfe.id],
  );
  failedDeliveryId = row?.id ?? "";
  return failedDeliveryId;
}

/** Webhooks, in the order of a webhook's life. */
export const WEBHOOK_CASES: MethodCases<"Webhook"> = {
  "Webhook.saveWebhook": {
    caller: "administrador",
    params: () => ({ webhook: NEW_WEBHOOK }),
    verify: ({ object }) => {
      expect(object).toMatchObject({
        ...NEW_WEBHOOK,
        empresas: null,
        ativo: true,
        motivo: null,
        pendentes: 0,
      });
      secret = (object as { segredo: string }).segredo;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    },
    refusal: {
      params: () => ({ webhook: { ...NEW_WEBHOOK, url: "https://chave:segredo@erp.exemplo.test/" } }),
      sentence: "webhookUrlComSenha",
      campo: "webhook.url",
    },
  },
  "Webhook.getListWebhook": {
    caller: "administrador",
    params: () => ({}),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results).toContainEqual(
        expect.objectContaining({ descricao: NEW_WEBHOOK.descricao, falhas: 0 }),
      );
      expect(JSON.stringify(results)).not.toContain(secret);
    },
    refusal: null,
  },
  "Webhook.getWebhook": {
    caller: "proprietario",
    params: async (p) => ({ id: await idOf(p) }),
    verify: ({ object }) =>
      expect(object).toMatchObject({ url: DEAD_URL, mascara: `${secret.slice(0, 10)}…` }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "webhookNaoEncontrado" },
  },
  "Webhook.rotateSegredo": {
    caller: "administrador",
    params: async (p) => ({ id: await idOf(p), gracaHoras: 2 }),
    verify: ({ object }) => {
      expect(object).toMatchObject({ anteriorAte: expect.any(String) });
      expect((object as { segredo: string }).segredo).not.toBe(secret);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "webhookNaoEncontrado" },
  },
  "Webhook.testWebhook": {
    caller: "administrador",
    params: async (p) => ({ id: await idOf(p) }),
    verify: ({ object }) => {
      expect(object).toMatchObject({ tipo: "teste", estado: "falhou", status: null, tentativas: 1 });
      testDeliveryId = (object as Item).id;
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "webhookNaoEncontrado" },
  },
  "Webhook.getListEntrega": {
    caller: "administrador",
    params: async (p) => ({ webhookId: await idOf(p), estado: "falhou" }),
    verify: ({ results, totalCount }) => {
      expect([(results as Item[]).map(({ id }) => id), totalCount]).toEqual([[testDeliveryId], 1]);
    },
    refusal: { params: () => ({ webhookId: UNKNOWN_ID }), sentence: "webhookNaoEncontrado" },
  },
  "Webhook.getEntrega": {
    caller: "administrador",
    params: () => ({ id: testDeliveryId }),
    verify: ({ object }) =>
      expect(JSON.parse((object as { corpo: string }).corpo)).toMatchObject({
        id: testDeliveryId,
        tipo: "teste",
        conta: "demo",
      }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "entregaNaoEncontrada" },
  },
  "Webhook.resendEntrega": {
    caller: "administrador",
    params: async (p) => ({ id: await addFailedDelivery(p) }),
    verify: ({ object }) =>
      expect(object).toMatchObject({ id: failedDeliveryId, estado: "pendente", tentativas: 8 }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "entregaNaoEncontrada" },
  },
  "Webhook.resendFalhas": {
    caller: "administrador",
    params: async (p) => {
      await p.road.asOwner("UPDATE webhook_entrega SET estado = 'falhou' WHERE id = $1", [failedDeliveryId]);
      return { webhookId: await idOf(p), desde: "2026-01-01T00:00:00Z" };
    },
    verify: ({ object }) => expect(object).toEqual({ reenviadas: 1 }),
    refusal: {
      params: () => ({ webhookId: UNKNOWN_ID, desde: "2026-01-01T00:00:00Z" }),
      sentence: "webhookNaoEncontrado",
    },
  },
  "Webhook.deleteWebhook": {
    caller: "proprietario",
    params: async (p) => ({ id: await idOf(p) }),
    verify: async (_answer, p) => expect(await findWebhook(p)).toBeUndefined(),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "webhookNaoEncontrado" },
  },
};
