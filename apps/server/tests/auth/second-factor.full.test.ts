import { MESSAGES } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_SENHA } from "../setup/factories.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, rpc, signInAs, signInNewUser } from "../setup/wire.ts";

const SENHA = TEST_SENHA;
const STEP_MS = 30_000;

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
beforeEach(() => {
  // A code is valid for half a minute and is checked within the step that produced it.
  wire.clock.hold();
  wire.clock.advance(25 * HOUR_MS);
});
afterAll(() => wire.dispose());

type Login = { sucesso: boolean; authToken: string | null; mensagem: string | null; erros?: unknown };

async function tryToEnter(
  { identificador, nomeUsuario }: Pick<SignedInUser, "identificador" | "nomeUsuario">,
  o: { senha?: string; codigo?: string } = {},
): Promise<Login> {
  const params = { identificador, nomeUsuario, senha: SENHA, ...o };
  return (await rpc(wire, { id: 1, method: "Auth.logar", params })).result as unknown as Login;
}

const codeOf = (segredo: string, aheadMs = 0): string =>
  generateSync({ secret: segredo, epoch: Math.floor((wire.clock.now().getTime() + aheadMs) / 1_000) });

async function startSecondFactor(
  user: SignedInUser,
): Promise<{ segredo: string; uri: string; qrSvg: string }> {
  const answer = await user.call("Auth.startSegundoFator", { senha: SENHA });
  if (answer.object === null) throw new Error(answer.mensagem ?? "");
  return answer.object as { segredo: string; uri: string; qrSvg: string };
}

/** Turns the second factor on; afterwards the next time step is unused. */
async function turnOn(user: SignedInUser): Promise<{ segredo: string; reservas: string[] }> {
  const { segredo } = await startSecondFactor(user);
  const answer = await user.call("Auth.confirmSegundoFator", { codigo: codeOf(segredo) });
  wire.clock.advance(2 * STEP_MS);
  return { segredo, reservas: (answer.object as { codigosReserva: string[] }).codigosReserva };
}

test("an administrator turns on the second factor with password and code, and sign-in then asks for a code", async () => {
  const ana = await signInNewUser(wire);
  expect(await ana.call("Auth.startSegundoFator", { senha: "errada123" })).toMatchObject({
    sucesso: false,
    erros: [{ campo: "senha", mensagem: MESSAGES.senhaAtualErrada }],
  });
  const { segredo, uri, qrSvg } = await startSecondFactor(ana);
  expect(uri).toBe(
    `otpauth://totp/Malote:${ana.identificador}%2F${ana.nomeUsuario}?secret=${segredo}&issuer=Malote`,
  );
  expect(qrSvg).toMatch(/^<svg [^>]*viewBox/);
  // It is not on before it is confirmed.
  expect((await tryToEnter(ana)).sucesso).toBe(true);
  expect(await ana.call("Auth.confirmSegundoFator", { codigo: "000000" })).toMatchObject({
    sucesso: false,
    erros: [{ campo: "codigo", mensagem: MESSAGES.codigoErrado }],
  });
  const on = await ana.call("Auth.confirmSegundoFator", { codigo: codeOf(segredo) });
  expect((on.object as { codigosReserva: string[] }).codigosReserva).toHaveLength(10);
  expect((await ana.call("Usuario.getUsuarioAtual", {})).object).toMatchObject({
    usuario: { segundoFator: true },
  });
  expect(await tryToEnter(ana)).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MESSAGES.codigoObrigatorio,
    erros: [{ campo: "codigo", mensagem: MESSAGES.codigoObrigatorio }],
  });
  expect(await tryToEnter(ana, { senha: "errada123" })).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MESSAGES.credenciaisInvalidas,
  });
  wire.clock.advance(STEP_MS);
  expect((await tryToEnter(ana, { codigo: codeOf(segredo) })).sucesso).toBe(true);
});

test("each code works once, including the code that confirmed the second factor, also for two simultaneous sign-ins", async () => {
  const ana = await signInNewUser(wire);
  const { segredo } = await startSecondFactor(ana);
  const first = codeOf(segredo);
  await ana.call("Auth.confirmSegundoFator", { codigo: first });
  expect((await tryToEnter(ana, { codigo: first })).mensagem).toBe(MESSAGES.codigoErrado);
  wire.clock.advance(2 * STEP_MS);
  const codigo = codeOf(segredo);
  const both = await Promise.all([tryToEnter(ana, { codigo }), tryToEnter(ana, { codigo })]);
  expect(both.map(({ sucesso }) => sucesso).toSorted()).toEqual([false, true]);
  expect(both.find(({ sucesso }) => !sucesso)).toMatchObject({
    mensagem: MESSAGES.codigoErrado,
    erros: [{ campo: "codigo", mensagem: MESSAGES.codigoErrado }],
  });
  // The previous time step is used up too.
  expect((await tryToEnter(ana, { codigo: codeOf(segredo, -STEP_MS) })).mensagem).toBe(MESSAGES.codigoErrado);
});

