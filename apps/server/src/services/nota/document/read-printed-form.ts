import { MODELOS } from "@malote/syntax";
import type { AppContext, PrintedFormInput } from "../../../app-context.ts";
import { gunzip, gzip } from "../../../compression.ts";
import { Refusal } from "../../../errors.ts";
import { scanDownload } from "../../antivirus/scan-download.ts";
import type { Download } from "../../file-download.ts";
import type { Caller } from "../../handler.ts";
import { printForm } from "./print-form.ts";
import { type FullEvento, findFullEvento, findNotaForPrintedForm } from "./printed-form.rows.ts";

/**
 * The printed form of a document of any type, drawn from its XML on each call. In quarantine, each page
 * states across its width that the document is not verified.
 * @param format svg: for our own pages, sent as XML; an SVG that is opened alone may run scripts elsewhere
 * @throws {Refusal} notaNaoEncontrada, papelIndisponivel
 */
export async function readPrintedFormFile(
  ctx: AppContext,
  { contaId }: Caller,
  { id, format }: { id: string; format: "pdf" | "svg" },
): Promise<Download> {
  const nota = await ctx.database.withConta(contaId, (db) => findNotaForPrintedForm(db, contaId, id));
  if (nota === null) throw new Refusal("notaNaoEncontrada");
  const { situacao, logo, chave, tipoNota } = nota;
  const xml = await gunzip(nota.xmlGzip);
  const bytes = await print(ctx, { xml, documentXml: null, situacao, logo, format });
  const nome = `${chave}-${MODELOS[tipoNota].printedForm.arquivo}`;
  return format === "pdf"
    ? toPdf(nome, bytes)
    : { nome: `${nome}.svg`, tipo: "application/xml", bytes: await gzip(bytes), gzip: true };
}

/** The file of an evento: its stored XML, or its printed form.
 * @throws {Refusal} eventoNaoEncontrado, papelIndisponivel, or as {@link scanDownload} */
export async function readEventoFile(
  ctx: AppContext,
  { contaId }: Caller,
  { id, formato: format }: { id: string; formato: "xml" | "pdf" },
): Promise<Download> {
  const evento = await ctx.database.withConta(contaId, (db) => findFullEvento(db, contaId, id));
  if (evento === null) throw new Refusal("eventoNaoEncontrado");
  const nome = nameEvento(evento);
  if (format === "xml") {
    const file = { nome: `${nome}.xml`, tipo: "application/xml", bytes: evento.xmlGzip, gzip: true };
    return await scanDownload(ctx, contaId, file);
  }
  const documentXml = evento.doDocumentoGzip === null ? null : await gunzip(evento.doDocumentoGzip);
  const xml = await gunzip(evento.xmlGzip);
  const { situacao } = evento;
  return toPdf(nome, await print(ctx, { xml, documentXml, situacao, logo: null, format: "pdf" }));
}

/** File name of an evento, without extension. */
export function nameEvento({
  chave,
  tpEvento,
  nSeq,
}: Pick<FullEvento, "chave" | "tpEvento" | "nSeq">): string {
  return `${chave}-evento-${tpEvento}-${nSeq}`;
}

async function print(ctx: AppContext, input: PrintedFormInput): Promise<Uint8Array> {
  const printed = ctx.print ? await ctx.print(input) : printForm(input);
  if (printed === null) throw new Refusal("papelIndisponivel");
  return printed;
}

function toPdf(nome: string, bytes: Uint8Array): Download {
  return { nome: `${nome}.pdf`, tipo: "application/pdf", bytes, gzip: false };
}
