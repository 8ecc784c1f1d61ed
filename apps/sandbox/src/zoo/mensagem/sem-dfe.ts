import { cancelamento } from "../../papelaria/eventos-nfe.ts";
import { FORNECEDORES } from "../../papelaria/fornecedores.ts";
import { writeRetEnvEvento } from "../../papelaria/lote.ts";
import { makeProtocolo, writeProc } from "../../papelaria/protocolo.ts";
import { writeResNFe } from "../../papelaria/resumo.ts";
import { writePdf } from "../../papelaria/write-pdf.ts";
import { XML_DECLARATION } from "../../papelaria/write-xml.ts";
import { COMPANHIAS } from "../companhia/companhia.ts";
import { type Carta, toHtml, writeCarta } from "../correio/carta.ts";
import { multipart } from "../correio/entidade.ts";
import { TRANSPORTE_COMUM } from "../correio/transportes.ts";
import { makeNota } from "../documentos/documentos.ts";
import { GABARITO_VAZIO, type Gabarito, type Sina } from "../gabarito.ts";
import { type Anexo, drawText, type Mesa, pedacoOf } from "../mesa.ts";
import { limite, plain, send } from "./envelopes.ts";

/** An e-mail without document: one to be sent or an already written message, with its expectation. */
export type SemDfe = (
  mesa: Mesa,
) => ({ carta: Carta } & { gabarito: Gabarito }) | { raw: Buffer; gabarito: Gabarito };

export const SEM_DFE: Readonly<Record<string, SemDfe>> = {
  "boletim-de-ofertas": (mesa) => withCompanhia(mesa, ["logo-no-corpo"], "Novidades da semana"),
  "so-o-danfe": (mesa) => {
    const { chaveAcesso, numero } = makeNota(mesa);
    return danfeAlone(mesa, ["DANFE", `NF-e ${numero}`, "CHAVE DE ACESSO", chaveAcesso], chaveAcesso);
  },
  "so-o-danfe-chave-em-grupos": (mesa) => {
    const { chaveAcesso } = makeNota(mesa);
    return danfeAlone(mesa, ["DANFE", "CHAVE DE ACESSO", groups(chaveAcesso)], chaveAcesso);
  },
  "so-um-link": (mesa) => {
    const { chaveAcesso } = makeNota(mesa);
    const lines = ["Baixe a sua nota:", `https://portal.fornecedor.example/nfe?chave=${chaveAcesso}&t=1`];
    return letter(mesa, { lines, semXml: [chaveAcesso] });
  },
  "so-a-chave-no-texto": (mesa) => {
    const { chaveAcesso } = makeNota(mesa);
    const lines = ["Consulte em www.nfe.fazenda.gov.br a chave:", groups(chaveAcesso)];
    return letter(mesa, { lines, semXml: [chaveAcesso] });
  },
  "resposta-automatica": (mesa) => {
    const { carta, gabarito } = letter(mesa, { lines: ["Estou em férias até o dia 30."] });
    return { carta: { ...carta, extras: [["Auto-Submitted", "auto-replied"]] }, gabarito };
  },
  "so-cabecalho": (mesa) => ({
    raw: send(mesa, "(sem texto)", { campos: [], corpo: Buffer.alloc(0) }),
    gabarito: GABARITO_VAZIO,
  }),
  "devolucao-sem-a-mensagem": (mesa) => ({
    raw: report(mesa),
    gabarito: { ...GABARITO_VAZIO, soltas: ["nao-dfe", "pacote"] },
  }),
  "recibo-de-leitura": (mesa) => ({
    raw: receipt(mesa),
    gabarito: { ...GABARITO_VAZIO, soltas: ["nao-dfe"] },
  }),
  convite: (mesa) => withCompanhia(mesa, ["convite-de-agenda"], "Visita do representante"),
  "varios-arquivos": (mesa) => withCompanhia(mesa, Object.keys(COMPANHIAS), "Documentos do mês"),
  "foto-do-danfe": (mesa) => withCompanhia(mesa, ["logo-anexo"], "Foto da nota"),
  "resumo-da-sefaz": (mesa) => {
    const nota = makeNota(mesa);
    const xml = XML_DECLARATION + writeResNFe(nota, makeProtocolo(nota, mesa.next()));
    return oneFile(mesa, xmlFile("resNFe.xml", xml), ["nao-dfe/resumo-sefaz"]);
  },
  "resposta-da-sefaz": (mesa) => {
    const documento = makeNota(mesa);
    const detalhe = cancelamento(String(mesa.next()).padStart(15, "1"), "Mercadoria não embarcada");
    const pedido = { documento, detalhe, autor: documento.fornecedor, dataEvento: documento.emissao };
    const evento = mesa.papelaria.signEvento(pedido);
    const registro = {
      verAplic: "SP",
      numero: String(mesa.next()).padStart(15, "1"),
      dataRegistro: mesa.agora,
    };
    const xml = XML_DECLARATION + writeRetEnvEvento([evento], registro);
    return oneFile(mesa, xmlFile("retEnvEvento.xml", xml), ["nao-dfe/xml-resposta-sefaz"]);
  },
  "nota-de-homologacao": (mesa) => {
    const nota = makeNota(mesa, { ambiente: "2" });
    const xml = writeProc(nota, makeProtocolo(nota, mesa.next()));
    return oneFile(mesa, xmlFile("teste.xml", xml), ["quarentena/homologacao"]);
  },
  "xml-com-dtd": (mesa) => {
    const xml = `<?xml version="1.0"?><!DOCTYPE nfeProc [<!ENTITY x "y">]><nfeProc>${drawText(mesa.sorteio, 8)}&x;</nfeProc>`;
    return oneFile(mesa, xmlFile("nota.xml", xml), ["erro/xml-com-dtd"]);
  },
  "texto-que-se-diz-xml": (mesa) => {
    const text = `Nota disponível no portal do fornecedor. ${drawText(mesa.sorteio, 8)}\r\n`;
    return oneFile(mesa, xmlFile("nota.xml", text), ["erro/xml-mal-formado"]);
  },
  "pagina-de-erro-que-se-diz-xml": (mesa) => {
    const html = `<!DOCTYPE html><html><body>Erro 500 ${drawText(mesa.sorteio, 8)}</body></html>`;
    return oneFile(mesa, xmlFile("nota.xml", html), ["nao-dfe/tipo-sem-leitura", "erro"]);
  },
};

