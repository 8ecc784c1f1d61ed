import * as z from "zod/mini";
import { CONTACT_TEXT_MAX, FILTER_TEXT_MAX, PLANS } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import {
  captcha,
  email,
  identificador,
  optionalName,
  personName,
  requiredText,
  signInNameRule,
  tipoPessoa,
  uf,
} from "./rules.ts";

/** The conta of the caller. */
export const contaWire = z.object({
  id: z.uuid(),
  identificador: z.string(),
  tipoPessoa,
  uf: z.string(),
  /** True for a demo conta of the sandbox, which the SPA displays. */
  sandbox: z.boolean(),
});

/** The usage of a conta in one month. `percentual` of the plan is rounded down and may exceed 100: nothing
 * is blocked. */
export const usageWire = z.object({
  /** yyyy-MM. */
  mes: z.string(),
  documentos: z.int(),
  emails: z.int(),
  /** Of the data stored that month. */
  bytes: z.number(),
  limite: z.int(),
  percentual: z.int(),
});

const contaParam = z.strictObject({ tipoPessoa, identificador, uf });

export const contaMethods = {
  "Conta.getConta": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: one(
      z.extend(contaWire, {
        /** Whether only users with a second factor may manifest. */
        segundoFatorManifestacao: z.boolean(),
        /** Whether the public download returns documents of the conta's proved companies. */
        downloadPublico: z.boolean(),
        plano: z.union(PLANS.map((documentos) => z.literal(documentos))),
        uso: usageWire,
      }),
    ),
  }),
  "Conta.saveConta": method({
    access: "manager",
    readOnly: false,
    person: true,
    params: z.strictObject({ conta: z.extend(contaParam, { downloadPublico: z.optional(z.boolean()) }) }),
    result: acknowledged,
  }),
  /** Sets whether only users with a second factor may manifest. */
  "Conta.setSegundoFatorManifestacao": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({ exigido: z.boolean() }),
    result: acknowledged,
  }),
  /** Opens a conta without a password: its owner sets it through the link in an e-mail. */
  "Conta.newConta": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      captcha,
      conta: contaParam,
      emailUsuario: email,
      nomeUsuario: signInNameRule,
      nomeCompleto: personName(),
    }),
    result: acknowledged,
  }),
  "Conta.sendContato": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      captcha,
      homePageContato: z.strictObject({
        nome: personName(),
        email,
        telefone: z.optional(z.nullable(optionalName(FILTER_TEXT_MAX))),
        empresa: z.optional(z.nullable(optionalName(FILTER_TEXT_MAX))),
        assunto: z.optional(z.nullable(optionalName(FILTER_TEXT_MAX))),
        mensagem: requiredText(CONTACT_TEXT_MAX),
      }),
    }),
    result: acknowledged,
  }),
  /** Twelve months, the current one first. */
  "Conta.getListUso": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: list(usageWire),
  }),
} as const;
