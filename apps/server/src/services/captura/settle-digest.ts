import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { doubtDocumentos, findCopiasOfDigest } from "../documento/documento.rows.ts";
import { type Copia, isPublished, type Visao } from "../documento/documento.rules.ts";
import type { FeedItem } from "../feed/publica.rows.ts";
import { findVisoes, quarantineNotas } from "../nota/nota-ingest.rows.ts";
import { readNotaGuardada } from "../nota/read-guardado.ts";
import type { NovoRegistro } from "../registro/registro.rows.ts";
import { placeCopias } from "./place-copias.ts";

/**
 * Feed rows to publish, and audit records that the caller
 * writes after all its locks, just before publishing.
 */
export type Acerto = { feed: FeedItem[]; registros: NovoRegistro[] };

/** The digest that SEFAZ authorized under a chave, which this transaction has locked. */
export type PalavraDigest = {
  chave: string;
  digVal: string;
  readDfe?: AppContext["readDfe"] | undefined;
  agora: Date;
};

/**
 * Makes the copy that SEFAZ authorized the nota: notas of another content switch to it, or enter
 * quarantine when none is stored.
 */
export async function settleDigest(
  sql: Sql,
  contaId: string,
  { chave, digVal, readDfe, agora }: PalavraDigest,
): Promise<Acerto> {
  const doubted = await doubtDocumentos(sql, contaId, { chave, digVal });
  if (doubted.length === 0) return { feed: [], registros: [] };
  const atuais = await findVisoes(sql, contaId, [chave]);
  const fallen = new Set(atuais.filter((visao) => doubted.includes(visao.documentoId)).map(({ id }) => id));
  const copias = await findCopias(sql, contaId, { chave, digVal, readDfe });
  const { trocas, feed } = await placeCopias(sql, contaId, {
    copias,
    atuais: atuais.map(
      (visao): Visao => (fallen.has(visao.id) ? { ...visao, veredito: "suspeita", liberada: false } : visao),
    ),
    agora,
  });
  for (const { visao } of trocas) fallen.delete(visao.id);
  await quarantineNotas(sql, contaId, { ids: [...fallen], agora });
  const released = atuais.filter(({ id, liberada }) => liberada && fallen.has(id));
  const withdrawn = atuais.filter((visao) => fallen.has(visao.id) && isPublished(visao));
  return {
    feed: [...feed, ...withdrawn.map(({ id }): FeedItem => ({ tipo: "quarentena", notaId: id }))],
    registros: released.map(({ id }) => toRegistro(id, agora)),
  };
}

function toRegistro(alvo: string, quando: Date): NovoRegistro {
  const acao = "retomar-quarentena";
  return { quando, usuarioId: null, usuario: "SEFAZ", acao, alvo, detalhe: "sefaz-digest-divergente" };
}

// @NOTE the only place that reads XML inside a transaction:
// a few stored copies at most, of a locked chave.
async function findCopias(
  sql: Sql,
  contaId: string,
  { readDfe, ...content }: Pick<PalavraDigest, "chave" | "digVal" | "readDfe">,
): Promise<Copia[]> {
  const copias: Copia[] = [];
  for (const { id, xmlGzip, ...julgado } of await findCopiasOfDigest(sql, contaId, content)) {
    const nota = await readNotaGuardada({ readDfe }, xmlGzip);
    if (nota === null) continue;
    copias.push({ ...julgado, documentoId: id, novo: true, nota, protocolo: nota.protocolo?.cStat ?? null });
  }
  return copias;
}
