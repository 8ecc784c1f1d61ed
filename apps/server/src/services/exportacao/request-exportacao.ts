import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { ArquivoPedidoRow } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { requestPedido } from "../arquivo-pedido/request-pedido.ts";
import type { Caller } from "../handler.ts";
import { countLista, type Lista } from "../nota/nota.rows.ts";
import { describeFiltro, titleOf } from "./describe-filtro.ts";
import {
  type Formato,
  onlyQuarentena,
  type PedidoExportacao,
  refuseLimite,
  withoutQuarentena,
} from "./exportacao.rules.ts";

/**
 * Requests a file of all documents that a list's filter selects, in the list's transaction; refuses too many,
 * or none, before any work begins. Call `ctx.wake` after the commit.
 * @throws {Refusal} exportacaoLimite, exportacaoVazia, exportacaoSoQuarentena, arquivosDemais
 */
export async function requestExportacao(
  sql: Sql,
  caller: Caller,
  { formato, lista, agora }: { formato: Formato; lista: Lista; agora: Date },
): Promise<ArquivoPedidoRow> {
  const { papel, filtro, ordem, zona } = lista;
  const total = filtro.quarentena ? 0 : await countLista(sql, caller.contaId, withoutQuarentena(lista));
  refuseLimite(formato, total);
  if (total === 0) {
    const presas = await countLista(sql, caller.contaId, onlyQuarentena(lista));
    throw new Refusal(
      presas === 0 || filtro.quarentena === false ? "exportacaoVazia" : "exportacaoSoQuarentena",
    );
  }
  const palavras = `${titleOf(papel)}: ${describeFiltro(lista)}`;
  const pedido: PedidoExportacao = { papel, filtro, ordem, zona, palavras };
  return await requestPedido(sql, caller, { tipo: "exportacao", formato, pedido, total, agora });
}
