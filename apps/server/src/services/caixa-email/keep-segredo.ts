import type { AppContext } from "../../app-context.ts";
import { replaceSegredo } from "./caixa-coleta.rows.ts";
import { findCaixaSelada } from "./caixa-email.rows.ts";
import { isSameSegredo, openSegredo, type Segredo, sealSegredo } from "./caixa-segredo.ts";

/** A secret and its encrypted form as stored. */
export type SegredoGuardado = { segredo: Segredo; selado: Uint8Array };

/** Key rotation may re-encrypt the stored secret between two attempts, once each time. */
const TENTATIVAS = 3;

/**
 * Stores a refresh token that the provider replaced; otherwise it would be lost. A secret saved by a
 * user in the meantime is kept; the old secret re-encrypted under another key is still replaced.
 * @returns the secret in use now
 */
export async function keepSegredo(
  { database, cofre }: Pick<AppContext, "database" | "cofre">,
  { contaId, caixaId }: { contaId: string; caixaId: string },
  { antes, segredo }: { antes: SegredoGuardado; segredo: Segredo },
): Promise<SegredoGuardado> {
  const depois = sealSegredo(cofre, caixaId, segredo);
  let stored = antes.selado;
  for (let n = 0; n < TENTATIVAS; n += 1) {
    const found = await database.withContaSql(contaId, async (sql) => {
      const troca = { caixaId, antes: stored, depois };
      if (await replaceSegredo(sql, contaId, troca)) return null;
      return (await findCaixaSelada(sql, contaId, { id: caixaId, lock: false })) ?? null;
    });
    if (found === null || !isSameSegredo(antes.segredo, openSegredo(cofre, found))) break;
    stored = found.senhaSelada;
  }
  return { segredo, selado: depois };
}
