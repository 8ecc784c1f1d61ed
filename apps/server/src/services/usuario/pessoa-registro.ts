import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { type Acao, insertRegistros } from "../registro/registro.rows.ts";
import { type Cadastro, describeMudanca } from "./usuario.rules.ts";

/** A registro entry about a user. */
export type Ato = { acao: Acao; alvo: string; detalhe: string | null };

/**
 * Records the caller's changes of users. Call it after all other locks of the transaction are taken.
 */
export async function registerAtos(ctx: SignedInContext, sql: Sql, atos: readonly Ato[]): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const quando = ctx.clock.now();
  await insertRegistros(
    sql,
    contaId,
    atos.map((ato) => ({ quando, usuarioId, usuario: nome, ...ato })),
  );
}

type Mudanca = { atual: Cadastro & { id: string }; novo: Cadastro; revogado: readonly Ato[] };

/** The registro entries for a change of a profile; empty if nothing changed. */
export function listAtos({ atual, novo, revogado }: Mudanca): Ato[] {
  const alvo = atual.id;
  const atos: Ato[] = [];
  const mudou = describeMudanca({ ...atual, ativo: novo.ativo }, novo);
  if (mudou !== null) atos.push({ acao: "alterar-usuario", alvo, detalhe: mudou });
  if (atual.ativo !== novo.ativo) {
    const acao = novo.ativo ? "ativar-usuario" : "inativar-usuario";
    atos.push({ acao, alvo, detalhe: novo.nomeUsuario });
  }
  return [...atos, ...revogado];
}
