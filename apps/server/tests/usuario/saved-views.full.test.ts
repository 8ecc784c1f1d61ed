import {
  MESSAGES,
  type ParamsOf,
  type ResultOf,
  VISOES_COMPARTILHADAS_MAX,
  VISOES_MAX,
} from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTeam, enterNewUser, type Team } from "../setup/team.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

type Visao = ResultOf<"Visao.getVisao">["object"];
type VisaoInput = ParamsOf<"Visao.saveVisao">["visao"];

let wire: Wire;
let team: Team;
let conta: { contaId: string; identificador: string };
/** Another ordinary user of the conta. */
let rui: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
beforeEach(async () => {
  conta = await wire.createConta();
  team = await createTeam(wire, conta);
  const noRights = { administrador: false, proprietario: false, manifestante: false };
  rui = await enterNewUser(wire, conta, noRights, "rui");
});
afterAll(() => wire.dispose());

const DIVERGENTES: VisaoInput = {
  lista: "recebidos",
  nome: "Divergentes",
  busca: "erp=todos&situacao=divergente",
  colunas: "tipo,numero,parte,valor",
  densidade: "compacta",
  compartilhada: false,
};

async function save(user: SignedInUser, part: Partial<VisaoInput> = {}): Promise<Visao> {
  const { object, mensagem } = await user.call("Visao.saveVisao", { visao: { ...DIVERGENTES, ...part } });
  if (object === null) throw new Error(mensagem ?? "");
  return object as Visao;
}
const listOf = async (user: SignedInUser): Promise<Visao[]> =>
  (await user.call("Visao.getListVisao", {})).results as Visao[];
const namesOf = async (user: SignedInUser): Promise<string[]> => (await listOf(user)).map(({ nome }) => nome);

test("an own view is of its user only; a shared one is seen by the whole conta and by no other", async () => {
  const view = await save(team.usuario);
  expect(await namesOf(rui)).toEqual([]);
  expect((await rui.call("Visao.getVisao", { id: view.id })).mensagem).toBe(MESSAGES.visaoNaoEncontrada);
  await save(team.usuario, { id: view.id, compartilhada: true });
  expect(await listOf(rui)).toMatchObject([
    { ...DIVERGENTES, compartilhada: true, dono: expect.any(String), propria: false, alteravel: false },
  ]);
  const stranger = await signInNewUser(wire);
  expect(await listOf(stranger)).toEqual([]);
  for (const method of ["Visao.getVisao", "Visao.deleteVisao"] as const) {
    expect((await stranger.call(method, { id: view.id })).mensagem).toBe(MESSAGES.visaoNaoEncontrada);
  }
  await save(team.usuario, { id: view.id, compartilhada: false });
  expect(await listOf(rui)).toEqual([]);
});

test("a shared view is changed by its owner and by a manager, not by others; each change is recorded", async () => {
  const { id } = await save(team.usuario, { compartilhada: true });
  const renamed = { ...DIVERGENTES, id, nome: "Outra", compartilhada: true };
  expect((await rui.call("Visao.saveVisao", { visao: renamed })).mensagem).toBe(MESSAGES.visaoDeOutraPessoa);
  expect((await rui.call("Visao.deleteVisao", { id })).mensagem).toBe(MESSAGES.visaoDeOutraPessoa);
  expect(await namesOf(team.usuario)).toEqual(["Divergentes"]);
  expect(await save(team.administrador, renamed)).toMatchObject({ nome: "Outra", propria: false });
  expect(await listOf(team.usuario)).toMatchObject([{ nome: "Outra", propria: true }]);
  await team.proprietario.call("Visao.deleteVisao", { id });
  expect(await namesOf(team.usuario)).toEqual([]);
  const acts = await wire.asOwner<{ acao: string; usuario_id: string }>(
    "SELECT acao, usuario_id FROM registro WHERE conta_id = $1 AND alvo = $2 ORDER BY ordem",
    [conta.contaId, id],
  );
  expect(acts.map(({ acao, usuario_id: by }) => [acao, by])).toEqual([
    ["compartilhar-visao", team.usuario.usuarioId],
    ["alterar-visao", team.administrador.usuarioId],
    ["excluir-visao", team.proprietario.usuarioId],
  ]);
});

