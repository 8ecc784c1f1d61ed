import { HOUR_MS, InvalidChaveAcessoError, MODELOS, parseChaveAcesso } from "@malote/syntax";
import type { AppContext } from "../../../app-context.ts";
import { gunzip } from "../../../compression.ts";
import type { PublicNotaRow } from "../../../db/index.ts";
import { Refusal } from "../../../errors.ts";
import { scanDownload } from "../../antivirus/scan-download.ts";
import { isSolvedCaptcha } from "../../captcha/captcha.rules.ts";
import { spendCaptcha } from "../../captcha/spend-captcha.ts";
import { PUBLISHABLE_VEREDITOS } from "../../evento/evento.rules.ts";
import type { Download } from "../../file-download.ts";
import type { Handlers } from "../../handler.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES } from "../../manifestacao/manifestacao.rules.ts";
import { countNetworkUse } from "../../rate-limit/count-network-use.ts";
import { printForm } from "../document/print-form.ts";
import { findNotaForPrintedForm } from "../document/printed-form.rows.ts";
import { isValidTicket, writeTicket } from "./ticket.rules.ts";

/** Vereditos that allow a public download, best first; the others are refuted. */
const PUBLIC_VEREDITOS = PUBLISHABLE_VEREDITOS;
const SITUACAO_WORDS = { cancelada: "cancelado", denegada: "denegado" } as const;

/** Limits per network and hour, for document requests and for file downloads. */
const REQUEST_LIMIT = {
  coisa: "publico-pedido",
  max: 60,
  janelaMs: HOUR_MS,
  recusa: "muitosDownloads",
} as const;
const FILE_LIMIT = {
  coisa: "publico-arquivo",
  max: 120,
  janelaMs: HOUR_MS,
  recusa: "muitosDownloads",
} as const;

export const publicNotaMethods = {
  "Nota.getNotaDownloadPublico": async (ctx, { captcha, ChaveAcesso }) => {
    const chave = readChave(ChaveAcesso, "ChaveAcesso");
    await spendCaptcha(ctx, { captcha, action: "download" });
    await countNetworkUse(ctx, ctx.visit.ip, REQUEST_LIMIT);
    const bilhete = writeTicket(ctx.config.chave, { chave, now: ctx.clock.now() });
    const { tipoNota, situacao } = await findPublicNota(ctx, chave);
    return { object: { ...bilhete, tipoNota, situacao } };
  },
} satisfies Pick<Handlers, "Nota.getNotaDownloadPublico">;

/** Parameters of a public download URL. captcha: a solved captcha, or the ticket issued for one. */
export type PublicDownloadParams = { captcha: string; chaveAcesso: string; formato: "xml" | "pdf" };

/**
 * Opens a document with a ticket or a solved captcha: its stored XML, or its printed form without a
 * logo, which would reveal the conta. A cancelled or denied document has only its printed form.
 * @throws {Refusal} captchaObrigatorio, chavePublicaObrigatoria, chaveInvalida, captchaInvalido,
 * downloadPublicoExpirado, muitosDownloads, downloadPublicoNaoEncontrado, downloadPublicoSoPapel,
 * papelIndisponivel
 */
export async function readPublicNota(
  ctx: AppContext,
  ip: string,
  { captcha, chaveAcesso, formato: format }: PublicDownloadParams,
): Promise<Download> {
  if (captcha.trim() === "") throw new Refusal("captchaObrigatorio", { campo: "captcha" });
  const chave = readChave(chaveAcesso, "chaveAcesso");
  if (isSolvedCaptcha(captcha)) {
    await spendCaptcha(ctx, { captcha, action: "download" });
    await countNetworkUse(ctx, ip, REQUEST_LIMIT);
  } else refuseInvalidTicket(ctx, captcha, chave);
  await countNetworkUse(ctx, ip, FILE_LIMIT);
  const nota = await findPublicNota(ctx, chave);
  return format === "pdf" ? await readPrintedForm(ctx, nota) : await readXml(ctx, nota);
}

