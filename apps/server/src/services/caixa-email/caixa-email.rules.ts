import type { AUTENTICACOES_CAIXA, CAIXA_ORDERS, ParsedParamsOf, TipoCaixa } from "@malote/contract";
import { foldNome } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Segredo } from "./caixa-segredo.ts";

/** A mailbox as typed in a form, to test or to save. */
export type CaixaTeste = ParsedParamsOf<"CaixaEmail.pingServidor">["caixa"];
export type CaixaDigitada = ParsedParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

/** The OAuth provider of a mailbox's tokens, as stored in caixa_email.oauth. */
export type Oauth = { provedor: string; tokenUrl: string; clientId: string; escopo: string };

/**
 * The connection of a mailbox without its secrets. porta: null = default of its tipo; pasta: null =
 * INBOX.
 */
export type CaixaConexao = {
  tipo: TipoCaixa;
  servidor: string;
  porta: number | null;
  usuario: string;
  autenticacao: (typeof AUTENTICACOES_CAIXA)[number];
  /** Null for a sign-in by password. */
  oauth: Oauth | null;
  pasta: string | null;
  certificadoFixado: string | null;
};

type Ordenavel = { id: string; descricao: string; tipo: TipoCaixa; servidor: string };

/** The sort order of a list: by description, type or server; then by description, then by creation. */
export function compareCaixas(order: (typeof CAIXA_ORDERS)[number]): (a: Ordenavel, b: Ordenavel) => number {
  return (a, b) =>
    compare(foldNome(a[order]), foldNome(b[order])) ||
    compare(foldNome(a.descricao), foldNome(b.descricao)) ||
    compare(a.id, b.id);
}

// Not the locale's order, which differs between machines.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Connection tests per user and window: each connects to a server that the user typed. */
export const TESTES_MAX = 10;
/** Mailboxes with a changed connection per user and window: each is polled at once, on any server. */
export const CONEXOES_MAX = 20;
/** Manual polls per user and window, of stored mailboxes. */
export const COLETAS_MAX = 30;
/** The window of these limits, in ms. */
export const USO_JANELA_MS = 600_000;
/** The window for one manual poll of a mailbox, in ms. */
export const COLETA_JANELA_MS = 60_000;

/** Poll interval of a sandbox caixa: short enough to watch an e-mail arrive. In ms. */
export const SANDBOX_POLL_MS = 5_000;

/** Whether the tipo uses IMAP, whose message ids differ from those of POP3. */
export function isImap(tipo: TipoCaixa): boolean {
  return tipo.startsWith("imap");
}

/**
 * Reads the typed connection, trimmed.
 * @param campo the params' field, for the refusal
 * @throws {Refusal} textoEmBranco, caixaTokenUrl; caixaOauthSemTls, because an unencrypted token can be
 * intercepted
 */
export function connectionOf(caixa: CaixaTeste | CaixaDigitada, campo: string): CaixaConexao {
  const autenticacao = caixa.autenticacao ?? "senha";
  const pasta = caixa.pasta?.trim() ?? "";
  if (autenticacao === "oauth2" && !hasTls(caixa.tipo)) {
    throw new Refusal("caixaOauthSemTls", { campo: `${campo}.tipo` });
  }
  return {
    tipo: caixa.tipo,
    servidor: caixa.servidor.trim(),
    porta: caixa.porta ?? null,
    usuario: caixa.usuario.trim(),
    autenticacao,
    oauth: autenticacao === "oauth2" ? readOauth(caixa.oauth, `${campo}.oauth`) : null,
    pasta: !isImap(caixa.tipo) || pasta === "" || pasta.toUpperCase() === "INBOX" ? null : pasta,
    certificadoFixado: hasTls(caixa.tipo) ? (caixa.certificadoFixado ?? null) : null,
  };
}

function hasTls(tipo: TipoCaixa): boolean {
  return tipo !== "pop3" && tipo !== "imap";
}

function readOauth(oauth: CaixaTeste["oauth"], campo: string): Oauth {
  const typed = {
    provedor: oauth?.provedor.trim() ?? "",
    tokenUrl: oauth?.tokenUrl.trim() ?? "",
    clientId: oauth?.clientId.trim() ?? "",
    escopo: oauth?.escopo.trim() ?? "",
  };
  if (typed.clientId === "") throw new Refusal("textoEmBranco", { campo: `${campo}.clientId` });
  const url = URL.canParse(typed.tokenUrl) ? new URL(typed.tokenUrl) : null;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") {
    throw new Refusal("caixaTokenUrl", { campo: `${campo}.tokenUrl` });
  }
  return typed;
}

