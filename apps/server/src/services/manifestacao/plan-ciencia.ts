import type { Sql } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findCienciaAtiva, findSemManifestacao } from "./ciencia.rows.ts";
import { insertManifestacoes, type NovaManifestacao } from "./manifestacao.rows.ts";
import { CIENCIA, isManifestavel, prazoOf } from "./manifestacao.rules.ts";
import { toManifesto } from "./to-manifesto.ts";

/** Authorized documents that an empresa received, by SEFAZ's notice; their nota may be unknown. */
export type Recebidos = {
  empresaId: string;
  documentos: readonly { chave: string; autorizadaEm: Date }[];
  agora: Date;
};

/**
 * Plans the automatic ciência for an empresa that enabled it: for NF-e in time, not cancelled and without
 * any manifestação or request. Call it in the transaction that stores the documents; `ctx.wake` after it.
 * @returns how many requests are new; 0 if the empresa has not enabled it or has no valid certificate
 */
export async function planCiencia(
  sql: Sql,
  contaId: string,
  { empresaId, documentos, agora }: Recebidos,
): Promise<number> {
  const inTime = documentos.filter(
    ({ chave, autorizadaEm }) => isManifestavel(chave) && agora <= prazoOf({ autorizadaEm }, CIENCIA),
  );
  if (inTime.length === 0 || !(await findCienciaAtiva(sql, contaId, { empresaId, agora }))) return 0;
  const chaves = inTime.map(({ chave }) => chave);
  await lockChaves(sql, contaId, chaves);
  const livres = new Set(await findSemManifestacao(sql, contaId, { empresaId, chaves }));
  const byChave = new Map(inTime.map((each) => [each.chave, each.autorizadaEm]));
  const novas = [...byChave].flatMap(([chave, autorizadaEm]): NovaManifestacao[] =>
    livres.has(chave)
      ? [{ empresaId, chave, status: CIENCIA, nSeq: 1, justificativa: null, autorizadaEm }]
      : [],
  );
  const kept = await insertManifestacoes(sql, contaId, { novas, usuarioId: null, usuario: null, agora });
  await planTarefas(
    sql,
    contaId,
    kept.map(({ id }) => toManifesto(id, { venceEm: agora })),
  );
  return kept.length;
}
