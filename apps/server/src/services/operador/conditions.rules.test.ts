import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  CONDITION_OF_CHECK,
  CONDITIONS,
  type ConditionName,
  type Facts,
  judgeFacts,
} from "./conditions.rules.ts";

const now = new Date("2026-11-26T12:00:00Z");
const GIGA = 1_073_741_824;
const backup = { ok: true, idade: 300, duracao: 20, bytes: 1_000 };

const HEALTHY: Facts = {
  now,
  bancoMs: 12,
  workers: { vivos: 1, parados: 0 },
  sandbox: false,
  saude: [
    { name: "arquivos", ok: true, detail: "" },
    { name: "fila", ok: true, detail: "" },
  ],
  discos: [{ pasta: "dados", livre: 50 * GIGA, total: 100 * GIGA }],
  certificados: [{ qual: "sefaz", validTo: new Date("2027-11-26T12:00:00Z") }],
  medida: {
    tarefas: [],
    idades: [
      { tipo: "ingest", segundos: 30 },
      { tipo: "validate", segundos: 3 * 3_600 },
    ],
    desistidas: [{ tipo: "ingest", quantas: 3 }],
    disjuntores: [],
    uso: [],
    caixas: { todas: 2, erro: 2, silenciosa: 0 },
    envios: { esperam: 0, idade: 0 },
    webhooks: { esperam: 0, idade: 0, ativos: 0, desligados: 0 },
    certificados: [],
    armazenamento: [],
    backups: [
      { tipo: "criar", ...backup },
      { tipo: "conferir", ...backup, idade: 86_400 },
    ],
    avisos: { abertos: 0, falhando: 0 },
  },
};

const failingCheck = (name: Facts["saude"][number]["name"]): Facts => ({
  ...HEALTHY,
  saude: [{ name, ok: false, detail: "Falhou." }],
});
const BLOB_DISK = [{ pasta: "arquivos" as const, livre: 50 * GIGA, total: 100 * GIGA }];
const withMeasures = (part: Partial<Facts["medida"]>): Facts => ({
  ...HEALTHY,
  medida: { ...HEALTHY.medida, ...part },
});

const CASES: Readonly<Record<ConditionName, { fatos: Facts; says: RegExp }>> = {
  "disco-quase-cheio": {
    fatos: { ...HEALTHY, discos: [{ pasta: "arquivos", livre: 9.9 * GIGA, total: 100 * GIGA }] },
    says: /arquivos restam 9,9 GB de 100,0 GB/,
  },
  "arquivos-perdidos": { fatos: failingCheck("arquivos"), says: /Falhou/ },
  "arquivos-ausentes": { fatos: failingCheck("ausentes"), says: /Falhou/ },
  "backup-falhou": {
    fatos: withMeasures({ backups: [{ tipo: "criar", ...backup, ok: false }] }),
    says: /não terminou bem/,
  },
  "backup-velho": {
    fatos: withMeasures({ backups: [{ tipo: "criar", ...backup, idade: 7_300 }] }),
    says: /tem 2 h 1 min/,
  },
  "sem-backup": { fatos: withMeasures({ backups: [] }), says: /Nenhum backup/ },
  "backup-nao-confere": {
    fatos: withMeasures({
      backups: [
        { tipo: "criar", ...backup },
        { tipo: "conferir", ...backup, ok: false },
      ],
    }),
    says: /achou falhas/,
  },
  "worker-ausente": {
    fatos: { ...HEALTHY, workers: { vivos: 0, parados: 1 } },
    says: /Nenhum worker.*Sem sinal de vida há mais de 45 s: 1\./,
  },
  "distribuidor-parado": { fatos: failingCheck("distribuidor"), says: /Falhou/ },
  "trabalho-atrasado": {
    fatos: withMeasures({ idades: [{ tipo: "webhook", segundos: 3_700 }] }),
    says: /webhook espera há 1 h 1 min/,
  },
  "trabalho-desistido": {
    fatos: withMeasures({ desistidas: [{ tipo: "envio", quantas: 10 }] }),
    says: /desistiu de 10 trabalhos \(envio: 10\)/,
  },
  "caixas-com-erro": {
    fatos: withMeasures({ caixas: { todas: 10, erro: 3, silenciosa: 0 } }),
    says: /3 de 10 caixas/,
  },
  "certificado-do-operador": {
    fatos: { ...HEALTHY, certificados: [{ qual: "feed", validTo: new Date("2026-11-30T12:00:00Z") }] },
    says: /porta do feed vence em 4 dias/,
  },
  "orfaos-em-massa": { fatos: failingCheck("orfaos"), says: /Falhou/ },
  retrocesso: { fatos: failingCheck("retrocesso"), says: /Falhou/ },
  "redis-fora": { fatos: failingCheck("fila"), says: /Falhou/ },
  "banco-lento": { fatos: { ...HEALTHY, bancoMs: 2_500 }, says: /2\.500 ms/ },
  "disco-nao-grava": { fatos: failingCheck("disco"), says: /Falhou/ },
  "verificacao-banco": { fatos: failingCheck("banco"), says: /Falhou/ },
  "verificacao-migracoes": { fatos: failingCheck("migracoes"), says: /Falhou/ },
  "verificacao-papeis": { fatos: failingCheck("papeis"), says: /Falhou/ },
  "verificacao-chave": { fatos: failingCheck("chave"), says: /Falhou/ },
};

