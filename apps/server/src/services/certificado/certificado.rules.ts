import type { CERTIFICADO_STATES, CHAIN_STATES, MessageKey } from "@malote/contract";
import { CERTIFICADO_WARNING_DAYS } from "@malote/contract";
import { cnpjRoot, DAY_MS, formatDate, formatDocumento, isCpf } from "@malote/syntax";
import type { CertificadoWithoutKey, OpenResult } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";

/** A stored certificate without its encrypted part. */
export type CertificadoRow = {
  titular: string;
  cnpj: string | null;
  emissor: string | null;
  impressao: string | null;
  validoDe: Date;
  validoAte: Date;
  cadeia: (typeof CHAIN_STATES)[number];
  enviadoEm: Date;
  enviadoPor: string | null;
};

type Situacao = (typeof CERTIFICADO_STATES)[number];
type Validity = { validoDe: Date; validoAte: Date };

/** Days until a certificate expires, rounded up; negative after its expiry. */
export function daysLeft({ validoAte }: Pick<Validity, "validoAte">, now: Date): number {
  const ms = validoAte.getTime() - now.getTime();
  // Not Math.ceil on both sides: the first day after the expiry is −1, never 0 or −0.
  return ms > 0 ? Math.ceil(ms / DAY_MS) : -Math.ceil((-ms + 1) / DAY_MS);
}

/** The state of a certificate within its validity period. */
export function situacaoOf(certificado: Validity, now: Date): Situacao {
  if (now >= certificado.validoAte) return "vencido";
  if (now < certificado.validoDe) return "ainda-nao-vale";
  return daysLeft(certificado, now) <= CERTIFICADO_WARNING_DAYS[0] ? "vencendo" : "valido";
}

type ChainState = CertificadoRow["cadeia"];

const REFUSALS = {
  "senha-errada": { key: "certificadoSenhaErrada", campo: "certSenha" },
  "sem-chave": { key: "certificadoSemChave", campo: "arquivo" },
  ilegivel: { key: "certificadoIlegivel", campo: "arquivo" },
  ocupado: { key: "certificadosOcupados", campo: "arquivo" },
} as const satisfies Record<
  Exclude<OpenResult["kind"], "ok">,
  { key: MessageKey; campo: "certSenha" | "arquivo" }
>;

/**
 * What a file is checked against. zona: time zone of the dates in refusals.
 * requiresChain: whether its chain must lead to a known root.
 */
export type JudgeContext = { cnpj: string; now: Date; zona: string; requiresChain: boolean };

/**
 * Returns the certificate of a file if it may sign for an empresa today.
 * @throws {Refusal} for each reason why it may not, with its field
 */
export function judgeCertificado(
  opened: OpenResult,
  { cnpj, now, zona, requiresChain }: JudgeContext,
): { certificado: CertificadoWithoutKey; cadeia: ChainState } {
  if (opened.kind !== "ok") {
    const { key, campo } = REFUSALS[opened.kind];
    throw new Refusal(key, { campo });
  }
  const { certificado, cadeia: chain } = opened;
  const refuse = (key: MessageKey, values: Record<string, string> = {}): never => {
    throw new Refusal(key, { campo: "arquivo", values });
  };
  const { titular } = certificado;
  // An e-CPF may sign for an empresa with that CPF, never for one with a CNPJ.
  if (certificado.cnpj === null || (isCpf(certificado.cnpj) && !isCpf(cnpj))) {
    return refuse("certificadoSemCnpj", { titular });
  }
  if (cnpjRoot(certificado.cnpj) !== cnpjRoot(cnpj)) {
    const [theirs, ours] = [certificado.cnpj, cnpj].map(formatDocumento);
    return refuse("certificadoDeOutroCnpj", { deles: theirs ?? "", nosso: ours ?? "" });
  }
  const { validoDe, validoAte } = certificado;
  if (now >= validoAte) return refuse("certificadoVencido", { dia: formatDate(validoAte, zona) });
  if (now < validoDe) return refuse("certificadoAindaNaoVale", { dia: formatDate(validoDe, zona) });
  // Any person can create a certificate with any CNPJ.
  if (requiresChain && chain === "desconhecida") return refuse("certificadoCadeiaDesconhecida");
  return { certificado, cadeia: chain };
}

/**
 * The warning due for a certificate: the nearest reached day of {@link CERTIFICADO_WARNING_DAYS}, 0 after
 * its expiry.
 * @param lastWarning the last warning sent; null = none yet
 * @returns null when no new warning is due
 */
export function findDueWarning(validoAte: Date, lastWarning: number | null, now: Date): number | null {
  const left = daysLeft({ validoAte }, now);
  const reached = left < 0 ? 0 : (CERTIFICADO_WARNING_DAYS.findLast((dias) => left <= dias) ?? null);
  if (reached === null || (lastWarning !== null && lastWarning <= reached)) return null;
  return reached;
}
