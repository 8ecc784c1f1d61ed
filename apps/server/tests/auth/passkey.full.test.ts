import { MESSAGES } from "@malote/contract";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropSecondFactor } from "../../src/services/sign-in/drop-second-factor.ts";
import { type Assertion, type Authenticator, createAuthenticator } from "../setup/authenticator.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { createWire, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const SENHA = TEST_SENHA;
const ORIGIN = "https://malote.exemplo";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire({ publicUrl: ORIGIN });
});
beforeEach(() => {
  wire.clock.hold();
  wire.clock.advance(25 * HOUR_MS);
});
afterAll(() => wire.dispose());

type Login = { sucesso: boolean; authToken: string | null; mensagem: string | null; erros?: unknown };
type AssertionOptions = { challenge: string; rpId: string; allowCredentials?: { id: string }[] };
type RegistrationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type UserWithPasskey = SignedInUser & {
  authenticator: Authenticator;
  passkeyId: string;
  credencial: string;
  reserveCodes: string[];
};

async function callPublic(method: string, params: object): Promise<Login> {
  return (await rpc(wire, { id: 1, method, params })).result as unknown as Login;
}

async function startSignIn(): Promise<AssertionOptions> {
  const answer = (await callPublic("Passkey.startEntrada", {})) as unknown as { object: AssertionOptions };
  return answer.object;
}

/** Registers a passkey of a separate authenticator for a signed-in user. */
async function addPasskey(
  user: SignedInUser,
  authenticator = createAuthenticator(ORIGIN),
): Promise<UserWithPasskey> {
  const options = (await user.call("Passkey.startPasskey", {})).object as RegistrationOptions;
  const registration = authenticator.create(options);
  const answer = await user.call("Passkey.confirmPasskey", { nome: " Celular ", resposta: registration });
  if (answer.object === null) throw new Error(answer.mensagem ?? "");
  const { id, codigosReserva } = answer.object as { id: string; codigosReserva: string[] };
  return { ...user, authenticator, passkeyId: id, credencial: registration.id, reserveCodes: codigosReserva };
}

const signInWith = (identificador: string, passkey: Assertion): Promise<Login> =>
  callPublic("Passkey.logar", { identificador, passkey });

const WRONG_PASSKEY = { sucesso: false, authToken: null, mensagem: MESSAGES.passkeyErrada };

async function listActs({ contaId }: SignedInUser): Promise<string[]> {
  const rows = await wire.asOwner<{ ato: string }>(
    "SELECT acao || coalesce(' ' || detalhe, '') AS ato FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  return rows.map(({ ato: act }) => act);
}

test("a user registers a passkey and signs in with it alone; the act is recorded and notified by e-mail", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  expect(ana.reserveCodes).toHaveLength(10);
  const { object, results } = await ana.call("Passkey.getListPasskey", {});
  expect(object).toEqual({ origem: ORIGIN, limite: 10, autenticador: false });
  expect(results).toMatchObject([{ id: ana.passkeyId, nome: "Celular", sincronizada: false }]);
  expect(JSON.stringify(results)).not.toMatch(/chave|credencial/i);
  const options = await startSignIn();
  expect(options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    timeout: 300_000,
    rpId: "malote.exemplo",
    userVerification: "required",
  });
  const { sucesso, authToken } = await signInWith(
    ` ${ana.identificador.toUpperCase()} `,
    ana.authenticator.get(options),
  );
  expect(sucesso).toBe(true);
  const who = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", authToken });
  expect(who.result?.object).toMatchObject({ usuario: { id: ana.usuarioId, segundoFator: true } });
  expect(await listActs(ana)).toEqual([
    "entrar 127.0.0.1",
    "criar-passkey Celular",
    "entrar 127.0.0.1 passkey",
  ]);
  const emails = await wire.asOwner("SELECT dados->>'oQue' AS oque FROM envio WHERE conta_id = $1", [
    ana.contaId,
  ]);
  expect(emails).toEqual([{ oque: "passkey-criada" }]);
});

