import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executeText } from "../../src/db/index.ts";
import { findEmpresaCnpj, lockEmpresa } from "../../src/services/empresa/empresa.rows.ts";
import { PARTIES as LIDAS_DE_NOVO, reassignNotas } from "../../src/services/reassign/reassign-notas.ts";
import {
  type CteParties,
  type EmpresaFixture,
  inventCnpj,
  openEmpresaFixture,
  writeCte,
  writeMdfe,
  writeNfe,
} from "../setup/document-parties.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { writeEvento } from "../setup/nota-copies.ts";
import { createWire, type Wire } from "../setup/wire.ts";

let wire: Wire;
let fixture: EmpresaFixture;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  fixture = await openEmpresaFixture(wire);
});

const [A, B, C, D] = [1, 2, 3, 4];

type View = { papel: string; terceiros: boolean; cnpj: string | null };
const listViews = async (de: EmpresaFixture = fixture): Promise<View[]> =>
  (await de.listViews()).map(({ papel, terceiros, cnpj }) => ({ papel, terceiros, cnpj }) as View);
const query = async (text: string) => await wire.asOwner(text, [fixture.contaId]);

async function expectInBalance(de: EmpresaFixture = fixture): Promise<void> {
  const { dia, uf } = await de.recount();
  expect(dia[0]).toEqual(dia[1]);
  expect(uf[0]).toEqual(uf[1]);
}

describe("a nota of third parties", () => {
  beforeEach(async () => {
    await fixture.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
    expect(await fixture.feed()).toEqual([]);
  });

  test("a new company takes over the nota of its recipient: it is counted, published and validated", async () => {
    const [before] = await query("SELECT id, criado_em FROM nota WHERE conta_id = $1");
    await fixture.add(B);
    expect(await fixture.settle()).toBe(1);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await query("SELECT id, criado_em FROM nota WHERE conta_id = $1")).toEqual([before]);
    expect(await fixture.feed()).toEqual(["nota"]);
    expect(await query("SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'validate'")).toHaveLength(1);
    await expectInBalance();
  });

  test("a new company takes over the nota of its issuer, and the recipient's company later gets a second view", async () => {
    const [before] = await query("SELECT id FROM nota WHERE conta_id = $1");
    await fixture.add(A);
    await fixture.settle();
    expect(await listViews()).toEqual([{ papel: "S", terceiros: false, cnpj: inventCnpj(A) }]);
    expect(await query("SELECT id FROM nota WHERE conta_id = $1")).toEqual([before]);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "S", terceiros: false, cnpj: inventCnpj(A) },
    ]);
    expect(await fixture.feed()).toEqual(["nota", "nota"]);
    await expectInBalance();
  });

  test("two new companies get both views, with SEFAZ's status; the users' flags stay on one", async () => {
    await query(
      "UPDATE nota SET sefaz_status = '101', sefaz_dig_val = 'AAAA', sefaz_consultada_em = now(), recebido = true WHERE conta_id = $1",
    );
    await fixture.add(A);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews()).toHaveLength(2);
    expect(
      await query(
        "SELECT sefaz_status, sefaz_dig_val, recebido FROM nota WHERE conta_id = $1 ORDER BY papel",
      ),
    ).toEqual([
      { sefaz_status: "101", sefaz_dig_val: "AAAA", recebido: true },
      { sefaz_status: "101", sefaz_dig_val: "AAAA", recebido: false },
    ]);
    await expectInBalance();
  });

  test("a quarantined nota is reassigned and stays in quarentena", async () => {
    const forged = writeNfe({ numero: 2, emit: A, dest: B });
    await fixture.receive([forged, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
    await fixture.add(B);
    await fixture.settle();
    expect(await fixture.listViews()).toMatchObject([
      { terceiros: false, quarentena: false },
      { terceiros: false, quarentena: true, cnpj: inventCnpj(B) },
    ]);
    expect(await fixture.feed()).toEqual(["nota"]);
    await expectInBalance();
  });

  test("a nota is reassigned once, even when the job runs several times at once", async () => {
    await fixture.add(B);
    const alvo = inventCnpj(B);
    const { contaId } = fixture;
    await Promise.all([1, 2, 3].map(() => reassignNotas(wire.ctx, { contaId, alvo })));
    await fixture.settle();
    expect(await fixture.feed()).toEqual(["nota"]);
    await expectInBalance();
  });

  test("the nota of another conta is not reassigned", async () => {
    const other = await openEmpresaFixture(wire);
    await other.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews(other)).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
  });

  test("a company with notas cannot be deleted", async () => {
    const id = await fixture.add(B);
    await fixture.settle();
    expect(await fixture.remove(id)).toBe(false);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
  });
});

