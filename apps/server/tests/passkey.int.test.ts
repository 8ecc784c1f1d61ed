import { MENSAGENS } from "@malote/contract";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropSegundoFator } from "../src/services/conta/drop-segundo-fator.ts";
import { type Autenticador, createAutenticador, type Prova } from "./autenticador.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, rpc } from "./wire.ts";

const SENHA = SENHA_DE_TESTE;
const ORIGEM = "https://malote.exemplo";
const MINUTE_MS = 60_000;

let wire: Wire;
beforeAll(async () => {
  wire = await createWire({ publicUrl: ORIGEM });
});
beforeEach(() => {
  wire.clock.hold();
  wire.clock.advance(25 * 60 * MINUTE_MS);
});
afterAll(() => wire.dispose());

type Login = { sucesso: boolean; authToken: string | null; mensagem: string | null; erros?: unknown };
type OpcoesProva = { challenge: string; rpId: string; allowCredentials?: { id: string }[] };
type OpcoesNova = { challenge: string; rp: { id: string }; user: { id: string } };
type Com = Pessoa & { autenticador: Autenticador; passkeyId: string; credencial: string; reservas: string[] };

async function callPublic(method: string, params: object): Promise<Login> {
  return (await rpc(wire, { id: 1, method, params })).result as unknown as Login;
}

async function startEntrada(): Promise<OpcoesProva> {
  const answer = (await callPublic("Passkey.startEntrada", {})) as unknown as { object: OpcoesProva };
  return answer.object;
}

/** Registers a passkey of a separate authenticator for a signed-in user. */
async function addPasskey(pessoa: Pessoa, autenticador = createAutenticador(ORIGEM)): Promise<Com> {
  const opcoes = (await pessoa.call("Passkey.startPasskey", {})).object as OpcoesNova;
  const resposta = autenticador.create(opcoes);
  const answer = await pessoa.call("Passkey.confirmPasskey", { nome: " Celular ", resposta });
  if (answer.object === null) throw new Error(answer.mensagem ?? "");
  const { id, codigosReserva } = answer.object as { id: string; codigosReserva: string[] };
  return { ...pessoa, autenticador, passkeyId: id, credencial: resposta.id, reservas: codigosReserva };
}

const logar = (identificador: string, passkey: Prova): Promise<Login> =>
  callPublic("Passkey.logar", { identificador, passkey });

const ERRADA = { sucesso: false, authToken: null, mensagem: MENSAGENS.passkeyErrada };

async function listActs({ contaId }: Pessoa): Promise<string[]> {
  const rows = await wire.asOwner<{ ato: string }>(
    "SELECT acao || coalesce(' ' || detalhe, '') AS ato FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  return rows.map(({ ato }) => ato);
}

test("a user registers a passkey and signs in with it alone; the act is recorded and notified by e-mail", async () => {
  const ana = await addPasskey(await enter(wire));
  expect(ana.reservas).toHaveLength(10);
  const { object, results } = await ana.call("Passkey.getListPasskey", {});
  expect(object).toEqual({ origem: ORIGEM, limite: 10, autenticador: false });
  expect(results).toMatchObject([{ id: ana.passkeyId, nome: "Celular", sincronizada: false }]);
  expect(JSON.stringify(results)).not.toMatch(/chave|credencial/i);
  const opcoes = await startEntrada();
  expect(opcoes).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: 300_000,
    rpId: "malote.exemplo",
    userVerification: "required",
  });
  const { sucesso, authToken } = await logar(
    ` ${ana.identificador.toUpperCase()} `,
    ana.autenticador.get(opcoes),
  );
  expect(sucesso).toBe(true);
  const who = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", authToken });
  expect(who.result?.object).toMatchObject({ usuario: { id: ana.usuarioId, segundoFator: true } });
  expect(await listActs(ana)).toEqual([
    "entrar 127.0.0.1",
    "criar-passkey Celular",
    "entrar 127.0.0.1 passkey",
  ]);
  const letters = await wire.asOwner("SELECT dados->>'oQue' AS oque FROM envio WHERE conta_id = $1", [
    ana.contaId,
  ]);
  expect(letters).toEqual([{ oque: "passkey-criada" }]);
});