function groups(chave: string): string {
  return chave.replace(/(.{4})(?=.)/g, "$1 ");
}

function xmlFile(nome: string, xml: string): Anexo {
  return { nome, tipo: "application/xml", bytes: Buffer.from(xml, "utf8") };
}

function letter(
  mesa: Mesa,
  o: { lines: readonly string[]; semXml?: readonly string[] },
): { carta: Carta; gabarito: Gabarito } {
  const emitente = mesa.sorteio.pick(FORNECEDORES);
  const carta = writeCarta(mesa, { emitente, titulos: ["Aviso"] });
  const html = carta.html === null ? null : toHtml(o.lines);
  return {
    carta: { ...carta, texto: `${o.lines.join("\n")}\n`, html },
    gabarito: { ...GABARITO_VAZIO, semXml: o.semXml ?? [] },
  };
}

function oneFile(mesa: Mesa, anexo: Anexo, sinas: readonly Sina[]): { carta: Carta; gabarito: Gabarito } {
  const { carta, gabarito } = letter(mesa, { lines: ["Segue o arquivo."] });
  const anexos = [{ ...anexo, transporte: TRANSPORTE_COMUM }];
  return { carta: { ...carta, anexos }, gabarito: { ...gabarito, pedacos: [pedacoOf(anexo, ...sinas)] } };
}

function danfeAlone(
  mesa: Mesa,
  linhas: readonly string[],
  chave: string,
): { carta: Carta; gabarito: Gabarito } {
  const anexo = { nome: "DANFE.pdf", tipo: "application/pdf", bytes: writePdf(linhas) };
  const { carta, gabarito } = oneFile(mesa, anexo, ["nao-dfe/so-pdf", "nao-dfe/pdf"]);
  return { carta, gabarito: { ...gabarito, semXml: [chave] } };
}

function withCompanhia(
  mesa: Mesa,
  nomes: readonly string[],
  titulo: string,
): { carta: Carta; gabarito: Gabarito } {
  const files = nomes.map((nome) => COMPANHIAS[nome]?.(mesa, [])).filter((each) => each !== undefined);
  const cids = files.flatMap(({ anexo }) => (anexo.cid ? [anexo.cid] : []));
  const emitente = mesa.sorteio.pick(FORNECEDORES);
  const carta = writeCarta(mesa, { emitente, titulos: [titulo] });
  const html = `${toHtml([titulo])}${cids.map((cid) => `<img src="cid:${cid}">`).join("")}`;
  return {
    carta: {
      ...carta,
      html,
      anexos: files.map(({ anexo }) => ({ ...anexo, transporte: TRANSPORTE_COMUM })),
    },
    gabarito: {
      ...GABARITO_VAZIO,
      pedacos: files.map(({ anexo, sinas }) => pedacoOf(anexo, ...sinas)),
    },
  };
}

/** Writes a delivery report that contains only the header of the returned message.   @source RFC 3464 */
function report(mesa: Mesa): Buffer {
  const status = "Reporting-MTA: dns; mx.sandbox.example\r\n\r\nAction: failed\r\nStatus: 4.4.1\r\n";
  const header = `From: <${mesa.destino}>\r\nSubject: Pedido de compra\r\n\r\n`;
  return send(
    mesa,
    "Delivery Status Notification (Failure)",
    multipart("multipart/report; report-type=delivery-status", limite(mesa), [
      plain("O servidor do destinatário não respondeu.\r\n"),
      { campos: [["Content-Type", "message/delivery-status"]], corpo: Buffer.from(status) },
      { campos: [["Content-Type", "text/rfc822-headers"]], corpo: Buffer.from(header) },
    ]),
  );
}

/** @source RFC 8098 */
function receipt(mesa: Mesa): Buffer {
  const disposition = "Disposition: manual-action/MDN-sent-manually; displayed\r\n";
  return send(
    mesa,
    "Lida: Pedido de compra",
    multipart("multipart/report; report-type=disposition-notification", limite(mesa), [
      plain("A sua mensagem foi lida.\r\n"),
      { campos: [["Content-Type", "message/disposition-notification"]], corpo: Buffer.from(disposition) },
    ]),
  );
}