describe("a transport document", () => {
  const cte: CteParties = { numero: 9, emit: A, rem: B, exped: C, dest: D, tomador: "rem" };

  test("a CT-e goes to a company named only in the XML, and to the tomador once it is a company", async () => {
    await fixture.receive([writeCte(cte)]);
    await fixture.add(C);
    await fixture.settle();
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(C) }]);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await fixture.feed()).toEqual(["nota", "nota"]);
    await expectInBalance();
  });

  test("eventos follow the nota to its new company and are published once for each", async () => {
    await fixture.receive([writeCte(cte)]);
    await fixture.add(C);
    await fixture.settle();
    const chave = inventChave(9, { modelo: "57", documento: inventCnpj(A) });
    await fixture.receive([writeEvento({ chave, tpEvento: "110110", autor: inventCnpj(A) })]);
    await fixture.add(B);
    await fixture.settle();
    const text = `SELECT e.cnpj FROM feed f JOIN empresa e ON e.conta_id = f.conta_id AND e.id = f.empresa_id
      WHERE f.conta_id = $1 AND f.tipo = 'evento' ORDER BY f.sequencia`;
    expect(await query(text)).toEqual([{ cnpj: inventCnpj(C) }, { cnpj: inventCnpj(B) }]);
  });
});

describe("a document in which the company is neither issuer nor recipient", () => {
  const cnpj = `<CNPJ>${inventCnpj(B)}</CNPJ>`;
  const writeRodo = (rest: string): string => `<infModal><rodo>${rest}</rodo></infModal>`;
  const CASES: [string, string][] = [
    ["the contratante", writeRodo(`<infANTT><infContratante>${cnpj}</infContratante></infANTT>`)],
    ["who answers for the insurance", `<seg><infResp><respSeg>2</respSeg>${cnpj}</infResp></seg>`],
    ["the insurer", `<seg><infSeg><xSeg>Seguros</xSeg>${cnpj}</infSeg></seg>`],
    ["the owner of the vehicle", writeRodo(`<veicTracao><prop>${cnpj}</prop></veicTracao>`)],
    ["one who may have the XML", `<autXML>${cnpj}</autXML>`],
  ];

  test.each(CASES)("a nota is listed, published and counted for %s of an MDF-e", async (_quem, rest) => {
    await fixture.add(B);
    await fixture.receive([writeMdfe({ numero: 1, emit: A, rest })]);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await fixture.feed()).toEqual(["nota"]);
    expect((await fixture.ana.call("Nota.getListNota", { entradaSaida: "E" })).totalCount).toBe(1);
    const painel = await fixture.ana.call("Painel.getEstatistica", {
      searchTipoAnalise: "E",
      searchDateRange: { de: "2026-10-15", ate: "2026-10-15" },
      searchCnpjCpfEmpresa: inventCnpj(B),
    });
    expect(painel.object).toMatchObject({ totalMDFe: 1, valorTotal: "70.00" });
    await expectInBalance();
  });

  const transporta = `<transp><transporta>${cnpj}<xNome>Transportes B</xNome></transporta></transp>`;

  test.each([
    ["the carrier of the goods", transporta],
    ["one who may have the XML", `<autXML>${cnpj}</autXML>`],
  ])("a nota is listed for %s of an NF-e, which may not send a manifestação", async (_quem, rest) => {
    await fixture.add(B);
    await fixture.receive([writeNfe({ numero: 1, emit: A, dest: C, rest })]);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    const { results } = await fixture.ana.call("Nota.getListNota", { entradaSaida: "E" });
    const [{ id, prazoManifestacao } = { id: "", prazoManifestacao: "" }] = results as {
      id: string;
      prazoManifestacao: string | null;
    }[];
    expect(prazoManifestacao).toBeNull();
    expect((await fixture.ana.call("Nota.getNota", { id })).object).toMatchObject({
      manifestacaoImpedida: "Nenhuma empresa da conta é a destinatária desta NF-e.",
      prazosManifestacao: [],
    });
  });

  test.each(CASES)("a nota is reassigned to a company created later, as %s", async (_quem, rest) => {
    await fixture.receive([writeMdfe({ numero: 1, emit: A, rest })]);
    expect(await listViews()).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    await expectInBalance();
  });

  test("a nota issued by another company of the conta is received too", async () => {
    await fixture.add(A);
    await fixture.receive([writeNfe({ numero: 1, emit: A, dest: C, rest: `<autXML>${cnpj}</autXML>` })]);
    await fixture.add(B);
    await fixture.settle();
    expect(await listViews()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "S", terceiros: false, cnpj: inventCnpj(A) },
    ]);
  });

  test("the recount after an upgrade assigns the documents of existing and of later companies", async () => {
    const contratante = (n: number): string =>
      writeRodo(`<infANTT><infContratante><CNPJ>${inventCnpj(n)}</CNPJ></infContratante></infANTT>`);
    await fixture.receive([writeMdfe({ numero: 1, emit: A, rest: contratante(B) })]);
    await fixture.receive([writeMdfe({ numero: 2, emit: A, rest: contratante(C) })]);
    // The state that the previous version left: neither participante was read.
    const previousState = "DELETE FROM participante WHERE conta_id = $1 AND documento = ANY ($2)";
    await wire.asOwner(previousState, [fixture.contaId, [inventCnpj(B), inventCnpj(C)]]);
    await wire.createEmpresa(fixture.contaId, { cnpj: inventCnpj(B) });
    await reassignNotas(wire.ctx, { contaId: fixture.contaId, alvo: LIDAS_DE_NOVO });
    expect(await listViews()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "E", terceiros: true, cnpj: null },
    ]);
    await fixture.add(C);
    await fixture.settle();
    expect((await listViews()).map((view) => view.cnpj)).toEqual([inventCnpj(B), inventCnpj(C)]);
    await expectInBalance();
  });
});