test("a passkey assertion is accepted once, also when sent twice at the same time, and only for its own challenge", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const options = await startSignIn();
  const assertion = ana.authenticator.get(options);
  const both = await Promise.all([
    signInWith(ana.identificador, assertion),
    signInWith(ana.identificador, assertion),
  ]);
  expect(both.map(({ sucesso }) => sucesso).toSorted()).toEqual([false, true]);
  expect(await signInWith(ana.identificador, assertion)).toEqual(WRONG_PASSKEY);
  // A second assertion of the same challenge is refused too.
  expect(await signInWith(ana.identificador, ana.authenticator.get(options))).toEqual(WRONG_PASSKEY);
  const invented = ana.authenticator.get({ ...options, challenge: "A".repeat(43) });
  expect(await signInWith(ana.identificador, invented)).toEqual(WRONG_PASSKEY);
});

test("a passkey challenge expires after five minutes and counts only for its own purpose", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const late = ana.authenticator.get(await startSignIn());
  wire.clock.advance(5 * MINUTE_MS);
  expect(await signInWith(ana.identificador, late)).toEqual(WRONG_PASSKEY);
  const { object } = await ana.call("Passkey.startProva", {});
  expect(object).toMatchObject({ allowCredentials: [{ id: ana.credencial, type: "public-key" }] });
  expect(await signInWith(ana.identificador, ana.authenticator.get(object as AssertionOptions))).toEqual(
    WRONG_PASSKEY,
  );
  // A challenge of the same user, but for registering a passkey.
  const registrationOptions = (await ana.call("Passkey.startPasskey", {})).object as RegistrationOptions;
  const passkey = ana.authenticator.get({
    challenge: registrationOptions.challenge,
    rpId: registrationOptions.rp.id,
  });
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MESSAGES.passkeyErrada);
  const [{ n } = { n: 0 }] = await wire.asOwner<{ n: number }>(
    "SELECT count(*)::int AS n FROM passkey_desafio",
  );
  expect(n).toBeLessThan(3);
});

test("assertions of another origin or relying party, without user verification, or with a wrong signature are refused", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const wrong = [
    { origem: "https://malote.exemplo.invasor.example" },
    { origem: "http://malote.exemplo" },
    { origem: "https://malote.exemplo:8443" },
    { rpId: "invasor.example" },
    { verificado: false },
    { challenge: "B".repeat(43) },
  ];
  for (const deviation of wrong) {
    const assertion = ana.authenticator.get(await startSignIn(), deviation);
    expect([deviation, await signInWith(ana.identificador, assertion)]).toEqual([deviation, WRONG_PASSKEY]);
  }
  const right = ana.authenticator.get(await startSignIn());
  const broken = Buffer.from(right.signature, "base64url");
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
  expect(await signInWith(ana.identificador, { ...right, signature: broken.toString("base64url") })).toEqual(
    WRONG_PASSKEY,
  );
  expect((await signInWith(ana.identificador, ana.authenticator.get(await startSignIn()))).sucesso).toBe(
    true,
  );
});

test("a signature counter that does not increase is refused, the sign of a cloned key", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  expect(
    (await signInWith(ana.identificador, ana.authenticator.get(await startSignIn(), { counter: 7 }))).sucesso,
  ).toBe(true);
  for (const counter of [7, 6, 0]) {
    const assertion = ana.authenticator.get(await startSignIn(), { counter });
    expect([counter, await signInWith(ana.identificador, assertion)]).toEqual([counter, WRONG_PASSKEY]);
  }
  expect(
    (await signInWith(ana.identificador, ana.authenticator.get(await startSignIn(), { counter: 8 }))).sucesso,
  ).toBe(true);
});

test("a passkey proves only its own user in its own conta", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const bia = await addPasskey(await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" }));
  const other = await addPasskey(await signInNewUser(wire));
  // In another conta, and in one that does not exist.
  for (const identificador of [other.identificador, "ninguem"]) {
    expect(await signInWith(identificador, ana.authenticator.get(await startSignIn()))).toEqual(
      WRONG_PASSKEY,
    );
  }
  const swapped = { ...ana.authenticator.get(await startSignIn()), id: bia.credencial };
  expect(await signInWith(ana.identificador, swapped)).toEqual(WRONG_PASSKEY);
  const handle = { ...ana.authenticator.get(await startSignIn()), userHandle: other.credencial.slice(0, 22) };
  expect(await signInWith(ana.identificador, handle)).toEqual(WRONG_PASSKEY);
  // Bia's passkey answers Ana's challenge.
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = bia.authenticator.get(object as AssertionOptions);
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MESSAGES.passkeyErrada);
  for (const stranger of [bia, other]) {
    expect((await stranger.call("Passkey.removePasskey", { id: ana.passkeyId })).mensagem).toBe(
      MESSAGES.passkeyNaoEncontrada,
    );
    expect((await stranger.call("Passkey.renamePasskey", { id: ana.passkeyId, nome: "x" })).mensagem).toBe(
      MESSAGES.passkeyNaoEncontrada,
    );
  }
});

