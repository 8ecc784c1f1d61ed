import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { DAY_MS, formatInteger, formatSize } from "@malote/syntax";
import { ensureFolder } from "../../disk.ts";
import { openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import {
  CommandRefusal,
  DOCUMENT_TYPES,
  type GenerationRequest,
  HELP,
  isHelp,
  readGenerationRequest,
} from "./arguments.ts";
import { generate } from "./generate.ts";
import { type GenerationRange, type GenerationTotals, generateRange } from "./generate-range.ts";

/** `npm run papelaria`: writes invented, signed documents for load tests. */
const ANCORAS_FILE = "ancoras.pem";

/** @param cwd the working folder of the user
 * @param dataDir the data folder of the sandbox, whose keys sign the documents */
async function run([cwd = "", dataDir = "", ...args]: readonly string[]): Promise<void> {
  if (isHelp(args)) {
    process.stdout.write(HELP);
    return;
  }
  const request = readGenerationRequest(args, cwd);
  openOutputFolder(request.saida);
  const now = new Date();
  const dir = path.join(dataDir, "sandbox");
  ensureFolder(dir);
  const keySet = await openKeySet(dir, now);
  const trustedCasFile = writeTrustedCas(request.saida, trustedCasPem(keySet));
  const started = performance.now();
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const totals = await generate(request, { programa: process.argv[1] ?? "", keySet, now: today });
  process.stdout.write(describe(totals, request, performance.now() - started));
  process.stdout.write(
    `Para conferi-los: npm run -s dfe -- --ancoras ${path.dirname(trustedCasFile)} ${request.saida}\n`,
  );
}

/** Creates the output folder; an existing one must be empty.   @throws Recusa */
function openOutputFolder(saida: string): void {
  try {
    mkdirSync(saida, { recursive: true });
    if (readdirSync(saida).length === 0) return;
  } catch (error) {
    throw new CommandRefusal(`Não consigo escrever em ${saida}: ${(error as Error).message}`);
  }
  throw new CommandRefusal(`A pasta ${saida} não está vazia: indique outra, ou esvazie essa.`);
}

/** Writes the CA certificates next to the output folder, which contains XML only. */
function writeTrustedCas(saida: string, pem: string): string {
  const dir = `${saida}-ancoras`;
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, ANCORAS_FILE);
  writeFileSync(file, pem);
  return file;
}

function describe(
  { documentos, bytes, porTipo }: GenerationTotals,
  { saida }: GenerationRequest,
  ms: number,
): string {
  const tipos = DOCUMENT_TYPES.flatMap((tipo) =>
    porTipo[tipo] ? [`${tipo} ${formatInteger(porTipo[tipo])}`] : [],
  );
  const seconds = (ms / 1000).toFixed(1).replace(".", ",");
  const perSecond = formatInteger(Math.round((documentos * 1000) / ms));
  const count =
    documentos === 1 ? "1 documento assinado" : `${formatInteger(documentos)} documentos assinados`;
  return `${count} (${tipos.join(", ")}; ${formatSize(bytes)}) em ${seconds} s: ${perSecond} por segundo. Pasta: ${saida}\n`;
}

function explain(error: unknown): void {
  process.stderr.write(`${error instanceof CommandRefusal ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

// The worker threads run this program too.
if (isMainThread) run(process.argv.slice(2)).catch(explain);
else parentPort?.postMessage(await generateRange(workerData as GenerationRange));
