import { FILE_ENDPOINTS } from "@malote/contract";
import { Refusal, Unauthorized } from "../../errors.ts";
import type { ContractEntry } from "../../rpc/admit.ts";
import { admitToContext, type CallerContext } from "../../rpc/caller-context.ts";
import type { VisitContext } from "../../rpc/find-caller.ts";

/**
 * Result of authorizing a file request. recusado: sentence;
 * seconds: until it is allowed, null = not a matter of time.
 */
export type FileAdmission<C extends VisitContext = VisitContext> =
  | { kind: "ok"; ctx: CallerContext<C> }
  | { kind: "sem-sessao" }
  | { kind: "recusado"; mensagem: string; campo: string | undefined; seconds: number | null };

/** The contract's entry for a file endpoint that requires a caller. */
export function fileEntryOf(name: string): ContractEntry {
  const row = FILE_ENDPOINTS[name];
  if (row === undefined || row.access === "public") throw new Error(`${name} requires no caller`);
  return { name, access: row.access, scope: row.escopo, recent: row.recente };
}

/** Authorizes a file request by its token. */
export async function admitFileRequest<C extends VisitContext>(
  ctx: C,
  { name, token, isArquivo = false }: { name: string; token: string | null; isArquivo?: boolean },
): Promise<FileAdmission<C>> {
  return await toFileAdmission(() =>
    admitToContext(ctx, { ...fileEntryOf(name), token, counting: { isArquivo } }),
  );
}

/** Converts an admission to a result; null means no session. */
export async function toFileAdmission<C extends VisitContext>(
  admit: () => Promise<CallerContext<C> | null>,
): Promise<FileAdmission<C>> {
  try {
    const ctx = await admit();
    return ctx === null ? { kind: "sem-sessao" } : { kind: "ok", ctx };
  } catch (error) {
    if (error instanceof Unauthorized) return { kind: "sem-sessao" };
    if (error instanceof Refusal) {
      const seconds = error.key === "restLimite" ? Number(error.values?.segundos) : null;
      return { kind: "recusado", mensagem: error.message, campo: error.campo, seconds };
    }
    throw error;
  }
}
