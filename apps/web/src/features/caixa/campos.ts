import {
  APAGAR_DIAS_MAX,
  AUTENTICACOES_CAIXA,
  FILTRO_TEXTO_MAX,
  type ParamsOf,
  TIPOS_CAIXA,
} from "@malote/contract";
import * as z from "zod/mini";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { caixa as textos } from "../../textos/caixas.ts";
import { isAberto, isImap } from "./tipos.ts";

type Salvar = ParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

/** The connection settings: a mailbox without description and deletion. */
export type Conexao = Omit<Salvar, "descricao" | "apagarAposDias">;

const PORTA_MAX = 65_535;
const SEGREDO_MAX = 8_192;
const ENDERECO_MAX = 500;

const texto = (max: number) => z.string().check(z.maxLength(max, textos.erros.longo(max)));
const cheio = (max: number, message: string) =>
  texto(max).check(z.refine((value) => value.trim() !== "", message));

const campos = z.object({
  descricao: texto(FILTRO_TEXTO_MAX),
  tipo: z.enum(TIPOS_CAIXA),
  servidor: cheio(FILTRO_TEXTO_MAX, textos.erros.servidor).check(
    z.refine((value) => !/[\s/@]|:\/\//.test(value.trim()), textos.erros.servidorForma),
  ),
  porta: z.string().check(z.refine((value) => isBetween(value, PORTA_MAX), textos.erros.porta)),
  usuario: cheio(FILTRO_TEXTO_MAX, textos.erros.usuario),
  autenticacao: z.enum(AUTENTICACOES_CAIXA),
  senha: texto(FILTRO_TEXTO_MAX),
  provedor: z.enum(["microsoft", "google", "outro"]),
  tokenUrl: texto(ENDERECO_MAX),
  clientId: texto(ENDERECO_MAX),
  escopo: texto(1_000),
  clientSecret: texto(SEGREDO_MAX),
  refreshToken: texto(SEGREDO_MAX),
  pasta: texto(FILTRO_TEXTO_MAX),
  certificadoFixado: z.string(),
  apagar: z.boolean(),
  apagarAposDias: z.string(),
});

/** The form values as typed. */
export type Campos = z.infer<typeof campos>;

/** An empty form. */
export const CAMPOS_NOVOS: Campos = {
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
export const CAMPOS_CONEXAO = [
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
] as const satisfies readonly (keyof Campos)[];

/**
 * The validation rules of the form. A stored secret that stays valid need not be typed.
 * @param savedCaixa null for a new mailbox
 */
export function schemaOf(guardada: CaixaDetalhe | null) {
  const wrong = textos.erros;
  return campos.check(
    z.refine((c) => !isOauth(c) || !isAberto(c.tipo), { path: ["tipo"], error: wrong.oauthSemTls }),
    z.refine((c) => !isSenhaNeeded(c, guardada) || c.senha !== "", { path: ["senha"], error: wrong.senha }),
    z.refine((c) => !isOauth(c) || /^https:\/\/[^\s/]+/i.test(c.tokenUrl.trim()), {
      path: ["tokenUrl"],
      error: wrong.tokenUrl,
    }),
    z.refine((c) => !isOauth(c) || c.clientId.trim() !== "", { path: ["clientId"], error: wrong.clientId }),
    z.refine((c) => !isSegredoNeeded(c, guardada) || c.clientSecret !== "" || c.refreshToken !== "", {
      path: ["clientSecret"],
      error: wrong.segredo,
    }),
    z.refine(
      (c) => !c.apagar || (c.apagarAposDias.trim() !== "" && isBetween(c.apagarAposDias, APAGAR_DIAS_MAX)),
      {
        path: ["apagarAposDias"],
        error: wrong.dias(APAGAR_DIAS_MAX),
      },
    ),
  );
}

/** Whether the password must be typed: none is stored for this connection. */
export function isSenhaNeeded(c: Campos, guardada: CaixaDetalhe | null): boolean {
  return c.autenticacao === "senha" && !isSameEntrada(c, guardada);
}

/**
 * Whether an OAuth2 secret must be typed: none is stored for this connection, issuer and
 * application.
 */
export function isSegredoNeeded(c: Campos, guardada: CaixaDetalhe | null): boolean {
  if (!isOauth(c)) return false;
  const kept = guardada?.oauth;
  if (!kept || !isSameEntrada(c, guardada)) return true;
  return kept.tokenUrl !== c.tokenUrl.trim() || kept.clientId !== c.clientId.trim();
}

/**
 * The server's rule: a stored secret is sent only to the same server, and never under a newly
 * pinned certificate.
 */
function isSameEntrada(c: Campos, guardada: CaixaDetalhe | null): boolean {
  if (guardada === null) return false;
  const typed = toConexao(c, null);
  return (
    guardada.tipo === typed.tipo &&
    guardada.servidor.toLowerCase() === typed.servidor.toLowerCase() &&
    guardada.porta === typed.porta &&
    guardada.usuario === typed.usuario &&
    guardada.autenticacao === typed.autenticacao &&
    (typed.certificadoFixado === null || guardada.certificadoFixado === typed.certificadoFixado)
  );
}

function isOauth(c: Campos): boolean {
  return c.autenticacao === "oauth2";
}

/** Empty, or an integer from 1 to the maximum. */
function isBetween(value: string, max: number): boolean {
  const typed = value.trim();
  return typed === "" || (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max);
}

/** Converts a stored mailbox to form values; secrets are never shown. */
export function toCampos(caixa: CaixaDetalhe): Campos {
  const oauth = caixa.oauth;
  return {
    ...CAMPOS_NOVOS,
    descricao: caixa.descricao,
    tipo: caixa.tipo,
    servidor: caixa.servidor,
    porta: caixa.porta === null ? "" : String(caixa.porta),
    usuario: caixa.usuario,
    autenticacao: caixa.autenticacao,
    ...(oauth && {
      provedor: readProvedor(oauth.provedor),
      tokenUrl: oauth.tokenUrl,
      clientId: oauth.clientId,
      escopo: oauth.escopo,
    }),
    pasta: caixa.pasta ?? "",
    certificadoFixado: caixa.certificadoFixado ?? "",
    apagar: caixa.apagarAposDias !== null,
    apagarAposDias: String(caixa.apagarAposDias ?? CAMPOS_NOVOS.apagarAposDias),
  };
}

function readProvedor(provedor: string): Campos["provedor"] {
  return provedor === "microsoft" || provedor === "google" ? provedor : "outro";
}

/** Converts the connection fields to the request. */
export function toConexao(c: Campos, id: string | null): Conexao {
  return {
    id,
    tipo: c.tipo,
    servidor: c.servidor.trim(),
    porta: c.porta.trim() === "" ? null : Number(c.porta),
    usuario: c.usuario.trim(),
    autenticacao: c.autenticacao,
    senha: isOauth(c) || c.senha === "" ? null : c.senha,
    oauth: isOauth(c)
      ? {
          provedor: c.provedor,
          tokenUrl: c.tokenUrl.trim(),
          clientId: c.clientId.trim(),
          escopo: c.escopo.trim(),
          clientSecret: c.clientSecret.trim() || null,
          refreshToken: c.refreshToken.trim() || null,
        }
      : null,
    pasta: isImap(c.tipo) ? c.pasta.trim() || null : null,
    certificadoFixado: isAberto(c.tipo) ? null : c.certificadoFixado || null,
  };
}

/** Converts the whole form to the request. */
export function toCaixa(c: Campos, id: string | null): Salvar {
  return {
    ...toConexao(c, id),
    descricao: c.descricao.trim(),
    apagarAposDias: c.apagar ? Number(c.apagarAposDias) : null,
  };
}

/**
 * The form field for the path of a refused field ("caixa.oauth.clientId"); null when there is
 * none.
 */
export function campoOf(path: string): keyof Campos | null {
  const name = path.split(".").at(-1) ?? "";
  return Object.hasOwn(CAMPOS_NOVOS, name) ? (name as keyof Campos) : null;
}
