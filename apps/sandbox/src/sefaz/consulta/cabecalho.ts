import { ufOfCodigo } from "@malote/syntax";
import type { Atendimento } from "../atendimento.ts";
import type { CStat } from "../motivos.ts";
import { layoutOf } from "../servicos.ts";

const VERSAO_MDFE = "3.00";

/** The fault of the SOAP header that MDF-e still requires; null for services without header. */
export function findCabecalhoFault({ pedido, porta }: Atendimento): CStat | null {
  const { cabecalho } = layoutOf(pedido.servico);
  if (!cabecalho) return null;
  const header = pedido.cabecalho?.nome === cabecalho ? pedido.cabecalho : null;
  const text = (nome: string): string => header?.filhos.find((filho) => filho.nome === nome)?.texto ?? "";
  if (text("cUF") === "") return "409";
  if (text("versaoDados") !== VERSAO_MDFE) return "411";
  const uf = ufOfCodigo(text("cUF"));
  return uf && (porta === null || porta.ufs.includes(uf)) ? null : "410";
}
