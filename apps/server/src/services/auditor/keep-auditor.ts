import type { Sql } from "../../db/index.ts";
import { saveParticipantes } from "../participante/participante.rows.ts";
import { describeFato, type EventoContado, factOfEvento, withConhecido } from "./auditor.rules.ts";
import {
  type AuditorNovo,
  type Contado,
  findConhecidos,
  markCancelados,
  saveAuditores,
} from "./auditor-ingest.rows.ts";

/**
 * Stores facts from SEFAZ as records, one per fact of a chave, and marks the documents that were
 * cancelled. A repeated fact fills missing fields of the same record.
 * @returns the new records
 */
export async function keepAuditores(
  sql: Sql,
  contaId: string,
  { contados, agora }: { contados: readonly Contado[]; agora: Date },
): Promise<AuditorNovo[]> {
  if (contados.length === 0) return [];
  const chaves = [...new Set(contados.map(({ fato }) => fato.chave))];
  const merged = mergeContados(contados);
  const conhecidos = new Map(await findConhecidos(sql, contaId, chaves));
  for (const { fato } of merged) if (fato.tpEvento === "") conhecidos.set(fato.chave, fato);
  const inteiros = merged.map((contado) => {
    const fato = withConhecido(contado.fato, conhecidos.get(contado.fato.chave));
    return { ...contado, fato, texto: describeFato(fato) };
  });
  const novos = await saveAuditores(sql, contaId, { registros: inteiros, agora });
  await markCancelados(sql, contaId, { chaves, agora });
  await saveParticipantes(sql, contaId, { partes: inteiros.flatMap(toParte), confiavel: true, agora });
  return novos;
}

// A statement can upsert a row only once: of two reports of a fact keep the full one, with the gravest
// situação.
function mergeContados(contados: readonly Contado[]): Contado[] {
  const merged = new Map<string, Contado>();
  for (const contado of contados) {
    const { chave, tpEvento, nSeq, autor } = contado.fato;
    const key = `${chave} ${tpEvento} ${nSeq} ${autor}`;
    const known = merged.get(key);
    const [best, other] = known && known.resumo === null ? [known, contado] : [contado, known];
    const situacoes = [best.fato.cSitNFe, other?.fato.cSitNFe ?? 1];
    const cSitNFe = situacoes.includes(3) ? 3 : situacoes.includes(2) ? 2 : 1;
    merged.set(key, { ...best, fato: { ...best.fato, cSitNFe } });
  }
  return [...merged.values()];
}

// Even a summary makes its emitter searchable by name.
function toParte({ fato }: Contado): { documento: string; nome: string }[] {
  const { tpEvento, nomeEmitente: nome, cnpjEmitente: documento } = fato;
  return tpEvento === "" && nome !== null && documento !== "" ? [{ documento, nome }] : [];
}

/** Eventos of a nota in SEFAZ's answer to a consulta. */
export type EventosDaConsulta = {
  chave: string;
  eventos: readonly Omit<EventoContado, "chave">[];
  agora: Date;
};

/**
 * Stores the eventos found by a consulta as records (architecture §6). Idempotent.
 * Call it in the transaction that stores the eventos, before `publish`.
 * @returns the new records
 */
export async function keepAuditorDeConsulta(
  sql: Sql,
  contaId: string,
  { chave, eventos, agora }: EventosDaConsulta,
): Promise<AuditorNovo[]> {
  const fatos = eventos.flatMap((evento) => factOfEvento({ ...evento, chave }, agora) ?? []);
  const contados = fatos.map(
    (fato): Contado => ({
      fato,
      empresaId: null,
      origem: "conferencia",
      esquema: null,
      nsu: null,
      resumo: null,
    }),
  );
  return await keepAuditores(sql, contaId, { contados, agora });
}
