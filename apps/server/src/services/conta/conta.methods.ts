import { Refusal } from "../../errors.ts";
import { spendCaptcha } from "../captcha/spend-captcha.ts";
import { keepContato } from "../contato/keep-contato.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { registerAto } from "../registro/register-ato.ts";
import { findContaComPlano, setSegundoFatorManifestacao } from "./conta.rows.ts";
import { listMeses, mesOf } from "./conta.rules.ts";
import { saveConta } from "./save-conta.ts";
import { signUp } from "./sign-up.ts";
import { findUsos } from "./uso.rows.ts";
import { writeUso } from "./uso.wire.ts";

/** Months of usage that are shown. */
const MESES = 12;

export const contaMethods = {
  "Conta.getConta": async (ctx) => {
    const { conta, usos } = await readUsos(ctx, 1);
    const [uso] = usos;
    if (uso === undefined) throw new Error("a month has no usage");
    return { object: { ...conta, plano: conta.plano, uso } };
  },

  "Conta.saveConta": async (ctx, { conta }) => {
    await saveConta(ctx, conta);
    return {};
  },

  "Conta.setSegundoFatorManifestacao": async (ctx, { exigido }) => {
    const { contaId } = ctx.caller;
    await ctx.database.withContaSql(contaId, async (sql) => {
      if (!(await setSegundoFatorManifestacao(sql, contaId, exigido))) return;
      const acao = exigido ? "exigir-segundo-fator" : "dispensar-segundo-fator";
      await registerAto(ctx, sql, { acao, alvo: contaId, detalhe: null });
    });
    return {};
  },

  "Conta.newConta": async (ctx, { captcha, ...pedida }) => {
    // Without a mail server the owner could not get the link to sign in.
    if (ctx.config.smtp === null) throw new Refusal("erroConfigurandoConta");
    await spendCaptcha(ctx, { captcha, acao: "criar-conta" });
    await signUp(ctx, pedida);
    ctx.wake?.();
    return { mensagem: "contaCriada" };
  },

  "Conta.sendContato": async (ctx, { captcha, homePageContato }) => {
    await spendCaptcha(ctx, { captcha, acao: "contato" });
    await keepContato(ctx, homePageContato);
    return { mensagem: "contatoEnviado" };
  },

  "Conta.getListUso": async (ctx) => {
    const { usos } = await readUsos(ctx, MESES);
    return { results: usos, totalCount: usos.length };
  },
} satisfies Handlers<"Conta">;

async function readUsos(ctx: SignedInContext, meses: number) {
  const { contaId } = ctx.caller;
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const conta = await findContaComPlano(sql, contaId);
    if (conta === null) throw new Error(`conta ${contaId} does not exist`);
    const usos = await findUsos(sql, contaId, listMeses(mesOf(agora, conta.uf), meses));
    return { conta, usos: usos.map((uso) => writeUso(uso, conta.plano)) };
  });
}
