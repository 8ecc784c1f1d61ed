import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  CONDICAO_DA_VERIFICACAO,
  CONDICOES,
  type CondicaoNome,
  type Fatos,
  judgeFatos,
} from "./condicoes.rules.ts";

const agora = new Date("2026-11-26T12:00:00Z");
const GIGA = 1_073_741_824;
const backup = { ok: true, idade: 300, duracao: 20, bytes: 1_000 };

const WELL: Fatos = {
  agora,
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

const bad = (name: Fatos["saude"][number]["name"]): Fatos => ({
  ...WELL,
  saude: [{ name, ok: false, detail: "Falhou." }],
});
const ARQUIVOS = [{ pasta: "arquivos" as const, livre: 50 * GIGA, total: 100 * GIGA }];
const medida = (part: Partial<Fatos["medida"]>): Fatos => ({ ...WELL, medida: { ...WELL.medida, ...part } });

const CASES: Readonly<Record<CondicaoNome, { fatos: Fatos; says: RegExp }>> = {
  "disco-quase-cheio": {
    fatos: { ...WELL, discos: [{ pasta: "arquivos", livre: 9.9 * GIGA, total: 100 * GIGA }] },
    says: /arquivos restam 9,9 GB de 100,0 GB/,
  },
  "arquivos-perdidos": { fatos: bad("arquivos"), says: /Falhou/ },
  "arquivos-ausentes": { fatos: bad("ausentes"), says: /Falhou/ },
  "backup-falhou": {
    fatos: medida({ backups: [{ tipo: "criar", ...backup, ok: false }] }),
    says: /não terminou bem/,
  },
  "backup-velho": {
    fatos: medida({ backups: [{ tipo: "criar", ...backup, idade: 7_300 }] }),
    says: /tem 2 h 1 min/,
  },
  "sem-backup": { fatos: medida({ backups: [] }), says: /Nenhum backup/ },
  "backup-nao-confere": {
    fatos: medida({
      backups: [
        { tipo: "criar", ...backup },
        { tipo: "conferir", ...backup, ok: false },
      ],
    }),
    says: /achou falhas/,
  },
  "worker-ausente": {
    fatos: { ...WELL, workers: { vivos: 0, parados: 1 } },
    says: /Nenhum worker.*Sem sinal de vida há mais de 45 s: 1\./,
  },
  "distribuidor-parado": { fatos: bad("distribuidor"), says: /Falhou/ },
  "trabalho-atrasado": {
    fatos: medida({ idades: [{ tipo: "webhook", segundos: 3_700 }] }),
    says: /webhook espera há 1 h 1 min/,
  },
  "trabalho-desistido": {
    fatos: medida({ desistidas: [{ tipo: "envio", quantas: 10 }] }),
    says: /desistiu de 10 trabalhos \(envio: 10\)/,
  },
  "caixas-com-erro": {
    fatos: medida({ caixas: { todas: 10, erro: 3, silenciosa: 0 } }),
    says: /3 de 10 caixas/,
  },
  "certificado-do-operador": {
    fatos: { ...WELL, certificados: [{ qual: "feed", validTo: new Date("2026-11-30T12:00:00Z") }] },
    says: /porta do feed vence em 4 dias/,
  },
  "orfaos-em-massa": { fatos: bad("orfaos"), says: /Falhou/ },
  retrocesso: { fatos: bad("retrocesso"), says: /Falhou/ },
  "redis-fora": { fatos: bad("fila"), says: /Falhou/ },
  "banco-lento": { fatos: { ...WELL, bancoMs: 2_500 }, says: /2\.500 ms/ },
  "disco-nao-grava": { fatos: bad("disco"), says: /Falhou/ },
  "verificacao-banco": { fatos: bad("banco"), says: /Falhou/ },
  "verificacao-migracoes": { fatos: bad("migracoes"), says: /Falhou/ },
  "verificacao-papeis": { fatos: bad("papeis"), says: /Falhou/ },
  "verificacao-chave": { fatos: bad("chave"), says: /Falhou/ },
};

test.each(Object.entries(CASES))("%s is reported, and no other condition", (name, { fatos, says }) => {
  const found = judgeFatos(fatos).filter(({ ativa }) => ativa);
  expect(found.map(({ condicao }) => condicao)).toEqual([name]);
  expect(found[0]?.detalhe).toMatch(says);
});

test("a healthy installation reports nothing", () => {
  expect(judgeFatos(WELL).filter(({ ativa }) => ativa)).toEqual([]);
});

test("the sandbox needs no backup, and a dead worker is reported by one condition only", () => {
  expect(judgeFatos({ ...medida({ backups: [] }), sandbox: true }).filter(({ ativa }) => ativa)).toEqual([]);
  const dead = judgeFatos({ ...bad("distribuidor"), workers: { vivos: 0, parados: 0 } }).filter(
    ({ ativa }) => ativa,
  );
  expect(dead.map(({ condicao }) => condicao)).toEqual(["worker-ausente"]);
});

test.each(Object.entries(CONDICAO_DA_VERIFICACAO))(
  "a failed verification %s is reported once, by %s",
  (name, condicao) => {
    const fatos = bad(name as keyof typeof CONDICAO_DA_VERIFICACAO);
    const atrasado = medida({ idades: [{ tipo: "webhook", segundos: 3_700 }] }).medida;
    const found = judgeFatos({ ...fatos, ...(name === "trabalho" && { medida: atrasado }) });
    expect(found.filter(({ ativa }) => ativa).map((each) => each.condicao)).toEqual([condicao]);
  },
);

test("a full disk or another installation's folder is not also reported as unwritable", () => {
  const full = { ...bad("disco"), discos: [{ pasta: "arquivos" as const, livre: 0, total: GIGA }] };
  const gone: Fatos = { ...WELL, saude: [...bad("disco").saude, ...bad("arquivos").saude] };
  const told = [full, gone].map((fatos) => judgeFatos(fatos).find(({ ativa }) => ativa)?.condicao);
  expect(told).toEqual(["disco-quase-cheio", "arquivos-perdidos"]);
  const other = {
    ...bad("disco"),
    discos: [{ pasta: "dados" as const, livre: 0, total: GIGA }, ...ARQUIVOS],
  };
  expect(
    judgeFatos(other)
      .filter(({ ativa }) => ativa)
      .map(({ condicao }) => condicao),
  ).toEqual(["disco-quase-cheio", "disco-nao-grava"]);
});

test("each condition has a guide in docs/operar", () => {
  const folder = path.resolve(import.meta.dirname, "../../../../../docs/operar");
  const missing = Object.values(CONDICOES).filter(
    ({ roteiro }) => !fs.existsSync(path.join(folder, `${roteiro}.md`)),
  );
  expect(missing).toEqual([]);
});
