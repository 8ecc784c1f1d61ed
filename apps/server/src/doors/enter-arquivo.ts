import { ARQUIVOS } from "@malote/contract";
import { Refusal } from "../errors.ts";
import { type Acting, enterAs } from "../rpc/act-as.ts";
import type { Porta } from "../rpc/admit.ts";
import type { Visited } from "../rpc/caller.ts";
import { Unauthorized } from "../services/auth/unauthorized.ts";

/**
 * Result of authorizing a file request. recusado: sentence;
 * segundos: until it is allowed, null = not a matter of time.
 */
export type Entrou<C extends Visited = Visited> =
  | { kind: "ok"; ctx: Acting<C> }
  | { kind: "sem-sessao" }
  | { kind: "recusado"; mensagem: string; campo: string | undefined; segundos: number | null };

/** The contract's entry for a file endpoint that requires a caller. */
export function portaOf(nome: string): Porta {
  const row = ARQUIVOS[nome];
  if (row === undefined || row.access === "public") throw new Error(`${nome} requires no caller`);
  return { nome, access: row.access, escopo: row.escopo, recente: row.recente };
}

/** Authorizes a file request by its token. */
export async function enterArquivo<C extends Visited>(
  ctx: C,
  { nome, token, isArquivo = false }: { nome: string; token: string | null; isArquivo?: boolean },
): Promise<Entrou<C>> {
  return await answerEntrada(() => enterAs(ctx, { ...portaOf(nome), token, medida: { isArquivo } }));
}

/** Converts an admission to a result; null means no session. */
export async function answerEntrada<C extends Visited>(
  enter: () => Promise<Acting<C> | null>,
): Promise<Entrou<C>> {
  try {
    const ctx = await enter();
    return ctx === null ? { kind: "sem-sessao" } : { kind: "ok", ctx };
  } catch (error) {
    if (error instanceof Unauthorized) return { kind: "sem-sessao" };
    if (error instanceof Refusal) {
      const segundos = error.key === "restLimite" ? Number(error.values?.segundos) : null;
      return { kind: "recusado", mensagem: error.message, campo: error.campo, segundos };
    }
    throw error;
  }
}
