import { generateSecret, generateURI } from "otplib";
import { toString as drawQr } from "qrcode";
import { machineNow } from "../../clock.ts";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Cofre } from "../../secrets/cofre.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planAcessoAlterado } from "../usuario/acesso-alterado.ts";
import { lockUsuario } from "../usuario/usuario-cadastro.rows.ts";
import { confirmSenha } from "./confirm-senha.ts";
import { clearSegredo, confirmSegredo, findSegundoFator, setSegredo } from "./segundo-fator.rows.ts";
import { createReservas, hashReserva, readCodigo } from "./segundo-fator.rules.ts";

const EMISSOR = "Malote";
/** What the step before the first one is. */
const NENHUM_PASSO = 0;

/** Opens the secret of an authenticator, as it is typed into one. */
export function openSegredo(cofre: Cofre, usuarioId: string, selado: Buffer): string {
  return cofre.open(selado, lugarOf(usuarioId)).toString("utf8");
}

/** Makes a secret that does not count yet; one that was begun before and not confirmed is forgotten. */
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

/** Turns it on, with a code that shows that the authenticator has the secret. @returns the reserve codes */
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
    await announce(sql, ctx, "ligar-segundo-fator");
  });
  ctx.wake?.();
  return reservas;
}

/** Turns it off, and forgets one that was only begun. */
export async function removeSegundoFator(ctx: SignedInContext, senha: string): Promise<void> {
  await confirmSenha(ctx, senha, "senha");
  const { contaId, usuarioId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const { desde } = await demandSegundoFator(sql, ctx);
    await clearSegredo(sql, contaId, usuarioId);
    if (desde !== null) await announce(sql, ctx, "desligar-segundo-fator");
  });
  ctx.wake?.();
}

async function demandSegundoFator(sql: Sql, { caller }: SignedInContext) {
  const row = await findSegundoFator(sql, caller.contaId, caller.usuarioId);
  if (row === null) throw new Error("who calls is no user of the conta");
  return row;
}

const O_QUE = {
  "ligar-segundo-fator": "segundo-fator-ligado",
  "desligar-segundo-fator": "segundo-fator-desligado",
} as const;

/** Writes the act down and tells of it by letter: who did not do it learns of it so. */
async function announce(
  sql: Sql,
  { caller, clock }: SignedInContext,
  acao: keyof typeof O_QUE,
): Promise<void> {
  const { contaId, usuarioId, nome } = caller;
  const agora = clock.now();
  const usuario = await lockUsuario(sql, contaId, usuarioId);
  if (usuario !== null) {
    await planAcessoAlterado(sql, contaId, { usuario, oQue: O_QUE[acao], quem: nome, agora });
  }
  const ato = { quando: agora, usuarioId, usuario: nome, acao, alvo: usuarioId, detalhe: null };
  await insertRegistros(sql, contaId, [ato]);
}

function lugarOf(usuarioId: string) {
  return { tabela: "usuario", coluna: "totp_selado", id: usuarioId };
}
