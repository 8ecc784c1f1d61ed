import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { DAY_MS, HOUR_MS, isCnpj, TIPOS_NO_BADGE, zoneOfUf } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../src/db/index.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import type { Caller } from "../../src/services/handler.ts";
import { countByType } from "../../src/services/nota/list/count-by-type.rows.ts";
import { readDivergencias } from "../../src/services/nota/list/read-divergencias.ts";
import { countUnprocessed, type NotaList, sumList } from "../../src/services/nota/nota.rows.ts";
import type { NotaFilter } from "../../src/services/nota/nota.rules.ts";
import { verifyRegistro } from "../../src/services/registro/verify-registro.ts";
import { createDemoConta } from "../../src/setup/demo.ts";
import type { StepOf } from "../../src/setup/history/history-steps.ts";
import { readHistory, replayHistory } from "../../src/setup/history/replay-history.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

/** A conta as `npm start` leaves it in a new data folder, before http and worker. */

let dir: string;
let sandbox: Sandbox;
let t: TestContext;
let contaId: string;
let replayed: number | null = null;
let lastPoll: StepOf<"coleta"> | undefined;

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-historia-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0, history: true });
  t = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  const polls = (await readHistory(sandbox.info))?.steps.filter((step) => step.tipo === "coleta");
  lastPoll = polls?.findLast(({ caixas }) => (caixas[0]?.mensagens.length ?? 0) > 4);
  replayed = await prepare();
});
afterAll(async () => {
  await t.dispose();
  await sandbox.stop();
  await fs.rm(dir, { recursive: true, force: true });
});

/** As setup does at each start. */
async function prepare(): Promise<number | null> {
  const { info } = sandbox;
  const history = await readHistory(info);
  const clock = history ? { now: () => history.begin } : t.ctx.clock;
  contaId = await createDemoConta({ ...t.ctx, clock });
  return history && (await replayHistory(t.ctx, { contaId, info, history }));
}

const count = async (from: string): Promise<number> =>
  (await t.asOwner<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]?.n ?? 0;

test("the demo conta opens with a quarter of documents of all models from 25 suppliers", async () => {
  expect(replayed).toBe(await count("nota"));
  expect(replayed).toBeGreaterThan(1_100);
  expect(replayed).toBeLessThan(1_400);
  const models = await t.asOwner<{ tipo: string; n: number }>(
    "SELECT tipo_nota AS tipo, count(*)::int AS n FROM nota GROUP BY 1 ORDER BY 1",
  );
  expect(models.map(({ tipo }) => tipo)).toEqual(["CTe", "CTeOS", "MDFe", "NFCe", "NFe"]);
  const suppliers = await t.asOwner<{ cnpj: string }>(
    "SELECT DISTINCT cnpj_emitente AS cnpj FROM nota WHERE papel = 'E' AND tipo_nota IN ('NFe', 'NFCe')",
  );
  expect(suppliers).toHaveLength(25);
  expect(suppliers.every(({ cnpj }) => isCnpj(cnpj))).toBe(true);
  expect(await count("nota WHERE papel = 'S'")).toBeGreaterThan(30);
});

test("received instants, e-mails and the sums of the painel are spread over the quarter", async () => {
  const [days] = await t.asOwner<{ emissao: number; chegada: number; emails: number; painel: number }>(
    `SELECT (SELECT count(DISTINCT dia_emissao)::int FROM nota) AS emissao,
       (SELECT count(DISTINCT criado_em::date)::int FROM nota) AS chegada,
       (SELECT count(DISTINCT recebida_em::date)::int FROM email) AS emails,
       (SELECT count(DISTINCT dia)::int FROM rollup_dia) AS painel`,
  );
  for (const each of Object.values(days ?? {})) expect(each).toBeGreaterThan(60);
  const [sums] = await t.asOwner<{ painel: string; notas: string }>(
    `SELECT (SELECT sum(valor)::text FROM rollup_dia) AS painel,
       (SELECT sum(valor_total)::text FROM nota WHERE NOT quarentena AND NOT terceiros) AS notas`,
  );
  expect(sums?.painel).toBe(sums?.notas);
  expect(await count("nota WHERE criado_em < data_emissao")).toBe(0);
  expect(await count("nota WHERE criado_em - data_emissao > interval '2 days'")).toBeGreaterThan(10);
  expect(await count("email WHERE estado = 'em-leitura'")).toBe(0);
});

