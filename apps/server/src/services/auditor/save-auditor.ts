import type { Db } from "../../db/index.ts";
import { saveParticipantes } from "../participante/participante.rows.ts";
import { describeFact, factOfEvento, type ReportedEvento, withKnown } from "./auditor.rules.ts";
import {
  findKnown,
  markCancelled,
  type NewAuditor,
  type ReportedFact,
  saveAuditores,
} from "./auditor-ingest.rows.ts";

/**
 * Stores facts from SEFAZ as records, one per fact of a chave, and marks the documents that were
 * cancelled. A repeated fact fills missing fields of the same record.
 * @returns the new records
 */
export async function saveAuditorFacts(
  db: Db,
  contaId: string,
  { reported, now }: { reported: readonly ReportedFact[]; now: Date },
): Promise<NewAuditor[]> {
  if (reported.length === 0) return [];
  const chaves = [...new Set(reported.map(({ fato: fact }) => fact.chave))];
  const merged = mergeFacts(reported);
  const knownByChave = new Map(await findKnown(db, contaId, chaves));
  for (const { fato: fact } of merged) if (fact.tpEvento === "") knownByChave.set(fact.chave, fact);
  const complete = merged.map((each) => {
    const fact = withKnown(each.fato, knownByChave.get(each.fato.chave));
    return { ...each, fato: fact, texto: describeFact(fact) };
  });
  const created = await saveAuditores(db, contaId, { registros: complete, now });
  await markCancelled(db, contaId, { chaves, now });
  await saveParticipantes(db, contaId, { partes: complete.flatMap(toParty), confiavel: true, agora: now });
  return created;
}

// A statement can upsert a row only once: of two reports of a fact keep the full one, with the gravest
// situação.
function mergeFacts(reported: readonly ReportedFact[]): ReportedFact[] {
  const merged = new Map<string, ReportedFact>();
  for (const each of reported) {
    const { chave, tpEvento, nSeq, autor } = each.fato;
    const key = `${chave} ${tpEvento} ${nSeq} ${autor}`;
    const known = merged.get(key);
    const [best, other] = known && known.resumo === null ? [known, each] : [each, known];
    const states = [best.fato.cSitNFe, other?.fato.cSitNFe ?? 1];
    const cSitNFe = states.includes(3) ? 3 : states.includes(2) ? 2 : 1;
    merged.set(key, { ...best, fato: { ...best.fato, cSitNFe } });
  }
  return [...merged.values()];
}

// Even a summary makes its emitter searchable by name.
function toParty({ fato: fact }: ReportedFact): { documento: string; nome: string }[] {
  const { tpEvento, nomeEmitente: nome, cnpjEmitente: documento } = fact;
  return tpEvento === "" && nome !== null && documento !== "" ? [{ documento, nome }] : [];
}

/** Eventos of a nota in SEFAZ's answer to a consulta. */
export type ConsultaEventos = {
  chave: string;
  eventos: readonly Omit<ReportedEvento, "chave">[];
  now: Date;
};

/**
 * Stores the eventos found by a consulta as records. Idempotent.
 * Call it in the transaction that stores the eventos, before `publish`.
 * @returns the new records
 */
export async function saveConsultaEventos(
  db: Db,
  contaId: string,
  { chave, eventos, now }: ConsultaEventos,
): Promise<NewAuditor[]> {
  const facts = eventos.flatMap((evento) => factOfEvento({ ...evento, chave }, now) ?? []);
  const reported = facts.map(
    (fact): ReportedFact => ({
      fato: fact,
      empresaId: null,
      origem: "conferencia",
      esquema: null,
      nsu: null,
      resumo: null,
    }),
  );
  return await saveAuditorFacts(db, contaId, { reported, now });
}
