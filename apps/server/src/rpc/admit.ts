import type { Access, Escopo, MethodName, Perfil, Recente } from "@malote/contract";
import {
  CAMPO_SEGUNDO_FATOR,
  escopoOf,
  getMethodRow,
  perfisDaApi,
  permissaoOfAll,
  readPath,
} from "@malote/contract";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { countChamadaApi, type Medida } from "../services/api-token/limite-api.ts";
import { demandRecente } from "../services/auth/demand-recente.ts";
import { Unauthorized } from "../services/auth/unauthorized.ts";
import type { Caller, PublicContext } from "../services/handler.ts";
import { registerRecusa } from "../services/registro/register-recusa.ts";
import { findCaller, type Visited } from "./caller.ts";

/** An entry of the contract that a caller wants to use. */
export type Porta = {
  /** Name in the audit record: "Nota.getNota", "GET /notas". */
  nome: string;
  access: Access;
  /** Scope that an API token needs; null: none. */
  escopo: Escopo | null;
  /** Closed to API tokens, whatever their scopes. */
  person?: boolean;
  /** Whether a recent authentication is required; only `sempre` is decided here. */
  recente?: Recente | undefined;
  /** For `access` self: the user that the params name. */
  sobre?: unknown;
};

/** medida: how the call is counted; with `todos`, calls of users are counted too. */
export type Entrada = Porta & { token: string | null; medida?: Medida & { todos?: boolean } };

/**
 * Authenticates and authorizes a caller: the only place that turns a token into a caller, for every
 * protocol. An API call is counted here, also when it is refused afterwards.
 * @throws {Unauthorized} without a valid session or token
 * @throws {Refusal} restLimite, escopoAusente, acessoRestrito, manifestacaoSemPermissao,
 * manifestacaoSemSegundoFator, reautenticacaoNecessaria
 */
export async function admitCaller(ctx: Visited, { token, medida = {}, ...porta }: Entrada): Promise<Caller> {
  const caller = token === null ? null : await findCaller(ctx, token);
  if (caller === null) throw new Unauthorized();
  if (caller.escopos !== null || medida.todos === true) await countChamadaApi(ctx, caller.sessaoId, medida);
  await refuseCaller(ctx, caller, porta);
  return caller;
}

/** Refuses a caller without permission and records it.   @throws {Refusal} as {@link admitCaller} */
export async function refuseCaller(ctx: AppContext, caller: Caller, porta: Porta): Promise<void> {
  const recusa = findRecusa(caller, porta);
  if (recusa !== null) {
    await registerRecusa(ctx, caller, porta.nome);
    throw recusa;
  }
  // The user can fix these two, and they are no attempt at forbidden access, so they are not recorded.
  if (porta.access === "manifestante" && caller.lacksSegundoFator) {
    throw new Refusal("manifestacaoSemSegundoFator", { campo: CAMPO_SEGUNDO_FATOR });
  }
  if (porta.recente === "sempre") demandRecente({ caller, clock: ctx.clock });
}

function findRecusa(caller: Caller, porta: Porta): Refusal | null {
  const { access, escopo, person = false, sobre } = porta;
  const restrito = new Refusal(access === "manifestante" ? "manifestacaoSemPermissao" : "acessoRestrito");
  if (caller.escopos !== null) {
    if (person) return restrito;
    if (escopo !== null && !caller.escopos.includes(escopo)) {
      return new Refusal("escopoAusente", { values: { escopo } });
    }
  }
  const permissao = permissaoOfAll({ access, person }, perfisOf(caller));
  const pode = permissao === "proprio" ? sobre === caller.usuarioId : permissao === "sim";
  return pode ? null : restrito;
}

export type Asked = { method: MethodName; token: string | null; params: unknown };

/**
 * Admits the caller of a method by the contract's table alone.
 * @returns null for a public method: its handler receives no caller
 * @throws {Unauthorized} without a session
 * @throws {Refusal} when the table refuses the caller
 */
export async function admit(ctx: PublicContext, { method, token, params }: Asked): Promise<Caller | null> {
  const row = getMethodRow(method);
  const { access, person = false, recente, self } = row;
  if (access === "public") return null;
  const sobre = self === undefined ? undefined : readPath(params, self);
  const escopo = escopoOf(method, row);
  const caller = await admitCaller(ctx, { nome: method, access, person, recente, escopo, sobre, token });
  return caller;
}

type Quem = Pick<Caller, "isManager" | "isProprietario" | "isManifestante" | "escopos">;

/** Profiles of a caller in the contract's table. */
export function perfisOf({ isManager, isProprietario, isManifestante, escopos }: Quem): Perfil[] {
  if (escopos !== null) {
    return perfisDaApi(escopos).filter((perfil) => perfil !== "manifestante" || isManifestante);
  }
  const perfis: Perfil[] = ["usuario"];
  if (isManifestante) perfis.push("manifestante");
  if (isManager) perfis.push(isProprietario ? "proprietario" : "administrador");
  return perfis;
}
