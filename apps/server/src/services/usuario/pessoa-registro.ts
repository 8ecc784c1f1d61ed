import type { Sql } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { type Acao, insertRegistros } from "../registro/registro.rows.ts";
import { type Cadastro, describeMudanca } from "./usuario.rules.ts";

/** What was done to a user. */
export type Ato = { acao: Acao; alvo: string; detalhe: string | null };

/** Writes down what the caller did to users. It comes after every other lock of the transaction. */
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

/** What a change of somebody's data was, as acts; none when it changed nothing. */
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
