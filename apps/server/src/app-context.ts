import path from "node:path";
import type { Confianca, Exame, JsonDfe, Leitura } from "@malote/dfe";
import type { Impresso } from "@malote/print";
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

/** Reads and judges one file. */
export type Examine = (bytes: Uint8Array, confianca: Confianca) => Promise<Exame>;

/** The text of a PDF, "" where it has none that can be read. */
export type ReadPdf = (bytes: Uint8Array) => Promise<PdfLido>;

/** The text of a PDF, "" where none could be read, and the CPU that reading it took, in ms. */
export type PdfLido = { texto: string; cpuMs: number };

/** Opens a certificate file as far as it may be seen: its key stays where it was opened. */
export type OpenPfx = (arquivo: ArquivoFechado) => Promise<Abertura>;

/** Prints the paper of a document or evento; null when it has none. */
export type Print = (pedido: PapelPedido) => Promise<Impresso | null>;

/** Makes a logo small; null when it is none. */
export type ShrinkLogo = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** Draws a chart; null when it cannot be drawn, "ocupado" when too many wait, "falhou" when whoever draws ended or took too long. */
export type DrawGrafico = (pedido: GraficoPedido) => Promise<Uint8Array | null | "ocupado" | "falhou">;

/** What every method, stage and job of one process stands on. */
export type AppContext = {
  config: Config;
  database: Database;
  blobs: BlobStore;
  /** What people asked this process for and the store lacks. */
  ausentes: MissingBlobs;
  /** Says whether the folder of blobs is the one of this database. */
  storeGuard: StoreGuard;
  /** When this process' dispatcher last looked for due work, by performance.now(); null where there is none, as in http. */
  dispatching: { lookedAt: number | null };
  cofre: Cofre;
  clock: Clock;
  log: Logger;
  /** What this process counts of itself. */
  medidas: Medidas;
  /** Records spans where the operator named a collector. */
  tracing: Tracing;
  /** Where letters leave from; opens nothing until the first one goes. */
  correio: Correio;
  /** Scans what leaves to people. Absent where the operator named no scanner: everything leaves. */
  antivirus?: Antivirus;
  /** Turns of the contas whose callers signed in. Absent outside http: every call begins at once. */
  pace?: ContaPace;
  /** Tells this process' dispatcher that a tarefa was just planned; call it after the commit. Absent in http. */
  wake?: () => void;
  /** Judges a file in a thread. Absent in a thread: it is judged in place. */
  examine?: Examine;
  /** Reads a stored document in a thread. Absent in a thread: it is read in place. */
  readDfe?: (bytes: Uint8Array) => Promise<Leitura>;
  /** The same, as JSON; null when it is no document. */
  readJson?: (bytes: Uint8Array) => Promise<JsonDfe | null>;
  /** A sign of life of a thread, called between two steps of a long reading. Absent outside of a thread. */
  pulse?: () => void;
  /** Opens a certificate file where it holds nobody up and can be ended. Absent where nothing waits: it is opened in place. */
  openPfx?: OpenPfx;
  /** Reads a PDF where it can be ended. Absent where nothing waits: it is read in place. */
  readPdf?: ReadPdf;
  /** Prints a paper where it holds nobody up. Absent where nothing waits: it is printed in place. */
  print?: Print;
  /** Opens a logo where it holds nobody up. Absent where nothing waits: it is opened in place. */
  shrinkLogo?: ShrinkLogo;
  /** Draws a chart where it can be ended. Absent where nothing waits: it is drawn in place. */
  drawGrafico?: DrawGrafico;
  /** Writes a list as a file where it holds nobody up. Absent where nothing waits: it is written in place. */
  writeLista?: WriteLista;
};

/** processo: its name in the log; poolMax: its connections to the database; tracing: other than its own exports, or none. */
export type ContextOptions = { processo: string; poolMax?: number; clock?: Clock; tracing?: Tracing };

/** Where the blobs of a house lie. */
export function blobsOf({ dataDir }: Pick<Config, "dataDir">): string {
  return path.join(dataDir, "blobs");
}

/** The day of the sandbox, where there is one: its console moves it. */
function clockOf({ sandbox }: Config): Clock {
  const file = sandbox?.info.relogio;
  return file === undefined ? systemClock : followClock(file);
}

/**
 * Opens what a process stands on; `ctx.database.close()` closes it.
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
