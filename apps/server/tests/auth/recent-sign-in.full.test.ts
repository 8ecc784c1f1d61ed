import {
  type Envelope,
  formatMessage,
  getMethodRow,
  MESSAGES,
  METHODS,
  type MethodName,
} from "@malote/contract";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { makePfx, PFX_SENHA } from "../setup/pfx.ts";
import { enterNewUser } from "../setup/team.ts";
import type { Answer, SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, post, rpc, signInNewUser } from "../setup/wire.ts";

const SENHA = TEST_SENHA;
const REFUSAL = {
  sucesso: false,
  mensagem: MESSAGES.reautenticacaoNecessaria,
  erros: [{ campo: "reautenticacao", mensagem: MESSAGES.reautenticacaoNecessaria }],
};

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
beforeEach(() => {
  wire.clock.hold();
  wire.clock.advance(25 * HOUR_MS);
});
afterAll(() => wire.dispose());

const ALWAYS_RECENT = (Object.keys(METHODS) as MethodName[]).filter(
  (name) => getMethodRow(name).recente === "sempre",
);
const letSignInAge = (): void => wire.clock.advance(15 * MINUTE_MS + 1);

/** Whether a call passes the check for a recent sign-in. An unknown param makes an accepted call
 * fail with -32602, without effect. */
async function tryCall(method: MethodName, token: string): Promise<"let in" | Envelope | null> {
  const answer = await rpc(wire, { id: 1, method, params: { inventado: 1 }, authToken: token });
  return answer.error?.code === -32602 ? "let in" : answer.result;
}

