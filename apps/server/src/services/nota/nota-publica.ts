import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { InvalidChaveAcessoError, parseChaveAcesso } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { NotaPublica } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { passAntivirus } from "../antivirus/pass-antivirus.ts";
import { isResolvido } from "../captcha/captcha.rules.ts";
import { spendCaptcha } from "../captcha/spend-captcha.ts";
import type { Download } from "../download.ts";
import { PUBLICAVEIS } from "../evento/evento.rules.ts";
import type { Handlers } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import { CANCELADA, DENEGADA } from "../manifestacao/manifestacao.rules.ts";
import { findNotaParaPapel } from "./nota-papel.rows.ts";
import { NOME_PAPEL } from "./nota-papel.ts";
import { isBilhete, writeBilhete } from "./nota-publica.rules.ts";
import { printPapel } from "./print-papel.ts";

const unzip = promisify(gunzip);
const HOUR_MS = 3_600_000;

/** Verdicts of what may leave its conta, from best to worst; the others are refuted. */
const VEREDITOS_PUBLICOS = PUBLICAVEIS;
const DITA = { cancelada: "cancelado", denegada: "denegado" } as const;

/** Documents that one network may ask for in an hour, and files that it may fetch. */
const PEDIDOS = { coisa: "publico-pedido", max: 60, janelaMs: HOUR_MS, recusa: "muitosDownloads" } as const;
const ARQUIVOS = {
  coisa: "publico-arquivo",
  max: 120,
  janelaMs: HOUR_MS,
  recusa: "muitosDownloads",
} as const;

export const notaPublicaMethods = {
  "Nota.getNotaDownloadPublico": async (ctx, { captcha, ChaveAcesso }) => {
    const chave = readChave(ChaveAcesso, "ChaveAcesso");
    await spendCaptcha(ctx, { captcha, acao: "download" });
    await countUsoDaRede(ctx, ctx.visit.ip, PEDIDOS);
    const bilhete = writeBilhete(ctx.config.chave, { chave, agora: ctx.clock.now() });
    const { tipoNota, situacao } = await findPublica(ctx, chave);
    return { object: { ...bilhete, tipoNota, situacao } };
  },
} satisfies Pick<Handlers, "Nota.getNotaDownloadPublico">;

/**
 * What the address of a public download says. captcha: one just solved, or the ticket that one was
 * spent for.
 */
export type PedidoPublico = { captcha: string; chaveAcesso: string; formato: "xml" | "pdf" };

/**
 * The document that a ticket or a solved captcha opens: its XML as it is stored, or its printed
 * form, without the logo, which would say whose it is. Of one that was cancelled or denied the
 * printed form alone, which says so.
 * @throws {Refusal} captchaObrigatorio, chavePublicaObrigatoria, chaveInvalida, captchaInvalido,
 * downloadPublicoExpirado, muitosDownloads, downloadPublicoNaoEncontrado, downloadPublicoSoPapel,
 * papelIndisponivel
 */
export async function readNotaPublica(
  ctx: AppContext,
  ip: string,
  { captcha, chaveAcesso, formato }: PedidoPublico,
): Promise<Download> {
  if (captcha.trim() === "") throw new Refusal("captchaObrigatorio", { campo: "captcha" });
  const chave = readChave(chaveAcesso, "chaveAcesso");
  if (isResolvido(captcha)) {
    await spendCaptcha(ctx, { captcha, acao: "download" });
    await countUsoDaRede(ctx, ip, PEDIDOS);
  } else refuseOther(ctx, captcha, chave);
  await countUsoDaRede(ctx, ip, ARQUIVOS);
  const nota = await findPublica(ctx, chave);
  return formato === "pdf" ? await readPapel(ctx, nota) : await readXml(ctx, nota);
}

/** @throws {Refusal} downloadPublicoExpirado: it is no ticket of ours for this document, or is over */
function refuseOther({ config, clock }: AppContext, ticket: string, chave: string): void {
  const agora = clock.now();
  // Those of an older key are good until they are over.
  const segredos = [config.chave, ...config.chavesAntigas];
  if (segredos.some((segredo) => isBilhete(segredo, { ticket, chave, agora }))) return;
  throw new Refusal("downloadPublicoExpirado", { campo: "captcha" });
}

/** About the text alone: it says nothing of what is kept here. */
function readChave(text: string, campo: string): string {
  if (text.trim() === "") throw new Refusal("chavePublicaObrigatoria", { campo });
  try {
    return parseChaveAcesso(text);
  } catch (error) {
    if (!(error instanceof InvalidChaveAcessoError)) throw error;
    throw new Refusal("chaveInvalida", { campo });
  }
}

/** A document as it leaves: with its bytes, and how it stands by all that is known of it. */
type Publica = NotaPublica & { chave: string; xmlGzip: Buffer };

/**
 * The best proven copy. A document of no conta, one in quarantine, one of third parties, one of a company that is not proved or has the download
 * off, and one that SEFAZ contradicts have the same answer after the same work.
 * @throws {Refusal} downloadPublicoNaoEncontrado
 */
async function findPublica({ database, config }: AppContext, chave: string): Promise<Publica> {
  const sandbox = config.sandbox !== null;
  const found = await database.portaria.findNotaPublica({
    ...{ chave, sandbox, vereditos: VEREDITOS_PUBLICOS, canceladas: CANCELADA, denegadas: DENEGADA },
  });
  if (found === null) throw new Refusal("downloadPublicoNaoEncontrado");
  const { contaId, notaId } = found;
  const nota = await database.withContaSql(contaId, (sql) => findNotaParaPapel(sql, contaId, notaId));
  // Refuted since it was found.
  if (nota === null || nota.situacao === "nao-conferida") throw new Refusal("downloadPublicoNaoEncontrado");
  // Anybody can send a cancellation that no author signed: strangers are not shown it before SEFAZ
  // has confirmed it.
  const known = nota.situacao === "cancelamento-informado" ? "normal" : nota.situacao;
  const situacao = found.situacao === "normal" ? known : found.situacao;
  return { ...found, situacao, chave: nota.chave, xmlGzip: nota.xmlGzip };
}

/** The XML as it is stored, of a document that stands as its XML says.   @throws {Refusal} downloadPublicoSoPapel, or as {@link passAntivirus} */
async function readXml(
  ctx: AppContext,
  { contaId, chave, tipoNota, situacao, xmlGzip }: Publica,
): Promise<Download> {
  if (situacao !== "normal")
    throw new Refusal("downloadPublicoSoPapel", { values: { situacao: DITA[situacao] } });
  const nome = `${chave}-${tipoNota.toLowerCase()}.xml`;
  const file = { nome, tipo: "application/xml", bytes: xmlGzip, gzip: true };
  return await passAntivirus(ctx, contaId, file);
}

async function readPapel(
  ctx: AppContext,
  { chave, tipoNota, situacao, xmlGzip }: Publica,
): Promise<Download> {
  const pedido = { xml: await unzip(xmlGzip), doDocumento: null, situacao, logo: null };
  const impresso = ctx.print ? await ctx.print(pedido) : printPapel(pedido);
  if (impresso === null) throw new Refusal("papelIndisponivel");
  const nome = `${chave}-${NOME_PAPEL[tipoNota]}.pdf`;
  return { nome, tipo: "application/pdf", bytes: impresso.pdf, gzip: false };
}
