import { MENSAGENS } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DIAS, moveDias } from "../src/services/painel/move-dias.ts";
import { JUSTIFICATIVA } from "./copias.ts";
import { type Bairro, inventCnpj, openBairro, writeNfe } from "./empresa-notas.ts";
import { askPainel, expectOf, recount } from "./painel.ts";
import { createWire, type Wire } from "./wire.ts";
import { inventChave } from "./wire-notas.ts";

const NOTAS = 8;
const VOLTAS = 12;
const TUDO = { de: "2026-10-01", ate: "2026-10-31" };

let wire: Wire;
let casa: Bairro;

beforeAll(async () => {
  wire = await createWire();
  casa = await openBairro(wire);
  for (const n of [1, 2]) await casa.add(n);
  for (let numero = 1; numero <= NOTAS; numero += 1) await casa.receive([write(numero, "AAAA")]);
  await casa.settle();
});
afterAll(() => wire.dispose());

/** Issued half an hour after midnight in São Paulo, which is the evening before in Acre. */
function write(numero: number, digVal: string): string {
  const valor = digVal === "AAAA" ? "100.00" : "250.00";
  return writeNfe({ numero, emit: 1, dest: 2, digVal, valor, dhEmi: "2026-10-15T00:30:00-03:00" });
}

const chaveOf = (numero: number): string => inventChave(numero, { documento: inventCnpj(1) });

/** The number of one nota, which varies by round and lane. */
const turn = (volta: number, lane: number): number => 1 + ((volta * (lane * 2 + 1) + lane) % NOTAS);

async function idsOf(numero: number): Promise<string[]> {
  const rows = await wire.asOwner<{ id: string }>("SELECT id FROM nota WHERE conta_id = $1 AND chave = $2", [
    casa.contaId,
    chaveOf(numero),
  ]);
  return rows.map(({ id }) => id);
}

/** Refusals that are expected. */
const REGRAS = [
  MENSAGENS.notaEmQuarentena,
  MENSAGENS.notaForaDeQuarentena,
  MENSAGENS.notaContraditaPelaSefaz,
];

/** The message of a refusal; null: the call succeeded. */
type Dito = string | null;
const said: Dito[] = [];
const tell = ({ sucesso, mensagem }: { sucesso: boolean; mensagem?: string | null }): void => {
  said.push(sucesso ? null : (mensagem ?? ""));
};

const PISTAS: readonly ((volta: number) => Promise<void>)[] = [
  async (volta) => {
    for (const id of await idsOf(turn(volta, 0))) {
      tell(await casa.ana.call("Nota.setProcessadoErp", { id, processado: volta % 2 === 0 }));
    }
  },
  async (volta) => {
    for (const id of await idsOf(turn(volta, 1))) {
      tell(await casa.ana.call("Nota.setRecebido", { id, recebido: volta % 2 === 0 }));
    }
  },
  async (volta) => {
    const numeros = [turn(volta, 2), turn(volta + 3, 2)];
    const veredito = volta % 2 === 0 ? "autentica" : "integra";
    await casa.receive(
      ...numeros.map((n): [string, { veredito: "autentica" | "integra" }] => [
        write(n, volta % 3 ? "BBBB" : "AAAA"),
        { veredito },
      ]),
    );
  },
  async (volta) => {
    const [cStat, digVal] = [["100", "101"][volta % 2] ?? "100", ["AAAA", "BBBB", null][volta % 3] ?? null];
    await casa.hear({ numero: 0, chave: chaveOf(turn(volta, 3)), cStat, digVal });
  },
  async (volta) => {
    for (const id of await idsOf(turn(volta, 4))) {
      tell(await casa.ana.call("Nota.liberarQuarentena", { id, motivo: JUSTIFICATIVA }));
    }
  },
  async (volta) => {
    const uf = ["AC", "SP", "AM"][volta % 3] ?? "SP";
    const conta = { tipoPessoa: "Jurídica", identificador: casa.identificador, uf } as const;
    tell(await casa.ana.call("Conta.saveConta", { conta }));
    await moveDias(wire.ctx, { contaId: casa.contaId, alvo: DIAS.alvo, janela: 5 });
  },
];

test("concurrent flags, releases, copies, SEFAZ answers and zone changes cause no error, and the Painel equals a recount", async () => {
  const ends = await Promise.allSettled(
    PISTAS.map(async (pista) => {
      for (let volta = 0; volta < VOLTAS; volta += 1) await pista(volta);
    }),
  );
  expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
  const refused = new Set(said.filter((each) => each !== null));
  for (const each of refused) expect(REGRAS).toContain(each);
  const [conta] = await wire.asOwner<{ uf: string }>("SELECT uf FROM conta WHERE id = $1", [casa.contaId]);
  const zona = zonaOfUf(conta?.uf ?? "");
  const all = await recount(wire, casa, zona);
  for (const searchTipoAnalise of ["E", "S"] as const) {
    const pergunta = { searchTipoAnalise, searchDateRange: TUDO };
    const [expected, answered] = [expectOf(all, pergunta), await askPainel(casa, pergunta)];
    expect(answered.estatistica).toEqual(expected.estatistica);
    expect(answered.ufs).toEqual(expected.ufs);
  }
  const { dia, uf } = await casa.recount();
  expect(dia[0]).toEqual(dia[1]);
  expect(uf[0]).toEqual(uf[1]);
});
