import type { MethodName } from "@malote/contract";
import { apiTokenMethods } from "../services/api-token/api-token.methods.ts";
import { auditorMethods } from "../services/auditor/auditor.methods.ts";
import { autocompleteMethods } from "../services/autocomplete/autocomplete.methods.ts";
import { caixaEmailMethods } from "../services/caixa-email/caixa-email.methods.ts";
import { contaMethods } from "../services/conta/conta.methods.ts";
import { downloadMethods } from "../services/download/download.methods.ts";
import { emailMethods } from "../services/email/email.methods.ts";
import { empresaMethods } from "../services/empresa-setup/empresa.methods.ts";
import { exportacaoMethods } from "../services/exportacao/exportacao.methods.ts";
import { notaListMethods } from "../services/exportacao/nota-list.methods.ts";
import type { Handlers, PublicContext, SignedInContext } from "../services/handler.ts";
import { importacaoMethods } from "../services/importacao/importacao.methods.ts";
import { loteMethods } from "../services/lote/lote.methods.ts";
import { usuarioMethods } from "../services/membership/usuario.methods.ts";
import { notaMethods } from "../services/nota/nota.methods.ts";
import { operadorMethods } from "../services/operador/operador.methods.ts";
import { painelMethods } from "../services/painel/painel.methods.ts";
import { passkeyMethods } from "../services/passkey/passkey.methods.ts";
import { produtoMethods } from "../services/produto/produto.methods.ts";
import { registroMethods } from "../services/registro/registro.methods.ts";
import { authMethods } from "../services/sign-in/auth.methods.ts";
import { visaoMethods } from "../services/visao/visao.methods.ts";
import { webhookMethods } from "../services/webhook/webhook.methods.ts";
import { pedidoXmlMethods } from "../services/xml-request/xml-request.methods.ts";
import type { HandlerResult } from "./outcome.ts";

/** All handlers of the contract: a missing one, or a wrong result type, does not compile. */
const HANDLERS = {
  ...authMethods,
  ...usuarioMethods,
  ...apiTokenMethods,
  ...notaMethods,
  ...notaListMethods,
  ...emailMethods,
  ...caixaEmailMethods,
  ...empresaMethods,
  ...auditorMethods,
  ...pedidoXmlMethods,
  ...downloadMethods,
  ...importacaoMethods,
  ...exportacaoMethods,
  ...contaMethods,
  ...painelMethods,
  ...autocompleteMethods,
  ...registroMethods,
  ...produtoMethods,
  ...operadorMethods,
  ...loteMethods,
  ...visaoMethods,
  ...webhookMethods,
  ...passkeyMethods,
} satisfies Handlers;

/** Runs the handler of a method with the context and params that admission and parsing prepared. */
export async function runHandler(
  method: MethodName,
  ctx: PublicContext | SignedInContext,
  params: unknown,
): Promise<HandlerResult> {
  // The table ties each name to its context and params; a lookup by a dynamic name loses that type.
  const handler = HANDLERS[method] as (ctx: PublicContext, params: unknown) => Promise<HandlerResult>;
  return await handler(ctx, params);
}
