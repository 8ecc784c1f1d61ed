import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { normalizeNome } from "../usuario/usuario.rules.ts";
import { findContaComPlano, type Plano, setPlano, setProduto } from "./conta.rows.ts";
import { mesOf, normalizeIdentificador } from "./conta.rules.ts";
import { saveAvisado } from "./uso.rows.ts";

type Contexto = Pick<AppContext, "database" | "clock">;

/** quem: the name of the product's operator, who is no user. */
export type DaConta = { identificador: string; quem: string };

/**
 * Changes a conta's plan and resets its usage alert, so that users are notified again for the new plan.
 * @throws {Refusal} contaNaoEncontrada
 */
export async function changePlano(
  ctx: Contexto,
  { identificador, plano, quem }: DaConta & { plano: Plano },
): Promise<{ antes: Plano; depois: Plano }> {
  const contaId = await findContaId(ctx, identificador);
  const quando = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const antes = await setPlano(sql, contaId, plano);
    if (antes === plano) return { antes, depois: plano };
    const conta = await findContaComPlano(sql, contaId);
    if (conta !== null) await saveAvisado(sql, contaId, { mes: mesOf(quando, conta.uf), avisado: 0 });
    const ato = { quando, usuarioId: null, usuario: quem, acao: "alterar-plano", alvo: contaId } as const;
    await insertRegistros(sql, contaId, [{ ...ato, detalhe: `${antes} → ${plano}` }]);
    return { antes, depois: plano };
  });
}

/**
 * Sets whether a user is an operator of the product.
 * @throws {Refusal} contaNaoEncontrada, usuarioNaoEncontrado
 */
export async function changeProduto(
  ctx: Contexto,
  { identificador, usuario, produto, quem }: DaConta & { usuario: string; produto: boolean },
): Promise<void> {
  const contaId = await findContaId(ctx, identificador);
  const nomeUsuario = normalizeNome(usuario);
  const quando = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    const alvo = await setProduto(sql, contaId, { nomeUsuario, produto });
    if (alvo === null) throw new Refusal("usuarioNaoEncontrado");
    const detalhe = `${nomeUsuario}: acesso de operador: ${produto ? "sim" : "não"}`;
    const ato = { quando, usuarioId: null, usuario: quem, acao: "alterar-usuario", alvo, detalhe } as const;
    await insertRegistros(sql, contaId, [ato]);
  });
}

/** Finds a conta by its identificador.   @throws {Refusal} contaNaoEncontrada */
export async function findContaId({ database }: Contexto, identificador: string): Promise<string> {
  const found = await database.portaria.findConta(normalizeIdentificador(identificador));
  if (found === null) throw new Refusal("contaNaoEncontrada");
  return found.contaId;
}
