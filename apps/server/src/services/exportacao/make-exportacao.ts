import { EXPORTACAO_MAX, EXPORTACAO_TEXTS } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { findConta } from "../conta/conta.rows.ts";
import { type ExportedNota, findPart, type ListPosition } from "../nota/list/exported-nota.rows.ts";
import { findDocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { countList, type NotaList } from "../nota/nota.rows.ts";
import { ImpossibleFile, nameFile } from "../requested-file/requested-file.rules.ts";
import type { FileProgress, MadeFile } from "../requested-file/run-file-request.ts";
import {
  type ExportFormat,
  onlyQuarentena,
  readExportRequest,
  readFormat,
  withoutQuarentena,
} from "./exportacao.rules.ts";
import { writeCsvHeader, writeCsvNota } from "./write-csv-nota.ts";
import { type WriteListFile, writeListFile } from "./write-list-file.ts";

/** Documents per transaction. */
const PART_SIZE = 500;

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { CSV: "csv", PDF: "pdf", XLSX: "xlsx" };

/** Source of the documents, and the limit of their number. */
type ExportSource = { list: NotaList; limit: number };

/** Makes the file of an export.
 * @throws ImpossibleFile if the list now exceeds the limit of the format, or is empty */
export async function makeExportacao(
  ctx: AppContext,
  contaId: string,
  progress: FileProgress,
): Promise<MadeFile> {
  const { pedido: row } = progress;
  const format = readFormat(row.formato);
  if (format === null) throw new Error(`an export has no format ${row.formato}`);
  const request = readExportRequest(row.pedido);
  const { papel, filtro, ordem, zona } = request;
  const nomes = await ctx.database.withConta(contaId, (db) => findDocumentosByName(db, filtro));
  const list = { papel, filtro, ordem, zona, nomes };
  const source = { list: withoutQuarentena(list), limit: EXPORTACAO_MAX[format] };
  const notas = readNotas(ctx, contaId, { ...source, progress });
  const nome = nameFile(EXPORTACAO_TEXTS.arquivos[papel ?? "todos"], EXTENSIONS[format], {
    requestedAt: row.data,
    zona,
  });
  if (format === "CSV") return { nome, content: streamCsv(notas, zona) };
  const write: WriteListFile = ctx.writeLista ?? writeListFile;
  if (format === "XLSX") {
    return {
      nome,
      content: once(async () => await write({ formato: format, notas: await collect(notas), zona })),
    };
  }
  const about = {
    pedido: request,
    data: row.data,
    usuario: row.usuario,
    ...(await findAbout(ctx, contaId, list)),
  };
  return {
    nome,
    content: once(async () => await write({ formato: format, notas: await collect(notas), about })),
  };
}

/** Name of the conta, and the number of quarantined documents that are left out. */
async function findAbout(
  { database }: AppContext,
  contaId: string,
  list: NotaList,
): Promise<{ conta: string; quarentena: number }> {
  const isOut = list.filtro.quarentena === false;
  const quarentena = isOut
    ? 0
    : await database.withConta(contaId, (db) => countList(db, contaId, onlyQuarentena(list)));
  const conta = await database.withConta(contaId, (db) => findConta(db, contaId));
  return { conta: conta?.identificador ?? "", quarentena };
}

/** The documents of a list in parts, each in its own transaction; one that moves meanwhile is read once. */
async function* readNotas(
  { database }: AppContext,
  contaId: string,
  { list, limit, progress }: ExportSource & { progress: FileProgress },
): AsyncIterable<ExportedNota[]> {
  const seen = new Set<string>();
  let position: ListPosition | null = null;
  for (;;) {
    const part: { list: NotaList; position: ListPosition | null; limit: number } = {
      list,
      position,
      limit: PART_SIZE,
    };
    const rows: ExportedNota[] = await database.withConta(contaId, (db) => findPart(db, contaId, part));
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (seen.size > limit) throw new ImpossibleFile("passou-do-limite");
    if (fresh.length > 0) yield fresh;
    await progress.advance(seen.size);
    position = rows.at(-1) ?? null;
    if (rows.length < PART_SIZE) break;
  }
  if (seen.size === 0) throw new ImpossibleFile("ficou-vazio");
}

async function* streamCsv(notas: AsyncIterable<ExportedNota[]>, zona: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(writeCsvHeader());
  for await (const some of notas) yield Buffer.from(some.map((nota) => writeCsvNota(nota, zona)).join(""));
}

async function collect(notas: AsyncIterable<ExportedNota[]>): Promise<ExportedNota[]> {
  const all: ExportedNota[] = [];
  for await (const some of notas) all.push(...some);
  return all;
}

async function* once(write: () => Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  yield await write();
}
