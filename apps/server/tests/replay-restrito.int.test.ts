import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "./context.ts";
import { listBugs, listPassos, listVazamentos, playTwins, type Quem, readLinhas } from "./replay.ts";
import { createMundo, type Ids, inventIds, type Mundo } from "./replay-mundo.ts";
import { openWire, type Wire } from "./wire.ts";

const SUA = "SUAEMPRESA";
const CANARIO = "CANARIO";

let t: TestContext;
let wire: Wire;
let mundo: Mundo;
/** Two people who see the first company only: one names what is of the second, one what is of nobody. */
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

/** Of one company; people and mailboxes are of none. */
const idsOf = (n: 0 | 1): Ids => {
  const found = mundo.povoadas[n];
  if (found === undefined) throw new Error("no such company");
  const { usuario, convidado, apelido, caixa, novo } = inventIds();
  return { ...found.ids, usuario, convidado, apelido, caixa, novo };
};

const quemE = (n: 0 | 1, ids: Ids): Quem => {
  const usuarioId = gemeos[n];
  return { wire, contaId: mundo.contaId, usuarioId, ids, proprias: [] };
};

describe("somebody who sees one company of the conta, who names what is of another", () => {
  test("gets the answer of what does not exist, and changes nothing", async () => {
    const before = await readLinhas(t, mundo.contaId);
    const [deles, deNinguem] = await playTwins(t, [quemE(0, idsOf(1)), quemE(1, inventIds())]);
    const sameNames = (text: string): string => text.replaceAll(/"(um|dois)(@exemplo.test)?"/g, '"gêmeo"');
    expect(deles.map(({ comparavel }) => sameNames(comparavel))).toEqual(
      deNinguem.map(({ comparavel }) => sameNames(comparavel)),
    );
    expect(listVazamentos(deles, CANARIO)).toEqual([]);
    expect(listBugs(deles)).toEqual([]);
    const after = await readLinhas(t, mundo.contaId);
    for (const [tabela, linhas] of before) {
      // Their own colour and sessions; what counts and chains what anybody does, here the file that they send.
      if (/^(usuario|sessao|sessao_token|uso_mes|registro_ponta)$/.test(tabela)) continue;
      const ficaram = new Set(after.get(tabela));
      expect({ tabela, foram: linhas.filter((linha) => !ficaram.has(linha)) }).toEqual({ tabela, foram: [] });
    }
  });

  test("reads all the same of their own", async () => {
    const reads = listPassos().filter(({ temIds, isLeitura }) => temIds && isLeitura);
    const [suas] = await playTwins(t, [quemE(0, idsOf(0)), quemE(1, inventIds())], reads);
    expect(listVazamentos(suas, SUA).length).toBeGreaterThan(25);
    expect(listVazamentos(suas, CANARIO)).toEqual([]);
  });
});
