import { promisify } from "node:util";
import type { ParamsOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { expect } from "vitest";
import { fromBuffer, type ZipFile } from "yauzl";
import { exportacaoJob } from "../../src/jobs/exportacao/run-exportacao.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import type { SignedInUser, Wire } from "./wire.ts";
import { createWire, get } from "./wire.ts";

/** A server with a worker that makes exports. */
export type ExportServer = Wire & { work: Work };

/** How long to wait for a file, in ms. */
const READY_MS = 4 * MINUTE_MS;

export async function createExportServer(): Promise<ExportServer> {
  const wire = await createWire();
  const work = await startWork(wire.ctx, exportacaoJob);
  return {
    ...wire,
    work,
    dispose: async () => {
      await work.stop();
      await wire.dispose();
    },
  };
}

export type ExportRow = {
  id: string;
  estado: string;
  total: number | null;
  feitos: number;
  nome: string | null;
  tamanho: number | null;
  filtro: string;
  formato: string;
  usuario: string | null;
  mensagem: string | null;
  expiraEm: string | null;
};

/** Requests a list as a file. */
export async function requestExportacao(
  user: SignedInUser,
  params: ParamsOf<"Nota.getListNota">,
): Promise<{ sucesso: boolean; mensagem: string | null; object: ExportRow }> {
  return (await user.call("Nota.getListNota", params)) as never;
}

/** One export as the API returns it. */
export async function showExportacao(user: SignedInUser, id: string): Promise<ExportRow> {
  return (await user.call("Exportacao.getExportacao", { id })).object as ExportRow;
}

/** Requests a list as a file, waits for it and downloads it. */
export async function exportList(
  wire: Wire,
  user: SignedInUser,
  params: ParamsOf<"Nota.getListNota">,
): Promise<{ exportada: ExportRow; bytes: Buffer }> {
  const { object, mensagem } = await requestExportacao(user, params);
  if (object === null) throw new Error(`refused: ${mensagem}`);
  await expect
    .poll(async () => (await showExportacao(user, object.id)).estado, { timeout: READY_MS, interval: 100 })
    .toBe("concluido");
  const response = await downloadExportacao(wire, user, object.id);
  expect(response.status).toBe(200);
  return {
    exportada: await showExportacao(user, object.id),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** One run of an export's job, as a worker does it; jobMs: time until its deadline. */
export async function runExportacao(
  { ctx }: Pick<Wire, "ctx">,
  { contaId }: SignedInUser,
  { id, jobMs = READY_MS }: { id: string; jobMs?: number },
): Promise<void> {
  const deadline = new Date(ctx.clock.now().getTime() + jobMs);
  const task = { tarefaId: id, tipo: "exportacao", tentativa: 1, falhas: 0 } as const;
  await exportacaoJob.run(ctx, { ...task, contaId, alvo: id, prazo: deadline });
}

/** Requests the download of an export; it may fail. */
export async function downloadExportacao(wire: Wire, user: SignedInUser, id: string): Promise<Response> {
  return await get(wire, `/Services/downloadExportacao?id=${id}`, {
    authorization: `Bearer ${user.token}`,
    accept: "*/*",
  });
}

/** The cells of a CSV as a Brazilian spreadsheet reads them. */
export function readCsv(bytes: Buffer): string[][] {
  const text = bytes.toString("utf8");
  if (!text.startsWith("\ufeff")) throw new Error("the CSV has no BOM");
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(;|\r\n)|([^";\r\n]*)(;|\r\n)/gy;
  cell.lastIndex = 1;
  for (let at = 1; at < text.length; at = cell.lastIndex) {
    const match = cell.exec(text);
    if (!match) throw new Error(`not a CSV from ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[3] ?? "");
    if ((match[2] ?? match[4]) === ";") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** One cell of a spreadsheet: `t` is its type in the file, "" for a number; `formato` is its number
 * format. */
export type ReadCell = { t: string; valor: string; formato: string };

/** The first sheet, by row and column letter, and its number of formulas. */
export async function readXlsx(
  bytes: Buffer,
): Promise<{ linhas: Record<string, ReadCell>[]; formulas: number }> {
  const parts = await unzip(bytes);
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const shared = [
    ...(parts.get("xl/sharedStrings.xml") ?? "").matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g),
  ].map(([, text = ""]) => unescapeXml(text));
  const formats = readFormats(parts.get("xl/styles.xml") ?? "");
  const linhas = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
        ([, column = "", attributes = "", inside = ""]) => {
          const t = /t="(\w+)"/.exec(attributes)?.[1] ?? "";
          const raw = /<v>([^<]*)<\/v>/.exec(inside)?.[1] ?? "";
          const formato = formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? "";
          return [column, { t, valor: t === "s" ? (shared[Number(raw)] ?? "") : raw, formato }];
        },
      ),
    ),
  );
  return { linhas, formulas: [...sheet.matchAll(/<f[ >/]/g)].length };
}

/** The number format of each cell style. */
function readFormats(styles: string): string[] {
  const custom = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = ""]) => [
      id,
      unescapeXml(code),
    ]),
  );
  const cellXfs = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? "";
  return [...cellXfs.matchAll(/<xf [^>]*>/g)].map(([xf]) => {
    const id = /numFmtId="(\d+)"/.exec(xf)?.[1] ?? "";
    return custom.get(id) ?? id;
  });
}

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  });
  const parts = new Map<string, string>();
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: unknown) => Promise<NodeJS.ReadableStream>;
  await new Promise<void>((resolve, reject) => {
    zip.on("end", resolve).on("error", reject);
    zip.on("entry", async (entry) => {
      const chunks: Buffer[] = [];
      for await (const chunk of await open(entry)) chunks.push(Buffer.from(chunk));
      parts.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
      zip.readEntry();
    });
    zip.readEntry();
  });
  return parts;
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
