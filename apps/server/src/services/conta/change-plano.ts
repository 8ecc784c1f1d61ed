import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { normalizeUserName } from "../usuario/usuario.rules.ts";
import { findContaWithPlano, type Plano, setOperator, setPlano } from "./conta.rows.ts";
import { monthOf, normalizeIdentificador } from "./conta.rules.ts";
import { saveAlerted } from "./usage.rows.ts";

type OperatorContext = Pick<AppContext, "database" | "clock">;

/** operator: the name of the product's operator, who is no user. */
export type OperatorRequest = { identificador: string; operator: string };

/**
 * Changes a conta's plan and resets its usage alert, so that users are notified again for the new plan.
 * @throws {Refusal} contaNaoEncontrada
 */
export async function changePlano(
  ctx: OperatorContext,
  { identificador, plano, operator }: OperatorRequest & { plano: Plano },
): Promise<{ antes: Plano; depois: Plano }> {
  const contaId = await findContaId(ctx, identificador);
  const quando = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const before = await setPlano(db, contaId, plano);
    if (before === plano) return { antes: before, depois: plano };
    const conta = await findContaWithPlano(db, contaId);
    if (conta !== null) await saveAlerted(db, contaId, { mes: monthOf(quando, conta.uf), avisado: 0 });
    const entry = {
      quando,
      usuarioId: null,
      usuario: operator,
      acao: "alterar-plano",
      alvo: contaId,
    } as const;
    await insertRegistros(db, contaId, [{ ...entry, detalhe: `${before} → ${plano}` }]);
    return { antes: before, depois: plano };
  });
}

/**
 * Sets whether a user is an operator of the product.
 * @throws {Refusal} contaNaoEncontrada, usuarioNaoEncontrado
 */
export async function changeOperator(
  ctx: OperatorContext,
  { identificador, usuario, produto, operator }: OperatorRequest & { usuario: string; produto: boolean },
): Promise<void> {
  const contaId = await findContaId(ctx, identificador);
  const nomeUsuario = normalizeUserName(usuario);
  const quando = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const alvo = await setOperator(db, contaId, { nomeUsuario, produto });
    if (alvo === null) throw new Refusal("usuarioNaoEncontrado");
    const detalhe = `${nomeUsuario}: acesso de operador: ${produto ? "sim" : "não"}`;
    const entry = {
      quando,
      usuarioId: null,
      usuario: operator,
      acao: "alterar-usuario",
      alvo,
      detalhe,
    } as const;
    await insertRegistros(db, contaId, [entry]);
  });
}

/** Finds a conta by its identificador.   @throws {Refusal} contaNaoEncontrada */
export async function findContaId({ database }: OperatorContext, identificador: string): Promise<string> {
  const found = await database.gatekeeper.findConta(normalizeIdentificador(identificador));
  if (found === null) throw new Refusal("contaNaoEncontrada");
  return found.contaId;
}
