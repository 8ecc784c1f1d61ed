import { CAIXA_POLL_MS } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";
import {
  deleteCaixa,
  findSealedCaixa,
  hasSameCaixa,
  lockCaixas,
  type SealedCaixa,
  saveCaixa,
} from "./caixa-email.rows.ts";
import {
  type CaixaConnection,
  type CaixaForm,
  chooseSecret,
  connectionOf,
  describeChange,
  isOtherConnection,
  isSameConnection,
  isSameGeneration,
  SANDBOX_POLL_MS,
} from "./caixa-email.rules.ts";
import { toPoll } from "./caixa-health.rules.ts";
import { type CaixaSecret, isSameSecret, openCaixaSecret, sealCaixaSecret } from "./caixa-secret.ts";
import { countConnection } from "./count-caixa-usage.ts";

/**
 * Saves a mailbox; a changed connection is polled at once, and counted.
 * @returns its id
 * @throws {Refusal} for invalid input, a secret that must be typed again, a duplicate, and
 * muitasCaixasSalvas
 */
export async function saveCaixaEmail(ctx: SignedInContext, form: CaixaForm): Promise<string> {
  const { contaId } = ctx.caller;
  const connection = connectionOf(form, "caixaEmail");
  return await ctx.database.withConta(contaId, async (db) => {
    await lockCaixas(db, contaId);
    const { stored, secret, isNewSecret, isOther } = await readChange(ctx, db, { form, connection });
    if (isOther) await countConnection(ctx, db);
    const id = stored?.id ?? newId();
    if (await hasSameCaixa(db, contaId, { id, ...connection })) {
      throw new Refusal("caixaRepetida", { campo: "caixaEmail.usuario" });
    }
    const caixa = {
      ...connection,
      id,
      descricao: form.descricao.trim() || connection.usuario,
      apagarAposDias: form.apagarAposDias ?? null,
      senhaSelada: sealCaixaSecret(ctx.secretBox, id, secret),
    };
    const isNewGeneration = stored !== null && !isSameGeneration(stored, connection);
    const pollMs = ctx.caller.contaSandbox ? SANDBOX_POLL_MS : CAIXA_POLL_MS;
    await saveCaixa(db, contaId, { ...caixa, novaGeracao: isNewGeneration, pollMs });
    await registerAct(ctx, db, {
      acao: stored === null ? "criar-caixa" : "alterar-caixa",
      alvo: id,
      detalhe: describeChange(stored, { ...caixa, isNewSecret }),
    });
    if (isOther) await planTasks(db, contaId, [toPoll(caixa, ctx.clock.now())]);
    return id;
  });
}

/** The stored mailbox (null: a new one), the secret to use, and whether the connection changes. */
type CaixaChange = {
  stored: SealedCaixa | null;
  secret: CaixaSecret;
  isNewSecret: boolean;
  isOther: boolean;
};

/** @throws {Refusal} caixaNaoEncontrada, and for a secret that must be typed */
async function readChange(
  { caller: { contaId }, secretBox }: SignedInContext,
  db: Db,
  { form, connection }: { form: CaixaForm; connection: CaixaConnection },
): Promise<CaixaChange> {
  const { id } = form;
  const stored = id ? await findSealedCaixa(db, contaId, { id, lock: true }) : null;
  if (id && stored === null) throw new Refusal("caixaNaoEncontrada");
  const same =
    stored !== null && isSameConnection(stored, connection) ? openCaixaSecret(secretBox, stored) : null;
  const secret = chooseSecret(form, same);
  if (secret === null) throw missingSecretRefusal(connection.autenticacao, "caixaEmail");
  const isNewSecret = !isSameSecret(secret, same);
  return {
    stored,
    secret,
    isNewSecret,
    isOther: isNewSecret || stored === null || isOtherConnection(stored, connection),
  };
}

/** The refusal for a missing secret, with the field where it is typed. */
export function missingSecretRefusal(autenticacao: SealedCaixa["autenticacao"], campo: string): Refusal {
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
  await ctx.database.withConta(contaId, async (db) => {
    const stored = await findSealedCaixa(db, contaId, { id, lock: true });
    if (stored === null || !(await deleteCaixa(db, contaId, { id, now: ctx.clock.now() }))) {
      throw new Refusal("caixaNaoExcluida");
    }
    const { descricao, usuario, servidor } = stored;
    const detalhe = `${descricao} · ${usuario} · ${servidor}`;
    await registerAct(ctx, db, { acao: "excluir-caixa", alvo: id, detalhe });
  });
}
