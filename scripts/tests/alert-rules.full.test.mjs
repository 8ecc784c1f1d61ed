import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { at } from "../setup/root.mjs";

const RULES = at("docs/operar/malote.rules.yml");
const HAS_PROMTOOL = spawnSync("promtool", ["--version"]).status === 0;
const run = promisify(execFile);
/** @typedef {{ alert: string, annotations: { runbook: string, summary: string },
 *   labels: { severity: string } }} AlertRule */
/** @type {{ groups: { rules: AlertRule[] }[] }} */
const { groups } = parse(fs.readFileSync(RULES, "utf8"));
const rules = groups.flatMap((group) => group.rules);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-alertas-"));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

/** Length of a series in a test, in steps of one minute. */
const SERIES_LENGTH = 40;
const repeat = (/** @type {number} */ value, n = SERIES_LENGTH) => `${value}x${n}`;

/**
 * For each alert: series under which it fires at minute `at`, and similar series under which it does not.
 * A series is a name with labels and its values in promtool's notation, one per minute.
 * @typedef {[name: string, values: string][]} Series
 * @type {Record<string, { at: number, step?: number, fires: Series, not: Series }>}
 */
const CASES = {
  MaloteLacoParado: {
    at: 5,
    fires: [["malote_laco_maior_bloqueio_segundos", repeat(0.3)]],
    not: [["malote_laco_maior_bloqueio_segundos", repeat(0.1)]],
  },
  MaloteLacoParadoMuitasVezes: {
    at: 15,
    fires: [
      ["malote_laco_bloqueio_segundos_count", "0+3x40"],
      ['malote_laco_bloqueio_segundos_bucket{le="0.2"}', "0+1x40"],
    ],
    not: [
      ["malote_laco_bloqueio_segundos_count", "0+3x40"],
      ['malote_laco_bloqueio_segundos_bucket{le="0.2"}', "0+3x40"],
    ],
  },
  MaloteReinicia: {
    at: 15,
    fires: [['process_start_time_seconds{job="malote"}', "0+60x40"]],
    not: [['process_start_time_seconds{job="malote"}', "100x5 200x35"]],
  },
  MaloteProcessoForaDoAr: {
    at: 10,
    fires: [['up{job="malote"}', repeat(0)]],
    not: [['up{job="malote"}', "0 0 1x38"]],
  },
  MaloteWorkerAusente: {
    at: 10,
    fires: [["malote_workers", repeat(0)]],
    not: [["malote_workers", "0x3 1x37"]],
  },
  MaloteDistribuidorParado: {
    at: 10,
    fires: [
      ["malote_distribuidor_idade_segundos", repeat(120)],
      ["malote_workers", repeat(1)],
    ],
    not: [
      ['malote_saude{verificacao="distribuidor"}', repeat(0)],
      ["malote_workers", repeat(0)],
      ["malote_distribuidor_idade_segundos", repeat(1)],
    ],
  },
  MaloteVerificacaoFalhou: {
    at: 5,
    fires: [['malote_saude{verificacao="chave"}', repeat(0)]],
    not: [['malote_saude{verificacao="trabalho"}', repeat(0)]],
  },
  MaloteRespostasCortadas: {
    at: 12,
    fires: [['malote_respostas_cortadas_total{motivo="parado"}', "0+3x40"]],
    not: [['malote_respostas_cortadas_total{motivo="parado"}', "0+1x40"]],
  },
  MaloteConexoesDemais: {
    at: 6,
    fires: [["malote_conexoes", repeat(1600)]],
    not: [["malote_conexoes", repeat(1400)]],
  },
  MaloteRastrosDescartados: {
    at: 35,
    fires: [['malote_rastros_total{fim="descartado"}', "0+5x40"]],
    not: [['malote_rastros_total{fim="enviado"}', "0+5x40"]],
  },
  MaloteDiscoQuaseCheio: { at: 10, fires: disk(9), not: disk(11) },
  MaloteDiscoEncheEmUmDia: { at: 500, step: 10, fires: filling(-0.5), not: filling(-0.01) },
  MaloteDiscoCheio: { at: 5, fires: disk(2), not: disk(5) },
  MaloteArquivosPerdidos: {
    at: 5,
    fires: [['malote_saude{verificacao="arquivos"}', repeat(0)]],
    not: [['malote_saude{verificacao="arquivos"}', "0 1x39"]],
  },
  MaloteArquivosAusentes: {
    at: 5,
    fires: [['malote_saude{verificacao="ausentes"}', repeat(0)]],
    not: [['malote_saude{verificacao="ausentes"}', "0 1x39"]],
  },
  MaloteOrfaosEmMassa: {
    at: 5,
    fires: [['malote_saude{verificacao="orfaos"}', repeat(0)]],
    not: [['malote_saude{verificacao="orfaos"}', repeat(1)]],
  },
  MaloteBancoVoltouNoTempo: {
    at: 5,
    fires: [['malote_saude{verificacao="retrocesso"}', repeat(0)]],
    not: [['malote_saude{verificacao="retrocesso"}', repeat(1)]],
  },
  MaloteBackupFalhou: {
    at: 20,
    fires: [['malote_backup_ok{tipo="criar"}', repeat(0)]],
    not: [['malote_backup_ok{tipo="criar"}', "0x10 1x30"]],
  },
  MaloteBackupVelho: {
    at: 15,
    fires: [['malote_backup_idade_segundos{tipo="criar"}', "7000+60x40"]],
    not: [['malote_backup_idade_segundos{tipo="criar"}', "0+60x40"]],
  },
  MaloteSemBackup: {
    at: 1500,
    step: 10,
    fires: [["malote_medidas_lidas", repeat(1, 160)]],
    not: [
      ["malote_medidas_lidas", repeat(1, 160)],
      ['malote_backup_idade_segundos{tipo="criar"}', repeat(60, 160)],
    ],
  },
  MaloteBackupNaoConfere: {
    at: 10,
    fires: [['malote_backup_ok{tipo="conferir"}', repeat(0)]],
    not: [['malote_backup_idade_segundos{tipo="conferir"}', repeat(600000)]],
  },
  MaloteBancoForaDoAr: {
    at: 5,
    fires: [["malote_medidas_lidas", repeat(0)]],
    not: [["malote_medidas_lidas", "0 1x39"]],
  },
  MaloteBancoLento: {
    at: 15,
    fires: [["malote_medidas_segundos", repeat(3)]],
    not: [["malote_medidas_segundos", "3x5 0.1x35"]],
  },
  MaloteConexoesDoBancoEsgotadas: {
    at: 15,
    fires: [['malote_banco_conexoes{uso="espera"}', repeat(2)]],
    not: [['malote_banco_conexoes{uso="espera"}', "2 0 2 0 2 0 2 0 2 0 2 0 2 0 2 0 2"]],
  },
  MaloteRedisForaDoAr: {
    at: 10,
    fires: [["malote_redis_no_ar", repeat(0)]],
    not: [["malote_redis_no_ar", "0x3 1x37"]],
  },
  MaloteRedisQuaseCheio: {
    at: 15,
    fires: [
      ['malote_redis_memoria_bytes{de="usada"}', repeat(95)],
      ['malote_redis_memoria_bytes{de="limite"}', repeat(100)],
    ],
    not: [
      ['malote_redis_memoria_bytes{de="usada"}', repeat(95)],
      ['malote_redis_memoria_bytes{de="limite"}', repeat(0)],
    ],
  },
  MaloteFilaNaoRecebe: {
    at: 20,
    fires: [["malote_fila_falhas_total", "0+1x40"]],
    not: [["malote_fila_falhas_total", "0x5 2x35"]],
  },
  MaloteTrabalhoAtrasado: {
    at: 10,
    fires: [['malote_tarefa_mais_antiga_segundos{tipo="ingest"}', repeat(4000)]],
    not: [['malote_tarefa_mais_antiga_segundos{tipo="validate"}', repeat(4000)]],
  },
  MaloteTrabalhoDesistido: {
    at: 10,
    fires: [
      ['malote_tarefas_desistidas{tipo="ingest"}', repeat(6)],
      ['malote_tarefas_desistidas{tipo="envio"}', repeat(5)],
    ],
    not: [
      ['malote_tarefas_desistidas{tipo="ingest",instance="a"}', repeat(6)],
      ['malote_tarefas_desistidas{tipo="ingest",instance="b"}', repeat(6)],
    ],
  },
  MaloteCaixasComErro: {
    at: 35,
    fires: [
      ['malote_caixas{estado="erro"}', repeat(5)],
      ['malote_caixas{estado="todas"}', repeat(20)],
    ],
    not: [
      ['malote_caixas{estado="erro"}', repeat(5)],
      ['malote_caixas{estado="todas"}', repeat(200)],
    ],
  },
  MaloteEmailsNaoSaem: {
    at: 15,
    fires: [["malote_envio_mais_antigo_segundos", repeat(4000)]],
    not: [["malote_envio_mais_antigo_segundos", repeat(300)]],
  },
  MaloteAvisoAoOperadorNaoSai: {
    at: 15,
    fires: [['malote_avisos_operador{estado="falhando"}', repeat(1)]],
    not: [['malote_avisos_operador{estado="aberto"}', repeat(1)]],
  },
  MaloteWebhooksAtrasados: {
    at: 70,
    fires: [["malote_webhook_entrega_mais_antiga_segundos", repeat(90000, 80)]],
    not: [["malote_webhook_entrega_mais_antiga_segundos", repeat(4000, 80)]],
  },
  MaloteWebhookDesligado: {
    at: 30,
    fires: [['malote_webhooks{estado="desligado"}', "1x20 5x20"]],
    not: [['malote_webhooks{estado="desligado"}', repeat(5)]],
  },
  MaloteSefazNaoResponde: {
    at: 70,
    fires: [['malote_sefaz_disjuntor_aberto{disjuntor="SVRS consulta"}', repeat(1, 80)]],
    not: [['malote_sefaz_disjuntor_aberto{disjuntor="SVRS consulta"}', "1x30 0x50"]],
  },
  MaloteConsumoIndevido: {
    at: 30,
    fires: [['malote_sefaz_segundos_count{fim="consumo-indevido"}', "0x10 1x30"]],
    not: [['malote_sefaz_segundos_count{fim="respondeu"}', "0+1x40"]],
  },
  MaloteCertificadoDoOperador: {
    at: 15,
    fires: [['malote_certificado_operador_dias{qual="sefaz"}', repeat(10)]],
    not: [['malote_certificado_operador_dias{qual="sefaz"}', repeat(20)]],
  },
  MaloteCertificadosVencidos: {
    at: 70,
    fires: [['malote_certificados{prazo="vencido"}', repeat(2, 80)]],
    not: [['malote_certificados{prazo="1d"}', repeat(2, 80)]],
  },
};