test("a recovery code signs in once, in any notation, and only hashes of the codes are stored", async () => {
  const ana = await signInNewUser(wire);
  const { segredo, reservas: recoveryCodes } = await turnOn(ana);
  const [one = "", two = ""] = recoveryCodes;
  expect((await tryToEnter(ana, { codigo: one.toLowerCase().replaceAll("-", " ") })).sucesso).toBe(true);
  expect((await tryToEnter(ana, { codigo: one })).mensagem).toBe(MESSAGES.codigoErrado);
  expect((await tryToEnter(ana, { codigo: two })).sucesso).toBe(true);
  const [row] = await wire.asOwner<{ n: number; texto: string }>(
    "SELECT cardinality(totp_reservas) AS n, usuario::text || encode(totp_selado, 'escape') AS texto FROM usuario WHERE id = $1",
    [ana.usuarioId],
  );
  expect(row?.n).toBe(8);
  for (const secret of [
    segredo,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll("-", "")),
  ]) {
    expect(row?.texto).not.toContain(secret);
  }
});

test("wrong codes are throttled like wrong passwords, and a sign-in without a code does not count", async () => {
  // Signs in by the method: a network with a successful sign-in has more attempts.
  const ana = await signInAs(wire, { ...(await signInNewUser(wire)), senha: SENHA });
  const { segredo } = await turnOn(ana);
  for (let n = 0; n < 4; n += 1) expect((await tryToEnter(ana)).mensagem).toBe(MESSAGES.codigoObrigatorio);
  for (let n = 0; n < 10; n += 1) {
    expect((await tryToEnter(ana, { codigo: "000000" })).mensagem).toBe(MESSAGES.codigoErrado);
  }
  expect((await tryToEnter(ana, { codigo: codeOf(segredo) })).mensagem).toMatch(/^Muitas tentativas/);
  expect((await tryToEnter(ana)).mensagem).toMatch(/^Muitas tentativas/);
  wire.clock.advance(HOUR_MS);
  expect((await tryToEnter(ana, { codigo: codeOf(segredo) })).sucesso).toBe(true);
});

test("turning off the second factor needs password and code; setup cannot start twice, nor be confirmed before it starts", async () => {
  const ana = await signInNewUser(wire);
  expect((await ana.call("Auth.confirmSegundoFator", { codigo: "000000" })).mensagem).toBe(
    MESSAGES.segundoFatorNaoIniciado,
  );
  const { segredo } = await turnOn(ana);
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).mensagem).toBe(
    MESSAGES.segundoFatorJaAtivo,
  );
  expect((await ana.call("Auth.confirmSegundoFator", { codigo: codeOf(segredo) })).mensagem).toBe(
    MESSAGES.segundoFatorJaAtivo,
  );
  expect((await ana.call("Auth.removeSegundoFator", { senha: "errada123" })).erros).toEqual([
    { campo: "senha", mensagem: MESSAGES.senhaAtualErrada },
  ]);
  expect((await tryToEnter(ana)).mensagem).toBe(MESSAGES.codigoObrigatorio);
  expect((await ana.call("Auth.removeSegundoFator", { senha: SENHA })).erros).toEqual([
    { campo: "codigo", mensagem: MESSAGES.codigoObrigatorio },
  ]);
  expect((await ana.call("Auth.removeSegundoFator", { senha: SENHA, codigo: "000000" })).erros).toEqual([
    { campo: "codigo", mensagem: MESSAGES.codigoErrado },
  ]);
  const right = { senha: SENHA, codigo: codeOf(segredo) };
  expect((await ana.call("Auth.removeSegundoFator", right)).sucesso).toBe(true);
  expect((await tryToEnter(ana)).sucesso).toBe(true);
  const [row] = await wire.asOwner("SELECT totp_selado, totp_reservas FROM usuario WHERE id = $1", [
    ana.usuarioId,
  ]);
  expect(row).toEqual({ totp_selado: null, totp_reservas: [] });
  const acts = await wire.asOwner("SELECT acao FROM registro WHERE conta_id = $1 AND acao LIKE '%segundo%'", [
    ana.contaId,
  ]);
  expect(acts.map(({ acao }) => acao).toSorted()).toEqual(["desligar-segundo-fator", "ligar-segundo-fator"]);
  const emails = await wire.asOwner<{ oque: string }>(
    "SELECT dados->>'oQue' AS oque FROM envio WHERE conta_id = $1 AND modelo = 'acesso-alterado'",
    [ana.contaId],
  );
  expect(emails.map(({ oque }) => oque).toSorted()).toEqual([
    "segundo-fator-desligado",
    "segundo-fator-ligado",
  ]);
});

