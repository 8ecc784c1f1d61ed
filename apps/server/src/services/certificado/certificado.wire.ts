import type { ResultOf } from "@malote/contract";
import { type CertificadoRow, daysLeft, situacaoOf } from "./certificado.rules.ts";

type CertificadoWire = NonNullable<ResultOf<"Empresa.getEmpresa">["object"]["certificado"]>;

/** A certificate as shown; the contract has no field for its key or password. */
export function writeCertificado(row: CertificadoRow, now: Date): CertificadoWire {
  return { ...row, diasRestantes: daysLeft(row, now), situacao: situacaoOf(row, now) };
}
