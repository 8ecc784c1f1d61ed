import { MENSAGENS } from "@malote/contract";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SENHA_DE_TESTE } from "./factories.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, enterAs, rpc } from "./wire.ts";

const SENHA = SENHA_DE_TESTE;
const PASSO_MS = 30_000;
const HOUR_MS = 3_600_000;

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
  { identificador, nomeUsuario }: Pick<Pessoa, "identificador" | "nomeUsuario">,
  o: { senha?: string; codigo?: string } = {},
): Promise<Login> {
  const params = { identificador, nomeUsuario, senha: SENHA, ...o };
  return (await rpc(wire, { id: 1, method: "Auth.logar", params })).result as unknown as Login;
}

const codigoOf = (segredo: string, aheadMs = 0): string =>
  generateSync({ secret: segredo, epoch: Math.floor((wire.clock.now().getTime() + aheadMs) / 1_000) });

async function begin(pessoa: Pessoa): Promise<{ segredo: string; uri: string; qrSvg: string }> {
  const answer = await pessoa.call("Auth.startSegundoFator", { senha: SENHA });
  if (answer.object === null) throw new Error(answer.mensagem ?? "");
  return answer.object as { segredo: string; uri: string; qrSvg: string };
}

/** Turns the second factor on; afterwards the next time step is unused. */
async function turnOn(pessoa: Pessoa): Promise<{ segredo: string; reservas: string[] }> {
  const { segredo } = await begin(pessoa);
  const answer = await pessoa.call("Auth.confirmSegundoFator", { codigo: codigoOf(segredo) });
  wire.clock.advance(2 * PASSO_MS);
  return { segredo, reservas: (answer.object as { codigosReserva: string[] }).codigosReserva };
}

test("an administrator turns on the second factor with password and code, and sign-in then asks for a code", async () => {
  const ana = await enter(wire);
  expect(await ana.call("Auth.startSegundoFator", { senha: "errada123" })).toMatchObject({
    sucesso: false,
    erros: [{ campo: "senha", mensagem: MENSAGENS.senhaAtualErrada }],
  });
  const { segredo, uri, qrSvg } = await begin(ana);
  expect(uri).toBe(
    `otpauth://totp/Malote:${ana.identificador}%2F${ana.nomeUsuario}?secret=${segredo}&issuer=Malote`,
  );
  expect(qrSvg).toMatch(/^<svg [^>]*viewBox/);
  // It is not on before it is confirmed.
  expect((await tryToEnter(ana)).sucesso).toBe(true);
  expect(await ana.call("Auth.confirmSegundoFator", { codigo: "000000" })).toMatchObject({
    sucesso: false,
    erros: [{ campo: "codigo", mensagem: MENSAGENS.codigoErrado }],
  });
  const on = await ana.call("Auth.confirmSegundoFator", { codigo: codigoOf(segredo) });
  expect((on.object as { codigosReserva: string[] }).codigosReserva).toHaveLength(10);
  expect((await ana.call("Usuario.getUsuarioAtual", {})).object).toMatchObject({
    usuario: { segundoFator: true },
  });
  expect(await tryToEnter(ana)).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MENSAGENS.codigoObrigatorio,
    erros: [{ campo: "codigo", mensagem: MENSAGENS.codigoObrigatorio }],
  });
  expect(await tryToEnter(ana, { senha: "errada123" })).toEqual({
    sucesso: false,
    authToken: null,
    mensagem: MENSAGENS.credenciaisInvalidas,
  });
  wire.clock.advance(PASSO_MS);
  expect((await tryToEnter(ana, { codigo: codigoOf(segredo) })).sucesso).toBe(true);
});

test("each code works once, including the one that turned it on, also for two simultaneous sign-ins", async () => {
  const ana = await enter(wire);
  const { segredo } = await begin(ana);
  const first = codigoOf(segredo);
  await ana.call("Auth.confirmSegundoFator", { codigo: first });
  expect((await tryToEnter(ana, { codigo: first })).mensagem).toBe(MENSAGENS.codigoErrado);
  wire.clock.advance(2 * PASSO_MS);
  const codigo = codigoOf(segredo);
  const both = await Promise.all([tryToEnter(ana, { codigo }), tryToEnter(ana, { codigo })]);
  expect(both.map(({ sucesso }) => sucesso).toSorted()).toEqual([false, true]);
  expect(both.find(({ sucesso }) => !sucesso)).toMatchObject({
    mensagem: MENSAGENS.codigoErrado,
    erros: [{ campo: "codigo", mensagem: MENSAGENS.codigoErrado }],
  });
  // The previous time step is used up too.
  expect((await tryToEnter(ana, { codigo: codigoOf(segredo, -PASSO_MS) })).mensagem).toBe(
    MENSAGENS.codigoErrado,
  );
});

