import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findEmpresaCnpj, lockEmpresa } from "../src/services/empresa/empresa.rows.ts";
import { PARTES as LIDAS_DE_NOVO, reassignNotas } from "../src/services/empresa/reassign-notas.ts";
import { writeEvento } from "./copias.ts";
import {
  type Bairro,
  inventCnpj,
  openBairro,
  type PartesCte,
  writeCte,
  writeMdfe,
  writeNfe,
} from "./empresa-notas.ts";
import { createWire, type Wire } from "./wire.ts";
import { inventChave } from "./wire-notas.ts";

let wire: Wire;
let casa: Bairro;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  casa = await openBairro(wire);
});

const [A, B, C, D] = [1, 2, 3, 4];

type Vista = { papel: string; terceiros: boolean; cnpj: string | null };
const vistas = async (de: Bairro = casa): Promise<Vista[]> =>
  (await de.visoes()).map(({ papel, terceiros, cnpj }) => ({ papel, terceiros, cnpj }) as Vista);
const sheet = async (text: string) => await wire.asOwner(text, [casa.contaId]);

async function expectInBalance(de: Bairro = casa): Promise<void> {
  const { dia, uf } = await de.recount();
  expect(dia[0]).toEqual(dia[1]);
  expect(uf[0]).toEqual(uf[1]);
}

describe("a nota of third parties", () => {
  beforeEach(async () => {
    await casa.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
    expect(await casa.feed()).toEqual([]);
  });

  test("a new company takes over the nota of its recipient: it is counted, published and validated", async () => {
    const [before] = await sheet("SELECT id, criado_em FROM nota WHERE conta_id = $1");
    await casa.add(B);
    expect(await casa.settle()).toBe(1);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await sheet("SELECT id, criado_em FROM nota WHERE conta_id = $1")).toEqual([before]);
    expect(await casa.feed()).toEqual(["nota"]);
    expect(await sheet("SELECT alvo FROM tarefa WHERE conta_id = $1 AND tipo = 'validate'")).toHaveLength(1);
    await expectInBalance();
  });

  test("a new company takes over the nota of its issuer, and the recipient's company later gets a second view", async () => {
    const [before] = await sheet("SELECT id FROM nota WHERE conta_id = $1");
    await casa.add(A);
    await casa.settle();
    expect(await vistas()).toEqual([{ papel: "S", terceiros: false, cnpj: inventCnpj(A) }]);
    expect(await sheet("SELECT id FROM nota WHERE conta_id = $1")).toEqual([before]);
    await casa.add(B);
    await casa.settle();
    expect(await vistas()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "S", terceiros: false, cnpj: inventCnpj(A) },
    ]);
    expect(await casa.feed()).toEqual(["nota", "nota"]);
    await expectInBalance();
  });

  test("two new companies get both views, with SEFAZ's status; the users' flags stay on one", async () => {
    await sheet(
      "UPDATE nota SET sefaz_status = '101', sefaz_dig_val = 'AAAA', sefaz_consultada_em = now(), recebido = true WHERE conta_id = $1",
    );
    await casa.add(A);
    await casa.add(B);
    await casa.settle();
    expect(await vistas()).toHaveLength(2);
    expect(
      await sheet(
        "SELECT sefaz_status, sefaz_dig_val, recebido FROM nota WHERE conta_id = $1 ORDER BY papel",
      ),
    ).toEqual([
      { sefaz_status: "101", sefaz_dig_val: "AAAA", recebido: true },
      { sefaz_status: "101", sefaz_dig_val: "AAAA", recebido: false },
    ]);
    await expectInBalance();
  });

  test("a quarantined nota is reassigned and stays in quarentena", async () => {
    const forjada = writeNfe({ numero: 2, emit: A, dest: B });
    await casa.receive([forjada, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
    await casa.add(B);
    await casa.settle();
    expect(await casa.visoes()).toMatchObject([
      { terceiros: false, quarentena: false },
      { terceiros: false, quarentena: true, cnpj: inventCnpj(B) },
    ]);
    expect(await casa.feed()).toEqual(["nota"]);
    await expectInBalance();
  });

  test("a nota is reassigned once, even when the job runs several times at once", async () => {
    await casa.add(B);
    const alvo = inventCnpj(B);
    const { contaId } = casa;
    await Promise.all([1, 2, 3].map(() => reassignNotas(wire.ctx, { contaId, alvo })));
    await casa.settle();
    expect(await casa.feed()).toEqual(["nota"]);
    await expectInBalance();
  });

  test("the nota of another conta is not reassigned", async () => {
    const outra = await openBairro(wire);
    await outra.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
    await casa.add(B);
    await casa.settle();
    expect(await vistas(outra)).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
  });

  test("a company with notas cannot be deleted", async () => {
    const id = await casa.add(B);
    await casa.settle();
    expect(await casa.remove(id)).toBe(false);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
  });
});