test("a forged copy in quarentena takes no view from the genuine one", async () => {
  await fixture.receive([writeNfe({ numero: 1, emit: A, dest: B, digVal: "GENUINA=" })]);
  const forged = writeNfe({ numero: 1, emit: A, dest: C, digVal: "FORJADA=", valor: "9999.00" });
  await fixture.receive([forged, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
  await fixture.add(B);
  await fixture.add(C);
  await fixture.settle();
  expect(await fixture.listViews()).toMatchObject([
    { papel: "E", cnpj: inventCnpj(B), valor_total: "100.00" },
  ]);
  await expectInBalance();
});

test("the job continues in further runs from where it stopped when documents exceed one run", async () => {
  const xmls = Array.from({ length: 61 }, (_, i): [string] => [
    writeNfe({ numero: i + 1, emit: i % 2 ? A : C, dest: B }),
  ]);
  await fixture.receive(...xmls);
  await fixture.add(B);
  expect(await fixture.settle({ pageViews: 2 })).toBe(4);
  expect((await listViews()).every(({ cnpj }) => cnpj === inventCnpj(B))).toBe(true);
  expect(await fixture.feed()).toHaveLength(61);
  await expectInBalance();
});

test("a document stored while a company is created is assigned to it too", async () => {
  await fixture.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
  // The transaction that stores the second document has read the companies and waits for the locked
  // participante.
  const holder = new pg.Client({ connectionString: wire.ownerUrl });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM participante WHERE conta_id = $1 FOR UPDATE", [fixture.contaId]);
    const keeping = fixture.receive([writeNfe({ numero: 2, emit: A, dest: B })]);
    await untilWaiting("transactionid");
    let added = false;
    const adding = fixture.add(B).then(async () => {
      await fixture.settle();
      added = true;
    });
    await untilWaiting("advisory", () => added);
    await holder.query("COMMIT");
    await Promise.all([keeping, adding]);
  } finally {
    await holder.end();
  }
  expect((await listViews()).map(({ cnpj }) => cnpj)).toEqual([inventCnpj(B), inventCnpj(B)]);
  expect(await fixture.feed()).toEqual(["nota", "nota"]);
  await expectInBalance();
});

/** Waits until a transaction waits for a lock of this kind, or until `over`. */
async function untilWaiting(kind: string, over: () => boolean = () => false): Promise<void> {
  const text = `SELECT FROM pg_locks WHERE locktype = $1 AND NOT granted
    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
  while (!over() && (await wire.asOwner(text, [kind])).length === 0) await sleep(10);
}

/** Pseudo-random numbers that are the same every time. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PARTY_COUNT = 7;

/** The nth document; every third is a CT-e. */
function inventDocument(numero: number, draw: (below: number) => number): string {
  const [emit, dest, rem] = [1 + draw(PARTY_COUNT), 1 + draw(PARTY_COUNT), 1 + draw(PARTY_COUNT)];
  const valor = `${1 + draw(900)}.${String(draw(100)).padStart(2, "0")}`;
  if (numero % 3 !== 0) return writeNfe({ numero, emit, dest, valor });
  const tomador = (["rem", "exped", "dest"] as const)[draw(3)] ?? "rem";
  return writeCte({ numero, emit, rem, dest, exped: 1 + draw(PARTY_COUNT), tomador, valor });
}

// In any order of documents and companies, the conta ends with the same views, and its totals equal
// their sum.
test.each([11, 22, 33, 44])(
  "companies and documents in random order end in the same views and totals (seed %i)",
  async (seed) => {
    const draw = createDraw(seed);
    const kept: string[] = [];
    const empresas = new Map<number, string>();
    for (let step = 0; step < 40; step += 1) {
      const n = 1 + draw(PARTY_COUNT);
      const known = empresas.get(n);
      if (step % 3 !== 0) {
        kept.push(inventDocument(kept.length + 1, draw));
        await fixture.receive([kept.at(-1) ?? ""]);
      } else if (known === undefined) empresas.set(n, await fixture.add(n));
      else if (await fixture.remove(known)) empresas.delete(n);
      if (draw(2) === 0) {
        await fixture.settle();
        await expectInBalance();
      }
    }
    await fixture.settle();
    await expectInBalance();
    const other = await openEmpresaFixture(wire);
    for (const n of empresas.keys()) await other.add(n);
    for (const xml of kept) await other.receive([xml]);
    expect(await fixture.listViews()).toEqual(await other.listViews());
    const ids =
      "SELECT count(*)::int AS n, count(DISTINCT sequencia)::int AS d, max(sequencia)::int AS m FROM feed WHERE conta_id = $1";
    const [feed] = await wire.asOwner<{ n: number; d: number; m: number }>(ids, [fixture.contaId]);
    expect([feed?.n, feed?.n]).toEqual([feed?.d, feed?.m ?? 0]);
  },
);

test("changing a company and assigning its documents do not block each other", async () => {
  const { empresaId } = await wire.createEmpresa(fixture.contaId, { cnpj: inventCnpj(9) });
  const placing = new pg.Client({ connectionString: wire.ownerUrl });
  await placing.connect();
  try {
    await placing.query("BEGIN");
    // The lock that a foreign key takes on the company when a nota is written.
    const values = [fixture.contaId, empresaId];
    await placing.query("SELECT FROM empresa WHERE conta_id = $1 AND id = $2 FOR KEY SHARE", values);
    const found = await wire.ctx.database.withConta(fixture.contaId, async (db) => {
      await executeText(db, "SET LOCAL lock_timeout = '2s'", []);
      const cnpj = await findEmpresaCnpj(db, fixture.contaId, { id: empresaId, lock: true });
      return [cnpj, (await lockEmpresa(db, fixture.contaId, empresaId))?.cnpj];
    });
    expect(found).toEqual([inventCnpj(9), inventCnpj(9)]);
  } finally {
    await placing.end();
  }
});

test("the check whether a company has documents uses an index", async () => {
  await wire.asOwner("SET enable_seqscan = off");
  const plan = await wire.asOwner(
    "EXPLAIN SELECT FROM nota WHERE conta_id = gen_random_uuid() AND empresa_id = '0198c0de-0000-7000-8000-000000000000'",
  );
  await wire.asOwner("RESET enable_seqscan");
  expect(JSON.stringify(plan)).toContain("nota_empresa_idx");
});
