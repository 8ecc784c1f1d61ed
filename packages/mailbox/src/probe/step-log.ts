import type { CodigoFalha, PassoProva } from "../failure/codes.ts";
import { type CausaFalha, MailOutage } from "../failure/outage.ts";
import type { CertificadoVisto } from "../network/connection.ts";

/** Codes of a successful step. */
export const CODIGOS_EXITO = [
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
export type CodigoProva = (typeof CODIGOS_EXITO)[number] | CodigoFalha;

/**
 * One step of a connection test. `valores` has `servidor` (dns), `porta` (tcp), `protocolo` (tls,
 * as `TLSv1.3`) or `mensagens` (listagem), and no other network details.
 */
export type PassoFeito = {
  passo: PassoProva;
  ok: boolean;
  codigo: CodigoProva;
  valores: Record<string, string | number>;
};

/**
 * Result of a connection test: the steps reached, in order; when not `ok`, the last one failed.
 * `certificado` is the presented one; `confiavel` when an authority or a pin vouches for it.
 */
export type Prova = {
  ok: boolean;
  mensagens: number | null;
  causa: CausaFalha | null;
  passos: PassoFeito[];
  certificado: (CertificadoVisto & { confiavel: boolean }) | null;
};

type Exito = { codigo: CodigoProva; valores?: Record<string, string | number> };

/** Default codes of a step without a more specific one. */
const SEM_RESPOSTA: Record<PassoProva, CodigoFalha> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-sem-resposta",
  tls: "tls-sem-resposta",
  saudacao: "saudacao-sem-resposta",
  token: "token-sem-resposta",
  entrada: "entrada-sem-resposta",
  listagem: "listagem-sem-resposta",
};
const INTERROMPIDA: Record<PassoProva, CodigoFalha> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-interrompida",
  tls: "tls-falhou",
  saudacao: "saudacao-interrompida",
  token: "token-sem-resposta",
  entrada: "entrada-interrompida",
  listagem: "listagem-interrompida",
};
const ESTRANHA: Record<PassoProva, CodigoFalha> = {
  dns: "dns-sem-resposta",
  tcp: "tcp-recusada",
  tls: "tls-falhou",
  saudacao: "saudacao-estranha",
  token: "token-estranho",
  entrada: "entrada-estranha",
  listagem: "listagem-estranha",
};
const DA_CAUSA: Partial<Record<CausaFalha, CodigoFalha>> = {
  "endereco-proibido": "endereco-proibido",
  tls: "tls-falhou",
  senha: "senha-recusada",
  autorizacao: "autorizacao-recusada",
  pasta: "pasta-inexistente",
};

/** Records the steps of a connection test. */
export class Diario {
  readonly passos: PassoFeito[] = [];
  certificado: Prova["certificado"] = null;

  /**
   * Runs one step; `exito` derives its success code from the result.  @throws what `work` throws
   */
  async step<T>(passo: PassoProva, work: () => Promise<T>, exito: (value: T) => Exito): Promise<T> {
    try {
      const value = await work();
      const { codigo, valores = {} } = exito(value);
      this.passos.push({ passo, ok: true, codigo, valores });
      return value;
    } catch (error) {
      if (error instanceof MailOutage) {
        this.#fail(passo, codigoOf(passo, error));
      }
      throw error;
    }
  }

  #fail(passo: PassoProva, codigo: CodigoFalha): void {
    let where = passo;
    // the port is checked before name resolution, but users see it as part of the connection
    if (codigo === "porta-proibida") where = "tcp";
    // an IMAP folder is opened during sign-in: if it is missing, the sign-in succeeded
    if (passo === "entrada" && DA_LISTAGEM.test(codigo)) {
      this.passos.push({ passo, ok: true, codigo: "entrada-aceita", valores: {} });
      where = "listagem";
    }
    this.passos.push({ passo: where, ok: false, codigo, valores: {} });
  }
}

const DA_LISTAGEM = /^(listagem-|pasta-|sem-uidl)/;

function codigoOf(passo: PassoProva, { causa, codigo }: MailOutage): CodigoFalha {
  if (passo === "token") return codigo?.startsWith("token-") ? codigo : (TOKEN[causa] ?? ESTRANHA.token);
  if (codigo !== null) return codigo;
  if (causa === "tempo") return SEM_RESPOSTA[passo];
  if (causa === "interrompida") return INTERROMPIDA[passo];
  return DA_CAUSA[causa] ?? ESTRANHA[passo];
}

/** The token comes from another server: its failures are not those of the mail server. */
const TOKEN: Partial<Record<CausaFalha, CodigoFalha>> = {
  autorizacao: "token-recusado",
  "endereco-proibido": "token-endereco-proibido",
  tls: "token-tls",
  dns: "token-sem-resposta",
  tempo: "token-sem-resposta",
  recusada: "token-sem-resposta",
  interrompida: "token-sem-resposta",
};
