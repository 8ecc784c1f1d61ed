import type * as source from "../../../texts/admin/certificado.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/admin/certificado.ts`. */
export const certificadoTexts: Translated<typeof source.certificadoTexts> = {
  titulo: "Certificate",
  a1: "A1 certificate",
  voltar: "Back to the company",
  voltarLista: "Back to companies",
  subtitulo: "certificate",
  lado: "Current certificate",
  situacoes: {
    valido: (dia) => `Valid until ${dia}`,
    vencendo: (dias) =>
      dias <= 0 ? "Expires today" : dias === 1 ? "Expires tomorrow" : `Expires in ${dias} days`,
    vencido: "Expired",
    futuro: (dia) => `Valid from ${dia}`,
    nenhum: "No certificate",
  },
  enviar: "Upload certificate",
  trocar: "Replace certificate",
  adicionar: "Add certificate",
  adicionarDe: (nome) => `Add the certificate of ${nome}`,
  trocarDe: (nome) => `Replace the certificate of ${nome}`,
  nenhum: {
    titulo: "No certificate",
    texto:
      "Without it, Malote neither submits statements nor searches for documents at SEFAZ on behalf of this company, and queries only if there is a certificate of the operator.",
  },
  vencido: "SEFAZ no longer accepts this certificate. Upload the new one.",
  vencendo: "Ask your certificate authority to renew it and upload the new file before it expires.",
  futuro: "The validity of this certificate has not started yet. Until then SEFAZ refuses it.",
  linhas: {
    titular: "Subject",
    cnpj: "CNPJ",
    validade: "Validity",
    emissor: "Issuer",
    cadeia: "Chain",
    enviado: "Uploaded",
    impressao: "Fingerprint (SHA-256)",
  },
  periodo: (de, ate) => `${de} to ${ate}`,
  mesmoCnpj: "is the CNPJ of the company",
  mesmaRaiz: "same CNPJ root as the company",
  outroCnpj: "not of the company",
  ecpf: "e-CPF, without a CNPJ",
  cadeias: {
    verificada: "Verified up to an ICP-Brasil root",
    desconhecida: "No known authority confirms it",
    "nao-verificada": "Not checked: the server does not have the ICP-Brasil roots",
  },
  enviadoPor: (quando, quem) => `${quando}, by ${quem}`,
  copiarImpressao: "Copy the fingerprint",
  soAdministrador: "Only account administrators upload certificates. You see the current one.",
  arquivo: {
    rotulo: "Certificate file",
    solte: "Drop the .pfx or .p12 here",
    toque: "Choose the .pfx or .p12",
    solteAgora: "Drop to choose this file",
    escolher: "Choose file",
    outro: "Choose another",
    dica: (max) => `The A1 that the certificate authority delivered, up to ${max}.`,
    tirar: "Remove the file",
  },
  senha: "Certificate password",
  senhaDica: "The one set when the certificate was issued or exported. It is stored encrypted.",
  botao: "Upload certificate",
  enviando: (porcento) => `Uploading ${porcento}`,
  conferindo: "Checking the certificate…",
  erros: {
    arquivo: "Choose the certificate file.",
    tipo: "Choose a .pfx or .p12 file.",
    grande: (max) => `The file is larger than ${max}: it does not look like an A1 certificate.`,
    vazio: "The file is empty.",
    senha: "Enter the password.",
    upload: "The certificate upload failed.",
    uploadTexto: "The file is still chosen and the previous certificate is still in use. Try again.",
  },
  enviado: (nome) => `Certificate of ${nome} uploaded.`,
  recebido: "Certificate received and stored encrypted.",
  substituiu: (titular, dia) =>
    `The previous one, of ${titular}, valid until ${dia}, was replaced and deleted.`,
  primeiro: "This is the first one of this company. The documents that waited for it will be queried.",
  trocaAviso:
    "The new one replaces the current one once it is accepted. If it is refused, the current one stays in use.",
  seguranca:
    "The file is stored encrypted and is opened only to access SEFAZ. No one, not even the administrator, can download it from here.",
  abandonar: {
    texto: "The chosen file and the password were not sent.",
  },
};