test("an assertion is accepted once, also when sent twice at the same time, and only for its own challenge", async () => {
  const ana = await addPasskey(await enter(wire));
  const opcoes = await startEntrada();
  const prova = ana.autenticador.get(opcoes);
  const both = await Promise.all([logar(ana.identificador, prova), logar(ana.identificador, prova)]);
  expect(both.map(({ sucesso }) => sucesso).toSorted()).toEqual([false, true]);
  expect(await logar(ana.identificador, prova)).toEqual(ERRADA);
  // A second assertion of the same challenge is refused too.
  expect(await logar(ana.identificador, ana.autenticador.get(opcoes))).toEqual(ERRADA);
  const invented = ana.autenticador.get({ ...opcoes, challenge: "A".repeat(43) });
  expect(await logar(ana.identificador, invented)).toEqual(ERRADA);
});

test("a challenge expires after five minutes and counts only for its own purpose", async () => {
  const ana = await addPasskey(await enter(wire));
  const late = ana.autenticador.get(await startEntrada());
  wire.clock.advance(5 * MINUTE_MS);
  expect(await logar(ana.identificador, late)).toEqual(ERRADA);
  const { object } = await ana.call("Passkey.startProva", {});
  expect(object).toMatchObject({ allowCredentials: [{ id: ana.credencial, type: "public-key" }] });
  expect(await logar(ana.identificador, ana.autenticador.get(object as OpcoesProva))).toEqual(ERRADA);
  // A challenge of the same user, but for registering a passkey.
  const nova = (await ana.call("Passkey.startPasskey", {})).object as OpcoesNova;
  const passkey = ana.autenticador.get({ challenge: nova.challenge, rpId: nova.rp.id });
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MENSAGENS.passkeyErrada);
  const [{ n } = { n: 0 }] = await wire.asOwner<{ n: number }>(
    "SELECT count(*)::int AS n FROM passkey_desafio",
  );
  expect(n).toBeLessThan(3);
});

test("refuses assertions of another origin or relying party, without user verification, or with a wrong signature", async () => {
  const ana = await addPasskey(await enter(wire));
  const wrong = [
    { origem: "https://malote.exemplo.invasor.example" },
    { origem: "http://malote.exemplo" },
    { origem: "https://malote.exemplo:8443" },
    { rpId: "invasor.example" },
    { verificado: false },
    { challenge: "B".repeat(43) },
  ];
  for (const desvio of wrong) {
    const prova = ana.autenticador.get(await startEntrada(), desvio);
    expect([desvio, await logar(ana.identificador, prova)]).toEqual([desvio, ERRADA]);
  }
  const right = ana.autenticador.get(await startEntrada());
  const broken = Buffer.from(right.signature, "base64url");
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
  expect(await logar(ana.identificador, { ...right, signature: broken.toString("base64url") })).toEqual(
    ERRADA,
  );
  expect((await logar(ana.identificador, ana.autenticador.get(await startEntrada()))).sucesso).toBe(true);
});

test("refuses a signature counter that does not increase, the sign of a cloned key", async () => {
  const ana = await addPasskey(await enter(wire));
  expect(
    (await logar(ana.identificador, ana.autenticador.get(await startEntrada(), { contador: 7 }))).sucesso,
  ).toBe(true);
  for (const contador of [7, 6, 0]) {
    const prova = ana.autenticador.get(await startEntrada(), { contador });
    expect([contador, await logar(ana.identificador, prova)]).toEqual([contador, ERRADA]);
  }
  expect(
    (await logar(ana.identificador, ana.autenticador.get(await startEntrada(), { contador: 8 }))).sucesso,
  ).toBe(true);
});

test("a passkey proves only its own user in its own conta", async () => {
  const ana = await addPasskey(await enter(wire));
  const bia = await addPasskey(await enter(wire, { conta: ana, nomeUsuario: "bia" }));
  const other = await addPasskey(await enter(wire));
  // In another conta, and in one that does not exist.
  for (const identificador of [other.identificador, "ninguem"]) {
    expect(await logar(identificador, ana.autenticador.get(await startEntrada()))).toEqual(ERRADA);
  }
  const swapped = { ...ana.autenticador.get(await startEntrada()), id: bia.credencial };
  expect(await logar(ana.identificador, swapped)).toEqual(ERRADA);
  const handle = { ...ana.autenticador.get(await startEntrada()), userHandle: other.credencial.slice(0, 22) };
  expect(await logar(ana.identificador, handle)).toEqual(ERRADA);
  // Bia's passkey answers Ana's challenge.
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = bia.autenticador.get(object as OpcoesProva);
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MENSAGENS.passkeyErrada);
  for (const stranger of [bia, other]) {
    expect((await stranger.call("Passkey.removePasskey", { id: ana.passkeyId })).mensagem).toBe(
      MENSAGENS.passkeyNaoEncontrada,
    );
    expect((await stranger.call("Passkey.renamePasskey", { id: ana.passkeyId, nome: "x" })).mensagem).toBe(
      MENSAGENS.passkeyNaoEncontrada,
    );
  }
});