test("a manager does not see the private views of others", async () => {
  const { id } = await save(team.usuario);
  expect(await listOf(team.administrador)).toEqual([]);
  const answer = await team.administrador.call("Visao.saveVisao", { visao: { ...DIVERGENTES, id } });
  expect(answer.mensagem).toBe(MESSAGES.visaoNaoEncontrada);
});

test("a shared view shows a restricted user only the documents of the own empresas", async () => {
  const { empresaId: mine } = await wire.createEmpresa(conta.contaId);
  const { empresaId: other } = await wire.createEmpresa(conta.contaId, { cnpj: "11444777000161" });
  const [visible] = await insertNotas(wire, conta.contaId, [
    inventNota({ empresaId: mine, numero: 1 }),
    inventNota({ empresaId: other, numero: 2 }),
  ]);
  await save(team.usuario, { busca: `empresa=${other}`, compartilhada: true });
  await wire.asOwner("UPDATE usuario SET restrito = true WHERE id = $1", [rui.usuarioId]);
  await wire.asOwner("INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)", [
    conta.contaId,
    rui.usuarioId,
    mine,
  ]);
  expect(await listOf(rui)).toMatchObject([{ busca: `empresa=${other}` }]);
  // Its filter, and no filter.
  const found = async (empresaId?: string): Promise<string[]> => {
    const searchFilter = empresaId === undefined ? {} : { empresaId };
    const { results } = await rui.call("Nota.getListNota", { entradaSaida: "E", searchFilter });
    return (results as { id: string }[]).map(({ id }) => id);
  };
  expect(await found(other)).toEqual([]);
  expect(await found()).toEqual([visible?.id]);
  // Such a user saves and shares, too.
  const { id } = await save(rui, { nome: "De Rui", compartilhada: true });
  await save(rui, { id, nome: "De Rui", compartilhada: false });
  await rui.call("Visao.setPadrao", { lista: "recebidos", id });
  expect((await listOf(rui)).filter(({ padrao }) => padrao)).toMatchObject([{ id }]);
});

test("each user has a default view, which may be a shared one of another user", async () => {
  const { id } = await save(team.usuario, { compartilhada: true });
  await rui.call("Visao.setPadrao", { lista: "recebidos", id });
  expect(await listOf(rui)).toMatchObject([{ id, padrao: true }]);
  expect(await listOf(team.usuario)).toMatchObject([{ id, padrao: false }]);
  const own = await save(rui, { nome: "Minha" });
  await rui.call("Visao.setPadrao", { lista: "recebidos", id: own.id });
  expect((await listOf(rui)).map(({ padrao }) => padrao)).toEqual([true, false]);
  await rui.call("Visao.deleteVisao", { id: own.id });
  expect(await listOf(rui)).toMatchObject([{ padrao: false }]);
  const answer = await rui.call("Visao.setPadrao", { lista: "auditor", id });
  expect(answer.mensagem).toBe(MESSAGES.visaoNaoEncontrada);
});

test("names that read alike are refused, and so is one view too many of a user", async () => {
  await save(rui);
  await expect(save(rui, { nome: " divergêntes " })).rejects.toThrow(MESSAGES.visaoNomeRepetido);
  await save(rui, { nome: "Divergentes", lista: "emitidos" });
  await save(team.usuario);
  for (let n = 1; n < VISOES_MAX; n += 1) await save(rui, { nome: `Visão ${n}` });
  const refused = await rui.call("Visao.saveVisao", { visao: { ...DIVERGENTES, nome: "Mais uma" } });
  expect(refused.mensagem).toBe(MESSAGES.visoesDemais.replace("{limite}", String(VISOES_MAX)));
  expect(await listOf(rui)).toHaveLength(VISOES_MAX + 1);
});

