import { cnpjRoot, formatDate } from "@malote/syntax";
import type { Certificado, Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import type { Tone } from "../../../ui/documento/documento-status.ts";

/** The states of a company's certificate, from most urgent to valid. */
export const CERTIFICADO_STATES = ["vencido", "sem", "vencendo", "futuro", "valido"] as const;
export type CertificadoState = (typeof CERTIFICADO_STATES)[number];

/** The content of a certificate chip. */
export type CertificadoChip = { state: CertificadoState; tone: Tone; text: string };

const STATE_OF_SITUACAO: Record<Certificado["situacao"], CertificadoState> = {
  valido: "valido",
  vencendo: "vencendo",
  vencido: "vencido",
  "ainda-nao-vale": "futuro",
};
const TONES: Record<CertificadoState, Tone> = {
  vencido: "ruim",
  sem: "aviso",
  vencendo: "aviso",
  futuro: "aviso",
  valido: "ok",
};

export function certificadoStateOf({ certificado }: Pick<Empresa, "certificado">): CertificadoState {
  return certificado === null ? "sem" : STATE_OF_SITUACAO[certificado.situacao];
}

export function toneOf(state: CertificadoState): Tone {
  return TONES[state];
}

/** The chip of a company's certificate: state, tone and words. */
export function certificadoChipOf(empresa: Pick<Empresa, "certificado">, timeZone: string): CertificadoChip {
  const state = certificadoStateOf(empresa);
  return { state, tone: TONES[state], text: chipTextOf(state, empresa.certificado, timeZone) };
}

function chipTextOf(state: CertificadoState, certificado: Certificado | null, timeZone: string): string {
  const { situacoes } = texts;
  if (certificado === null) return situacoes.nenhum;
  if (state === "vencendo") return situacoes.vencendo(certificado.diasRestantes);
  if (state === "vencido") return situacoes.vencido;
  const day = formatDay(state === "futuro" ? certificado.validoDe : certificado.validoAte, timeZone);
  return state === "futuro" ? situacoes.futuro(day) : situacoes.valido(day);
}

/**
 * Compares the certificate's CNPJ with the company's: SEFAZ accepts any certificate of the same
 * root.
 */
export function matchCnpj(
  certificado: Pick<Certificado, "cnpj">,
  cnpj: string,
): "mesmo" | "raiz" | "outro" | "nenhum" {
  if (certificado.cnpj === null) return "nenhum";
  if (certificado.cnpj === cnpj) return "mesmo";
  return cnpjRoot(certificado.cnpj) === cnpjRoot(cnpj) ? "raiz" : "outro";
}

/** Formats a date of the wire; "–" for null. */
export function formatDay(instant: Date | null, timeZone: string): string {
  return instant ? formatDate(instant, timeZone) : "–";
}