describe("a transport document", () => {
  const cte: PartesCte = { numero: 9, emit: A, rem: B, exped: C, dest: D, tomador: "rem" };

  test("a CT-e goes to a company named only in the XML, and to the tomador once it is a company", async () => {
    await casa.receive([writeCte(cte)]);
    await casa.add(C);
    await casa.settle();
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(C) }]);
    await casa.add(B);
    await casa.settle();
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await casa.feed()).toEqual(["nota", "nota"]);
    await expectInBalance();
  });

  test("eventos follow the nota to its new company and are published once for each", async () => {
    await casa.receive([writeCte(cte)]);
    await casa.add(C);
    await casa.settle();
    const chave = inventChave(9, { modelo: "57", documento: inventCnpj(A) });
    await casa.receive([writeEvento({ chave, tpEvento: "110110", autor: inventCnpj(A) })]);
    await casa.add(B);
    await casa.settle();
    const text = `SELECT e.cnpj FROM feed f JOIN empresa e ON e.conta_id = f.conta_id AND e.id = f.empresa_id
      WHERE f.conta_id = $1 AND f.tipo = 'evento' ORDER BY f.sequencia`;
    expect(await sheet(text)).toEqual([{ cnpj: inventCnpj(C) }, { cnpj: inventCnpj(B) }]);
  });
});