test("a conta shares a limited number of views", async () => {
  await wire.asOwner(
    `INSERT INTO visao (conta_id, id, usuario_id, lista, nome, busca, colunas, compartilhada, criada_em, alterada_em)
     SELECT $1, gen_random_uuid(), $2, 'recebidos', 'v' || n, '', '', true, now(), now()
     FROM generate_series(1, $3::int) AS n`,
    [conta.contaId, rui.usuarioId, VISOES_COMPARTILHADAS_MAX],
  );
  const own = await save(team.usuario);
  const sentence = MESSAGES.visoesCompartilhadasDemais.replace("{limite}", String(VISOES_COMPARTILHADAS_MAX));
  await expect(save(team.usuario, { nome: "Nova", compartilhada: true })).rejects.toThrow(sentence);
  await expect(save(team.usuario, { id: own.id, compartilhada: true })).rejects.toThrow(sentence);
});

test("two views saved at once with one name become one", async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => rui.call("Visao.saveVisao", { visao: DIVERGENTES })),
  );
  expect(answers.filter(({ sucesso }) => sucesso)).toHaveLength(1);
  expect(await namesOf(rui)).toEqual(["Divergentes"]);
});

const KEPT = [
  { id: "01a1f883-9227-7237-a8c2-d4d895a8d701", nome: "Do Orvalho", busca: "emitente=1", colunas: "tipo" },
  { id: "01a1f883-9227-7237-a8c2-d4d895a8d702", nome: "Divergentes", busca: "situacao=x", colunas: "" },
];

test("what browsers kept is brought over once, however often and from however many browsers", async () => {
  await save(rui);
  const bring = (visoes = KEPT) =>
    rui.call("Visao.importVisoes", { lista: "recebidos", visoes, padrao: KEPT[0]?.id ?? null });
  await Promise.all([bring(), bring()]);
  await bring();
  // Another browser kept the same view under another id, and one more.
  const [orvalho] = KEPT;
  if (!orvalho) throw new Error("no example");
  await bring([
    { ...orvalho, id: "01a1f883-9227-7237-a8c2-d4d895a8d703" },
    { ...orvalho, id: "01a1f883-9227-7237-a8c2-d4d895a8d704", busca: "emitente=2" },
  ]);
  expect((await listOf(rui)).map(({ nome, padrao }) => [nome, padrao])).toEqual([
    ["Divergentes", false],
    ["Do Orvalho", true],
    ["Divergentes (2)", false],
    ["Do Orvalho (2)", false],
  ]);
  // The same ids from another user of the conta change nothing of the first one.
  await team.usuario.call("Visao.importVisoes", { lista: "recebidos", visoes: KEPT });
  expect(await listOf(team.usuario)).toEqual([]);
});

test("a deleted user's private views go, the shared ones stay", async () => {
  await save(rui, { nome: "Só de Rui" });
  await save(rui, { nome: "Da equipe", compartilhada: true });
  await team.administrador.call("Usuario.deleteUsuario", { id: rui.usuarioId });
  const left = await wire.asOwner<{ nome: string }>("SELECT nome FROM visao WHERE usuario_id = $1", [
    rui.usuarioId,
  ]);
  expect(left).toEqual([{ nome: "Da equipe" }]);
  expect(await listOf(team.usuario)).toMatchObject([{ nome: "Da equipe", alteravel: false }]);
  expect(await listOf(team.administrador)).toMatchObject([{ nome: "Da equipe", alteravel: true }]);
});

test("a program reads the shared views by REST, and changes none", async () => {
  await save(team.proprietario, { nome: "Só minha" });
  const { id } = await save(team.usuario, { compartilhada: true });
  await save(team.usuario, { nome: "De e-mails", lista: "emails", compartilhada: true });
  const headers = { authorization: `Bearer ${team.api.token}` };
  const read = async (path: string) => {
    const answer = await get(wire, path, headers);
    return { status: answer.status, corpo: (await answer.json()) as { itens?: Visao[] } & Partial<Visao> };
  };
  const { corpo } = await read("/Services/rest/v1/visoes?lista=recebidos");
  expect(corpo.itens).toMatchObject([{ id, propria: false, alteravel: false }]);
  expect((await read(`/Services/rest/v1/visoes/${id}`)).corpo).toMatchObject({ nome: "Divergentes" });
  expect((await team.api.call("Visao.deleteVisao", { id })).mensagem).toBe(MESSAGES.acessoRestrito);
});
