import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../app-context.ts";
import { idOfKey, SecretBoxError } from "../../secrets/secret-box.ts";
import { resealCanary } from "./key-canary.ts";
import {
  findSealed,
  replaceSealed,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedValue,
} from "./sealed.rows.ts";

/** Values per transaction, and the pause after each in ms: the server keeps serving meanwhile. */
const BATCH = 50;
const PAUSE_MS = 20;
/** Maximum rounds: a process without the newest key may write old values while one runs. */
const ROUNDS_MAX = 3;

type ResealContext = Pick<AppContext, "config" | "database" | "secretBox">;

/** resealed: resealed under the newest key; unopened: values that no key opens, as "table.column id". */
export type ResealResult = { resealed: number; unopened: string[] };

/**
 * Reseals all values of older keys under the newest one, in small batches. Each value contains the id of its
 * key, so an interrupted run is simply repeated. A value written meanwhile is not overwritten.
 * @param onBatch called after each batch with the number resealed so far
 */
export async function resealAll(
  ctx: ResealContext,
  onBatch: (resealed: number) => void = () => {},
): Promise<ResealResult> {
  const newest = idOfKey(ctx.config.chave);
  const result: ResealResult = { resealed: 0, unopened: [] };
  const add = (resealed: number): void => {
    result.resealed += resealed;
    onBatch(result.resealed);
  };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = result.resealed;
    result.unopened = [];
    const counts = await ctx.database.gatekeeper.countSealed(newest);
    for (const { tabela, coluna, contas } of counts) {
      if (contas.length === 0) continue;
      const lugar = SEALED_COLUMNS.find((each) => each.tabela === tabela && each.coluna === coluna);
      if (lugar === undefined)
        throw new Error(`portaria_selados knows ${tabela}.${coluna}, sealed.rows.ts does not`);
      for (const contaId of contas)
        result.unopened.push(...(await resealConta(ctx, { contaId, lugar }, add)));
    }
    if (result.resealed === before) break;
  }
  add(await resealCanary(ctx));
  result.unopened = [...new Set(result.unopened)];
  return result;
}

async function resealConta(
  { config, database, secretBox }: ResealContext,
  { contaId, lugar }: { contaId: string; lugar: SealedColumn },
  add: (resealed: number) => void,
): Promise<string[]> {
  const newest = Buffer.from(idOfKey(config.chave), "hex");
  const unopened: string[] = [];
  for (let after = ""; ; ) {
    const page = { lugar, nova: newest, depois: after, limite: BATCH };
    const values = await database.withConta(contaId, (db) => findSealed(db, contaId, page));
    const last = values.at(-1);
    if (last === undefined) return unopened;
    after = last.id;
    const replacements = values.flatMap((value) => {
      const sealed = reseal(secretBox, lugar, value);
      if (sealed === null) unopened.push(`${lugar.tabela}.${lugar.coluna} ${value.id}`);
      return sealed === null ? [] : [{ id: value.id, antes: value.selado, depois: sealed }];
    });
    const resealed = await database.withConta(contaId, async (db) => {
      let changed = 0;
      for (const replacement of replacements)
        if (await replaceSealed(db, contaId, { lugar, ...replacement })) changed += 1;
      return changed;
    });
    add(resealed);
    await sleep(PAUSE_MS);
  }
}

/** The same secret under the newest key; null if no key opens it. */
function reseal(
  secretBox: AppContext["secretBox"],
  { lugar }: SealedColumn,
  { id, selado: sealed }: SealedValue,
): Buffer | null {
  try {
    return secretBox.seal(secretBox.open(sealed, { ...lugar, id }), { ...lugar, id });
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}
