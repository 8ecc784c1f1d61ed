import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { TipoNota } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { passAntivirus } from "../antivirus/pass-antivirus.ts";
import type { Download } from "../download.ts";
import type { Caller } from "../handler.ts";
import { type EventoInteiro, findEventoInteiro, findNotaParaPapel } from "./nota-papel.rows.ts";
import { type PapelPedido, printPapel } from "./print-papel.ts";

const unzip = promisify(gunzip);

/** File name of the printed form of each type. */
export const NOME_PAPEL: Readonly<Record<TipoNota, string>> = {
  NFe: "danfe",
  NFCe: "danfe-nfce",
  CTe: "dacte",
  CTeOS: "dacte-os",
  MDFe: "damdfe",
};

/**
 * The printed form of a document of any type, drawn from its XML on each call. In quarantine, each page
 * states across its width that the document is not verified.
 * @throws {Refusal} notaNaoEncontrada, papelIndisponivel
 */
export async function readPapelFile(ctx: AppContext, { contaId }: Caller, id: string): Promise<Download> {
  const nota = await ctx.database.withContaSql(contaId, (sql) => findNotaParaPapel(sql, contaId, id));
  if (nota === null) throw new Refusal("notaNaoEncontrada");
  const { situacao, logo, chave, tipoNota } = nota;
  const pdf = await print(ctx, { xml: await unzip(nota.xmlGzip), doDocumento: null, situacao, logo });
  return toPdf(`${chave}-${NOME_PAPEL[tipoNota]}`, pdf);
}

/** The file of an evento: its stored XML, or its printed form.
 * @throws {Refusal} eventoNaoEncontrado, papelIndisponivel, or as {@link passAntivirus} */
export async function readEventoFile(
  ctx: AppContext,
  { contaId }: Caller,
  { id, formato }: { id: string; formato: "xml" | "pdf" },
): Promise<Download> {
  const evento = await ctx.database.withContaSql(contaId, (sql) => findEventoInteiro(sql, contaId, id));
  if (evento === null) throw new Refusal("eventoNaoEncontrado");
  const nome = nameEvento(evento);
  if (formato === "xml") {
    const file = { nome: `${nome}.xml`, tipo: "application/xml", bytes: evento.xmlGzip, gzip: true };
    return await passAntivirus(ctx, contaId, file);
  }
  const doDocumento = evento.doDocumentoGzip === null ? null : await unzip(evento.doDocumentoGzip);
  const xml = await unzip(evento.xmlGzip);
  return toPdf(nome, await print(ctx, { xml, doDocumento, situacao: evento.situacao, logo: null }));
}

/** File name of an evento, without extension. */
export function nameEvento({
  chave,
  tpEvento,
  nSeq,
}: Pick<EventoInteiro, "chave" | "tpEvento" | "nSeq">): string {
  return `${chave}-evento-${tpEvento}-${nSeq}`;
}

async function print(ctx: AppContext, pedido: PapelPedido): Promise<Uint8Array> {
  const impresso = ctx.print ? await ctx.print(pedido) : printPapel(pedido);
  if (impresso === null) throw new Refusal("papelIndisponivel");
  return impresso.pdf;
}

function toPdf(nome: string, bytes: Uint8Array): Download {
  return { nome: `${nome}.pdf`, tipo: "application/pdf", bytes, gzip: false };
}
