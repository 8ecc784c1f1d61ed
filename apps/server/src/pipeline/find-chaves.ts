import { findChaves, hasDfe, PDF_LIMITS, readPdfText } from "@malote/mailbox";
import { type ChaveAcesso, siglaOfModelo, splitChaveAcesso } from "@malote/syntax";
import { saveChavesSemXml } from "../services/email/email-chaves.rows.ts";
import { type Arquivo, sorte } from "./arquivo.ts";
import { readHtmlText } from "./html-text.ts";
import type { Stage, StageContext } from "./stage.ts";

/** PDFs held back until a document appears, and their total bytes. */
const PDFS_MAX = 10;
const PDFS_BYTES = 3 * PDF_LIMITS.bytes;
/** Bytes of text searched: per body, and in all bodies of forwards and packages. */
const TEXTO_MAX = 500_000;
const TEXTOS_MAX = 1_000_000;
/** Chaves reported per e-mail, and per PDF. */
const CHAVES_MAX = 50;
const CHAVES_DO_PDF_MAX = 3;

/**
 * Passes every file on. If an e-mail contains no document at all, its PDFs come last, with the
 * chaves they name. Chaves in the texts are stored with the e-mail, to show which XML is missing.
 */
export const findChavesSoltas: Stage<Arquivo, Arquivo> = {
  nome: "find-chaves",
  job: "ingest",
  async *run(ctx, inputs) {
    const busca: Busca = { veio: false, textos: [], lidos: 0, pdfs: [], bytes: 0 };
    for await (const arquivo of inputs) {
      look(busca, arquivo);
      if (!hold(busca, arquivo)) yield arquivo;
      if (busca.veio) yield* busca.pdfs.splice(0);
    }
    if (busca.veio) return;
    const chaves = new Set(busca.textos.flatMap(findChaves));
    for (const pdf of busca.pdfs) {
      const named = await readChaves(ctx, pdf);
      for (const chave of named) chaves.add(chave);
      yield named.length === 0 ? pdf : { ...pdf, sorte: sorte("nao-dfe", "so-pdf", describe(named)) };
    }
    if (chaves.size > 0) await save(ctx, [...chaves].slice(0, CHAVES_MAX));
  },
};

/** `veio`: a document or evento was seen, valid or not. */
type Busca = { veio: boolean; textos: string[]; lidos: number; pdfs: Arquivo[]; bytes: number };

function look(busca: Busca, { bytes, tipo, sorte: settled }: Arquivo): void {
  if (busca.veio) return;
  if (settled?.motivo === "corpo-da-mensagem") {
    const looked = bytes.subarray(0, Math.min(TEXTO_MAX, TEXTOS_MAX - busca.lidos));
    if (looked.length === 0) return;
    busca.lidos += looked.length;
    const texto = Buffer.from(looked).toString("utf8");
    busca.textos.push((tipo === "text/html" ? readHtmlText(texto) : texto) ?? "");
  } else if (settled === null) {
    busca.veio = hasDfe(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

function hold(busca: Busca, arquivo: Arquivo): boolean {
  const { bytes } = arquivo;
  const isPdf = arquivo.sorte === null && Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
  if (busca.veio || !isPdf || bytes.length > PDF_LIMITS.bytes) return false;
  if (busca.pdfs.length >= PDFS_MAX || busca.bytes + bytes.length > PDFS_BYTES) return false;
  busca.bytes += bytes.length;
  busca.pdfs.push(arquivo);
  return true;
}

/** From the text, else from the file name: many are named by their chave. */
async function readChaves(ctx: StageContext, { bytes, nome }: Arquivo): Promise<ChaveAcesso[]> {
  if (ctx.leitura?.custo.isOver()) return findChaves(nome ?? "");
  const inText = findChaves(await readTexto(ctx, bytes));
  return inText.length > 0 ? inText : findChaves(nome ?? "");
}

/** Another thread reads the PDF; its CPU counts for the e-mail. */
async function readTexto({ readPdf, leitura }: StageContext, bytes: Uint8Array): Promise<string> {
  if (readPdf === undefined) return await readPdfText(bytes);
  const { texto, cpuMs } = await readPdf(bytes);
  leitura?.custo.add(cpuMs);
  return texto;
}

/** "NF-e 1234 (chave 3526…)", so that the supplier recognizes it. */
function describe(chaves: readonly ChaveAcesso[]): string {
  const shown = chaves.slice(0, CHAVES_DO_PDF_MAX).map((chave) => {
    const { modelo, numero } = splitChaveAcesso(chave);
    return `${siglaOfModelo(modelo) ?? "documento"} ${Number(numero)} (chave ${chave})`;
  });
  const more = chaves.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` e mais ${more}` : "");
}

async function save(ctx: StageContext, chaves: readonly ChaveAcesso[]): Promise<void> {
  const { contaId, alvo: emailId } = ctx.job;
  await ctx.database.withContaSql(contaId, (sql) => saveChavesSemXml(sql, contaId, { emailId, chaves }));
}
