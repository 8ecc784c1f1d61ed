import type { ParsedNota } from "@malote/dfe";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import { type Db, newId } from "../../db/index.ts";
import { type NotaCopy, type NotasPlan, type NotaView, planViews } from "../documento/documento.rules.ts";
import { lockEmpresas } from "../empresa/empresa-lock.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-status.rows.ts";
import { insertNotas, markCancelamentos, updateNotas } from "../nota/nota-ingest.rows.ts";
import { type NamedParty, saveParticipantes } from "../participante/participante.rows.ts";

/** Copies of notas and the current notas of their chaves, which this transaction has locked. */
export type ArrivedCopies = { copies: readonly NotaCopy[]; currentNotas: readonly NotaView[]; now: Date };

/**
 * Decides how copies change the notas of their chaves,
 * and applies it. The caller publishes the plan's feed.
 */
export async function placeCopies(
  db: Db,
  contaId: string,
  { copies, currentNotas, now }: ArrivedCopies,
): Promise<NotasPlan> {
  const context = await lockEmpresas(db, contaId);
  const zona = zoneOfUf(context.uf);
  const dayOf = (instant: Date): string => dayInZone(instant, zona);
  const plan = planViews(copies, currentNotas, { empresas: context.empresas, newId, diaOf: dayOf });
  await insertNotas(db, contaId, { entries: plan.inserts, now });
  await updateNotas(db, contaId, { entries: plan.replacements, now });
  const changed = [...plan.inserts, ...plan.replacements];
  const chaves = [...new Set(changed.map(({ view: currentNota }) => currentNota.chave))];
  await markCancelamentos(db, contaId, { chaves, now });
  await markManifestacoes(db, contaId, { chaves, now });
  // Trusted documents last, because their names overwrite the others.
  for (const trusted of [false, true]) {
    const named = changed.filter(({ view: currentNota }) => currentNota.quarentena !== trusted);
    const parties = named.flatMap(({ copy }) => partiesOf(copy.nota));
    await saveParticipantes(db, contaId, { partes: parties, confiavel: trusted, agora: now });
  }
  return plan;
}

/** All parties of a document; the same number under two names gives two parties. */
function partiesOf(nota: ParsedNota): NamedParty[] {
  const { emitente, destinatario, tomador, remetente, expedidor, recebedor, transportador } = nota;
  const others = [tomador, remetente, expedidor, recebedor, transportador, destinatario];
  return [emitente, ...others.filter((party) => party !== null), ...nota.partes];
}
