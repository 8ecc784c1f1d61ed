import type { arquivoPedidoWire } from "@malote/contract";
import { FALHA_ARQUIVO, formatMensagem } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import type { z } from "zod";
import type { ArquivoPedidoRow } from "./arquivo-pedido.rows.ts";
import { estadoOf, readRetidos, readSemPdf } from "./arquivo-pedido.rules.ts";

type ArquivoPedidoWire = { [K in keyof typeof arquivoPedidoWire]: z.infer<(typeof arquivoPedidoWire)[K]> };

/** Fields of every requested file on the wire, at the instant `agora`. */
export function writeArquivoPedido(row: ArquivoPedidoRow, agora: Date): ArquivoPedidoWire {
  const { id, data, usuario, total, feitos, nome, tamanho, terminadoEm, expiraEm, falha } = row;
  const estado = estadoOf(row, agora);
  const mensagem = falha === null ? null : writeFalha(falha);
  return { id, estado, data, usuario, total, feitos, nome, tamanho, terminadoEm, expiraEm, mensagem };
}

/** A reason unknown to this version is shown as an internal one. */
function writeFalha(falha: string): string {
  const retidos = readRetidos(falha);
  if (retidos !== null) return formatMensagem("repositorioRetidos", { quantos: formatInteiro(retidos) });
  const semPdf = readSemPdf(falha);
  if (semPdf === 1) return formatMensagem("repositorioUmSemPdf");
  if (semPdf !== null) return formatMensagem("repositorioSemPdf", { quantos: formatInteiro(semPdf) });
  const words: Readonly<Record<string, string>> = FALHA_ARQUIVO;
  return words[falha] ?? FALHA_ARQUIVO.interno;
}
