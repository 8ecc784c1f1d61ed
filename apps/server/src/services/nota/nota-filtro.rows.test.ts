import { notaFilter } from "@malote/contract";
import { expect, test } from "vitest";
import { writeCount, writePagina } from "./nota.rows.ts";
import type { NotaFiltro } from "./nota.rules.ts";

const CONTA = "01a1f883-9227-7237-a8c2-d4d895a8d711";
const lista = (filtro: NotaFiltro) => ({
  papel: "E" as const,
  filtro,
  ordem: "emissaoDesc" as const,
  zona: "America/Sao_Paulo",
  nomes: new Map<string, readonly string[]>(),
});

/** One value per field; the canary text must never appear in the SQL. */
const CANARIO = "canario' OR 1=1 --";
const TUDO: Required<NotaFiltro> = {
  texto: CANARIO,
  cnpjEmitente: CANARIO,
  cnpjDestinatario: CANARIO,
  nomeEmitente: CANARIO,
  nomeDestinatario: CANARIO,
  empresaId: CANARIO,
  uf: CANARIO,
  chaveAcesso: CANARIO,
  serie: 777_001,
  numeroDe: 777_002,
  numeroAte: 777_003,
  emissaoDe: CANARIO,
  emissaoAte: CANARIO,
  criadoDe: CANARIO,
  criadoAte: CANARIO,
  valorDe: "777004",
  valorAte: "777005",
  tiposNota: [CANARIO as "NFe"],
  nfeStatus: CANARIO,
  sefazStatus: CANARIO,
  finalidade: CANARIO,
  processadoErp: true,
  recebido: true,
  conferido: true,
  divergente: true,
  divergenteDe: CANARIO,
  divergenteAte: CANARIO,
  quarentena: true,
  manifestacao: [777_008 as number as 4],
  veredito: [CANARIO as "integra"],
  auditorStatus: [777_009 as number as 3],
  auditorTipos: [CANARIO as "NFe"],
  incluirTerceiros: true,
  alteradaDesde: new Date("2026-01-01T00:00:00Z"),
};

test("binds every filter value as a numbered parameter, never as SQL text", () => {
  for (const { text, values } of [
    writePagina(CONTA, lista(TUDO), { limit: 777_006, offset: 777_007 }),
    writeCount(CONTA, lista(TUDO)),
  ]) {
    expect(text).not.toMatch(/canario|7770|1=1|2026|Sao_Paulo/i);
    const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
    expect(new Set(numbers)).toEqual(new Set(values.map((_, n) => n + 1)));
  }
});

test("the test above covers every field of the contract's filter", () => {
  const fields = Object.keys((notaFilter as unknown as { def: { shape: object } }).def.shape);
  expect(Object.keys(TUDO).toSorted()).toEqual(fields.toSorted());
});

test("every arm of a list filters by conta first, then by papel", () => {
  const both = { ...lista({}), papel: null };
  const { text, values } = writePagina(CONTA, both, { limit: 20, offset: 0 });
  const arms = text.match(/WHERE n\.conta_id = \$1 AND n\.papel = \$\d+ AND NOT n\.terceiros/g);
  expect(arms).toHaveLength(2);
  expect(values).toEqual([CONTA, 20, "E", "S", 20, 0]);
});

test("a name of few participants is matched by their CNPJs, a name of many by a subquery", () => {
  const filtro = { nomeEmitente: "moinho" };
  const few = { ...lista(filtro), nomes: new Map([["%moinho%", ["11444777000161"]]]) };
  expect(writeCount(CONTA, few).text).toContain("n.cnpj_emitente = ANY ($");
  expect(writeCount(CONTA, lista(filtro)).text).toContain("portaria_participantes($");
});

test("a name of many participants is looked up once per statement, and each party is counted separately", () => {
  const both = { ...lista({ texto: "ltda" }), papel: null };
  const pagina = writePagina(CONTA, both, { limit: 20, offset: 0 }).text;
  const count = writeCount(CONTA, both).text;
  for (const text of [pagina, count]) expect(text.match(/portaria_participantes/g)).toHaveLength(1);
  expect(pagina).toContain(" OR ");
  expect(count).not.toContain(" OR ");
  expect(count.match(/IS NOT TRUE/g)).toHaveLength(2);
});

test("a name of many participants, as the only filter, reads its index through one array", () => {
  const count = (filtro: object) => writeCount(CONTA, lista(filtro)).text;
  expect(count({ texto: "ltda", uf: undefined, incluirTerceiros: true })).toContain("= ANY (ARRAY(");
  expect(count({ texto: "ltda", uf: "SP" })).not.toContain("ARRAY(");
  expect(count({ texto: "ltda", empresaId: CONTA })).not.toContain("ARRAY(");
});

test("a name of many participants is not counted per party when there is another filter", () => {
  const count = (filtro: object) => writeCount(CONTA, lista(filtro)).text;
  expect(count({ texto: "ltda", incluirTerceiros: true })).toContain("UNION ALL");
  expect(count({ texto: "ltda", uf: "SP" })).not.toContain("UNION ALL");
  expect(count({ texto: "ltda", auditorStatus: [1] })).not.toContain("UNION ALL");
});

test("a capture period gathers and sorts few documents, and reads many in index order", () => {
  const { text } = writePagina(CONTA, lista({ criadoDe: "2026-10-01T10:00", texto: "ltda" }), {
    limit: 20,
    offset: 0,
  });
  expect(text).toMatch(/^WITH nomes_0 .* quantas AS MATERIALIZED .* poucas AS MATERIALIZED /);
  expect(text.match(/NOT \(SELECT n FROM quantas\) <= 5000/g)).toHaveLength(1);
  expect(writePagina(CONTA, lista({}), { limit: 20, offset: 0 }).text).not.toContain("quantas");
});
