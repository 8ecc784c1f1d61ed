import { Refusal } from "../../../errors.ts";
import { readImportacaoFile } from "../../../services/importacao/read-importacao-file.ts";
import { idOfOperacao } from "../../../services/operacao/read-operacao.ts";
import { readRequestedFile } from "../../../services/requested-file/read-requested-file.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams } from "./list.ts";
import { acceptOperation } from "./operations.ts";

export const fileRoutes = {
  "GET /importacoes": async (ctx, { query }) => {
    const { results: itens, totalCount: total } = await callMethod(
      ctx,
      "Importacao.getListImportacao",
      toPageParams(query),
    );
    return { corpo: { itens, total } };
  },
  "GET /importacoes/{id}": async (ctx, { caminho }) => {
    const { object } = await callMethod(ctx, "Importacao.getImportacao", caminho);
    return { corpo: object };
  },
  "GET /importacoes/{id}/erros": async (ctx, { caminho, query: { motivo, ...query } }) => {
    const params = { importacaoId: caminho.id, codigo: motivo, ...toPageParams(query) };
    const {
      results: itens,
      totalCount: total,
      object,
    } = await callMethod(ctx, "Importacao.getListImportacaoErros", params);
    return { corpo: { itens, total, grupos: object.grupos } };
  },
  "GET /importacoes/{id}/arquivo": async (ctx, { caminho }) => ({
    arquivo: await readImportacaoFile(ctx, ctx.caller, caminho.id),
  }),

  "POST /downloads": async (ctx, { corpo }) => {
    const { object } = await callMethod(ctx, "Download.processaDownload", corpo);
    return await acceptOperation(ctx, idOfOperacao("download", object.id));
  },
  "GET /downloads": async (ctx, { query }) => {
    const { results: itens, totalCount: total } = await callMethod(
      ctx,
      "Download.getListDownload",
      toPageParams(query),
    );
    return { corpo: { itens, total } };
  },
  "GET /downloads/{id}/arquivo": async (ctx, { caminho }) => ({
    arquivo: await readRequestedFile(ctx, ctx.caller, { id: caminho.id, tipo: "repositorio" }),
  }),

  "POST /exportacoes": async (ctx, { corpo: { formato, filtro, entradaSaida, ordem } }) => {
    const params = {
      createFileType: formato,
      searchFilter: filtro,
      entradaSaida,
      listSearchOrder: ordem,
      pageSize: 1,
    };
    const { object } = await callMethod(ctx, "Nota.getListNota", params);
    if (object === null) throw new Refusal("formatoNaoDisponivel", { campo: "formato" });
    return await acceptOperation(ctx, idOfOperacao("exportacao", object.id));
  },
  "GET /exportacoes": async (ctx, { query }) => {
    const { results: itens, totalCount: total } = await callMethod(
      ctx,
      "Exportacao.getListExportacao",
      toPageParams(query),
    );
    return { corpo: { itens, total } };
  },
  "GET /exportacoes/{id}": async (ctx, { caminho }) => {
    const { object } = await callMethod(ctx, "Exportacao.getExportacao", caminho);
    return { corpo: object };
  },
  "GET /exportacoes/{id}/arquivo": async (ctx, { caminho }) => ({
    arquivo: await readRequestedFile(ctx, ctx.caller, { id: caminho.id, tipo: "exportacao" }),
  }),
  "DELETE /exportacoes/expiradas": async (ctx) => {
    const { object } = await callMethod(ctx, "Exportacao.deleteExpired", {});
    return { corpo: object };
  },
} satisfies Partial<RestHandlers>;
