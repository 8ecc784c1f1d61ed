import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { VEREDITOS } from "@malote/dfe";
import { InvalidChaveAcessoError, parseChaveAcesso } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { NotaPublica } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { spendCaptcha } from "../captcha/spend-captcha.ts";
import type { Download } from "../download.ts";
import type { Handlers } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import { CANCELADA } from "../manifestacao/manifestacao.rules.ts";
import { readXmlFile } from "./nota-arquivo.ts";
import { findNotaParaPapel } from "./nota-papel.rows.ts";
import { NOME_PAPEL } from "./nota-papel.ts";
import { isBilhete, writeBilhete } from "./nota-publica.rules.ts";
import { printPapel } from "./print-papel.ts";

const unzip = promisify(gunzip);
const HOUR_MS = 3_600_000;

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
    const { tipoNota } = await findPublica(ctx, chave);
    return { object: { ...bilhete, tipoNota } };
  },
} satisfies Pick<Handlers, "Nota.getNotaDownloadPublico">;

/** What the address of a public download says. */
export type PedidoPublico = { ticket: string; chaveAcesso: string; formato: "xml" | "pdf" };

/**
 * The document that a ticket opens: its XML as it is stored, or its paper, without the logo, which would say whose it is.
 * @throws {Refusal} captchaObrigatorio, chavePublicaObrigatoria, chaveInvalida, downloadPublicoExpirado, muitosDownloads,
 *   downloadPublicoNaoEncontrado, papelIndisponivel
 */
export async function readNotaPublica(
  ctx: AppContext,
  ip: string,
  { ticket, chaveAcesso, formato }: PedidoPublico,
): Promise<Download> {
  if (ticket.trim() === "") throw new Refusal("captchaObrigatorio", { campo: "captcha" });
  const chave = readChave(chaveAcesso, "chaveAcesso");
  if (!isBilhete(ctx.config.chave, { ticket, chave, agora: ctx.clock.now() })) {
    throw new Refusal("downloadPublicoExpirado", { campo: "captcha" });
  }
  await countUsoDaRede(ctx, ip, ARQUIVOS);
  const nota = await findPublica(ctx, chave);
  return formato === "pdf" ? await readPapel(ctx, nota) : await readXmlFile(ctx, nota, nota.notaId);
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

/** A document of nobody, one in quarantine and one of third parties have the same answer after the same work. */
async function findPublica({ database, config }: AppContext, chave: string): Promise<NotaPublica> {
  const sandbox = config.sandbox !== null;
  const found = await database.portaria.findNotaPublica({
    ...{ chave, sandbox, vereditos: VEREDITOS, canceladas: CANCELADA },
  });
  if (found === null) throw new Refusal("downloadPublicoNaoEncontrado");
  return found;
}

async function readPapel(ctx: AppContext, { contaId, notaId }: NotaPublica): Promise<Download> {
  const nota = await ctx.database.withContaSql(contaId, (sql) => findNotaParaPapel(sql, contaId, notaId));
  if (nota === null) throw new Refusal("downloadPublicoNaoEncontrado");
  const { situacao, chave, tipoNota } = nota;
  const pedido = { xml: await unzip(nota.xmlGzip), doDocumento: null, situacao, logo: null };
  const impresso = ctx.print ? await ctx.print(pedido) : printPapel(pedido);
  if (impresso === null) throw new Refusal("papelIndisponivel");
  const nome = `${chave}-${NOME_PAPEL[tipoNota]}.pdf`;
  return { nome, tipo: "application/pdf", bytes: impresso.pdf, gzip: false };
}
