import { afterAll, beforeAll, expect, test } from "vitest";
import { holdPresence, type Presence } from "../src/db/index.ts";
import { startVigia } from "../src/jobs/vigia.ts";
import { replaceSegredo } from "../src/services/caixa-email/caixa-coleta.rows.ts";
import { createRoad, type Road } from "./road.ts";

let road: Road;
let presence: Presence;
let caixaId: string;
beforeAll(async () => {
  road = await createRoad();
  presence = await holdPresence(road.config.databaseUrl, road.ctx.log);
  const { imap } = road.sandbox.info;
  const rows = await road.asOwner<{ id: string }>(
    "UPDATE caixa_email SET tipo = 'imap', porta = $1, geracao = geracao + 1, marca = NULL RETURNING id",
    [imap.porta],
  );
  caixaId = rows[0]?.id ?? "";
});
afterAll(async () => {
  await presence.close();
  await road.dispose();
});

const due = async (): Promise<number> =>
  (
    await road.asOwner(
      "SELECT FROM tarefa WHERE tipo = 'poll' AND estado = 'pendente' AND vence_em <= now() + interval '1 s'",
    )
  ).length;

/** Number of mailboxes that any process watches: locks of class "VIGI". */
const watched = async (): Promise<number> =>
  (await road.asOwner("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1", [0x56494749]))
    .length;

async function collectLater(): Promise<void> {
  expect(await road.collect()).toEqual([]);
  await road.asOwner("UPDATE tarefa SET vence_em = now() + interval '1 hour' WHERE tipo = 'poll'");
}

async function marca(): Promise<string | null> {
  const rows = await road.asOwner<{ marca: string | null }>("SELECT marca FROM caixa_email WHERE id = $1", [
    caixaId,
  ]);
  return rows[0]?.marca ?? null;
}

test("mail over IMAP is collected from where the last visit ended", async () => {
  await road.sandbox.playCenario("nota-autorizada");
  await collectLater();
  const first = await marca();
  expect(first).toMatch(/^\d+\.\d+$/);
  await road.sandbox.playCenario("nota-autorizada");
  const { retiradas } = road.sandbox.correio.imap.contadores;
  await collectLater();
  expect(road.sandbox.correio.imap.contadores.retiradas).toBe(retiradas + 1);
  expect(await marca()).not.toBe(first);
  expect(await road.asOwner("SELECT FROM email WHERE estado = 'lido'")).toHaveLength(2);
});

test("new IMAP mail is polled at once, by one process only, also if it came while no process watched", async () => {
  const tempos = { lookMs: 200, pausaMs: 50 };
  const other = await holdPresence(road.config.databaseUrl, road.ctx.log);
  const { conexoes } = road.sandbox.correio.imap.contadores;
  await road.sandbox.playCenario("nota-autorizada");
  const vigias = [startVigia(road.ctx, presence, tempos), startVigia(road.ctx, other, tempos)];
  await expect.poll(due).toBe(1);
  await collectLater();
  const watching = road.sandbox.correio.imap.contadores.conexoes;
  await road.sandbox.playCenario("nota-autorizada");
  await expect.poll(due).toBe(1);
  // One watcher, and the visit of the poll above.
  expect(watching - conexoes).toBe(2);
  expect(road.sandbox.correio.imap.contadores.conexoes).toBe(watching);
  await Promise.all(vigias.map((vigia) => vigia.stop()));
  await other.close();
  await collectLater();
});

test("saving a mailbox changes its watch version; a token replaced by the provider does not", async () => {
  const versao = async (): Promise<string> => {
    const all = await road.ctx.database.portaria.findCaixasVigiadas();
    return all.find((each) => each.caixaId === caixaId)?.versao ?? "";
  };
  const { contaId } = road;
  const [row] = await road.asOwner<{ senha_selada: Buffer }>("SELECT senha_selada FROM caixa_email");
  if (!row) throw new Error("no mailbox");
  const replace = async (antes: Buffer, depois: string): Promise<Buffer> => {
    const selada = Buffer.from(depois);
    await road.ctx.database.withContaSql(contaId, (sql) =>
      replaceSegredo(sql, contaId, { caixaId, antes, depois: selada }),
    );
    return selada;
  };
  const save = (selada: Buffer) =>
    road.asOwner("UPDATE caixa_email SET autenticacao = 'oauth2', senha_selada = $1", [selada]);
  const digitado = Buffer.from("digitado");
  await save(digitado);
  const first = await versao();
  const girado = await replace(digitado, "girado");
  expect(await versao()).toBe(first);
  await replace(girado, "girado outra vez");
  expect(await versao()).toBe(first);
  await save(Buffer.from("digitado de novo"));
  const second = await versao();
  expect(second).not.toBe(first);
  await replace(Buffer.from("digitado de novo"), "girado então");
  expect(await versao()).toBe(second);
  await road.asOwner("UPDATE caixa_email SET autenticacao = 'senha', senha_selada = $1", [row.senha_selada]);
});

test("a watcher whose server does not answer does not delay shutdown", async () => {
  await road.sandbox.correio.imap.setFalha("travar");
  const { conexoes } = road.sandbox.correio.imap.contadores;
  const vigia = startVigia(road.ctx, presence, { lookMs: 100, pausaMs: 50 });
  await expect.poll(() => road.sandbox.correio.imap.contadores.conexoes).toBeGreaterThan(conexoes);
  const began = performance.now();
  await vigia.stop();
  // Waiting for its server would take a minute.
  expect(performance.now() - began).toBeLessThan(20_000);
  await road.sandbox.correio.imap.setFalha("nenhuma");
});

test("a mailbox that is changed or deleted is no longer watched with its old settings", async () => {
  const vigia = startVigia(road.ctx, presence, { lookMs: 100, pausaMs: 50 });
  const open = () => road.sandbox.correio.imap.contadores.conexoes;
  const before = open();
  await expect.poll(open).toBe(before + 1);
  expect(await watched()).toBe(1);
  await road.asOwner("UPDATE caixa_email SET porta = NULL WHERE id = $1", [caixaId]);
  await road.asOwner("UPDATE caixa_email SET apagada_em = now() WHERE id = $1", [caixaId]);
  await expect.poll(watched).toBe(0);
  await road.sandbox.playCenario("nota-autorizada");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await due()).toBe(0);
  await vigia.stop();
});
