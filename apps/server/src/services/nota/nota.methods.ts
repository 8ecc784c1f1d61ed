import { CONSULTAS_MAX } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import { readFormato } from "../exportacao/exportacao.rules.ts";
import { writeExportacao } from "../exportacao/exportacao.wire.ts";
import { requestExportacao } from "../exportacao/request-exportacao.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { readEventos } from "../manifestacao/read-eventos.ts";
import { readManifestacao } from "../manifestacao/read-manifestacao.ts";
import { requestEvento } from "../manifestacao/request-evento.ts";
import { requestManifestacao, requestManifestacoes } from "../manifestacao/request-manifestacao.ts";
import { findConsultas } from "../sefaz/consulta.rows.ts";
import { findVencimento } from "../tarefa/tarefa-plano.rows.ts";
import { requestConsulta, waitConsulta } from "./consultar-sefaz.ts";
import { readDivergencias } from "./divergencias.ts";
import { liberarQuarentena } from "./liberar-quarentena.ts";
import { markNotas } from "./mark-notas.ts";
import { countAbertas, countLista, findEventos, findNota, findOrigens, findPagina } from "./nota.rows.ts";
import { checkFiltro } from "./nota.rules.ts";
import { writeNota, writeNotaLinha, writePorTipo } from "./nota.wire.ts";
import { countPorTipo } from "./nota-divergente.rows.ts";
import { findNomes } from "./nota-filtro.rows.ts";
import { readNotaJson } from "./nota-json.ts";
import type { Marca } from "./nota-marca.rows.ts";
import { notaPublicaMethods } from "./nota-publica.ts";
import { readNotaGuardada, readTextos } from "./read-guardado.ts";
import { searchNotas } from "./search-notas.ts";

export const notaMethods = {
  "Nota.getListNota": async (ctx, params) => {
    const formato = readFormato(params.createFileType);
    if (formato !== null && !ctx.visit.isPost) throw new Refusal("metodoSoPost", { campo: "createFileType" });
    const { contaId, contaUf } = ctx.caller;
    const filtro = params.searchFilter ?? {};
    checkFiltro(filtro);
    const pagina = readPagina(params);
    const agora = ctx.clock.now();
    const listed = await ctx.database.withContaSql(contaId, async (sql) => {
      const lista = {
        papel: params.entradaSaida ?? null,
        filtro,
        ordem: params.listSearchOrder ?? ("emissaoDesc" as const),
        zona: zonaOfUf(contaUf),
        nomes: await findNomes(sql, filtro),
      };
      const rows = await findPagina(sql, contaId, { lista, pagina });
      const total = await readTotal(pagina, rows.length, () => countLista(sql, contaId, lista));
      const pedido = formato && (await requestExportacao(sql, ctx.caller, { formato, lista, agora }));
      return {
        results: rows.map((row) => writeNotaLinha(row, agora)),
        ...total,
        object: pedido && writeExportacao(pedido, agora),
      };
    });
    if (formato !== null) ctx.wake?.();
    return listed;
  },

  "Nota.getNota": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const agora = ctx.clock.now();
    const found = await ctx.database.withContaSql(contaId, async (sql) => {
      // Read pending manifestações first: each statement takes a new snapshot, so a later read could
      // show one as finished before the nota does.
      const manifestacao = await readManifestacao(sql, ctx.caller, { id, agora });
      const nossos = await readEventos(sql, ctx.caller, { id, agora });
      const row = await findNota(sql, contaId, id);
      if (row === null) throw new Refusal("notaNaoEncontrada");
      return {
        row,
        manifestacao: { ...manifestacao, ...nossos },
        eventos: await findEventos(sql, contaId, row.id),
        origens: await findOrigens(sql, contaId, row.chave),
        consultas: await findConsultas(sql, contaId, { chave: row.chave, limite: CONSULTAS_MAX }),
        proximaEm: await findVencimento(sql, contaId, { tipo: "validate", alvo: row.chave }),
      };
    });
    // Items and free text have no columns: they are parsed from the stored XML, outside any transaction.
    const lida = await readNotaGuardada(ctx, found.row.xmlGzip);
    const textos = await readTextos(ctx, found.eventos);
    return { object: writeNota({ ...found, lida, textos, agora }) };
  },

  "Nota.getNotasEntradaEmAberto": async (ctx) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, (sql) => countAbertas(sql, contaId));
    const by = (tipo: string): number => rows.find((row) => row.tipoNota === tipo)?.total ?? 0;
    const object = { NFe: by("NFe"), CTe: by("CTe"), CTeOS: by("CTeOS") };
    // The badge counts NF-e and CT-e (spec §2).
    return { totalCount: object.NFe + object.CTe, object };
  },

  "Nota.setProcessadoErp": async (ctx, { id, processado }) =>
    await setMarca(ctx, { id, marca: "processadoErp", valor: processado }),

  "Nota.setRecebido": async (ctx, { id, recebido }) =>
    await setMarca(ctx, { id, marca: "recebido", valor: recebido }),

  "Nota.setConferido": async (ctx, { id, conferido }) =>
    await setMarca(ctx, { id, marca: "conferido", valor: conferido }),

  "Nota.liberarQuarentena": async (ctx, liberacao) => {
    await liberarQuarentena(ctx, liberacao);
    return {};
  },

  "Nota.manifestacao": async (ctx, pedido) => {
    await requestManifestacao(ctx, pedido);
    return {};
  },

  "Nota.manifestarLote": async (ctx, pedido) => {
    const results = await requestManifestacoes(ctx, pedido);
    return { results, totalCount: results.length };
  },

  "Nota.sendEvento": async (ctx, pedido) => ({ object: { id: await requestEvento(ctx, pedido) } }),

  "Nota.hasSefazStatus": async (ctx, consulta) => ({ object: await waitConsulta(ctx, consulta) }),

  "Nota.consultarSefaz": async (ctx, consulta) => {
    await requestConsulta(ctx, consulta);
    return {};
  },

  "Nota.getNotaJson": async (ctx, { id }) => ({ object: await readNotaJson(ctx, ctx.caller.contaId, id) }),

  "Nota.getNumeroDivergencias": async (ctx, pedido) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, async (sql) => {
      const lista = await readDivergencias(sql, ctx.caller, pedido);
      return lista === null ? [] : await countPorTipo(sql, contaId, lista);
    });
    return writePorTipo(rows);
  },

  "Nota.getNotasDivergentes": async (ctx, pedido) => {
    const { contaId } = ctx.caller;
    const pagina = readPagina(pedido);
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const lista = await readDivergencias(sql, ctx.caller, pedido);
      if (lista === null) return { results: [], totalCount: 0 };
      const rows = await findPagina(sql, contaId, { lista, pagina });
      const total = await readTotal(pagina, rows.length, () => countLista(sql, contaId, lista));
      return { results: rows.map((row) => writeNotaLinha(row, ctx.clock.now())), ...total };
    });
  },

  "Nota.globalSearchNota": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const results = await ctx.database.withContaSql(contaId, (sql) => searchNotas(sql, contaId, searchKey));
    return { results, totalCount: results.length };
  },

  ...notaPublicaMethods,
} satisfies Handlers<"Nota">;

type Pedido = { id: string; marca: Marca; valor: boolean };

/** @throws {Refusal} notaNaoEncontrada, notaEmQuarentena */
async function setMarca(ctx: SignedInContext, { id, marca, valor }: Pedido): Promise<Record<never, never>> {
  const [marcada] = await markNotas(ctx, { marca, itens: [{ id, valor }] });
  if (marcada?.recusa) throw new Refusal(marcada.recusa);
  return {};
}