/** @throws {Refusal} downloadPublicoExpirado: the ticket is not ours, not for this document, or expired */
function refuseInvalidTicket({ config, clock }: AppContext, ticket: string, chave: string): void {
  const now = clock.now();
  // Tickets signed with an earlier key stay valid until they expire.
  const secrets = [config.chave, ...config.previousKeys];
  if (secrets.some((secret) => isValidTicket(secret, { ticket, chave, now }))) return;
  throw new Refusal("downloadPublicoExpirado", { campo: "captcha" });
}

/** Checks only the text: the answer reveals nothing about stored documents. */
function readChave(text: string, field: string): string {
  if (text.trim() === "") throw new Refusal("chavePublicaObrigatoria", { campo: field });
  try {
    return parseChaveAcesso(text);
  } catch (error) {
    if (!(error instanceof InvalidChaveAcessoError)) throw error;
    throw new Refusal("chaveInvalida", { campo: field });
  }
}

/** A document for public download: its bytes, and its situacao by all that is known. */
type PublicNota = PublicNotaRow & { chave: string; xmlGzip: Buffer };

/**
 * Finds the copy with the best veredito. All refusals look alike and cost the same work: unknown chave,
 * quarantine, third parties, contradicted by SEFAZ, empresa not proved or with the download off.
 * @throws {Refusal} downloadPublicoNaoEncontrado
 */
async function findPublicNota({ database, config }: AppContext, chave: string): Promise<PublicNota> {
  const sandbox = config.sandbox !== null;
  const found = await database.gatekeeper.findPublicNota({
    ...{
      chave,
      sandbox,
      vereditos: PUBLIC_VEREDITOS,
      canceladas: CANCELLED_STATUSES,
      denegadas: DENIED_STATUSES,
    },
  });
  if (found === null) throw new Refusal("downloadPublicoNaoEncontrado");
  const { contaId, notaId } = found;
  const nota = await database.withConta(contaId, (db) => findNotaForPrintedForm(db, contaId, notaId));
  // Its veredito was refuted after the first query.
  if (nota === null || nota.situacao === "nao-conferida") throw new Refusal("downloadPublicoNaoEncontrado");
  // Anyone can send a cancellation that its author did not sign: outsiders do not see it until
  // SEFAZ confirms it.
  const known = nota.situacao === "cancelamento-informado" ? "normal" : nota.situacao;
  const situacao = found.situacao === "normal" ? known : found.situacao;
  return { ...found, situacao, chave: nota.chave, xmlGzip: nota.xmlGzip };
}

/** The stored XML of a document whose situacao is normal.
 * @throws {Refusal} downloadPublicoSoPapel, or as {@link scanDownload} */
async function readXml(
  ctx: AppContext,
  { contaId, chave, tipoNota, situacao, xmlGzip }: PublicNota,
): Promise<Download> {
  if (situacao !== "normal")
    throw new Refusal("downloadPublicoSoPapel", { values: { situacao: SITUACAO_WORDS[situacao] } });
  const nome = `${chave}-${tipoNota.toLowerCase()}.xml`;
  const file = { nome, tipo: "application/xml", bytes: xmlGzip, gzip: true };
  return await scanDownload(ctx, contaId, file);
}

async function readPrintedForm(
  ctx: AppContext,
  { chave, tipoNota, situacao, xmlGzip }: PublicNota,
): Promise<Download> {
  const input = {
    xml: await gunzip(xmlGzip),
    documentXml: null,
    situacao,
    logo: null,
    format: "pdf" as const,
  };
  const printed = ctx.print ? await ctx.print(input) : printForm(input);
  if (printed === null) throw new Refusal("papelIndisponivel");
  const nome = `${chave}-${MODELOS[tipoNota].printedForm.arquivo}.pdf`;
  return { nome, tipo: "application/pdf", bytes: printed, gzip: false };
}
