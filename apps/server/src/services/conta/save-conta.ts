import { zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import { DIAS } from "../painel/move-dias.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findContaComPlano, isIdentificadorEmUso, lockConta, updateConta } from "./conta.rows.ts";
import { type Cadastro, describeMudanca, normalizeCadastro } from "./conta.rules.ts";

const IDENTIFICADOR = { campo: "conta.identificador" };
/**
 * Name changes a conta may try per day, successful or not: otherwise it could probe which names are in
 * use.
 */
const TROCAS = { max: 10, janelaMs: 24 * 3_600_000, recusa: "muitosIdentificadores" } as const;

/**
 * Changes the caller's conta. Another state may mean another time zone: it applies to new data,
 * and a tarefa moves the days of stored notas; past months of usage stay as counted.
 * @throws {Refusal} identificadorDoSandbox, identificadorEmUso, muitosIdentificadores
 */
export async function saveConta(
  ctx: SignedInContext,
  { downloadPublico, ...enviada }: Cadastro & { downloadPublico?: boolean | undefined },
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const cadastro = normalizeCadastro(enviada);
  await countTroca(ctx, cadastro);
  try {
    await ctx.database.withContaSql(contaId, async (sql) => {
      const antes = await lockConta(sql, contaId);
      if (antes === null) throw new Error(`conta ${contaId} does not exist`);
      if (antes.sandbox && antes.identificador !== cadastro.identificador) {
        throw new Refusal("identificadorDoSandbox", IDENTIFICADOR);
      }
      // An API client that does not send the switch leaves it unchanged.
      const depois = { ...cadastro, downloadPublico: downloadPublico ?? antes.downloadPublico };
      const detalhe = describeMudanca(antes, depois);
      if (detalhe === null) return;
      await updateConta(sql, contaId, depois);
      const quando = ctx.clock.now();
      const ato = {
        quando,
        usuarioId,
        usuario: nome,
        acao: "alterar-conta",
        alvo: contaId,
        detalhe,
      } as const;
      if (zonaOfUf(depois.uf) !== zonaOfUf(antes.uf)) {
        await planTarefas(sql, contaId, [{ ...DIAS, venceEm: quando }]);
      }
      await insertRegistros(sql, contaId, [ato]);
    });
  } catch (error) {
    if (isIdentificadorEmUso(error)) throw new Refusal("identificadorEmUso", IDENTIFICADOR);
    throw error;
  }
  ctx.wake?.();
}

// In a separate transaction: a try counts even if the change is refused afterwards.
async function countTroca(ctx: SignedInContext, { identificador }: Cadastro): Promise<void> {
  const { contaId } = ctx.caller;
  const antes = await ctx.database.withContaSql(contaId, (sql) => findContaComPlano(sql, contaId));
  if (antes === null || antes.sandbox || antes.identificador === identificador) return;
  await countUso(ctx, { ...TROCAS, chave: `identificador:${contaId}` });
}