async function listActs({ contaId }: SignedInUser): Promise<string[]> {
  const rows = await wire.asOwner<{ ato: string }>(
    "SELECT acao || coalesce(' ' || detalhe, '') AS ato FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  return rows.map(({ ato: act }) => act);
}

test("these methods require a recent sign-in", () => {
  expect(ALWAYS_RECENT.toSorted()).toEqual([
    "ApiToken.revokeApiToken",
    "ApiToken.rotateApiToken",
    "ApiToken.saveApiToken",
    "Conta.setSegundoFatorManifestacao",
    "Empresa.deleteEmpresa",
    "Passkey.confirmPasskey",
    "Passkey.removePasskey",
    "Passkey.startPasskey",
    "Usuario.deleteMeusDados",
    "Usuario.deleteUsuario",
    "Usuario.getMeusDados",
    "Usuario.inviteUsuario",
    "Usuario.setAtivo",
    "Usuario.setNewAPIToken",
    "Webhook.deleteWebhook",
    "Webhook.rotateSegredo",
    "Webhook.saveWebhook",
  ]);
});

test("every method of the list is refused 15 minutes after sign-in, and accepted again after Auth.reautenticar", async () => {
  const ana = await signInNewUser(wire);
  const tryAll = async () =>
    Object.fromEntries(
      await Promise.all(ALWAYS_RECENT.map(async (name) => [name, await tryCall(name, ana.token)])),
    );
  const every = (said: unknown) => Object.fromEntries(ALWAYS_RECENT.map((name) => [name, said]));
  wire.clock.advance(15 * MINUTE_MS);
  expect(await tryAll()).toEqual(every("let in"));
  wire.clock.advance(1);
  expect(await tryAll()).toMatchObject(every(REFUSAL));
  expect((await ana.call("Auth.reautenticar", { senha: SENHA })).sucesso).toBe(true);
  expect(await tryAll()).toEqual(every("let in"));
  expect(await listActs(ana)).toEqual(["entrar 127.0.0.1", "reautenticar senha"]);
});

test("a user without permission is refused for that reason, before any password prompt", async () => {
  const bia = await signInNewUser(wire, { nomeUsuario: "bia", administrador: false });
  letSignInAge();
  expect(await tryCall("ApiToken.saveApiToken", bia.token)).toMatchObject({
    mensagem: MESSAGES.acessoRestrito,
  });
});

test("a renewed sign-in counts for its session only, and not after the clock is set back", async () => {
  const ana = await signInNewUser(wire);
  const { token: other } = await enterAgain(ana);
  letSignInAge();
  await ana.call("Auth.reautenticar", { senha: SENHA });
  expect(await tryCall("Webhook.saveWebhook", other)).toMatchObject(REFUSAL);
  wire.clock.advance(-16 * MINUTE_MS);
  expect(await tryCall("Webhook.saveWebhook", ana.token)).toMatchObject(REFUSAL);
});

async function enterAgain({ identificador, nomeUsuario }: SignedInUser): Promise<{ token: string }> {
  const params = { identificador, nomeUsuario, senha: SENHA };
  const { result } = await rpc(wire, { id: 1, method: "Auth.logar", params });
  return { token: (result as unknown as { authToken: string }).authToken };
}

test("a wrong password renews nothing, is recorded, and is throttled like a sign-in", async () => {
  const ana = await signInNewUser(wire);
  letSignInAge();
  for (let n = 0; n < 5; n += 1) {
    expect((await ana.call("Auth.reautenticar", { senha: "errada123" })).erros).toEqual([
      { campo: "senha", mensagem: MESSAGES.senhaAtualErrada },
    ]);
  }
  const wait = await ana.call("Auth.reautenticar", { senha: SENHA });
  expect(wait.mensagem).toMatch(/^Muitas tentativas/);
  expect(await tryCall("Webhook.saveWebhook", ana.token)).toMatchObject(REFUSAL);
  expect(await listActs(ana)).toEqual([
    "entrar 127.0.0.1",
    ...Array.from({ length: 5 }, () => "reautenticacao-recusada senha"),
  ]);
  // Passwords and codes share one throttle.
  expect((await ana.call("Auth.reautenticar", { codigo: "000000" })).mensagem).toMatch(/^Muitas tentativas/);
});

test("Auth.reautenticar requires exactly one proof", async () => {
  const ana = await signInNewUser(wire);
  for (const params of [{}, { senha: SENHA, codigo: "000000" }, { senha: null }]) {
    expect(await ana.call("Auth.reautenticar", params)).toMatchObject({
      sucesso: false,
      mensagem: MESSAGES.reautenticacaoUmaProva,
    });
  }
});

test("a code of the second factor renews the sign-in, once", async () => {
  const ana = await signInNewUser(wire);
  const { object } = await ana.call("Auth.startSegundoFator", { senha: SENHA });
  const { segredo } = object as { segredo: string };
  const code = () => generateSync({ secret: segredo, epoch: Math.floor(wire.clock.now().getTime() / 1_000) });
  // No code is valid before the second factor is on.
  expect((await ana.call("Auth.reautenticar", { codigo: code() })).mensagem).toBe(MESSAGES.codigoErrado);
  await ana.call("Auth.confirmSegundoFator", { codigo: code() });
  letSignInAge();
  const codigo = code();
  expect((await ana.call("Auth.reautenticar", { codigo })).sucesso).toBe(true);
  expect(await tryCall("Webhook.saveWebhook", ana.token)).toBe("let in");
  expect((await ana.call("Auth.reautenticar", { codigo })).mensagem).toBe(MESSAGES.codigoErrado);
});

test("an API token needs no recent sign-in: a user with one granted its scopes", async () => {
  const ana = await signInNewUser(wire);
  const apiToken = { nome: "ERP", escopos: ["admin" as const], empresas: null };
  const { object } = await ana.call("ApiToken.saveApiToken", { apiToken });
  const { token } = object as { token: string };
  letSignInAge();
  expect(await tryCall("Webhook.saveWebhook", token)).toBe("let in");
});

test("the upload of a certificate requires a recent sign-in", async () => {
  const ana = await signInNewUser(wire);
  const empresa = { nome: "Padaria", cnpj: "11222333000181", uf: "SP" };
  const { object } = await ana.call("Empresa.saveEmpresa", {
    empresa: { ...empresa, ativarAuditor: false, ativarManifestacao: false },
  });
  const { id } = object as { id: string };
  const pfx = makePfx({ cnpj: empresa.cnpj });
  const send = async (): Promise<Envelope> => {
    const form = new FormData();
    form.set("empresaId", id);
    form.set("certSenha", PFX_SENHA);
    form.set("arquivo", new Blob([new Uint8Array(pfx)]), "a.pfx");
    const headers = { authorization: `Bearer ${ana.token}` };
    const url = `${wire.server.url}/Services/certif`;
    return (await (await fetch(url, { method: "POST", headers, body: form })).json()) as Envelope;
  };
  letSignInAge();
  expect(await send()).toMatchObject(REFUSAL);
  await ana.call("Auth.reautenticar", { senha: SENHA });
  expect(await send()).not.toMatchObject(REFUSAL);
});

test("REST answers 403 with the code reautenticacaoNecessaria when the sign-in is not recent", async () => {
  const ana = await signInNewUser(wire);
  letSignInAge();
  const answer = await fetch(`${wire.server.url}/Services/rest/v1/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "https://erp.exemplo.test/", tipos: ["nota"] }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { codigo: "reautenticacaoNecessaria", erros: REFUSAL.erros },
  ]);
});

test("changing another user's rights or e-mail needs a recent sign-in; changing the name does not", async () => {
  const ana = await signInNewUser(wire);
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia", administrador: false });
  const { object } = await ana.call("Usuario.getUsuario", { id: bia.usuarioId });
  const { nome, nomeUsuario, nomeCompleto, email } = object as Record<string, string>;
  const fields = { id: bia.usuarioId, nome, nomeUsuario, nomeCompleto, email } as {
    [K in "id" | "nome" | "nomeUsuario" | "nomeCompleto" | "email"]: string;
  };
  letSignInAge();
  expect((await ana.call("Usuario.saveUsuario", { usuario: { ...fields, nome: "Beatriz" } })).sucesso).toBe(
    true,
  );
  const sensitive = [
    { email: "outra@exemplo.test" },
    { nomeUsuario: "beatriz" },
    { administrador: true },
    { permissaoManifestacao: true },
    { ativo: false },
    { empresas: [] },
  ];
  for (const change of sensitive) {
    const answer = await ana.call("Usuario.saveUsuario", { usuario: { ...fields, ...change } });
    expect([change, answer]).toMatchObject([change, REFUSAL]);
  }
  const newUser = { ...fields, id: null, nomeUsuario: "caio" };
  expect(await ana.call("Usuario.saveUsuario", { usuario: newUser })).toMatchObject(REFUSAL);
  await ana.call("Auth.reautenticar", { senha: SENHA });
  const moved = await ana.call("Usuario.saveUsuario", { usuario: { ...fields, administrador: true } });
  expect(moved.sucesso).toBe(true);
});

test("changing one's own e-mail needs the password, but no recent sign-in", async () => {
  const ana = await signInNewUser(wire);
  const { object } = await ana.call("Usuario.getUsuario", { id: ana.usuarioId });
  const { nome = "", nomeUsuario = "", nomeCompleto = "" } = object as Record<string, string>;
  const usuario = { id: ana.usuarioId, nome, nomeUsuario, nomeCompleto, email: "nova@exemplo.test" };
  letSignInAge();
  expect((await ana.call("Usuario.saveUsuario", { usuario, senhaAtual: SENHA })).sucesso).toBe(true);
});

const manifestacaoParams = () => ({ tipo: "NFe" as const, novoStatus: 1 as const, id: newId() });
const FLAGS = { administrador: true, proprietario: false, manifestante: true };

test("if the conta requires it, a user without a second factor cannot send a manifestação by any API", async () => {
  const conta = await wire.createConta();
  const owner = await enterNewUser(wire, conta, FLAGS, "dona");
  const apiToken = { nome: "ERP", escopos: ["manifestar" as const], empresas: null };
  const made = await owner.call("ApiToken.saveApiToken", { apiToken });
  const { token: program } = made.object as { token: string };
  const tryAs = async (authToken: string): Promise<Answer["result"]> =>
    (await rpc(wire, { id: 1, method: "Nota.manifestacao", params: manifestacaoParams(), authToken })).result;
  expect(await tryAs(owner.token)).toMatchObject({ mensagem: MESSAGES.notaNaoEncontrada });
  expect((await owner.call("Conta.setSegundoFatorManifestacao", { exigido: true })).sucesso).toBe(true);
  const mensagem = MESSAGES.manifestacaoSemSegundoFator;
  for (const token of [owner.token, program]) {
    expect(await tryAs(token)).toMatchObject({
      sucesso: false,
      mensagem,
      erros: [{ campo: "segundoFator", mensagem }],
    });
  }
  const lote = { ids: [newId()], novoStatus: 1 as const };
  expect((await owner.call("Nota.manifestarLote", lote)).mensagem).toBe(mensagem);
  const { object } = await owner.call("Auth.startSegundoFator", { senha: SENHA });
  const epoch = Math.floor(wire.clock.now().getTime() / 1_000);
  const codigo = generateSync({ secret: (object as { segredo: string }).segredo, epoch });
  await owner.call("Auth.confirmSegundoFator", { codigo });
  expect(await tryAs(owner.token)).toMatchObject({ mensagem: MESSAGES.notaNaoEncontrada });
  expect(await tryAs(program)).toMatchObject({ mensagem: MESSAGES.notaNaoEncontrada });
  const acts = await listActs(owner);
  expect(acts.filter((act) => /segundo-fator/.test(act))).toEqual([
    "exigir-segundo-fator",
    "ligar-segundo-fator",
  ]);
});

test("only a manager can require the second factor, and saving it unchanged is not recorded", async () => {
  const conta = await wire.createConta();
  const ana = await signInNewUser(wire, { conta });
  const bia = await signInNewUser(wire, { conta, nomeUsuario: "bia", administrador: false });
  const no = await bia.call("Conta.setSegundoFatorManifestacao", { exigido: true });
  expect(no.mensagem).toBe(formatMessage("acessoRestrito"));
  for (const exigido of [true, true, false]) {
    await ana.call("Conta.setSegundoFatorManifestacao", { exigido });
  }
  expect((await listActs(ana)).filter((act) => /segundo-fator/.test(act))).toEqual([
    "exigir-segundo-fator",
    "dispensar-segundo-fator",
  ]);
  const answer = await post(wire, { id: 1, method: "Conta.getConta", authToken: bia.token });
  expect(((await answer.json()) as Answer).result?.object).toMatchObject({ segundoFatorManifestacao: false });
});
