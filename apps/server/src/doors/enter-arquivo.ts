import { ARQUIVOS } from "@malote/contract";
import { Refusal } from "../errors.ts";
import { type Acting, enterAs } from "../rpc/act-as.ts";
import type { Porta } from "../rpc/admit.ts";
import type { Visited } from "../rpc/caller.ts";
import { Unauthorized } from "../services/auth/unauthorized.ts";

/** Whether somebody may use an address of files. recusado: why not, in words; segundos: until they may, null = it is no matter of time. */
export type Entrou<C extends Visited = Visited> =
  | { kind: "ok"; ctx: Acting<C> }
  | { kind: "sem-sessao" }
  | { kind: "recusado"; mensagem: string; campo: string | undefined; segundos: number | null };

/** What the contract says of an address of files that asks who comes. */
export function portaOf(nome: string): Porta {
  const row = ARQUIVOS[nome];
  if (row === undefined || row.access === "public") throw new Error(`nobody signs in for ${nome}`);
  return { nome, access: row.access, escopo: row.escopo, recente: row.recente };
}

/** In whose name a request to an address of files comes, by the token that it bears. */
export async function enterArquivo<C extends Visited>(
  ctx: C,
  { nome, token, isArquivo = false }: { nome: string; token: string | null; isArquivo?: boolean },
): Promise<Entrou<C>> {
  return await answerEntrada(() => enterAs(ctx, { ...portaOf(nome), token, medida: { isArquivo } }));
}

/** What came of an attempt to come in; null is nobody. */
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
