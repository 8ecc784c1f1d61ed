import type { CADEIAS, SITUACOES_CERTIFICADO } from "@malote/contract";
import { CERTIFICADO_AVISO_DIAS } from "@malote/contract";

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
