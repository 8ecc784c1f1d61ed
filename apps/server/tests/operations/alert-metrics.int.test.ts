import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { registerMetrics } from "../../src/metrics/register-metrics.ts";
import { watchLoop } from "../../src/metrics/watch-loop.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

const DOCS_DIR = path.resolve(import.meta.dirname, "../../../../docs/operar");
const BUILT_IN_METRICS = new Set(["up"]);

type Panel = { id: number; type: string; targets?: { expr: string }[]; datasource?: { uid: string } };

let t: TestContext;
let names: Set<string>;
let text: string;
beforeAll(async () => {
  t = await createTestContext();
  const { stop } = watchLoop(t.ctx);
  registerMetrics(t.ctx, { isInstallation: true });
  registerMetrics(t.ctx, { isInstallation: true });
  const { registry } = t.ctx.metrics;
  text = await registry.metrics();
  names = new Set((await registry.getMetricsAsJSON()).map(({ name }) => name));
  stop();
});
afterAll(() => t.dispose());

/** Metric names of an expression that no process exports. */
function findUnknown(expr: string): string[] {
  const used = expr.match(/\b(?:malote|process|nodejs)_\w+|\bup\b/g) ?? [];
  return used.filter(
    (name) =>
      !names.has(name.replace(/_(?:count|sum|bucket)$/, "")) &&
      !names.has(name) &&
      !BUILT_IN_METRICS.has(name),
  );
}

test("every metric in the alert rules and the dashboard is exported by a process", () => {
  const { groups } = parse(fs.readFileSync(path.join(DOCS_DIR, "malote.rules.yml"), "utf8")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const board = JSON.parse(fs.readFileSync(path.join(DOCS_DIR, "grafana/malote.json"), "utf8")) as {
    panels: Panel[];
  };
  const exprs = [...rules, ...board.panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
  expect(exprs.length).toBeGreaterThan(60);
  expect(exprs.flatMap(findUnknown)).toEqual([]);
  expect(rules.map(({ expr }) => expr)).toContain("malote_laco_maior_bloqueio_segundos >= 0.2");
});

test("the dashboard has a data source variable; each panel has a unique id, a type, a source and a query", () => {
  const board = JSON.parse(fs.readFileSync(path.join(DOCS_DIR, "grafana/malote.json"), "utf8"));
  expect(board.templating.list).toMatchObject([{ type: "datasource", name: "fonte", query: "prometheus" }]);
  const panels: Panel[] = board.panels;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { type, targets = [], datasource } of panels.filter((panel) => panel.type !== "row")) {
    expect(["timeseries", "stat"]).toContain(type);
    expect(datasource?.uid).toBe("$" + "{fonte}");
    expect(targets.length).toBeGreaterThan(0);
  }
  for (const title of [
    "Trabalho",
    "Disco",
    "Banco de dados",
    "Redis",
    "SEFAZ",
    "E-mail",
    "Webhooks",
    "Backup",
  ])
    expect(panels).toContainEqual(expect.objectContaining({ type: "row", title }));
});

test("one scrape reports disk, database, work, mail, webhooks, certificates and health, without naming a conta", async () => {
  for (const line of [
    /^malote_disco_livre_bytes\{pasta="dados"\} \d/m,
    /^malote_saude\{verificacao="banco"\} 1$/m,
    /^malote_workers 0$/m,
    /^malote_caixas\{estado="erro"\} 0$/m,
    /^malote_envio_mais_antigo_segundos 0$/m,
    /^malote_webhooks\{estado="desligado"\} 0$/m,
    /^malote_certificados\{prazo="7d"\} 0$/m,
    /^malote_avisos_operador\{estado="aberto"\} 0$/m,
    /^malote_medidas_segundos 0\.\d/m,
  ])
    expect(text).toMatch(line);
});

test("the metrics of backups, tarefas, their age and certificates match the database", async () => {
  const { contaId } = await t.createConta();
  const { empresaId } = await t.createEmpresa(contaId);
  const now = t.clock.now();
  await t.asOwner(
    `INSERT INTO backup_execucao (id, tipo, destino, comecou, terminou, resultado, bytes) VALUES
       (gen_random_uuid(), 'criar', '/b', $1::timestamptz - interval '10 min', $1::timestamptz - interval '9 min', 'ok', 700),
       (gen_random_uuid(), 'criar', '/b', $1::timestamptz - interval '5 min', $1::timestamptz - interval '4 min', 'falhou', NULL)`,
    [now],
  );
  await t.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, estado, vence_em, criado_em, terminada_em) VALUES
       ($1, gen_random_uuid(), 'ingest', 'a', 'pendente', $2::timestamptz - interval '90 s', $2, NULL),
       ($1, gen_random_uuid(), 'ingest', 'b', 'pendente', $2::timestamptz + interval '90 s', $2, NULL),
       ($1, gen_random_uuid(), 'poll', 'c', 'pendente', $2::timestamptz + interval '90 s', $2, NULL),
       ($1, gen_random_uuid(), 'envio', 'd', 'desistiu', $2, $2, $2::timestamptz - interval '23 h'),
       ($1, gen_random_uuid(), 'envio', 'e', 'desistiu', $2, $2, $2::timestamptz - interval '25 h')`,
    [contaId, now],
  );
  await t.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate)
     VALUES ($1, gen_random_uuid(), $2, '\\x00', 'X', $3, $3::timestamptz + interval '3 days')`,
    [contaId, empresaId, now],
  );
  const measured = await t.ctx.database.gatekeeper.measure(now);
  expect(measured.backups).toEqual([{ tipo: "criar", ok: false, idade: 600, duracao: 60, bytes: 700 }]);
  expect(measured.idades).toEqual([
    { tipo: "ingest", segundos: 90 },
    { tipo: "poll", segundos: 0 },
  ]);
  expect(measured.tarefas).toContainEqual({ tipo: "ingest", estado: "vencida", quantas: 1 });
  expect(measured.desistidas).toEqual([{ tipo: "envio", quantas: 1 }]);
  expect(measured.certificados).toContainEqual({ prazo: "7d", quantos: 1 });
});
