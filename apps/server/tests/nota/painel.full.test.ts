import { zoneOfUf } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ISSUE_DAYS_TASK } from "../../src/services/conta/conta.rules.ts";
import { moveIssueDays } from "../../src/services/painel/move-issue-days.ts";
import {
  type EmpresaFixture,
  inventCnpj,
  openEmpresaFixture,
  writeCte,
  writeNfe,
} from "../setup/document-parties.ts";
import { JUSTIFICATIVA, writeEvento } from "../setup/nota-copies.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import {
  type DateGroup,
  expectedPainel,
  type PainelQuery,
  plusDays,
  queryPainel,
  readNota,
  recount,
} from "./painel-recount.ts";

let wire: Wire;
let setup: EmpresaFixture;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  setup = await openEmpresaFixture(wire);
});

const PARTIES = 5;
const STEPS = 60;
const QUERIES = 6;

/** A pseudorandom sequence that is the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = (below: number) => number;
const pick = <T>(random: Random, some: readonly T[]): T | undefined => some[random(some.length)];

/** One document of a history. */
type KnownDocument = { chave: string; emit: number; numero: number };
type History = { random: Random; documents: KnownDocument[]; empresas: Map<number, string>; zona: string };

/**
 * A random instant between 2025 and 2027; a third of them near midnight, on another day in other
 * zones.
 */
function inventInstant(random: Random): string {
  const hora = random(3) === 0 ? [0, 1, 22, 23][random(4)] : random(24);
  return `${plusDays("2025-11-01", random(500))}T${String(hora).padStart(2, "0")}:30:00-03:00`;
}

function inventXml(random: Random, { numero, emit }: { numero: number; emit: number }): string {
  const [dest, rem] = [1 + random(PARTIES), 1 + random(PARTIES)];
  const valor = `${1 + random(900)}.${String(random(100)).padStart(2, "0")}`;
  const nota = {
    numero,
    emit,
    dest,
    valor,
    dhEmi: inventInstant(random),
    digVal: pick(random, ["AAAA", "BBBB"]) ?? "",
  };
  return numero % 4 === 0
    ? writeCte({ ...nota, rem, tomador: random(2) === 0 ? "rem" : "dest" })
    : writeNfe(nota);
}

const VEREDITOS = ["autentica", "integra", "sem-protocolo", "suspeita"] as const;

async function receive({ random, documents }: History): Promise<void> {
  const again = random(4) === 0 ? pick(random, documents) : undefined;
  const { numero, emit } = again ?? { numero: documents.length + 1, emit: 1 + random(PARTIES) };
  const xml = inventXml(random, { numero, emit });
  const veredito = pick(random, VEREDITOS) ?? "integra";
  await setup.receive([xml, { veredito, achados: veredito === "suspeita" ? ["cadeia-desconhecida"] : [] }]);
  if (!again) documents.push({ numero, emit, chave: readNota(xml).chaveAcesso });
  await wire.asOwner(
    `UPDATE email SET recebida_em = $2, importado = $3 WHERE conta_id = $1 AND id IN (SELECT id FROM email WHERE conta_id = $1 ORDER BY id DESC LIMIT 1)`,
    [setup.contaId, inventInstant(random), random(5) === 0],
  );
}

async function receiveSefaz({ random, documents }: History): Promise<void> {
  const document = pick(random, documents);
  if (!document) return;
  const cStat = pick(random, ["100", "100", "101", "151", "110"]) ?? "100";
  const digVal = pick(random, [null, null, "AAAA"]) ?? null;
  await setup.applyAnswer({ numero: 0, chave: document.chave, cStat, digVal });
}

async function cancel({ random, documents }: History): Promise<void> {
  const document = pick(random, documents);
  if (!document) return;
  const evento = writeEvento({ chave: document.chave, autor: inventCnpj(document.emit) });
  if (random(2) === 0) await setup.receive([evento]);
  else await setup.applyAnswer({ numero: 0, chave: document.chave, eventos: [evento] });
}

async function findIds(where: string): Promise<string[]> {
  const text = `SELECT id FROM nota WHERE conta_id = $1 AND ${where} ORDER BY chave, papel`;
  return (await wire.asOwner<{ id: string }>(text, [setup.contaId])).map(({ id }) => id);
}

async function setProcessado({ random }: History): Promise<void> {
  const id = pick(random, await findIds("NOT quarentena"));
  if (id) await setup.ana.call("Nota.setProcessadoErp", { id, processado: random(3) !== 0 });
}

