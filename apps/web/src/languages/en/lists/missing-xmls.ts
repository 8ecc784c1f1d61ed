import type * as source from "../../../texts/lists/missing-xmls.ts";
import type { Translated } from "../../translated.ts";

const xmls = (n: string): string => (n === "1" ? "1 XML" : `${n} XMLs`);
const notas = (n: string): string => (n === "1" ? "1 document" : `${n} documents`);
const dias = (n: number): string => (n === 0 ? "today" : n === 1 ? "yesterday" : `${n} days ago`);

/** English texts of `texts/lists/missing-xmls.ts`. */
export const missingXmlTexts: Translated<typeof source.missingXmlTexts> = {
  explica:
    "SEFAZ has the record, the XML did not arrive. “Request” opens an e-mail to the supplier for you to review.",
  agrupar: "Group",
  agrupamentos: { fornecedor: "By supplier", data: "By date" },
  documentos: notas,
  total: (documentos, fornecedores) =>
    `${notas(documentos)} of ${fornecedores === "1" ? "1 supplier" : `${fornecedores} suppliers`}`,
  noPrazo: (n) => `${n} within the acknowledgement deadline`,
  jaPedidos: (n) => `${n} already requested`,
  soma: "Sum",
  pedir: (n) => `Request ${xmls(n)}`,
  pedirDeNovo: "Request again",
  baixar: (n) => `Acknowledge and download ${n} from SEFAZ`,
  darCiencia: "Acknowledge and download",
  porFora: "I already asked another way",
  mais: (nome) => `More actions for ${nome}`,
  abrir: (nome) => `Show the documents of ${nome}`,
  selecionarFornecedor: (nome) => `Select the documents of ${nome}`,
  selecionar: (nome) => `Select ${nome}`,
  selecionados: (n) => `${n} selected`,
  limparSelecao: "Clear the selection",
  maisAntiga: (dia) => `the oldest from ${dia}`,
  resto: (n) =>
    `There are ${n} more ${n === "1" ? "document" : "documents"} of this supplier. Use the filter to see them.`,
  propria: "Company of the account: it has the XML itself",
  semEndereco: "No known address",
  estado: {
    faltando: "Missing XML",
    pedido: (n) => `Requested ${dias(n)}`,
    semResposta: (n) => `Requested ${dias(n)}, no answer`,
    baixando: "Downloading from SEFAZ",
  },
  por: (quem, quando) => `By ${quem}, ${quando}`,
  porForaPor: (quem, quando) => `Another way, by ${quem}, ${quando}`,
  lembretes: (n) => (n === 1 ? "1 reminder sent" : `${n} reminders sent`),
  cienciaEnviada: (quando) => `Acknowledgement requested ${quando}`,
  cienciaAte: (dia) => `Acknowledge by ${dia}`,
  cienciaHoje: (dia) => `Acknowledge by today, ${dia}`,
  cienciaAmanha: (dia) => `Acknowledge by tomorrow, ${dia}`,
  prazoTerminou: (dia) => `The acknowledgement deadline ended on ${dia}`,
  semCiencia: (tipo) => `${tipo} has no acknowledgement: only the issuer sends it`,
  carta: {
    titulo: "Request the XML from the supplier",
    tituloVarios: "Request the XMLs from the suppliers",
    para: "To",
    paraDica:
      "The address that has already sent documents of this supplier. The answer goes to your mailbox.",
    paraNovo: "There is no known address of this supplier.",
    paraFixo: "Only an administrator can write to a new address.",
    responderA: "Reply to",
    assunto: "Subject",
    texto: "Text",
    enviar: "Send request",
    enviarVarios: (n) => (n === 1 ? "Send 1 request" : `Send ${n} requests`),
    lembrete: (n) =>
      n === 0
        ? "The supplier gets no reminders."
        : `If the XML does not arrive, Malote reminds the supplier every ${n} days, at most twice.`,
    falha: "The request was not sent.",
  },
  pedido: (n, para) => `Request for ${xmls(n)} sent to ${para}.`,
  pedidos: (n) => `Requests for ${xmls(n)} sent.`,
  ciencia: (n) =>
    n === "1" ? "Acknowledgement requested at SEFAZ." : `${n} acknowledgements requested at SEFAZ.`,
  marcado: (n) => `${notas(n)} marked as already requested another way.`,
  recusados: (n) => (n === "1" ? "1 document was left out" : `${n} documents were left out`),
};
