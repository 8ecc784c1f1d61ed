import { formatMessage } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { LoteRow } from "./lote.rows.ts";
import type { Outcome } from "./lote.rules.ts";
import { replaceOutcomes, saveOutcomes } from "./lote-item.rows.ts";

/** feito: more may follow at once; espera: SEFAZ's answers are missing; fim: nothing is left. */
export type StepEnd = "feito" | "espera" | "fim";

/** One step of a lote, under the requester's rights: its lote is locked. */
export type Step = {
  db: Db;
  contaId: string;
  lote: LoteRow;
  /** The requester as of now; null if they may no longer do what they asked. */
  actor: { contaId: string; contaUf: string; usuarioId: string; nome: string } | null;
  now: Date;
};

/** Refuses all documents that are still in the queue. */
export async function refuseRest(
  { db, contaId, lote, now }: Pick<Step, "db" | "contaId" | "lote" | "now">,
  key: "loteSemDireito" | "loteInterrompido",
): Promise<void> {
  const change = {
    loteId: lote.id,
    from: ["na-fila"],
    to: "recusado",
    mensagem: formatMessage(key),
    now,
  } as const;
  await replaceOutcomes(db, contaId, change);
}

/** Stores the outcomes of a step, with their sentences. */
export async function writeOutcomes(
  { db, contaId, lote, now }: Pick<Step, "db" | "contaId" | "lote" | "now">,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ mensagem, values, ...outcome }) => ({
    ...{ antesEm: null, antesPor: null, manifestacaoId: null, ...outcome },
    mensagem: mensagem && formatMessage(mensagem, values),
  }));
  await saveOutcomes(db, contaId, { loteId: lote.id, outcomes: rows, now });
}
