import { DAY_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Deferral, outageWaitOf } from "../../src/errors.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { judgeAnswer } from "../../src/services/nota/nota.rules.ts";
import { findQueriedNota, markSefazRequested } from "../../src/services/nota/sefaz/nota-sefaz.rows.ts";
import { insertConsulta } from "../../src/services/sefaz/consulta.rows.ts";
import { SEFAZ_QUOTAS } from "../../src/services/sefaz/quotas.ts";
import { findAuthorizer } from "../../src/services/sefaz/sefaz.rules.ts";
import { findSefazClient } from "../../src/services/sefaz/sefaz-clients.ts";
import { createDemoConta } from "../../src/setup/demo.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());
beforeEach(async () => {
  await pipeline.asOwner("DELETE FROM tarefa WHERE tipo = 'validate'");
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() + interval '300 days'");
});

test("with the sandbox disabled, no SEFAZ query is made for a demo conta", async () => {
  const chave = await receiveScenario("nota-autorizada");
  await pipeline.asOwner("DELETE FROM consulta");
  const off = { ...pipeline.ctx, config: { ...pipeline.config, sandbox: null } };
  const deadline = new Date(pipeline.clock.now().getTime() + MINUTE_MS);
  const job = {
    contaId: pipeline.contaId,
    tarefaId: "",
    tipo: "validate" as const,
    alvo: chave,
    tentativa: 1,
    prazo: deadline,
  };
  await runPipelineJob(off, job);
  expect(await pipeline.asOwner("SELECT FROM consulta")).toEqual([]);
});

test("a nota without a certificate is retried daily, until SEFAZ no longer answers about the nota", async () => {
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
  const chave = await receiveScenario("nota-autorizada");
  expect(await minutesUntilQuery(chave)).toBeCloseTo(DAY_MS / MINUTE_MS, -1);
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() + interval '300 days'");
  await queryAgain(chave);
  expect((await pipeline.notas()).find((nota) => nota.chave === chave)?.sefaz_status).toBe("100");
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
  await pipeline.asOwner(
    "UPDATE nota SET data_emissao = data_emissao - interval '181 days' WHERE chave = $1",
    [chave],
  );
  await queryAgain(chave);
  expect(await minutesUntilQuery(chave)).toBeNull();
});

test("a nota that waits for a certificate is queried as soon as one is stored", async () => {
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
  const chave = await receiveScenario("nota-autorizada");
  expect(await minutesUntilQuery(chave)).toBeGreaterThan(0);
  // Stores the sandbox's certificates anew.
  await createDemoConta(pipeline.ctx);
  expect(await minutesUntilQuery(chave)).toBeLessThanOrEqual(0);
  await pipeline.run("validate");
  expect((await pipeline.notas()).find((nota) => nota.chave === chave)?.sefaz_status).toBe("100");
});

test("our quota ends before SEFAZ's, and a query beyond it is deferred without being counted", async () => {
  const chave = await receiveScenario("nota-autorizada");
  for (let n = 1; n < SEFAZ_QUOTAS["consulta-chave"].limite; n += 1)
    expect(await queryAgain(chave)).toEqual([]);
  await pipeline.asOwner("DELETE FROM consulta");
  const [error] = await queryAgain(chave);
  expect(error).toBeInstanceOf(Deferral);
  expect(outageWaitOf(error)).toBeGreaterThan(59 * MINUTE_MS);
  expect(await pipeline.asOwner("SELECT FROM consulta")).toEqual([]);
  expect(pipeline.sandbox.sefaz.counters.read().consumoIndevido).toBe(0);
});

test("a document in quarentena uses no SEFAZ query by itself", async () => {
  const chave = await receiveScenario("nota-adulterada");
  expect(await minutesUntilQuery(chave)).toBeNull();
  expect(await pipeline.asOwner("SELECT FROM consulta WHERE chave = $1", [chave])).toEqual([]);
});

test("a chave with a wrong check digit is not queried and does not fail", async () => {
  const chave = await receiveScenario("nota-autorizada");
  const wrongChave = `${chave.slice(0, 43)}${(Number(chave.at(-1)) + 1) % 10}`;
  await pipeline.asOwner("UPDATE nota SET chave = $2 WHERE chave = $1", [chave, wrongChave]);
  await pipeline.asOwner("UPDATE tarefa SET alvo = $2 WHERE alvo = $1", [chave, wrongChave]);
  expect(await queryAgain(wrongChave)).toEqual([]);
  expect(await pipeline.asOwner("SELECT FROM consulta WHERE chave = $1", [wrongChave])).toEqual([]);
});

test("the certificate of any empresa that is party to a document can be used", async () => {
  const { empresaId: withoutCertificado } = await pipeline.createEmpresa(pipeline.contaId, {
    cnpj: "99888777000166",
  });
  const [withCertificado] = await pipeline.asOwner<{ id: string }>(
    "SELECT empresa_id AS id FROM certificado LIMIT 1",
  );
  const find = (empresaIds: string[]) =>
    findSefazClient(pipeline.ctx, pipeline.contaId, { empresaIds, sandbox: true });
  expect(await find([withoutCertificado])).toBeNull();
  expect(await find([withoutCertificado, withCertificado?.id ?? ""])).not.toBeNull();
});

test("an answer counts as newer than its request, whatever the clocks of the hosts say", async () => {
  const chave = await receiveScenario("nota-autorizada");
  await withConta((db) => markSefazRequested(db, pipeline.contaId, { chave, requester: "Ana" }));
  expect(await readWait(chave)).toBe("ainda-nao");
  pipeline.clock.advance(-10 * MINUTE_MS);
  await queryAgain(chave);
  pipeline.clock.advance(10 * MINUTE_MS);
  expect(await readWait(chave)).toBe("sim");
});

