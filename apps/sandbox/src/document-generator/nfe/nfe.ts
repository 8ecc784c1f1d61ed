import { type Amount, MODELOS } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";
import type { Empresa } from "../companies/companies.ts";
import type { Fornecedor } from "../companies/suppliers.ts";
import { NFE } from "../documento/document-family.ts";
import { makeIdentity, type SignedDocumento, signDocumento } from "../documento/documento.ts";
import { writeCents } from "../xml/cents.ts";
import type { Signer } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { calculateItem, type Operacao, writeDet } from "./item.ts";
import { writeSuplemento } from "./nfce-qr-code.ts";
import { writeIde } from "./nfe-ide.ts";
import { writeConsumer, writeDest, writeEmit, writeNoTransport, writeTransp } from "./nfe-parties.ts";
import { writeCashPayment, writePayment } from "./nfe-payment.ts";
import type { NotaInput } from "./nota-input.ts";
import { totalOf, writeTotal } from "./total.ts";

/** A signed NF-e or NFC-e, not yet authorized. */
export type SignedNota = SignedDocumento & {
  fornecedor: Fornecedor;
  destinatario: Empresa;
  valorTotal: Amount;
  semIe: boolean;
};

/** Writes and signs an NF-e 55 or an NFC-e 65, layout 4.00. */
export function signNota(input: NotaInput, signer: Signer, random: RandomSource): SignedNota {
  const { fornecedor, destinatario, modelo = "55" } = input;
  const consumidor = modelo === MODELOS.NFCe.modelo;
  const identity = makeIdentity(input, { familia: NFE, modelo, emitente: fornecedor }, random);
  const operacao: Operacao = {
    fornecedor,
    interestadual: !consumidor && fornecedor.endereco.uf !== destinatario.endereco.uf,
    consumidor,
    seletivo: input.seletivo ?? false,
  };
  const itens = input.itens.map((item) => calculateItem(item, operacao));
  const total = totalOf(itens);
  const partes = [
    writeIde({ input, identity, operacao }),
    writeEmit(fornecedor, input.semIe),
    consumidor ? writeConsumer(destinatario, identity.ambiente) : writeDest(destinatario, identity.ambiente),
    ...itens.map((item, index) => writeDet(item, index + 1, operacao)),
    writeTotal(itens, operacao),
    consumidor ? writeNoTransport() : writeTransp(itens),
    consumidor ? writeCashPayment(total) : writePayment(input, total),
    element("infAdic", leaf("infCpl", writeInfCpl(input))),
  ];
  const valorTotal = writeCents(total);
  const qrCode = { identity, valorTotal, cliente: destinatario, versao: input.versaoQrCode ?? "3" };
  const suplemento = (digVal: string): string => writeSuplemento({ ...qrCode, digVal }, signer);
  const documento = signDocumento(identity, consumidor ? { partes, suplemento } : { partes }, signer);
  return { ...documento, fornecedor, destinatario, valorTotal, semIe: input.semIe ?? false };
}

function writeInfCpl({ fornecedor, numero }: NotaInput): string {
  const simple = "Documento emitido por ME ou EPP optante pelo Simples Nacional. ";
  const regime = fornecedor.regime === "simples" ? simple : "";
  return `${regime}Pedido ${numero + 4100} & romaneio anexo. Vendedor(a): ${fornecedor.vendedor}. Documento de demonstração, sem valor fiscal.`;
}
