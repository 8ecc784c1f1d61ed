import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { ParamsOf } from "@malote/contract";
import yauzl from "yauzl";
import { newId } from "../src/db/index.ts";
import { runRepositorio } from "../src/jobs/repositorio/run-repositorio.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { get } from "./wire.ts";

export type Baixada = {
  id: string;
  estado: string;
  total: number | null;
  feitos: number;
  nome: string | null;
  tamanho: number | null;
  mensagem: string | null;
  cnpjEmpresa: string | null;
};
type Pedido = ParamsOf<"Download.processaDownload">;

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);
const JOB_MS = 300_000;

/** The period of all test notas: those of 2026, and those the sandbox issues on the day of the run. */
export const PERIODO_DE_TUDO = { de: "2026-01-01", ate: `${new Date().getUTCFullYear()}-12-31` };

export const TUDO: Pedido = { entradaSaida: "T", dateRange: PERIODO_DE_TUDO };

/** Requests a ZIP; returns its id, or the message of the refusal. */
export async function askZip(
  pessoa: Pessoa,
  pedido: Partial<Pedido> = {},
): Promise<{ id: string | null; mensagem: string | null; campo: string | null }> {
  const answer = await pessoa.call("Download.processaDownload", { ...TUDO, ...pedido });
  const row = answer.object as Baixada | null;
  return { id: row?.id ?? null, mensagem: answer.mensagem, campo: answer.erros[0]?.campo ?? null };
}

/** ms: time limit; falhas: earlier failed attempts. The others: see Listagem. */
type Corrida = { id: string; ms?: number; falhas?: number; pagina?: number; limite?: number };

/** Runs the job once, as a worker does. */
export async function makeZip(
  { ctx }: Pick<Wire, "ctx">,
  { contaId }: Pessoa,
  { id, ms = JOB_MS, falhas = 0, ...o }: Corrida,
): Promise<void> {
  const prazo = new Date(ctx.clock.now().getTime() + ms);
  const job = { contaId, tarefaId: newId(), alvo: id, tentativa: 1, falhas, prazo };
  await runRepositorio(ctx, { ...job, tipo: "repositorio" }, o);
}

/** The ZIP as the screen lists it. */
export async function showZip(pessoa: Pessoa, id: string): Promise<Baixada> {
  const { results } = await pessoa.call("Download.getListDownload", { pageSize: 50 });
  const found = (results as Baixada[]).find((row) => row.id === id);
  if (found === undefined) throw new Error("the ZIP is not in the list");
  return found;
}

/** Requests a ZIP, makes it and downloads it. */
export async function fetchZip(
  wire: Wire,
  pessoa: Pessoa,
  pedido: Partial<Pedido> = {},
  o: { pagina?: number } = {},
): Promise<{ id: string; zip: Buffer; arquivos: Map<string, Buffer> }> {
  const { id, mensagem } = await askZip(pessoa, pedido);
  if (id === null) throw new Error(`refused: ${mensagem}`);
  await makeZip(wire, pessoa, { id, ...o });
  const response = await getZip(wire, pessoa, id);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const zip = Buffer.from(await response.arrayBuffer());
  return { id, zip, arquivos: await openAll(zip) };
}

export async function getZip(
  wire: Wire,
  { token }: Pessoa,
  id: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = `/Services/downloadRepositorio?id=${id}`;
  return await get(wire, path, { authorization: `Bearer ${token}`, ...headers });
}

/** The files of a ZIP by name, in order, each verified by checksum and length. */
export async function openAll(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await openZip(zip, { lazyEntries: true, validateEntrySizes: true });
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(file.openReadStream.bind(file));
  const seen = new Map<string, Buffer>();
  const ended = new Promise<void>((resolve, reject) => file.on("end", resolve).on("error", reject));
  file.on("entry", async (entry: yauzl.Entry) => {
    try {
      if (seen.has(entry.fileName)) throw new Error(`${entry.fileName} occurs twice`);
      seen.set(entry.fileName, await buffer(await open(entry)));
      file.readEntry();
    } catch (error) {
      file.emit("error", error);
    }
  });
  file.readEntry();
  await ended;
  return seen;
}
