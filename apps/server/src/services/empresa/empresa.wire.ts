import type { ResultOf } from "@malote/contract";
import { writeCertificado } from "../certificado/certificado.wire.ts";
import type { EmpresaRow } from "./empresa.rows.ts";

type EmpresaWire = ResultOf<"Empresa.getEmpresa">["object"];

/** An empresa with its certificate and its distribuições. */
export function writeEmpresa(
  { certificado, ...row }: EmpresaRow,
  { now, distribuicoes }: { now: Date; distribuicoes: EmpresaWire["distribuicoes"] },
): EmpresaWire {
  return {
    ...row,
    certificado: certificado === null ? null : writeCertificado(certificado, now),
    distribuicoes,
  };
}
