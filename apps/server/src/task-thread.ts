/**
 * Program of the threads that run one short task after another. Each export is a task: its row for both
 * sides, because callers take its types from here (jobs/threads/task-pools.ts).
 */
import {
  type Examination,
  examineDfe,
  type JsonDfe,
  type Reading,
  readDfe as readDfeHere,
  readJson as readJsonHere,
  type Trust,
} from "@malote/dfe";
import { readPdfText } from "@malote/mailbox";
import type { PdfText, PrintedFormInput } from "./app-context.ts";
import { beginThread } from "./jobs/threads/thread-start.ts";
import { cpuMs } from "./pipeline/ingest/cpu.ts";
import { shrinkLogo as shrinkLogoHere } from "./services/empresa/logo.rules.ts";
import { printForm, UnprintableForm } from "./services/nota/document/print-form.ts";

export { openCertificadoFile as openPfx } from "./services/certificado/open-certificado-file.ts";
export { writeListFile as writeList } from "./services/exportacao/write-list-file.ts";

beginThread();

type Bytes = { bytes: Uint8Array };

let knownCas: Trust["trustedCas"] = [];

/** `bytes` of the result are empty when they are those of the file. */
export function examine({ bytes, trust }: Bytes & { trust: Trust }): Examination {
  // The verifier caches by the identity of the list, and each call brings a copy of it.
  if (!isSameList(knownCas, trust.trustedCas)) knownCas = trust.trustedCas;
  const examination = examineDfe(bytes, { ...trust, trustedCas: knownCas });
  return examination.bytes === bytes ? { ...examination, bytes: new Uint8Array() } : examination;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

export function readDfe({ bytes }: Bytes): Reading {
  return readDfeHere(bytes);
}

export function readJson({ bytes }: Bytes): JsonDfe | null {
  return readJsonHere(bytes);
}

let loaded: Promise<unknown> | null = null;

export async function readPdf({ bytes }: Bytes): Promise<PdfText> {
  // Loads the library before the first reading is measured.
  loaded ??= readPdfText(Buffer.from("%PDF-"));
  await loaded;
  const began = cpuMs();
  const texto = await readPdfText(bytes);
  return { texto, cpuMs: cpuMs() - began };
}

/** undrawable: the cause of an {@link UnprintableForm}, which loses its class between threads. */
export function print(input: PrintedFormInput): { printed: Uint8Array | null } | { undrawable: unknown } {
  try {
    return { printed: printForm(input) };
  } catch (error) {
    return { undrawable: error instanceof UnprintableForm ? error.cause : error };
  }
}

export function shrinkLogo({ bytes }: Bytes): Uint8Array | null {
  return shrinkLogoHere(bytes);
}
