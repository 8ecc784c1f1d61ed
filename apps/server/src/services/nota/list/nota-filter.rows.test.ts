import { notaFilter } from "@malote/contract";
import { expect, test } from "vitest";
import { writeCount, writePage } from "../nota.rows.ts";
import type { NotaFilter } from "../nota.rules.ts";

const CONTA = "01a1f883-9227-7237-a8c2-d4d895a8d711";
const list = (filter: NotaFilter) => ({
  papel: "E" as const,
  filtro: filter,
  ordem: "emissaoDesc" as const,
  zona: "America/Sao_Paulo",
  nomes: new Map<string, readonly string[]>(),
});

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
    writePage(CONTA, list(EVERY_FIELD), { limit: 777_006, offset: 777_007 }),
    writeCount(CONTA, list(EVERY_FIELD)),
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
  const both = { ...list({}), papel: null };
  const { text, values } = writePage(CONTA, both, { limit: 20, offset: 0 });
  const arms = text.match(/WHERE n\.conta_id = \$1 AND n\.papel = \$\d+ AND NOT n\.terceiros/g);
  expect(arms).toHaveLength(2);
  expect(values).toEqual([CONTA, 20, "E", "S", 20, 0]);
});

test("a name of few participants is matched by their CNPJs, a name of many by a subquery", () => {
  const filter = { nomeEmitente: "moinho" };
  const few = { ...list(filter), nomes: new Map([["%moinho%", ["11444777000161"]]]) };
  expect(writeCount(CONTA, few).text).toContain("n.cnpj_emitente = ANY ($");
  expect(writeCount(CONTA, list(filter)).text).toContain("portaria_participantes($");
});

test("a name of many participants is looked up once per statement, and each party is counted separately", () => {
  const both = { ...list({ texto: "ltda" }), papel: null };
  const page = writePage(CONTA, both, { limit: 20, offset: 0 }).text;
  const count = writeCount(CONTA, both).text;
  for (const text of [page, count]) expect(text.match(/portaria_participantes/g)).toHaveLength(1);
  expect(page).toContain(" OR ");
  expect(count).not.toContain(" OR ");
  expect(count.match(/IS NOT TRUE/g)).toHaveLength(2);
});

test("a name of many participants, as the only filter, reads its index through one array", () => {
  const count = (filter: object) => writeCount(CONTA, list(filter)).text;
  expect(count({ texto: "ltda", uf: undefined, incluirTerceiros: true })).toContain("= ANY (ARRAY(");
  expect(count({ texto: "ltda", uf: "SP" })).not.toContain("ARRAY(");
  expect(count({ texto: "ltda", empresaId: CONTA })).not.toContain("ARRAY(");
});

test("a name of many participants is not counted per party when there is another filter", () => {
  const count = (filter: object) => writeCount(CONTA, list(filter)).text;
  expect(count({ texto: "ltda", incluirTerceiros: true })).toContain("UNION ALL");
  expect(count({ texto: "ltda", uf: "SP" })).not.toContain("UNION ALL");
  expect(count({ texto: "ltda", auditorStatus: [1] })).not.toContain("UNION ALL");
});

test("a capture period gathers and sorts few documents, and reads many in index order", () => {
  const { text } = writePage(CONTA, list({ criadoDe: "2026-10-01T10:00", texto: "ltda" }), {
    limit: 20,
    offset: 0,
  });
  expect(text).toMatch(/^WITH nomes_0 .* quantas AS MATERIALIZED .* poucas AS MATERIALIZED /);
  expect(text.match(/NOT \(SELECT n FROM quantas\) <= 5000/g)).toHaveLength(1);
  expect(writePage(CONTA, list({}), { limit: 20, offset: 0 }).text).not.toContain("quantas");
});
