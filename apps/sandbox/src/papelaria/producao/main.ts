import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { formatInteiro, formatTamanho } from "@malote/syntax";
import { ensureFolder } from "../../disk.ts";
import { ancoraPem, openAcervo } from "../acervo.ts";
import { AJUDA, type Encomenda, isAjuda, Recusa, readEncomenda, TIPOS } from "./argumentos.ts";
import { produce } from "./produzir.ts";
import { type Produzido, produceTurno, type Turno } from "./turno.ts";

/** `npm run papelaria`: writes invented, signed documents for load tests. */
const ANCORAS_FILE = "ancoras.pem";
const DAY_MS = 86_400_000;

/** @param cwd the working folder of the user
 * @param dataDir the data folder of the sandbox, whose keys sign the documents */
async function run([cwd = "", dataDir = "", ...args]: readonly string[]): Promise<void> {
  if (isAjuda(args)) {
    process.stdout.write(AJUDA);
    return;
  }
  const encomenda = readEncomenda(args, cwd);
  openSaida(encomenda.saida);
  const agora = new Date();
  const dir = path.join(dataDir, "sandbox");
  ensureFolder(dir);
  const acervo = await openAcervo(dir, agora);
  const ancoras = writeAncoras(encomenda.saida, ancoraPem(acervo));
  const started = performance.now();
  const hoje = new Date(Math.floor(agora.getTime() / DAY_MS) * DAY_MS);
  const produzido = await produce(encomenda, { programa: process.argv[1] ?? "", acervo, agora: hoje });
  process.stdout.write(describe(produzido, encomenda, performance.now() - started));
  process.stdout.write(
    `Para conferi-los: npm run -s dfe -- --ancoras ${path.dirname(ancoras)} ${encomenda.saida}\n`,
  );
}

/** Creates the output folder; an existing one must be empty.   @throws Recusa */
function openSaida(saida: string): void {
  try {
    mkdirSync(saida, { recursive: true });
    if (readdirSync(saida).length === 0) return;
  } catch (error) {
    throw new Recusa(`Não consigo escrever em ${saida}: ${(error as Error).message}`);
  }
  throw new Recusa(`A pasta ${saida} não está vazia: indique outra, ou esvazie essa.`);
}

/** Writes the CA certificates next to the output folder, which contains XML only. */
function writeAncoras(saida: string, pem: string): string {
  const dir = `${saida}-ancoras`;
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, ANCORAS_FILE);
  writeFileSync(file, pem);
  return file;
}

function describe({ documentos, bytes, porTipo }: Produzido, { saida }: Encomenda, ms: number): string {
  const tipos = TIPOS.flatMap((tipo) => (porTipo[tipo] ? [`${tipo} ${formatInteiro(porTipo[tipo])}`] : []));
  const segundos = (ms / 1000).toFixed(1).replace(".", ",");
  const ritmo = formatInteiro(Math.round((documentos * 1000) / ms));
  const quantos =
    documentos === 1 ? "1 documento assinado" : `${formatInteiro(documentos)} documentos assinados`;
  return `${quantos} (${tipos.join(", ")}; ${formatTamanho(bytes)}) em ${segundos} s: ${ritmo} por segundo. Pasta: ${saida}\n`;
}

function explain(error: unknown): void {
  process.stderr.write(`${error instanceof Recusa ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

// The worker threads run this program too.
if (isMainThread) run(process.argv.slice(2)).catch(explain);
else parentPort?.postMessage(await produceTurno(workerData as Turno));
