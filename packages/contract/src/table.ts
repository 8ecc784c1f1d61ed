import type * as z from "zod/mini";
import type { MessageKey } from "./messages/messages.ts";
import type { Access, MethodRow } from "./method.ts";
import { apiTokenMethods } from "./services/api-token.ts";
import { auditorMethods } from "./services/auditor.ts";
import { authMethods } from "./services/auth.ts";
import { autocompleteMethods } from "./services/autocomplete.ts";
import { caixaEmailMethods } from "./services/caixa-email.ts";
import { contaMethods } from "./services/conta.ts";
import { downloadMethods } from "./services/download.ts";
import { emailMethods } from "./services/email.ts";
import { empresaMethods } from "./services/empresa.ts";
import { exportacaoMethods } from "./services/exportacao.ts";
import { importacaoMethods } from "./services/importacao.ts";
import { loteMethods } from "./services/lote.ts";
import { notaMethods } from "./services/nota/nota.ts";
import { operadorMethods } from "./services/operador.ts";
import { painelMethods } from "./services/painel.ts";
import { passkeyMethods } from "./services/passkey.ts";
import { pedidoXmlMethods } from "./services/pedido-xml.ts";
import { produtoMethods } from "./services/produto.ts";
import { registroMethods } from "./services/registro.ts";
import { usuarioMethods } from "./services/usuario.ts";
import { visaoMethods } from "./services/visao.ts";
import { webhookMethods } from "./services/webhook.ts";

/** Every JSON-RPC method: access, params and result. The API endpoints, the handlers and the SPA read this
 * table. */
export const METHODS = {
  ...authMethods,
  ...passkeyMethods,
  ...usuarioMethods,
  ...apiTokenMethods,
  ...notaMethods,
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
} as const;

export type Methods = typeof METHODS;
export type MethodName = keyof Methods;

/** Params as a caller writes them, before parsing. */
export type ParamsOf<N extends MethodName> = z.input<Methods[N]["params"]>;
/** Params as a handler receives them, parsed. */
export type ParsedParamsOf<N extends MethodName> = z.output<Methods[N]["params"]>;
export type AccessOf<N extends MethodName> = Methods[N]["access"];

type Held<N extends MethodName> = Methods[N]["result"] extends { schema: infer S extends z.ZodMiniType }
  ? z.output<S>
  : never;

type Beside<N extends MethodName> = Methods[N]["result"] extends { beside: infer B extends z.ZodMiniType }
  ? z.output<B>
  : never;

/** What a handler of the method returns; the dispatcher adds the envelope. */
export type ResultOf<N extends MethodName> = {
  list: { results: Held<N>[]; totalCount: number; totalExato?: boolean };
  listWith: {
    results: Held<N>[];
    totalCount: number;
    totalExato?: boolean;
    somaTotal?: string;
    object: Beside<N>;
  };
  one: { object: Held<N>; mensagem?: MessageKey };
  count: { totalCount: number; object: Held<N> };
  acknowledged: { mensagem?: MessageKey };
  login: { authToken: string };
}[Methods[N]["result"]["shape"]];

/** True if the name is a method of the contract (own property only). */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

/** The row of a method, without the types of its own params: for code that serves all methods. */
export function getMethodRow(name: MethodName): MethodRow<Access> {
  return METHODS[name];
}
