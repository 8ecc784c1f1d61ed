import { DAY_MS, zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTasks } from "../task/task.rows.ts";
import { findContaWithPlano, isIdentificadorInUse, lockConta, updateConta } from "./conta.rows.ts";
import { type ContaProfile, describeChange, ISSUE_DAYS_TASK, normalizeProfile } from "./conta.rules.ts";

const IDENTIFICADOR_FIELD = { campo: "conta.identificador" };
/**
 * Name changes a conta may try per day, successful or not: otherwise it could probe which names are in
 * use.
 */
const NAME_CHANGE_LIMIT = { max: 10, janelaMs: DAY_MS, recusa: "muitosIdentificadores" } as const;

/**
 * Changes the caller's conta. Another state may mean another time zone: it applies to new data,
 * and a tarefa moves the days of stored notas; past months of usage stay as counted.
 * @throws {Refusal} identificadorDoSandbox, identificadorEmUso, muitosIdentificadores
 */
export async function saveConta(
  ctx: SignedInContext,
  { downloadPublico, ...sent }: ContaProfile & { downloadPublico?: boolean | undefined },
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const profile = normalizeProfile(sent);
  await countNameChange(ctx, profile);
  try {
    await ctx.database.withConta(contaId, async (db) => {
      const before = await lockConta(db, contaId);
      if (before === null) throw new Error(`conta ${contaId} does not exist`);
      if (before.sandbox && before.identificador !== profile.identificador) {
        throw new Refusal("identificadorDoSandbox", IDENTIFICADOR_FIELD);
      }
      // An API client that does not send the switch leaves it unchanged.
      const after = { ...profile, downloadPublico: downloadPublico ?? before.downloadPublico };
      const detalhe = describeChange(before, after);
      if (detalhe === null) return;
      await updateConta(db, contaId, after);
      const quando = ctx.clock.now();
      const entry = {
        quando,
        usuarioId,
        usuario: nome,
        acao: "alterar-conta",
        alvo: contaId,
        detalhe,
      } as const;
      if (zoneOfUf(after.uf) !== zoneOfUf(before.uf)) {
        await planTasks(db, contaId, [{ ...ISSUE_DAYS_TASK, venceEm: quando }]);
      }
      await insertRegistros(db, contaId, [entry]);
    });
  } catch (error) {
    if (isIdentificadorInUse(error)) throw new Refusal("identificadorEmUso", IDENTIFICADOR_FIELD);
    throw error;
  }
  ctx.wake?.();
}

// In a separate transaction: a try counts even if the change is refused afterwards.
async function countNameChange(ctx: SignedInContext, { identificador }: ContaProfile): Promise<void> {
  const { contaId } = ctx.caller;
  const before = await ctx.database.withConta(contaId, (db) => findContaWithPlano(db, contaId));
  if (before === null || before.sandbox || before.identificador === identificador) return;
  await countUse(ctx, { ...NAME_CHANGE_LIMIT, chave: `identificador:${contaId}` });
}
