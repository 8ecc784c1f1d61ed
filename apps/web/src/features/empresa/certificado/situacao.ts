import { formatData, raizCnpj } from "@malote/syntax";
import type { Certificado, Empresa } from "../../../rpc/empresas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import type { Tom } from "../../../ui/situacao.ts";

/** The states of a company's certificate, from most urgent to valid. */
export const ESTADOS = ["vencido", "sem", "vencendo", "futuro", "valido"] as const;
export type EstadoCertificado = (typeof ESTADOS)[number];

/** The content of a certificate chip. */
export type SituacaoCertificado = { estado: EstadoCertificado; tom: Tom; palavra: string };

const ESTADO: Record<Certificado["situacao"], EstadoCertificado> = {
  valido: "valido",
  vencendo: "vencendo",
  vencido: "vencido",
  "ainda-nao-vale": "futuro",
};
const TOM: Record<EstadoCertificado, Tom> = {
  vencido: "ruim",
  sem: "aviso",
  vencendo: "aviso",
  futuro: "aviso",
  valido: "ok",
};

export function estadoOf({ certificado }: Pick<Empresa, "certificado">): EstadoCertificado {
  return certificado === null ? "sem" : ESTADO[certificado.situacao];
}

/** The chip of a company's certificate: state, tone and words. */
export function situacaoOf(empresa: Pick<Empresa, "certificado">, zona: string): SituacaoCertificado {
  const estado = estadoOf(empresa);
  return { estado, tom: TOM[estado], palavra: wordOf(estado, empresa.certificado, zona) };
}

function wordOf(estado: EstadoCertificado, certificado: Certificado | null, zona: string): string {
  const { situacoes } = textos;
  if (certificado === null) return situacoes.nenhum;
  if (estado === "vencendo") return situacoes.vencendo(certificado.diasRestantes);
  if (estado === "vencido") return situacoes.vencido;
  const dia = formatDia(estado === "futuro" ? certificado.validoDe : certificado.validoAte, zona);
  return estado === "futuro" ? situacoes.futuro(dia) : situacoes.valido(dia);
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
  return raizCnpj(certificado.cnpj) === raizCnpj(cnpj) ? "raiz" : "outro";
}

/** Formats a date of the wire; "–" for null. */
export function formatDia(instante: Date | null, zona: string): string {
  return instante ? formatData(instante, zona) : "–";
}
