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

/** Vereditos that allow a public download, best first; the others are refuted. */
const VEREDITOS_PUBLICOS = PUBLICAVEIS;
const DITA = { cancelada: "cancelado", denegada: "denegado" } as const;

/** Limits per network and hour, for document requests and for file downloads. */
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

/** Parameters of a public download URL. captcha: a solved captcha, or the ticket issued for one. */
export type PedidoPublico = { captcha: string; chaveAcesso: string; formato: "xml" | "pdf" };

/**
 * Opens a document with a ticket or a solved captcha: its stored XML, or its printed form without a
 * logo, which would reveal the conta. A cancelled or denied document has only its printed form.
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

/** @throws {Refusal} downloadPublicoExpirado: the ticket is not ours, not for this document, or expired */
function refuseOther({ config, clock }: AppContext, ticket: string, chave: string): void {
  const agora = clock.now();
  // Tickets signed with an earlier key stay valid until they expire.
  const segredos = [config.chave, ...config.chavesAntigas];
  if (segredos.some((segredo) => isBilhete(segredo, { ticket, chave, agora }))) return;
  throw new Refusal("downloadPublicoExpirado", { campo: "captcha" });
}

/** Checks only the text: the answer reveals nothing about stored documents. */
function readChave(text: string, campo: string): string {
  if (text.trim() === "") throw new Refusal("chavePublicaObrigatoria", { campo });
  try {
    return parseChaveAcesso(text);
  } catch (error) {
    if (!(error instanceof InvalidChaveAcessoError)) throw error;
    throw new Refusal("chaveInvalida", { campo });
  }
}

/** A document for public download: its bytes, and its situacao by all that is known. */
type Publica = NotaPublica & { chave: string; xmlGzip: Buffer };

/**
 * Finds the copy with the best veredito. All refusals look alike and cost the same work: unknown chave,
 * quarantine, third parties, contradicted by SEFAZ, empresa not proved or with the download off.
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
  // Its veredito was refuted after the first query.
  if (nota === null || nota.situacao === "nao-conferida") throw new Refusal("downloadPublicoNaoEncontrado");
  // Anyone can send a cancellation that its author did not sign: outsiders do not see it until
  // SEFAZ confirms it.
  const known = nota.situacao === "cancelamento-informado" ? "normal" : nota.situacao;
  const situacao = found.situacao === "normal" ? known : found.situacao;
  return { ...found, situacao, chave: nota.chave, xmlGzip: nota.xmlGzip };
}

/** The stored XML of a document whose situacao is normal.
 * @throws {Refusal} downloadPublicoSoPapel, or as {@link passAntivirus} */
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
