import { formatMessage, type ParsedParamsOf } from "@malote/contract";
import { MODELOS, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import { canManifest, findTargets, insertManifestacoes, type NewManifestacao } from "./manifestacao.rows.ts";
import {
  findImpediment,
  type Impediment,
  isRequested,
  MANIFESTACAO_NAMES,
  type ManifestacaoRequest,
  type ManifestacaoTarget,
  nextNSeq,
  readManifestacaoRequest,
} from "./manifestacao.rules.ts";
import { toSendTask } from "./to-send-task.ts";

/** Result for one document of a call; null = accepted for sending. */
type RequestResult = { id: string; impediment: Impediment | null };

/**
 * Requests one manifestação: the worker signs and sends it. An equal pending request is reused.
 * @throws {Refusal} why it may not be requested
 */
export async function requestManifestacao(
  ctx: SignedInContext,
  { tipo, id, novoStatus, justificativa }: ParsedParamsOf<"Nota.manifestacao">,
): Promise<void> {
  const request = await readRequest(ctx, novoStatus, justificativa);
  if (!MODELOS[tipo].manifestacao) throw new Refusal("manifestacaoSoNfe");
  const [result] = await requestAll(ctx, [id], request);
  if (!result?.impediment) return;
  const { key, values } = result.impediment;
  throw new Refusal(key, values === undefined ? {} : { values });
}

/**
 * As {@link requestManifestacao} for many documents, in one transaction.
 * @returns for each, in the order of the call, why it was not accepted; null if it was
 * @throws {Refusal} if the user or the request is invalid for every document
 */
export async function requestManifestacoes(
  ctx: SignedInContext,
  { ids, novoStatus, justificativa }: ParsedParamsOf<"Nota.manifestarLote">,
): Promise<{ id: string; mensagem: string | null }[]> {
  const request = await readRequest(ctx, novoStatus, justificativa);
  const results = await requestAll(ctx, [...new Set(ids)], request);
  return results.map(({ id, impediment }) => ({
    id,
    mensagem: impediment && formatMessage(impediment.key, impediment.values),
  }));
}

async function readRequest(
  ctx: SignedInContext,
  novoStatus: ParsedParamsOf<"Nota.manifestacao">["novoStatus"],
  justificativa: string | null | undefined,
): Promise<ManifestacaoRequest> {
  const { contaId, usuarioId } = ctx.caller;
  const isAllowed = await ctx.database.withConta(contaId, (db) => canManifest(db, contaId, usuarioId));
  if (!isAllowed) throw new Refusal("manifestacaoSemPermissao");
  return readManifestacaoRequest(novoStatus, justificativa);
}

async function requestAll(
  ctx: SignedInContext,
  ids: readonly string[],
  request: ManifestacaoRequest,
): Promise<RequestResult[]> {
  const { contaId } = ctx.caller;
  const results = await ctx.database.withConta(contaId, async (db) => {
    const judged = await judgeRequests(db, ctx.caller, { ids, request, now: ctx.clock.now() });
    await saveRequests(db, ctx.caller, judged);
    return judged.results;
  });
  ctx.wake?.();
  return results;
}

/** Who requests a manifestação. */
export type ManifestacaoActor = { contaId: string; contaUf: string; usuarioId: string; nome: string };

/** The results of one request for some documents, and the documents that it may be sent for. */
export type JudgedRequests = {
  request: ManifestacaoRequest;
  now: Date;
  results: RequestResult[];
  accepted: readonly ManifestacaoTarget[];
};

/** Judges a request for each document; locks their chaves until the transaction ends. */
export async function judgeRequests(
  db: Db,
  { contaId, contaUf }: ManifestacaoActor,
  { ids, request, now }: { ids: readonly string[]; request: ManifestacaoRequest; now: Date },
): Promise<JudgedRequests> {
  const when = { now, zona: zoneOfUf(contaUf) };
  const chaves = (await findTargets(db, contaId, ids)).map(({ chave }) => chave);
  await lockChaves(db, contaId, chaves);
  const targets = new Map((await findTargets(db, contaId, ids)).map((target) => [target.id, target]));
  const accepted: ManifestacaoTarget[] = [];
  const results = ids.map((id): RequestResult => {
    const target = targets.get(id);
    if (!target) return { id, impediment: { key: "notaNaoEncontrada" } };
    if (isRequested(target, request)) return { id, impediment: null };
    const impediment = findImpediment(target, request.status, when);
    if (impediment === null) accepted.push(target);
    return { id, impediment };
  });
  return { request, now, results, accepted };
}

/**
 * Stores what {@link judgeRequests} accepted, with the tasks that send it. lote: the number of the lote,
 * which the registro names.
 * @returns the new manifestações
 */
export async function saveRequests(
  db: Db,
  { contaId, usuarioId, nome: usuario }: ManifestacaoActor,
  { accepted, request, now, lote }: Omit<JudgedRequests, "results"> & { lote?: number },
): Promise<{ id: string; chave: string }[]> {
  const newRequests = accepted.flatMap((target) => toNewRequests(target, request));
  const kept = await insertManifestacoes(db, contaId, { newRequests, usuarioId, usuario, now });
  await planTasks(
    db,
    contaId,
    kept.map(({ id }) => toSendTask(id, { venceEm: now })),
  );
  const origin = lote === undefined ? "" : ` (lote ${lote})`;
  const detail = [MANIFESTACAO_NAMES[request.status] + origin, request.justificativa]
    .filter(Boolean)
    .join(": ");
  await insertRegistros(
    db,
    contaId,
    accepted.map(({ id: alvo }) => ({
      ...{ quando: now, usuarioId, usuario, acao: "manifestar" as const, alvo, detalhe: detail },
    })),
  );
  return kept;
}

function toNewRequests(
  target: ManifestacaoTarget,
  { status, justificativa }: ManifestacaoRequest,
): NewManifestacao[] {
  const { empresa, chave, autorizadaEm } = target;
  if (empresa === null) return [];
  const nSeq = nextNSeq(target, status);
  return [{ empresaId: empresa.id, chave, status, nSeq, justificativa, autorizadaEm }];
}
