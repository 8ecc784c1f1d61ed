import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { CofreError, idOfChave } from "../../secrets/cofre.ts";
import { resealCanary } from "./key-canary.ts";
import { findSelados, replaceSelado, SELADOS, type Selado, type ValorSelado } from "./selado.rows.ts";

/** Values per transaction, and the pause after each in ms: the server keeps serving meanwhile. */
const LOTE = 50;
const PAUSA_MS = 20;
/** Maximum rounds: a process without the newest key may write old values while one runs. */
const VOLTAS_MAX = 3;

type Contexto = Pick<AppContext, "config" | "database" | "cofre">;

/** trocados: resealed under the newest key; fechados: values that no key opens, as "table.column id". */
export type Troca = { trocados: number; fechados: string[] };

/**
 * Reseals all values of older keys under the newest one, in small batches. Each value contains the id of its
 * key, so an interrupted run is simply repeated. A value written meanwhile is not overwritten.
 * @param onLote called after each batch with the number resealed so far
 */
export async function resealAll(
  ctx: Contexto,
  onLote: (trocados: number) => void = () => {},
): Promise<Troca> {
  const nova = idOfChave(ctx.config.chave);
  const troca: Troca = { trocados: 0, fechados: [] };
  const add = (trocados: number): void => {
    troca.trocados += trocados;
    onLote(troca.trocados);
  };
  for (let volta = 0; volta < VOLTAS_MAX; volta += 1) {
    const antes = troca.trocados;
    troca.fechados = [];
    const contados = await ctx.database.portaria.countSelados(nova);
    for (const { tabela, coluna, contas } of contados) {
      if (contas.length === 0) continue;
      const lugar = SELADOS.find((each) => each.tabela === tabela && each.coluna === coluna);
      if (lugar === undefined)
        throw new Error(`portaria_selados knows ${tabela}.${coluna}, selado.rows.ts does not`);
      for (const contaId of contas) troca.fechados.push(...(await resealConta(ctx, { contaId, lugar }, add)));
    }
    if (troca.trocados === antes) break;
  }
  add(await resealCanary(ctx));
  troca.fechados = [...new Set(troca.fechados)];
  return troca;
}

async function resealConta(
  { config, database, cofre }: Contexto,
  { contaId, lugar }: { contaId: string; lugar: Selado },
  add: (trocados: number) => void,
): Promise<string[]> {
  const nova = Buffer.from(idOfChave(config.chave), "hex");
  const fechados: string[] = [];
  for (let depois = ""; ; ) {
    const pagina = { lugar, nova, depois, limite: LOTE };
    const valores = await database.withContaSql(contaId, (sql) => findSelados(sql, contaId, pagina));
    const last = valores.at(-1);
    if (last === undefined) return fechados;
    depois = last.id;
    const novos = valores.flatMap((valor) => {
      const selado = reseal(cofre, lugar, valor);
      if (selado === null) fechados.push(`${lugar.tabela}.${lugar.coluna} ${valor.id}`);
      return selado === null ? [] : [{ id: valor.id, antes: valor.selado, depois: selado }];
    });
    const trocados = await database.withContaSql(contaId, async (sql) => {
      let changed = 0;
      for (const novo of novos) if (await replaceSelado(sql, contaId, { lugar, ...novo })) changed += 1;
      return changed;
    });
    add(trocados);
    await sleep(PAUSA_MS);
  }
}

/** The same secret under the newest key; null if no key opens it. */
function reseal(cofre: AppContext["cofre"], { lugar }: Selado, { id, selado }: ValorSelado): Buffer | null {
  try {
    return cofre.seal(cofre.open(selado, { ...lugar, id }), { ...lugar, id });
  } catch (error) {
    if (error instanceof CofreError) return null;
    throw error;
  }
}