describe("a document in which the company is neither issuer nor recipient", () => {
  const cnpj = `<CNPJ>${inventCnpj(B)}</CNPJ>`;
  const rodo = (resto: string): string => `<infModal><rodo>${resto}</rodo></infModal>`;
  const CASOS: [string, string][] = [
    ["the contratante", rodo(`<infANTT><infContratante>${cnpj}</infContratante></infANTT>`)],
    ["who answers for the insurance", `<seg><infResp><respSeg>2</respSeg>${cnpj}</infResp></seg>`],
    ["the insurer", `<seg><infSeg><xSeg>Seguros</xSeg>${cnpj}</infSeg></seg>`],
    ["the owner of the vehicle", rodo(`<veicTracao><prop>${cnpj}</prop></veicTracao>`)],
    ["one who may have the XML", `<autXML>${cnpj}</autXML>`],
  ];

  test.each(CASOS)("a nota is listed, published and counted for %s of an MDF-e", async (_quem, resto) => {
    await casa.add(B);
    await casa.receive([writeMdfe({ numero: 1, emit: A, resto })]);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    expect(await casa.feed()).toEqual(["nota"]);
    expect((await casa.ana.call("Nota.getListNota", { entradaSaida: "E" })).totalCount).toBe(1);
    const painel = await casa.ana.call("Painel.getEstatistica", {
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
  ])("a nota is listed for %s of an NF-e, which may not send a manifestação", async (_quem, resto) => {
    await casa.add(B);
    await casa.receive([writeNfe({ numero: 1, emit: A, dest: C, resto })]);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    const { results } = await casa.ana.call("Nota.getListNota", { entradaSaida: "E" });
    const [{ id, prazoManifestacao } = { id: "", prazoManifestacao: "" }] = results as {
      id: string;
      prazoManifestacao: string | null;
    }[];
    expect(prazoManifestacao).toBeNull();
    expect((await casa.ana.call("Nota.getNota", { id })).object).toMatchObject({
      manifestacaoImpedida: "Nenhuma empresa da conta é a destinatária desta NF-e.",
      prazosManifestacao: [],
    });
  });

  test.each(CASOS)("a nota is reassigned to a company created later, as %s", async (_quem, resto) => {
    await casa.receive([writeMdfe({ numero: 1, emit: A, resto })]);
    expect(await vistas()).toEqual([{ papel: "E", terceiros: true, cnpj: null }]);
    await casa.add(B);
    await casa.settle();
    expect(await vistas()).toEqual([{ papel: "E", terceiros: false, cnpj: inventCnpj(B) }]);
    await expectInBalance();
  });

  test("a nota issued by another company of the conta is received too", async () => {
    await casa.add(A);
    await casa.receive([writeNfe({ numero: 1, emit: A, dest: C, resto: `<autXML>${cnpj}</autXML>` })]);
    await casa.add(B);
    await casa.settle();
    expect(await vistas()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "S", terceiros: false, cnpj: inventCnpj(A) },
    ]);
  });

  test("the recount after an upgrade assigns the documents of existing and of later companies", async () => {
    const contratante = (n: number): string =>
      rodo(`<infANTT><infContratante><CNPJ>${inventCnpj(n)}</CNPJ></infContratante></infANTT>`);
    await casa.receive([writeMdfe({ numero: 1, emit: A, resto: contratante(B) })]);
    await casa.receive([writeMdfe({ numero: 2, emit: A, resto: contratante(C) })]);
    // The state that the previous version left: neither participante was read.
    const antes = "DELETE FROM participante WHERE conta_id = $1 AND documento = ANY ($2)";
    await wire.asOwner(antes, [casa.contaId, [inventCnpj(B), inventCnpj(C)]]);
    await wire.createEmpresa(casa.contaId, { cnpj: inventCnpj(B) });
    await reassignNotas(wire.ctx, { contaId: casa.contaId, alvo: LIDAS_DE_NOVO });
    expect(await vistas()).toEqual([
      { papel: "E", terceiros: false, cnpj: inventCnpj(B) },
      { papel: "E", terceiros: true, cnpj: null },
    ]);
    await casa.add(C);
    await casa.settle();
    expect((await vistas()).map((vista) => vista.cnpj)).toEqual([inventCnpj(B), inventCnpj(C)]);
    await expectInBalance();
  });
});

