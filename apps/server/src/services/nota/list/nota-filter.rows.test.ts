import { notaFilter } from "@malote/contract";
import { expect, test } from "vitest";
import { compileSql } from "../../../db/index.ts";
import { type NotaList, writeCount, writePage } from "../nota.rows.ts";
import type { NotaFilter } from "../nota.rules.ts";

const CONTA = "01a1f883-9227-7237-a8c2-d4d895a8d711";
const list = (filter: NotaFilter) => ({
  papel: "E" as const,
  filtro: filter,
  ordem: "emissaoDesc" as const,
  zona: "America/Sao_Paulo",
  nomes: new Map<string, readonly string[]>(),
});
const page = (asked: NotaList, at = { limit: 20, offset: 0 }) => compileSql(writePage(CONTA, asked, at));
const count = (asked: NotaList) => compileSql(writeCount(CONTA, asked));

/** One value per field; the canary text must never appear in the SQL. */
const CANARY = "canario' OR 1=1 --";
const EVERY_FIELD: Required<NotaFilter> = {
  texto: CANARY,
  cnpjEmitente: CANARY,
  cnpjDestinatario: CANARY,
  nomeEmitente: CANARY,
  nomeDestinatario: CANARY,
  empresaId: CANARY,
  uf: CANARY,
  chaveAcesso: CANARY,
  serie: 777_001,
  numeroDe: 777_002,
  numeroAte: 777_003,
  emissaoDe: CANARY,
  emissaoAte: CANARY,
  criadoDe: CANARY,
  criadoAte: CANARY,
  valorDe: "777004",
  valorAte: "777005",
  tiposNota: [CANARY as "NFe"],
  nfeStatus: CANARY,
  sefazStatus: CANARY,
  finalidade: CANARY,
  processadoErp: true,
  recebido: true,
  conferido: true,
  divergente: true,
  divergenteDe: CANARY,
  divergenteAte: CANARY,
  vencimentoDe: CANARY,
  vencimentoAte: CANARY,
  quarentena: true,
  manifestacao: [777_008 as number as 4],
  veredito: [CANARY as "integra"],
  auditorStatus: [777_009 as number as 3],
  auditorTipos: [CANARY as "NFe"],
  incluirTerceiros: true,
  alteradaDesde: new Date("2026-01-01T00:00:00Z"),
};

test("every filter value is bound as a numbered parameter, never as SQL text", () => {
  for (const { text, values } of [
    page(list(EVERY_FIELD), { limit: 777_006, offset: 777_007 }),
    count(list(EVERY_FIELD)),
  ]) {
    expect(text).not.toMatch(/canario|7770|1=1|2026|Sao_Paulo/i);
    const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
    expect(new Set(numbers)).toEqual(new Set(values.map((_, n) => n + 1)));
  }
});

test("the test above covers every field of the contract's filter", () => {
  const fields = Object.keys((notaFilter as unknown as { def: { shape: object } }).def.shape);
  expect(Object.keys(EVERY_FIELD).toSorted()).toEqual(fields.toSorted());
});

test("every arm of a list query filters by conta first, then by papel", () => {
  const { text, values } = page({ ...list({}), papel: null });
  const arms = text.match(
    /WHERE \("n"\."conta_id" = \$\d+ and "n"\."papel" = \$\d+ and not "n"\."terceiros"\)/g,
  );
  expect(arms).toHaveLength(2);
  expect(values).toEqual([CONTA, "E", 20, CONTA, "S", 20, 20, 0, CONTA]);
});

test("a name of few participants is matched by their CNPJs, a name of many by a subquery", () => {
  const filter = { nomeEmitente: "moinho" };
  const few = { ...list(filter), nomes: new Map([["%moinho%", ["11444777000161"]]]) };
  expect(count(few).text).toContain('"n"."cnpj_emitente" = any($');
  expect(count(list(filter)).text).toContain("portaria_participantes($");
});

test("a name of many participants is looked up once per statement, and each party is counted separately", () => {
  const both = { ...list({ texto: "ltda" }), papel: null };
  const texts = { page: page(both).text, count: count(both).text };
  for (const text of Object.values(texts)) expect(text.match(/portaria_participantes/g)).toHaveLength(1);
  expect(texts.page).toMatch(/ or /i);
  expect(texts.count).not.toMatch(/ or /i);
  expect(texts.count.match(/IS NOT TRUE/g)).toHaveLength(2);
});

test("a name of many participants, as the only filter, reads its index through one array", () => {
  const text = (filter: NotaFilter) => count(list(filter)).text;
  expect(text({ texto: "ltda", uf: undefined, incluirTerceiros: true })).toContain("= ANY (ARRAY(");
  expect(text({ texto: "ltda", uf: "SP" })).not.toContain("ARRAY(");
  expect(text({ texto: "ltda", empresaId: CONTA })).not.toContain("ARRAY(");
});

test("a name of many participants is not counted per party when there is another filter", () => {
  const text = (filter: NotaFilter) => count(list(filter)).text;
  expect(text({ texto: "ltda", incluirTerceiros: true })).toContain("UNION ALL");
  expect(text({ texto: "ltda", uf: "SP" })).not.toContain("UNION ALL");
  expect(text({ texto: "ltda", auditorStatus: [1] })).not.toContain("UNION ALL");
});

test("a capture period gathers and sorts few documents, and reads many in index order", () => {
  const { text } = page(list({ criadoDe: "2026-10-01T10:00", texto: "ltda" }));
  expect(text).toMatch(/^WITH "nomes_0" .* quantas AS MATERIALIZED .* poucas AS MATERIALIZED /);
  expect(text.match(/NOT \(SELECT n FROM quantas\) <= 5000/g)).toHaveLength(1);
  expect(page(list({})).text).not.toContain("quantas");
});
