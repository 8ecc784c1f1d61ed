import * as z from "zod/mini";
import type { Escopo } from "../escopos.ts";
import type { Access, ParamsLimit } from "../method.ts";
import type { MethodName } from "../table.ts";

export const VERBOS_REST = ["GET", "PUT", "POST", "DELETE"] as const;
export type VerboRest = (typeof VERBOS_REST)[number];

/** The chapters of the reference, in their order. */
export const SECOES_REST = [
  "Documentos",
  "Marcas",
  "SEFAZ",
  "Eventos",
  "Importação",
  "Arquivos pedidos",
  "E-mails",
  "Auditor",
  "Empresas",
  "Caixas de e-mail",
  "Painel",
  "Conta",
  "Webhooks",
  "Operações",
] as const;
export type SecaoRest = (typeof SECOES_REST)[number];

/** What an address answers when all went well. */
export type RespostaRest =
  | { readonly tipo: "json"; readonly status: 200 | 201 | 202; readonly schema: z.ZodMiniType }
  | { readonly tipo: "arquivo"; readonly status: 200; readonly midias: readonly string[] }
  | { readonly tipo: "nada"; readonly status: 204 };

/** A form with one file, instead of JSON. campos: text fields beside it. */
export type FormularioRest = {
  readonly arquivo: string;
  readonly campos: readonly string[];
  readonly maxBytes: number;
};

/** The addresses of what can be changed by who has read it. */
export type VersaoDe =
  | "GET /notas/{id}"
  | "GET /empresas/{id}"
  | "GET /caixasEmail/{id}"
  | "GET /webhooks/{id}";

/** One row of the REST contract: the server validates with it, the OpenAPI document and the reference are made from it. */
export type RestRow = {
  readonly secao: SecaoRest;
  /** One line, and what else there is to know, in Portuguese (Markdown). */
  readonly resumo: string;
  readonly descricao?: string;
  /** What a token must be allowed to; null: any token. */
  readonly escopo: Escopo | null;
  /** Where `escopo` is null because it hangs on what is asked for: on what, in words. */
  readonly escopoConforme?: string;
  /** The method of JSON-RPC that does the same; its access holds here. */
  readonly gemeo: MethodName | null;
  /** Who may call, where there is no twin; `public`: nobody is asked who they are. */
  readonly acesso?: Access;
  readonly caminho?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly corpo?: z.ZodMiniType;
  /** What its body may hold, where that is not what {@link paramsLimitOf} says. */
  readonly limit?: ParamsLimit;
  readonly formulario?: FormularioRest;
  readonly responde: RespostaRest;
  /** Of a PUT: the address whose ETag If-Match speaks of. */
  readonly versaoDe?: VersaoDe;
  /** Of what such a GET answers: the fields that change by themselves, which If-Match does not look at. */
  readonly vivos?: readonly string[];
  /** Of a POST that changes nothing: an Idempotency-Key holds no transaction open while it works. */
  readonly semEfeito?: true;
  /** Refusals beside those that every address has. */
  readonly recusas?: readonly (403 | 404 | 409 | 413 | 415 | 422 | 503)[];
};

/** Declares one row; its schemas keep their types, so that a handler's input and answer follow from it. */
export function rota<const R extends RestRow>(row: R): R {
  return row;
}

export function json<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 200; schema: S } {
  return { tipo: "json", status: 200, schema };
}

/** Something new, with its address in Location. */
export function criado<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 201; schema: S } {
  return { tipo: "json", status: 201, schema };
}

/** Work that was taken on, with the address of its operação in Location. */
export function aceito<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 202; schema: S } {
  return { tipo: "json", status: 202, schema };
}

export function arquivo<const M extends readonly string[]>(
  ...midias: M
): { tipo: "arquivo"; status: 200; midias: M } {
  return { tipo: "arquivo", status: 200, midias };
}

export const nada = { tipo: "nada", status: 204 } as const;

/** A list of which one page is answered. */
export function lista<S extends z.ZodMiniType>(schema: S) {
  return z.object({
    itens: z.array(schema),
    total: z.int(),
    /** False: there are more than `total`. */
    totalExato: z.optional(z.boolean()),
  });
}
