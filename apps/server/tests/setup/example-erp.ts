import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { MINUTE_MS } from "@malote/syntax";
import { readCursor } from "../../src/services/feed/cursor.rules.ts";
import { publishNotas } from "../api/send-rest.ts";
import { insertNotas, inventNota } from "./invent-notas.ts";
import { writeCopy } from "./nota-copies.ts";
import type { SignedInUser, Wire } from "./wire.ts";

/** An ERP program and its command line; its folder is the last argument. */
export type ErpProgram = { command: string; args: readonly string[] };

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const EXAMPLES = path.join(ROOT, "examples/erp");
const RUN_MS = 4 * MINUTE_MS;

/** The examples of the repository. */
export const EXAMPLE_ERPS: Record<"erp.ts" | "erp.py" | "erp.php", ErpProgram> = {
  "erp.ts": { command: process.execPath, args: ["--import", "tsx", path.join(EXAMPLES, "erp.ts")] },
  "erp.py": { command: "python3", args: [path.join(EXAMPLES, "erp.py")] },
  "erp.php": { command: "php", args: [path.join(EXAMPLES, "erp.php")] },
};

/** Whether this machine has the program's interpreter. */
export function isRunnable({ command }: ErpProgram): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

/** erp.ts as JavaScript, which starts without a compile step. */
export async function translateErp(folder: string): Promise<ErpProgram> {
  const file = path.join(folder, "erp.mjs");
  const made = spawnSync(path.join(ROOT, "node_modules/.bin/esbuild"), [
    path.join(EXAMPLES, "erp.ts"),
    `--outfile=${file}`,
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { command: process.execPath, args: [file] };
}

/** The result of one run; morto: it was killed before its end. */
export type RunResult = { code: number | null; morto: boolean; saida: string; erros: string };

/** Runs a program to its end, or kills it (SIGKILL) after some ms or at its first page. */
export async function runErp(
  { command, args }: ErpProgram,
  { url, token, pasta: folder }: { url: string; token: string; pasta: string },
  killAt: { depoisMs: number } | "primeira página" | null = null,
): Promise<RunResult> {
  const child = spawn(command, [...args, folder], {
    cwd: ROOT,
    env: { ...process.env, MALOTE_URL: url, MALOTE_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: RUN_MS,
  });
  const kill = (): void => void child.kill("SIGKILL");
  const timer = killAt !== null && typeof killAt === "object" ? setTimeout(kill, killAt.depoisMs) : undefined;
  let [output, errorOutput] = ["", ""];
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (killAt === "primeira página") kill();
  });
  child.stderr.on("data", (chunk) => {
    errorOutput += chunk;
  });
  await once(child, "close");
  clearTimeout(timer);
  return { code: child.exitCode, morto: child.signalCode === "SIGKILL", saida: output, erros: errorOutput };
}

/** A token as a user creates it for an ERP on the API page. */
export async function createErpToken(user: SignedInUser): Promise<string> {
  const apiToken = {
    nome: "ERP",
    escopos: ["notas:ler", "notas:marcar"] as ("notas:ler" | "notas:marcar")[],
    empresas: null,
  };
  const { object, mensagem } = await user.call("ApiToken.saveApiToken", { apiToken });
  if (object === null) throw new Error(String(mensagem));
  return (object as { token: string }).token;
}

const XMLS = `UPDATE documento_xml x SET xml_gzip = r.gzip
  FROM unnest($2::text[], $3::bytea[]) AS r (chave, gzip) JOIN documento d ON d.conta_id = $1 AND d.chave = r.chave
  WHERE x.conta_id = $1 AND x.documento_id = d.id AND x.mes = d.mes`;

/** Every LATIN1_EM-th document is Latin-1, every BOM_EM-th has a BOM: their bytes differ from their
 * text. */
const LATIN1_EM = 17;
const BOM_EM = 19;

/** Publishes documents with XMLs of their own. */
export async function publishXmls(wire: Wire, contaId: string, count: number): Promise<void> {
  const notas = await insertNotas(
    wire,
    contaId,
    Array.from({ length: count }, () => inventNota()),
  );
  const gzips = notas.map(({ numero }) => gzipSync(writeXml(numero), { level: 1 }));
  await wire.asOwner(XMLS, [contaId, notas.map(({ chave }) => chave), gzips]);
  await publishNotas(
    wire,
    contaId,
    notas.map(({ id }) => id),
  );
}

function writeXml(numero: number): Buffer {
  const xml = writeCopy({ numero, digVal: `digest "${numero}"\n` }).replace(
    "Padaria",
    "Panificação São João",
  );
  if (numero % LATIN1_EM === 0) return Buffer.from(xml, "latin1");
  return Buffer.from(numero % BOM_EM === 0 ? `\uFEFF${xml}` : xml);
}

/** The files that an ERP should have: one for each document with its stored bytes; file name →
 * SHA-256. */
export async function listStored({ asOwner }: Wire, contaId: string): Promise<Map<string, string>> {
  const rows = await asOwner<{ nome: string; gzip: Buffer }>(
    `SELECT n.chave || '-' || n.id || '.xml' AS nome, x.xml_gzip AS gzip FROM nota n JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes WHERE n.conta_id = $1`,
    [contaId],
  );
  return new Map(rows.map(({ nome, gzip }) => [nome, sha256(gunzipSync(gzip))]));
}

/** The files that it has. */
export async function listHeld(folder: string): Promise<Map<string, string>> {
  const names = (await fs.readdir(folder)).filter((name) => !name.startsWith("cursor.txt"));
  const held = names.map(
    async (name): Promise<[string, string]> => [name, sha256(await fs.readFile(path.join(folder, name)))],
  );
  return new Map(await Promise.all(held));
}

/** The ERP's progress by Malote and by its folder. atos: rows of the registro; marcas: rows of the
 * feed; both one for each document. */
export type Progress = { publicadas: number; marcadas: number; marcas: number; atos: number; lidas: number };

export async function readProgress({ asOwner }: Wire, contaId: string, folder: string): Promise<Progress> {
  const text = await fs.readFile(path.join(folder, "cursor.txt"), "utf8").catch(() => "0");
  const [row] = await asOwner<Progress>(
    `SELECT (SELECT count(*)::int FROM nota WHERE conta_id = $1) AS publicadas,
       (SELECT count(*)::int FROM nota WHERE conta_id = $1 AND processado_erp) AS marcadas,
       (SELECT count(*)::int FROM feed WHERE conta_id = $1 AND tipo = 'marca') AS marcas,
       (SELECT count(*)::int FROM registro WHERE conta_id = $1 AND acao = 'marcar') AS atos,
       (SELECT count(*)::int FROM feed WHERE conta_id = $1 AND tipo = 'nota' AND sequencia <= $2) AS lidas`,
    [contaId, readCursor({ contaId, empresas: null }, text)],
  );
  if (row === undefined) throw new Error("no answer");
  return row;
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
