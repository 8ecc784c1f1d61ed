import type { RotaName } from "@malote/contract";
import type { SignedInContext } from "../../services/handler.ts";
import type { Entrada } from "./read-entrada.ts";
import type { PedidoRest, RespostaFeita, RestHandlers } from "./rest-handler.ts";
import { arquivosRotas } from "./rotas/arquivos.ts";
import { casaRotas } from "./rotas/casa.ts";
import { enviosRotas } from "./rotas/envios.ts";
import { eventosRotas } from "./rotas/eventos.ts";
import { marcasRotas } from "./rotas/marcas.ts";
import { notasRotas } from "./rotas/notas.ts";
import { operacoesRotas } from "./rotas/operacoes.ts";
import { sefazRotas } from "./rotas/sefaz.ts";
import { webhooksRotas } from "./rotas/webhooks.ts";

/** All handlers of REST v1: a missing one, or a wrong response type, does not compile. */
const HANDLERS = {
  ...notasRotas,
  ...marcasRotas,
  ...sefazRotas,
  ...eventosRotas,
  ...operacoesRotas,
  ...arquivosRotas,
  ...enviosRotas,
  ...casaRotas,
  ...webhooksRotas,
} satisfies RestHandlers;

/** Runs the handler of a route. */
export async function runRota(
  name: RotaName,
  { ctx, entrada, pedido }: { ctx: SignedInContext; entrada: Entrada; pedido: PedidoRest },
): Promise<RespostaFeita> {
  // The table ties each name to its input; a lookup by a dynamic name loses that type.
  const handler = HANDLERS[name] as (
    ctx: SignedInContext,
    entrada: unknown,
    pedido: PedidoRest,
  ) => Promise<RespostaFeita>;
  return await handler(ctx, entrada, pedido);
}