test("a password alone no longer suffices: sign-in also requires a passkey or a reserve code", async () => {
  const ana = await addPasskey(await enter(wire));
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect(await callPublic("Auth.logar", params)).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MENSAGENS.passkeyObrigatoria,
    erros: [{ campo: "passkey", mensagem: MENSAGENS.passkeyObrigatoria }],
  });
  expect((await callPublic("Auth.logar", { ...params, codigo: "123456" })).mensagem).toBe(
    MENSAGENS.codigoErrado,
  );
  const bia = await addPasskey(await enter(wire, { conta: ana, nomeUsuario: "bia" }));
  const foreign = { ...params, passkey: bia.autenticador.get(await startEntrada()) };
  expect(await callPublic("Auth.logar", foreign)).toEqual({
    ...ERRADA,
    erros: [{ campo: "passkey", mensagem: MENSAGENS.passkeyErrada }],
  });
  const passkey = ana.autenticador.get(await startEntrada());
  expect((await callPublic("Auth.logar", { ...params, passkey })).sucesso).toBe(true);
  const [codigo = ""] = ana.reservas;
  expect((await callPublic("Auth.logar", { ...params, codigo })).sucesso).toBe(true);
  expect((await callPublic("Auth.logar", { ...params, codigo })).mensagem).toBe(MENSAGENS.codigoErrado);
  const wrongSenha = { ...params, senha: "errada123", passkey: ana.autenticador.get(await startEntrada()) };
  expect((await callPublic("Auth.logar", wrongSenha)).mensagem).toBe(MENSAGENS.credenciaisInvalidas);
});

test("a passkey reauthenticates for sensitive changes, and registering one requires a recent sign-in", async () => {
  const ana = await addPasskey(await enter(wire));
  wire.clock.advance(16 * MINUTE_MS);
  expect((await ana.call("Passkey.startPasskey", {})).erros).toMatchObject([{ campo: "reautenticacao" }]);
  expect((await ana.call("Passkey.removePasskey", { id: ana.passkeyId })).erros).toMatchObject([
    { campo: "reautenticacao" },
  ]);
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = ana.autenticador.get(object as OpcoesProva);
  expect((await ana.call("Auth.reautenticar", { passkey })).sucesso).toBe(true);
  expect((await ana.call("Passkey.startPasskey", {})).sucesso).toBe(true);
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MENSAGENS.passkeyErrada);
  expect(await listActs(ana)).toEqual([
    "entrar 127.0.0.1",
    "criar-passkey Celular",
    "reautenticar passkey",
    "reautenticacao-recusada passkey",
  ]);
});

test("removing the last passkey requires a second factor and deletes the reserve codes", async () => {
  const ana = await addPasskey(await enter(wire));
  const second = await addPasskey(ana, createAutenticador(ORIGEM));
  expect(second.reservas).toEqual([]);
  expect((await ana.call("Passkey.removePasskey", { id: second.passkeyId })).sucesso).toBe(true);
  const no = await ana.call("Passkey.removePasskey", { id: ana.passkeyId });
  expect(no.erros).toEqual([{ campo: "passkey", mensagem: MENSAGENS.passkeyObrigatoria }]);
  const [codigo = ""] = ana.reservas;
  expect((await ana.call("Passkey.removePasskey", { id: ana.passkeyId, codigo })).sucesso).toBe(true);
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).sucesso).toBe(true);
  const [row] = await wire.asOwner("SELECT totp_reservas FROM usuario WHERE id = $1", [ana.usuarioId]);
  expect(row).toEqual({ totp_reservas: [] });
  expect((await listActs(ana)).filter((ato) => ato.startsWith("remover"))).toHaveLength(2);
});

test("a passkey and an authenticator each prove the user; removing one keeps the other and the reserve codes", async () => {
  const ana = await addPasskey(await enter(wire));
  const started = await ana.call("Auth.startSegundoFator", { senha: SENHA });
  const epoch = () => Math.floor(wire.clock.now().getTime() / 1_000);
  const codigo = generateSync({ secret: (started.object as { segredo: string }).segredo, epoch: epoch() });
  const on = await ana.call("Auth.confirmSegundoFator", { codigo });
  const reservas = (on.object as { codigosReserva: string[] }).codigosReserva;
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = ana.autenticador.get(object as OpcoesProva);
  expect((await ana.call("Auth.removeSegundoFator", { passkey })).sucesso).toBe(true);
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).mensagem).toBe(MENSAGENS.passkeyObrigatoria);
  expect((await callPublic("Auth.logar", { ...params, codigo: reservas[0] })).sucesso).toBe(true);
});