async function release({ random }: History): Promise<void> {
  const id = pick(random, await findIds("quarentena"));
  if (id) await setup.ana.call("Nota.liberarQuarentena", { id, motivo: JUSTIFICATIVA });
}

async function changeEmpresas({ random, empresas }: History): Promise<void> {
  const n = 1 + random(PARTIES);
  const known = empresas.get(n);
  if (known === undefined) empresas.set(n, await setup.add(n));
  else if (await setup.remove(known)) empresas.delete(n);
  if (random(2) === 0) await setup.settle();
}

async function changeZone(history: History): Promise<void> {
  const uf = pick(history.random, ["AC", "AM", "SP"]) ?? "SP";
  const { contaId } = setup;
  await wire.asOwner("UPDATE conta SET uf = $2 WHERE id = $1", [contaId, uf]);
  await moveIssueDays(wire.ctx, { contaId, alvo: ISSUE_DAYS_TASK.alvo, window: 1 + history.random(9) });
  history.zona = zoneOfUf(uf);
}

function inventQuery({ random }: History): PainelQuery {
  const de = plusDays("2025-10-20", random(480));
  const dias = pick(random, [0, 6, 20, 69, 70, 150, 189, 300, 549, 700]) ?? 0;
  const group = pick(random, [null, null, "dia", "semana", "mes", "ano"] satisfies (DateGroup | null)[]);
  return {
    searchTipoAnalise: random(2) === 0 ? "E" : "S",
    searchDateRange: { de, ate: plusDays(de, dias) },
    ...(random(3) === 0 ? { searchCnpjCpfEmpresa: inventCnpj(1 + random(PARTIES)) } : {}),
    ...(group ? { dateGroup: group } : {}),
  };
}

