import { MENSAGENS, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import { type Casa, type Digitado, digitado, disown, no, openCasa } from "./usuario.ts";
import { enter, enterAs, type Pessoa, rpc, signIn } from "./wire.ts";

type Usuario = ResultOf<"Usuario.getUsuario">["object"];

let casa: Casa;
/** Ana is the owner, Bia an administrator, Caio an ordinary user. */
let ana: Pessoa;
let bia: Pessoa;
let caio: Pessoa;

beforeAll(async () => {
  casa = await openCasa();
  const conta = await casa.createConta();
  ana = await enter(casa, { conta, nomeUsuario: "ana" });
  bia = await enter(casa, { conta, nomeUsuario: "bia" });
  await disown(casa, bia);
  caio = await enter(casa, { conta, nomeUsuario: "caio", administrador: false });
});
afterAll(() => casa.dispose());

let n = 0;
/** Invites a user who has not signed in yet. */
async function invite(o: Partial<Digitado> = {}, quem = bia): Promise<string> {
  n += 1;
  const { object, mensagem } = await quem.call("Usuario.inviteUsuario", {
    usuario: digitado(`rita${n}`, o),
  });
  if (object === null) throw new Error(`not invited: ${mensagem}`);
  return (object as { id: string }).id;
}
const read = async (id: string, quem = ana): Promise<Usuario> =>
  (await quem.call("Usuario.getUsuario", { id })).object as Usuario;
const save = (id: string, o: Partial<Digitado>, quem = bia) =>
  quem.call("Usuario.saveUsuario", { usuario: { ...digitado(`rita${n}`), ...o, id } });
const atosDe = async (id: string) =>
  (
    await casa.asOwner<{ acao: string; detalhe: string | null }>(
      "SELECT acao, detalhe FROM registro WHERE alvo = $1 ORDER BY ordem",
      [id],
    )
  ).map(({ acao, detalhe }) => `${acao} ${detalhe ?? ""}`.trim());

describe("the list of users", () => {
  test("the list of users is sorted as requested, ignoring accents and case", async () => {
    const conta = await casa.createConta();
    const dona = await enter(casa, { conta, nomeUsuario: "zeca" });
    for (const [nomeUsuario, nomeCompleto, email] of [
      ["bruno", "Érica Souza", "c@exemplo.test"],
      ["alvaro", "erasmo Lima", "B@exemplo.test"],
    ] as const) {
      await dona.call("Usuario.inviteUsuario", { usuario: digitado(nomeUsuario, { nomeCompleto, email }) });
    }
    const order = async (listSearchOrder?: "usuario" | "nomeCompleto" | "email") =>
      (
        (await dona.call("Usuario.getListUsuario", listSearchOrder ? { listSearchOrder } : {}))
          .results as Usuario[]
      ).map(({ nomeUsuario }) => nomeUsuario);
    expect(await order()).toEqual(["alvaro", "bruno", "zeca"]);
    expect(await order("nomeCompleto")).toEqual(["zeca", "alvaro", "bruno"]);
    expect(await order("email")).toEqual(["alvaro", "bruno", "zeca"]);
  });

  test("the list of users contains no password, key or deleted user", async () => {
    const id = await invite();
    await bia.call("Usuario.deleteUsuario", { id });
    const { results, totalCount } = await caio.call("Usuario.getListUsuario", {});
    expect(JSON.stringify(results)).not.toMatch(/argon|hash|selad/i);
    expect(results?.map((each) => (each as Usuario).id)).not.toContain(id);
    expect(totalCount).toBe(results?.length);
  });

  test("the list shows an ordinary user only the names of others, and all of their own data", async () => {
    const { empresaId } = await casa.createEmpresa(ana.contaId, { cnpj: "55666777000188" });
    const id = await invite({ empresas: [empresaId] });
    const list = async (quem: Pessoa, listSearchOrder: "usuario" | "email" = "usuario") =>
      (await quem.call("Usuario.getListUsuario", { listSearchOrder })).results as Usuario[];
    const seen = await list(caio);
    const nada = {
      email: "",
      ultimoAcesso: null,
      segundoFator: false,
      conviteExpiraEm: null,
      empresas: null,
    };
    expect(seen.find((each) => each.id === id)).toMatchObject({ ...nada, nomeCompleto: "Rita Lemos" });
    expect(seen.find((each) => each.id === ana.usuarioId)).toMatchObject({
      ...nada,
      proprietarioConta: true,
    });
    expect(seen.find((each) => each.id === caio.usuarioId)).toEqual(await read(caio.usuarioId, caio));
    const others = (await list(caio, "email")).filter((each) => each.id !== caio.usuarioId);
    expect(others.map(({ nomeUsuario }) => nomeUsuario)).toEqual(
      others.map(({ nomeUsuario }) => nomeUsuario).toSorted(),
    );
    expect((await list(bia)).find((each) => each.id === id)).toEqual(await read(id));
  });
});

describe("saving a user", () => {
  test("saving a user trims the values, lowercases the sign-in name, and records the changes", async () => {
    const id = await invite();
    const usuario = {
      nome: " Rita ",
      nomeUsuario: ` RITA.${n} `,
      nomeCompleto: "Rita Lemos",
      administrador: true,
    };
    expect(await save(id, usuario)).toMatchObject({ sucesso: true, object: { id } });
    expect(await read(id)).toMatchObject({
      nome: "Rita",
      nomeUsuario: `rita.${n}`,
      administrador: true,
      permissaoManifestacao: false,
      ativado: false,
      proprietarioConta: false,
      empresas: null,
    });
    expect(await atosDe(id)).toEqual([
      `criar-usuario rita${n}`,
      `convidar-usuario rita${n}: r•••@exemplo.test`,
      `alterar-usuario rita${n}: usuário rita${n} → rita.${n}; administrador não → sim`,
    ]);
  });

  test("saving a user keeps fields that were not sent", async () => {
    const id = await invite({ permissaoManifestacao: true, administrador: true });
    await save(id, { color: "#112233" } as Partial<Digitado>);
    await save(id, { nome: "Outra" });
    expect(await read(id)).toMatchObject({
      nome: "Outra",
      color: "#112233",
      permissaoManifestacao: true,
      administrador: true,
    });
  });

  test("saving a user refuses a sign-in name that is taken, ignoring case", async () => {
    const id = await invite();
    const emUso = no("nomeUsuarioEmUso", "usuario.nomeUsuario");
    expect(await save(id, { nomeUsuario: "CAIO" })).toMatchObject(emUso);
    expect(await save(id, { nomeUsuario: "caio" }, ana)).toMatchObject(emUso);
    expect(await bia.call("Usuario.inviteUsuario", { usuario: digitado("Bia") })).toMatchObject(emUso);
  });

  test("of two simultaneous users with the same name one is refused", async () => {
    const usuario = digitado("gemea");
    const both = await Promise.all([1, 2].map(() => bia.call("Usuario.inviteUsuario", { usuario })));
    expect(both.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
  });

  test("a user can have only empresas of the conta, and an administrator none", async () => {
    const { empresaId } = await casa.createEmpresa(ana.contaId);
    const alheia = await casa.createEmpresa((await casa.createConta()).contaId, { cnpj: "99888777000166" });
    const id = await invite({ empresas: [empresaId, empresaId] });
    expect(await read(id)).toMatchObject({ empresas: [empresaId] });
    for (const empresas of [[alheia.empresaId], [empresaId, newId()]]) {
      expect(await save(id, { empresas })).toMatchObject(no("empresaNaoEncontrada", "usuario.empresas"));
    }
    const restrito = no("usuarioGerenteRestrito", "usuario.empresas");
    expect(await save(id, { administrador: true })).toMatchObject(restrito);
    expect(await save(id, { administrador: true, empresas: null })).toMatchObject({ sucesso: true });
    expect(await save(id, { empresas: [empresaId] })).toMatchObject(restrito);
    expect(
      await bia.call("Usuario.inviteUsuario", {
        usuario: digitado("x.y", { administrador: true, empresas: [] }),
      }),
    ).toMatchObject(restrito);
    await save(id, { administrador: false, empresas: [] });
    expect(await read(id)).toMatchObject({ empresas: [] });
  });

  test("a user of another conta cannot be read, saved or deleted", async () => {
    const outra = await enter(casa, { nomeUsuario: "dona" });
    const id = await invite();
    for (const alheio of [id, newId()]) {
      expect(await save(alheio, {}, outra)).toMatchObject(no("usuarioNaoEncontrado"));
      expect(await outra.call("Usuario.getUsuario", { id: alheio })).toMatchObject(
        no("usuarioNaoEncontrado"),
      );
      expect(await outra.call("Usuario.deleteUsuario", { id: alheio })).toMatchObject(
        no("usuarioNaoEncontrado"),
      );
      expect(await outra.call("Usuario.setAtivo", { id: alheio, ativo: false })).toMatchObject(
        no("usuarioNaoEncontrado"),
      );
    }
  });
});

describe("an ordinary user", () => {
  const eu = (o: object = {}) => ({ ...digitado("caio"), email: "caio@exemplo.test", ...o });

  test("an ordinary user can edit only themselves", async () => {
    const usuario = { ...eu({ nome: "Caio" }), id: caio.usuarioId };
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject({ sucesso: true });
    for (const id of [bia.usuarioId, null]) {
      expect(await caio.call("Usuario.saveUsuario", { usuario: { ...eu(), id } })).toMatchObject(
        no("acessoRestrito"),
      );
    }
    expect(await caio.call("Usuario.getUsuario", { id: bia.usuarioId })).toMatchObject(no("acessoRestrito"));
  });

  test.each([
    ["administrador", true],
    ["permissaoManifestacao", true],
    ["ativo", false],
    ["empresas", []],
  ])("an ordinary user cannot set their own %s", async (campo, value) => {
    const usuario = { ...eu({ [campo]: value }), id: caio.usuarioId };
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject(
      no("acessoRestrito", `usuario.${campo}`),
    );
  });

  test.each([
    ["proprietarioConta", false],
    ["ativado", false],
    ["produto", true],
    ["senhaHash", true],
  ])("a request with %s is refused for every caller", async (campo, value) => {
    const params = { usuario: { ...eu({ [campo]: value }), id: ana.usuarioId } };
    const answer = await rpc(casa, { id: 1, method: "Usuario.saveUsuario", params, authToken: ana.token });
    expect(answer.error).toMatchObject({ code: -32602, data: [{ campo: `usuario.${campo}` }] });
  });

  test("an ordinary user can set and remove their colour", async () => {
    await caio.call("Usuario.saveColor", { color: "#a1b2c3" });
    expect(await read(caio.usuarioId)).toMatchObject({ color: "#a1b2c3" });
    await caio.call("Usuario.saveColor", { color: null });
    expect(await read(caio.usuarioId)).toMatchObject({ color: null });
  });

  test("a user restricted to some empresas can edit themselves too", async () => {
    const { empresaId } = await casa.createEmpresa(ana.contaId, { cnpj: "44555666000177" });
    const marcas = { ...eu(), id: caio.usuarioId };
    await bia.call("Usuario.saveUsuario", { usuario: { ...marcas, empresas: [empresaId] } });
    expect(await caio.call("Usuario.saveUsuario", { usuario: { ...marcas, nome: "Caio B." } })).toMatchObject(
      {
        sucesso: true,
      },
    );
    expect(await caio.call("Usuario.saveColor", { color: "#000000" })).toMatchObject({ sucesso: true });
    const segredos = { newPassword: "Girassol77", senhaAtual: SENHA_DE_TESTE };
    const outro = { usuario: { ...marcas, nome: "Caio B.", email: "caio.b@exemplo.test" }, ...segredos };
    expect(await caio.call("Usuario.saveUsuario", outro)).toMatchObject({ sucesso: true });
    expect(await read(caio.usuarioId)).toMatchObject({
      nome: "Caio B.",
      email: "caio.b@exemplo.test",
      empresas: [empresaId],
    });
    await bia.call("Usuario.saveUsuario", { usuario: { ...marcas, empresas: null } });
  });
});

describe("the owner and oneself", () => {
  const dona = () => ({ ...digitado("ana"), id: ana.usuarioId });
  const propria = () => ({ ...digitado("bia"), id: bia.usuarioId });

  test("an administrator edits any user, the owner too; any other caller gets 'Acesso restrito.'", async () => {
    const usuario = { ...dona(), nome: "Ana Rosa", permissaoManifestacao: true };
    expect(await bia.call("Usuario.saveUsuario", { usuario })).toMatchObject({ sucesso: true });
    expect(await read(ana.usuarioId)).toMatchObject({
      nome: "Ana Rosa",
      permissaoManifestacao: true,
      proprietarioConta: true,
    });
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject(no("acessoRestrito"));
    expect(await caio.call("Usuario.saveUsuario", { usuario: propria() })).toMatchObject(
      no("acessoRestrito"),
    );
  });

  test("a changed address of the owner is notified to the old address, and the owner remains owner", async () => {
    const conta = await casa.createConta();
    const nina = await enter(casa, { conta, nomeUsuario: "nina" });
    const davi = await enter(casa, { conta, nomeUsuario: "davi" });
    await disown(casa, davi);
    const usuario = { ...digitado("nina"), id: nina.usuarioId, email: "outra.nina@exemplo.test" };
    const { email: antes } = await read(nina.usuarioId, nina);
    await davi.call("Usuario.saveUsuario", { usuario });
    expect(await read(nina.usuarioId, nina)).toMatchObject({ email: usuario.email, proprietarioConta: true });
    expect(await casa.readCartas()).toContainEqual(
      expect.objectContaining({ para: antes, assunto: "Seu e-mail no Malote foi trocado" }),
    );
  });

  test("the flags of the owner and of oneself cannot be removed: 'Acesso restrito.'", async () => {
    for (const campo of ["ativo", "administrador"]) {
      for (const [quem, usuario] of [
        [ana, dona()],
        [bia, dona()],
        [bia, propria()],
      ] as const) {
        expect(
          await quem.call("Usuario.saveUsuario", { usuario: { ...usuario, [campo]: false } }),
        ).toMatchObject(no("acessoRestrito", `usuario.${campo}`));
      }
    }
  });

  test("no user deletes or deactivates the owner or themselves", async () => {
    for (const quem of [ana, bia]) {
      expect(await quem.call("Usuario.deleteUsuario", { id: ana.usuarioId })).toMatchObject(
        no("usuarioProprietario"),
      );
      expect(await quem.call("Usuario.setAtivo", { id: ana.usuarioId, ativo: false })).toMatchObject(
        no("usuarioProprietario"),
      );
    }
    expect(await bia.call("Usuario.deleteUsuario", { id: bia.usuarioId })).toMatchObject(
      no("usuarioProprio"),
    );
    expect(await bia.call("Usuario.setAtivo", { id: bia.usuarioId, ativo: false })).toMatchObject(
      no("usuarioProprio"),
    );
  });
});

describe("a deactivated user", () => {
  test("a deactivated user loses their sessions at once, and can return unchanged", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const davi = await enter(casa, { conta, nomeUsuario: "davi", administrador: false });
    const { usuarioId: id } = davi;
    expect(await bia.call("Usuario.setAtivo", { id, ativo: false })).toMatchObject({
      sucesso: true,
      mensagem: MENSAGENS.usuarioInativado,
    });
    const call = { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: davi.token };
    expect(await rpc(casa, call)).toMatchObject({ error: { code: -32001 } });
    expect(await bia.call("Usuario.setAtivo", { id, ativo: true })).toMatchObject({
      mensagem: MENSAGENS.usuarioAtivado,
    });
    expect(await atosDe(id)).toEqual(
      expect.arrayContaining(["inativar-usuario davi", "ativar-usuario davi"]),
    );
    await expect(enterAs(casa, { ...davi, senha: SENHA_DE_TESTE })).resolves.toMatchObject({ usuarioId: id });
  });
});

describe("a deleted user", () => {
  test("a deleted user leaves no personal data and no access; the name is free and the acts remain", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const eva = await enter(casa, { conta, nomeUsuario: "eva" });
    await disown(casa, eva);
    const { usuarioId: id } = eva;
    await eva.call("Usuario.setNewAPIToken", {});
    const usuario = { ...digitado("eva"), id, color: "#123456", email: "eva.nova@exemplo.test" };
    expect(await eva.call("Usuario.saveUsuario", { usuario, senhaAtual: SENHA_DE_TESTE })).toMatchObject({
      sucesso: true,
    });
    expect(await bia.call("Usuario.deleteUsuario", { id })).toMatchObject({ sucesso: true });
    const [row] = await casa.asOwner("SELECT * FROM usuario WHERE id = $1", [id]);
    expect(row).toMatchObject({
      ...{ nome: "", nome_completo: "", email: "", nome_usuario: `~${id}`, color: null, senha_hash: null },
      ...{
        ativo: false,
        ativado: false,
        administrador: false,
        totp_selado: null,
        excluido_em: expect.any(Date),
      },
    });
    for (const tabela of ["sessao", "usuario_token", "usuario_empresa"]) {
      expect(await casa.asOwner(`SELECT 1 FROM ${tabela} WHERE usuario_id = $1`, [id])).toEqual([]);
    }
    expect(await casa.asOwner("SELECT 1 FROM api_token_segredo WHERE usuario_id = $1", [id])).toEqual([]);
    const cartas = await casa.asOwner<{ texto: string }>("SELECT envio::text AS texto FROM envio");
    expect(cartas.filter(({ texto }) => texto.includes("eva"))).toEqual([]);
    expect(await atosDe(id)).toContain("excluir-usuario eva");
    const revogado = "SELECT detalhe FROM registro WHERE conta_id = $1 AND acao = 'revogar-api-token'";
    expect(await casa.asOwner(revogado, [ana.contaId])).toEqual([
      { detalhe: expect.stringMatching(/^eva: ERP mal_/) },
    ]);
    const entrada = { identificador: eva.identificador, nomeUsuario: "eva", senha: SENHA_DE_TESTE };
    expect(await (await signIn(casa, entrada)).json()).toMatchObject({
      result: { sucesso: false, mensagem: MENSAGENS.credenciaisInvalidas },
    });
    for (const again of ["Usuario.deleteUsuario", "Usuario.getUsuario"] as const) {
      expect(await ana.call(again, { id })).toMatchObject(no("usuarioNaoEncontrado"));
    }
    expect(await ana.call("Usuario.setAtivo", { id, ativo: true })).toMatchObject(no("usuarioNaoEncontrado"));
    expect(await bia.call("Usuario.inviteUsuario", { usuario: digitado("eva") })).toMatchObject({
      sucesso: true,
    });
  });
});
