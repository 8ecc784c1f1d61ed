import { EXPORTACAO_MAX, EXPORTACAO_TEXTOS } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { ArquivoImpossivel, nameArquivo } from "../arquivo-pedido/arquivo-pedido.rules.ts";
import type { ArquivoFeito, Feitura } from "../arquivo-pedido/run-pedido.ts";
import { findConta } from "../conta/conta.rows.ts";
import { countLista, type Lista } from "../nota/nota.rows.ts";
import { type Depois, findParte, type NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { findNomes } from "../nota/nota-filtro.rows.ts";
import {
  type Formato,
  onlyQuarentena,
  readFormato,
  readPedido,
  withoutQuarentena,
} from "./exportacao.rules.ts";
import { writeCabecalhoCsv, writeNotaCsv } from "./write-csv.ts";
import { writeLista } from "./write-lista.ts";

/** Documents per transaction. */
const PARTE = 500;

const EXTENSAO: Readonly<Record<Formato, string>> = { CSV: "csv", PDF: "pdf", XLSX: "xlsx" };

/** Source of the documents, and the limit of their number. */
type Fonte = { lista: Lista; limite: number };

/** Makes the file of an export.
 * @throws ArquivoImpossivel if the list now exceeds the limit of the format, or is empty */
export async function makeExportacao(
  ctx: AppContext,
  contaId: string,
  feitura: Feitura,
): Promise<ArquivoFeito> {
  const { pedido: row } = feitura;
  const formato = readFormato(row.formato);
  if (formato === null) throw new Error(`an export has no format ${row.formato}`);
  const pedido = readPedido(row.pedido);
  const { papel, filtro, ordem, zona } = pedido;
  const nomes = await ctx.database.withContaSql(contaId, (sql) => findNomes(sql, filtro));
  const lista = { papel, filtro, ordem, zona, nomes };
  const fonte = { lista: withoutQuarentena(lista), limite: EXPORTACAO_MAX[formato] };
  const notas = readNotas(ctx, contaId, { ...fonte, feitura });
  const nome = nameArquivo(EXPORTACAO_TEXTOS.arquivos[papel ?? "todos"], EXTENSAO[formato], {
    em: row.data,
    zona,
  });
  if (formato === "CSV") return { nome, conteudo: streamCsv(notas, zona) };
  const write = ctx.writeLista ?? writeLista;
  if (formato === "XLSX") {
    return { nome, conteudo: once(async () => await write({ formato, notas: await collect(notas), zona })) };
  }
  const sobre = { pedido, data: row.data, usuario: row.usuario, ...(await findSobre(ctx, contaId, lista)) };
  return { nome, conteudo: once(async () => await write({ formato, notas: await collect(notas), sobre })) };
}

/** Name of the conta, and the number of quarantined documents that are left out. */
async function findSobre(
  { database }: AppContext,
  contaId: string,
  lista: Lista,
): Promise<{ conta: string; quarentena: number }> {
  const isOut = lista.filtro.quarentena === false;
  const quarentena = isOut
    ? 0
    : await database.withContaSql(contaId, (sql) => countLista(sql, contaId, onlyQuarentena(lista)));
  const conta = await database.withConta(contaId, (db) => findConta(db, contaId));
  return { conta: conta?.identificador ?? "", quarentena };
}

/** The documents of a list in parts, each in its own transaction; one that moves meanwhile is read once. */
async function* readNotas(
  { database }: AppContext,
  contaId: string,
  { lista, limite, feitura }: Fonte & { feitura: Feitura },
): AsyncIterable<NotaExportada[]> {
  const seen = new Set<string>();
  let depois: Depois | null = null;
  for (;;) {
    const parte: { lista: Lista; depois: Depois | null; limite: number } = { lista, depois, limite: PARTE };
    const rows: NotaExportada[] = await database.withContaSql(contaId, (sql) =>
      findParte(sql, contaId, parte),
    );
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (seen.size > limite) throw new ArquivoImpossivel("passou-do-limite");
    if (fresh.length > 0) yield fresh;
    await feitura.advance(seen.size);
    depois = rows.at(-1) ?? null;
    if (rows.length < PARTE) break;
  }
  if (seen.size === 0) throw new ArquivoImpossivel("ficou-vazio");
}

async function* streamCsv(notas: AsyncIterable<NotaExportada[]>, zona: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(writeCabecalhoCsv());
  for await (const some of notas) yield Buffer.from(some.map((nota) => writeNotaCsv(nota, zona)).join(""));
}

async function collect(notas: AsyncIterable<NotaExportada[]>): Promise<NotaExportada[]> {
  const all: NotaExportada[] = [];
  for await (const some of notas) all.push(...some);
  return all;
}

async function* once(write: () => Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  yield await write();
}
