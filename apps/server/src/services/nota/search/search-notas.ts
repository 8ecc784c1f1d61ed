import { SUGGESTIONS_MAX } from "@malote/contract";
import type { Db } from "../../../db/index.ts";
import type { Parties, PartyQuery, SearchResultRow } from "./search.rows.ts";
import {
  findByChave,
  findByChavePart,
  findByNumero,
  findByNumeroPrefix,
  findByValor,
  findOfParties,
  findParties,
  findRecent,
  findRegistros,
} from "./search.rows.ts";
import { joinResults, readSearch, type SearchInput, type SearchResult } from "./search.rules.ts";

/**
 * The global search: documents by chave, number, CNPJ or CPF (whole or prefix) and name, then records
 * of the auditor. Each search returns its newest {@link SUGGESTIONS_MAX}.
 * @throws {Refusal} buscaCurta
 */
export async function searchNotas(db: Db, contaId: string, searchKey: string): Promise<SearchResult[]> {
  const search = readSearch(searchKey);
  if (search.valores.length > 0) return await searchValor(db, contaId, search);
  const { chave, trecho, numero, documento, padrao: pattern } = search;
  const byDocumento = await searchParties(db, contaId, documento === null ? null : { documento });
  const byName = await searchParties(db, contaId, pattern === null ? null : { padrao: pattern });
  const documentos = [...new Set([...byDocumento.documentos, ...byName.documentos])];
  const registros = await findRegistros(db, contaId, { chave, numero, documentos });
  const byChave = chave === null ? [] : writeNotaResults(await findByChave(db, contaId, chave), "chave");
  return joinResults([
    chave?.isShort === true ? [] : byChave,
    writeNotaResults(trecho === null ? [] : await findByChavePart(db, contaId, trecho), "chave"),
    writeNotaResults(numero === null ? [] : await searchNumero(db, contaId, numero), "numero"),
    writeNotaResults(byDocumento.notas, "documento"),
    chave?.isShort === true ? byChave : [],
    writeNotaResults(byName.notas, "nome"),
    registros.map((row) => ({ ...writeResult(row), alvo: "auditor", porque: "registro" }) as const),
  ]);
}

/** The documents of one exact value. Ranges, and values with a name, are left to the list. */
async function searchValor(
  db: Db,
  contaId: string,
  { valores, padrao: pattern }: Pick<SearchInput, "valores" | "padrao">,
): Promise<SearchResult[]> {
  const [only, ...others] = valores;
  if (only === undefined || only.de === null || only.de !== only.ate) return [];
  if (others.length > 0 || pattern !== null) return [];
  return writeNotaResults(await findByValor(db, contaId, only.de), "valor");
}

/** The exact number first; if there is room, then numbers that begin with it. */
async function searchNumero(db: Db, contaId: string, numero: number): Promise<SearchResultRow[]> {
  const exact = await findByNumero(db, contaId, numero);
  if (exact.length === SUGGESTIONS_MAX) return exact;
  return [...exact, ...(await findByNumeroPrefix(db, contaId, numero))].slice(0, SUGGESTIONS_MAX);
}

type OfParties = Pick<Parties, "documentos"> & { notas: SearchResultRow[] };

/** Documents of the parties that match. If too many match: recent documents first, then those of the
 * first parties found. */
async function searchParties(db: Db, contaId: string, who: PartyQuery | null): Promise<OfParties> {
  if (who === null) return { documentos: [], notas: [] };
  const { documentos, hasMore } = await findParties(db, contaId, who);
  const recent = hasMore ? await findRecent(db, contaId, who) : [];
  if (recent.length === SUGGESTIONS_MAX) return { documentos, notas: recent };
  const notas = [...recent, ...(await findOfParties(db, contaId, documentos))];
  const distinct = [...new Map(notas.map((row) => [row.id, row])).values()].toSorted(compareNewest);
  return { documentos, notas: distinct.slice(0, SUGGESTIONS_MAX) };
}

function compareNewest(a: SearchResultRow, b: SearchResultRow): number {
  const difference = (b.dataEmissao?.getTime() ?? 0) - (a.dataEmissao?.getTime() ?? 0);
  return difference !== 0 ? difference : a.id < b.id ? 1 : -1;
}

function writeNotaResults(rows: readonly SearchResultRow[], porque: SearchResult["porque"]): SearchResult[] {
  return rows.map((row) => ({ ...writeResult(row), alvo: "nota", porque }));
}

function writeResult({
  papel,
  chave,
  numeroNota,
  serieNota,
  ...row
}: SearchResultRow): Omit<SearchResult, "alvo" | "porque"> {
  return {
    ...row,
    type: papel,
    chaveAcesso: chave,
    numeroNota: numeroNota === null ? null : String(numeroNota),
    serieNota: serieNota === null ? null : String(serieNota),
  };
}
