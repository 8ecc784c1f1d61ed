import { Refusal } from "../../../errors.ts";
import { readAnexoFile, readEmailFile } from "../../../services/email/read-email-file.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams, writeList } from "./list.ts";

export const administrationRoutes = {
  "GET /auditor": async (ctx, { query: { ordem, pagina, limit, ...searchFilter } }) => {
    const params = { searchFilter, listSearchOrder: ordem, ...toPageParams({ pagina, limit }) };
    return { corpo: writeList(await callMethod(ctx, "Auditor.getListAuditor", params)) };
  },
  "GET /auditor/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Auditor.getAuditor", caminho)).object,
  }),

  "GET /emails": async (ctx, { query: { ordem, pagina, limit, ...searchFilter } }) => {
    const params = { searchFilter, searchOrder: ordem, ...toPageParams({ pagina, limit }) };
    return { corpo: writeList(await callMethod(ctx, "Email.getListEmail", params)) };
  },
  "GET /emails/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Email.getEmail", caminho)).object,
  }),
  "GET /emails/{id}/original": async (ctx, { caminho }) => ({
    arquivo: await readEmailFile(ctx, ctx.caller, caminho.id),
  }),
  "GET /emails/{id}/anexos/{anexoId}": async (ctx, { caminho: { id, anexoId } }) => {
    const { object } = await callMethod(ctx, "Email.getEmail", { id });
    if (!object.attachments.some((anexo) => anexo.id === anexoId)) throw new Refusal("anexoNaoEncontrado");
    return { arquivo: await readAnexoFile(ctx, ctx.caller, anexoId) };
  },
  "POST /emails/{id}/reprocessar": async (ctx, { caminho }) => {
    await callMethod(ctx, "Email.reprocessarEmail", caminho);
    return {};
  },

  "GET /empresas": async (ctx, { query: { ordem } }) => ({
    corpo: writeList(await callMethod(ctx, "Empresa.getListEmpresa", { listSearchOrder: ordem })),
  }),
  "POST /empresas": async (ctx, { corpo }) => {
    const { object } = await callMethod(ctx, "Empresa.saveEmpresa", { empresa: corpo });
    const created = await callMethod(ctx, "Empresa.getEmpresa", object);
    return { corpo: created.object, local: `/empresas/${object.id}` };
  },
  "GET /empresas/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Empresa.getEmpresa", caminho)).object,
  }),
  "PUT /empresas/{id}": async (ctx, { caminho, corpo }) => {
    await callMethod(ctx, "Empresa.saveEmpresa", { empresa: { ...corpo, id: caminho.id } });
    return { corpo: (await callMethod(ctx, "Empresa.getEmpresa", caminho)).object };
  },
  "DELETE /empresas/{id}": async (ctx, { caminho }) => {
    await callMethod(ctx, "Empresa.getEmpresa", caminho);
    await callMethod(ctx, "Empresa.deleteEmpresa", caminho);
    return {};
  },

  "GET /caixasEmail": async (ctx, { query: { ordem } }) => ({
    corpo: writeList(await callMethod(ctx, "CaixaEmail.getListCaixaEmail", { listSearchOrder: ordem })),
  }),
  "POST /caixasEmail": async (ctx, { corpo }) => {
    const { object } = await callMethod(ctx, "CaixaEmail.saveCaixaEmail", { caixaEmail: corpo });
    const created = await callMethod(ctx, "CaixaEmail.getCaixaEmail", object);
    return { corpo: created.object, local: `/caixasEmail/${object.id}` };
  },
  "POST /caixasEmail/testar": async (ctx, { corpo }) => ({
    corpo: (await callMethod(ctx, "CaixaEmail.pingServidor", { caixa: corpo })).object,
  }),
  "GET /caixasEmail/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "CaixaEmail.getCaixaEmail", caminho)).object,
  }),
  "PUT /caixasEmail/{id}": async (ctx, { caminho, corpo }) => {
    await callMethod(ctx, "CaixaEmail.saveCaixaEmail", { caixaEmail: { ...corpo, id: caminho.id } });
    return { corpo: (await callMethod(ctx, "CaixaEmail.getCaixaEmail", caminho)).object };
  },
  "DELETE /caixasEmail/{id}": async (ctx, { caminho }) => {
    await callMethod(ctx, "CaixaEmail.getCaixaEmail", caminho);
    await callMethod(ctx, "CaixaEmail.deleteCaixaEmail", caminho);
    return {};
  },
  "POST /caixasEmail/{id}/coletar": async (ctx, { caminho }) => {
    await callMethod(ctx, "CaixaEmail.coletarAgora", caminho);
    return {};
  },

  "GET /painel/estatistica": async (ctx, { query }) => ({
    corpo: (await callMethod(ctx, "Painel.getEstatistica", toPainelParams(query))).object,
  }),
  "GET /painel/partes": async (ctx, { query }) => ({
    corpo: (await callMethod(ctx, "Painel.getPartesVencimentos", toPainelParams(query))).object,
  }),
  "GET /painel/uf": async (ctx, { query }) => ({
    corpo: { itens: (await callMethod(ctx, "Painel.getEstatisticaUF", toPainelParams(query))).results },
  }),
  "GET /painel/detalhado": async (ctx, { query }) => ({
    corpo: {
      itens: (await callMethod(ctx, "Painel.getEstatisticaDetalhado", toPainelParams(query))).results,
    },
  }),

  "GET /conta": async (ctx) => ({ corpo: (await callMethod(ctx, "Conta.getConta", {})).object }),
  "GET /conta/uso": async (ctx) => ({
    corpo: { itens: (await callMethod(ctx, "Conta.getListUso", {})).results },
  }),
} satisfies Partial<RestHandlers>;

type PainelQuery = {
  entradaSaida: "E" | "S";
  de: string;
  ate: string;
  cnpjEmpresa?: string | undefined;
  agrupamento?: "dia" | "semana" | "mes" | "ano" | undefined;
};

function toPainelParams({ entradaSaida, de, ate, cnpjEmpresa, agrupamento }: PainelQuery) {
  return {
    searchTipoAnalise: entradaSaida,
    searchDateRange: { de, ate },
    searchCnpjCpfEmpresa: cnpjEmpresa,
    dateGroup: agrupamento,
  };
}
