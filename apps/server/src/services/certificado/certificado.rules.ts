import type { CADEIAS, MensagemKey, SITUACOES_CERTIFICADO } from "@malote/contract";
import { CERTIFICADO_AVISO_DIAS } from "@malote/contract";
import type { CertificadoA1, OpenedCertificado } from "@malote/sefaz";
import { formatData, formatDocumento, isCpf, raizCnpj } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

const DIA_MS = 86_400_000;

/** A stored certificate without its encrypted part. */
export type CertificadoRow = {
  titular: string;
  cnpj: string | null;
  emissor: string | null;
  impressao: string | null;
  validoDe: Date;
  validoAte: Date;
  cadeia: (typeof CADEIAS)[number];
  enviadoEm: Date;
  enviadoPor: string | null;
};

type Situacao = (typeof SITUACOES_CERTIFICADO)[number];
type Validade = { validoDe: Date; validoAte: Date };

/** Days until a certificate expires, rounded up; negative after its expiry. */
export function daysLeft({ validoAte }: Pick<Validade, "validoAte">, agora: Date): number {
  const ms = validoAte.getTime() - agora.getTime();
  // Not Math.ceil on both sides: the first day after the expiry is −1, never 0 or −0.
  return ms > 0 ? Math.ceil(ms / DIA_MS) : -Math.ceil((-ms + 1) / DIA_MS);
}

/** The state of a certificate within its validity period. */
export function situacaoOf(certificado: Validade, agora: Date): Situacao {
  if (agora >= certificado.validoAte) return "vencido";
  if (agora < certificado.validoDe) return "ainda-nao-vale";
  return daysLeft(certificado, agora) <= CERTIFICADO_AVISO_DIAS[0] ? "vencendo" : "valido";
}

/** What leaves the worker thread that opens a certificate file: all but the private key. */
export type CertificadoAberto = Omit<CertificadoA1, "chavePem">;
/** cadeia: the result of the chain check. `ocupado`: the queue of files to open is full. */
export type Abertura =
  | { kind: "ok"; certificado: CertificadoAberto; cadeia: Cadeia }
  | { kind: "ocupado" }
  | Exclude<OpenedCertificado, { kind: "ok" }>;
type Cadeia = CertificadoRow["cadeia"];

const RECUSAS = {
  "senha-errada": { key: "certificadoSenhaErrada", campo: "certSenha" },
  "sem-chave": { key: "certificadoSemChave", campo: "arquivo" },
  ilegivel: { key: "certificadoIlegivel", campo: "arquivo" },
  ocupado: { key: "certificadosOcupados", campo: "arquivo" },
} as const satisfies Record<
  Exclude<Abertura["kind"], "ok">,
  { key: MensagemKey; campo: "certSenha" | "arquivo" }
>;

/**
 * What a file is checked against. zona: time zone of the dates in refusals.
 * exigeCadeia: whether its chain must lead to a known root.
 */
export type Juizo = { cnpj: string; agora: Date; zona: string; exigeCadeia: boolean };

/**
 * Returns the certificate of a file if it may sign for an empresa today.
 * @throws {Refusal} for each reason why it may not, with its field
 */
export function judgeCertificado(
  abertura: Abertura,
  { cnpj, agora, zona, exigeCadeia }: Juizo,
): { certificado: CertificadoAberto; cadeia: Cadeia } {
  if (abertura.kind !== "ok") {
    const { key, campo } = RECUSAS[abertura.kind];
    throw new Refusal(key, { campo });
  }
  const { certificado, cadeia } = abertura;
  const refuse = (key: MensagemKey, values: Record<string, string> = {}): never => {
    throw new Refusal(key, { campo: "arquivo", values });
  };
  const { titular } = certificado;
  // An e-CPF may sign for an empresa with that CPF, never for one with a CNPJ.
  if (certificado.cnpj === null || (isCpf(certificado.cnpj) && !isCpf(cnpj))) {
    return refuse("certificadoSemCnpj", { titular });
  }
  if (raizCnpj(certificado.cnpj) !== raizCnpj(cnpj)) {
    const [deles, nosso] = [certificado.cnpj, cnpj].map(formatDocumento);
    return refuse("certificadoDeOutroCnpj", { deles: deles ?? "", nosso: nosso ?? "" });
  }
  const { validoDe, validoAte } = certificado;
  if (agora >= validoAte) return refuse("certificadoVencido", { dia: formatData(validoAte, zona) });
  if (agora < validoDe) return refuse("certificadoAindaNaoVale", { dia: formatData(validoDe, zona) });
  // Any person can create a certificate with any CNPJ.
  if (exigeCadeia && cadeia === "desconhecida") return refuse("certificadoCadeiaDesconhecida");
  return { certificado, cadeia };
}

/**
 * The warning due for a certificate: the nearest reached day of {@link CERTIFICADO_AVISO_DIAS}, 0 after
 * its expiry.
 * @param avisado the last warning sent; null = none yet
 * @returns null when no new warning is due
 */
export function findAviso(validoAte: Date, avisado: number | null, agora: Date): number | null {
  const left = daysLeft({ validoAte }, agora);
  const reached = left < 0 ? 0 : (CERTIFICADO_AVISO_DIAS.findLast((dias) => left <= dias) ?? null);
  if (reached === null || (avisado !== null && avisado <= reached)) return null;
  return reached;
}
