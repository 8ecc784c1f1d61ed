import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fillParcelas, PARCELAS_TASK } from "../../src/services/painel/fill-parcelas.ts";
import { type EmpresaFixture, inventCnpj, openEmpresaFixture, writeNfe } from "../setup/document-parties.ts";
import { createWire, type Wire } from "../setup/wire.ts";

let wire: Wire;
let setup: EmpresaFixture;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  setup = await openEmpresaFixture(wire);
  await setup.add(2);
  await setup.add(4);
});

/** The day some days from now, in the zone of the conta. */
const dayAfter = (days: number): string =>
  new Date(wire.clock.now().getTime() + days * DAY_MS).toLocaleDateString("sv-SE", {
    timeZone: "America/Sao_Paulo",
  });

const writeCobr = (...parcelas: [days: number, valor: string][]): string =>
  `<cobr>${parcelas
    .map(
      ([days, valor], n) =>
        `<dup><nDup>00${n + 1}</nDup><dVenc>${dayAfter(days)}</dVenc><vDup>${valor}</vDup></dup>`,
    )
    .join("")}</cobr>`;

type Tops = {
  partes: { cnpjCpf: string; nome: string; quantidade: number; valor: string }[];
  totalPartes: number;
  vencimentos: { de: string | null; ate: string | null; quantidade: number; valor: string }[];
  totalVencimentos: number;
  vencimentosExatos: boolean;
};

async function readTops(
  more: { searchTipoAnalise?: "E" | "S"; searchCnpjCpfEmpresa?: string } = {},
): Promise<Tops> {
  const params = {
    searchTipoAnalise: "E" as const,
    searchDateRange: { de: "2026-10-01", ate: "2026-10-31" },
    ...more,
  };
  return (await setup.ana.call("Painel.getPartesVencimentos", params)).object as Tops;
}

const receiveSome = (): Promise<unknown> =>
  setup.receive(
    [
      writeNfe({
        numero: 1,
        emit: 1,
        dest: 2,
        valor: "900.00",
        rest: writeCobr([-3, "300.00"], [2, "600.00"]),
      }),
    ],
    [
      writeNfe({
        numero: 2,
        emit: 5,
        dest: 4,
        valor: "500.00",
        rest: writeCobr([2, "250.00"], [6, "250.00"]),
      }),
    ],
    [writeNfe({ numero: 3, emit: 5, dest: 2, valor: "500.00", rest: writeCobr([40, "500.00"]) })],
    [writeNfe({ numero: 4, emit: 6, dest: 2, valor: "5.00" })],
  );

test("the suppliers with most value in the period come first, each with the sum of its documents", async () => {
  await receiveSome();
  const { partes, totalPartes } = await readTops();
  expect(partes).toEqual([
    { cnpjCpf: inventCnpj(5), nome: "Parte 5", quantidade: 2, valor: "1000.00" },
    { cnpjCpf: inventCnpj(1), nome: "Parte 1", quantidade: 1, valor: "900.00" },
    { cnpjCpf: inventCnpj(6), nome: "Parte 6", quantidade: 1, valor: "5.00" },
  ]);
  expect(totalPartes).toBe(3);
  const ofOne = await readTops({ searchCnpjCpfEmpresa: inventCnpj(4) });
  expect(ofOne.partes.map(({ valor }) => valor)).toEqual(["500.00"]);
  expect(await readTops({ searchCnpjCpfEmpresa: inventCnpj(3) })).toMatchObject({
    partes: [],
    totalPartes: 0,
  });
});

test("what falls due is summed by week, and the list of each week has its documents", async () => {
  await receiveSome();
  const { vencimentos, totalVencimentos, vencimentosExatos } = await readTops();
  expect(vencimentos.map(({ quantidade, valor }) => [quantidade, valor])).toEqual([
    [1, "300.00"],
    [2, "1100.00"],
    ...[0, 1, 2].map(() => [0, "0.00"]),
    [1, "500.00"],
  ]);
  expect([totalVencimentos, vencimentosExatos]).toEqual([3, true]);
  for (const { de, ate, quantidade } of vencimentos) {
    const searchFilter = {
      ...{ processadoErp: false, quarentena: false },
      ...(de === null ? {} : { vencimentoDe: de }),
      ...(ate === null ? {} : { vencimentoAte: ate }),
    };
    const { totalCount } = await setup.ana.call("Nota.getListNota", { entradaSaida: "E", searchFilter });
    expect([de, ate, totalCount]).toEqual([de, ate, quantidade]);
  }
});

test("what is cancelled, denied, processed or without a day falls due no more", async () => {
  await receiveSome();
  const change = (set: string, numero: number) =>
    wire.asOwner(`UPDATE nota SET ${set} WHERE conta_id = $1 AND numero_nota = $2`, [setup.contaId, numero]);
  await change("processado_erp = true", 1);
  await change("sefaz_status = '101'", 2);
  await change("nfe_status = '302'", 3);
  expect(await readTops()).toMatchObject({ totalVencimentos: 0, totalPartes: 3 });
  const searchFilter = { vencimentoDe: dayAfter(2) };
  const { results } = await setup.ana.call("Nota.getListNota", { entradaSaida: "E", searchFilter });
  expect(results?.map((each) => (each as { numeroNota: string }).numeroNota)).toEqual(["1"]);
});

test("the documents that an earlier version stored get their instalments from their XML, once", async () => {
  await receiveSome();
  const before = (await readTops()).vencimentos;
  await wire.asOwner("UPDATE nota SET vencimentos = NULL, parcelas = NULL WHERE conta_id = $1", [
    setup.contaId,
  ]);
  expect(await readTops()).toMatchObject({ totalVencimentos: 0 });
  const listChanges = () =>
    wire.asOwner("SELECT id, alterado_em, vencimentos FROM nota WHERE conta_id = $1 ORDER BY id", [
      setup.contaId,
    ]);
  const [{ alterado_em: changedAt } = {}] = await listChanges();
  for (const batch of [1, 50]) {
    await fillParcelas(wire.ctx, { contaId: setup.contaId, alvo: PARCELAS_TASK.alvo, batch });
    expect((await readTops()).vencimentos).toEqual(before);
  }
  const rows = await listChanges();
  expect(rows[0]).toMatchObject({ alterado_em: changedAt });
  expect(rows.every(({ vencimentos }) => vencimentos !== null)).toBe(true);
});
