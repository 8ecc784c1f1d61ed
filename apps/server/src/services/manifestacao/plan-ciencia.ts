import type { Db } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import { findWithoutManifestacao, hasActiveCiencia } from "./ciencia.rows.ts";
import { insertManifestacoes, type NewManifestacao } from "./manifestacao.rows.ts";
import { acceptsManifestacao, CIENCIA, deadlineOf } from "./manifestacao.rules.ts";
import { toSendTask } from "./to-send-task.ts";

/** Authorized documents that an empresa received, by SEFAZ's notice; their nota may be unknown. */
export type ReceivedDocumentos = {
  empresaId: string;
  documentos: readonly { chave: string; autorizadaEm: Date }[];
  now: Date;
};

/**
 * Plans the automatic ciência for an empresa that enabled it: for NF-e in time, not cancelled and without
 * any manifestação or request. Call it in the transaction that stores the documents; `ctx.wake` after it.
 * @returns how many requests are new; 0 if the empresa has not enabled it or has no valid certificate
 */
export async function planCiencia(
  db: Db,
  contaId: string,
  { empresaId, documentos, now }: ReceivedDocumentos,
): Promise<number> {
  const inTime = documentos.filter(
    ({ chave, autorizadaEm }) => acceptsManifestacao(chave) && now <= deadlineOf({ autorizadaEm }, CIENCIA),
  );
  if (inTime.length === 0 || !(await hasActiveCiencia(db, contaId, { empresaId, now }))) return 0;
  const chaves = inTime.map(({ chave }) => chave);
  await lockChaves(db, contaId, chaves);
  const withoutManifestacao = new Set(await findWithoutManifestacao(db, contaId, { empresaId, chaves }));
  const byChave = new Map(inTime.map((each) => [each.chave, each.autorizadaEm]));
  const newRequests = [...byChave].flatMap(([chave, autorizadaEm]): NewManifestacao[] =>
    withoutManifestacao.has(chave)
      ? [{ empresaId, chave, status: CIENCIA, nSeq: 1, justificativa: null, autorizadaEm }]
      : [],
  );
  const kept = await insertManifestacoes(db, contaId, { newRequests, usuarioId: null, usuario: null, now });
  await planTasks(
    db,
    contaId,
    kept.map(({ id }) => toSendTask(id, { venceEm: now })),
  );
  return kept.length;
}
