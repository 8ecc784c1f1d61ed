import { setTimeout as sleep } from "node:timers/promises";
import { zonaOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { writeCarta } from "../../correio/write-carta.ts";
import { isAway } from "../../errors.ts";
import { closeEnvio, findEnvioPendente } from "./envio.rows.ts";
import { type CartaDe, readCarta } from "./envio.rules.ts";
import { openDados } from "./envio-selado.ts";

type Which = { contaId: string; envioId: string };

/** Waits between attempts to store that an e-mail was accepted while the database is unavailable, in ms. */
export const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends one e-mail. A permanent refusal, or a missing mail server, closes it with the reason. An accepted
 * e-mail is not sent again, unless the process dies before that is stored: then with the same Message-ID.
 * @throws {Outage} when the mail server is unavailable, or requests a retry
 */
export async function sendEnvio(ctx: AppContext, { contaId, envioId }: Which): Promise<void> {
  const envio = await ctx.database.withContaSql(contaId, (sql) => findEnvioPendente(sql, contaId, envioId));
  if (envio === null) return;
  const { identificador, uf, para } = envio;
  const papel = { identificador, zona: zonaOfUf(uf), urlBase: ctx.config.urlBase };
  const dados = openDados(envio.dados, { cofre: ctx.cofre, id: envioId });
  const conteudo = readCarta(envio.modelo, dados);
  if (isVencida(conteudo, ctx.clock.now())) return await close(ctx, { contaId, envioId }, VENCIDA);
  const carta = writeCarta(conteudo, papel);
  const entrega = await ctx.correio.deliver({ id: envioId, para, data: envio.criadoEm, ...carta });
  const falha = entrega.kind === "aceita" ? null : entrega.motivo;
  if (falha !== null) ctx.log.warn({ contaId, envioId, falha }, "um e-mail não pôde ser enviado");
  await close(ctx, { contaId, envioId }, falha);
}

const VENCIDA = "vencida: o link acabou antes que a carta pudesse sair";

/** An expired link is useless: its user has to request another. */
function isVencida({ dados }: CartaDe, agora: Date): boolean {
  return "expiraEm" in dados && dados.expiraEm <= agora;
}

/** Closes an e-mail that is not retried. motivo: why the last attempt failed. */
export async function giveUpEnvio(
  ctx: AppContext,
  { contaId, envioId, motivo }: Which & { motivo: string },
): Promise<void> {
  const fim = { envioId, falha: `desistiu: ${motivo}`, agora: ctx.clock.now() };
  await ctx.database.withContaSql(contaId, (sql) => closeEnvio(sql, contaId, fim));
}

/** Retries the write, because a lost acceptance would send the e-mail twice. */
async function close(ctx: AppContext, { contaId, envioId }: Which, falha: string | null): Promise<void> {
  const fim = { envioId, falha, agora: ctx.clock.now() };
  const write = () => ctx.database.withContaSql(contaId, (sql) => closeEnvio(sql, contaId, fim));
  for (const wait of WRITE_WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(wait);
    }
  }
  await write();
}
