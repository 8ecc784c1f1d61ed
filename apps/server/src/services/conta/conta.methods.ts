import { Refusal } from "../../errors.ts";
import { spendCaptcha } from "../captcha/spend-captcha.ts";
import { keepContact } from "../contact/keep-contact.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { findContaWithPlano, setSecondFactorRequired } from "./conta.rows.ts";
import { listMonths, monthOf } from "./conta.rules.ts";
import { saveConta } from "./save-conta.ts";
import { signUp } from "./sign-up.ts";
import { findUsages } from "./usage.rows.ts";
import { writeUsage } from "./usage.wire.ts";

/** Months of usage that are shown. */
const MONTHS = 12;

export const contaMethods = {
  "Conta.getConta": async (ctx) => {
    const { conta, usos: usages } = await readUsages(ctx, 1);
    const [usage] = usages;
    if (usage === undefined) throw new Error("a month has no usage");
    return { object: { ...conta, plano: conta.plano, uso: usage } };
  },

  "Conta.saveConta": async (ctx, { conta }) => {
    await saveConta(ctx, conta);
    return {};
  },

  "Conta.setSegundoFatorManifestacao": async (ctx, { exigido }) => {
    const { contaId } = ctx.caller;
    await ctx.database.withConta(contaId, async (db) => {
      if (!(await setSecondFactorRequired(db, contaId, exigido))) return;
      const acao = exigido ? "exigir-segundo-fator" : "dispensar-segundo-fator";
      await registerAct(ctx, db, { acao, alvo: contaId, detalhe: null });
    });
    return {};
  },

  "Conta.newConta": async (ctx, { captcha, ...pedida }) => {
    // Without a mail server the owner could not get the link to sign in.
    if (ctx.config.smtp === null) throw new Refusal("erroConfigurandoConta");
    await spendCaptcha(ctx, { captcha, action: "criar-conta" });
    await signUp(ctx, pedida);
    ctx.wake?.();
    return { mensagem: "contaCriada" };
  },

  "Conta.sendContato": async (ctx, { captcha, homePageContato }) => {
    await spendCaptcha(ctx, { captcha, action: "contato" });
    await keepContact(ctx, homePageContato);
    return { mensagem: "contatoEnviado" };
  },

  "Conta.getListUso": async (ctx) => {
    const { usos: usages } = await readUsages(ctx, MONTHS);
    return { results: usages, totalCount: usages.length };
  },
} satisfies Handlers<"Conta">;

async function readUsages(ctx: SignedInContext, months: number) {
  const { contaId } = ctx.caller;
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const conta = await findContaWithPlano(db, contaId);
    if (conta === null) throw new Error(`conta ${contaId} does not exist`);
    const usages = await findUsages(db, contaId, listMonths(monthOf(now, conta.uf), months));
    return { conta, usos: usages.map((usage) => writeUsage(usage, conta.plano)) };
  });
}
