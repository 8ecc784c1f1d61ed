import type * as source from "../../../texts/lists/emails.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/emails.ts`. */
export const emailTexts: Translated<typeof source.emailTexts> = {
  titulo: "E-mails",
  lista: "Received e-mails",
  ordens: {
    dataDesc: "Date, newest first",
    remetente: "Sender",
    destinatario: "Recipient",
    assunto: "Subject",
  },
  semAssunto: "(no subject)",
  semRemetente: "(no sender)",
  semData: "No date",
  evento: "Event",
  mais: (n) => `+${n}`,
  maisDica: (n) => (n === 1 ? "1 more document" : `${n} more documents`),
  nada: "Nothing extracted",
  nadaSemAnexos: "Nothing extracted: no attachments",
  emLeitura: "Being read",
  parados: { ilegivel: "Unreadable", incompleta: "Partly read", grande: "Too large" },
  problema: (n) => (n === 1 ? "1 part with a problem" : `${n} parts with a problem`),
  legenda: "No document extracted",
  vazio: "No e-mails with this filter",
  vazioTexto: "Are there e-mails outside the filter? Remove one of the filters above to see them.",
  nenhum: "No e-mail received yet",
  nenhumTexto:
    "The monitored mailboxes are read every few minutes. What arrives appears here, even without a document.",
  semCaixa: "No mailbox connected",
  semCaixaTexto:
    "Connect the mailbox to which suppliers send their documents. What arrives in it appears here.",
  limpar: "Clear filters",
  detalhe: {
    voltar: "Back to e-mails",
    anterior: "Previous e-mail",
    proximo: "Next e-mail",
    posicao: (pos, total) => `${pos} of ${total}`,
    original: "Original e-mail",
    para: "to",
    caixa: "mailbox",
    recebidoEm: (quanto) => `received in ${quanto}`,
    corpo: "Body of the e-mail",
    semCorpo: "This message has no text.",
    bloqueadas: (n) => `Remote images blocked (${n})`,
    mostradas: (n) => `Remote images shown (${n})`,
    mostrar: "Show",
    esconder: "Hide",
    partes: "Parts and outcome",
    partesResumo: (partes, extraidos) =>
      `${partes === 1 ? "1 part" : `${partes} parts`}, ${
        extraidos === 1 ? "1 document extracted" : `${extraidos} documents extracted`
      }`,
    emLeitura: "The e-mail is still being read; the parts appear in a moment.",
    quarentena: "Reading of this e-mail stopped.",
    baixar: (nome) => `Download ${nome}`,
    corpoDaMensagem: "Message body",
    html: "HTML",
    texto: "Text",
    semNome: "unnamed file",
    embutida: "embedded",
    abertoNaPagina: "Stored, opened on this page",
    aberto: (n) => (n === 1 ? "Opened, 1 file" : `Opened, ${n} files`),
    loteAberto: (n) => (n === 1 ? "Opened, 1 document" : `Opened, ${n} documents`),
    ilegivel: "Unreadable",
    ignorada: "Ignored",
    lendo: "Being read",
    reprocessar: "Read again",
    reprocessando: "Reading again…",
    reprocessado: (quando) => `Read again ${quando}`,
    pergunta: {
      titulo: "Read this e-mail again?",
      texto:
        "The stored original is read once more, with the current rules of Malote. A better verdict can change documents that are already in the lists; flags and releases are kept.",
      acao: "Read again",
    },
    pedido: "The e-mail will be read again in a moment.",
    semXml: {
      titulo: (n) => (n === 1 ? "Only the PDF arrived" : `Only the PDFs of ${n} documents arrived`),
      tituloCitada: "The XML did not come in this e-mail",
      soPdf: {
        veio: (nome) => `${nome}: this e-mail brought only the PDF; the XML arrived another way.`,
        falta: (nome) =>
          `${nome}: this e-mail brought only the PDF, which has no fiscal value. Ask the sender for the XML.`,
      },
      citada: {
        veio: (nome) =>
          `${nome}: this e-mail mentions the key without bringing the XML, which arrived another way.`,
        falta: (nome) =>
          `${nome}: this e-mail mentions the key without bringing the XML. Ask the sender for it.`,
      },
      chave: "Access key",
    },
    abrirNota: (nome) => `Open ${nome}`,
    naoExiste: "E-mail",
  },
};
