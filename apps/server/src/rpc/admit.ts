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

/** What somebody wants to come in for, in the words of the contract. */
export type Porta = {
  /** As the record of acts names it: "Nota.getNota", "GET /notas". */
  nome: string;
  access: Access;
  /** What an API token needs; null: any token may. */
  escopo: Escopo | null;
  /** No API token may, whatever its scopes. */
  person?: boolean;
  /** Whether the caller must have proved recently who they are; only `sempre` is decided here. */
  recente?: Recente | undefined;
  /** Where `access` is self: the user that the params name. */
  sobre?: unknown;
};

/** medida: how the call counts; at a door that says so, people's calls count too. */
export type Entrada = Porta & { token: string | null; medida?: Medida & { todos?: boolean } };

/**
 * Who calls, if they may: the one place where a token becomes somebody, whatever the door. A program's call counts from here on, also one
 * that is then refused.
 * @throws {Unauthorized} without a session or a token that works
 * @throws {Refusal} restLimite, escopoAusente, acessoRestrito, manifestacaoSemPermissao, manifestacaoSemSegundoFator,
 *   reautenticacaoNecessaria
 */
export async function admitCaller(ctx: Visited, { token, medida = {}, ...porta }: Entrada): Promise<Caller> {
  const caller = token === null ? null : await findCaller(ctx, token);
  if (caller === null) throw new Unauthorized();
  if (caller.escopos !== null || medida.todos === true) await countChamadaApi(ctx, caller.sessaoId, medida);
  await refuseCaller(ctx, caller, porta);
  return caller;
}

/** Says no to who may not come in, and writes it down.   @throws {Refusal} as {@link admitCaller} */
export async function refuseCaller(ctx: AppContext, caller: Caller, porta: Porta): Promise<void> {
  const recusa = findRecusa(caller, porta);
  if (recusa !== null) {
    await registerRecusa(ctx, caller, porta.nome);
    throw recusa;
  }
  // Both are for the person to mend, and no attempt to do what is not theirs.
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
 * Who calls a method, if they may: by the contract's table and nothing else.
 * @returns null for a public method: its handler sees nobody
 * @throws {Unauthorized} without a session @throws {Refusal} when the table says no
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

/** What a caller is, in the words of the table. */
export function perfisOf({ isManager, isProprietario, isManifestante, escopos }: Quem): Perfil[] {
  if (escopos !== null) {
    return perfisDaApi(escopos).filter((perfil) => perfil !== "manifestante" || isManifestante);
  }
  const perfis: Perfil[] = ["usuario"];
  if (isManifestante) perfis.push("manifestante");
  if (isManager) perfis.push(isProprietario ? "proprietario" : "administrador");
  return perfis;
}
