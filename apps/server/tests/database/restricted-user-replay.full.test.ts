import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { openWire, type Wire } from "../setup/wire.ts";
import {
  listBugs,
  listLeaks,
  listNewRows,
  listSteps,
  play,
  type ReplayCaller,
  readRowsByTable,
} from "./replay/replay.ts";
import { createReplayConta, inventIds, type ReplayConta } from "./replay/replay-conta.ts";
import type { EntityIds } from "./replay/replay-rows.ts";

const OWN_MARK = "SUAEMPRESA";
const CANARY = "CANARIO";

let t: TestContext;
let wire: Wire;
let replayConta: ReplayConta;
/**
 * Two users restricted to the first empresa: one names entities of the second empresa, the other
 * names nothing real.
 */
let twins: readonly [string, string];

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  replayConta = await createReplayConta(t, [OWN_MARK, CANARY], "gente");
  twins = [await createRestrictedUser("um"), await createRestrictedUser("dois")];
});
afterAll(() => wire.dispose());

async function createRestrictedUser(nomeUsuario: string): Promise<string> {
  const { contaId, filledEmpresas } = replayConta;
  const { usuarioId } = await t.createUsuario(contaId, { nomeUsuario, administrador: false });
  await t.asOwner("UPDATE usuario SET restrito = true, permissao_manifestacao = true WHERE id = $1", [
    usuarioId,
  ]);
  await t.asOwner("INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)", [
    contaId,
    usuarioId,
    filledEmpresas[0]?.ids.empresa,
  ]);
  return usuarioId;
}

/** Ids of one empresa; users and mailboxes belong to none. */
const idsOf = (n: 0 | 1): EntityIds => {
  const found = replayConta.filledEmpresas[n];
  if (found === undefined) throw new Error("no such empresa");
  const { usuario, invited: convidado, userWord: apelido, caixa, newName: novo } = inventIds();
  return { ...found.ids, usuario, invited: convidado, userWord: apelido, caixa, newName: novo };
};

const callerOf = (n: 0 | 1, ids: EntityIds): ReplayCaller => {
  const usuarioId = twins[n];
  return { wire, contaId: replayConta.contaId, usuarioId, ids, ownWords: [] };
};

const isImport = ({ nome }: { nome: string }): boolean => nome.startsWith("/import ");
/** In the list of users each twin has another position and sees more of itself. */
const sameOrder = (text: string): string =>
  text.startsWith("Usuario.getListUsuario ") ? text.split('{"id"').toSorted().join('{"id"') : text;
const sameNames = (text: string): string =>
  text.replaceAll(/"([^"/]+\/)?(um|dois)(@exemplo.test)?"/g, '"gêmeo"');
/** Acts have consecutive numbers, so the number differs between the twins. */
const withoutOrdem = (line: string): string =>
  line
    .replace(/"ordem": \d+/, '"ordem": "<n>"')
    .replace(/"(numero|ultimo)": \d+/, '"$1": "<n>"')
    .replaceAll(/\blote \d+/g, "lote <n>");

/**
 * Plays one twin after the other, to separate their effects. @returns the rows that each added or
 * changed
 */
async function playBoth(steps: ReturnType<typeof listSteps>): Promise<Record<string, string[]>[]> {
  // A shared view belongs to the conta, not to an empresa: each user may open it.
  const named = { ...idsOf(1), visao: inventIds().visao };
  const callers = [callerOf(0, named), callerOf(1, inventIds())] as const;
  const before = await readRowsByTable(t, replayConta.contaId);
  const ofOther = await play(t, callers[0], steps);
  const between = await readRowsByTable(t, replayConta.contaId);
  // The only change that is visible to the whole conta.
  await t.asOwner("UPDATE usuario SET color = NULL WHERE id = $1", [callers[0].usuarioId]);
  const again = await readRowsByTable(t, replayConta.contaId);
  const ofNothing = await play(t, callers[1], steps);
  const after = await readRowsByTable(t, replayConta.contaId);
  const answers = (said: typeof ofOther) =>
    said.map(({ comparable }) =>
      sameOrder(sameNames(comparable)).replaceAll(/"(ordem|numero)":\d+/g, '"$1":"<n>"'),
    );
  expect(answers(ofOther)).toEqual(answers(ofNothing));
  expect(listLeaks(ofOther, CANARY)).toEqual([]);
  expect(listBugs(ofOther)).toEqual([]);
  for (const [table, lines] of before) {
    // Their own colour and sessions; also counters and the chain of acts, which every upload
    // changes.
    if (/^(usuario|sessao|sessao_token|uso_mes|registro_ponta)$/.test(table)) continue;
    const remaining = new Set(between.get(table));
    expect({ tabela: table, foram: lines.filter((line) => !remaining.has(line)) }).toEqual({
      tabela: table,
      foram: [],
    });
  }
  const newRows = [listNewRows(before, between, callers[0]), listNewRows(again, after, callers[1])];
  return newRows.map((said) =>
    Object.fromEntries(
      Object.entries(said).map(([table, lines]) => [
        table,
        lines.map((line) => withoutOrdem(sameNames(line))).toSorted(),
      ]),
    ),
  );
}

describe("a user restricted to one empresa who names entities of another", () => {
  test("a restricted user receives the answer for missing entities, changes nothing and leaves no other trace", async () => {
    const steps = listSteps().filter((step) => !isImport(step));
    const [named, unnamed] = await playBoth(steps);
    expect(named).toEqual(unnamed);
  });

  // An upload is stored for the conta: its rows depend on whether the document exists, but the
  // answer does not.
  test("a restricted user receives the same answer for an upload in both cases and removes nothing", async () => {
    await playBoth(listSteps().filter(isImport));
  });

  test("a restricted user can read everything of the allowed empresa", async () => {
    const reads = listSteps().filter(({ usesIds, isReadOnly }) => usesIds && isReadOnly);
    const ownAnswers = await play(t, callerOf(0, idsOf(0)), reads);
    expect(listLeaks(ownAnswers, OWN_MARK).length).toBeGreaterThan(25);
    expect(listLeaks(ownAnswers, CANARY)).toEqual([]);
  });
});