test("something needs attention: quarantine, divergence, cancellation, missing XML, a broken caixa", async () => {
  expect(await count("nota WHERE quarentena")).toBeGreaterThan(1);
  expect(await count("nota WHERE divergente")).toBeGreaterThan(5);
  expect(await count("nota WHERE hash_sha1_canc IS NOT NULL")).toBeGreaterThan(5);
  expect(await count("evento WHERE tp_evento = '110110'")).toBeGreaterThan(3);
  const missing = `auditor a WHERE tp_evento = '' AND c_sit_nfe = 1
    AND NOT EXISTS (SELECT FROM nota n WHERE n.chave = a.chave)`;
  expect(await count(missing)).toBeGreaterThan(10);
  expect(await count("caixa_email WHERE erro_desde IS NOT NULL AND ultimo_erro = 'senha'")).toBe(1);
  expect(await count("email WHERE cardinality(chaves_sem_xml) > 0")).toBeGreaterThan(2);
  expect(await count("importacao WHERE estado = 'concluido' AND documentos = 4")).toBe(3);
  expect(await count("arquivo_pedido WHERE estado = 'concluido'")).toBe(2);
  expect(await count("manifestacao WHERE estado = 'registrada'")).toBeGreaterThan(5);
});

test("old documents are mostly processed, those of this week mostly not", async () => {
  const share = async (where: string): Promise<number> =>
    (await count(`nota WHERE ${where} AND papel = 'E' AND processado_erp`)) /
    (await count(`nota WHERE ${where} AND papel = 'E'`));
  expect(await share("data_emissao < now() - interval '15 days'")).toBeGreaterThan(0.75);
  expect(await share("data_emissao > now() - interval '5 days'")).toBeLessThan(0.4);
});

test("SEFAZ was asked on the planned days, and nothing is overdue when the worker starts", async () => {
  const plain = `SELECT n.chave FROM nota n WHERE sefaz_status = '100' AND manifestacao = 0
    AND data_emissao < now() - interval '40 days' ORDER BY chave LIMIT 1`;
  const times = await t.asOwner<{ ms: number }>(
    `SELECT round(extract(epoch FROM c.pedida_em - n.data_emissao) * 1000)::float8 AS ms
     FROM consulta c JOIN nota n USING (chave) WHERE chave = (${plain}) ORDER BY c.pedida_em`,
  );
  expect(times.map(({ ms }) => ms).slice(-3)).toEqual([25 * HOUR_MS, 169 * HOUR_MS, 30 * DAY_MS]);
  const overdue = await t.asOwner("SELECT FROM tarefa WHERE tipo = 'validate' AND vence_em <= $1", [
    new Date(Date.now() - HOUR_MS),
  ]);
  expect(overdue).toEqual([]);
  expect(await count("tarefa WHERE tipo NOT IN ('validate', 'poll', 'distribuicao')")).toBe(0);
  expect(await count("envio WHERE estado = 'pendente'")).toBe(0);
});

test("the simulated SEFAZ knows the documents, and the registro of the conta is whole", async () => {
  const [nota] = await t.asOwner<{ chave: string; dig_val: string }>(
    "SELECT chave, dig_val FROM nota WHERE sefaz_status = '100' ORDER BY chave LIMIT 1",
  );
  expect(sandbox.sefaz.ledger.find(nota?.chave ?? "")?.protocolo.digVal).toBe(nota?.dig_val);
  const check = await verifyRegistro((fn) => t.ctx.database.withConta(contaId, fn), contaId);
  expect(check).toMatchObject({ integro: true });
  const acts = await t.asOwner<{ quando: Date }>("SELECT quando FROM registro ORDER BY ordem");
  expect(acts.map(({ quando }) => quando.getTime())).toEqual(
    acts.map(({ quando }) => quando.getTime()).toSorted((a, b) => a - b),
  );
});

/** Columns that differ between two contas, or that later steps change. */
const OWN = [
  ...[
    "id",
    "conta_id",
    "documento_id",
    "empresa_id",
    "email_id",
    "caixa_id",
    "contada_empresa",
    "alterado_em",
  ],
  ...[
    "recebido",
    "recebido_em",
    "recebido_por",
    "conferido",
    "conferido_em",
    "conferido_por",
    "processado_erp",
  ],
  ...[
    "processado_em",
    "processado_por",
    "contada_marcas",
    "sefaz_consultada_em",
    "auditoria",
    "auditoria_rara",
  ],
  ...["duracao_ms", "sefaz_dig_val", "distribuido_em"],
];