/** Sorts rows whose order is not specified, so that they can be compared. */
function sorted<T>(rows: readonly T[]): T[] {
  const key = (row: T): string => JSON.stringify(row, Object.keys(row as object).sort());
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function expectRecount(query: PainelQuery, zona: string): Promise<void> {
  const all = await recount(wire, setup, zona);
  const expected = expectedPainel(all, query);
  const answered = await queryPainel(setup, query);
  expect(answered.estatistica).toEqual(expected.estatistica);
  expect(sorted(answered.ufs)).toEqual(sorted(expected.ufs));
  expect(sorted(answered.detalhe)).toEqual(sorted(expected.detalhe));
}

const STEP_KINDS = [
  receive,
  receive,
  receive,
  receiveSefaz,
  receiveSefaz,
  cancel,
  setProcessado,
  setProcessado,
  release,
  changeEmpresas,
  changeZone,
];

describe("rollups of the Painel after a random history of notas", () => {
  test.each([5, 50, 500])("rollups equal a recount (seed %i)", async (seed) => {
    const random = createRandom(seed);
    const history: History = { random, documents: [], empresas: new Map(), zona: zoneOfUf("SP") };
    for (const n of [1, 2]) history.empresas.set(n, await setup.add(n));
    for (let step = 0; step < STEPS; step += 1) {
      await (pick(random, STEP_KINDS) ?? receive)(history);
      if (step % 10 === 9) await expectRecount(inventQuery(history), history.zona);
    }
    await setup.settle();
    for (let n = 0; n < QUERIES; n += 1) await expectRecount(inventQuery(history), history.zona);
    const fullPeriod = { de: "2025-10-01", ate: "2027-05-31" };
    for (const searchTipoAnalise of ["E", "S"] as const) {
      await expectRecount({ searchTipoAnalise, searchDateRange: fullPeriod }, history.zona);
    }
    const { notas } = await recount(wire, setup, history.zona);
    expect(notas.length).toBeGreaterThan(8);
    const abertas = await setup.ana.call("Nota.getNotasEntradaEmAberto", {});
    const { estatistica } = await queryPainel(setup, { searchTipoAnalise: "E", searchDateRange: fullPeriod });
    expect(estatistica).toMatchObject({ totalNaoIntegradosERP: abertas.totalCount });
  });
});

const PAINEL_METHODS = [
  "Painel.getEstatistica",
  "Painel.getEstatisticaUF",
  "Painel.getEstatisticaDetalhado",
] as const;
const OCTOBER = { de: "2026-10-01", ate: "2026-10-31" };

test("the filter by empresa counts its notas and the e-mails that brought them; an unknown empresa has none", async () => {
  await setup.add(2);
  await setup.add(4);
  await setup.receive(
    [writeNfe({ numero: 1, emit: 1, dest: 2 })],
    [writeNfe({ numero: 2, emit: 1, dest: 2 })],
  );
  await setup.receive([writeNfe({ numero: 1, emit: 1, dest: 2 })]);
  await setup.receive([writeNfe({ numero: 3, emit: 1, dest: 4, valor: "7.00" })]);
  await setup.receive([writeNfe({ numero: 4, emit: 1, dest: 5 })]);
  const today = wire.clock.now().toISOString().slice(0, 10);
  const searchDateRange = { de: "2026-10-01", ate: plusDays(today, 1) };
  const ask = async (searchCnpjCpfEmpresa: string) => {
    const { estatistica, ufs, detalhe } = await queryPainel(setup, {
      searchTipoAnalise: "E",
      searchDateRange,
      searchCnpjCpfEmpresa,
    });
    const { totalDFe, totalEmails, valorTotal } = estatistica as Record<string, unknown>;
    return [totalDFe, totalEmails, valorTotal, ufs.length, detalhe.length];
  };
  expect(await ask(inventCnpj(2))).toEqual([2, 2, "200.00", 1, 1]);
  expect(await ask(inventCnpj(4))).toEqual([1, 1, "7.00", 1, 1]);
  expect(await ask(inventCnpj(3))).toEqual([0, 0, "0.00", 0, 0]);
  expect(await ask(" ")).toEqual([3, 4, "207.00", 1, 2]);
  const masked = inventCnpj(2).replace(/^(..)(...)(...)(....)(..)$/, "$1.$2.$3/$4-$5");
  expect(await ask(masked)).toEqual([2, 2, "200.00", 1, 1]);
  // The list of e-mails, filtered by empresa, finds the same number.
  const { results: empresas } = await setup.ana.call("Empresa.getListEmpresa", {});
  const listed = (empresas as { id: string; cnpj: string }[]).map(async ({ id, cnpj }) => {
    const { totalCount } = await setup.ana.call("Email.getListEmail", { searchFilter: { empresaId: id } });
    return [cnpj, totalCount] as const;
  });
  expect(Object.fromEntries(await Promise.all(listed))).toEqual({ [inventCnpj(2)]: 2, [inventCnpj(4)]: 1 });
  // An empresa registered later also counts the e-mail that brought its nota, and only once when it
  // is read again.
  await setup.add(5);
  await setup.settle();
  expect(await ask(inventCnpj(5))).toEqual([1, 1, "100.00", 1, 1]);
});

test.each([
  ["11222333000182", "CNPJ inválido. Confira as letras e os números."],
  ["52998224720", "CPF inválido. Confira os números."],
  ["112223", "CNPJ inválido. Confira as letras e os números."],
  ["Padaria", "CNPJ inválido. Confira as letras e os números."],
])("a filter that is neither CNPJ nor CPF is refused: %s", async (searchCnpjCpfEmpresa, mensagem) => {
  const params = { searchTipoAnalise: "E", searchDateRange: OCTOBER, searchCnpjCpfEmpresa } as const;
  for (const method of PAINEL_METHODS) {
    expect(await setup.ana.call(method, params)).toMatchObject({
      ...{ sucesso: false, mensagem, erros: [{ campo: "searchCnpjCpfEmpresa" }] },
    });
  }
  for (const method of ["Nota.getNumeroDivergencias", "Nota.getNotasDivergentes"] as const) {
    expect(await setup.ana.call(method, { searchCnpjCpfEmpresa })).toMatchObject({
      sucesso: false,
      mensagem,
    });
  }
});

test("notas without a UF are grouped under null", async () => {
  await setup.add(2);
  await setup.receive([writeNfe({ numero: 1, emit: 1, dest: 2 }).replaceAll("<UF>SP</UF>", "")]);
  for (const searchDateRange of [OCTOBER, { de: "2026-10-15", ate: "2026-10-15" }]) {
    const { ufs } = await queryPainel(setup, { searchTipoAnalise: "E", searchDateRange });
    expect(ufs).toEqual([{ uf: null, quantidade: 1, valor: "100.00" }]);
  }
});

test.each([
  [{ de: "2026-10-02", ate: "2026-10-01" }, "A data inicial vem depois da final."],
  [{ de: "2010-01-01", ate: "2026-10-01" }, "O período pode ter até 3.660 dias. Escolha um menor."],
])("the date range %o is refused", async (searchDateRange, mensagem) => {
  for (const method of PAINEL_METHODS) {
    expect(await setup.ana.call(method, { searchTipoAnalise: "E", searchDateRange })).toMatchObject({
      sucesso: false,
      mensagem,
      erros: [{ campo: "searchDateRange.ate", mensagem }],
    });
  }
});
