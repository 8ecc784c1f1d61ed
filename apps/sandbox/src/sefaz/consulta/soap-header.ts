import { ufOfCode } from "@malote/syntax";
import type { CStat } from "../motivos.ts";
import type { ServiceCall } from "../service-call.ts";
import { layoutOf } from "../services.ts";

const VERSAO_MDFE = "3.00";

/** The fault of the SOAP header that MDF-e still requires; null for services without header. */
export function findSoapHeaderFault({ pedido, porta }: ServiceCall): CStat | null {
  const { cabecalho } = layoutOf(pedido.servico);
  if (!cabecalho) return null;
  const header = pedido.cabecalho?.nome === cabecalho ? pedido.cabecalho : null;
  const text = (nome: string): string => header?.filhos.find((child) => child.nome === nome)?.texto ?? "";
  if (text("cUF") === "") return "409";
  if (text("versaoDados") !== VERSAO_MDFE) return "411";
  const uf = ufOfCode(text("cUF"));
  return uf && (porta === null || porta.ufs.includes(uf)) ? null : "410";
}