test("with a passkey, a password alone no longer suffices: sign-in also requires the passkey or a reserve code", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect(await callPublic("Auth.logar", params)).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MESSAGES.passkeyObrigatoria,
    erros: [{ campo: "passkey", mensagem: MESSAGES.passkeyObrigatoria }],
  });
  expect((await callPublic("Auth.logar", { ...params, codigo: "123456" })).mensagem).toBe(
    MESSAGES.codigoErrado,
  );
  const bia = await addPasskey(await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" }));
  const foreign = { ...params, passkey: bia.authenticator.get(await startSignIn()) };
  expect(await callPublic("Auth.logar", foreign)).toEqual({
    ...WRONG_PASSKEY,
    erros: [{ campo: "passkey", mensagem: MESSAGES.passkeyErrada }],
  });
  const passkey = ana.authenticator.get(await startSignIn());
  expect((await callPublic("Auth.logar", { ...params, passkey })).sucesso).toBe(true);
  const [code = ""] = ana.reserveCodes;
  expect((await callPublic("Auth.logar", { ...params, codigo: code })).sucesso).toBe(true);
  expect((await callPublic("Auth.logar", { ...params, codigo: code })).mensagem).toBe(MESSAGES.codigoErrado);
  const wrongSenha = { ...params, senha: "errada123", passkey: ana.authenticator.get(await startSignIn()) };
  expect((await callPublic("Auth.logar", wrongSenha)).mensagem).toBe(MESSAGES.credenciaisInvalidas);
});

test("a passkey reauthenticates for sensitive changes, and registering one requires a recent sign-in", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  wire.clock.advance(16 * MINUTE_MS);
  expect((await ana.call("Passkey.startPasskey", {})).erros).toMatchObject([{ campo: "reautenticacao" }]);
  expect((await ana.call("Passkey.removePasskey", { id: ana.passkeyId })).erros).toMatchObject([
    { campo: "reautenticacao" },
  ]);
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = ana.authenticator.get(object as AssertionOptions);
  expect((await ana.call("Auth.reautenticar", { passkey })).sucesso).toBe(true);
  expect((await ana.call("Passkey.startPasskey", {})).sucesso).toBe(true);
  expect((await ana.call("Auth.reautenticar", { passkey })).mensagem).toBe(MESSAGES.passkeyErrada);
  expect(await listActs(ana)).toEqual([
    "entrar 127.0.0.1",
    "criar-passkey Celular",
    "reautenticar passkey",
    "reautenticacao-recusada passkey",
  ]);
});

test("removing the last passkey requires a second factor and deletes the reserve codes", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const second = await addPasskey(ana, createAuthenticator(ORIGIN));
  expect(second.reserveCodes).toEqual([]);
  expect((await ana.call("Passkey.removePasskey", { id: second.passkeyId })).sucesso).toBe(true);
  const no = await ana.call("Passkey.removePasskey", { id: ana.passkeyId });
  expect(no.erros).toEqual([{ campo: "passkey", mensagem: MESSAGES.passkeyObrigatoria }]);
  const [code = ""] = ana.reserveCodes;
  expect((await ana.call("Passkey.removePasskey", { id: ana.passkeyId, codigo: code })).sucesso).toBe(true);
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).sucesso).toBe(true);
  const [row] = await wire.asOwner("SELECT totp_reservas FROM usuario WHERE id = $1", [ana.usuarioId]);
  expect(row).toEqual({ totp_reservas: [] });
  expect((await listActs(ana)).filter((act) => act.startsWith("remover"))).toHaveLength(2);
});

