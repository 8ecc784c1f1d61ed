import type * as z from "zod/mini";
import type { Scope } from "./scopes.ts";

/** Who may call a method. `public` handlers get no session; `manager` is an administrator or the owner of
 * the conta; `manifestante` may manifest; `self` is a manager, or the user named by the params (spec §6). */
export type Access = "public" | "signedIn" | "manifestante" | "self" | "manager";

/** A method that needs a recent sign-in: `sempre`, or `conforme` what its params change, as the service
 * decides. An API token is exempt: a person with a recent sign-in created it. */
export type RecentSignIn = "sempre" | "conforme";

/** The shape of a handler's result, before it is wrapped in the envelope. */
export type Shape = "list" | "listWith" | "one" | "acknowledged" | "login" | "count";

/** Size limit of one call's params. chars: of all names and texts; items: keys and list elements. */
export type ParamsLimit = { readonly chars: number; readonly items: number };

const PUBLIC_LIMIT: ParamsLimit = { chars: 16_384, items: 64 };
const LIMIT: ParamsLimit = { chars: 65_536, items: 1_000 };

/** The size limit of a row's params: its own, else by access level. */
export function paramsLimitOf({
  access,
  limit,
}: {
  readonly access?: Access;
  readonly limit?: ParamsLimit;
}): ParamsLimit {
  return limit ?? (access === "public" ? PUBLIC_LIMIT : LIMIT);
}

/** A row of the contract. `readOnly` methods may also be called by GET (spec §7). */
export type MethodRow<
  A extends Access = Access,
  P extends z.ZodMiniType = z.ZodMiniType,
  R extends ResultSchema = ResultSchema,
> = {
  readonly access: A;
  readonly readOnly: boolean;
  readonly params: P;
  /** The size limit of its params, if it differs from {@link paramsLimitOf}. */
  readonly limit?: ParamsLimit;
  readonly result: R;
  /** The path of the user's id in the params of a `self` method, joined by dots. No id means a new user,
   * which only managers create. */
  readonly self?: string;
  /** Fields of an entity that only some callers may change, by path; others get 'Acesso restrito.' */
  readonly fields?: Readonly<Record<string, Extract<Access, "manager">>>;
  /** Only a signed-in person may call it, no API token. */
  readonly person?: boolean;
  /** The scope that an API token needs, if it differs from its service's (access.ts); null: none. */
  readonly escopo?: Scope | null;
  /** The caller's sign-in must be recent ({@link RECENT_SIGN_IN_MS}); otherwise `erros` names {@link
   * CAMPO_REAUTENTICACAO}. */
  readonly recente?: RecentSignIn;
};

/** The result of a row: its shape on the wire and the schema of its content. */
export type ResultSchema = {
  readonly shape: Shape;
  readonly schema: z.ZodMiniType | null;
  /** The schema of `object` beside a list. */
  readonly beside?: z.ZodMiniType;
};

/** Declares a row of the contract; `access` keeps its literal type, which determines the handler's
 * context. */
export function method<const A extends Access, P extends z.ZodMiniType, R extends ResultSchema>(
  row: MethodRow<A, P, R>,
): MethodRow<A, P, R> {
  return row;
}

/** A page of results in `results`, with `totalCount`. */
export function list<S extends z.ZodMiniType>(schema: S): { shape: "list"; schema: S } {
  return { shape: "list", schema };
}

/** A page of results, with another value in `object`. */
export function listWith<S extends z.ZodMiniType, B extends z.ZodMiniType>(
  schema: S,
  beside: B,
): { shape: "listWith"; schema: S; beside: B } {
  return { shape: "listWith", schema, beside };
}

/** A value in `object`. */
export function one<S extends z.ZodMiniType>(schema: S): { shape: "one"; schema: S } {
  return { shape: "one", schema };
}

/** A number in `totalCount`, with its parts in `object`. */
export function count<S extends z.ZodMiniType>(schema: S): { shape: "count"; schema: S } {
  return { shape: "count", schema };
}

/** Only `sucesso`. */
export const acknowledged = { shape: "acknowledged", schema: null } as const;

/** `{sucesso, authToken, mensagem}` and no other field (spec §7). */
export const login = { shape: "login", schema: null } as const;
