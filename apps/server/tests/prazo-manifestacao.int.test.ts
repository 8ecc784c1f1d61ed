import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { sweepPrazos } from "../src/jobs/sweep-prazos.ts";
import { NOSSA } from "./copias.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";
import { insertNotas, inventNota, type NotaNova } from "./wire-notas.ts";

const DIA_MS = 86_400_000;
/** Far from midnight, and after the notas with the older deadline of 180 days. */
const HOJE = new Date("2027-02-01T12:00:00Z");

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type Casa = Pessoa & { empresaId: string; keep(dias: number, o?: Partial<NotaNova>): Promise<NotaNova> };

async function open(ativa = true): Promise<Casa> {
  const pessoa = await enter(wire);
  const { contaId } = pessoa;
  const { empresaId } = await wire.createEmpresa(contaId, { cnpj: NOSSA });
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = $2 WHERE conta_id = $1", [contaId, ativa]);
  const keep = async (dias: number, o: Partial<NotaNova> = {}): Promise<NotaNova> => {
    const emissao = new Date(HOJE.getTime() - dias * DIA_MS).toISOString();
    const [nota] = await insertNotas(wire, contaId, [inventNota({ empresaId, emissao, ...o })]);
    if (!nota) throw new Error("no nota");
    return nota;
  };
  return { ...pessoa, empresaId, keep };
}

async function listen(contaId: string, empresas: readonly string[] | null = null): Promise<string> {
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

type Carta = { dias: number; quantas: number; primeira: { notaId: string } };
const notices = async (contaId: string): Promise<Carta[]> =>
  (
    await wire.asOwner<{ dados: Carta }>(
      "SELECT dados FROM envio WHERE conta_id = $1 AND modelo = 'prazo-manifestacao' ORDER BY criado_em, id",
      [contaId],
    )
  ).map(({ dados }) => dados);
const deliveries = async (webhookId: string) =>
  (
    await wire.asOwner<{ corpo: string }>(
      "SELECT corpo FROM webhook_entrega WHERE webhook_id = $1 ORDER BY criado_em, id",
      [webhookId],
    )
  ).map(
    ({ corpo }) =>
      JSON.parse(corpo) as { tipo: string; dados: { notaId: string; dias: number; ate: string } },
  );

test("notifies administrators and webhooks once at 15 and once at 3 days before the deadline", async () => {
  const ana = await open();
  const webhook = await listen(ana.contaId);
  const [longe, perto, fim, passada] = [
    await ana.keep(74),
    await ana.keep(76),
    await ana.keep(88),
    await ana.keep(91),
  ];
  wire.clock.set(HOJE);
  await sweepPrazos(wire.ctx);
  expect(await notices(ana.contaId)).toMatchObject([
    { dias: 15, quantas: 1, primeira: { notaId: perto.id } },
    { dias: 3, quantas: 1, primeira: { notaId: fim.id } },
  ]);
  const ate = new Date(HOJE.getTime() + 2 * DIA_MS).toISOString();
  const delivered = await deliveries(webhook);
  expect(delivered.map(({ tipo, dados }) => [tipo, dados.notaId, dados.dias])).toEqual(
    expect.arrayContaining([
      ["prazo", perto.id, 15],
      ["prazo", fim.id, 3],
    ]),
  );
  expect(delivered.find(({ dados }) => dados.notaId === fim.id)?.dados.ate).toBe(ate);
  expect(delivered.some(({ dados }) => [longe.id, passada.id].includes(dados.notaId))).toBe(false);
  await sweepPrazos(wire.ctx);
  expect(await deliveries(webhook)).toHaveLength(2);
  wire.clock.set(new Date(HOJE.getTime() + 12 * DIA_MS));
  await sweepPrazos(wire.ctx);
  expect((await notices(ana.contaId)).at(-1)).toMatchObject({ dias: 3, primeira: { notaId: perto.id } });
});

test("does not notify about manifested or cancelled notas, nor for an empresa without manifestação", async () => {
  wire.clock.set(HOJE);
  const ana = await open();
  const dita = await ana.keep(80);
  await wire.asOwner("UPDATE nota SET manifestacao = 1 WHERE id = $1", [dita.id]);
  await ana.keep(80, { sefazStatus: "101" });
  const calada = await open(false);
  await calada.keep(80);
  await sweepPrazos(wire.ctx);
  expect([...(await notices(ana.contaId)), ...(await notices(calada.contaId))]).toEqual([]);
});

test("a webhook restricted to some empresas is notified only about those", async () => {
  wire.clock.set(HOJE);
  const ana = await open();
  const { empresaId: outra } = await wire.createEmpresa(ana.contaId, { cnpj: "11444777000161" });
  const [dela, todas] = [await listen(ana.contaId, [outra]), await listen(ana.contaId)];
  await ana.keep(80);
  await sweepPrazos(wire.ctx);
  expect(await deliveries(dela)).toEqual([]);
  expect(await deliveries(todas)).toHaveLength(1);
});
