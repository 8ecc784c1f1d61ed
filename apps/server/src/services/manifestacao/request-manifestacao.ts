import { formatMensagem, type ParsedParamsOf } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findAlvos, findPermissao, insertManifestacoes, type NovaManifestacao } from "./manifestacao.rows.ts";
import {
  type Alvo,
  findImpedimento,
  type Impedimento,
  isPedida,
  NOMES,
  nextNSeq,
  readVontade,
  type Vontade,
} from "./manifestacao.rules.ts";
import { toManifesto } from "./to-manifesto.ts";

/** Result for one document of a call; null = accepted for sending. */
type Resultado = { id: string; impedimento: Impedimento | null };

/**
 * Requests one manifestação: the worker signs and sends it. An equal pending request is reused.
 * @throws {Refusal} why it may not be requested
 */
export async function requestManifestacao(
  ctx: SignedInContext,
  { tipo, id, novoStatus, justificativa }: ParsedParamsOf<"Nota.manifestacao">,
): Promise<void> {
  const vontade = await admit(ctx, novoStatus, justificativa);
  if (tipo !== "NFe") throw new Refusal("manifestacaoSoNfe");
  const [resultado] = await askAll(ctx, [id], vontade);
  if (!resultado?.impedimento) return;
  const { key, values } = resultado.impedimento;
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
  const vontade = await admit(ctx, novoStatus, justificativa);
  const resultados = await askAll(ctx, [...new Set(ids)], vontade);
  return resultados.map(({ id, impedimento }) => ({
    id,
    mensagem: impedimento && formatMensagem(impedimento.key, impedimento.values),
  }));
}

async function admit(
  ctx: SignedInContext,
  novoStatus: ParsedParamsOf<"Nota.manifestacao">["novoStatus"],
  justificativa: string | null | undefined,
): Promise<Vontade> {
  const { contaId, usuarioId } = ctx.caller;
  const pode = await ctx.database.withContaSql(contaId, (sql) => findPermissao(sql, contaId, usuarioId));
  if (!pode) throw new Refusal("manifestacaoSemPermissao");
  return readVontade(novoStatus, justificativa);
}

async function askAll(ctx: SignedInContext, ids: readonly string[], vontade: Vontade): Promise<Resultado[]> {
  const { contaId, contaUf } = ctx.caller;
  const quando = { agora: ctx.clock.now(), zona: zonaOfUf(contaUf) };
  const resultados = await ctx.database.withContaSql(contaId, async (sql) => {
    const chaves = (await findAlvos(sql, contaId, ids)).map(({ chave }) => chave);
    await lockChaves(sql, contaId, chaves);
    const alvos = new Map((await findAlvos(sql, contaId, ids)).map((alvo) => [alvo.id, alvo]));
    const aceitos: Alvo[] = [];
    const judged = ids.map((id): Resultado => {
      const alvo = alvos.get(id);
      if (!alvo) return { id, impedimento: { key: "notaNaoEncontrada" } };
      if (isPedida(alvo, vontade)) return { id, impedimento: null };
      const impedimento = findImpedimento(alvo, vontade.status, quando);
      if (impedimento === null) aceitos.push(alvo);
      return { id, impedimento };
    });
    await keepVontades(ctx, { sql, aceitos, vontade, agora: quando.agora });
    return judged;
  });
  ctx.wake?.();
  return resultados;
}

type Aceite = { sql: Sql; aceitos: readonly Alvo[]; vontade: Vontade; agora: Date };

async function keepVontades(ctx: SignedInContext, { sql, aceitos, vontade, agora }: Aceite): Promise<void> {
  const { contaId, usuarioId, nome: usuario } = ctx.caller;
  const novas = aceitos.flatMap((alvo) => toNova(alvo, vontade));
  const kept = await insertManifestacoes(sql, contaId, { novas, usuarioId, usuario, agora });
  await planTarefas(
    sql,
    contaId,
    kept.map(({ id }) => toManifesto(id, { venceEm: agora })),
  );
  const acao = "manifestar";
  const detalhe = [NOMES[vontade.status], vontade.justificativa].filter(Boolean).join(": ");
  await insertRegistros(
    sql,
    contaId,
    aceitos.map(({ id }) => ({ quando: agora, usuarioId, usuario, acao, alvo: id, detalhe })),
  );
}

function toNova(alvo: Alvo, { status, justificativa }: Vontade): NovaManifestacao[] {
  const { empresa, chave, autorizadaEm } = alvo;
  if (empresa === null) return [];
  const nSeq = nextNSeq(alvo, status);
  return [{ empresaId: empresa.id, chave, status, nSeq, justificativa, autorizadaEm }];
}
