import * as z from "zod/mini";
import type { Access, ParamsLimit } from "../method.ts";
import type { Scope } from "../scopes.ts";
import type { MethodName } from "../table.ts";

export const REST_VERBS = ["GET", "PUT", "POST", "DELETE"] as const;
export type RestVerb = (typeof REST_VERBS)[number];

/** The sections of the reference, in order. */
export const REST_SECTIONS = [
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
  "Lotes",
  "Visões",
  "Webhooks",
  "Operações",
] as const;
export type RestSection = (typeof REST_SECTIONS)[number];

/** The response of an address on success. */
export type RestResponse =
  | { readonly tipo: "json"; readonly status: 200 | 201 | 202; readonly schema: z.ZodMiniType }
  | { readonly tipo: "arquivo"; readonly status: 200; readonly midias: readonly string[] }
  | { readonly tipo: "nada"; readonly status: 204 };

/** A form with one file, instead of JSON. campos: its text fields. */
export type RestForm = {
  readonly arquivo: string;
  readonly campos: readonly string[];
  readonly maxBytes: number;
};

/** Addresses whose ETag a PUT must send in If-Match. */
export type VersionOf =
  | "GET /notas/{id}"
  | "GET /empresas/{id}"
  | "GET /caixasEmail/{id}"
  | "GET /webhooks/{id}";

/** A row of the REST contract: the server validates with it, and the OpenAPI document and the reference
 * are generated from it. */
export type RestRow = {
  readonly secao: RestSection;
  /** One line, and further details, in Portuguese (Markdown). */
  readonly resumo: string;
  readonly descricao?: string;
  /** The scope that a token needs; null: none. */
  readonly escopo: Scope | null;
  /** If `escopo` is null because it depends on the request: on what, as text. */
  readonly escopoConforme?: string;
  /** The equivalent JSON-RPC method, whose access applies. */
  readonly gemeo: MethodName | null;
  /** The access level, if there is no equivalent method; `public` needs no authentication. */
  readonly acesso?: Access;
  readonly caminho?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly corpo?: z.ZodMiniType;
  /** The size limit of its body, if it differs from {@link paramsLimitOf}. */
  readonly limit?: ParamsLimit;
  readonly formulario?: RestForm;
  readonly responde: RestResponse;
  /** Of a PUT: the address whose ETag goes into If-Match. */
  readonly versaoDe?: VersionOf;
  /** Of such a GET: fields that change by themselves, which the ETag ignores. */
  readonly vivos?: readonly string[];
  /** A POST without effects: its Idempotency-Key keeps no transaction open. */
  readonly semEfeito?: true;
  /** Refusals besides those of every address. */
  readonly recusas?: readonly (403 | 404 | 409 | 413 | 415 | 422 | 503)[];
};

/** Declares a row; its schemas keep their types, which determine the handler's input and result. */
export function restRoute<const R extends RestRow>(row: R): R {
  return row;
}

export function json<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 200; schema: S } {
  return { tipo: "json", status: 200, schema };
}

/** A new entity, with its address in Location. */
export function created<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 201; schema: S } {
  return { tipo: "json", status: 201, schema };
}

/** An accepted operation, with its address in Location. */
export function accepted<S extends z.ZodMiniType>(schema: S): { tipo: "json"; status: 202; schema: S } {
  return { tipo: "json", status: 202, schema };
}

export function fileResponse<const M extends readonly string[]>(
  ...mediaTypes: M
): { tipo: "arquivo"; status: 200; midias: M } {
  return { tipo: "arquivo", status: 200, midias: mediaTypes };
}

export const noContent = { tipo: "nada", status: 204 } as const;

/** One page of a list. */
export function listOf<S extends z.ZodMiniType>(schema: S) {
  return z.object({
    itens: z.array(schema),
    total: z.int(),
    /** False: there are more than `total`. */
    totalExato: z.optional(z.boolean()),
  });
}
