import type * as source from "../../../texts/admin/first-steps.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/admin/first-steps.ts`. */
export const firstStepTexts: Translated<typeof source.firstStepTexts> = {
  titulo: "First steps",
  texto: "Takes about five minutes. You can stop and continue later: what has been saved is kept.",
  lista: "Steps",
  posicao: (n, total) => `Step ${n} of ${total}`,
  alterar: "Change",
  alterarPasso: (passo) => `Change ${passo}`,
  feito: "done",
  agora: "now",
  depois: "Do it later",
  voltar: "Back",
  pular: "Skip this step",
  irParaPainel: "Go to the Dashboard",
  soAdministrador: "Only administrators do the first steps",
  soAdministradorTexto:
    "Ask an account administrator. Meanwhile, what has already arrived is in the dashboard.",
  passos: {
    empresa: {
      nome: "Company",
      falta: "The company that receives the documents",
      titulo: "What is your company?",
      texto: "From the CNPJ, Malote knows which documents it receives and which it issues.",
    },
    certificado: {
      nome: "Certificate",
      falta: "To query SEFAZ on its behalf",
      titulo: "Upload the A1 certificate of the company",
      texto:
        "With it Malote checks each document with SEFAZ. Without it the documents arrive too, but wait to be checked.",
      valido: (data) => `Valid until ${data}`,
    },
    caixa: {
      nome: "Mailbox",
      falta: "Where suppliers send the documents",
      titulo: "Connect the mailbox that receives the documents",
      texto:
        "Test the connection on the side before you save: Malote only reads, and deletes nothing unless you ask.",
      teste: (usuario) => `${usuario}, test passed`,
      erro: (usuario) => `${usuario}, with an error`,
    },
    emails: {
      nome: "First e-mails",
      falta: "See the documents arrive",
      lendo: "Reading now",
      chegaram: "The documents are arriving",
    },
  },
  chegada: {
    esperando: "Waiting for the first e-mails",
    chegando: "Your documents are arriving",
    chegaram: "Your documents have arrived",
    semCaixa: "A mailbox still has to be connected",
    semCaixaTexto: "The documents arrive in it. Connect one and come back here to see the first document.",
    conectar: "Connect a mailbox",
    lendoA: "Reading the mailbox ",
    lendoB: ", from the newest message to the oldest. You can close this page: the reading continues.",
    vazia:
      "The mailbox was read and has no new message. Send an e-mail with a document to see it appear here.",
    erro: (nome) => `The mailbox ${nome} did not respond`,
    corrigir: "Fix the connection",
    lidas: (n) => (n === "1" ? "1 message read" : `${n} messages read`),
    lendo: "reading…",
    totais: {
      emails: "E-mails read",
      documentos: "DF-e found",
      confirmados: "Confirmed by SEFAZ",
      precisam: "Needs you",
    },
    lista: "E-mails that have just arrived",
    emLeitura: "Reading",
    consultando: "Querying SEFAZ",
    guardado: "Stored",
    nada: "Nothing extracted",
    mais: (n) => `+${n}`,
    estaoNaLista: (n) =>
      n === "1"
        ? "The one that needs you is already in the list."
        : `The ${n} that need you are already in the list.`,
  },
  opcionais: {
    titulo: "Later, when you want",
    feitos: (n, total) => `${n} of ${total} done`,
    equipe: "Invite the team",
    api: "Connect the ERP through the API",
    importar: "Import old documents",
  },
  cartao: {
    titulo: "First steps",
    feitos: (n, total) => `${n} of ${total} done`,
    continuar: "Continue",
    itens: {
      empresa: "Register the company",
      certificado: "Upload the certificate",
      caixa: "Connect the mailbox",
      teste: "Test the connection",
      documento: "Receive the first document",
    },
  },
};
