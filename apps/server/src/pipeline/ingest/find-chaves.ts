import { findChaves, hasDfe, PDF_LIMITS, readPdfText } from "@malote/mailbox";
import { abbreviationOfModelo, type ChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { saveChavesSemXml } from "../../services/email/email-chaves.rows.ts";
import type { Stage, StageContext } from "../stage.ts";
import { type EmailFile, outcome } from "./email-part.ts";
import { readHtmlText } from "./html-text.ts";

/** PDFs held back until a document appears, and their total bytes. */
const PDFS_MAX = 10;
const PDFS_BYTES = 3 * PDF_LIMITS.bytes;
/** Bytes of text searched: per body, and in all bodies of forwards and packages. */
const TEXT_MAX = 500_000;
const TEXTS_MAX = 1_000_000;
/** Chaves reported per e-mail, and per PDF. */
const CHAVES_MAX = 50;
const PDF_CHAVES_MAX = 3;

/**
 * Passes every file on. If an e-mail contains no document at all, its PDFs come last, with the
 * chaves they name. Chaves in the texts are stored with the e-mail, to show which XML is missing.
 */
export const findChavesWithoutXml: Stage<EmailFile, EmailFile> = {
  nome: "find-chaves",
  job: "ingest",
  async *run(ctx, inputs) {
    const search: ChaveSearch = { hasDocument: false, texts: [], readBytes: 0, pdfs: [], bytes: 0 };
    for await (const file of inputs) {
      look(search, file);
      if (!hold(search, file)) yield file;
      if (search.hasDocument) yield* search.pdfs.splice(0);
    }
    if (search.hasDocument) return;
    const chaves = new Set(search.texts.flatMap(findChaves));
    for (const pdf of search.pdfs) {
      const named = await readChaves(ctx, pdf);
      for (const chave of named) chaves.add(chave);
      yield named.length === 0 ? pdf : { ...pdf, outcome: outcome("nao-dfe", "so-pdf", describe(named)) };
    }
    if (chaves.size > 0) await save(ctx, [...chaves].slice(0, CHAVES_MAX));
  },
};

/** `hasDocument`: a document or evento was seen, valid or not. */
type ChaveSearch = {
  hasDocument: boolean;
  texts: string[];
  readBytes: number;
  pdfs: EmailFile[];
  bytes: number;
};

function look(search: ChaveSearch, { bytes, tipo, outcome: settled }: EmailFile): void {
  if (search.hasDocument) return;
  if (settled?.motivo === "corpo-da-mensagem") {
    const looked = bytes.subarray(0, Math.min(TEXT_MAX, TEXTS_MAX - search.readBytes));
    if (looked.length === 0) return;
    search.readBytes += looked.length;
    const texto = Buffer.from(looked).toString("utf8");
    search.texts.push((tipo === "text/html" ? readHtmlText(texto) : texto) ?? "");
  } else if (settled === null) {
    search.hasDocument = hasDfe(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

function hold(search: ChaveSearch, file: EmailFile): boolean {
  const { bytes } = file;
  const isPdf = file.outcome === null && Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
  if (search.hasDocument || !isPdf || bytes.length > PDF_LIMITS.bytes) return false;
  if (search.pdfs.length >= PDFS_MAX || search.bytes + bytes.length > PDFS_BYTES) return false;
  search.bytes += bytes.length;
  search.pdfs.push(file);
  return true;
}

/** From the text, else from the file name: many are named by their chave. */
async function readChaves(ctx: StageContext, { bytes, nome }: EmailFile): Promise<ChaveAcesso[]> {
  if (ctx.limits?.cost.isOver()) return findChaves(nome ?? "");
  const inText = findChaves(await readText(ctx, bytes));
  return inText.length > 0 ? inText : findChaves(nome ?? "");
}

/** Another thread reads the PDF; its CPU counts for the e-mail. */
async function readText({ readPdf, limits: reading }: StageContext, bytes: Uint8Array): Promise<string> {
  if (readPdf === undefined) return await readPdfText(bytes);
  const { texto, cpuMs } = await readPdf(bytes);
  reading?.cost.add(cpuMs);
  return texto;
}

/** "NF-e 1234 (chave 3526…)", so that the supplier recognizes it. */
function describe(chaves: readonly ChaveAcesso[]): string {
  const shown = chaves.slice(0, PDF_CHAVES_MAX).map((chave) => {
    const { modelo, numero } = splitChaveAcesso(chave);
    return `${abbreviationOfModelo(modelo) ?? "documento"} ${Number(numero)} (chave ${chave})`;
  });
  const more = chaves.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` e mais ${more}` : "");
}

async function save(ctx: StageContext, chaves: readonly ChaveAcesso[]): Promise<void> {
  const { contaId, alvo: emailId } = ctx.job;
  await ctx.database.withConta(contaId, (db) => saveChavesSemXml(db, contaId, { emailId, chaves }));
}
