import { formatDate, formatReais } from "@malote/syntax";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import { writePdf } from "../document-generator/write-pdf.ts";
import type { Anexo } from "../mail-server/write-email.ts";
import type { Authorized, AuthorizedNota } from "./environment.ts";

/** E-mails of suppliers with documents. */

export function xmlAnexo(nota: AuthorizedNota, xml: string | Buffer = nota.procXml): Anexo {
  return {
    nome: `${nota.chaveAcesso}-procNFe.xml`,
    tipo: "application/xml",
    bytes: Buffer.from(xml),
  };
}

export function transportAnexo({ chaveAcesso, familia, procXml }: Authorized<SignedDocumento>): Anexo {
  const nome = `${chaveAcesso}-${familia.proc}.xml`;
  return { nome, tipo: "application/xml", bytes: Buffer.from(procXml, "utf8") };
}

export function eventoAnexo(
  { chaveAcesso }: AuthorizedNota,
  procEventoXml: string,
  tpEvento = "110111",
): Anexo {
  const nome = `${tpEvento}-${chaveAcesso}-1-procEventoNFe.xml`;
  return { nome, tipo: "text/xml", bytes: Buffer.from(procEventoXml, "utf8") };
}

/** The printed form next to the XML; the product reads only the XML. */
export function pdfAnexo(nota: AuthorizedNota): Anexo {
  const bytes = writePdf([
    "DANFE - representação simplificada da NF-e (demonstração, sem valor fiscal)",
    "",
    `Emitente: ${nota.fornecedor.nome}`,
    `Destinatário: ${nota.destinatario.nome}`,
    `NF-e ${nota.numero}, série ${nota.serie}, emitida em ${formatDate(nota.emissao)}`,
    `Valor total: ${formatReais(nota.valorTotal)}`,
    `Chave de acesso: ${nota.chaveAcesso}`,
    `Protocolo: ${nota.protocolo.numero}`,
  ]);
  return { nome: `DANFE-${nota.numero}.pdf`, tipo: "application/pdf", bytes };
}

export function notaSubject(nota: AuthorizedNota): string {
  return `NF-e ${nota.numero} - ${nota.fornecedor.fantasia}`;
}

export function notaText(nota: AuthorizedNota): string {
  return [
    "Olá,",
    "",
    `Segue em anexo a NF-e ${nota.numero}, série ${nota.serie}, no valor de ${formatReais(nota.valorTotal)}.`,
    "",
    `Chave de acesso: ${nota.chaveAcesso}`,
    "",
    "Qualquer dúvida, estamos à disposição.",
    "",
    nota.fornecedor.vendedor,
    nota.fornecedor.nome,
    "",
  ].join("\r\n");
}

/** An e-mail with its XML and PDF. */
export function emailOfNota(nota: AuthorizedNota, xml: string | Buffer = nota.procXml) {
  return {
    de: nota.fornecedor,
    assunto: notaSubject(nota),
    texto: notaText(nota),
    anexos: [xmlAnexo(nota, xml), pdfAnexo(nota)],
  };
}
