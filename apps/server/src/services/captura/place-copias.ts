import type { NotaLida } from "@malote/dfe";
import { diaInZona, zonaOfUf } from "@malote/syntax";
import { newId, type Sql } from "../../db/index.ts";
import { type Copia, type PlanoNotas, planNotas, type Visao } from "../documento/documento.rules.ts";
import { findCasa } from "../empresa/casa.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-marca.rows.ts";
import { insertNotas, markCancelamentos, updateNotas } from "../nota/nota-ingest.rows.ts";
import { type Nomeado, saveParticipantes } from "../participante/participante.rows.ts";

/** Copies of notas and the current notas of their chaves, which this transaction has locked. */
export type Chegada = { copias: readonly Copia[]; atuais: readonly Visao[]; agora: Date };

/**
 * Decides how copies change the notas of their chaves,
 * and applies it. The caller publishes the plan's feed.
 */
export async function placeCopias(
  sql: Sql,
  contaId: string,
  { copias, atuais, agora }: Chegada,
): Promise<PlanoNotas> {
  const casa = await findCasa(sql, contaId);
  const zona = zonaOfUf(casa.uf);
  const diaOf = (instant: Date): string => diaInZona(instant, zona);
  const plano = planNotas(copias, atuais, { empresas: casa.empresas, newId, diaOf });
  await insertNotas(sql, contaId, { entries: plano.novas, agora });
  await updateNotas(sql, contaId, { entries: plano.trocas, agora });
  const changed = [...plano.novas, ...plano.trocas];
  const chaves = [...new Set(changed.map(({ visao }) => visao.chave))];
  await markCancelamentos(sql, contaId, { chaves, agora });
  await markManifestacoes(sql, contaId, { chaves, agora });
  // Trusted documents last, because their names overwrite the others.
  for (const confiavel of [false, true]) {
    const named = changed.filter(({ visao }) => visao.quarentena !== confiavel);
    const partes = named.flatMap(({ copia }) => partesOf(copia.nota));
    await saveParticipantes(sql, contaId, { partes, confiavel, agora });
  }
  return plano;
}

/** All parties of a document; the same number under two names gives two parties. */
function partesOf(nota: NotaLida): Nomeado[] {
  const { emitente, destinatario, tomador, remetente, expedidor, recebedor, transportador } = nota;
  const others = [tomador, remetente, expedidor, recebedor, transportador, destinatario];
  return [emitente, ...others.filter((parte) => parte !== null), ...nota.partes];
}