test.each(Object.entries(CASES))(
  "the condition %s is reported, and no other",
  (name, { fatos, says: expectedText }) => {
    const found = judgeFacts(fatos).filter(({ ativa }) => ativa);
    expect(found.map(({ condicao }) => condicao)).toEqual([name]);
    expect(found[0]?.detalhe).toMatch(expectedText);
  },
);

test("a healthy installation reports nothing", () => {
  expect(judgeFacts(HEALTHY).filter(({ ativa }) => ativa)).toEqual([]);
});

test("the sandbox needs no backup, and a dead worker is reported by one condition only", () => {
  expect(
    judgeFacts({ ...withMeasures({ backups: [] }), sandbox: true }).filter(({ ativa }) => ativa),
  ).toEqual([]);
  const dead = judgeFacts({ ...failingCheck("distribuidor"), workers: { vivos: 0, parados: 0 } }).filter(
    ({ ativa }) => ativa,
  );
  expect(dead.map(({ condicao }) => condicao)).toEqual(["worker-ausente"]);
});

test.each(Object.entries(CONDITION_OF_CHECK))(
  "a failed health check %s is reported once, by %s",
  (name, condicao) => {
    const fatos = failingCheck(name as keyof typeof CONDITION_OF_CHECK);
    const late = withMeasures({ idades: [{ tipo: "webhook", segundos: 3_700 }] }).medida;
    const found = judgeFacts({ ...fatos, ...(name === "trabalho" && { medida: late }) });
    expect(found.filter(({ ativa }) => ativa).map((each) => each.condicao)).toEqual([condicao]);
  },
);

test("a full disk or another installation's folder is not also reported as unwritable", () => {
  const full = { ...failingCheck("disco"), discos: [{ pasta: "arquivos" as const, livre: 0, total: GIGA }] };
  const foreignFolder: Facts = {
    ...HEALTHY,
    saude: [...failingCheck("disco").saude, ...failingCheck("arquivos").saude],
  };
  const reported = [full, foreignFolder].map(
    (fatos) => judgeFacts(fatos).find(({ ativa }) => ativa)?.condicao,
  );
  expect(reported).toEqual(["disco-quase-cheio", "arquivos-perdidos"]);
  const other = {
    ...failingCheck("disco"),
    discos: [{ pasta: "dados" as const, livre: 0, total: GIGA }, ...BLOB_DISK],
  };
  expect(
    judgeFacts(other)
      .filter(({ ativa }) => ativa)
      .map(({ condicao }) => condicao),
  ).toEqual(["disco-quase-cheio", "disco-nao-grava"]);
});

test("each condition has a guide in docs/operar", () => {
  const folder = path.resolve(import.meta.dirname, "../../../../../docs/operar");
  const missing = Object.values(CONDITIONS).filter(
    ({ roteiro }) => !fs.existsSync(path.join(folder, `${roteiro}.md`)),
  );
  expect(missing).toEqual([]);
});
