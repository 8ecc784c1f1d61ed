import type { CodigoFalha } from "../failure/codes.ts";
import { type CausaFalha, MailOutage, toOutage } from "../failure/outage.ts";
import { classifyRecusa } from "../failure/sign-in-refusal.ts";
import { withoutSecret } from "../source/credentials.ts";
import type { CaixaConfig } from "../source/mail-source.ts";

/** How far a session has come; the same failure means another thing in each. */
export type Fase = "tcp" | "tls" | "saudacao" | "entrada" | "listagem";

/** What the error itself does not say. `bye` is the server's parting word, when it had one. */
type Contexto = { fase: Fase; caixa: CaixaConfig; bye: string | undefined };

/** What imapflow hangs on the errors it throws, without the secret; `dito` is what the server said, as it said it: only to be understood. */
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

/** Codes of a connection test, by what happened; a phase without one is told by its cause alone. */
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

/** An outage of this phase, with the code that a connection test shows for it. */
export function outageOf(causa: CausaFalha, detalhe: string, fase: Fase, cause?: unknown): MailOutage {
  const codigo = CODIGOS[causa]?.[fase];
  return new MailOutage(causa, detalhe, {
    ...(codigo !== undefined && { codigo }),
    ...(cause !== undefined && { cause }),
  });
}

/** Turns whatever imapflow threw into one outage; an outage passes unchanged. The text of a refusal is the server's, and
 * never holds the password. */
export function toImapOutage(error: unknown, contexto: Contexto): MailOutage {
  if (error instanceof MailOutage) return error;
  const { fase, caixa } = contexto;
  const erro = readErro(error, caixa);
  const bye = contexto.bye === undefined ? undefined : withoutSecret(contexto.bye, caixa);
  // @NOTE imapflow keeps the line it could not read, which may echo the secret
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

/** The connection ended. A server that says why before the session stood did not want us. */
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

/** Nobody was let in. @NOTE imapflow says `authenticationFailed` even of a connection that broke on the way: only the server's own NO is
 * about the password, or the owner would be asked for a new one each time a cable is pulled. */
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
