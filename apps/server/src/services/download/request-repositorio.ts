import type { ParsedParamsOf } from "@malote/contract";
import { cleanDocumento, zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { ArquivoPedidoRow } from "../arquivo-pedido/arquivo-pedido.rows.ts";
import { requestPedido } from "../arquivo-pedido/request-pedido.ts";
import type { Caller } from "../handler.ts";
import { type PedidoRepositorio, readOutraParte, readPeriodo, refuseTotal } from "./download.rules.ts";
import { countRepositorio, findEmpresaByCnpj } from "./repositorio.rows.ts";

type Params = ParsedParamsOf<"Download.processaDownload">;

/**
 * Requests a ZIP; refuses an empty or too large one before any work begins. Call `ctx.wake` after the commit.
 * @throws {Refusal} periodoInvertido, filtroInvalido, repositorioTipoSemEmpresa, repositorioVazio,
 * repositorioLimite, repositorioLimitePdf, arquivosDemais
 */
export async function requestRepositorio(
  sql: Sql,
  caller: Caller,
  { params, agora }: { params: Params; agora: Date },
): Promise<ArquivoPedidoRow> {
  const pedido: PedidoRepositorio = {
    entradaSaida: params.entradaSaida,
    tipoDFe: params.tipoDFe ?? null,
    ...readPeriodo(params),
    cnpj: readOutraParte(params.cnpj),
    empresa: await readEmpresa(sql, caller.contaId, params.cnpjEmpresa),
    comPdf: params.comPdf === true,
    comEventos: params.comEventos === true,
    zona: zonaOfUf(caller.contaUf),
  };
  const total = await countRepositorio(sql, caller.contaId, pedido);
  refuseTotal(total, pedido);
  return await requestPedido(sql, caller, { tipo: "repositorio", formato: "ZIP", pedido, total, agora });
}

async function readEmpresa(
  sql: Sql,
  contaId: string,
  cnpj: string | null | undefined,
): Promise<PedidoRepositorio["empresa"]> {
  if (!cnpj?.trim()) return null;
  const empresa = await findEmpresaByCnpj(sql, contaId, cleanDocumento(cnpj));
  if (empresa === null) throw new Refusal("repositorioTipoSemEmpresa", { campo: "cnpjEmpresa" });
  return empresa;
}