test("a recovery code signs in once, in any notation, and only hashes of the codes are stored", async () => {
  const ana = await enter(wire);
  const { segredo, reservas } = await turnOn(ana);
  const [one = "", two = ""] = reservas;
  expect((await tryToEnter(ana, { codigo: one.toLowerCase().replaceAll("-", " ") })).sucesso).toBe(true);
  expect((await tryToEnter(ana, { codigo: one })).mensagem).toBe(MENSAGENS.codigoErrado);
  expect((await tryToEnter(ana, { codigo: two })).sucesso).toBe(true);
  const [row] = await wire.asOwner<{ n: number; texto: string }>(
    "SELECT cardinality(totp_reservas) AS n, usuario::text || encode(totp_selado, 'escape') AS texto FROM usuario WHERE id = $1",
    [ana.usuarioId],
  );
  expect(row?.n).toBe(8);
  for (const secret of [segredo, ...reservas, ...reservas.map((code) => code.replaceAll("-", ""))]) {
    expect(row?.texto).not.toContain(secret);
  }
});

test("wrong codes are throttled like wrong passwords, and being asked for a code does not count", async () => {
  // Signs in by the method: a network with a successful sign-in has more attempts.
  const ana = await enterAs(wire, { ...(await enter(wire)), senha: SENHA });
  const { segredo } = await turnOn(ana);
  for (let n = 0; n < 4; n += 1) expect((await tryToEnter(ana)).mensagem).toBe(MENSAGENS.codigoObrigatorio);
  for (let n = 0; n < 10; n += 1) {
    expect((await tryToEnter(ana, { codigo: "000000" })).mensagem).toBe(MENSAGENS.codigoErrado);
  }
  expect((await tryToEnter(ana, { codigo: codigoOf(segredo) })).mensagem).toMatch(/^Muitas tentativas/);
  expect((await tryToEnter(ana)).mensagem).toMatch(/^Muitas tentativas/);
  wire.clock.advance(HOUR_MS);
  expect((await tryToEnter(ana, { codigo: codigoOf(segredo) })).sucesso).toBe(true);
});

test("turning it off needs password and code; it cannot be started twice, nor confirmed without a start", async () => {
  const ana = await enter(wire);
  expect((await ana.call("Auth.confirmSegundoFator", { codigo: "000000" })).mensagem).toBe(
    MENSAGENS.segundoFatorNaoIniciado,
  );
  const { segredo } = await turnOn(ana);
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).mensagem).toBe(
    MENSAGENS.segundoFatorJaAtivo,
  );
  expect((await ana.call("Auth.confirmSegundoFator", { codigo: codigoOf(segredo) })).mensagem).toBe(
    MENSAGENS.segundoFatorJaAtivo,
  );
  expect((await ana.call("Auth.removeSegundoFator", { senha: "errada123" })).erros).toEqual([
    { campo: "senha", mensagem: MENSAGENS.senhaAtualErrada },
  ]);
  expect((await tryToEnter(ana)).mensagem).toBe(MENSAGENS.codigoObrigatorio);
  expect((await ana.call("Auth.removeSegundoFator", { senha: SENHA })).erros).toEqual([
    { campo: "codigo", mensagem: MENSAGENS.codigoObrigatorio },
  ]);
  expect((await ana.call("Auth.removeSegundoFator", { senha: SENHA, codigo: "000000" })).erros).toEqual([
    { campo: "codigo", mensagem: MENSAGENS.codigoErrado },
  ]);
  const right = { senha: SENHA, codigo: codigoOf(segredo) };
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
  const letters = await wire.asOwner<{ oque: string }>(
    "SELECT dados->>'oQue' AS oque FROM envio WHERE conta_id = $1 AND modelo = 'acesso-alterado'",
    [ana.contaId],
  );
  expect(letters.map(({ oque }) => oque).toSorted()).toEqual([
    "segundo-fator-desligado",
    "segundo-fator-ligado",
  ]);
});

