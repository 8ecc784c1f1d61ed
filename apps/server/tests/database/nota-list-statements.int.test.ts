import { NOTA_ORDERS } from "@malote/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileSql, pgType } from "../../src/db/index.ts";
import { EXPORT_COLUMNS, writePart } from "../../src/services/nota/list/exported-nota.rows.ts";
import {
  NOTA_ROW_COLUMNS,
  type NotaList,
  SUM_COLUMNS,
  writeCount,
  writePage,
  writeSum,
} from "../../src/services/nota/nota.rows.ts";
import type { NotaFilter, NotaSortOrder } from "../../src/services/nota/nota.rules.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { type DeclaredStatement, findWrongStatements } from "../setup/describe-statement.ts";

const CONTA = "01a1f883-9227-7237-a8c2-d4d895a8d711";
const CHAVE = "35261111444777000161550010000001231000001230";

/** Samples of each field, for all forms that its condition has. */
const SAMPLES: { [K in keyof NotaFilter]-?: NonNullable<NotaFilter[K]>[] } = {
  texto: [
    "",
    "´",
    CHAVE,
    CHAVE.slice(0, 20),
    "11444777000161",
    "114447770",
    "550",
    "11444777",
    "moinho",
    "ltda",
    "3526 1111 4447",
    "7716 1550 0100 0000",
    "159,00",
    "valor:>1000 moinho",
    "valor:100..200",
  ],
  cnpjEmitente: ["11444777000161", "114"],
  cnpjDestinatario: ["11444777000161", "114"],
  nomeEmitente: ["moinho", "ltda", "´"],
  nomeDestinatario: ["moinho"],
  empresaId: [CONTA],
  uf: ["SP"],
  chaveAcesso: [CHAVE, "3526"],
  serie: [1],
  numeroDe: [1],
  numeroAte: [9],
  emissaoDe: ["2026-10-01"],
  emissaoAte: ["2026-10-31"],
  criadoDe: ["2026-10-01", "2026-10-01T10:00"],
  criadoAte: ["2026-10-31", "2026-10-31T10:00"],
  valorDe: ["1"],
  valorAte: ["2"],
  tiposNota: [["NFe", "CTe"]],
  nfeStatus: ["100", "ausente", "100, ausente"],
  sefazStatus: ["100", "ausente"],
  finalidade: ["1"],
  processadoErp: [true, false],
  recebido: [true, false],
  conferido: [true, false],
  divergente: [true, false],
  divergenteDe: ["2026-10-01"],
  divergenteAte: ["2026-10-31"],
  vencimentoDe: ["2026-10-01"],
  vencimentoAte: ["2026-10-31"],
  quarentena: [true, false],
  manifestacao: [[0, 4]],
  veredito: [["integra"]],
  auditorStatus: [[1], [3]],
  auditorTipos: [["NFe"]],
  incluirTerceiros: [true, false],
  alteradaDesde: [new Date("2026-10-01T00:00:00Z")],
};

/** Sort keys of the orders that are not by date. */
const KEYS: Partial<Record<NotaSortOrder, string>> = {
  ...{ numeroDesc: "123", numeroAsc: "123", valorDesc: "15900", valorAsc: "15900" },
};

let t: TestContext;
let client: pg.Client;

beforeAll(async () => {
  t = await createTestContext();
  client = new pg.Client({ connectionString: t.config.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await t?.dispose();
});

const listOf = (filtro: NotaFilter, ordem: NotaSortOrder = "emissaoDesc"): NotaList => ({
  ...{ papel: null, filtro, ordem, zona: "America/Sao_Paulo" },
  nomes: new Map([["%moinho%", ["11444777000161"]]]),
});

function writeStatements(list: NotaList): DeclaredStatement[] {
  const position = { id: CONTA, k: KEYS[list.ordem] ?? "2026-10-01" };
  const parts = [null, position].map((from) => writePart(CONTA, { list, position: from, limit: 9 }));
  return [
    { columns: NOTA_ROW_COLUMNS, ...compileSql(writePage(CONTA, list, { limit: 9, offset: 9 })) },
    { columns: { total: pgType.number }, ...compileSql(writeCount(CONTA, list)) },
    { columns: SUM_COLUMNS, ...compileSql(writeSum(CONTA, list)) },
    ...parts.map((part) => ({ columns: EXPORT_COLUMNS, ...compileSql(part) })),
  ];
}

test("the list's statements return the columns that they declare, whatever is asked", async () => {
  const filters = Object.entries(SAMPLES).flatMap(([field, values]) =>
    values.map((value) => ({ [field]: value })),
  );
  const lists = [
    ...filters.map((filter) => listOf(filter)),
    ...NOTA_ORDERS.map((order) => listOf({ texto: "ltda", criadoDe: "2026-10-01" }, order)),
  ];
  expect(await findWrongStatements(client, lists.flatMap(writeStatements))).toEqual([]);
});
