import { exportacaoJob } from "../../jobs/exportacao/run-exportacao.ts";
import { importacaoJob } from "../../jobs/importacao/run-importacao.ts";
import { requestExportacao } from "../../services/exportacao/request-exportacao.ts";
import { saveImportacao } from "../../services/importacao/save-importacao.ts";
import { requestManifestacoes } from "../../services/manifestacao/request-manifestacao.ts";
import { judgeRegistered } from "../../services/manifestacao-sending/judge-registered.ts";
import {
  closeManifestacao,
  findCompanyEventos,
  findPendingManifestacao,
} from "../../services/manifestacao-sending/pending.rows.ts";
import { findQueriedViews } from "../../services/nota/nota-ingest.rows.ts";
import { findOwner, findPendingManifestacaoIds } from "./history.rows.ts";
import type { StepOf } from "./history-steps.ts";
import { type HistoryTurn, toJob } from "./history-turn.ts";
import { query } from "./replay-sefaz.ts";

/** What the people of the demo conta did. */

/** Registered by SEFAZ: its evento is in the ledger of the simulated one since then. */
const REGISTERED = { cStat: "135", xMotivo: "Evento registrado e vinculado a NF-e" } as const;

export async function replayManifestacao(
  turn: HistoryTurn,
  { status, chaves }: StepOf<"manifestacao">,
): Promise<void> {
  const { ctx, db, contaId, now } = turn;
  const views = (await Promise.all(chaves.map((chave) => findQueriedViews(db, contaId, chave)))).flat();
  const ids = views.filter(({ papel }) => papel === "E").map(({ id }) => id);
  await requestManifestacoes(ctx, { ids, novoStatus: status, justificativa: null });
  for (const chave of chaves) await query(turn, chave);
  for (const id of await findPendingManifestacaoIds(db, contaId)) {
    const pending = await findPendingManifestacao(db, contaId, id);
    if (pending === null) continue;
    const judgement = judgeRegistered(pending, await findCompanyEventos(db, contaId, pending));
    if (judgement.kind !== "registrada") throw new Error(`SEFAZ does not have the manifestação ${id}`);
    const { protocolo, em: registradaEm } = judgement.companyEvento;
    const end = { id, estado: "registrada", protocolo, registradaEm, ...REGISTERED, now } as const;
    await closeManifestacao(db, contaId, end);
  }
}

export async function replayImport(
  turn: HistoryTurn,
  { nome, arquivoBase64 }: StepOf<"importacao">,
): Promise<void> {
  const { ctx, contaId } = turn;
  const bytes = Buffer.from(arquivoBase64, "base64");
  const blob = await ctx.blobs.put(contaId, bytes);
  const { id } = await saveImportacao(ctx, { ...blob, nomeArquivo: nome });
  await importacaoJob.run(ctx, toJob(turn, "importacao", id));
}

export async function replayExport(turn: HistoryTurn, { formato }: StepOf<"exportacao">): Promise<void> {
  const { ctx, db, contaId, now, caller } = turn;
  const { zona } = await findOwner(db, contaId);
  const list = { papel: "E", filtro: {}, ordem: "emissaoDesc", zona, nomes: new Map() } as const;
  const { id } = await requestExportacao(db, caller, { formato, list, now });
  await exportacaoJob.run(ctx, toJob(turn, "exportacao", id));
}
