import type { Db } from "../../db/index.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros, type RegistroAction } from "../registro/registro.rows.ts";
import { describeChange, type Profile } from "./usuario.rules.ts";

/** A registro entry about a user. */
export type UsuarioEntry = { acao: RegistroAction; alvo: string; detalhe: string | null };

/**
 * Records the caller's changes of users. Call it after all other locks of the transaction are taken.
 */
export async function recordEntries(
  ctx: SignedInContext,
  db: Db,
  entries: readonly UsuarioEntry[],
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const quando = ctx.clock.now();
  await insertRegistros(
    db,
    contaId,
    entries.map((entry) => ({ quando, usuarioId, usuario: nome, ...entry })),
  );
}

type ProfileEdit = { current: Profile & { id: string }; updated: Profile; revogado: readonly UsuarioEntry[] };

/** The registro entries for a change of a profile; empty if nothing changed. */
export function listEntries({ current, updated, revogado }: ProfileEdit): UsuarioEntry[] {
  const alvo = current.id;
  const entries: UsuarioEntry[] = [];
  const changed = describeChange({ ...current, ativo: updated.ativo }, updated);
  if (changed !== null) entries.push({ acao: "alterar-usuario", alvo, detalhe: changed });
  if (current.ativo !== updated.ativo) {
    const acao = updated.ativo ? "ativar-usuario" : "inativar-usuario";
    entries.push({ acao, alvo, detalhe: updated.nomeUsuario });
  }
  return [...entries, ...revogado];
}
