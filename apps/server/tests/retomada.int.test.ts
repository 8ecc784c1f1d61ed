import fs from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { blobsOf } from "../src/app-context.ts";
import { BlobMissing } from "../src/blob/blob-missing.ts";
import { awayMsOf } from "../src/errors.ts";
import { esperaOf } from "../src/espera.ts";
import { checkHealth } from "../src/health/check-health.ts";
import { IsolatedFailure } from "../src/jobs/isolated.ts";
import { startWork, type Work } from "../src/jobs/work.ts";
import { planTarefas } from "../src/services/tarefa/tarefa.rows.ts";
import { openServidorPop3, planVisita, visitCaixa } from "./coleta.ts";
import { createRoad, type Road } from "./road.ts";

let road: Road;
let work: Work | undefined;
beforeAll(async () => {
  road = await createRoad();
});
afterEach(async () => {
  await work?.stop(100);
  work = undefined;
});
afterAll(() => road.dispose());

test("a job that failed on a full disk resumes as soon as there is room, before its delay ends", async () => {
  let full = true;
  const done: string[] = [];
  const run = async (_: unknown, { alvo, tipo }: { alvo: string; tipo: string }): Promise<void> => {
    if (tipo !== "envio") return;
    if (full) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    done.push(alvo);
  };
  const nova = { tipo: "envio" as const, alvo: "carta", venceEm: road.clock.now() };
  await road.ctx.database.withContaSql(road.contaId, (sql) => planTarefas(sql, road.contaId, [nova]));
  work = await startWork(road.ctx, { run, onGiveUp: async () => {} }, { lookMs: 300 });
  const espera = async () => (await road.asOwner("SELECT espera FROM tarefa WHERE alvo = 'carta'"))[0];
  await expect.poll(espera, { timeout: 30_000 }).toEqual({ espera: "arquivos" });
  // A later attempt would start only after a quarter of an hour.
  await road.asOwner("UPDATE tarefa SET vence_em = now() + interval '15 minutes' WHERE alvo = 'carta'");
  full = false;
  await expect.poll(() => done, { timeout: 25_000 }).toEqual(["carta"]);
});

test("an e-mail whose file is missing from the store is retried, and the health check reports it", async () => {
  const { contaId, asOwner } = road;
  await road.sandbox.playCenario("nota-autorizada");
  const [caixa] = await asOwner<{ id: string }>("SELECT id FROM caixa_email LIMIT 1");
  await planVisita(road, contaId, caixa?.id ?? "");
  await road.run("poll");
  const [email] = await asOwner<{ id: string; sha256: string }>(
    "SELECT id, sha256 FROM email WHERE estado = 'em-leitura'",
  );
  const sha256 = email?.sha256 ?? "";
  const file = path.join(blobsOf(road.config), contaId, sha256.slice(0, 2), sha256);
  await fs.rename(file, `${road.config.dataDir}/guardado`);
  const [error] = await road.run("ingest");
  expect(error).toBeInstanceOf(BlobMissing);
  expect([awayMsOf(error), esperaOf(error), String(error)]).toEqual([
    60_000,
    "mundo",
    expect.stringContaining(`arquivo ausente no armazém: e-mail ${email?.id} (${contaId}/`),
  ]);
  const ausentes = (await checkHealth(road.ctx)).find(({ name }) => name === "ausentes");
  expect(ausentes).toMatchObject({ ok: false, detail: expect.stringContaining("neste processo, 1.") });
  await fs.rename(`${road.config.dataDir}/guardado`, file);
  expect(await road.run("ingest")).toEqual([]);
  expect(await asOwner("SELECT estado FROM email WHERE id = $1", [email?.id])).toEqual([{ estado: "lido" }]);
});

test("jobs that wait for a missing blob are counted for the operator until they are done", async () => {
  const { contaId } = road;
  let isThere = false;
  const run = async (_: unknown, { tipo }: { tipo: string }): Promise<void> => {
    // An error returned by a thread loses its class.
    const missing = new IsolatedFailure(new BlobMissing("e-mail x (a/b/c)").message, 60_000, "mundo");
    if (tipo === "envio" && !isThere) throw missing;
  };
  const nova = { tipo: "envio" as const, alvo: "sem-arquivo", venceEm: road.clock.now() };
  await road.ctx.database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [nova]));
  work = await startWork(road.ctx, { run, onGiveUp: async () => {} }, { lookMs: 300 });
  const waiting = () => road.ctx.database.portaria.countArquivosAusentes();
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const [tarefa] = await road.asOwner("SELECT espera, causa FROM tarefa WHERE alvo = 'sem-arquivo'");
  expect(tarefa).toEqual({ espera: "mundo", causa: "arquivo-ausente" });
  isThere = true;
  await road.ctx.database.portaria.resumeTarefas({ agora: road.ctx.clock.now() });
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
});

test("messages of 0 bytes are recorded once with their reason and not fetched again", async () => {
  const servidor = await openServidorPop3([
    { uid: "a", raw: "" },
    { uid: "b", raw: "" },
  ]);
  const { caixaId } = await road.createCaixa(road.contaId, { servidor: "127.0.0.1", porta: servidor.porta });
  await planVisita(road, road.contaId, caixaId);
  expect(await road.run("poll")).toEqual([]);
  expect(await road.run("ingest")).toEqual([]);
  const vazias = () => road.asOwner("SELECT estado, motivo FROM email WHERE tamanho = 0");
  const recorded = [{ estado: "quarentena", motivo: "mensagem-ilegivel" }];
  expect(await vazias()).toEqual(recorded);
  servidor.heard.length = 0;
  expect(await visitCaixa(road, caixaId)).toEqual([]);
  expect(await vazias()).toEqual(recorded);
  expect(servidor.heard.filter((line) => line.startsWith("RETR"))).toEqual([]);
  await servidor.close();
});
