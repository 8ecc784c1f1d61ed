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
/** Two identical contas: one names entities of a third conta, the other names nothing real. */
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
  if (primeira === undefined) throw new Error("the conta has no empresa");
  return { ...primeira.ids, novo: inventIds().novo };
};

const quemE = (house: Wire, mundo: Mundo, ids: Ids): Quem => {
  const { contaId, identificador, gerente: usuarioId } = mundo;
  const own = Object.values(idsOf(mundo)).map(String);
  const proprias = ids.nota === idsOf(mundo).nota ? [] : [identificador, ...own];
  return { wire: house, contaId, usuarioId, ids, proprias };
};

/** Reads that find nothing even for the owner, since the id belongs to another kind of file. */
const DE_OUTRO_TIPO = ["/downloadEmailAnexo 4", "/downloadExportacao 1"].flatMap((nome) => [
  nome,
  `${nome} com cookie`,
]);

describe("a manager of one conta who names entities of another", () => {
  test("the replay covers every method and every file route", () => {
    expect(Object.keys(CHAMADAS).toSorted()).toEqual(Object.keys(METHODS).toSorted());
    expect(Object.keys(ARQUIVO_CHAMADAS).toSorted()).toEqual(Object.keys(ARQUIVOS).toSorted());
    const played = new Set(listPassos().map(({ nome }) => nome.split(" ")[0]));
    expect(played.size).toBe(Object.keys(METHODS).length + Object.keys(ARQUIVOS).length);
  });

  test("every read finds something when the owner calls it", async () => {
    const reads = listPassos().filter(({ temIds, isLeitura }) => temIds && isLeitura);
    const twins = [quemE(wire, alheia, idsOf(alheia)), quemE(wire, alheia, inventIds())] as const;
    const [deles, deNinguem] = await playTwins(t, twins, reads);
    const vazias = deles.filter(({ comparavel }, n) => comparavel === deNinguem[n]?.comparavel);
    expect(vazias.map(({ passo }) => passo.nome)).toEqual(DE_OUTRO_TIPO);
    expect(listVazamentos(deles, CANARIO).length).toBeGreaterThan(25);
  });

  test("a manager receives the answer for missing entities and changes nothing in the other conta", async () => {
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

  test("row security alone gives the same result when every query names the other conta", async () => {
    const houses = [await openWithoutFilter(gemeas[0]), await openWithoutFilter(gemeas[1])] as const;
    const before = await readLinhas(t, alheia.contaId);
    const [deles, deNinguem] = await playTwins(t, [
      quemE(houses[0], gemeas[0], idsOf(alheia)),
      quemE(houses[1], gemeas[1], inventIds()),
    ]);
    for (const { server } of houses) await server.stop();
    expect(deles.map(({ comparavel }) => comparavel)).toEqual(deNinguem.map(({ comparavel }) => comparavel));
    expect(listVazamentos(deles, CANARIO)).toEqual([]);
    // The database refuses all writes. Reads get answers, except those of the conta's own row,
    // which is hidden.
    const leituras = deles.filter(({ passo }) => passo.isLeitura);
    expect(listBugs(leituras)).toEqual(["Conta.getConta 0", "Conta.getListUso 0"]);
    expect(await readLinhas(t, alheia.contaId)).toEqual(before);
  });
});

/**
 * The same application, but each session claims to belong to the other conta, so that every query
 * filters by that conta. Only the transactions still run in the caller's own conta.
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
