import { zonaOfUf } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DIAS, moveDias } from "../src/services/painel/move-dias.ts";
import { JUSTIFICATIVA, writeEvento } from "./copias.ts";
import { type Bairro, inventCnpj, openBairro, writeCte, writeNfe } from "./empresa-notas.ts";
import { askPainel, chaveOf, expectOf, type Grupo, type Pergunta, plusDias, recount } from "./painel.ts";
import { createWire, type Wire } from "./wire.ts";

let wire: Wire;
let casa: Bairro;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  casa = await openBairro(wire);
});

const PARTES = 5;
const STEPS = 60;
const PERGUNTAS = 6;

/** A pseudorandom sequence that is the same for the same seed. */
function inventSorteio(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Sorteio = (below: number) => number;
const pick = <T>(draw: Sorteio, some: readonly T[]): T | undefined => some[draw(some.length)];

/** One document of a history. */
type Papel = { chave: string; emit: number; numero: number };
type Historia = { draw: Sorteio; papeis: Papel[]; empresas: Map<number, string>; zona: string };

/**
 * A random instant between 2025 and 2027; a third of them near midnight, on another day in other
 * zones.
 */
function inventHora(draw: Sorteio): string {
  const hora = draw(3) === 0 ? [0, 1, 22, 23][draw(4)] : draw(24);
  return `${plusDias("2025-11-01", draw(500))}T${String(hora).padStart(2, "0")}:30:00-03:00`;
}

function inventXml(draw: Sorteio, { numero, emit }: { numero: number; emit: number }): string {
  const [dest, rem] = [1 + draw(PARTES), 1 + draw(PARTES)];
  const valor = `${1 + draw(900)}.${String(draw(100)).padStart(2, "0")}`;
  const nota = {
    numero,
    emit,
    dest,
    valor,
    dhEmi: inventHora(draw),
    digVal: pick(draw, ["AAAA", "BBBB"]) ?? "",
  };
  return numero % 4 === 0
    ? writeCte({ ...nota, rem, tomador: draw(2) === 0 ? "rem" : "dest" })
    : writeNfe(nota);
}

const VEREDITOS = ["autentica", "integra", "sem-protocolo", "suspeita"] as const;

async function receive({ draw, papeis }: Historia): Promise<void> {
  const again = draw(4) === 0 ? pick(draw, papeis) : undefined;
  const { numero, emit } = again ?? { numero: papeis.length + 1, emit: 1 + draw(PARTES) };
  const xml = inventXml(draw, { numero, emit });
  const veredito = pick(draw, VEREDITOS) ?? "integra";
  await casa.receive([xml, { veredito, achados: veredito === "suspeita" ? ["cadeia-desconhecida"] : [] }]);
  if (!again) papeis.push({ numero, emit, chave: chaveOf(xml).chaveAcesso });
  await wire.asOwner(
    `UPDATE email SET recebida_em = $2, importado = $3 WHERE conta_id = $1 AND id IN (SELECT id FROM email WHERE conta_id = $1 ORDER BY id DESC LIMIT 1)`,
    [casa.contaId, inventHora(draw), draw(5) === 0],
  );
}

async function hear({ draw, papeis }: Historia): Promise<void> {
  const papel = pick(draw, papeis);
  if (!papel) return;
  const cStat = pick(draw, ["100", "100", "101", "151", "110"]) ?? "100";
  const digVal = pick(draw, [null, null, "AAAA"]) ?? null;
  await casa.hear({ numero: 0, chave: papel.chave, cStat, digVal });
}

async function cancel({ draw, papeis }: Historia): Promise<void> {
  const papel = pick(draw, papeis);
  if (!papel) return;
  const evento = writeEvento({ chave: papel.chave, autor: inventCnpj(papel.emit) });
  if (draw(2) === 0) await casa.receive([evento]);
  else await casa.hear({ numero: 0, chave: papel.chave, eventos: [evento] });
}

async function findIds(where: string): Promise<string[]> {
  const text = `SELECT id FROM nota WHERE conta_id = $1 AND ${where} ORDER BY chave, papel`;
  return (await wire.asOwner<{ id: string }>(text, [casa.contaId])).map(({ id }) => id);
}

async function mark({ draw }: Historia): Promise<void> {
  const id = pick(draw, await findIds("NOT quarentena"));
  if (id) await casa.ana.call("Nota.setProcessadoErp", { id, processado: draw(3) !== 0 });
}

async function release({ draw }: Historia): Promise<void> {
  const id = pick(draw, await findIds("quarentena"));
  if (id) await casa.ana.call("Nota.liberarQuarentena", { id, motivo: JUSTIFICATIVA });
}

async function come({ draw, empresas }: Historia): Promise<void> {
  const n = 1 + draw(PARTES);
  const known = empresas.get(n);
  if (known === undefined) empresas.set(n, await casa.add(n));
  else if (await casa.remove(known)) empresas.delete(n);
  if (draw(2) === 0) await casa.settle();
}

async function move(historia: Historia): Promise<void> {
  const uf = pick(historia.draw, ["AC", "AM", "SP"]) ?? "SP";
  const { contaId } = casa;
  await wire.asOwner("UPDATE conta SET uf = $2 WHERE id = $1", [contaId, uf]);
  await moveDias(wire.ctx, { contaId, alvo: DIAS.alvo, janela: 1 + historia.draw(9) });
  historia.zona = zonaOfUf(uf);
}

function inventPergunta({ draw }: Historia): Pergunta {
  const de = plusDias("2025-10-20", draw(480));
  const dias = pick(draw, [0, 6, 20, 69, 70, 150, 189, 300, 549, 700]) ?? 0;
  const grupo = pick(draw, [null, null, "dia", "semana", "mes", "ano"] satisfies (Grupo | null)[]);
  return {
    searchTipoAnalise: draw(2) === 0 ? "E" : "S",
    searchDateRange: { de, ate: plusDias(de, dias) },
    ...(draw(3) === 0 ? { searchCnpjCpfEmpresa: inventCnpj(1 + draw(PARTES)) } : {}),
    ...(grupo ? { dateGroup: grupo } : {}),
  };
}

/** Sorts rows whose order is not specified, so that they can be compared. */
function sorted<T>(rows: readonly T[]): T[] {
  const key = (row: T): string => JSON.stringify(row, Object.keys(row as object).sort());
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function expectRecount(pergunta: Pergunta, zona: string): Promise<void> {
  const all = await recount(wire, casa, zona);
  const expected = expectOf(all, pergunta);
  const answered = await askPainel(casa, pergunta);
  expect(answered.estatistica).toEqual(expected.estatistica);
  expect(sorted(answered.ufs)).toEqual(sorted(expected.ufs));
  expect(sorted(answered.detalhe)).toEqual(sorted(expected.detalhe));
}

const PASSOS = [receive, receive, receive, hear, hear, cancel, mark, mark, release, come, move];

describe("after a random history the Painel equals a plain recount of the notas", () => {
  test.each([5, 50, 500])("rollups equal a recount (seed %i)", async (seed) => {
    const draw = inventSorteio(seed);
    const historia: Historia = { draw, papeis: [], empresas: new Map(), zona: zonaOfUf("SP") };
    for (const n of [1, 2]) historia.empresas.set(n, await casa.add(n));
    for (let step = 0; step < STEPS; step += 1) {
      await (pick(draw, PASSOS) ?? receive)(historia);
      if (step % 10 === 9) await expectRecount(inventPergunta(historia), historia.zona);
    }
    await casa.settle();
    for (let n = 0; n < PERGUNTAS; n += 1) await expectRecount(inventPergunta(historia), historia.zona);
    const tudo = { de: "2025-10-01", ate: "2027-05-31" };
    for (const searchTipoAnalise of ["E", "S"] as const) {
      await expectRecount({ searchTipoAnalise, searchDateRange: tudo }, historia.zona);
    }
    const { notas } = await recount(wire, casa, historia.zona);
    expect(notas.length).toBeGreaterThan(8);
    const abertas = await casa.ana.call("Nota.getNotasEntradaEmAberto", {});
    const { estatistica } = await askPainel(casa, { searchTipoAnalise: "E", searchDateRange: tudo });
    expect(estatistica).toMatchObject({ totalNaoIntegradosERP: abertas.totalCount });
  });
});

const PAINEL = [
  "Painel.getEstatistica",
  "Painel.getEstatisticaUF",
  "Painel.getEstatisticaDetalhado",
] as const;
const OUTUBRO = { de: "2026-10-01", ate: "2026-10-31" };

test("filtering by empresa counts its notas and the e-mails that brought them; an unknown empresa has none", async () => {
  await casa.add(2);
  await casa.add(4);
  await casa.receive(
    [writeNfe({ numero: 1, emit: 1, dest: 2 })],
    [writeNfe({ numero: 2, emit: 1, dest: 2 })],
  );
  await casa.receive([writeNfe({ numero: 1, emit: 1, dest: 2 })]);
  await casa.receive([writeNfe({ numero: 3, emit: 1, dest: 4, valor: "7.00" })]);
  await casa.receive([writeNfe({ numero: 4, emit: 1, dest: 5 })]);
  const hoje = wire.clock.now().toISOString().slice(0, 10);
  const searchDateRange = { de: "2026-10-01", ate: plusDias(hoje, 1) };
  const ask = async (searchCnpjCpfEmpresa: string) => {
    const { estatistica, ufs, detalhe } = await askPainel(casa, {
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
  const { results: empresas } = await casa.ana.call("Empresa.getListEmpresa", {});
  const listed = (empresas as { id: string; cnpj: string }[]).map(async ({ id, cnpj }) => {
    const { totalCount } = await casa.ana.call("Email.getListEmail", { searchFilter: { empresaId: id } });
    return [cnpj, totalCount] as const;
  });
  expect(Object.fromEntries(await Promise.all(listed))).toEqual({ [inventCnpj(2)]: 2, [inventCnpj(4)]: 1 });
  // An empresa registered later also counts the e-mail that brought its nota, and only once when it
  // is read again.
  await casa.add(5);
  await casa.settle();
  expect(await ask(inventCnpj(5))).toEqual([1, 1, "100.00", 1, 1]);
});

test.each([
  ["11222333000182", "CNPJ inválido. Confira as letras e os números."],
  ["52998224720", "CPF inválido. Confira os números."],
  ["112223", "CNPJ inválido. Confira as letras e os números."],
  ["Padaria", "CNPJ inválido. Confira as letras e os números."],
])("refuses a filter that is neither CNPJ nor CPF: %s", async (searchCnpjCpfEmpresa, mensagem) => {
  const pedido = { searchTipoAnalise: "E", searchDateRange: OUTUBRO, searchCnpjCpfEmpresa } as const;
  for (const method of PAINEL) {
    expect(await casa.ana.call(method, pedido)).toMatchObject({
      ...{ sucesso: false, mensagem, erros: [{ campo: "searchCnpjCpfEmpresa" }] },
    });
  }
  for (const method of ["Nota.getNumeroDivergencias", "Nota.getNotasDivergentes"] as const) {
    expect(await casa.ana.call(method, { searchCnpjCpfEmpresa })).toMatchObject({ sucesso: false, mensagem });
  }
});

test("groups notas without a UF under null", async () => {
  await casa.add(2);
  await casa.receive([writeNfe({ numero: 1, emit: 1, dest: 2 }).replaceAll("<UF>SP</UF>", "")]);
  for (const searchDateRange of [OUTUBRO, { de: "2026-10-15", ate: "2026-10-15" }]) {
    const { ufs } = await askPainel(casa, { searchTipoAnalise: "E", searchDateRange });
    expect(ufs).toEqual([{ uf: null, quantidade: 1, valor: "100.00" }]);
  }
});

test.each([
  [{ de: "2026-10-02", ate: "2026-10-01" }, "A data inicial vem depois da final."],
  [{ de: "2010-01-01", ate: "2026-10-01" }, "O período pode ter até 3.660 dias. Escolha um menor."],
])("refuses the date range %o", async (searchDateRange, mensagem) => {
  for (const method of PAINEL) {
    expect(await casa.ana.call(method, { searchTipoAnalise: "E", searchDateRange })).toMatchObject({
      sucesso: false,
      mensagem,
      erros: [{ campo: "searchDateRange.ate", mensagem }],
    });
  }
});
