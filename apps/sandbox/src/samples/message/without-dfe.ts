import { FORNECEDORES } from "../../document-generator/companies/suppliers.ts";
import { makeProtocolo, writeProc } from "../../document-generator/documento/protocolo.ts";
import { cancelamentoDetail } from "../../document-generator/evento/nfe-eventos.ts";
import { writeResNFe } from "../../document-generator/sefaz-messages/distribuicao.ts";
import { writeRetEnvEvento } from "../../document-generator/sefaz-messages/lote.ts";
import { writePdf } from "../../document-generator/write-pdf.ts";
import { XML_DECLARATION } from "../../document-generator/xml/write-xml.ts";
import { COMPANION_FILES } from "../companions/companion-files.ts";
import { makeNota } from "../documents/make-documents.ts";
import { type ExpectedResult, NOTHING_EXPECTED, type PartOutcome } from "../expected-result.ts";
import { type EmailContent, inventEmail, toHtml } from "../mail/email-content.ts";
import { multipart } from "../mail/mime-entity.ts";
import { USUAL_TRANSFER } from "../mail/transfer-styles.ts";
import { type Anexo, drawText, expectedPartOf, type SampleContext } from "../sample-context.ts";
import { newBoundary, plain, send } from "./envelopes.ts";

/** An e-mail without document: one to be sent or an already written message, with its expectation. */
export type NonDfeSample = (
  context: SampleContext,
) => ({ email: EmailContent } & { expected: ExpectedResult }) | { raw: Buffer; expected: ExpectedResult };

export const NON_DFE_SAMPLES: Readonly<Record<string, NonDfeSample>> = {
  "boletim-de-ofertas": (context) => withCompanions(context, ["logo-no-corpo"], "Novidades da semana"),
  "so-o-danfe": (context) => {
    const { chaveAcesso, numero } = makeNota(context);
    return danfeAlone(context, ["DANFE", `NF-e ${numero}`, "CHAVE DE ACESSO", chaveAcesso], chaveAcesso);
  },
  "so-o-danfe-chave-em-grupos": (context) => {
    const { chaveAcesso } = makeNota(context);
    return danfeAlone(context, ["DANFE", "CHAVE DE ACESSO", groups(chaveAcesso)], chaveAcesso);
  },
  "so-um-link": (context) => {
    const { chaveAcesso } = makeNota(context);
    const lines = ["Baixe a sua nota:", `https://portal.fornecedor.example/nfe?chave=${chaveAcesso}&t=1`];
    return composeText(context, { lines, semXml: [chaveAcesso] });
  },
  "so-a-chave-no-texto": (context) => {
    const { chaveAcesso } = makeNota(context);
    const lines = ["Consulte em www.nfe.fazenda.gov.br a chave:", groups(chaveAcesso)];
    return composeText(context, { lines, semXml: [chaveAcesso] });
  },
  "resposta-automatica": (context) => {
    const { email, expected } = composeText(context, { lines: ["Estou em férias até o dia 30."] });
    return { email: { ...email, extras: [["Auto-Submitted", "auto-replied"]] }, expected };
  },
  "so-cabecalho": (context) => ({
    raw: send(context, "(sem texto)", { campos: [], corpo: Buffer.alloc(0) }),
    expected: NOTHING_EXPECTED,
  }),
  "devolucao-sem-a-mensagem": (context) => ({
    raw: report(context),
    expected: { ...NOTHING_EXPECTED, otherOutcomes: ["nao-dfe", "pacote"] },
  }),
  "recibo-de-leitura": (context) => ({
    raw: receipt(context),
    expected: { ...NOTHING_EXPECTED, otherOutcomes: ["nao-dfe"] },
  }),
  convite: (context) => withCompanions(context, ["convite-de-agenda"], "Visita do representante"),
  "varios-arquivos": (context) => withCompanions(context, Object.keys(COMPANION_FILES), "Documentos do mês"),
  "foto-do-danfe": (context) => withCompanions(context, ["logo-anexo"], "Foto da nota"),
  "resumo-da-sefaz": (context) => {
    const nota = makeNota(context);
    const xml = XML_DECLARATION + writeResNFe(nota, makeProtocolo(nota, context.next()));
    return oneFile(context, xmlFile("resNFe.xml", xml), ["nao-dfe/resumo-sefaz"]);
  },
  "resposta-da-sefaz": (context) => {
    const documento = makeNota(context);
    const detalhe = cancelamentoDetail(String(context.next()).padStart(15, "1"), "Mercadoria não embarcada");
    const pedido = { documento, detalhe, autor: documento.fornecedor, dataEvento: documento.emissao };
    const evento = context.generator.signEvento(pedido);
    const registro = {
      verAplic: "SP",
      numero: String(context.next()).padStart(15, "1"),
      dataRegistro: context.now,
    };
    const xml = XML_DECLARATION + writeRetEnvEvento([evento], registro);
    return oneFile(context, xmlFile("retEnvEvento.xml", xml), ["nao-dfe/xml-resposta-sefaz"]);
  },
  "nota-de-homologacao": (context) => {
    const nota = makeNota(context, { ambiente: "2" });
    const xml = writeProc(nota, makeProtocolo(nota, context.next()));
    return oneFile(context, xmlFile("teste.xml", xml), ["quarentena/homologacao"]);
  },
  "xml-com-dtd": (context) => {
    const xml = `<?xml version="1.0"?><!DOCTYPE nfeProc [<!ENTITY x "y">]><nfeProc>${drawText(context.random, 8)}&x;</nfeProc>`;
    return oneFile(context, xmlFile("nota.xml", xml), ["erro/xml-com-dtd"]);
  },
  "texto-que-se-diz-xml": (context) => {
    const text = `Nota disponível no portal do fornecedor. ${drawText(context.random, 8)}\r\n`;
    return oneFile(context, xmlFile("nota.xml", text), ["erro/xml-mal-formado"]);
  },
  "pagina-de-erro-que-se-diz-xml": (context) => {
    const html = `<!DOCTYPE html><html><body>Erro 500 ${drawText(context.random, 8)}</body></html>`;
    return oneFile(context, xmlFile("nota.xml", html), ["nao-dfe/tipo-sem-leitura", "erro"]);
  },
};