test("a query that was given up is reported as failed, and a later recheck is planned", async () => {
  const chave = await receiveScenario("nota-autorizada");
  await withConta((db) => markSefazRequested(db, pipeline.contaId, { chave, requester: "Ana" }));
  await pipeline.asOwner("UPDATE tarefa SET estado = 'desistiu' WHERE alvo = $1", [chave]);
  await pipeline.giveUp("validate", chave);
  expect(await readWait(chave)).toBe("falhou");
  expect(await minutesUntilQuery(chave)).toBeGreaterThan(0);
});

test("repeated equal failures share one row, and are deleted once SEFAZ no longer answers about the chave", async () => {
  const chave = "3".repeat(44);
  const start = pipeline.clock.now().getTime();
  const at = (n: number) => new Date(start + n * MINUTE_MS);
  const base = { chave, servico: "consulta", autorizador: "SP", duracaoMs: 1, xMotivo: null } as const;
  const attempt = (n: number, o: { falha?: "tempo" | "dns"; quem?: string; cStat?: string } = {}) =>
    withConta((db) =>
      insertConsulta(db, pipeline.contaId, {
        ...{ ...base, origem: "agenda", pedidaEm: at(n), quem: o.quem ?? null },
        ...{ cStat: o.cStat ?? null, falha: o.cStat ? null : (o.falha ?? "tempo") },
      }),
    );
  for (let n = 0; n < 5; n += 1) await attempt(n);
  await attempt(5, { falha: "dns" });
  await attempt(6, { quem: "Ana" });
  await attempt(7, { quem: "Ana" });
  await attempt(8, { cStat: "100" });
  await attempt(9);
  const lines = () =>
    pipeline.asOwner("SELECT falha, quem, cstat, vezes FROM consulta WHERE chave = $1 ORDER BY pedida_em", [
      chave,
    ]);
  const [timeoutRow, ana, answeredRow] = [
    { falha: "tempo", quem: null, cstat: null, vezes: 1 },
    { falha: "tempo", quem: "Ana", cstat: null, vezes: 1 },
    { falha: null, quem: null, cstat: "100", vezes: 1 },
  ];
  expect(await lines()).toEqual([
    { ...timeoutRow, vezes: 5 },
    { ...timeoutRow, falha: "dns" },
    ana,
    ana,
    answeredRow,
    timeoutRow,
  ]);
  await pipeline.ctx.database.gatekeeper.sweepConsultas(at(9), 1_000);
  expect(await lines()).toEqual([answeredRow, timeoutRow]);
});

// Last, because the simulator keeps its record of improper use.
test("a cStat 656 for any client blocks the certificate at that authorizer for an hour", async () => {
  const chave = await receiveScenario("nota-autorizada");
  const authorizerOf = (each: string) => findAuthorizer(each)?.autorizador;
  let other = await receiveScenario("nota-autorizada");
  for (let n = 0; n < 50 && authorizerOf(other) !== authorizerOf(chave); n += 1)
    other = await receiveScenario("nota-autorizada");
  // Another program uses the same certificate, which our quota does not count.
  for (let n = 1; n < SEFAZ_QUOTAS["consulta-chave"].limite; n += 1) {
    await pipeline.asOwner("DELETE FROM sefaz_uso");
    expect(await queryAgain(chave)).toEqual([]);
  }
  await pipeline.asOwner("DELETE FROM sefaz_uso");
  await pipeline.asOwner("DELETE FROM consulta");
  const [error] = await queryAgain(chave);
  expect(await pipeline.asOwner("SELECT cstat FROM consulta")).toEqual([{ cstat: "656" }]);
  expect(outageWaitOf(error)).toBe(61 * MINUTE_MS);
  expect(error, "a try that is counted").not.toBeInstanceOf(Deferral);
  const asked = pipeline.sandbox.sefaz.counters.read().consultas;
  expect(await queryAgain(other)).toContainEqual(expect.objectContaining({ motivo: "bloqueio" }));
  expect(pipeline.sandbox.sefaz.counters.read().consultas).toBe(asked);
});

type ContaWork = Parameters<TestPipeline["ctx"]["database"]["withConta"]>[1];

async function withConta<T>(fn: (db: Parameters<ContaWork>[0]) => Promise<T>): Promise<T> {
  return await pipeline.ctx.database.withConta(pipeline.contaId, fn);
}

/** Plays a scenario of one document and runs it through the pipeline. */
async function receiveScenario(scenario: string): Promise<string> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  await pipeline.collect();
  return chaves[0] ?? "";
}

async function queryAgain(chave: string): Promise<unknown[]> {
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [chave]);
  return await pipeline.run("validate");
}

/** Minutes until the next SEFAZ query of the chave; null when none is planned. */
async function minutesUntilQuery(chave: string): Promise<number | null> {
  const [row] = await pipeline.asOwner<{ em: Date }>(
    "SELECT vence_em AS em FROM tarefa WHERE alvo = $1 AND estado = 'pendente'",
    [chave],
  );
  return row ? Math.round((row.em.getTime() - pipeline.clock.now().getTime()) / MINUTE_MS) : null;
}

async function readWait(chave: string): Promise<string | null> {
  const found = await withConta((db) => findQueriedNota(db, pipeline.contaId, { tipo: "NFe", chave }));
  return found && judgeAnswer(found);
}
