import type { CodigoFalha } from "../failure/codes.ts";
import { type CausaFalha, MailOutage, toOutage } from "../failure/outage.ts";
import { classifyRecusa } from "../failure/sign-in-refusal.ts";
import { withoutSecret } from "../source/credentials.ts";
import type { CaixaConfig } from "../source/mail-source.ts";

/** Phase of a session; the same failure means something else in each phase. */
export type Fase = "tcp" | "tls" | "saudacao" | "entrada" | "listagem";

/** Context of an error; `bye` is the text of the server's BYE, if any. */
type Contexto = { fase: Fase; caixa: CaixaConfig; bye: string | undefined };

/**
 * Fields of an imapflow error, without the secret. `dito` is the unredacted server text, only for
 * classification.
 */
type ErroImap = {
  dito: string;
  code: string;
  message: string;
  responseStatus: string;
  texto: string;
  tlsFailed: boolean;
  authenticationFailed: boolean;
  mailboxMissing: boolean;
};

const TEMPO = /^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|LockTimeout)$/;
const PROTOCOLO =
  /^(ParserError|MAX_IMAP_NESTING|LineTooLarge|LiteralTooLarge|ResponseTooLarge|UnexpectedTag|InvalidResponse|ResponseProcessingFailed|Invalid)/;
const FECHADA = /^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect)/;

/** Connection test codes by cause and phase; other causes need no code. */
const CODIGOS: Partial<Record<CausaFalha, Record<Fase, CodigoFalha>>> = {
  tempo: {
    tcp: "tcp-sem-resposta",
    tls: "tls-sem-resposta",
    saudacao: "saudacao-sem-resposta",
    entrada: "entrada-sem-resposta",
    listagem: "listagem-sem-resposta",
  },
  interrompida: {
    tcp: "tcp-interrompida",
    tls: "tls-falhou",
    saudacao: "saudacao-interrompida",
    entrada: "entrada-interrompida",
    listagem: "listagem-interrompida",
  },
  protocolo: {
    tcp: "saudacao-estranha",
    tls: "tls-falhou",
    saudacao: "saudacao-estranha",
    entrada: "entrada-estranha",
    listagem: "listagem-estranha",
  },
};

/** Creates an outage of this phase, with its connection test code. */
export function outageOf(causa: CausaFalha, detalhe: string, fase: Fase, cause?: unknown): MailOutage {
  const codigo = CODIGOS[causa]?.[fase];
  return new MailOutage(causa, detalhe, {
    ...(codigo !== undefined && { codigo }),
    ...(cause !== undefined && { cause }),
  });
}

/**
 * Converts any imapflow error into one outage; an outage passes unchanged. The text of a refusal
 * comes from the server and never contains the password.
 */
export function toImapOutage(error: unknown, contexto: Contexto): MailOutage {
  if (error instanceof MailOutage) return error;
  const { fase, caixa } = contexto;
  const erro = readErro(error, caixa);
  const bye = contexto.bye === undefined ? undefined : withoutSecret(contexto.bye, caixa);
  // @NOTE the imapflow error keeps the unreadable line, which may echo the secret
  const cause = fase === "entrada" ? undefined : error;
  if (erro.mailboxMissing) {
    return new MailOutage("pasta", `no such folder: ${erro.texto}`, { codigo: "pasta-inexistente" });
  }
  if (erro.code === "ETHROTTLE") return later(erro.texto);
  if (TEMPO.test(erro.code)) return outageOf("tempo", `${erro.code} ${erro.message}`, fase, cause);
  if (PROTOCOLO.test(erro.code)) return outageOf("protocolo", `${erro.code} ${erro.message}`, fase, cause);
  if (FECHADA.test(erro.code)) return closed({ ...contexto, bye }, erro);
  if (erro.tlsFailed && !/^E(CONN|PIPE|TIMED)/.test(erro.code)) return tlsFailed(erro, error);
  if (erro.authenticationFailed || fase === "entrada") return refused(erro, { ...contexto, bye }, error);
  if (erro.responseStatus !== "") return outageOf("protocolo", `refused: ${erro.texto}`, fase, cause);
  return withFase(toOutage(error), bye ?? erro.message, fase);
}

