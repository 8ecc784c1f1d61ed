import { MESSAGES } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ISSUE_DAYS_TASK } from "../../src/services/conta/conta.rules.ts";
import { moveIssueDays } from "../../src/services/painel/move-issue-days.ts";
import { type EmpresaFixture, inventCnpj, openEmpresaFixture, writeNfe } from "../setup/document-parties.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { JUSTIFICATIVA } from "../setup/nota-copies.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import { expectedPainel, queryPainel, recount } from "./painel-recount.ts";

const NOTAS = 8;
const ROUNDS = 12;
const FULL_PERIOD = { de: "2026-10-01", ate: "2026-10-31" };

let wire: Wire;
let setup: EmpresaFixture;

beforeAll(async () => {
  wire = await createWire();
  setup = await openEmpresaFixture(wire);
  for (const n of [1, 2]) await setup.add(n);
  for (let numero = 1; numero <= NOTAS; numero += 1) await setup.receive([write(numero, "AAAA")]);
  await setup.settle();
});
afterAll(() => wire.dispose());

/** Issued half an hour after midnight in São Paulo, which is the evening before in Acre. */
function write(numero: number, digVal: string): string {
  const valor = digVal === "AAAA" ? "100.00" : "250.00";
  return writeNfe({ numero, emit: 1, dest: 2, digVal, valor, dhEmi: "2026-10-15T00:30:00-03:00" });
}

const chaveOf = (numero: number): string => inventChave(numero, { documento: inventCnpj(1) });

/** The number of one nota, which varies by round and lane. */
const numeroOf = (round: number, lane: number): number => 1 + ((round * (lane * 2 + 1) + lane) % NOTAS);

async function idsOf(numero: number): Promise<string[]> {
  const rows = await wire.asOwner<{ id: string }>("SELECT id FROM nota WHERE conta_id = $1 AND chave = $2", [
    setup.contaId,
    chaveOf(numero),
  ]);
  return rows.map(({ id }) => id);
}

/** Refusals that are expected. */
const EXPECTED_REFUSALS = [
  MESSAGES.notaEmQuarentena,
  MESSAGES.notaForaDeQuarentena,
  MESSAGES.notaContraditaPelaSefaz,
];

/** The message of a refusal; null: the call succeeded. */
type Refusal = string | null;
const refusals: Refusal[] = [];
const recordRefusal = ({ sucesso, mensagem }: { sucesso: boolean; mensagem?: string | null }): void => {
  refusals.push(sucesso ? null : (mensagem ?? ""));
};

const LANES: readonly ((round: number) => Promise<void>)[] = [
  async (round) => {
    for (const id of await idsOf(numeroOf(round, 0))) {
      recordRefusal(await setup.ana.call("Nota.setProcessadoErp", { id, processado: round % 2 === 0 }));
    }
  },
  async (round) => {
    for (const id of await idsOf(numeroOf(round, 1))) {
      recordRefusal(await setup.ana.call("Nota.setRecebido", { id, recebido: round % 2 === 0 }));
    }
  },
  async (round) => {
    const numeros = [numeroOf(round, 2), numeroOf(round + 3, 2)];
    const veredito = round % 2 === 0 ? "autentica" : "integra";
    await setup.receive(
      ...numeros.map((n): [string, { veredito: "autentica" | "integra" }] => [
        write(n, round % 3 ? "BBBB" : "AAAA"),
        { veredito },
      ]),
    );
  },
  async (round) => {
    const [cStat, digVal] = [["100", "101"][round % 2] ?? "100", ["AAAA", "BBBB", null][round % 3] ?? null];
    await setup.applyAnswer({ numero: 0, chave: chaveOf(numeroOf(round, 3)), cStat, digVal });
  },
  async (round) => {
    for (const id of await idsOf(numeroOf(round, 4))) {
      recordRefusal(await setup.ana.call("Nota.liberarQuarentena", { id, motivo: JUSTIFICATIVA }));
    }
  },
  async (round) => {
    const uf = ["AC", "SP", "AM"][round % 3] ?? "SP";
    const conta = { tipoPessoa: "Jurídica", identificador: setup.identificador, uf } as const;
    recordRefusal(await setup.ana.call("Conta.saveConta", { conta }));
    await moveIssueDays(wire.ctx, { contaId: setup.contaId, alvo: ISSUE_DAYS_TASK.alvo, window: 5 });
  },
];

test("concurrent flags, releases, copies, SEFAZ answers and zone changes cause no error, and the Painel equals a recount", async () => {
  const ends = await Promise.allSettled(
    LANES.map(async (runLane) => {
      for (let round = 0; round < ROUNDS; round += 1) await runLane(round);
    }),
  );
  expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
  const refused = new Set(refusals.filter((each) => each !== null));
  for (const each of refused) expect(EXPECTED_REFUSALS).toContain(each);
  const [conta] = await wire.asOwner<{ uf: string }>("SELECT uf FROM conta WHERE id = $1", [setup.contaId]);
  const zona = zoneOfUf(conta?.uf ?? "");
  const all = await recount(wire, setup, zona);
  for (const searchTipoAnalise of ["E", "S"] as const) {
    const query = { searchTipoAnalise, searchDateRange: FULL_PERIOD };
    const [expected, answered] = [expectedPainel(all, query), await queryPainel(setup, query)];
    expect(answered.estatistica).toEqual(expected.estatistica);
    expect(answered.ufs).toEqual(expected.ufs);
  }
  const { dia, uf } = await setup.recount();
  expect(dia[0]).toEqual(dia[1]);
  expect(uf[0]).toEqual(uf[1]);
});
