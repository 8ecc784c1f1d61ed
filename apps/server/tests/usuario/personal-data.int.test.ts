import { MESSAGES, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRegistros } from "../../src/services/registro/registro.rows.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { rpc, type SignedInUser, signIn, signInNewUser } from "../setup/wire.ts";
import { type MailWire, openMailWire, refusalOf, removeOwnership } from "./usuario-setup.ts";

type PersonalData = ResultOf<"Usuario.getMeusDados">["object"];

let wire: MailWire;
/** Ana is the owner, Caio an ordinary user of the same conta. */
let ana: SignedInUser;
let caio: SignedInUser;

beforeAll(async () => {
  wire = await openMailWire();
  const conta = await wire.createConta();
  ana = await signInNewUser(wire, { conta, nomeUsuario: "ana" });
  caio = await signInNewUser(wire, { conta, nomeUsuario: "caio", administrador: false });
  await removeOwnership(wire, caio);
});
afterAll(() => wire.dispose());

const dataOf = async (person: SignedInUser, antesDe: number | null = null): Promise<PersonalData> =>
  (await person.call("Usuario.getMeusDados", { antesDe })).object as PersonalData;

async function idsOfActs({ usuarioId }: SignedInUser): Promise<string[]> {
  const text = "SELECT id FROM registro WHERE usuario_id = $1 ORDER BY ordem DESC";
  return (await wire.asOwner<{ id: string }>(text, [usuarioId])).map(({ id }) => id);
}

test("a user gets everything that is stored about them, and nothing of anyone else", async () => {
  const { object } = await ana.call("Usuario.setNewAPIToken", {});
  const own = await dataOf(ana);
  expect(own.usuario).toMatchObject({ id: ana.usuarioId, nomeUsuario: "ana" });
  expect(own.tokens).toEqual([expect.objectContaining({ revogadoEm: null })]);
  expect(own.atos.length).toBeGreaterThan(0);
  expect(own.atos.map(({ id }) => id)).toEqual(await idsOfActs(ana));
  const text = JSON.stringify(own);
  expect(text).not.toContain((object as { token: string }).token);
  expect(text).not.toMatch(/senha|hash|selad|credencial/i);
  const others = await dataOf(caio);
  expect(others).toMatchObject({ usuario: { id: caio.usuarioId }, tokens: [], passkeys: [], visoes: [] });
  expect(others.sessoes).toEqual([expect.objectContaining({ atual: true })]);
  expect(others.atos.map(({ id }) => id)).toEqual(await idsOfActs(caio));
});

test("the acts of a user come a thousand at a time, newest first, each once", async () => {
  const quando = wire.clock.now();
  const act = { quando, usuarioId: caio.usuarioId, usuario: "caio", acao: "marcar", alvo: "x" } as const;
  const acts = Array.from({ length: 1100 }, (_, i) => ({ ...act, detalhe: `ato ${i}` }));
  await wire.ctx.database.withConta(caio.contaId, (db) => insertRegistros(db, caio.contaId, acts));
  const first = await dataOf(caio);
  expect(first.atos).toHaveLength(1000);
  const second = await dataOf(caio, first.proximo);
  expect(second.proximo).toBeNull();
  const details = [...first.atos, ...second.atos].flatMap(({ detalhe }) => detalhe ?? []);
  const added = details.filter((detail) => detail.startsWith("ato "));
  expect(added).toEqual(acts.map(({ detalhe }) => detalhe).toReversed());
});

test("a user who leaves has no personal data and no access any more; the registro still says who acted", async () => {
  const conta = { contaId: ana.contaId, identificador: ana.identificador };
  const eva = await signInNewUser(wire, { conta, nomeUsuario: "eva", administrador: false });
  await removeOwnership(wire, eva);
  expect(await eva.call("Usuario.deleteMeusDados", { nomeUsuario: "eva" })).toMatchObject({
    sucesso: true,
    mensagem: MESSAGES.meusDadosApagados,
  });
  const [row] = await wire.asOwner("SELECT * FROM usuario WHERE id = $1", [eva.usuarioId]);
  const erased = { nome: "", nome_completo: "", email: "", nome_usuario: `~${eva.usuarioId}` };
  expect(row).toMatchObject({ ...erased, senha_hash: null, ativo: false, excluido_em: expect.any(Date) });
  const call = { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: eva.token };
  expect(await rpc(wire, call)).toMatchObject({ error: { code: -32001 } });
  const credentials = { identificador: eva.identificador, nomeUsuario: "eva", senha: TEST_SENHA };
  expect(await (await signIn(wire, credentials)).json()).toMatchObject({
    result: { sucesso: false, mensagem: MESSAGES.credenciaisInvalidas },
  });
  const text = "SELECT acao, usuario <> '' AS nomeado FROM registro WHERE usuario_id = $1";
  const acts = await wire.asOwner(text, [eva.usuarioId]);
  expect(acts).toContainEqual({ acao: "excluir-usuario", nomeado: true });
});

test("the owner of a conta cannot leave it", async () => {
  const own = { nomeUsuario: "ana" };
  expect(await ana.call("Usuario.deleteMeusDados", own)).toMatchObject(refusalOf("usuarioProprietarioSai"));
  expect(await dataOf(ana)).toMatchObject({ usuario: { ativo: true } });
});
