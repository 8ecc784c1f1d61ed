import { generateSecret, generateURI } from "otplib";
import { toString as drawQr } from "qrcode";
import { machineNow } from "../../clock.ts";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { announceFator } from "./announce-fator.ts";
import { isRecente } from "./auth.rules.ts";
import { confirmFator, type ProvasDoFator } from "./confirm-fator.ts";
import { confirmSenha } from "./confirm-senha.ts";
import { lugarOf, openSegredo } from "./segredo-totp.ts";
import { clearSegredo, confirmSegredo, findSegundoFator, setSegredo } from "./segundo-fator.rows.ts";
import { createReservas, hashReserva, readCodigo } from "./segundo-fator.rules.ts";
import { endSessoes } from "./sessao.rows.ts";

const EMISSOR = "Malote";
/** The value before any used time step. */
const NENHUM_PASSO = 0;

/** Creates an unconfirmed secret; replaces an earlier unconfirmed one. */
export async function startSegundoFator(
  ctx: SignedInContext,
  senha: string,
): Promise<{ segredo: string; uri: string; qrSvg: string }> {
  await confirmSenha(ctx, senha, "senha");
  const { contaId, usuarioId } = ctx.caller;
  const segredo = generateSecret();
  const selado = ctx.cofre.seal(segredo, lugarOf(usuarioId));
  const quem = await ctx.database.withContaSql(contaId, async (sql) => {
    const row = await demandSegundoFator(sql, ctx);
    if (row.desde !== null) throw new Refusal("segundoFatorJaAtivo");
    await setSegredo(sql, contaId, { usuarioId, selado });
    return row;
  });
  const label = `${quem.identificador}/${quem.nomeUsuario}`;
  const uri = generateURI({ issuer: EMISSOR, label, secret: segredo });
  return { segredo, uri, qrSvg: await drawQr(uri, { type: "svg", errorCorrectionLevel: "M" }) };
}

/**
 * Turns the second factor on, with a code that proves that the authenticator has the secret.
 * Ends the user's other sessions, which were opened without it.
 * @returns the recovery codes
 */
export async function confirmSegundoFator(ctx: SignedInContext, codigo: string): Promise<string[]> {
  const { contaId, usuarioId } = ctx.caller;
  const agora = ctx.clock.now();
  const reservas = createReservas();
  await ctx.database.withContaSql(contaId, async (sql) => {
    const { selado, desde } = await demandSegundoFator(sql, ctx);
    if (desde !== null) throw new Refusal("segundoFatorJaAtivo");
    if (selado === null) throw new Refusal("segundoFatorNaoIniciado");
    const segredo = openSegredo(ctx.cofre, usuarioId, selado);
    const prova = readCodigo(codigo, { segredo, depoisDe: NENHUM_PASSO, agora: machineNow(ctx.clock) });
    if (prova?.tipo !== "passo") throw new Refusal("codigoErrado", { campo: "codigo" });
    const hashes = reservas.map(hashReserva);
    await confirmSegredo(sql, contaId, { usuarioId, passo: prova.passo, reservas: hashes, agora });
    await endSessoes(sql, contaId, { usuarioId, exceto: ctx.caller.sessaoId });
    await announceFator(sql, ctx, { acao: "ligar-segundo-fator", alvo: usuarioId, detalhe: null });
  });
  ctx.wake?.();
  return reservas;
}

/** The proofs required to turn it off. */
export type Provas = ProvasDoFator & { senha?: string | null | undefined };

/**
 * Turns the second factor off with a code or a passkey, and with the password unless the sign-in is
 * recent. Also deletes an unconfirmed secret.
 * @throws {Refusal} senhaAtualObrigatoria, senhaAtualErrada, codigoObrigatorio, codigoErrado,
 * passkeyErrada, muitasTentativas
 */
export async function removeSegundoFator(ctx: SignedInContext, { senha, ...provas }: Provas): Promise<void> {
  const { contaId, usuarioId, autenticadaEm } = ctx.caller;
  if (senha) await confirmSenha(ctx, senha, "senha");
  else if (autenticadaEm === null || !isRecente(autenticadaEm, machineNow(ctx.clock))) {
    throw new Refusal("senhaAtualObrigatoria", { campo: "senha" });
  }
  const isOn = await ctx.database.withContaSql(contaId, async (sql) => {
    return (await demandSegundoFator(sql, ctx)).desde !== null;
  });
  if (isOn && !provas.codigo && !provas.passkey) throw new Refusal("codigoObrigatorio", { campo: "codigo" });
  if (isOn) await confirmFator(ctx, provas);
  await ctx.database.withContaSql(contaId, async (sql) => {
    const { desde } = await demandSegundoFator(sql, ctx);
    await clearSegredo(sql, contaId, usuarioId);
    if (desde === null) return;
    await announceFator(sql, ctx, { acao: "desligar-segundo-fator", alvo: usuarioId, detalhe: null });
  });
  ctx.wake?.();
}

async function demandSegundoFator(sql: Sql, { caller }: SignedInContext) {
  const row = await findSegundoFator(sql, caller.contaId, caller.usuarioId);
  if (row === null) throw new Error("the caller is no user of the conta");
  return row;
}