test("codes of the second factor follow the machine's time, not the demonstration's clock", async () => {
  const ana = await signInNewUser(wire);
  const machine = () => new Date(wire.clock.now().getTime() - 40 * DAY_MS);
  Object.assign(wire.ctx.clock, { machine });
  try {
    const { segredo } = await startSecondFactor(ana);
    const codigo = codeOf(segredo, -40 * DAY_MS);
    expect((await ana.call("Auth.confirmSegundoFator", { codigo })).sucesso).toBe(true);
    wire.clock.advance(STEP_MS);
    expect((await tryToEnter(ana, { codigo: codeOf(segredo) })).mensagem).toBe(MESSAGES.codigoErrado);
    const now = codeOf(segredo, -40 * DAY_MS);
    expect((await tryToEnter(ana, { codigo: now })).sucesso).toBe(true);
  } finally {
    Object.assign(wire.ctx.clock, { machine: undefined });
  }
});

test("an ordinary user can turn on the second factor, and a former administrator keeps it until turning it off", async () => {
  const bia = await signInNewUser(wire, { nomeUsuario: "bia", administrador: false });
  await turnOn(bia);
  expect((await tryToEnter(bia)).mensagem).toBe(MESSAGES.codigoObrigatorio);
  const ana = await signInNewUser(wire);
  const { segredo } = await turnOn(ana);
  await wire.asOwner("UPDATE usuario SET administrador = false, proprietario_conta = false WHERE id = $1", [
    ana.usuarioId,
  ]);
  expect((await tryToEnter(ana)).mensagem).toBe(MESSAGES.codigoObrigatorio);
  expect((await tryToEnter(ana, { codigo: codeOf(segredo) })).sucesso).toBe(true);
  wire.clock.advance(2 * STEP_MS);
  const right = { senha: SENHA, codigo: codeOf(segredo) };
  expect((await ana.call("Auth.removeSegundoFator", right)).sucesso).toBe(true);
  expect((await tryToEnter(ana)).sucesso).toBe(true);
});

test("turning on the second factor ends the user's other sessions and no others", async () => {
  const ana = await signInNewUser(wire);
  const phone = await signInAs(wire, { ...ana, senha: SENHA });
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" });
  const isIn = async ({ token }: SignedInUser) =>
    (await rpc(wire, { id: 1, method: "Conta.getConta", params: {}, authToken: token })).error === null;
  await startSecondFactor(ana);
  expect(await isIn(phone)).toBe(true);
  await turnOn(ana);
  expect([await isIn(ana), await isIn(phone), await isIn(bia)]).toEqual([true, false, true]);
});

test("after a recent sign-in a code turns off the second factor, after an older one the password is needed too", async () => {
  const ana = await signInNewUser(wire);
  const { segredo, reservas: recoveryCodes } = await turnOn(ana);
  wire.clock.advance(15 * MINUTE_MS);
  expect((await ana.call("Auth.removeSegundoFator", { codigo: codeOf(segredo) })).erros).toEqual([
    { campo: "senha", mensagem: MESSAGES.senhaAtualObrigatoria },
  ]);
  const fresh = await signInAs(wire, { ...ana, senha: SENHA, codigo: codeOf(segredo) });
  // The code of the sign-in is used up; a recovery code works as well.
  const again = await fresh.call("Auth.removeSegundoFator", { codigo: codeOf(segredo) });
  expect(again.mensagem).toBe(MESSAGES.codigoErrado);
  expect((await fresh.call("Auth.removeSegundoFator", { codigo: recoveryCodes[0] ?? "" })).sucesso).toBe(
    true,
  );
  expect((await tryToEnter(ana)).sucesso).toBe(true);
});

test("the sealed secret of the second factor opens only in its own row", async () => {
  const ana = await signInNewUser(wire);
  const { segredo } = await turnOn(ana);
  const bia = await signInNewUser(wire);
  await turnOn(bia);
  await wire.asOwner(
    "UPDATE usuario SET totp_selado = (SELECT totp_selado FROM usuario WHERE id = $1) WHERE id = $2",
    [ana.usuarioId, bia.usuarioId],
  );
  const params = {
    identificador: bia.identificador,
    nomeUsuario: "admin",
    senha: SENHA,
    codigo: codeOf(segredo),
  };
  const answer = await rpc(wire, { id: 1, method: "Auth.logar", params });
  expect(answer.error).toMatchObject({ code: -32603 });
});

test("password guesses of a signed-in user are throttled", async () => {
  const ana = await signInNewUser(wire);
  for (let n = 0; n < 5; n += 1) await ana.call("Auth.removeSegundoFator", { senha: "errada123" });
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).mensagem).toMatch(/^Muitas tentativas/);
  wire.clock.advance(60_000);
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).sucesso).toBe(true);
});
