import { NOTA_ORDERS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileSql, type SqlValue } from "../../src/db/index.ts";
import { type NotaList, writePage } from "../../src/services/nota/nota.rows.ts";
import type { NotaSortOrder } from "../../src/services/nota/nota.rules.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";

type PlanNode = { "Node Type": string; "Index Name"?: string; "Actual Rows"?: number; Plans?: PlanNode[] };
type Explained = { "QUERY PLAN": { Plan: PlanNode }[] };

const NOTAS = 2_000;
const PAGE = { limit: 20, offset: 40 };
const INDEX_OF: Record<NotaSortOrder, string> = {
  ...{ emissaoDesc: "nota_emissao_idx", emissaoAsc: "nota_emissao_idx" },
  ...{ emitente: "nota_emitente_idx", emitenteDesc: "nota_emitente_idx" },
  ...{ destinatario: "nota_destinatario_idx", destinatarioDesc: "nota_destinatario_idx" },
  ...{ chegadaDesc: "nota_criado_idx", chegadaAsc: "nota_criado_idx" },
  ...{ numeroDesc: "nota_numero_idx", numeroAsc: "nota_numero_idx" },
  ...{ valorDesc: "nota_valor_idx", valorAsc: "nota_valor_idx" },
};

let t: TestContext;
let contaId: string;

beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  // Every tenth document has one value, one number and one arrival: the id decides among two hundred.
  const many = Array.from({ length: NOTAS }, (_, n) =>
    inventNota({
      emissao: new Date(Date.UTC(2026, 9, 1) + n * 60_000).toISOString(),
      emitente: `Emitente ${n % 97}`,
      destinatario: `Destinatário ${n % 89}`,
      ...(n % 10 === 0 ? { valor: "159.00", criadoEm: "2026-11-01T00:00:00Z" } : { valor: `${n}.00` }),
    }),
  );
  await insertNotas(t, contaId, many);
  await t.asOwner("VACUUM ANALYZE nota");
});
afterAll(async () => {
  await t?.dispose();
});

const listOf = (ordem: NotaSortOrder): NotaList => ({
  ...{ papel: "E", filtro: {}, ordem, zona: "America/Sao_Paulo", nomes: new Map() },
});

async function explain({ text, values }: { text: string; values: readonly unknown[] }): Promise<PlanNode[]> {
  const [row] = await t.ctx.database.withConta(contaId, async (db) => {
    // A table of a test is so small that reading all of it is cheap.
    await queryInConta(db, "SET LOCAL enable_seqscan = off");
    await queryInConta(db, "SET LOCAL enable_bitmapscan = off");
    return await queryInConta<Explained>(db, `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values as SqlValue[]);
  });
  return listNodes(row?.["QUERY PLAN"][0]?.Plan);
}

function listNodes(node: PlanNode | undefined): PlanNode[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

test.each(NOTA_ORDERS)(
  "a page in order %s reads its rows from one index, and no more than it skips",
  async (order) => {
    const nodes = await explain(compileSql(writePage(contaId, listOf(order), PAGE)));
    const read = nodes.find((node) => node["Index Name"] === INDEX_OF[order]);
    expect(read).toBeDefined();
    expect(read?.["Actual Rows"]).toBeLessThanOrEqual(PAGE.limit + PAGE.offset);
  },
);
