import { Refusal } from "../../../errors.ts";
import type { SignedInContext } from "../../../services/handler.ts";
import { findNotaSummary, type NotaSummary } from "../../../services/nota/nota-summary.rows.ts";
import { findLatestManifestacoes } from "../../../services/operacao/operacao.rows.ts";
import { idOfOperacao } from "../../../services/operacao/read-operacao.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { acceptOperation } from "./operations.ts";

export const sefazRoutes = {
  "POST /notas/{id}/manifestacao": async (ctx, { caminho: { id }, corpo: { novoStatus, justificativa } }) => {
    const { tipoNota: tipo } = await findNota(ctx, id);
    await callMethod(ctx, "Nota.manifestacao", { tipo, id, novoStatus, justificativa });
    const operacao = (await findOperations(ctx, [id], novoStatus)).get(id);
    if (operacao === undefined) throw new Error(`no manifestacao of ${id} after it was accepted`);
    return await acceptOperation(ctx, operacao);
  },

  "POST /notas/{id}/eventos": async (ctx, { caminho: { id }, corpo }) => {
    const { object } = await callMethod(ctx, "Nota.sendEvento", { id, ...corpo });
    return await acceptOperation(ctx, idOfOperacao("manifestacao", object.id));
  },

  "POST /notas/lote/manifestacao": async (ctx, { corpo }) => {
    const { results } = await callMethod(ctx, "Nota.manifestarLote", corpo);
    const accepted = results.filter(({ mensagem }) => mensagem === null).map(({ id }) => id);
    const operations = await findOperations(ctx, accepted, corpo.novoStatus);
    const itens = results.map(({ id, mensagem }) => ({
      id,
      mensagem,
      sucesso: mensagem === null,
      operacao: mensagem === null ? (operations.get(id) ?? null) : null,
    }));
    return { corpo: { itens } };
  },

  "POST /notas/{id}/consultaSefaz": async (ctx, { caminho: { id } }) => {
    const { tipoNota: tipo, chave } = await findNota(ctx, id);
    await callMethod(ctx, "Nota.consultarSefaz", { tipo, chave });
    return await acceptOperation(ctx, idOfOperacao("consultaSefaz", id, ctx.clock.now()));
  },

  "GET /notas/{id}/sefaz": async (ctx, { caminho: { id } }) => {
    const { tipoNota: tipo, chave } = await findNota(ctx, id);
    const { object } = await callMethod(ctx, "Nota.getNota", { id });
    const { sefazStatus, divergente, sefazConsultadaEm } = object;
    return {
      corpo: {
        consulta: await consultaStateOf(ctx, { tipo, chave }),
        sefazStatus,
        divergente,
        sefazConsultadaEm,
      },
    };
  },
} satisfies Partial<RestHandlers>;

async function consultaStateOf(
  ctx: SignedInContext,
  consulta: { tipo: NotaSummary["tipoNota"]; chave: string },
): Promise<"respondida" | "aguardando" | "falhou"> {
  try {
    return (await callMethod(ctx, "Nota.hasSefazStatus", consulta)).object ? "respondida" : "aguardando";
  } catch (error) {
    if (error instanceof Refusal && error.key === "erroConsultandoSefaz") return "falhou";
    throw error;
  }
}

/** @throws {Refusal} notaNaoEncontrada */
async function findNota(ctx: SignedInContext, id: string): Promise<NotaSummary> {
  const { contaId } = ctx.caller;
  const nota = await ctx.database.withConta(contaId, (db) => findNotaSummary(db, contaId, id));
  if (nota === null) throw new Refusal("notaNaoEncontrada");
  return nota;
}

/** The operação of the last requested manifestação of each nota. */
async function findOperations(
  ctx: SignedInContext,
  notaIds: readonly string[],
  status: number,
): Promise<Map<string, string>> {
  if (notaIds.length === 0) return new Map();
  const { contaId } = ctx.caller;
  const rows = await ctx.database.withConta(contaId, (db) =>
    findLatestManifestacoes(db, contaId, { notaIds, status }),
  );
  return new Map(rows.map(({ id, notaId }) => [notaId, idOfOperacao("manifestacao", id)]));
}
