import type { Access, MethodName, RecentSignIn, Role, Scope } from "@malote/contract";
import {
  getMethodRow,
  permissionOfAll,
  readPath,
  rolesOfScopes,
  SECOND_FACTOR_FIELD,
  scopeOf,
} from "@malote/contract";
import type { AppContext } from "../app-context.ts";
import { Refusal, Unauthorized } from "../errors.ts";
import { type CallCounting, countApiCall } from "../services/api-token/count-api-call.ts";
import { requireRecentSignIn } from "../services/auth/require-recent-sign-in.ts";
import type { Caller, PublicContext } from "../services/handler.ts";
import { registerRefusal } from "../services/registro/register-refusal.ts";
import { findCaller, type VisitContext } from "./find-caller.ts";

/** An entry of the contract that a caller wants to use. */
export type ContractEntry = {
  /** Name in the audit record: "Nota.getNota", "GET /notas". */
  name: string;
  access: Access;
  /** Scope that an API token needs; null: none. */
  scope: Scope | null;
  /** Closed to API tokens, whatever their scopes. */
  person?: boolean;
  /** Whether a recent authentication is required; only `sempre` is decided here. */
  recent?: RecentSignIn | undefined;
  /** For `access` self: the user that the params name. */
  subject?: unknown;
};

/** counting: how the call is counted; with `todos`, calls of users are counted too. */
export type Admission = ContractEntry & {
  token: string | null;
  counting?: CallCounting & { todos?: boolean };
};

/**
 * Authenticates and authorizes a caller: the only place that turns a token into a caller, for every
 * protocol. An API call is counted here, also when it is refused afterwards.
 * @throws {Unauthorized} without a valid session or token
 * @throws {Refusal} restLimite, escopoAusente, acessoRestrito, manifestacaoSemPermissao,
 * manifestacaoSemSegundoFator, reautenticacaoNecessaria
 */
export async function admitCaller(
  ctx: VisitContext,
  { token, counting = {}, ...entry }: Admission,
): Promise<Caller> {
  const caller = token === null ? null : await findCaller(ctx, token);
  if (caller === null) throw new Unauthorized();
  if (caller.scopes !== null || counting.todos === true) await countApiCall(ctx, caller.sessionId, counting);
  await refuseCaller(ctx, caller, entry);
  return caller;
}

/** Refuses a caller without permission and records it.   @throws {Refusal} as {@link admitCaller} */
export async function refuseCaller(ctx: AppContext, caller: Caller, entry: ContractEntry): Promise<void> {
  const refusal = findRefusal(caller, entry);
  if (refusal !== null) {
    await registerRefusal(ctx, caller, entry.name);
    throw refusal;
  }
  // The user can fix these two, and they are no attempt at forbidden access, so they are not recorded.
  if (entry.access === "manifestante" && caller.lacksSecondFactor) {
    throw new Refusal("manifestacaoSemSegundoFator", { campo: SECOND_FACTOR_FIELD });
  }
  if (entry.recent === "sempre") requireRecentSignIn({ caller, clock: ctx.clock });
}

function findRefusal(caller: Caller, entry: ContractEntry): Refusal | null {
  const { access, scope: escopo, person = false, subject } = entry;
  const restricted = new Refusal(access === "manifestante" ? "manifestacaoSemPermissao" : "acessoRestrito");
  if (caller.scopes !== null) {
    if (person) return new Refusal("acessoRestrito");
    if (escopo !== null && !caller.scopes.includes(escopo)) {
      return new Refusal("escopoAusente", { values: { escopo } });
    }
  }
  const permission = permissionOfAll({ access, person }, rolesOf(caller));
  const isAllowed = permission === "proprio" ? subject === caller.usuarioId : permission === "sim";
  return isAllowed ? null : restricted;
}

export type MethodCall = { method: MethodName; token: string | null; params: unknown };

/**
 * Admits the caller of a method by the contract's table alone.
 * @returns null for a public method: its handler receives no caller
 * @throws {Unauthorized} without a session
 * @throws {Refusal} when the table refuses the caller
 */
export async function admit(
  ctx: PublicContext,
  { method, token, params }: MethodCall,
): Promise<Caller | null> {
  const row = getMethodRow(method);
  const { access, person = false, recente, self } = row;
  if (access === "public") return null;
  const subject = self === undefined ? undefined : readPath(params, self);
  const escopo = scopeOf(method, row);
  const caller = await admitCaller(ctx, {
    name: method,
    access,
    person,
    recent: recente,
    scope: escopo,
    subject,
    token,
  });
  return caller;
}

type CallerRights = Pick<Caller, "isManager" | "isProprietario" | "isManifestante" | "scopes">;

/** Profiles of a caller in the contract's table. */
export function rolesOf({
  isManager,
  isProprietario,
  isManifestante,
  scopes: escopos,
}: CallerRights): Role[] {
  if (escopos !== null) {
    return rolesOfScopes(escopos).filter((role) => role !== "manifestante" || isManifestante);
  }
  const roles: Role[] = ["usuario"];
  if (isManifestante) roles.push("manifestante");
  if (isManager) roles.push(isProprietario ? "proprietario" : "administrador");
  return roles;
}
