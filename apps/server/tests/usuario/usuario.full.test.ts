import { MESSAGES, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { rpc, type SignedInUser, signIn, signInAs, signInNewUser } from "../setup/wire.ts";
import {
  type MailWire,
  openMailWire,
  refusalOf,
  removeOwnership,
  type UserForm,
  userForm,
} from "./usuario-setup.ts";

type Usuario = ResultOf<"Usuario.getUsuario">["object"];

let wire: MailWire;
/** Ana is the owner, Bia an administrator, Caio an ordinary user. */
let ana: SignedInUser;
let bia: SignedInUser;
let caio: SignedInUser;

beforeAll(async () => {
  wire = await openMailWire();
  const conta = await wire.createConta();
  ana = await signInNewUser(wire, { conta, nomeUsuario: "ana" });
  bia = await signInNewUser(wire, { conta, nomeUsuario: "bia" });
  await removeOwnership(wire, bia);
  caio = await signInNewUser(wire, { conta, nomeUsuario: "caio", administrador: false });
});
afterAll(() => wire.dispose());

let n = 0;
/** Invites a user who has not signed in yet. */
async function invite(o: Partial<UserForm> = {}, caller = bia): Promise<string> {
  n += 1;
  const { object, mensagem } = await caller.call("Usuario.inviteUsuario", {
    usuario: userForm(`rita${n}`, o),
  });
  if (object === null) throw new Error(`not invited: ${mensagem}`);
  return (object as { id: string }).id;
}
const read = async (id: string, caller = ana): Promise<Usuario> =>
  (await caller.call("Usuario.getUsuario", { id })).object as Usuario;
const save = (id: string, o: Partial<UserForm>, caller = bia) =>
  caller.call("Usuario.saveUsuario", { usuario: { ...userForm(`rita${n}`), ...o, id } });
const listActs = async (id: string) =>
  (
    await wire.asOwner<{ acao: string; detalhe: string | null }>(
      "SELECT acao, detalhe FROM registro WHERE alvo = $1 ORDER BY ordem",
      [id],
    )
  ).map(({ acao, detalhe }) => `${acao} ${detalhe ?? ""}`.trim());

describe("the list of users", () => {
  test("the list of users is sorted as requested, ignoring accents and case", async () => {
    const conta = await wire.createConta();
    const ownerFields = await signInNewUser(wire, { conta, nomeUsuario: "zeca" });
    for (const [nomeUsuario, nomeCompleto, email] of [
      ["bruno", "Érica Souza", "c@exemplo.test"],
      ["alvaro", "erasmo Lima", "B@exemplo.test"],
    ] as const) {
      await ownerFields.call("Usuario.inviteUsuario", {
        usuario: userForm(nomeUsuario, { nomeCompleto, email }),
      });
    }
    const order = async (listSearchOrder?: "usuario" | "nomeCompleto" | "email") =>
      (
        (await ownerFields.call("Usuario.getListUsuario", listSearchOrder ? { listSearchOrder } : {}))
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
    const { empresaId } = await wire.createEmpresa(ana.contaId, { cnpj: "55666777000188" });
    const id = await invite({ empresas: [empresaId] });
    const list = async (caller: SignedInUser, listSearchOrder: "usuario" | "email" = "usuario") =>
      (await caller.call("Usuario.getListUsuario", { listSearchOrder })).results as Usuario[];
    const seen = await list(caio);
    const hidden = {
      email: "",
      ultimoAcesso: null,
      segundoFator: false,
      conviteExpiraEm: null,
      empresas: null,
    };
    expect(seen.find((each) => each.id === id)).toMatchObject({ ...hidden, nomeCompleto: "Rita Lemos" });
    expect(seen.find((each) => each.id === ana.usuarioId)).toMatchObject({
      ...hidden,
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
    expect(await listActs(id)).toEqual([
      `criar-usuario rita${n}`,
      `convidar-usuario rita${n}: r•••@exemplo.test`,
      `alterar-usuario rita${n}: usuário rita${n} → rita.${n}; administrador não → sim`,
    ]);
  });

  test("saving a user keeps fields that were not sent", async () => {
    const id = await invite({ permissaoManifestacao: true, administrador: true });
    await save(id, { color: "#112233" } as Partial<UserForm>);
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
    const nameTaken = refusalOf("nomeUsuarioEmUso", "usuario.nomeUsuario");
    expect(await save(id, { nomeUsuario: "CAIO" })).toMatchObject(nameTaken);
    expect(await save(id, { nomeUsuario: "caio" }, ana)).toMatchObject(nameTaken);
    expect(await bia.call("Usuario.inviteUsuario", { usuario: userForm("Bia") })).toMatchObject(nameTaken);
  });

  test("of two simultaneous users with the same name one is refused", async () => {
    const usuario = userForm("gemea");
    const both = await Promise.all([1, 2].map(() => bia.call("Usuario.inviteUsuario", { usuario })));
    expect(both.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
  });

  test("a user can have only empresas of the conta, and an administrator none", async () => {
    const { empresaId } = await wire.createEmpresa(ana.contaId);
    const foreignEmpresa = await wire.createEmpresa((await wire.createConta()).contaId, {
      cnpj: "99888777000166",
    });
    const id = await invite({ empresas: [empresaId, empresaId] });
    expect(await read(id)).toMatchObject({ empresas: [empresaId] });
    for (const empresas of [[foreignEmpresa.empresaId], [empresaId, newId()]]) {
      expect(await save(id, { empresas })).toMatchObject(
        refusalOf("empresaNaoEncontrada", "usuario.empresas"),
      );
    }
    const restrictedRefusal = refusalOf("usuarioGerenteRestrito", "usuario.empresas");
    expect(await save(id, { administrador: true })).toMatchObject(restrictedRefusal);
    expect(await save(id, { administrador: true, empresas: null })).toMatchObject({ sucesso: true });
    expect(await save(id, { empresas: [empresaId] })).toMatchObject(restrictedRefusal);
    expect(
      await bia.call("Usuario.inviteUsuario", {
        usuario: userForm("x.y", { administrador: true, empresas: [] }),
      }),
    ).toMatchObject(restrictedRefusal);
    await save(id, { administrador: false, empresas: [] });
    expect(await read(id)).toMatchObject({ empresas: [] });
  });

  test("a user of another conta cannot be read, saved or deleted", async () => {
    const otherOwner = await signInNewUser(wire, { nomeUsuario: "dona" });
    const id = await invite();
    for (const foreignId of [id, newId()]) {
      expect(await save(foreignId, {}, otherOwner)).toMatchObject(refusalOf("usuarioNaoEncontrado"));
      expect(await otherOwner.call("Usuario.getUsuario", { id: foreignId })).toMatchObject(
        refusalOf("usuarioNaoEncontrado"),
      );
      expect(await otherOwner.call("Usuario.deleteUsuario", { id: foreignId })).toMatchObject(
        refusalOf("usuarioNaoEncontrado"),
      );
      expect(await otherOwner.call("Usuario.setAtivo", { id: foreignId, ativo: false })).toMatchObject(
        refusalOf("usuarioNaoEncontrado"),
      );
    }
  });
});

describe("an ordinary user who edits users", () => {
  const ownUser = (o: object = {}) => ({ ...userForm("caio"), email: "caio@exemplo.test", ...o });

  test("an ordinary user can edit only themselves", async () => {
    const usuario = { ...ownUser({ nome: "Caio" }), id: caio.usuarioId };
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject({ sucesso: true });
    for (const id of [bia.usuarioId, null]) {
      expect(await caio.call("Usuario.saveUsuario", { usuario: { ...ownUser(), id } })).toMatchObject(
        refusalOf("acessoRestrito"),
      );
    }
    expect(await caio.call("Usuario.getUsuario", { id: bia.usuarioId })).toMatchObject(
      refusalOf("acessoRestrito"),
    );
  });

  test.each([
    ["administrador", true],
    ["permissaoManifestacao", true],
    ["ativo", false],
    ["empresas", []],
  ])("an ordinary user cannot set their own %s", async (field, value) => {
    const usuario = { ...ownUser({ [field]: value }), id: caio.usuarioId };
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject(
      refusalOf("acessoRestrito", `usuario.${field}`),
    );
  });

  test.each([
    ["proprietarioConta", false],
    ["ativado", false],
    ["produto", true],
    ["senhaHash", true],
  ])("a request that sets %s is refused for every caller", async (field, value) => {
    const params = { usuario: { ...ownUser({ [field]: value }), id: ana.usuarioId } };
    const answer = await rpc(wire, { id: 1, method: "Usuario.saveUsuario", params, authToken: ana.token });
    expect(answer.error).toMatchObject({ code: -32602, data: [{ campo: `usuario.${field}` }] });
  });

  test("an ordinary user can set and remove their colour", async () => {
    await caio.call("Usuario.saveColor", { color: "#a1b2c3" });
    expect(await read(caio.usuarioId)).toMatchObject({ color: "#a1b2c3" });
    await caio.call("Usuario.saveColor", { color: null });
    expect(await read(caio.usuarioId)).toMatchObject({ color: null });
  });

  test("a user restricted to some empresas can edit themselves too", async () => {
    const { empresaId } = await wire.createEmpresa(ana.contaId, { cnpj: "44555666000177" });
    const currentFields = { ...ownUser(), id: caio.usuarioId };
    await bia.call("Usuario.saveUsuario", { usuario: { ...currentFields, empresas: [empresaId] } });
    expect(
      await caio.call("Usuario.saveUsuario", { usuario: { ...currentFields, nome: "Caio B." } }),
    ).toMatchObject({
      sucesso: true,
    });
    expect(await caio.call("Usuario.saveColor", { color: "#000000" })).toMatchObject({ sucesso: true });
    const passwords = { newPassword: "Girassol77", senhaAtual: TEST_SENHA };
    const changed = {
      usuario: { ...currentFields, nome: "Caio B.", email: "caio.b@exemplo.test" },
      ...passwords,
    };
    expect(await caio.call("Usuario.saveUsuario", changed)).toMatchObject({ sucesso: true });
    expect(await read(caio.usuarioId)).toMatchObject({
      nome: "Caio B.",
      email: "caio.b@exemplo.test",
      empresas: [empresaId],
    });
    await bia.call("Usuario.saveUsuario", { usuario: { ...currentFields, empresas: null } });
  });
});

describe("changes to the owner and to oneself", () => {
  const ownerFields = () => ({ ...userForm("ana"), id: ana.usuarioId });
  const ownFields = () => ({ ...userForm("bia"), id: bia.usuarioId });

  test("an administrator edits any user, the owner too; any other caller gets 'Acesso restrito.'", async () => {
    const usuario = { ...ownerFields(), nome: "Ana Rosa", permissaoManifestacao: true };
    expect(await bia.call("Usuario.saveUsuario", { usuario })).toMatchObject({ sucesso: true });
    expect(await read(ana.usuarioId)).toMatchObject({
      nome: "Ana Rosa",
      permissaoManifestacao: true,
      proprietarioConta: true,
    });
    expect(await caio.call("Usuario.saveUsuario", { usuario })).toMatchObject(refusalOf("acessoRestrito"));
    expect(await caio.call("Usuario.saveUsuario", { usuario: ownFields() })).toMatchObject(
      refusalOf("acessoRestrito"),
    );
  });

  test("a changed address of the owner is notified to the old address, and the owner remains owner", async () => {
    const conta = await wire.createConta();
    const nina = await signInNewUser(wire, { conta, nomeUsuario: "nina" });
    const davi = await signInNewUser(wire, { conta, nomeUsuario: "davi" });
    await removeOwnership(wire, davi);
    const usuario = { ...userForm("nina"), id: nina.usuarioId, email: "outra.nina@exemplo.test" };
    const { email: emailBefore } = await read(nina.usuarioId, nina);
    await davi.call("Usuario.saveUsuario", { usuario });
    expect(await read(nina.usuarioId, nina)).toMatchObject({ email: usuario.email, proprietarioConta: true });
    expect(await wire.readEmails()).toContainEqual(
      expect.objectContaining({ para: emailBefore, assunto: "Seu e-mail no Malote foi trocado" }),
    );
  });

  test("the flags of the owner and of oneself cannot be removed: 'Acesso restrito.'", async () => {
    for (const field of ["ativo", "administrador"]) {
      for (const [caller, usuario] of [
        [ana, ownerFields()],
        [bia, ownerFields()],
        [bia, ownFields()],
      ] as const) {
        expect(
          await caller.call("Usuario.saveUsuario", { usuario: { ...usuario, [field]: false } }),
        ).toMatchObject(refusalOf("acessoRestrito", `usuario.${field}`));
      }
    }
  });

  test("no user deletes or deactivates the owner or themselves", async () => {
    for (const caller of [ana, bia]) {
      expect(await caller.call("Usuario.deleteUsuario", { id: ana.usuarioId })).toMatchObject(
        refusalOf("usuarioProprietario"),
      );
      expect(await caller.call("Usuario.setAtivo", { id: ana.usuarioId, ativo: false })).toMatchObject(
        refusalOf("usuarioProprietario"),
      );
    }
    expect(await bia.call("Usuario.deleteUsuario", { id: bia.usuarioId })).toMatchObject(
      refusalOf("usuarioProprio"),
    );
    expect(await bia.call("Usuario.setAtivo", { id: bia.usuarioId, ativo: false })).toMatchObject(
      refusalOf("usuarioProprio"),
    );
  });
});

describe("a deactivated user", () => {
  test("a deactivated user loses their sessions at once, and can return unchanged", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const davi = await signInNewUser(wire, { conta, nomeUsuario: "davi", administrador: false });
    const { usuarioId: id } = davi;
    expect(await bia.call("Usuario.setAtivo", { id, ativo: false })).toMatchObject({
      sucesso: true,
      mensagem: MESSAGES.usuarioInativado,
    });
    const call = { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: davi.token };
    expect(await rpc(wire, call)).toMatchObject({ error: { code: -32001 } });
    expect(await bia.call("Usuario.setAtivo", { id, ativo: true })).toMatchObject({
      mensagem: MESSAGES.usuarioAtivado,
    });
    expect(await listActs(id)).toEqual(
      expect.arrayContaining(["inativar-usuario davi", "ativar-usuario davi"]),
    );
    await expect(signInAs(wire, { ...davi, senha: TEST_SENHA })).resolves.toMatchObject({ usuarioId: id });
  });
});

describe("a deleted user", () => {
  test("a deleted user leaves no personal data and no access; the user name is free, and the entries in the registro remain", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const eva = await signInNewUser(wire, { conta, nomeUsuario: "eva" });
    await removeOwnership(wire, eva);
    const { usuarioId: id } = eva;
    await eva.call("Usuario.setNewAPIToken", {});
    const usuario = { ...userForm("eva"), id, color: "#123456", email: "eva.nova@exemplo.test" };
    expect(await eva.call("Usuario.saveUsuario", { usuario, senhaAtual: TEST_SENHA })).toMatchObject({
      sucesso: true,
    });
    expect(await bia.call("Usuario.deleteUsuario", { id })).toMatchObject({ sucesso: true });
    const [row] = await wire.asOwner("SELECT * FROM usuario WHERE id = $1", [id]);
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
    for (const table of ["sessao", "usuario_token", "usuario_empresa"]) {
      expect(await wire.asOwner(`SELECT 1 FROM ${table} WHERE usuario_id = $1`, [id])).toEqual([]);
    }
    expect(await wire.asOwner("SELECT 1 FROM api_token_segredo WHERE usuario_id = $1", [id])).toEqual([]);
    const emails = await wire.asOwner<{ texto: string }>("SELECT envio::text AS texto FROM envio");
    expect(emails.filter(({ texto }) => texto.includes("eva"))).toEqual([]);
    expect(await listActs(id)).toContain("excluir-usuario eva");
    const revokedActs = "SELECT detalhe FROM registro WHERE conta_id = $1 AND acao = 'revogar-api-token'";
    expect(await wire.asOwner(revokedActs, [ana.contaId])).toEqual([
      { detalhe: expect.stringMatching(/^eva: ERP mal_/) },
    ]);
    const credentials = { identificador: eva.identificador, nomeUsuario: "eva", senha: TEST_SENHA };
    expect(await (await signIn(wire, credentials)).json()).toMatchObject({
      result: { sucesso: false, mensagem: MESSAGES.credenciaisInvalidas },
    });
    for (const again of ["Usuario.deleteUsuario", "Usuario.getUsuario"] as const) {
      expect(await ana.call(again, { id })).toMatchObject(refusalOf("usuarioNaoEncontrado"));
    }
    expect(await ana.call("Usuario.setAtivo", { id, ativo: true })).toMatchObject(
      refusalOf("usuarioNaoEncontrado"),
    );
    expect(await bia.call("Usuario.inviteUsuario", { usuario: userForm("eva") })).toMatchObject({
      sucesso: true,
    });
  });
});
