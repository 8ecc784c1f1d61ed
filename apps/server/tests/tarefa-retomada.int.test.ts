import { MailOutage } from "@malote/mailbox";
import { SefazOutage } from "@malote/sefaz";
import { afterAll, beforeEach, expect, test } from "vitest";
import { holdPresence } from "../src/db/index.ts";
import { awayMsOf, Deferral, Outage } from "../src/errors.ts";
import { type Espera, esperaOf } from "../src/espera.ts";
import { beginTarefa, failTarefa, finishTarefa, planTarefas } from "../src/services/tarefa/tarefa.rows.ts";
import type { TarefaTipo } from "../src/services/tarefa/tarefa.rules.ts";
import { createTestContext } from "./context.ts";

const HOUR_MS = 3_600_000;
const t = await createTestContext();
const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
const { database } = t.ctx;
const { portaria } = database;
afterAll(async () => {
  await presence.close();
  await t.dispose();
});
beforeEach(() => t.asOwner("TRUNCATE tarefa"));

type Feita = { tarefaId: string; contaId: string; tentativa: number };

/** Runs one tarefa until it fails. */
async function wait(
  contaId: string,
  alvo: string,
  espera: Espera,
  tipo: TarefaTipo = "ingest",
): Promise<Feita> {
  const agora = t.clock.now();
  const ate = new Date(agora.getTime() + HOUR_MS);
  await database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [{ tipo, alvo, venceEm: agora }]));
  const vez = { contaId: "00000000-0000-0000-0000-000000000000", cota: "", ultimas: new Map() };
  const { executor } = presence;
  const claim = { tipo, agora, ate, executor, abertas: 40, porCota: 40, vez };
  const [entregue] = (await portaria.claimTarefas(claim)).entregues;
  if (entregue === undefined) throw new Error("nothing was claimed");
  await database.withContaSql(contaId, async (sql) => {
    await beginTarefa(sql, contaId, { ...entregue, executor, agora, ate });
    const awayMs = espera === "falha" ? null : HOUR_MS;
    await failTarefa(sql, contaId, { ...entregue, agora, resultado: "fora", espera, causa: espera, awayMs });
  });
  return entregue;
}

const due = async (): Promise<string[]> => {
  const rows = await t.asOwner<{ alvo: string }>(
    "SELECT alvo FROM tarefa WHERE estado = 'pendente' AND vence_em <= $1 ORDER BY alvo",
    [t.clock.now()],
  );
  return rows.map(({ alvo }) => alvo);
};

test("resumes all delayed tarefas except those delayed at the request of SEFAZ or a mail server", async () => {
  const { contaId } = await t.createConta();
  for (const espera of ["banco", "arquivos", "antivirus", "correio", "mundo", "falha", "pedida"] as const) {
    await wait(contaId, espera, espera);
  }
  expect(await due()).toEqual([]);
  expect(await portaria.countEsperas(t.clock.now())).toMatchObject({ banco: 1, pedida: 1, falha: 1 });
  expect(await portaria.resumeTarefas({ agora: t.clock.now() })).toBe(6);
  expect(await due()).toEqual(["antivirus", "arquivos", "banco", "correio", "falha", "mundo"]);
  expect(await portaria.countEsperas(t.clock.now())).toEqual({ pedida: 1 });
  expect(await portaria.resumeTarefas({ agora: t.clock.now() })).toBe(0);
});

test("resumes by kind of work, conta, cause of delay or id", async () => {
  const um = (await t.createConta()).contaId;
  const outra = (await t.createConta()).contaId;
  await wait(um, "a", "arquivos");
  await wait(um, "b", "mundo", "webhook");
  await wait(outra, "c", "arquivos");
  const d = await wait(outra, "d", "mundo");
  const agora = t.clock.now();
  expect(await portaria.resumeTarefas({ agora, tipo: "webhook" })).toBe(1);
  expect(await due()).toEqual(["b"]);
  expect(await portaria.resumeTarefas({ agora, tarefaIds: [d.tarefaId] })).toBe(1);
  expect(await due()).toEqual(["b", "d"]);
  expect(await portaria.resumeTarefas({ agora, contaId: um, esperas: ["arquivos"] })).toBe(1);
  expect(await due()).toEqual(["a", "b", "d"]);
  expect(await portaria.resumeTarefas({ agora, esperas: [] })).toBe(0);
});

test("resuming skips tarefas planned for later unless named by id, and success clears the delay", async () => {
  const { contaId } = await t.createConta();
  const amanha = new Date(t.clock.now().getTime() + 24 * HOUR_MS);
  const nova = { tipo: "validate" as const, alvo: "x", venceEm: amanha };
  await database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [nova]));
  const agora = t.clock.now();
  expect(await portaria.resumeTarefas({ agora })).toBe(0);
  const [tarefa] = await t.asOwner<{ id: string }>("SELECT id FROM tarefa");
  expect(await portaria.resumeTarefas({ agora, tarefaIds: [tarefa?.id ?? ""] })).toBe(1);
  expect(await due()).toEqual(["x"]);
  const falhou = await wait(contaId, "y", "arquivos");
  await t.asOwner("UPDATE tarefa SET estado = 'entregue', iniciada_em = now() WHERE id = $1", [
    falhou.tarefaId,
  ]);
  const fim = { ...falhou, agora };
  expect(await database.withContaSql(contaId, (sql) => finishTarefa(sql, contaId, fim))).toBe(true);
  expect(await t.asOwner("SELECT espera FROM tarefa WHERE alvo = 'y'")).toEqual([{ espera: null }]);
});

test("the error of a tarefa determines what it waits for", () => {
  const coded = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
  const said: [unknown, Espera][] = [
    [coded("ENOSPC"), "arquivos"],
    [coded("EACCES", { path: "/dados/blobs" }), "arquivos"],
    [coded("57P03"), "banco"],
    [coded("53100"), "banco"],
    [coded("ECONNREFUSED"), "banco"],
    [new Error("Connection terminated unexpectedly"), "banco"],
    [new Error("wrapped", { cause: coded("ENOSPC") }), "arquivos"],
    [new MailOutage("recusada", "x"), "mundo"],
    [new MailOutage("senha", "x"), "pedida"],
    [new SefazOutage("recusada", "x"), "mundo"],
    [new SefazOutage("http", "503", { retryAfterMs: 1_000 }), "pedida"],
    [new Outage("SEFAZ says 109", 60_000), "pedida"],
    [new Deferral("cota", 1_000), "pedida"],
    [new TypeError("a bug"), "falha"],
  ];
  for (const [error, espera] of said)
    expect([String(error), esperaOf(error)]).toEqual([String(error), espera]);
  expect(awayMsOf(coded("EACCES", { path: "/dados" }))).toBe(0);
  expect(awayMsOf(coded("EACCES"))).toBeNull();
});
