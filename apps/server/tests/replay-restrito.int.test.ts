import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "./context.ts";
import { listBugs, listNovas, listPassos, listVazamentos, play, type Quem, readLinhas } from "./replay.ts";
import { createMundo, type Ids, inventIds, type Mundo } from "./replay-mundo.ts";
import { openWire, type Wire } from "./wire.ts";

const SUA = "SUAEMPRESA";
const CANARIO = "CANARIO";

let t: TestContext;
let wire: Wire;
let mundo: Mundo;
/**
 * Two users restricted to the first empresa: one names entities of the second empresa, the other
 * names nothing real.
 */
let gemeos: readonly [string, string];

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  mundo = await createMundo(t, [SUA, CANARIO], "gente");
  gemeos = [await createRestrito("um"), await createRestrito("dois")];
});
afterAll(() => wire.dispose());

async function createRestrito(nomeUsuario: string): Promise<string> {
  const { contaId, povoadas } = mundo;
  const { usuarioId } = await t.createUsuario(contaId, { nomeUsuario, administrador: false });
  await t.asOwner("UPDATE usuario SET restrito = true, permissao_manifestacao = true WHERE id = $1", [
    usuarioId,
  ]);
  await t.asOwner("INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)", [
    contaId,
    usuarioId,
    povoadas[0]?.ids.empresa,
  ]);
  return usuarioId;
}

/** Ids of one empresa; users and mailboxes belong to none. */
const idsOf = (n: 0 | 1): Ids => {
  const found = mundo.povoadas[n];
  if (found === undefined) throw new Error("no such empresa");
  const { usuario, convidado, apelido, caixa, novo } = inventIds();
  return { ...found.ids, usuario, convidado, apelido, caixa, novo };
};

const quemE = (n: 0 | 1, ids: Ids): Quem => {
  const usuarioId = gemeos[n];
  return { wire, contaId: mundo.contaId, usuarioId, ids, proprias: [] };
};

const isImport = ({ nome }: { nome: string }): boolean => nome.startsWith("/import ");
/** In the list of users each twin has another position and sees more of itself. */
const sameOrder = (text: string): string =>
  text.startsWith("Usuario.getListUsuario ") ? text.split('{"id"').toSorted().join('{"id"') : text;
const sameNames = (text: string): string =>
  text.replaceAll(/"([^"/]+\/)?(um|dois)(@exemplo.test)?"/g, '"gêmeo"');
/** Acts have consecutive numbers, so the number differs between the twins. */
const withoutOrdem = (linha: string): string => linha.replace(/"ordem": \d+/, '"ordem": "<n>"');

/**
 * Plays one twin after the other, to separate their effects. @returns the rows that each added or
 * changed
 */
async function playBoth(passos: ReturnType<typeof listPassos>): Promise<Record<string, string[]>[]> {
  const quem = [quemE(0, idsOf(1)), quemE(1, inventIds())] as const;
  const before = await readLinhas(t, mundo.contaId);
  const deles = await play(t, quem[0], passos);
  const between = await readLinhas(t, mundo.contaId);
  // The only change that is visible to the whole conta.
  await t.asOwner("UPDATE usuario SET color = NULL WHERE id = $1", [quem[0].usuarioId]);
  const again = await readLinhas(t, mundo.contaId);
  const deNinguem = await play(t, quem[1], passos);
  const after = await readLinhas(t, mundo.contaId);
  const answers = (said: typeof deles) => said.map(({ comparavel }) => sameOrder(sameNames(comparavel)));
  expect(answers(deles)).toEqual(answers(deNinguem));
  expect(listVazamentos(deles, CANARIO)).toEqual([]);
  expect(listBugs(deles)).toEqual([]);
  for (const [tabela, linhas] of before) {
    // Their own colour and sessions; also counters and the chain of acts, which every upload
    // changes.
    if (/^(usuario|sessao|sessao_token|uso_mes|registro_ponta)$/.test(tabela)) continue;
    const ficaram = new Set(between.get(tabela));
    expect({ tabela, foram: linhas.filter((linha) => !ficaram.has(linha)) }).toEqual({ tabela, foram: [] });
  }
  const novas = [listNovas(before, between, quem[0]), listNovas(again, after, quem[1])];
  return novas.map((said) =>
    Object.fromEntries(
      Object.entries(said).map(([tabela, linhas]) => [
        tabela,
        linhas.map((linha) => withoutOrdem(sameNames(linha))).toSorted(),
      ]),
    ),
  );
}

describe("a user restricted to one empresa who names entities of another", () => {
  test("a restricted user receives the answer for missing entities, changes nothing and leaves no other trace", async () => {
    const passos = listPassos().filter((passo) => !isImport(passo));
    const [feito, nada] = await playBoth(passos);
    expect(feito).toEqual(nada);
  });

  // An upload is stored for the conta: its rows depend on whether the document exists, but the
  // answer does not.
  test("a restricted user receives the same answer for an upload in both cases and removes nothing", async () => {
    await playBoth(listPassos().filter(isImport));
  });

  test("a restricted user can read everything of the allowed empresa", async () => {
    const reads = listPassos().filter(({ temIds, isLeitura }) => temIds && isLeitura);
    const suas = await play(t, quemE(0, idsOf(0)), reads);
    expect(listVazamentos(suas, SUA).length).toBeGreaterThan(25);
    expect(listVazamentos(suas, CANARIO)).toEqual([]);
  });
});
