import type { CADEIAS, MensagemKey, SITUACOES_CERTIFICADO } from "@malote/contract";
import { CERTIFICADO_AVISO_DIAS } from "@malote/contract";
import type { CertificadoA1, OpenedCertificado } from "@malote/sefaz";
import { formatData, formatDocumento, isCpf, raizCnpj } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

const DIA_MS = 86_400_000;

/** A stored certificate without what is sealed. */
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

/** Days until a certificate ends, a part of a day as a whole one; negative when it is over. */
export function daysLeft({ validoAte }: Pick<Validade, "validoAte">, agora: Date): number {
  const ms = validoAte.getTime() - agora.getTime();
  // Not Math.ceil on both sides: the first day after its end is −1, never 0 or −0.
  return ms > 0 ? Math.ceil(ms / DIA_MS) : -Math.ceil((-ms + 1) / DIA_MS);
}

/** Where a certificate stands in its own time. */
export function situacaoOf(certificado: Validade, agora: Date): Situacao {
  if (agora >= certificado.validoAte) return "vencido";
  if (agora < certificado.validoDe) return "ainda-nao-vale";
  return daysLeft(certificado, agora) <= CERTIFICADO_AVISO_DIAS[0] ? "vencendo" : "valido";
}

/** What may leave the place where a certificate file was opened: all but the key. */
export type CertificadoAberto = Omit<CertificadoA1, "chavePem">;
/** cadeia: how its chain stands. `ocupado`: too many wait to be opened already. */
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

/** By what a file is judged. zona: in which a person reads its dates. exigeCadeia: whether its chain must lead to a root that is known. */
export type Juizo = { cnpj: string; agora: Date; zona: string; exigeCadeia: boolean };

/**
 * The certificate of a file, if it may speak for a company today.
 * @throws {Refusal} for each reason why it may not, at the field to which it belongs
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
  // An e-CPF speaks for the company of its CPF, never for one with a CNPJ.
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
  // Anybody can make one with any CNPJ.
  if (exigeCadeia && cadeia === "desconhecida") return refuse("certificadoCadeiaDesconhecida");
  return { certificado, cadeia };
}

/**
 * Which warning a certificate is due: the nearest of the days of {@link CERTIFICADO_AVISO_DIAS} that it has reached, 0 when it is over.
 * @param avisado the last one that was given; null = none yet
 * @returns null when there is nothing new to say
 */
export function findAviso(validoAte: Date, avisado: number | null, agora: Date): number | null {
  const left = daysLeft({ validoAte }, agora);
  const reached = left < 0 ? 0 : (CERTIFICADO_AVISO_DIAS.findLast((dias) => left <= dias) ?? null);
  if (reached === null || (avisado !== null && avisado <= reached)) return null;
  return reached;
}
