import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { ParamsOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import yauzl from "yauzl";
import { newId } from "../../src/db/index.ts";
import { runRepositorio } from "../../src/jobs/repositorio/run-repositorio.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { get } from "../setup/wire.ts";

export type ListedZip = {
  id: string;
  estado: string;
  total: number | null;
  feitos: number;
  nome: string | null;
  tamanho: number | null;
  mensagem: string | null;
  cnpjEmpresa: string | null;
};
type ZipRequest = ParamsOf<"Download.processaDownload">;

const openZip = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);
const JOB_MS = 5 * MINUTE_MS;

/** The period of all test notas: those of 2026, and those the sandbox issues on the day of the run. */
export const FULL_PERIOD = { de: "2026-01-01", ate: `${new Date().getUTCFullYear()}-12-31` };

export const EVERYTHING: ZipRequest = { entradaSaida: "T", dateRange: FULL_PERIOD };

/** Requests a ZIP; returns its id, or the message of the refusal. */
export async function requestZip(
  user: SignedInUser,
  request: Partial<ZipRequest> = {},
): Promise<{ id: string | null; mensagem: string | null; campo: string | null }> {
  const answer = await user.call("Download.processaDownload", { ...EVERYTHING, ...request });
  const row = answer.object as ListedZip | null;
  return { id: row?.id ?? null, mensagem: answer.mensagem, campo: answer.erros[0]?.campo ?? null };
}

/** ms: time limit; falhas: earlier failed attempts. The others: see Listagem. */
type ZipRun = { id: string; ms?: number; falhas?: number; pagina?: number; limite?: number };

/** Runs the job once, as a worker does. */
export async function makeZip(
  { ctx }: Pick<Wire, "ctx">,
  { contaId }: SignedInUser,
  { id, ms = JOB_MS, falhas = 0, ...o }: ZipRun,
): Promise<void> {
  const deadline = new Date(ctx.clock.now().getTime() + ms);
  const job = { contaId, tarefaId: newId(), alvo: id, tentativa: 1, falhas, prazo: deadline };
  await runRepositorio(ctx, { ...job, tipo: "repositorio" }, o);
}

/** The ZIP as the screen lists it. */
export async function showZip(user: SignedInUser, id: string): Promise<ListedZip> {
  const { results } = await user.call("Download.getListDownload", { pageSize: 50 });
  const found = (results as ListedZip[]).find((row) => row.id === id);
  if (found === undefined) throw new Error("the ZIP is not in the list");
  return found;
}

/** Requests a ZIP, makes it and downloads it. */
export async function fetchZip(
  wire: Wire,
  user: SignedInUser,
  request: Partial<ZipRequest> = {},
  o: { pagina?: number } = {},
): Promise<{ id: string; zip: Buffer; files: Map<string, Buffer> }> {
  const { id, mensagem } = await requestZip(user, request);
  if (id === null) throw new Error(`refused: ${mensagem}`);
  await makeZip(wire, user, { id, ...o });
  const response = await getZip(wire, user, id);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const zip = Buffer.from(await response.arrayBuffer());
  return { id, zip, files: await readAllEntries(zip) };
}

export async function getZip(
  wire: Wire,
  { token }: SignedInUser,
  id: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const path = `/Services/downloadRepositorio?id=${id}`;
  return await get(wire, path, { authorization: `Bearer ${token}`, ...headers });
}

/** The files of a ZIP by name, in order, each verified by checksum and length. */
export async function readAllEntries(zip: Buffer): Promise<Map<string, Buffer>> {
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
