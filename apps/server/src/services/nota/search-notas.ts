import { SUGESTOES_MAX } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import type { AchadoRow, Partes, Quem } from "./procura.rows.ts";
import {
  findDasPartes,
  findPartes,
  findPorChave,
  findPorInicioDoNumero,
  findPorNumero,
  findRecentes,
  findRegistros,
} from "./procura.rows.ts";
import { type Achado, joinAchados, readProcura } from "./procura.rules.ts";

/**
 * The global search: documents by chave, number, CNPJ or CPF (whole or prefix) and name, then records
 * of the auditor. Each search returns its newest {@link SUGESTOES_MAX}.
 * @throws {Refusal} buscaCurta
 */
export async function searchNotas(sql: Sql, contaId: string, searchKey: string): Promise<Achado[]> {
  const { chave, numero, documento, padrao } = readProcura(searchKey);
  const porDocumento = await searchPartes(sql, contaId, documento === null ? null : { documento });
  const porNome = await searchPartes(sql, contaId, padrao === null ? null : { padrao });
  const documentos = [...new Set([...porDocumento.documentos, ...porNome.documentos])];
  const registros = await findRegistros(sql, contaId, { chave, numero, documentos });
  const porChave = chave === null ? [] : writeNotas(await findPorChave(sql, contaId, chave), "chave");
  return joinAchados([
    chave?.curta === true ? [] : porChave,
    writeNotas(numero === null ? [] : await searchNumero(sql, contaId, numero), "numero"),
    writeNotas(porDocumento.notas, "documento"),
    chave?.curta === true ? porChave : [],
    writeNotas(porNome.notas, "nome"),
    registros.map((row) => ({ ...writeAchado(row), alvo: "auditor", porque: "registro" }) as const),
  ]);
}

/** The exact number first; if there is room, then numbers that begin with it. */
async function searchNumero(sql: Sql, contaId: string, numero: number): Promise<AchadoRow[]> {
  const exact = await findPorNumero(sql, contaId, numero);
  if (exact.length === SUGESTOES_MAX) return exact;
  return [...exact, ...(await findPorInicioDoNumero(sql, contaId, numero))].slice(0, SUGESTOES_MAX);
}

type DasPartes = Pick<Partes, "documentos"> & { notas: AchadoRow[] };

/** Documents of the parties that match. If too many match: recent documents first, then those of the
 * first parties found. */
async function searchPartes(sql: Sql, contaId: string, quem: Quem | null): Promise<DasPartes> {
  if (quem === null) return { documentos: [], notas: [] };
  const { documentos, muitas } = await findPartes(sql, contaId, quem);
  const recentes = muitas ? await findRecentes(sql, contaId, quem) : [];
  if (recentes.length === SUGESTOES_MAX) return { documentos, notas: recentes };
  const notas = [...recentes, ...(await findDasPartes(sql, contaId, documentos))];
  const distinct = [...new Map(notas.map((row) => [row.id, row])).values()].toSorted(compareNovas);
  return { documentos, notas: distinct.slice(0, SUGESTOES_MAX) };
}

function compareNovas(a: AchadoRow, b: AchadoRow): number {
  const difference = (b.dataEmissao?.getTime() ?? 0) - (a.dataEmissao?.getTime() ?? 0);
  return difference !== 0 ? difference : a.id < b.id ? 1 : -1;
}

function writeNotas(rows: readonly AchadoRow[], porque: Achado["porque"]): Achado[] {
  return rows.map((row) => ({ ...writeAchado(row), alvo: "nota", porque }));
}

function writeAchado({
  papel,
  chave,
  numeroNota,
  serieNota,
  ...row
}: AchadoRow): Omit<Achado, "alvo" | "porque"> {
  return {
    ...row,
    type: papel,
    chaveAcesso: chave,
    numeroNota: numeroNota === null ? null : String(numeroNota),
    serieNota: serieNota === null ? null : String(serieNota),
  };
}
