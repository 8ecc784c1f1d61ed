import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { sweepDeadlines } from "../../src/jobs/cleanup/sweep-deadlines.ts";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { NOSSA } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

/** Far from midnight, and after the notas with the older deadline of 180 days. */
const TODAY = new Date("2027-02-01T12:00:00Z");

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type ManifestingUser = SignedInUser & {
  empresaId: string;
  insertNota(daysAgo: number, o?: Partial<NewNota>): Promise<NewNota>;
};

async function createManifestingUser(enabled = true): Promise<ManifestingUser> {
  const user = await signInNewUser(wire);
  const { contaId } = user;
  const { empresaId } = await wire.createEmpresa(contaId, { cnpj: NOSSA });
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = $2 WHERE conta_id = $1", [contaId, enabled]);
  const insertNota = async (daysAgo: number, o: Partial<NewNota> = {}): Promise<NewNota> => {
    const emissao = new Date(TODAY.getTime() - daysAgo * DAY_MS).toISOString();
    const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, emissao, ...o })]);
    if (!nota) throw new Error("no nota");
    return nota;
  };
  return { ...user, empresaId, insertNota };
}

async function createWebhook(contaId: string, empresas: readonly string[] | null = null): Promise<string> {
  const id = newId();
  await wire.asOwner(
    `INSERT INTO webhook (conta_id, id, url, descricao, tipos, restrito, segredo_selado, sequencia, criado_em)
     VALUES ($1, $2, 'https://erp.example/avisos', 'ERP', '{prazo}', $3, '\\x00', 0, now())`,
    [contaId, id, empresas !== null],
  );
  for (const empresaId of empresas ?? [])
    await wire.asOwner("INSERT INTO webhook_empresa (conta_id, webhook_id, empresa_id) VALUES ($1, $2, $3)", [
      contaId,
      id,
      empresaId,
    ]);
  return id;
}

type Notification = { dias: number; quantas: number; primeira: { notaId: string } };
const listNotifications = async (contaId: string): Promise<Notification[]> =>
  (
    await wire.asOwner<{ dados: Notification }>(
      "SELECT dados FROM envio WHERE conta_id = $1 AND modelo = 'prazo-manifestacao' ORDER BY criado_em, id",
      [contaId],
    )
  ).map(({ dados }) => dados);
const listDeliveries = async (webhookId: string) =>
  (
    await wire.asOwner<{ corpo: string }>(
      "SELECT corpo FROM webhook_entrega WHERE webhook_id = $1 ORDER BY criado_em, id",
      [webhookId],
    )
  ).map(
    ({ corpo }) =>
      JSON.parse(corpo) as { tipo: string; dados: { notaId: string; dias: number; ate: string } },
  );

test("administrators and webhooks are notified once at 15 and once at 3 days before the deadline", async () => {
  const ana = await createManifestingUser();
  const webhook = await createWebhook(ana.contaId);
  const [far, near, ending, past] = [
    await ana.insertNota(74),
    await ana.insertNota(76),
    await ana.insertNota(88),
    await ana.insertNota(91),
  ];
  wire.clock.set(TODAY);
  await sweepDeadlines(wire.ctx);
  expect(await listNotifications(ana.contaId)).toMatchObject([
    { dias: 15, quantas: 1, primeira: { notaId: near.id } },
    { dias: 3, quantas: 1, primeira: { notaId: ending.id } },
  ]);
  const deadline = new Date(TODAY.getTime() + 2 * DAY_MS).toISOString();
  const delivered = await listDeliveries(webhook);
  expect(delivered.map(({ tipo, dados }) => [tipo, dados.notaId, dados.dias])).toEqual(
    expect.arrayContaining([
      ["prazo", near.id, 15],
      ["prazo", ending.id, 3],
    ]),
  );
  expect(delivered.find(({ dados }) => dados.notaId === ending.id)?.dados.ate).toBe(deadline);
  expect(delivered.some(({ dados }) => [far.id, past.id].includes(dados.notaId))).toBe(false);
  await sweepDeadlines(wire.ctx);
  expect(await listDeliveries(webhook)).toHaveLength(2);
  wire.clock.set(new Date(TODAY.getTime() + 12 * DAY_MS));
  await sweepDeadlines(wire.ctx);
  expect((await listNotifications(ana.contaId)).at(-1)).toMatchObject({
    dias: 3,
    primeira: { notaId: near.id },
  });
});

test("no notification is sent about manifested or cancelled notas, nor for an empresa without manifestação", async () => {
  wire.clock.set(TODAY);
  const ana = await createManifestingUser();
  const manifested = await ana.insertNota(80);
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [manifested.id]);
  await ana.insertNota(80, { sefazStatus: "101" });
  const withoutManifestacao = await createManifestingUser(false);
  await withoutManifestacao.insertNota(80);
  await sweepDeadlines(wire.ctx);
  expect([
    ...(await listNotifications(ana.contaId)),
    ...(await listNotifications(withoutManifestacao.contaId)),
  ]).toEqual([]);
});

test("a webhook restricted to some empresas is notified only about their deadlines", async () => {
  wire.clock.set(TODAY);
  const ana = await createManifestingUser();
  const { empresaId: other } = await wire.createEmpresa(ana.contaId, { cnpj: "11444777000161" });
  const [restrictedWebhook, fullWebhook] = [
    await createWebhook(ana.contaId, [other]),
    await createWebhook(ana.contaId),
  ];
  await ana.insertNota(80);
  await sweepDeadlines(wire.ctx);
  expect(await listDeliveries(restrictedWebhook)).toEqual([]);
  expect(await listDeliveries(fullWebhook)).toHaveLength(1);
});
