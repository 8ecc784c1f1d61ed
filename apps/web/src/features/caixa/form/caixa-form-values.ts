import {
  CAIXA_AUTH_METHODS,
  CAIXA_TYPES,
  DELETE_AFTER_DAYS_MAX,
  FILTER_TEXT_MAX,
  type ParamsOf,
} from "@malote/contract";
import * as z from "zod/mini";
import { fieldOfPath } from "../../../rpc/call/show-form-failure.ts";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { isImap, isUnencrypted } from "../caixa-types.ts";

type SaveParams = ParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

/** The connection settings: a mailbox without description and deletion. */
export type ConnectionParams = Omit<SaveParams, "descricao" | "apagarAposDias">;

const PORT_MAX = 65_535;
const SECRET_MAX = 8_192;
const ADDRESS_MAX = 500;

const optionalText = (max: number) => z.string().check(z.maxLength(max, texts.erros.longo(max)));
const requiredText = (max: number, message: string) =>
  optionalText(max).check(z.refine((value) => value.trim() !== "", message));

const formFields = z.object({
  descricao: optionalText(FILTER_TEXT_MAX),
  tipo: z.enum(CAIXA_TYPES),
  servidor: requiredText(FILTER_TEXT_MAX, texts.erros.servidor).check(
    z.refine((value) => !/[\s/@]|:\/\//.test(value.trim()), texts.erros.servidorForma),
  ),
  porta: z.string().check(z.refine((value) => isBetween(value, PORT_MAX), texts.erros.porta)),
  usuario: requiredText(FILTER_TEXT_MAX, texts.erros.usuario),
  autenticacao: z.enum(CAIXA_AUTH_METHODS),
  senha: optionalText(FILTER_TEXT_MAX),
  provedor: z.enum(["microsoft", "google", "outro"]),
  tokenUrl: optionalText(ADDRESS_MAX),
  clientId: optionalText(ADDRESS_MAX),
  escopo: optionalText(1_000),
  clientSecret: optionalText(SECRET_MAX),
  refreshToken: optionalText(SECRET_MAX),
  pasta: optionalText(FILTER_TEXT_MAX),
  certificadoFixado: z.string(),
  apagar: z.boolean(),
  apagarAposDias: z.string(),
});

/** The form values as typed. */
export type FormValues = z.infer<typeof formFields>;

/** An empty form. */
export const EMPTY_VALUES: FormValues = {
  descricao: "",
  tipo: "spop3",
  servidor: "",
  porta: "",
  usuario: "",
  autenticacao: "senha",
  senha: "",
  provedor: "microsoft",
  tokenUrl: "",
  clientId: "",
  escopo: "",
  clientSecret: "",
  refreshToken: "",
  pasta: "",
  certificadoFixado: "",
  apagar: false,
  apagarAposDias: "30",
};

/** The form fields of the connection: a change to one of them invalidates the last test. */
export const CONNECTION_FIELDS = [
  "tipo",
  "servidor",
  "porta",
  "usuario",
  "autenticacao",
  "senha",
  "provedor",
  "tokenUrl",
  "clientId",
  "escopo",
  "clientSecret",
  "refreshToken",
  "pasta",
  "certificadoFixado",
] as const satisfies readonly (keyof FormValues)[];

/**
 * The validation rules of the form. A stored secret that stays valid need not be typed.
 * @param savedCaixa null for a new mailbox
 */
export function schemaOf(savedCaixa: CaixaDetail | null) {
  const errorTexts = texts.erros;
  return formFields.check(
    z.refine((values) => !isOauth(values) || !isUnencrypted(values.tipo), {
      path: ["tipo"],
      error: errorTexts.oauthSemTls,
    }),
    z.refine((values) => !isPasswordNeeded(values, savedCaixa) || values.senha !== "", {
      path: ["senha"],
      error: errorTexts.senha,
    }),
    z.refine((values) => !isOauth(values) || /^https:\/\/[^\s/]+/i.test(values.tokenUrl.trim()), {
      path: ["tokenUrl"],
      error: errorTexts.tokenUrl,
    }),
    z.refine((values) => !isOauth(values) || values.clientId.trim() !== "", {
      path: ["clientId"],
      error: errorTexts.clientId,
    }),
    z.refine(
      (values) =>
        !isSecretNeeded(values, savedCaixa) || values.clientSecret !== "" || values.refreshToken !== "",
      {
        path: ["clientSecret"],
        error: errorTexts.segredo,
      },
    ),
    z.refine(
      (values) =>
        !values.apagar ||
        (values.apagarAposDias.trim() !== "" && isBetween(values.apagarAposDias, DELETE_AFTER_DAYS_MAX)),
      {
        path: ["apagarAposDias"],
        error: errorTexts.dias(DELETE_AFTER_DAYS_MAX),
      },
    ),
  );
}

/** Whether the password must be typed: none is stored for this connection. */
export function isPasswordNeeded(values: FormValues, savedCaixa: CaixaDetail | null): boolean {
  return values.autenticacao === "senha" && !isSameConnection(values, savedCaixa);
}

/**
 * Whether an OAuth2 secret must be typed: none is stored for this connection, issuer and
 * application.
 */
export function isSecretNeeded(values: FormValues, savedCaixa: CaixaDetail | null): boolean {
  if (!isOauth(values)) return false;
  const savedOauth = savedCaixa?.oauth;
  if (!savedOauth || !isSameConnection(values, savedCaixa)) return true;
  return savedOauth.tokenUrl !== values.tokenUrl.trim() || savedOauth.clientId !== values.clientId.trim();
}

/**
 * The server's rule: a stored secret is sent only to the same server, and never under a newly
 * pinned certificate.
 */
function isSameConnection(values: FormValues, savedCaixa: CaixaDetail | null): boolean {
  if (savedCaixa === null) return false;
  const typed = toConnectionParams(values, null);
  return (
    savedCaixa.tipo === typed.tipo &&
    savedCaixa.servidor.toLowerCase() === typed.servidor.toLowerCase() &&
    savedCaixa.porta === typed.porta &&
    savedCaixa.usuario === typed.usuario &&
    savedCaixa.autenticacao === typed.autenticacao &&
    (typed.certificadoFixado === null || savedCaixa.certificadoFixado === typed.certificadoFixado)
  );
}

function isOauth(values: FormValues): boolean {
  return values.autenticacao === "oauth2";
}

/** Empty, or an integer from 1 to the maximum. */
function isBetween(value: string, max: number): boolean {
  const typed = value.trim();
  return typed === "" || (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max);
}

/** Converts a stored mailbox to form values; secrets are never shown. */
export function toFormValues(caixa: CaixaDetail): FormValues {
  const oauth = caixa.oauth;
  return {
    ...EMPTY_VALUES,
    descricao: caixa.descricao,
    tipo: caixa.tipo,
    servidor: caixa.servidor,
    porta: caixa.porta === null ? "" : String(caixa.porta),
    usuario: caixa.usuario,
    autenticacao: caixa.autenticacao,
    ...(oauth && {
      provedor: readIssuer(oauth.provedor),
      tokenUrl: oauth.tokenUrl,
      clientId: oauth.clientId,
      escopo: oauth.escopo,
    }),
    pasta: caixa.pasta ?? "",
    certificadoFixado: caixa.certificadoFixado ?? "",
    apagar: caixa.apagarAposDias !== null,
    apagarAposDias: String(caixa.apagarAposDias ?? EMPTY_VALUES.apagarAposDias),
  };
}

function readIssuer(issuer: string): FormValues["provedor"] {
  return issuer === "microsoft" || issuer === "google" ? issuer : "outro";
}

/** Converts the connection fields to the request. */
export function toConnectionParams(values: FormValues, id: string | null): ConnectionParams {
  return {
    id,
    tipo: values.tipo,
    servidor: values.servidor.trim(),
    porta: values.porta.trim() === "" ? null : Number(values.porta),
    usuario: values.usuario.trim(),
    autenticacao: values.autenticacao,
    senha: isOauth(values) || values.senha === "" ? null : values.senha,
    oauth: isOauth(values)
      ? {
          provedor: values.provedor,
          tokenUrl: values.tokenUrl.trim(),
          clientId: values.clientId.trim(),
          escopo: values.escopo.trim(),
          clientSecret: values.clientSecret.trim() || null,
          refreshToken: values.refreshToken.trim() || null,
        }
      : null,
    pasta: isImap(values.tipo) ? values.pasta.trim() || null : null,
    certificadoFixado: isUnencrypted(values.tipo) ? null : values.certificadoFixado || null,
  };
}

/** Converts the whole form to the request. */
export function toCaixa(values: FormValues, id: string | null): SaveParams {
  return {
    ...toConnectionParams(values, id),
    descricao: values.descricao.trim(),
    apagarAposDias: values.apagar ? Number(values.apagarAposDias) : null,
  };
}

/** Maps the path of a refused field ("caixa.oauth.clientId") to a form field. */
export const formFieldOf = fieldOfPath(Object.keys(EMPTY_VALUES) as (keyof FormValues)[]);