/**
 * Whether a stored secret may be sent to the typed connection: another server, port, protection, user
 * or sign-in requires it again. Removing a pinned certificate does not, because it only reduces trust.
 */
export function isSameConexao(stored: CaixaConexao, typed: CaixaConexao): boolean {
  return (
    stored.tipo === typed.tipo &&
    isSameServidor(stored, typed) &&
    stored.porta === typed.porta &&
    stored.usuario === typed.usuario &&
    stored.autenticacao === typed.autenticacao &&
    stored.oauth?.tokenUrl === typed.oauth?.tokenUrl &&
    stored.oauth?.clientId === typed.oauth?.clientId &&
    (typed.certificadoFixado === null || stored.certificadoFixado === typed.certificadoFixado)
  );
}

/**
 * Whether the typed connection differs from the stored one, so that another server or folder is polled.
 * Such a poll is due at once and counts towards a limit.
 */
export function isOutraConexao(stored: CaixaConexao, typed: CaixaConexao): boolean {
  return (
    !isSameConexao(stored, typed) ||
    stored.pasta !== typed.pasta ||
    stored.certificadoFixado !== typed.certificadoFixado ||
    stored.oauth?.escopo !== typed.oauth?.escopo
  );
}

function isSameServidor(a: CaixaConexao, b: CaixaConexao): boolean {
  return a.servidor.toLowerCase() === b.servidor.toLowerCase();
}

/** Whether the known uids remain valid: same server, user, folder and protocol family. */
export function isSameGeracao(stored: CaixaConexao, typed: CaixaConexao): boolean {
  return (
    isSameServidor(stored, typed) &&
    stored.usuario === typed.usuario &&
    stored.pasta === typed.pasta &&
    isImap(stored.tipo) === isImap(typed.tipo)
  );
}

/**
 * Chooses the secret: the typed one, or else the stored one of an unchanged connection; null = it must
 * be typed.
 * @param stored null without a stored mailbox, or when its connection differs
 */
export function chooseSegredo(caixa: CaixaTeste | CaixaDigitada, stored: Segredo | null): Segredo | null {
  if ((caixa.autenticacao ?? "senha") === "senha") {
    if (caixa.senha) return { kind: "senha", senha: caixa.senha };
    return stored?.kind === "senha" ? stored : null;
  }
  const kept = stored?.kind === "oauth2" ? stored : null;
  const clientSecret = caixa.oauth?.clientSecret || kept?.clientSecret || "";
  const refreshToken = caixa.oauth?.refreshToken || kept?.refreshToken || null;
  if (clientSecret === "" && refreshToken === null) return null;
  return { kind: "oauth2", clientSecret, refreshToken };
}

/** The fields of a mailbox that the registro describes. */
type CaixaContada = CaixaConexao & { descricao: string; apagarAposDias: number | null };

/** The labels of the fields in the registro. */
const CAMPOS = {
  descricao: "descrição",
  tipo: "tipo",
  servidor: "servidor",
  porta: "porta",
  usuario: "usuário",
  autenticacao: "forma de entrada",
  pasta: "pasta",
  certificadoFixado: "certificado fixado",
  apagarAposDias: "apagar após dias",
} as const satisfies Partial<Record<keyof CaixaContada, string>>;

/** Describes a change of a mailbox for the registro, never a secret.   @param antes null = created */
export function describeMudanca(
  antes: CaixaContada | null,
  depois: CaixaContada & { segredoNovo: boolean },
): string {
  const { descricao, usuario, servidor, tipo } = depois;
  if (antes === null) return `${descricao} · ${usuario} · ${servidor} · ${tipo}`;
  const campos = Object.keys(CAMPOS) as (keyof typeof CAMPOS)[];
  const mudancas = campos
    .filter((campo) => antes[campo] !== depois[campo])
    .map((campo) => `${CAMPOS[campo]}: ${antes[campo] ?? "—"} → ${depois[campo] ?? "—"}`);
  const oauth = JSON.stringify(antes.oauth) === JSON.stringify(depois.oauth) ? [] : ["provedor de acesso"];
  const segredo = depois.segredoNovo ? ["senha trocada"] : [];
  return [...mudancas, ...oauth, ...segredo].join("; ") || "nada mudou";
}