test("a passkey and an authenticator each prove the user; removing one keeps the other and the reserve codes", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const started = await ana.call("Auth.startSegundoFator", { senha: SENHA });
  const epoch = () => Math.floor(wire.clock.now().getTime() / 1_000);
  const code = generateSync({ secret: (started.object as { segredo: string }).segredo, epoch: epoch() });
  const on = await ana.call("Auth.confirmSegundoFator", { codigo: code });
  const reservas = (on.object as { codigosReserva: string[] }).codigosReserva;
  const { object } = await ana.call("Passkey.startProva", {});
  const passkey = ana.authenticator.get(object as AssertionOptions);
  expect((await ana.call("Auth.removeSegundoFator", { passkey })).sucesso).toBe(true);
  const params = { identificador: ana.identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).mensagem).toBe(MESSAGES.passkeyObrigatoria);
  expect((await callPublic("Auth.logar", { ...params, codigo: reservas[0] })).sucesso).toBe(true);
});

test("registering the first passkey ends sessions that were opened without it", async () => {
  const ana = await signInNewUser(wire);
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

test("a passkey from another site or challenge, a repeated one, and one beyond ten are not registered", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const { authenticator } = ana;
  for (const deviation of [
    { origem: "https://invasor.example" },
    { rpId: "invasor.example" },
    { verificado: false },
  ]) {
    const options = (await ana.call("Passkey.startPasskey", {})).object as RegistrationOptions;
    const registration = authenticator.create(options, deviation);
    const answer = await ana.call("Passkey.confirmPasskey", { nome: "x", resposta: registration });
    expect([deviation, answer.mensagem]).toEqual([deviation, MESSAGES.passkeyErrada]);
  }
  const opcoes = (await ana.call("Passkey.startPasskey", {})).object as RegistrationOptions;
  const resposta = authenticator.create(opcoes);
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" });
  expect((await bia.call("Passkey.confirmPasskey", { nome: "x", resposta })).mensagem).toBe(
    MESSAGES.passkeyErrada,
  );
  expect((await ana.call("Passkey.confirmPasskey", { nome: "x", resposta })).sucesso).toBe(true);
  expect((await ana.call("Passkey.confirmPasskey", { nome: "x", resposta })).mensagem).toBe(
    MESSAGES.passkeyErrada,
  );
  for (let n = 2; n < 10; n += 1) await addPasskey(ana, authenticator);
  expect((await ana.call("Passkey.startPasskey", {})).mensagem).toMatch(/10 passkeys/);
});

test("a passkey of an inactive user is refused, and the operator can remove it with the authenticator", async () => {
  const ana = await addPasskey(await signInNewUser(wire));
  const set = (ativo: boolean) =>
    wire.asOwner("UPDATE usuario SET ativo = $2 WHERE id = $1", [ana.usuarioId, ativo]);
  await set(false);
  expect((await signInWith(ana.identificador, ana.authenticator.get(await startSignIn()))).mensagem).toBe(
    MESSAGES.usuarioInativo,
  );
  await set(true);
  const { identificador } = ana;
  const off = () =>
    dropSecondFactor(wire.ctx, { identificador, usuario: ana.nomeUsuario, operator: "Operador" });
  expect([await off(), await off()]).toEqual([true, false]);
  expect(await signInWith(identificador, ana.authenticator.get(await startSignIn()))).toEqual(WRONG_PASSKEY);
  const params = { identificador, nomeUsuario: ana.nomeUsuario, senha: SENHA };
  expect((await callPublic("Auth.logar", params)).sucesso).toBe(true);
});

test("a passkey counts as the second factor that the conta requires for manifestações", async () => {
  const ana = await signInNewUser(wire);
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [ana.usuarioId]);
  await ana.call("Conta.setSegundoFatorManifestacao", { exigido: true });
  const params = { tipo: "NFe" as const, novoStatus: 1 as const, id: ana.usuarioId };
  expect((await ana.call("Nota.manifestacao", params)).mensagem).toBe(MESSAGES.manifestacaoSemSegundoFator);
  await addPasskey(ana);
  expect((await ana.call("Nota.manifestacao", params)).mensagem).toBe(MESSAGES.notaNaoEncontrada);
});

test("the number of sign-in challenges per network is limited", async () => {
  await startSignIn();
  await wire.asOwner("UPDATE limite_uso SET usos = 119 WHERE chave LIKE 'passkey-entrada:%'");
  expect((await callPublic("Passkey.startEntrada", {})).sucesso).toBe(true);
  const refused = await callPublic("Passkey.startEntrada", {});
  expect(refused.mensagem).toMatch(/Aguarde \d+ min/);
});