async function readRows(of: TestContext, hashes: readonly string[]): Promise<Record<string, unknown[]>> {
  const emails = "SELECT id FROM email WHERE sha256 = ANY ($1)";
  const chaves = `SELECT d.chave FROM anexo a JOIN documento d ON d.id = a.documento_id WHERE a.email_id IN (${emails})`;
  const queries = {
    email: `SELECT * FROM email WHERE id IN (${emails}) ORDER BY sha256`,
    anexo: `SELECT * FROM anexo WHERE email_id IN (${emails}) ORDER BY sha256, caminho`,
    documento: `SELECT * FROM documento WHERE chave IN (${chaves}) ORDER BY sha256`,
    nota: `SELECT * FROM nota WHERE chave IN (${chaves}) ORDER BY chave, papel`,
    consulta: `SELECT * FROM consulta WHERE chave IN (${chaves}) AND origem = 'recebimento' ORDER BY chave`,
  };
  const read = Object.entries(queries).map(async ([table, text]) => {
    const rows = await of.asOwner(text, [hashes]);
    return [table, rows.map((row) => Object.entries(row).filter(([name]) => !OWN.includes(name)))] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

test("the rows of a poll are those that the worker writes for the same messages at the same instant", async () => {
  const { em, caixas } = lastPoll ?? { em: new Date(), caixas: [] };
  const raws = (caixas[0]?.mensagens ?? []).map((text) => Buffer.from(text, "latin1"));
  for (const raw of raws) sandbox.putEmail(raw);
  const other = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  try {
    other.clock.set(em);
    other.clock.hold();
    await createDemoConta(other.ctx);
    for (const tipo of ["poll", "ingest", "validate"] as const) await runTasks(other, tipo);
    const hashes = raws.map((raw) => createHash("sha256").update(raw).digest("hex"));
    const expected = await readRows(other, hashes);
    expect(expected.nota?.length).toBeGreaterThan(3);
    expect(await readRows(t, hashes)).toEqual(expected);
  } finally {
    await other.dispose();
  }
});

async function runTasks(of: TestContext, tipo: "poll" | "ingest" | "validate"): Promise<void> {
  const prazo = new Date(Date.now() + HOUR_MS);
  const due = await of.asOwner<{ id: string; contaId: string; alvo: string }>(
    `UPDATE tarefa SET estado = 'entregue' WHERE tipo = $1 RETURNING id, conta_id AS "contaId", alvo`,
    [tipo],
  );
  for (const { id: tarefaId, ...target } of due)
    await runPipelineJob(of.ctx, { ...target, tipo, tarefaId, tentativa: 1, prazo });
}

test("a second start adds nothing", async () => {
  const before = await t.asOwner("SELECT id, alterado_em FROM nota ORDER BY id");
  expect(existsSync(sandbox.info.historia ?? "")).toBe(false);
  expect(await prepare()).toBe(null);
  expect(await t.asOwner("SELECT id, alterado_em FROM nota ORDER BY id")).toEqual(before);
});

test("badge, tab, KPI and list count the same documents of the history, whenever they were found", async () => {
  const caller = { contaId, contaUf: "SP" } as Caller;
  const read = <T>(fn: (db: Db) => Promise<T>): Promise<T> => t.ctx.database.withConta(contaId, fn);
  const listOf = (filtro: NotaFilter): NotaList => {
    return { papel: "E", filtro, ordem: "emissaoDesc", zona: zoneOfUf("SP"), nomes: new Map() };
  };
  const tab = await read(async (db) => {
    const list = await readDivergencias(db, caller, { entradaSaida: "E" });
    return list === null ? [] : await countByType(db, contaId, list);
  });
  const divergent = await count("nota WHERE papel = 'E' AND divergente AND NOT quarentena AND NOT terceiros");
  const lists = await read(async (db) => [
    await sumList(db, contaId, listOf({ divergente: true, quarentena: false })),
    await sumList(
      db,
      contaId,
      listOf({ processadoErp: false, quarentena: false, tiposNota: [...TIPOS_NO_BADGE] }),
    ),
  ]);
  const badge = await read((db) => countUnprocessed(db, contaId));
  const inBadge = badge.filter(({ tipoNota }) => TIPOS_NO_BADGE.some((tipo) => tipo === tipoNota));
  expect([lists[0]?.total, totalOf(tab)]).toEqual([divergent, divergent]);
  expect(lists[1]?.total).toBe(totalOf(inBadge));
  // Most were found before the last week: a default period of it would hide them.
  const recent = await count(
    "nota WHERE papel = 'E' AND divergente AND NOT quarentena AND divergente_em > now() - interval '7 days'",
  );
  expect(recent).toBeLessThan(divergent);
});

function totalOf(rows: readonly { total: number }[]): number {
  return rows.reduce((sum, { total }) => sum + total, 0);
}
