import type { AppContext } from "../../app-context.ts";
import { replaceSegredo } from "./caixa-coleta.rows.ts";
import { findCaixaSelada } from "./caixa-email.rows.ts";
import { isSameSegredo, openSegredo, type Segredo, sealSegredo } from "./caixa-segredo.ts";

/** A secret beside what is stored of it. */
export type SegredoGuardado = { segredo: Segredo; selado: Uint8Array };

/** Key rotation may reseal the stored secret between two tries, each time once. */
const TENTATIVAS = 3;

/**
 * The provider has put another refresh token in the place of the old one: the new one is kept, or it would be lost. What a person saved
 * meanwhile stays; the old secret under another key is still the old secret.
 * @returns what is stored now
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