/** @param {number} percent free @returns {Series} */
function disk(percent) {
  return [
    ['malote_disco_livre_bytes{pasta="dados"}', repeat(percent)],
    ['malote_disco_bytes{pasta="dados"}', repeat(100)],
  ];
}

/** 30 % of the disk free, changing by `step` each ten minutes. @param {number} step @returns {Series} */
function filling(step) {
  const free = `30${step}x60`;
  return [
    ['malote_disco_livre_bytes{pasta="dados"}', free],
    ['malote_disco_bytes{pasta="dados"}', repeat(100, 60)],
  ];
}

/** @typedef {{ alert: string, at: number, step: number, series: Series, firing: boolean }} Case */

/** Groups cases that share no metric into one promtool test, because each test costs a database.
 * @param {Case[]} cases */
function pack(cases) {
  /** @type {{ names: Set<string>, cases: Case[] }[]} */
  const groups = [];
  for (const each of cases) {
    const names = each.series.map(([name]) =>
      name.startsWith("malote_saude") ? name : name.replace(/\{.*/, ""),
    );
    const existing = groups.find((group) => names.every((name) => !group.names.has(name)));
    const group = existing ?? { names: new Set(), cases: [] };
    if (existing === undefined) groups.push(group);
    for (const name of names) group.names.add(name);
    group.cases.push(each);
  }
  return groups.map((group) => group.cases);
}

/** @param {Case[]} cases */
function toTest(cases) {
  return {
    interval: `${cases[0]?.step}m`,
    name: cases.map(({ alert, firing }) => `${alert} ${firing ? "fires" : "does not fire"}`).join(", "),
    input_series: cases.flatMap(({ series }) => series.map(([name, values]) => ({ series: name, values }))),
    promql_expr_test: cases.map(({ alert, at: minute, firing }) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${minute}m`,
      exp_samples: firing ? [{ labels: "{}", value: 1 }] : [],
    })),
  };
}

/** @param {number} step minutes between two values and two evaluations */
async function testRules(step) {
  const chosen = Object.entries(CASES).filter(([, each]) => (each.step ?? 1) === step);
  const tests = [true, false].flatMap((firing) => {
    const cases = chosen.map(([alert, { at: minute, fires, not }]) => {
      return { alert, at: minute, step, series: firing ? fires : not, firing };
    });
    return pack(cases).map(toTest);
  });
  const file = path.join(dir, `alertas-${step}.yml`);
  fs.writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: `${step}m`, tests }));
  const result = await run("promtool", ["test", "rules", file]).catch((error) => error);
  return `${result.stdout}${result.stderr}`;
}

/** Writes the queries of the dashboard as rules, for promtool to check. @returns the path of the file */
function writeBoardRules() {
  /** @type {{ panels: { targets?: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(fs.readFileSync(at("docs/operar/grafana/malote.json"), "utf8"));
  const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = exprs.map((expr, n) => ({ record: `painel:pergunta:${n}`, expr }));
  const file = path.join(dir, "painel.yml");
  fs.writeFileSync(file, stringify({ groups: [{ name: "painel", rules }] }));
  return file;
}

describe("Prometheus alert rules", () => {
  test("each alert rule has a runbook, a summary, a severity and a test case", () => {
    for (const { alert, annotations, labels } of rules) {
      expect(fs.existsSync(at(annotations.runbook)), alert).toBe(true);
      expect(fs.readFileSync(at(annotations.runbook), "utf8"), annotations.runbook).toContain(alert);
      expect(annotations.summary).toMatch(/\.$|\)\.$/);
      expect(["info", "warning", "critical"]).toContain(labels.severity);
    }
    expect(rules.map(({ alert }) => alert).toSorted()).toEqual(Object.keys(CASES).toSorted());
  });

  test("the runbook index lists every runbook, and all links work", () => {
    const folder = at("docs/operar");
    const files = fs.readdirSync(folder).filter((name) => name.endsWith(".md"));
    const index = fs.readFileSync(path.join(folder, "README.md"), "utf8");
    const runbooks = new Set(rules.map(({ annotations }) => path.basename(annotations.runbook)));
    for (const name of runbooks) expect(index).toContain(`(${name})`);
    for (const name of files) {
      const links = fs.readFileSync(path.join(folder, name), "utf8").matchAll(/\]\((?!https?:)([^)#]+)\)/g);
      for (const [, link = ""] of links)
        expect(fs.existsSync(path.join(folder, link)), `${name} → ${link}`).toBe(true);
    }
  });

  test.skipIf(!HAS_PROMTOOL)(
    "Prometheus accepts the rules, and each alert fires exactly when it should (promtool)",
    async () => {
      await run("promtool", ["check", "rules", RULES]);
      await run("promtool", ["check", "rules", writeBoardRules()]);
      for (const step of [1, 10]) expect(await testRules(step)).toMatch(/SUCCESS\s*$/);
    },
  );
});
