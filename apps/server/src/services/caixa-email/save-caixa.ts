import { CAIXA_POLL_MS } from "@malote/contract";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import type { Acao } from "../registro/registro.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { toPoll } from "./caixa-coleta.rules.ts";
import {
  type CaixaSelada,
  deleteCaixa,
  findCaixaSelada,
  hasCaixaIgual,
  lockCaixas,
  saveCaixa,
} from "./caixa-email.rows.ts";
import {
  type CaixaConexao,
  type CaixaDigitada,
  chooseSegredo,
  connectionOf,
  describeMudanca,
  isOutraConexao,
  isSameConexao,
  isSameGeracao,
  SANDBOX_POLL_MS,
} from "./caixa-email.rules.ts";
import { isSameSegredo, openSegredo, type Segredo, sealSegredo } from "./caixa-segredo.ts";
import { countConexao } from "./caixa-usos.ts";

/**
 * Saves a mailbox; a changed connection is polled at once, and counted.
 * @returns its id
 * @throws {Refusal} for invalid input, a secret that must be typed again, a duplicate, and
 * muitasCaixasSalvas
 */
export async function saveCaixaEmail(ctx: SignedInContext, digitada: CaixaDigitada): Promise<string> {
  const { contaId } = ctx.caller;
  const conexao = connectionOf(digitada, "caixaEmail");
  return await ctx.database.withContaSql(contaId, async (sql) => {
    await lockCaixas(sql, contaId);
    const { stored, segredo, segredoNovo, isOutra } = await readMudanca(ctx, sql, { digitada, conexao });
    if (isOutra) await countConexao(ctx, sql);
    const id = stored?.id ?? newId();
    if (await hasCaixaIgual(sql, contaId, { id, ...conexao })) {
      throw new Refusal("caixaRepetida", { campo: "caixaEmail.usuario" });
    }
    const caixa = {
      ...conexao,
      id,
      descricao: digitada.descricao.trim() || conexao.usuario,
      apagarAposDias: digitada.apagarAposDias ?? null,
      senhaSelada: sealSegredo(ctx.cofre, id, segredo),
    };
    const novaGeracao = stored !== null && !isSameGeracao(stored, conexao);
    const pollMs = ctx.caller.contaSandbox ? SANDBOX_POLL_MS : CAIXA_POLL_MS;
    await saveCaixa(sql, contaId, { ...caixa, novaGeracao, pollMs });
    await register(ctx, sql, {
      acao: stored === null ? "criar-caixa" : "alterar-caixa",
      alvo: id,
      detalhe: describeMudanca(stored, { ...caixa, segredoNovo }),
    });
    if (isOutra) await planTarefas(sql, contaId, [toPoll(caixa, ctx.clock.now())]);
    return id;
  });
}

/** The stored mailbox (null: a new one), the secret to use, and whether the connection changes. */
type Mudanca = { stored: CaixaSelada | null; segredo: Segredo; segredoNovo: boolean; isOutra: boolean };

/** @throws {Refusal} caixaNaoEncontrada, and for a secret that must be typed */
async function readMudanca(
  { caller: { contaId }, cofre }: SignedInContext,
  sql: Sql,
  { digitada, conexao }: { digitada: CaixaDigitada; conexao: CaixaConexao },
): Promise<Mudanca> {
  const { id } = digitada;
  const stored = id ? await findCaixaSelada(sql, contaId, { id, lock: true }) : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  const same = stored !== null && isSameConexao(stored, conexao) ? openSegredo(cofre, stored) : null;
  const segredo = chooseSegredo(digitada, same);
  if (segredo === null) throw refuseSegredo(conexao.autenticacao, "caixaEmail");
  const segredoNovo = !isSameSegredo(segredo, same);
  return {
    stored,
    segredo,
    segredoNovo,
    isOutra: segredoNovo || stored === null || isOutraConexao(stored, conexao),
  };
}

/** The refusal for a missing secret, with the field where it is typed. */
export function refuseSegredo(autenticacao: CaixaSelada["autenticacao"], campo: string): Refusal {
  return autenticacao === "senha"
    ? new Refusal("caixaSenhaObrigatoria", { campo: `${campo}.senha` })
    : new Refusal("caixaSegredoObrigatorio", { campo: `${campo}.oauth.clientSecret` });
}

/**
 * Deletes a mailbox: polls end, and its mail remains.
 * @throws {Refusal} caixaNaoExcluida when it does not exist
 */
export async function removeCaixa(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const stored = await findCaixaSelada(sql, contaId, { id, lock: true });
    if (stored === null || !(await deleteCaixa(sql, contaId, { id, agora: ctx.clock.now() }))) {
      throw new Refusal("caixaNaoExcluida");
    }
    const { descricao, usuario, servidor } = stored;
    const detalhe = `${descricao} · ${usuario} · ${servidor}`;
    await register(ctx, sql, { acao: "excluir-caixa", alvo: id, detalhe });
  });
}

async function register(
  { caller, clock }: SignedInContext,
  sql: Sql,
  ato: { acao: Acao; alvo: string; detalhe: string },
): Promise<void> {
  const { contaId, usuarioId, nome } = caller;
  await insertRegistros(sql, contaId, [{ quando: clock.now(), usuarioId, usuario: nome, ...ato }]);
}