test("a forged copy in quarentena takes no view from the genuine one", async () => {
  await casa.receive([writeNfe({ numero: 1, emit: A, dest: B, digVal: "GENUINA=" })]);
  const forjada = writeNfe({ numero: 1, emit: A, dest: C, digVal: "FORJADA=", valor: "9999.00" });
  await casa.receive([forjada, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
  await casa.add(B);
  await casa.add(C);
  await casa.settle();
  expect(await casa.visoes()).toMatchObject([{ papel: "E", cnpj: inventCnpj(B), valor_total: "100.00" }]);
  await expectInBalance();
});

test("the job continues in further runs from where it stopped when documents exceed one run", async () => {
  const xmls = Array.from({ length: 61 }, (_, i): [string] => [
    writeNfe({ numero: i + 1, emit: i % 2 ? A : C, dest: B }),
  ]);
  await casa.receive(...xmls);
  await casa.add(B);
  expect(await casa.settle({ janela: 2 })).toBe(4);
  expect((await vistas()).every(({ cnpj }) => cnpj === inventCnpj(B))).toBe(true);
  expect(await casa.feed()).toHaveLength(61);
  await expectInBalance();
});

test("a document stored while a company is created is assigned to it too", async () => {
  await casa.receive([writeNfe({ numero: 1, emit: A, dest: B })]);
  // The transaction that stores the second document has read the companies and waits for the locked
  // participante.
  const holder = new pg.Client({ connectionString: wire.ownerUrl });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM participante WHERE conta_id = $1 FOR UPDATE", [casa.contaId]);
    const keeping = casa.receive([writeNfe({ numero: 2, emit: A, dest: B })]);
    await untilWaiting("transactionid");
    let added = false;
    const adding = casa.add(B).then(async () => {
      await casa.settle();
      added = true;
    });
    await untilWaiting("advisory", () => added);
    await holder.query("COMMIT");
    await Promise.all([keeping, adding]);
  } finally {
    await holder.end();
  }
  expect((await vistas()).map(({ cnpj }) => cnpj)).toEqual([inventCnpj(B), inventCnpj(B)]);
  expect(await casa.feed()).toEqual(["nota", "nota"]);
  await expectInBalance();
});

/** Waits until a transaction waits for a lock of this kind, or until `over`. */
async function untilWaiting(kind: string, over: () => boolean = () => false): Promise<void> {
  const text = `SELECT FROM pg_locks WHERE locktype = $1 AND NOT granted
    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
  while (!over() && (await wire.asOwner(text, [kind])).length === 0) await sleep(10);
}

/** Pseudo-random numbers that are the same every time. */
function inventSorteio(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PARTES = 7;

/** The nth document; every third is a CT-e. */
function inventXml(numero: number, draw: (below: number) => number): string {
  const [emit, dest, rem] = [1 + draw(PARTES), 1 + draw(PARTES), 1 + draw(PARTES)];
  const valor = `${1 + draw(900)}.${String(draw(100)).padStart(2, "0")}`;
  if (numero % 3 !== 0) return writeNfe({ numero, emit, dest, valor });
  const tomador = (["rem", "exped", "dest"] as const)[draw(3)] ?? "rem";
  return writeCte({ numero, emit, rem, dest, exped: 1 + draw(PARTES), tomador, valor });
}

// In any order of documents and companies, the conta ends with the same views, and its totals equal
// their sum.
test.each([11, 22, 33, 44])(
  "companies and documents in random order end in the same views and totals (seed %i)",
  async (seed) => {
    const draw = inventSorteio(seed);
    const kept: string[] = [];
    const empresas = new Map<number, string>();
    for (let step = 0; step < 40; step += 1) {
      const n = 1 + draw(PARTES);
      const known = empresas.get(n);
      if (step % 3 !== 0) {
        kept.push(inventXml(kept.length + 1, draw));
        await casa.receive([kept.at(-1) ?? ""]);
      } else if (known === undefined) empresas.set(n, await casa.add(n));
      else if (await casa.remove(known)) empresas.delete(n);
      if (draw(2) === 0) {
        await casa.settle();
        await expectInBalance();
      }
    }
    await casa.settle();
    await expectInBalance();
    const outra = await openBairro(wire);
    for (const n of empresas.keys()) await outra.add(n);
    for (const xml of kept) await outra.receive([xml]);
    expect(await casa.visoes()).toEqual(await outra.visoes());
    const ids =
      "SELECT count(*)::int AS n, count(DISTINCT sequencia)::int AS d, max(sequencia)::int AS m FROM feed WHERE conta_id = $1";
    const [feed] = await wire.asOwner<{ n: number; d: number; m: number }>(ids, [casa.contaId]);
    expect([feed?.n, feed?.n]).toEqual([feed?.d, feed?.m ?? 0]);
  },
);

test("changing a company and assigning its documents do not block each other", async () => {
  const { empresaId } = await wire.createEmpresa(casa.contaId, { cnpj: inventCnpj(9) });
  const placing = new pg.Client({ connectionString: wire.ownerUrl });
  await placing.connect();
  try {
    await placing.query("BEGIN");
    // The lock that a foreign key takes on the company when a nota is written.
    const values = [casa.contaId, empresaId];
    await placing.query("SELECT FROM empresa WHERE conta_id = $1 AND id = $2 FOR KEY SHARE", values);
    const found = await wire.ctx.database.withContaSql(casa.contaId, async (sql) => {
      await sql.execute("SET LOCAL lock_timeout = '2s'", []);
      const cnpj = await findEmpresaCnpj(sql, casa.contaId, { id: empresaId, lock: true });
      return [cnpj, (await lockEmpresa(sql, casa.contaId, empresaId))?.cnpj];
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