/** The connection closed. A BYE before the session is established is a refusal. */
function closed(contexto: Contexto, erro: ErroImap): MailOutage {
  const { bye, fase } = contexto;
  if (bye !== undefined && fase === "entrada")
    return refused({ ...erro, texto: bye, dito: bye }, contexto, null);
  if (bye !== undefined && fase !== "listagem") {
    return new MailOutage("recusada", `greeting: ${bye}`, { codigo: "saudacao-recusada" });
  }
  return outageOf("interrompida", bye ?? "the server closed the connection", fase);
}

function later(texto: string): MailOutage {
  return new MailOutage("recusada", `asked to slow down: ${texto}`, { codigo: "entrada-mais-tarde" });
}

function tlsFailed(erro: ErroImap, cause: unknown): MailOutage {
  if (erro.code === "STARTTLS_INJECTION") {
    return new MailOutage("tls", erro.message, { codigo: "starttls-injetado", cause });
  }
  if (erro.code === "") {
    return new MailOutage("tls", erro.message, { codigo: "starttls-nao-oferecido", cause });
  }
  const outage = toOutage(cause);
  return outage.causa === "tls"
    ? outage
    : new MailOutage("tls", outage.message, { codigo: "tls-falhou", cause });
}

/**
 * The sign-in failed. @NOTE imapflow sets `authenticationFailed` even for a lost connection. Only a
 * NO of the server concerns the password; otherwise each network fault would ask for a new one.
 */
function refused(erro: ErroImap, contexto: Contexto, cause: unknown): MailOutage {
  const { caixa } = contexto;
  const said = erro.texto === "" ? erro.message : erro.texto;
  if (/Login is disabled/.test(erro.message)) {
    return new MailOutage("senha", "no password without TLS here", { codigo: "entrada-exige-tls" });
  }
  if (/authentication (method|mechanism)/.test(erro.message)) {
    const oauth2 = caixa.entrada.kind === "oauth2";
    return oauth2
      ? new MailOutage("autorizacao", "no OAuth2 here", { codigo: "entrada-sem-oauth" })
      : outageOf("protocolo", said, "entrada");
  }
  if (erro.responseStatus !== "NO" && contexto.bye === undefined) {
    if (erro.responseStatus === "") return withFase(toOutage(cause), erro.message, "entrada");
    return outageOf("protocolo", said, "entrada");
  }
  const { causa, codigo } = classifyRecusa({
    texto: erro.dito,
    servidor: caixa.servidor,
    entrada: caixa.entrada,
  });
  return new MailOutage(causa, said, { codigo });
}

function withFase(outage: MailOutage, detalhe: string, fase: Fase): MailOutage {
  if (outage.causa !== "interrompida" && outage.causa !== "tempo") return outage;
  return outageOf(outage.causa, detalhe, fase, fase === "entrada" ? undefined : outage.cause);
}

function readErro(error: unknown, caixa: CaixaConfig): ErroImap {
  const raw: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (key: string): string => (typeof raw[key] === "string" ? raw[key] : "");
  const message = error instanceof Error ? error.message : String(error);
  const said = [text("serverResponseCode"), text("responseText") || text("response")]
    .filter(Boolean)
    .join(" ");
  return {
    code: text("code"),
    message: withoutSecret(message, caixa),
    responseStatus: text("responseStatus"),
    texto: withoutSecret(said, caixa),
    dito: said || message,
    tlsFailed: raw.tlsFailed === true,
    authenticationFailed: raw.authenticationFailed === true,
    mailboxMissing: raw.mailboxMissing === true,
  };
}
