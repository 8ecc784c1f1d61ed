import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { normalizeNome } from "../usuario/usuario.rules.ts";
import { findContaComPlano, type Plano, setPlano, setProduto } from "./conta.rows.ts";
import { mesOf, normalizeIdentificador } from "./conta.rules.ts";
import { saveAvisado } from "./uso.rows.ts";

type Contexto = Pick<AppContext, "database" | "clock">;

/** quem: who operates the product, by name; they are no user. */
export type DaConta = { identificador: string; quem: string };

/**
 * Gives a conta another plan. What its people were told of the old one counts no more: of the new one they are told anew.
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

/** Says whether a user is of the product itself.   @throws {Refusal} contaNaoEncontrada, usuarioNaoEncontrado */
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

/** The conta that bears a name.   @throws {Refusal} contaNaoEncontrada */
export async function findContaId({ database }: Contexto, identificador: string): Promise<string> {
  const found = await database.portaria.findConta(normalizeIdentificador(identificador));
  if (found === null) throw new Refusal("contaNaoEncontrada");
  return found.contaId;
}
