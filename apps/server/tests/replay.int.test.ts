import { ARQUIVOS, METHODS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "./context.ts";
import { listBugs, listPassos, listVazamentos, playTwins, type Quem, readLinhas } from "./replay.ts";
import { ARQUIVO_CHAMADAS, CHAMADAS } from "./replay-chamadas.ts";
import { createMundo, type Ids, inventIds, type Mundo } from "./replay-mundo.ts";
import { openWire, type Wire } from "./wire.ts";

const CANARIO = "CANARIO";

let t: TestContext;
let wire: Wire;
let alheia: Mundo;
/** Two contas that are alike: one names what is of the other conta, one what is of nobody. */
let gemeas: readonly [Mundo, Mundo];

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  alheia = await createMundo(t, [`${CANARIO}-UM`, `${CANARIO}-DOIS`]);
  gemeas = [await createMundo(t, ["Nossa Casa"]), await createMundo(t, ["Nossa Casa"])];
});
afterAll(() => wire.dispose());

const idsOf = (mundo: Mundo): Ids => {
  const [primeira] = mundo.povoadas;
  if (primeira === undefined) throw new Error("nobody lives there");
  return { ...primeira.ids, novo: inventIds().novo };
};

const quemE = (house: Wire, mundo: Mundo, ids: Ids): Quem => {
  const { contaId, identificador, gerente: usuarioId } = mundo;
  const own = Object.values(idsOf(mundo)).map(String);
  const proprias = ids.nota === idsOf(mundo).nota ? [] : [identificador, ...own];
  return { wire: house, contaId, usuarioId, ids, proprias };
};

/** Reads that answer as if there were nothing, even to whom it belongs: what is asked for there is of another kind. */
const DE_OUTRO_TIPO = ["/downloadEmailAnexo 4", "/downloadExportacao 1"].flatMap((nome) => [
  nome,
  `${nome} com cookie`,
]);

describe("a manager of one conta who names what is of another", () => {
  test("is played with every method and every address of files that there is", () => {
    expect(Object.keys(CHAMADAS).toSorted()).toEqual(Object.keys(METHODS).toSorted());
    expect(Object.keys(ARQUIVO_CHAMADAS).toSorted()).toEqual(Object.keys(ARQUIVOS).toSorted());
    const played = new Set(listPassos().map(({ nome }) => nome.split(" ")[0]));
    expect(played.size).toBe(Object.keys(METHODS).length + Object.keys(ARQUIVOS).length);
  });

  test("would read it if it were their own: each of these questions finds something", async () => {
    const reads = listPassos().filter(({ temIds, isLeitura }) => temIds && isLeitura);
    const twins = [quemE(wire, alheia, idsOf(alheia)), quemE(wire, alheia, inventIds())] as const;
    const [deles, deNinguem] = await playTwins(t, twins, reads);
    const vazias = deles.filter(({ comparavel }, n) => comparavel === deNinguem[n]?.comparavel);
    expect(vazias.map(({ passo }) => passo.nome)).toEqual(DE_OUTRO_TIPO);
    expect(listVazamentos(deles, CANARIO).length).toBeGreaterThan(25);
  });

  test("gets the answer of what does not exist, and changes nothing there", async () => {
    const before = await readLinhas(t, alheia.contaId);
    const [deles, deNinguem] = await playTwins(t, [
      quemE(wire, gemeas[0], idsOf(alheia)),
      quemE(wire, gemeas[1], inventIds()),
    ]);
    expect(deles.map(({ comparavel }) => comparavel)).toEqual(deNinguem.map(({ comparavel }) => comparavel));
    expect(listVazamentos(deles, CANARIO)).toEqual([]);
    expect(listBugs(deles)).toEqual([]);
    expect(await readLinhas(t, alheia.contaId)).toEqual(before);
  });

  test("gets it too where the application names the other conta in every query: row security alone stands", async () => {
    const houses = [await openWithoutFilter(gemeas[0]), await openWithoutFilter(gemeas[1])] as const;
    const before = await readLinhas(t, alheia.contaId);
    const [deles, deNinguem] = await playTwins(t, [
      quemE(houses[0], gemeas[0], idsOf(alheia)),
      quemE(houses[1], gemeas[1], inventIds()),
    ]);
    for (const { server } of houses) await server.stop();
    expect(deles.map(({ comparavel }) => comparavel)).toEqual(deNinguem.map(({ comparavel }) => comparavel));
    expect(listVazamentos(deles, CANARIO)).toEqual([]);
    // What writes is refused by the database; what reads was answered, but what tells of a conta that is not to be seen.
    const leituras = deles.filter(({ passo }) => passo.isLeitura);
    expect(listBugs(leituras)).toEqual(["Conta.getConta 0", "Conta.getListUso 0"]);
    expect(await readLinhas(t, alheia.contaId)).toEqual(before);
  });
});

/**
 * The same house where every `conta_id = …` that the application writes lets the other conta through: callers are told to be of it, so that
 * each query asks for its rows; only the transactions are still of the conta that they signed in to.
 */
async function openWithoutFilter({ contaId }: Mundo): Promise<Wire> {
  const { database } = t.ctx;
  const { findSessao, findSessaoArquivo } = database.portaria;
  const ofAlheia =
    (find: typeof findSessao): typeof findSessao =>
    async (hash, agora) => {
      const sessao = await find(hash, agora);
      return sessao && { ...sessao, contaId: alheia.contaId };
    };
  const portaria = {
    ...database.portaria,
    findSessao: ofAlheia(findSessao),
    findSessaoArquivo: ofAlheia(findSessaoArquivo),
  };
  const unfiltered: typeof database = {
    ...database,
    portaria,
    withConta: (_, fn) => database.withConta(contaId, fn),
    withContaSql: (_, fn) => database.withContaSql(contaId, fn),
  };
  return await openWire({ ...t, ctx: { ...t.ctx, database: unfiltered } });
}
