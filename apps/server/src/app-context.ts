import path from "node:path";
import type { Confianca, Exame, JsonDfe, Leitura } from "@malote/dfe";
import type { PrintedPdf } from "@malote/print";
import { type Antivirus, createAntivirus } from "./antivirus/antivirus.ts";
import type { BlobStore, StoreGuard } from "./blob/blob-store.ts";
import { createFolderStore } from "./blob/folder-store.ts";
import { createMissingBlobs, type MissingBlobs } from "./blob/missing-blobs.ts";
import { createStoreGuard } from "./blob/store-identity.ts";
import type { Clock } from "./clock.ts";
import { followClock, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { type Correio, createCorreio } from "./correio/correio.ts";
import type { Database } from "./db/index.ts";
import { openDatabase } from "./db/index.ts";
import type { Logger } from "./log.ts";
import { createLogger } from "./log.ts";
import { createMedidas, type Medidas } from "./medidas/medidas.ts";
import type { ContaPace } from "./pace/conta-pace.ts";
import type { Cofre } from "./secrets/cofre.ts";
import { createCofre } from "./secrets/cofre.ts";
import type { Abertura } from "./services/certificado/certificado.rules.ts";
import type { ArquivoFechado } from "./services/certificado/open-arquivo.ts";
import type { WriteLista } from "./services/exportacao/write-lista.ts";
import type { GraficoPedido } from "./services/grafico/draw-grafico.ts";
import type { PapelPedido } from "./services/nota/print-papel.ts";
import { openTracing } from "./tracing/open-tracing.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** Parses and verifies one file. */
export type Examine = (bytes: Uint8Array, confianca: Confianca) => Promise<Exame>;

/** Extracts the text of a PDF. */
export type ReadPdf = (bytes: Uint8Array) => Promise<PdfLido>;

/** The text of a PDF, "" where none is readable, and the CPU that reading it took, in ms. */
export type PdfLido = { texto: string; cpuMs: number };

/** Opens a certificate file and returns its public data; the private key stays in that thread. */
export type OpenPfx = (arquivo: ArquivoFechado) => Promise<Abertura>;

/** Prints a document or evento; null when it has no printed form. */
export type Print = (pedido: PapelPedido) => Promise<PrintedPdf | null>;

/** Shrinks a logo; null when the bytes are not an image. */
export type ShrinkLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/**
 * Draws a chart; null when it cannot be drawn, "ocupado" when the queue is full, "falhou" when the
 * drawing process ended or timed out.
 */
export type DrawGrafico = (pedido: GraficoPedido) => Promise<Uint8Array | null | "ocupado" | "falhou">;

/** Dependencies of every method, stage and job of one process. */
export type AppContext = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  /** Blobs that this process requested and that the store lacks. */
  ausentes: MissingBlobs;
  /** Checks that the folder of blobs belongs to this database. */
  storeGuard: StoreGuard;
  /** When the dispatcher last looked for due tasks, by performance.now(); null without one, as in http. */
  dispatching: { lookedAt: number | null };
  cofre: Cofre;
  clock: Clock;
  log: Logger;
  /** Metrics of this process. */
  medidas: Medidas;
  /** Records spans if the operator configured a collector. */
  tracing: Tracing;
  /** The outgoing mail server; connects with the first e-mail. */
  correio: Correio;
  /** Scans files before they leave to users. Absent without a configured scanner: nothing is scanned. */
  antivirus?: Antivirus;
  /** Fair scheduling of signed-in callers by conta. Absent outside http: every call starts at once. */
  pace?: ContaPace;
  /** Notifies the dispatcher of a newly planned task; call it after the commit. Absent in http. */
  wake?: () => void;
  /** Verifies a file in a worker thread. Absent inside a thread: verified in place. */
  examine?: Examine;
  /** Reads a stored document in a worker thread. Absent inside a thread: read in place. */
  readDfe?: (bytes: Uint8Array) => Promise<Leitura>;
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
  drawGrafico?: DrawGrafico;
  /** Writes a list as a file in a worker thread. Absent: written in place. */
  writeLista?: WriteLista;
};

/** processo: the name in the log; poolMax: database connections; tracing: replaces the configured export. */
export type ContextOptions = { processo: string; poolMax?: number; clock?: Clock; tracing?: Tracing };

/** Folder of the blobs of an installation. */
export function blobsOf({ dataDir }: Pick<Config, "dataDir">): string {
  return path.join(dataDir, "blobs");
}

/** The sandbox's clock if the sandbox is on: its console moves it. */
function clockOf({ sandbox }: Config): Clock {
  const file = sandbox?.info.relogio;
  return file === undefined ? systemClock : followClock(file);
}

/**
 * Opens the dependencies of a process; `ctx.database.close()` closes them.
 * @throws {StartRefusal} when the database's role is too powerful
 */
export async function openContext(config: Config, o: ContextOptions): Promise<AppContext> {
  const log = createLogger(o.processo, config.logLevel);
  const clock = o.clock ?? clockOf(config);
  const database = await openDatabase(
    config,
    o.poolMax === undefined ? { log } : { log, poolMax: o.poolMax },
  );
  const storeGuard = createStoreGuard(blobsOf(config), database.portaria);
  const blobs = createFolderStore(blobsOf(config), clock, storeGuard);
  const correio = createCorreio(config.smtp);
  const medidas = createMedidas();
  const { processo } = o;
  return {
    config,
    database,
    blobs,
    ausentes: createMissingBlobs(blobs),
    storeGuard,
    dispatching: { lookedAt: null },
    cofre: createCofre(config.chave, config.chavesAntigas),
    clock,
    log,
    correio,
    medidas,
    tracing: o.tracing ?? (await openTracing({ config, processo, medidas, log })),
    ...(config.antivirus === null ? {} : { antivirus: createAntivirus(config.antivirus) }),
  };
}