test("registering the first passkey ends sessions that were opened without it", async () => {
  const ana = await enter(wire);
  const { authToken } = await callPublic("Auth.logar", {
    identificador: ana.identificador,
    nomeUsuario: ana.nomeUsuario,
    senha: SENHA,
  });
  await addPasskey(ana);
  const isIn = async (token: string | null) =>
    (await rpc(wire, { id: 1, method: "Conta.getConta", authToken: token })).error === null;
  expect([await isIn(ana.token), await isIn(authToken)]).toEqual([true, false]);
});

test("refuses to register a passkey from another site or challenge, twice, or beyond ten", async () => {
  const ana = await addPasskey(await enter(wire));
  const { autenticador } = ana;
  for (const desvio of [
    { origem: "https://invasor.example" },
    { rpId: "invasor.example" },
    { verificado: false },
  ]) {
    const opcoes = (await ana.call("Passkey.startPasskey", {})).object as OpcoesNova;
    const resposta = autenticador.create(opcoes, desvio);
    const answer = await ana.call("Passkey.confirmPasskey", { nome: "x", resposta });
    expect([desvio, answer.mensagem]).toEqual([desvio, MENSAGENS.passkeyErrada]);
  }
  const opcoes = (await ana.call("Passkey.startPasskey", {})).object as OpcoesNova;
  const resposta = autenticador.create(opcoes);
  const bia = await enter(wire, { conta: ana, nomeUsuario: "bia" });
  expect((await bia.call("Passkey.confirmPasskey", { nome: "x", resposta })).mensagem).toBe(
    MENSAGENS.passkeyErrada,
  );
  expect((await ana.call("Passkey.confirmPasskey", { nome: "x", resposta })).sucesso).toBe(true);
  expect((await ana.call("Passkey.confirmPasskey", { nome: "x", resposta })).mensagem).toBe(
    MENSAGENS.passkeyErrada,
  );
  for (let n = 2; n < 10; n += 1) await addPasskey(ana, autenticador);
  expect((await ana.call("Passkey.startPasskey", {})).mensagem).toMatch(/10 passkeys/);
});

test("a passkey of an inactive user is refused, and the operator can remove it with the authenticator", async () => {
  const ana = await addPasskey(await enter(wire));
  const set = (ativo: boolean) =>
    wire.asOwner("UPDATE usuario SET ativo = $2 WHERE id = $1", [ana.usuarioId, ativo]);
  await set(false);
  expect((await logar(ana.identificador, ana.autenticador.get(await startEntrada()))).mensagem).toBe(
    MENSAGENS.usuarioInativo,
  );
  await set(true);
  const { identificador } = ana;
  const off = () => dropSegundoFator(wire.ctx, { identificador, usuario: ana.nomeUsuario, quem: "Operador" });
  expect([await off(), await off()]).toEqual([true, false]);
  expect(await logar(identificador, ana.autenticador.get(await startEntrada()))).toEqual(ERRADA);
  const params = { identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).sucesso).toBe(true);
});

test("a passkey counts as the second factor that the conta requires for manifestações", async () => {
  const ana = await enter(wire);
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [ana.usuarioId]);
  await ana.call("Conta.setSegundoFatorManifestacao", { exigido: true });
  const params = { tipo: "NFe" as const, novoStatus: 1 as const, id: ana.usuarioId };
  expect((await ana.call("Nota.manifestacao", params)).mensagem).toBe(MENSAGENS.manifestacaoSemSegundoFator);
  await addPasskey(ana);
  expect((await ana.call("Nota.manifestacao", params)).mensagem).toBe(MENSAGENS.notaNaoEncontrada);
});

test("limits the number of sign-in challenges per network", async () => {
  await startEntrada();
  await wire.asOwner("UPDATE limite_uso SET usos = 119 WHERE chave LIKE 'passkey-entrada:%'");
  expect((await callPublic("Passkey.startEntrada", {})).sucesso).toBe(true);
  const refused = await callPublic("Passkey.startEntrada", {});
  expect(refused.mensagem).toMatch(/Aguarde \d+ min/);
});
