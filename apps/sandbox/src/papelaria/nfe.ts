import type { Valor } from "@malote/syntax";
import type { Sorteio } from "../sorteio.ts";
import type { Assinante } from "./assinatura.ts";
import { writeCentavos } from "./decimal.ts";
import { type DocumentoAssinado, identify, type Pedido, signDocumento } from "./documento.ts";
import type { Empresa } from "./empresas.ts";
import { NFE } from "./familia.ts";
import type { Fornecedor } from "./fornecedores.ts";
import { calculateItem, type ItemPedido, type Operacao, writeDet } from "./item.ts";
import { writeSuplemento } from "./nfce.ts";
import { writeCobranca, writePagamentoConsumidor } from "./nfe-cobranca.ts";
import { writeIde } from "./nfe-ide.ts";
import { writeConsumidor, writeDest, writeEmit, writeSemTransporte, writeTransp } from "./nfe-partes.ts";
import { totalOf, writeTotal } from "./total.ts";
import { element, leaf } from "./write-xml.ts";

/** The input of a nota. */
export type PedidoNota = Pedido & {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  itens: readonly ItemPedido[];
  /** NF-e by default. */
  modelo?: "55" | "65";
  /** The issuer has no IE: SVRS authorizes, whatever its UF.   @source NT 2026.007 */
  semIe?: boolean;
  /** Shows the imposto seletivo. */
  seletivo?: boolean;
  /** Version of the QR code of an NFC-e; 3 by default. */
  versaoQrCode?: "2" | "3";
};

/** A signed NF-e or NFC-e, not yet authorized. */
export type NotaAssinada = DocumentoAssinado & {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  valorTotal: Valor;
  semIe: boolean;
};

/** Writes and signs an NF-e 55 or an NFC-e 65, layout 4.00. */
export function signNota(pedido: PedidoNota, assinante: Assinante, sorteio: Sorteio): NotaAssinada {
  const { fornecedor, destinatario, modelo = "55" } = pedido;
  const consumidor = modelo === "65";
  const identidade = identify(pedido, { familia: NFE, modelo, emitente: fornecedor }, sorteio);
  const operacao: Operacao = {
    fornecedor,
    interestadual: !consumidor && fornecedor.endereco.uf !== destinatario.endereco.uf,
    consumidor,
    seletivo: pedido.seletivo ?? false,
  };
  const itens = pedido.itens.map((item) => calculateItem(item, operacao));
  const total = totalOf(itens);
  const partes = [
    writeIde({ pedido, identidade, operacao }),
    writeEmit(fornecedor, pedido.semIe),
    consumidor
      ? writeConsumidor(destinatario, identidade.ambiente)
      : writeDest(destinatario, identidade.ambiente),
    ...itens.map((item, index) => writeDet(item, index + 1, operacao)),
    writeTotal(itens, operacao),
    consumidor ? writeSemTransporte() : writeTransp(itens),
    consumidor ? writePagamentoConsumidor(total) : writeCobranca(pedido, total),
    element("infAdic", leaf("infCpl", writeInfCpl(pedido))),
  ];
  const valorTotal = writeCentavos(total);
  const quadro = { identidade, valorTotal, cliente: destinatario, versao: pedido.versaoQrCode ?? "3" };
  const suplemento = (digVal: string): string => writeSuplemento({ ...quadro, digVal }, assinante);
  const documento = signDocumento(identidade, consumidor ? { partes, suplemento } : { partes }, assinante);
  return { ...documento, fornecedor, destinatario, valorTotal, semIe: pedido.semIe ?? false };
}

function writeInfCpl({ fornecedor, numero }: PedidoNota): string {
  const simples = "Documento emitido por ME ou EPP optante pelo Simples Nacional. ";
  const regime = fornecedor.regime === "simples" ? simples : "";
  return `${regime}Pedido ${numero + 4100} & romaneio anexo. Vendedor(a): ${fornecedor.vendedor}. Documento de demonstração, sem valor fiscal.`;
}
