import type { Access, MethodName, MethodRow, Perfil } from "@malote/contract";
import { getMethodRow, permissaoOf, readPath } from "@malote/contract";
import { Refusal } from "../errors.ts";
import { Unauthorized } from "../services/auth/unauthorized.ts";
import type { Caller, PublicContext } from "../services/handler.ts";
import { registerRecusa } from "../services/registro/register-recusa.ts";
import { findCaller } from "./caller.ts";

export type Asked = { method: MethodName; token: string | null; params: unknown };

/**
 * Who calls, if they may: by the contract's table and nothing else.
 * @returns null for a public method: its handler sees nobody
 * @throws {Unauthorized} without a session @throws {Refusal} when the table says no, with the field where it is about one
 */
export async function admit(ctx: PublicContext, { method, token, params }: Asked): Promise<Caller | null> {
  const row = getMethodRow(method);
  if (row.access === "public") return null;
  const caller = token === null ? null : await findCaller(ctx, token);
  if (caller === null) throw new Unauthorized();
  const perfis = perfisOf(caller);
  if (!mayCall(row, perfis, { caller, params })) {
    await registerRecusa(ctx, caller, method);
    throw new Refusal(row.access === "manifestante" ? "manifestacaoSemPermissao" : "acessoRestrito");
  }
  refuseFields(row, perfis, params);
  return caller;
}

/** What a caller is, in the words of the table. */
export function perfisOf(
  caller: Pick<Caller, "isPerson" | "isManager" | "isProprietario" | "isManifestante">,
): Perfil[] {
  const perfis: Perfil[] = [caller.isPerson ? "usuario" : "api"];
  if (caller.isManifestante) perfis.push("manifestante");
  if (caller.isManager) perfis.push(caller.isProprietario ? "proprietario" : "administrador");
  return perfis;
}

type Row = MethodRow<Access>;

function mayCall(
  row: Row,
  perfis: readonly Perfil[],
  { caller, params }: { caller: Caller; params: unknown },
) {
  return perfis.some((perfil) => {
    const permissao = permissaoOf(row, perfil);
    if (permissao !== "proprio") return permissao === "sim";
    return row.self !== undefined && readPath(params, row.self) === caller.usuarioId;
  });
}

function refuseFields(row: Row, perfis: readonly Perfil[], params: unknown): void {
  for (const [campo, access] of Object.entries(row.fields ?? {})) {
    if (readPath(params, campo) === undefined) continue;
    if (!perfis.some((perfil) => permissaoOf({ access }, perfil) === "sim")) {
      throw new Refusal("acessoRestrito", { campo });
    }
  }
}
