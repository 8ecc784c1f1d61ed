import type { CHAIN_STATES, ChartType } from "@malote/contract";
import type { Examination, JsonDfe, Reading, Trust } from "@malote/dfe";
import type { PrintSituacao } from "@malote/print";
import type { CertificadoA1, OpenedCertificado } from "@malote/sefaz";
import type { Antivirus } from "./antivirus/antivirus.ts";
import type { BlobStore, StoreGuard } from "./blob/blob-store.ts";
import type { MissingBlobCounter } from "./blob/missing-blob-counter.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/index.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { ContaPace } from "./pace/conta-pace.ts";
import type { SecretBox } from "./secrets/secret-box.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** Parses and verifies one file. */
export type Examine = (bytes: Uint8Array, trust: Trust) => Promise<Examination>;

/** Extracts the text of a PDF. */
export type ReadPdf = (bytes: Uint8Array) => Promise<PdfText>;

/** The text of a PDF, "" where none is readable, and the CPU that reading it took, in ms. */
export type PdfText = { texto: string; cpuMs: number };

/** A certificate file to open. ancoras: PEM of the authorities that the installation trusts. */
export type CertificadoFile = { pfx: Uint8Array; senha: string; ancoras: readonly string[]; now: Date };

/** What leaves the worker thread that opens a certificate file: all but the private key. */
export type CertificadoWithoutKey = Omit<CertificadoA1, "chavePem">;

/** cadeia: the result of the chain check. `ocupado`: the queue of files to open is full. */
export type OpenResult =
  | { kind: "ok"; certificado: CertificadoWithoutKey; cadeia: (typeof CHAIN_STATES)[number] }
  | { kind: "ocupado" }
  | Exclude<OpenedCertificado, { kind: "ok" }>;

/** Opens a certificate file and returns its public data; the private key stays in that thread. */
export type OpenPfx = (pfxFile: CertificadoFile) => Promise<OpenResult>;

/** Input of a printed form: the XML of a document or evento; for an evento also that of its document. */
export type PrintedFormInput = {
  xml: Uint8Array;
  documentXml: Uint8Array | null;
  situacao: PrintSituacao;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
  /** A PDF, or the same drawing as SVG for our own pages. */
  format: "pdf" | "svg";
};

/** Prints a document or evento into a file; null when it has no printed form. */
export type Print = (request: PrintedFormInput) => Promise<Uint8Array | null>;

/** Shrinks a logo; null when the bytes are not an image. */
export type ShrinkLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** A chart to draw as a picture. width: of the picture, in pixels; drawing: an SVG with its own size. */
export type ChartRequest = {
  drawing: { svg: string; width: number; height: number };
  type: Exclude<ChartType, "image/svg+xml">;
  width: number;
};

/**
 * Draws a chart; null when it cannot be drawn, "ocupado" when the queue is full, "falhou" when the
 * drawing process ended or timed out.
 */
export type DrawChart = (request: ChartRequest) => Promise<Uint8Array | null | "ocupado" | "falhou">;

/** A list whose file is built as a whole; services/exportacao knows its rows. */
export type ListFile = { formato: "XLSX" | "PDF"; notas: readonly object[] };

/** Dependencies of every method, stage and job of one process. */
export type AppContext = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  /** Blobs that this process requested and that the store lacks. */
  missingBlobs: MissingBlobCounter;
  /** Checks that the folder of blobs belongs to this database. */
  storeGuard: StoreGuard;
  /** When the dispatcher last looked for due tasks, by performance.now(); null without one, as in http. */
  dispatching: { lookedAt: number | null };
  secretBox: SecretBox;
  clock: Clock;
  log: Logger;
  /** Metrics of this process. */
  metrics: Metrics;
  /** Records spans if the operator configured a collector. */
  tracing: Tracing;
  /** The outgoing mail server; connects with the first e-mail. */
  mail: Mailer;
  /** Scans files before they leave to users. Absent without a configured scanner: nothing is scanned. */
  antivirus?: Antivirus;
  /** Fair scheduling of signed-in callers by conta. Absent outside http: every call starts at once. */
  pace?: ContaPace;
  /** Notifies the dispatcher of a newly planned task; call it after the commit. Absent in http. */
  wake?: () => void;
  /** Verifies a file in a worker thread. Absent inside a thread: verified in place. */
  examine?: Examine;
  /** Reads a stored document in a worker thread. Absent inside a thread: read in place. */
  readDfe?: (bytes: Uint8Array) => Promise<Reading>;
  /** Reads a stored document as JSON; null when it is not a document. */
  readJson?: (bytes: Uint8Array) => Promise<JsonDfe | null>;
  /** Sign of life of a thread, called between two steps of a long reading. Absent outside a thread. */
  pulse?: () => void;
  /** Opens a certificate file in a thread that can be terminated. Absent: opened in place. */
  openPfx?: OpenPfx;
  /** Reads a PDF in a thread that can be terminated. Absent: read in place. */
  readPdf?: ReadPdf;
  /** Prints a document in a worker thread. Absent: printed in place. */
  print?: Print;
  /** Shrinks a logo in a worker thread. Absent: shrunk in place. */
  shrinkLogo?: ShrinkLogo;
  /** Draws a chart in a process that can be terminated. Absent: drawn in place. */
  drawGrafico?: DrawChart;
  /** Writes a list as a file in a worker thread. Absent: written in place. */
  writeLista?(list: ListFile): Promise<Uint8Array>;
};
