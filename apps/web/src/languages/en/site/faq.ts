import type * as source from "../../../texts/site/faq.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/site/faq.ts`. */
export const faqTexts: Translated<typeof source.faqTexts> = {
  titulo: "Frequently asked questions",
  texto: "What people usually ask before they connect the first mailbox.",
  outra: "Did not find your question?",
  outraTexto: "Write to us, and we answer by e-mail.",
  falar: "Contact us",
};

/** English questions and answers, in the order of the source. */
export const faqEntries: Translated<typeof source.faqEntries> = [
  {
    id: "validacao",
    pergunta: "How soon is an invoice validated?",
    resposta: [
      "As soon as the e-mail arrives, and within 24 hours of the issue of the invoice: Malote checks the signature of the XML and queries its status at SEFAZ.",
      "Then it checks again, one day, one week and one month after the issue, so that a late cancellation does not go unnoticed.",
    ],
  },
  {
    id: "importacao",
    pergunta: "Can I bring in old invoices?",
    resposta: [
      "Yes. On the Import screen, drop the XML files, one by one or many at once, or a ZIP with all of them inside.",
      "Each imported document goes through the same checks as those that arrive by e-mail. What is not accepted is shown with the reason.",
    ],
  },
  {
    id: "erp",
    pergunta: "How does my ERP receive the documents?",
    resposta: [
      "Through a web service, in SOAP, REST or JSON-RPC. The ERP asks what is new, downloads the XML and marks the document as processed.",
      "The tokens are in Administration, API, with examples ready to copy.",
    ],
  },
  {
    id: "navegadores",
    pergunta: "In which browsers does Malote work?",
    resposta: [
      "In Chrome and Edge from version 111, in Firefox from 114 and in Safari from 16.4, on computers and phones. There is nothing to install.",
    ],
  },
  {
    id: "documentos",
    pergunta: "Which documents does Malote recognize?",
    resposta: [
      "NF-e, NFC-e, CT-e, CT-e OS and MDF-e, and their events: cancellation, correction letter and recipient's statement, among others.",
      "Other attachments are stored with the message, and the screen says why they are not fiscal documents.",
    ],
  },
  {
    id: "caixa",
    pergunta: "Do I have to change the e-mail address that receives the invoices?",
    resposta: [
      "No. Malote reads the mailbox that the company already uses, by POP3 or IMAP, with its password or with a Microsoft or Google account.",
      "It only reads. Nothing is deleted from the server, unless you ask for messages to be removed after some days, and only after they are stored.",
    ],
  },
  {
    id: "certificado",
    pergunta: "Do I need a digital certificate?",
    resposta: [
      "To query SEFAZ and to submit statements, the A1 certificate of the company is needed, a .pfx file. It is stored encrypted and cannot be downloaded again.",
      "Without the certificate, Malote already receives, reads and checks the signature; the query of SEFAZ waits for it.",
    ],
  },
  {
    id: "adulterado",
    pergunta: "What if the XML was changed on the way?",
    resposta: [
      "The signature no longer matches. The document stays in quarantine, with an explanation of what was found, and is not delivered to the ERP.",
    ],
  },
  {
    id: "cancelada",
    pergunta: "What if the supplier cancels the invoice after sending it?",
    resposta: [
      "The next check notices it. The invoice becomes a Mismatch, appears in the tab Mismatches and the person responsible for the account is notified by e-mail.",
    ],
  },
  {
    id: "faltando",
    pergunta: "And when the supplier does not send the XML?",
    resposta: [
      "With the Auditor on, Malote searches SEFAZ for what was issued to the CNPJ of the company and shows what is missing, with a message ready to ask the supplier for it.",
    ],
  },
  {
    id: "plano",
    pergunta: "What happens if I go above my plan?",
    resposta: [
      "Nothing stops. Malote notifies you when the month reaches 80% and 100% of the plan, and documents keep coming in.",
    ],
  },
  {
    id: "publico",
    pergunta: "Can someone outside the company download a document?",
    resposta: [
      "Anyone with the access key, of 44 characters, downloads the XML or the PDF in Download document, without an account or a password.",
    ],
  },
];
