import type * as source from "../../../texts/site/public-pages.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/site/public-pages.ts`: what the public pages share. */
export const publicPageTexts: Translated<typeof source.publicPageTexts> = {
  pe: "Fiscal documents that arrive by e-mail, checked and delivered to the ERP.",
};

/** English texts of the captcha. */
export const captchaTexts: Translated<typeof source.captchaTexts> = {
  rotulo: "I am not a robot",
  verificando: "Verifying…",
  verificado: "Verified",
  dica: "no images, no tracking",
  falhou: "Verification was not possible. Try again.",
};

/** English texts of the public download. */
export const downloadTexts: Translated<typeof source.downloadTexts> = {
  titulo: "Download a document",
  texto: "Type, paste or scan with the barcode reader the 44 characters of the access key.",
  chave: "Access key",
  conta: (n) => `${n} of 44`,
  limpar: "Clear the key",
  fatos: {
    uf: "State",
    mes: "Month",
    cnpj: "CNPJ of the issuer",
    cpf: "CPF of the issuer",
    modelo: "Model",
    numero: "Series / number",
    digito: "Check digit",
  },
  confere: (digito) => `${digito}, matches`,
  naoConfere: (digito) => `${digito}, does not match`,
  desconhecido: "unknown",
  buscar: "Search",
  outro: "Search another",
  xml: "Download XML",
  pdf: "Download PDF",
  achado: "Document found",
  serie: (serie) => `series ${serie}`,
  de: (emitente) => `Issuer ${emitente}`,
  ate: (hora) => `The links are valid until ${hora}.`,
  nota: "The XML is the fiscal document; the PDF is only the printout.",
  situacoes: {
    cancelada: {
      rotulo: "Cancelled",
      texto:
        "This document was cancelled at SEFAZ and is no longer valid. The XML does not show this; so only the PDF, with the stamp, can be downloaded.",
    },
    denegada: {
      rotulo: "Denied",
      texto:
        "SEFAZ denied the use of this document, and it is not valid. The XML does not show this; so only the PDF, with the stamp, can be downloaded.",
    },
  },
  pe: "Only documents of verified companies appear, as long as the companies keep them public.",
};

/** English texts of the contact form. */
export const contactTexts: Translated<typeof source.contactTexts> = {
  titulo: "Contact",
  texto: "Questions, proposals or help with a mailbox: write to us, and we answer by e-mail.",
  nome: "Name",
  email: "E-mail",
  telefone: "Telephone",
  empresa: "Company",
  assunto: "Subject",
  opcional: "optional",
  mensagem: "Message",
  enviar: "Send message",
  enviada: "Message sent",
  copia: (email) => `We will answer at ${email}.`,
  outra: "Write another",
};
