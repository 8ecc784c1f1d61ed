import type { CAIXA_AUTH_METHODS, CAIXA_ORDERS, CaixaType, ParsedParamsOf } from "@malote/contract";
import { compareText, foldName, MINUTE_MS } from "@malote/syntax";
import type { Oauth } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { CaixaSecret } from "./caixa-secret.ts";

/** A mailbox as typed in a form, to test or to save. */
export type CaixaTestForm = ParsedParamsOf<"CaixaEmail.pingServidor">["caixa"];
export type CaixaForm = ParsedParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

/**
 * The connection of a mailbox without its secrets. porta: null = default of its tipo; pasta: null =
 * INBOX.
 */
export type CaixaConnection = {
  tipo: CaixaType;
  servidor: string;
  porta: number | null;
  usuario: string;
  autenticacao: (typeof CAIXA_AUTH_METHODS)[number];
  /** Null for a sign-in by password. */
  oauth: Oauth | null;
  pasta: string | null;
  certificadoFixado: string | null;
};

type Sortable = { id: string; descricao: string; tipo: CaixaType; servidor: string };

/** The sort order of a list: by description, type or server; then by description, then by creation. */
export function compareCaixas(order: (typeof CAIXA_ORDERS)[number]): (a: Sortable, b: Sortable) => number {
  return (a, b) =>
    compareText(foldName(a[order]), foldName(b[order])) ||
    compareText(foldName(a.descricao), foldName(b.descricao)) ||
    compareText(a.id, b.id);
}

/** Connection tests per user and window: each connects to a server that the user typed. */
export const TESTS_MAX = 10;
/** Mailboxes with a changed connection per user and window: each is polled at once, on any server. */
export const CONNECTIONS_MAX = 20;
/** Manual polls per user and window, of stored mailboxes. */
export const POLLS_MAX = 30;
/** The window of these limits, in ms. */
export const USAGE_WINDOW_MS = 10 * MINUTE_MS;
/** The window for one manual poll of a mailbox, in ms. */
export const POLL_WINDOW_MS = 60_000;

/** Poll interval of a sandbox caixa: short enough to watch an e-mail arrive. In ms. */
export const SANDBOX_POLL_MS = 5_000;

/** Whether the tipo uses IMAP, whose message ids differ from those of POP3. */
export function isImap(tipo: CaixaType): boolean {
  return tipo.startsWith("imap");
}

/**
 * Reads the typed connection, trimmed.
 * @param campo the params' field, for the refusal
 * @throws {Refusal} textoEmBranco, caixaTokenUrl; caixaOauthSemTls, because an unencrypted token can be
 * intercepted
 */
export function connectionOf(caixa: CaixaTestForm | CaixaForm, campo: string): CaixaConnection {
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

function hasTls(tipo: CaixaType): boolean {
  return tipo !== "pop3" && tipo !== "imap";
}

function readOauth(oauth: CaixaTestForm["oauth"], campo: string): Oauth {
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
export function isSameConnection(stored: CaixaConnection, typed: CaixaConnection): boolean {
  return (
    stored.tipo === typed.tipo &&
    isSameServer(stored, typed) &&
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
export function isOtherConnection(stored: CaixaConnection, typed: CaixaConnection): boolean {
  return (
    !isSameConnection(stored, typed) ||
    stored.pasta !== typed.pasta ||
    stored.certificadoFixado !== typed.certificadoFixado ||
    stored.oauth?.escopo !== typed.oauth?.escopo
  );
}

function isSameServer(a: CaixaConnection, b: CaixaConnection): boolean {
  return a.servidor.toLowerCase() === b.servidor.toLowerCase();
}

/** Whether the known uids remain valid: same server, user, folder and protocol family. */
export function isSameGeneration(stored: CaixaConnection, typed: CaixaConnection): boolean {
  return (
    isSameServer(stored, typed) &&
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
export function chooseSecret(
  caixa: CaixaTestForm | CaixaForm,
  stored: CaixaSecret | null,
): CaixaSecret | null {
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
type DescribedCaixa = CaixaConnection & { descricao: string; apagarAposDias: number | null };

/** The labels of the fields in the registro. */
const LABELS = {
  descricao: "descrição",
  tipo: "tipo",
  servidor: "servidor",
  porta: "porta",
  usuario: "usuário",
  autenticacao: "forma de entrada",
  pasta: "pasta",
  certificadoFixado: "certificado fixado",
  apagarAposDias: "apagar após dias",
} as const satisfies Partial<Record<keyof DescribedCaixa, string>>;

/** Describes a change of a mailbox for the registro, never a secret.   @param before null = created */
export function describeChange(
  before: DescribedCaixa | null,
  after: DescribedCaixa & { isNewSecret: boolean },
): string {
  const { descricao, usuario, servidor, tipo } = after;
  if (before === null) return `${descricao} · ${usuario} · ${servidor} · ${tipo}`;
  const fields = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const changes = fields
    .filter((campo) => before[campo] !== after[campo])
    .map((campo) => `${LABELS[campo]}: ${before[campo] ?? "—"} → ${after[campo] ?? "—"}`);
  const oauth = JSON.stringify(before.oauth) === JSON.stringify(after.oauth) ? [] : ["provedor de acesso"];
  const secret = after.isNewSecret ? ["senha trocada"] : [];
  return [...changes, ...oauth, ...secret].join("; ") || "nada mudou";
}