function groups(chave: string): string {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

function xmlFile(nome: string, xml: string): Anexo {
  return { nome, tipo: "application/xml", bytes: Buffer.from(xml, "utf8") };
}

function composeText(
  context: SampleContext,
  o: { lines: readonly string[]; semXml?: readonly string[] },
): { email: EmailContent; expected: ExpectedResult } {
  const emitente = context.random.pick(FORNECEDORES);
  const email = inventEmail(context, { emitente, titulos: ["Aviso"] });
  const html = email.html === null ? null : toHtml(o.lines);
  return {
    email: { ...email, texto: `${o.lines.join("\n")}\n`, html },
    expected: { ...NOTHING_EXPECTED, semXml: o.semXml ?? [] },
  };
}

function oneFile(
  context: SampleContext,
  anexo: Anexo,
  outcomes: readonly PartOutcome[],
): { email: EmailContent; expected: ExpectedResult } {
  const { email, expected } = composeText(context, { lines: ["Segue o arquivo."] });
  const anexos = [{ ...anexo, transfer: USUAL_TRANSFER }];
  return {
    email: { ...email, anexos },
    expected: { ...expected, parts: [expectedPartOf(anexo, ...outcomes)] },
  };
}

function danfeAlone(
  context: SampleContext,
  pdfLines: readonly string[],
  chave: string,
): { email: EmailContent; expected: ExpectedResult } {
  const anexo = { nome: "DANFE.pdf", tipo: "application/pdf", bytes: writePdf(pdfLines) };
  const { email, expected } = oneFile(context, anexo, ["nao-dfe/so-pdf", "nao-dfe/pdf"]);
  return { email, expected: { ...expected, semXml: [chave] } };
}

function withCompanions(
  context: SampleContext,
  nomes: readonly string[],
  titulo: string,
): { email: EmailContent; expected: ExpectedResult } {
  const files = nomes
    .map((nome) => COMPANION_FILES[nome]?.(context, []))
    .filter((each) => each !== undefined);
  const cids = files.flatMap(({ anexo }) => (anexo.cid ? [anexo.cid] : []));
  const emitente = context.random.pick(FORNECEDORES);
  const email = inventEmail(context, { emitente, titulos: [titulo] });
  const html = `${toHtml([titulo])}${cids.map((cid) => `<img src="cid:${cid}">`).join("")}`;
  return {
    email: {
      ...email,
      html,
      anexos: files.map(({ anexo }) => ({ ...anexo, transfer: USUAL_TRANSFER })),
    },
    expected: {
      ...NOTHING_EXPECTED,
      parts: files.map(({ anexo, outcomes }) => expectedPartOf(anexo, ...outcomes)),
    },
  };
}

/** Writes a delivery report that contains only the header of the returned message.   @source RFC 3464 */
function report(context: SampleContext): Buffer {
  const status = "Reporting-MTA: dns; mx.sandbox.example\r\n\r\nAction: failed\r\nStatus: 4.4.1\r\n";
  const header = `From: <${context.destino}>\r\nSubject: Pedido de compra\r\n\r\n`;
  return send(
    context,
    "Delivery Status Notification (Failure)",
    multipart("multipart/report; report-type=delivery-status", newBoundary(context), [
      plain("O servidor do destinatário não respondeu.\r\n"),
      { campos: [["Content-Type", "message/delivery-status"]], corpo: Buffer.from(status) },
      { campos: [["Content-Type", "text/rfc822-headers"]], corpo: Buffer.from(header) },
    ]),
  );
}

/** @source RFC 8098 */
function receipt(context: SampleContext): Buffer {
  const disposition = "Disposition: manual-action/MDN-sent-manually; displayed\r\n";
  return send(
    context,
    "Lida: Pedido de compra",
    multipart("multipart/report; report-type=disposition-notification", newBoundary(context), [
      plain("A sua mensagem foi lida.\r\n"),
      { campos: [["Content-Type", "message/disposition-notification"]], corpo: Buffer.from(disposition) },
    ]),
  );
}
