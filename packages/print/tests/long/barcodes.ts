// `npm run test:long -- barcodes [documents] [seed]`: prints generated documents, a third with
// letters in their key. A scanner must decode the bar code to the key and the QR code to the text of the
// XML. Each NF-e is printed in every layout of the A4 DANFE, in portrait and landscape.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { printDfe } from "../../src/print-dfe.ts";
import { codesOf, hasScanner } from "../../src/tests/external-tools.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
/** The document generator also writes eventos, whose printed form needs no bar code. */
const TIPOS = "nfe,nfce,cte,cteos,mdfe";
const WITH_LETTERS_MIN = 0.1;
/** One day of issue in each layout of the DANFE, and both orientations. */
const LAYOUTS = ["2026-11-30T10:00:00-03:00", "2026-12-01T10:00:00-03:00"];
const FORMATOS = ["1", "2"];

const documentos = Number(process.argv[2] ?? 200);
const seed = process.argv[3] ?? "6";
if (!hasScanner) throw new Error("pdftoppm and zbarimg are needed");

const folder = mkdtempSync(path.join(tmpdir(), "malote-barras-"));
try {
  process.exitCode = readAll(writeDocuments(path.join(folder, "xml"))) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes that many documents and returns their files. */
function writeDocuments(saida: string): string[] {
  const args = ["--quantidade", String(documentos), "--saida", saida, "--semente", seed, "--tipos", TIPOS];
  const places = [`DATA_DIR=${path.join(folder, "dados")}`, `INIT_CWD=${folder}`];
  const command = [...places, process.execPath, "scripts/papelaria.mjs", ...args];
  const run = spawnSync("env", command, { cwd: ROOT, stdio: "inherit" });
  if (run.status !== 0) throw new Error("the papelaria wrote no documents");
  const files = readdirSync(saida, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".xml"),
  );
  return files.sort().map((name) => path.join(saida, name));
}

/** Prints and reads back; reports the errors. */
function readAll(files: readonly string[]): boolean {
  let [correct, printedForms, withLettersCount, bars, qrs] = [0, 0, 0, 0, 0];
  for (const file of files) {
    const xml = readFileSync(file);
    const expected = expectedOf(xml);
    const form = readPrintedForm(xml);
    const variants = form ? variantsOf(form) : [];
    const wrong = variants.flatMap((each) => findWrong(each, expected) ?? []);
    if (variants.length > 0 && wrong.length === 0) correct += 1;
    else console.log(`errado: ${path.basename(file)}: ${wrong.join("; ") || "sem papel"}`);
    printedForms += variants.length;
    if (/[A-Z]/.test(expected.chave)) withLettersCount += 1;
    if (expected.hasBars) bars += variants.length;
    if (expected.qrCode !== null) qrs += variants.length;
  }
  console.log(
    `${correct} de ${files.length} documentos lidos de volta, em ${printedForms} papéis: ${bars} códigos de barras, ${qrs} QR Codes, ${withLettersCount} chaves com letras`,
  );
  return (
    correct === files.length &&
    files.length >= documentos &&
    withLettersCount >= documentos * WITH_LETTERS_MIN
  );
}

/** A document unchanged; an NF-e in every layout. */
function variantsOf(form: PrintedForm): PrintedForm[] {
  if (form.kind !== "nfe" || form.modelo !== "55") return [form];
  return LAYOUTS.flatMap((emissao) =>
    FORMATOS.map((formatoImpressao) => ({ ...form, emissao, formatoImpressao })),
  );
}

/** The decoded codes if one is wrong or missing; null if all are right. */
function findWrong(
  form: PrintedForm,
  { chave, qrCode, hasBars }: ReturnType<typeof expectedOf>,
): string | null {
  const codes = codesOf(printDfe({ form }).pdf);
  // @NOTE the A4 DANFE of an NF-e has no QR code yet (NT 2026.010 §4.5).
  const isRight = (!hasBars || codes.includes(chave)) && (qrCode === null || codes.includes(qrCode));
  return isRight ? null : codes.join(" | ") || "nada lido";
}

/** The expected codes of a document, read from its XML independently of readPrintedForm. */
function expectedOf(xml: Buffer): { chave: string; qrCode: string | null; hasBars: boolean } {
  const text = xml.toString();
  const chave = /<inf(?:NFe|Cte|CTeNorm|MDFe)\b[^>]*\bId="[A-Za-z]{3,4}([0-9A-Z]{44})"/.exec(text)?.[1] ?? "";
  const [, raw] = /<(?:qrCode|qrCodCTe|qrCodMDFe)>(?:<!\[CDATA\[)?([^<\]]+)/.exec(text) ?? [];
  return {
    chave,
    qrCode: raw?.replaceAll("&amp;", "&").trim() ?? null,
    hasBars: !text.includes("<mod>65</mod>"),
  };
}
