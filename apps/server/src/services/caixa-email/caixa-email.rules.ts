import type { AUTENTICACOES_CAIXA, CAIXA_ORDERS, ParsedParamsOf, TipoCaixa } from "@malote/contract";
import { foldNome } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Segredo } from "./caixa-segredo.ts";

/** A mailbox as somebody typed it, in order to test it or to keep it. */
export type CaixaTeste = ParsedParamsOf<"CaixaEmail.pingServidor">["caixa"];
export type CaixaDigitada = ParsedParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

/** Where the tokens of a mailbox come from, as caixa_email.oauth holds it. */
export type Oauth = { provedor: string; tokenUrl: string; clientId: string; escopo: string };

/** What a stored mailbox connects with, its secrets aside. porta: null = the usual one of its tipo; pasta: null = INBOX. */
export type CaixaConexao = {
  tipo: TipoCaixa;
  servidor: string;
  porta: number | null;
  usuario: string;
  autenticacao: (typeof AUTENTICACOES_CAIXA)[number];
  /** Null with a password. */
  oauth: Oauth | null;
  pasta: string | null;
  certificadoFixado: string | null;
};

type Ordenavel = { id: string; descricao: string; tipo: TipoCaixa; servidor: string };

/** The order of a list: as people read it by description, type or server; then by description, then as they were made. */
export function compareCaixas(order: (typeof CAIXA_ORDERS)[number]): (a: Ordenavel, b: Ordenavel) => number {
  return (a, b) =>
    compare(foldNome(a[order]), foldNome(b[order])) ||
    compare(foldNome(a.descricao), foldNome(b.descricao)) ||
    compare(a.id, b.id);
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Connection tests of one user in one window: each connects to a server that the user names. */
export const TESTES_MAX = 10;
/** Mailboxes kept with another connection than before, by one user in one window: each is visited at once, wherever its server is. */
export const CONEXOES_MAX = 20;
/** Collections one user asks for by hand in one window, each of a server that is kept. */
export const COLETAS_MAX = 30;
/** Length of those windows, in ms. */
export const USO_JANELA_MS = 600_000;
/** Length of the window in which one mailbox is collected by hand once, in ms. */
export const COLETA_JANELA_MS = 60_000;

/** Between two collections of a caixa of the sandbox: soon enough to watch an e-mail arrive. In ms. */
export const SANDBOX_POLL_MS = 5_000;

/** True for the tipos that speak IMAP, whose messages have other ids than those of POP3. */
export function isImap(tipo: TipoCaixa): boolean {
  return tipo.startsWith("imap");
}

/**
 * The connection that was typed, without the spaces around it.
 * @param campo name of the params' field, for the refusal
 * @throws {Refusal} textoEmBranco, caixaTokenUrl, and caixaOauthSemTls: a token in the clear opens the mailbox to whoever listens
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
 * Whether a stored secret would go where it always went: any change of server, port, protection, user or way of signing in asks for it
 * again. A certificate is no longer pinned: less is trusted, and the secret stays.
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
 * Whether somebody else's server, or another place on it, will be asked: what was typed is not what is kept. A visit is due then, and
 * counted.
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

/** Whether the uids that were met are still those of this mailbox: not of another server, user, folder or family of protocols. */
export function isSameGeracao(stored: CaixaConexao, typed: CaixaConexao): boolean {
  return (
    isSameServidor(stored, typed) &&
    stored.usuario === typed.usuario &&
    stored.pasta === typed.pasta &&
    isImap(stored.tipo) === isImap(typed.tipo)
  );
}

/**
 * What signs in: what was typed, else what is stored of an unchanged connection; null = it must be asked for.
 * @param stored null without a stored mailbox, or when its connection is another
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

/** A mailbox as it is kept, as far as the register tells of it. */
type CaixaContada = CaixaConexao & { descricao: string; apagarAposDias: number | null };

/** Names of what may change, as the register says them. */
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

/** What was done to a mailbox, for the register; never a secret. @param antes null = it was made */
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
