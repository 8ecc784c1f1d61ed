import type { ResultOf } from "@malote/contract";
import { type CertificadoRow, daysLeft, situacaoOf } from "./certificado.rules.ts";

type CertificadoWire = NonNullable<ResultOf<"Empresa.getEmpresa">["object"]["certificado"]>;

/** A certificate as people see it; the contract leaves no place for its key and its password. */
export function writeCertificado(row: CertificadoRow, agora: Date): CertificadoWire {
  return { ...row, diasRestantes: daysLeft(row, agora), situacao: situacaoOf(row, agora) };
}
