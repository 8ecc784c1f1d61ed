import type * as z from "zod/mini";
import type { Escopo } from "./escopos.ts";

/**
 * Who may call a method. `public` handlers never see a session; `manager` is an administrator or the owner of the conta;
 * `manifestante` has the permission to manifest; `self` is a manager, or the very user that the params name (spec §6).
 */
export type Access = "public" | "signedIn" | "manifestante" | "self" | "manager";

/**
 * A method that asks for a recent proof of who calls: `sempre`, or `conforme` what its params change, which the service
 * decides. A program proves nothing: its token was made by a person who did.
 */
export type Recente = "sempre" | "conforme";

/** What a handler gives back, before the door wraps it in the envelope. */
export type Shape = "list" | "listWith" | "one" | "acknowledged" | "login" | "count";

/** What the params of one call may hold. chars: of all names and texts; items: keys and list elements. */
export type ParamsLimit = { readonly chars: number; readonly items: number };

const PUBLIC_LIMIT: ParamsLimit = { chars: 16_384, items: 64 };
const LIMIT: ParamsLimit = { chars: 65_536, items: 1_000 };

/** What the params of a row may hold: as the row says, else by who may call it. */
export function paramsLimitOf({
  access,
  limit,
}: {
  readonly access?: Access;
  readonly limit?: ParamsLimit;
}): ParamsLimit {
  return limit ?? (access === "public" ? PUBLIC_LIMIT : LIMIT);
}

/** One row of the contract. `readOnly` methods may also be called by GET (spec §7). */
export type MethodRow<
  A extends Access = Access,
  P extends z.ZodMiniType = z.ZodMiniType,
  R extends ResultSchema = ResultSchema,
> = {
  readonly access: A;
  readonly readOnly: boolean;
  readonly params: P;
  /** What its params may hold, where that is not what {@link paramsLimitOf} says. */
  readonly limit?: ParamsLimit;
  readonly result: R;
  /** Where the params of a `self` method name the user, joined by dots. Absent there: somebody new, whom only managers make. */
  readonly self?: string;
  /**
   * Fields of an entity that only some may change, by their path: a change by others is an 'Acesso
   * restrito.'
   */
  readonly fields?: Readonly<Record<string, Extract<Access, "manager">>>;
  /** Only a person who signed in may call it: an API token is nobody. */
  readonly person?: boolean;
  /** What an API token needs for it, where that is not what its service says (escopos.ts); null: any token may. */
  readonly escopo?: Escopo | null;
  /** The sign-in of the caller must be recent ({@link RECENTE_MS}); else `erros` names {@link CAMPO_REAUTENTICACAO}. */
  readonly recente?: Recente;
};

/** The result of a row: its shape on the wire and the schema of what it holds. */
export type ResultSchema = {
  readonly shape: Shape;
  readonly schema: z.ZodMiniType | null;
  /** What stands beside a list, in `object`. */
  readonly beside?: z.ZodMiniType;
};

/** Declares one row of the contract; `access` keeps its literal type, so that a handler's context follows from it. */
export function method<const A extends Access, P extends z.ZodMiniType, R extends ResultSchema>(
  row: MethodRow<A, P, R>,
): MethodRow<A, P, R> {
  return row;
}

/** A page of things in `results`, with `totalCount`. */
export function list<S extends z.ZodMiniType>(schema: S): { shape: "list"; schema: S } {
  return { shape: "list", schema };
}

/** The same, with one thing beside it in `object`. */
export function listWith<S extends z.ZodMiniType, B extends z.ZodMiniType>(
  schema: S,
  beside: B,
): { shape: "listWith"; schema: S; beside: B } {
  return { shape: "listWith", schema, beside };
}

/** One thing in `object`. */
export function one<S extends z.ZodMiniType>(schema: S): { shape: "one"; schema: S } {
  return { shape: "one", schema };
}

/** A number in `totalCount`, with its parts in `object`. */
export function count<S extends z.ZodMiniType>(schema: S): { shape: "count"; schema: S } {
  return { shape: "count", schema };
}

/** Nothing but `sucesso`. */
export const acknowledged = { shape: "acknowledged", schema: null } as const;

/** `{sucesso, authToken, mensagem}` and no other field (spec §7). */
export const login = { shape: "login", schema: null } as const;
