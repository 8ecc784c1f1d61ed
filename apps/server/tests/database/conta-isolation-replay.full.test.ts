import { FILE_ENDPOINTS, METHODS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { openWire, type Wire } from "../setup/wire.ts";
import {
  listBugs,
  listLeaks,
  listSteps,
  playTwins,
  type ReplayCaller,
  readRowsByTable,
} from "./replay/replay.ts";
import { FILE_CALLS, REPLAY_CALLS } from "./replay/replay-calls.ts";
import { createReplayConta, inventIds, type ReplayConta } from "./replay/replay-conta.ts";
import type { EntityIds } from "./replay/replay-rows.ts";

const CANARY = "CANARIO";

let t: TestContext;
let wire: Wire;
let otherConta: ReplayConta;
/** Two identical contas: one names entities of a third conta, the other names nothing real. */
let twinContas: readonly [ReplayConta, ReplayConta];

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  otherConta = await createReplayConta(t, [`${CANARY}-UM`, `${CANARY}-DOIS`]);
  twinContas = [await createReplayConta(t, ["Nossa Casa"]), await createReplayConta(t, ["Nossa Casa"])];
});
afterAll(() => wire.dispose());

const idsOf = (replayConta: ReplayConta): EntityIds => {
  const [firstEmpresa] = replayConta.filledEmpresas;
  if (firstEmpresa === undefined) throw new Error("the conta has no empresa");
  return { ...firstEmpresa.ids, newName: inventIds().newName };
};

const callerOf = (testServer: Wire, replayConta: ReplayConta, ids: EntityIds): ReplayCaller => {
  const { contaId, identificador, manager: usuarioId } = replayConta;
  const own = Object.values(idsOf(replayConta)).map(String);
  const ownWords = ids.nota === idsOf(replayConta).nota ? [] : [identificador, ...own];
  return { wire: testServer, contaId, usuarioId, ids, ownWords };
};

/** Reads that find nothing even for the owner, since the id belongs to another kind of file. */
const OTHER_KIND = ["/downloadEmailAnexo 4", "/downloadExportacao 1"].flatMap((nome) => [
  nome,
  `${nome} com cookie`,
]);

describe("a manager of one conta who names entities of another conta", () => {
  test("the replay covers every method and every file route", () => {
    expect(Object.keys(REPLAY_CALLS).toSorted()).toEqual(Object.keys(METHODS).toSorted());
    expect(Object.keys(FILE_CALLS).toSorted()).toEqual(Object.keys(FILE_ENDPOINTS).toSorted());
    const played = new Set(listSteps().map(({ nome }) => nome.split(" ")[0]));
    expect(played.size).toBe(Object.keys(METHODS).length + Object.keys(FILE_ENDPOINTS).length);
  });

  test("every read of the replay finds something when the owner calls it", async () => {
    const reads = listSteps().filter(({ usesIds, isReadOnly }) => usesIds && isReadOnly);
    const twins = [
      callerOf(wire, otherConta, idsOf(otherConta)),
      callerOf(wire, otherConta, inventIds()),
    ] as const;
    const [ofOther, ofNothing] = await playTwins(t, twins, reads);
    const emptyReads = ofOther.filter(({ comparable }, n) => comparable === ofNothing[n]?.comparable);
    expect(emptyReads.map(({ step }) => step.nome)).toEqual(OTHER_KIND);
    expect(listLeaks(ofOther, CANARY).length).toBeGreaterThan(25);
  });

  test("a manager receives the answer for missing entities and changes nothing in the other conta", async () => {
    const before = await readRowsByTable(t, otherConta.contaId);
    const [ofOther, ofNothing] = await playTwins(t, [
      callerOf(wire, twinContas[0], idsOf(otherConta)),
      callerOf(wire, twinContas[1], inventIds()),
    ]);
    expect(ofOther.map(({ comparable }) => comparable)).toEqual(
      ofNothing.map(({ comparable }) => comparable),
    );
    expect(listLeaks(ofOther, CANARY)).toEqual([]);
    expect(listBugs(ofOther)).toEqual([]);
    expect(await readRowsByTable(t, otherConta.contaId)).toEqual(before);
  });

  test("row security alone gives the same result when every query names the other conta", async () => {
    const servers = [await openWithoutFilter(twinContas[0]), await openWithoutFilter(twinContas[1])] as const;
    const before = await readRowsByTable(t, otherConta.contaId);
    const [ofOther, ofNothing] = await playTwins(t, [
      callerOf(servers[0], twinContas[0], idsOf(otherConta)),
      callerOf(servers[1], twinContas[1], inventIds()),
    ]);
    for (const { server } of servers) await server.stop();
    expect(ofOther.map(({ comparable }) => comparable)).toEqual(
      ofNothing.map(({ comparable }) => comparable),
    );
    expect(listLeaks(ofOther, CANARY)).toEqual([]);
    // The database refuses all writes. Reads get answers, except those of the conta's own row,
    // which is hidden.
    const readAnswers = ofOther.filter(({ step }) => step.isReadOnly);
    const ofConta = ["Conta.getConta 0", "Conta.getListUso 0", "PedidoXml.getListFornecedor 0"];
    expect(listBugs(readAnswers).toSorted()).toEqual(ofConta);
    expect(await readRowsByTable(t, otherConta.contaId)).toEqual(before);
  });
});

/**
 * The same application, but each session claims to belong to the other conta, so that every query
 * filters by that conta. Only the transactions still run in the caller's own conta.
 */
async function openWithoutFilter({ contaId }: ReplayConta): Promise<Wire> {
  const { database } = t.ctx;
  const { findSession: findSessao, findFileSession: findSessaoArquivo } = database.gatekeeper;
  const ofAlheia =
    (find: typeof findSessao): typeof findSessao =>
    async (hash, now) => {
      const session = await find(hash, now);
      return session && { ...session, contaId: otherConta.contaId };
    };
  const gatekeeper = {
    ...database.gatekeeper,
    findSession: ofAlheia(findSessao),
    findFileSession: ofAlheia(findSessaoArquivo),
  };
  const unfiltered: typeof database = {
    ...database,
    gatekeeper: gatekeeper,
    withConta: (_, fn) => database.withConta(contaId, fn),
  };
  return await openWire({ ...t, ctx: { ...t.ctx, database: unfiltered } });
}
