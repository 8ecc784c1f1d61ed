import type { FailureCode, ProbeStep } from "../failure/codes.ts";
import { type FailureCause, MailOutage } from "../failure/outage.ts";
import type { PeerCertificate } from "../network/connection.ts";

/** Codes of a successful step. */
export const SUCCESS_CODES = [
  "dns-encontrado",
  "tcp-aberta",
  "tls-verificado",
  "tls-fixado",
  "saudacao-recebida",
  "token-obtido",
  "entrada-aceita",
  "listagem-recebida",
  // the server has no UIDL: headers distinguish the messages
  "listagem-sem-uidl",
  // the uids look like message numbers: each message is also verified by its header
  "listagem-uids-fracos",
] as const;
export type ProbeCode = (typeof SUCCESS_CODES)[number] | FailureCode;

/**
 * One step of a connection test. `valores` has `servidor` (dns), `porta` (tcp), `protocolo` (tls,
 * as `TLSv1.3`) or `mensagens` (listagem), and no other network details.
 */
export type ProbeStepResult = {
  passo: ProbeStep;
  ok: boolean;
  codigo: ProbeCode;
  valores: Record<string, string | number>;
};

/**
 * Result of a connection test: the steps reached, in order; when not `ok`, the last one failed.
 * `certificado` is the presented one; `confiavel` when an authority or a pin vouches for it.
 */
export type ProbeResult = {
  ok: boolean;
  mensagens: number | null;
  causa: FailureCause | null;
  passos: ProbeStepResult[];
  certificado: (PeerCertificate & { confiavel: boolean }) | null;
};

type Success = { codigo: ProbeCode; valores?: Record<string, string | number> };

/** Default codes of a step without a more specific one. */
const NO_REPLY: Record<ProbeStep, FailureCode> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-sem-resposta",
  tls: "tls-sem-resposta",
  saudacao: "saudacao-sem-resposta",
  token: "token-sem-resposta",
  entrada: "entrada-sem-resposta",
  listagem: "listagem-sem-resposta",
};
const INTERRUPTED: Record<ProbeStep, FailureCode> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-interrompida",
  tls: "tls-falhou",
  saudacao: "saudacao-interrompida",
  token: "token-sem-resposta",
  entrada: "entrada-interrompida",
  listagem: "listagem-interrompida",
};
const UNEXPECTED: Record<ProbeStep, FailureCode> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-recusada",
  tls: "tls-falhou",
  saudacao: "saudacao-estranha",
  token: "token-estranho",
  entrada: "entrada-estranha",
  listagem: "listagem-estranha",
};
const BY_CAUSE: Partial<Record<FailureCause, FailureCode>> = {
  "endereco-proibido": "endereco-proibido",
  tls: "tls-falhou",
  senha: "senha-recusada",
  autorizacao: "autorizacao-recusada",
  pasta: "pasta-inexistente",
};

/** Records the steps of a connection test. */
export class StepLog {
  readonly passos: ProbeStepResult[] = [];
  certificado: ProbeResult["certificado"] = null;

  /**
   * Runs one step; `success` derives its success code from the result.  @throws what `work` throws
   */
  async step<T>(step: ProbeStep, work: () => Promise<T>, success: (value: T) => Success): Promise<T> {
    try {
      const value = await work();
      const { codigo, valores = {} } = success(value);
      this.passos.push({ passo: step, ok: true, codigo, valores });
      return value;
    } catch (error) {
      if (error instanceof MailOutage) {
        this.#fail(step, failureCodeOf(step, error));
      }
      throw error;
    }
  }

  #fail(step: ProbeStep, codigo: FailureCode): void {
    let where = step;
    // the port is checked before name resolution, but users see it as part of the connection
    if (codigo === "porta-proibida") where = "tcp";
    // an IMAP folder is opened during sign-in: if it is missing, the sign-in succeeded
    if (step === "entrada" && LISTING_CODE.test(codigo)) {
      this.passos.push({ passo: step, ok: true, codigo: "entrada-aceita", valores: {} });
      where = "listagem";
    }
    this.passos.push({ passo: where, ok: false, codigo, valores: {} });
  }
}

const LISTING_CODE = /^(listagem-|pasta-|sem-uidl)/;

function failureCodeOf(step: ProbeStep, { causa, codigo }: MailOutage): FailureCode {
  if (step === "token")
    return codigo?.startsWith("token-") ? codigo : (TOKEN_CODES[causa] ?? UNEXPECTED.token);
  if (codigo !== null) return codigo;
  if (causa === "tempo") return NO_REPLY[step];
  if (causa === "interrompida") return INTERRUPTED[step];
  return BY_CAUSE[causa] ?? UNEXPECTED[step];
}

/** The token comes from another server: its failures are not those of the mail server. */
const TOKEN_CODES: Partial<Record<FailureCause, FailureCode>> = {
  autorizacao: "token-recusado",
  "endereco-proibido": "token-endereco-proibido",
  tls: "token-tls",
  dns: "token-sem-resposta",
  tempo: "token-sem-resposta",
  recusada: "token-sem-resposta",
  interrompida: "token-sem-resposta",
};
