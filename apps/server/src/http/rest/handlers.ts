import type { RouteName } from "@malote/contract";
import type { SignedInContext } from "../../services/handler.ts";
import type { RouteInput } from "./read-input.ts";
import type { RestHandlers, RestRequest, RestResult } from "./rest-handler.ts";
import { administrationRoutes } from "./routes/administration.ts";
import { eventoRoutes } from "./routes/eventos.ts";
import { faltandoRoutes } from "./routes/faltando.ts";
import { fileRoutes } from "./routes/files.ts";
import { flagRoutes } from "./routes/flags.ts";
import { loteRoutes } from "./routes/lotes.ts";
import { notaRoutes } from "./routes/notas.ts";
import { operationRoutes } from "./routes/operations.ts";
import { sefazRoutes } from "./routes/sefaz.ts";
import { uploadRoutes } from "./routes/uploads.ts";
import { visaoRoutes } from "./routes/visoes.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/** All handlers of REST v1: a missing one, or a wrong response type, does not compile. */
const HANDLERS = {
  ...notaRoutes,
  ...flagRoutes,
  ...sefazRoutes,
  ...eventoRoutes,
  ...operationRoutes,
  ...fileRoutes,
  ...uploadRoutes,
  ...administrationRoutes,
  ...faltandoRoutes,
  ...loteRoutes,
  ...visaoRoutes,
  ...webhookRoutes,
} satisfies RestHandlers;

/** Runs the handler of a route. */
export async function runRoute(
  name: RouteName,
  { ctx, entrada, pedido }: { ctx: SignedInContext; entrada: RouteInput; pedido: RestRequest },
): Promise<RestResult> {
  // The table ties each name to its input; a lookup by a dynamic name loses that type.
  const handler = HANDLERS[name] as (
    ctx: SignedInContext,
    entrada: unknown,
    pedido: RestRequest,
  ) => Promise<RestResult>;
  return await handler(ctx, entrada, pedido);
}