test("codes follow the machine's time, not the demonstration's clock", async () => {
  const ana = await enter(wire);
  const machine = () => new Date(wire.clock.now().getTime() - 40 * 24 * HOUR_MS);
  Object.assign(wire.ctx.clock, { machine });
  try {
    const { segredo } = await begin(ana);
    const codigo = codigoOf(segredo, -40 * 24 * HOUR_MS);
    expect((await ana.call("Auth.confirmSegundoFator", { codigo })).sucesso).toBe(true);
    wire.clock.advance(PASSO_MS);
    expect((await tryToEnter(ana, { codigo: codigoOf(segredo) })).mensagem).toBe(MENSAGENS.codigoErrado);
    const now = codigoOf(segredo, -40 * 24 * HOUR_MS);
    expect((await tryToEnter(ana, { codigo: now })).sucesso).toBe(true);
  } finally {
    Object.assign(wire.ctx.clock, { machine: undefined });
  }
});

test("an ordinary user can turn it on, and a former administrator keeps it until turning it off", async () => {
  const bia = await enter(wire, { nomeUsuario: "bia", administrador: false });
  await turnOn(bia);
  expect((await tryToEnter(bia)).mensagem).toBe(MENSAGENS.codigoObrigatorio);
  const ana = await enter(wire);
  const { segredo } = await turnOn(ana);
  await wire.asOwner("UPDATE usuario SET administrador = false, proprietario_conta = false WHERE id = $1", [
    ana.usuarioId,
  ]);
  expect((await tryToEnter(ana)).mensagem).toBe(MENSAGENS.codigoObrigatorio);
  expect((await tryToEnter(ana, { codigo: codigoOf(segredo) })).sucesso).toBe(true);
  wire.clock.advance(2 * PASSO_MS);
  const right = { senha: SENHA, codigo: codigoOf(segredo) };
  expect((await ana.call("Auth.removeSegundoFator", right)).sucesso).toBe(true);
  expect((await tryToEnter(ana)).sucesso).toBe(true);
});

test("turning it on ends the user's other sessions and no others", async () => {
  const ana = await enter(wire);
  const phone = await enterAs(wire, { ...ana, senha: SENHA });
  const bia = await enter(wire, { conta: ana, nomeUsuario: "bia" });
  const isIn = async ({ token }: Pessoa) =>
    (await rpc(wire, { id: 1, method: "Conta.getConta", params: {}, authToken: token })).error === null;
  await begin(ana);
  expect(await isIn(phone)).toBe(true);
  await turnOn(ana);
  expect([await isIn(ana), await isIn(phone), await isIn(bia)]).toEqual([true, false, true]);
});

test("after a recent sign-in a code turns it off, after an older one the password is needed too", async () => {
  const ana = await enter(wire);
  const { segredo, reservas } = await turnOn(ana);
  wire.clock.advance(15 * 60_000);
  expect((await ana.call("Auth.removeSegundoFator", { codigo: codigoOf(segredo) })).erros).toEqual([
    { campo: "senha", mensagem: MENSAGENS.senhaAtualObrigatoria },
  ]);
  const fresh = await enterAs(wire, { ...ana, senha: SENHA, codigo: codigoOf(segredo) });
  // The code of the sign-in is used up; a recovery code works as well.
  const again = await fresh.call("Auth.removeSegundoFator", { codigo: codigoOf(segredo) });
  expect(again.mensagem).toBe(MENSAGENS.codigoErrado);
  expect((await fresh.call("Auth.removeSegundoFator", { codigo: reservas[0] ?? "" })).sucesso).toBe(true);
  expect((await tryToEnter(ana)).sucesso).toBe(true);
});

test("the sealed secret opens only in its own row", async () => {
  const ana = await enter(wire);
  const { segredo } = await turnOn(ana);
  const bia = await enter(wire);
  await turnOn(bia);
  await wire.asOwner(
    "UPDATE usuario SET totp_selado = (SELECT totp_selado FROM usuario WHERE id = $1) WHERE id = $2",
    [ana.usuarioId, bia.usuarioId],
  );
  const params = {
    identificador: bia.identificador,
    nomeUsuario: "admin",
    senha: SENHA,
    codigo: codigoOf(segredo),
  };
  const answer = await rpc(wire, { id: 1, method: "Auth.logar", params });
  expect(answer.error).toMatchObject({ code: -32603 });
});

test("password guesses of a signed-in user are throttled", async () => {
  const ana = await enter(wire);
  for (let n = 0; n < 5; n += 1) await ana.call("Auth.removeSegundoFator", { senha: "errada123" });
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).mensagem).toMatch(/^Muitas tentativas/);
  wire.clock.advance(60_000);
  expect((await ana.call("Auth.startSegundoFator", { senha: SENHA })).sucesso).toBe(true);
});
