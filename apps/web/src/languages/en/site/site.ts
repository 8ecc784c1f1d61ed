import type * as source from "../../../texts/site/site.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/site/site.ts`: title and description of the public pages, by path. */
export const pageMetas: Translated<typeof source.pageMetas> = {
  "/home": {
    titulo: "Malote: the fiscal invoices in your e-mail, checked with SEFAZ and delivered to the ERP",
    descricao:
      "Malote monitors the mailboxes of the company, finds NF-e and CT-e in the attachments, checks each document with SEFAZ and delivers it to the ERP.",
  },
  "/beneficios": {
    titulo: "Benefits · Malote",
    descricao:
      "No e-mail is lost, signature checked, status confirmed by SEFAZ, mismatches in view and the ERP receiving each document only once.",
  },
  "/faq": {
    titulo: "Frequently asked questions · Malote",
    descricao:
      "How soon an invoice is validated, how to bring in old ones as XML or ZIP, how the ERP receives the documents and in which browsers Malote works.",
  },
  "/quem_utiliza": {
    titulo: "Who uses it · Malote",
    descricao:
      "Industry, retail, transport, construction, accounting offices and groups of companies: what each one receives by e-mail and what Malote does with it.",
  },
  "/privacidade": {
    titulo: "Privacy · Malote",
    descricao:
      "What personal data Malote processes, for what and for how long, and how you receive it or delete it, according to the LGPD.",
  },
  "/termos": {
    titulo: "Terms of use · Malote",
    descricao: "What Malote does, what it does not do, and what each side promises.",
  },
  "/contato": {
    titulo: "Contact · Malote",
    descricao: "Questions, proposals or help with a mailbox: write to Malote.",
  },
  "/download": {
    titulo: "Download a document · Malote",
    descricao: "Download the XML or the PDF of an NF-e or a CT-e with the 44 characters of the access key.",
  },
  "/login": {
    titulo: "Sign in · Malote",
    descricao: "Sign in to Malote with the account identifier of your company, your user and your password.",
  },
  "/criar_conta": {
    titulo: "Create an account · Malote",
    descricao: "Open the account of your company in Malote and connect the first mailbox in minutes.",
  },
  "/esqueceu_senha": {
    titulo: "Forgot my password · Malote",
    descricao: "Request a link to create a new Malote password.",
  },
};

/** English texts of the links between the public pages. */
export const siteLinkTexts: Translated<typeof source.siteLinkTexts> = {
  navegacao: "Pages of the site",
  menu: "Open the menu",
  inicio: "Malote, home page",
  beneficios: "Benefits",
  faq: "Frequently asked questions",
  quemUtiliza: "Who uses it",
  download: "Download document",
  contato: "Contact",
  privacidade: "Privacy",
  termos: "Terms of use",
  entrar: "Sign in",
  criarConta: "Create an account",
  abrir: "Open Malote",
  rodape: "Electronic fiscal documents, from e-mail to the ERP.",
  rodapeNavegacao: "Pages of the site, in the footer",
};

/** English texts of the home page. */
export const homeTexts: Translated<typeof source.homeTexts> = {
  // A non-breaking hyphen: "e-" must not stand alone at the end of a line.
  titulo: "Every invoice that arrives by e\u2011mail, checked and delivered to your ERP.",
  texto:
    "Malote monitors the mailboxes of your company, finds NF-e and CT-e in the attachments and confirms each one with SEFAZ within 24 hours.",
  tela: "Screen of Malote with the list of received documents: type, number, issue date, issuer, value and status of each one at SEFAZ.",
  telaCelular: "The same list on a phone, one card for each document.",
  comoFunciona: "How it works",
  passos: [
    {
      titulo: "Connect the mailbox",
      texto:
        "Enter the e-mail that receives the invoices. The connection test tells you, step by step, if everything is right.",
    },
    {
      titulo: "Malote checks",
      texto:
        "Each XML has its signature checked and is confirmed with SEFAZ. What does not match is kept apart, with the reason.",
    },
    {
      titulo: "The ERP receives",
      texto:
        "By SOAP, REST or JSON-RPC, in the order in which they arrived, without losing or repeating a document.",
    },
  ],
  beneficios: "View all benefits",
  planos: {
    titulo: "Plans by volume",
    texto: "Everything is included in all of them. Choose by the number of DF-e per month.",
    ate: (limite) => `up to ${limite}`,
    de: (inicio, limite) => `${inicio} to ${limite}`,
    porMes: "DF-e per month",
    criar: "Create an account",
    falar: "Contact us",
    falarDe: (faixa) => `Contact us about the plan of ${faixa} DF-e per month`,
    nota: "Above the plan? Nothing stops. Malote notifies you at 80% and at 100% of the plan, and you decide.",
  },
  perguntas: "Frequently asked questions",
  todas: "View all questions",
};

/** English texts of the page of benefits. */
export const benefitTexts: Translated<typeof source.benefitTexts> = {
  titulo: "The fiscal team no longer has to look for invoices",
  texto: "From the mailbox to the ERP, Malote does the repeated work and shows only what needs a person.",
  tela: "Screen of a document in Malote: the path it followed, its status at SEFAZ, the checked signature and the DANFE beside it.",
  grupos: [
    {
      titulo: "No e-mail is lost",
      texto:
        "Every message in the monitored mailboxes is stored as it arrived, even one without an invoice. The outcome of each attachment is explained.",
      fatos: [
        "POP3 and IMAP, with a password or with the Microsoft or Google account of the company.",
        "Opens a ZIP inside a ZIP and finds the XML whatever its name.",
        "Only reads: nothing is deleted from your server, unless you ask.",
        "If a mailbox stops, Malote says why and what to do, on screen and by e-mail.",
      ],
    },
    {
      titulo: "The document is what it says it is",
      texto:
        "The digital signature of each XML is checked before any use, and the verdict comes in plain words, with the proof beside it.",
      fatos: [
        "A tampered file stays in quarantine and does not reach the ERP.",
        "The cryptographic hash of the file is compared with the one that SEFAZ keeps.",
        "DANFE and DACTE are drawn from the XML, never from the PDF that came with it.",
      ],
    },
    {
      titulo: "SEFAZ confirms, today and later",
      texto:
        "The status is queried as soon as the document arrives and again in the following weeks, because a cancellation can come late.",
      fatos: [
        "Checks one day, one week and one month after the issue.",
        "An invoice cancelled after it was received becomes a mismatch, with a notification.",
        "The Auditor shows what was issued to your CNPJ and did not come by e-mail.",
        "Recipient's statement on the same screen, with the certificate of the company.",
      ],
    },
    {
      titulo: "The ERP receives only once",
      texto:
        "The integration reads what is new, downloads the XML and marks the document as processed. The dashboard shows what is still missing.",
      fatos: [
        "SOAP, REST and JSON-RPC, with one token for each program.",
        "Copies of the same document are recognized: one invoice is one invoice.",
        "What changes after integration, such as a cancellation, appears again for the ERP.",
      ],
    },
    {
      titulo: "Everyone knows who did what",
      texto:
        "Received, checked, processed: each flag keeps the person and the time. No one has to ask around.",
      fatos: [
        "Administrators take care of companies, mailboxes and people; the others take care of invoices.",
        "A separate permission to submit statements on behalf of the company.",
        "Second factor, with a code or a passkey, to protect access even more.",
      ],
    },
    {
      titulo: "The files remain yours",
      texto: "What came in can go out, complete, whenever you want.",
      fatos: [
        "Import of XML and ZIP to bring in the earlier archive.",
        "Repository: all XMLs of a period in a ZIP.",
        "Lists as CSV, Excel or PDF.",
        "Public download by access key, for people outside the company.",
      ],
    },
  ],
  chamada: "Connect a mailbox and see the first invoices arrive.",
};

/** English texts of the page of who uses Malote. */
export const audienceTexts: Translated<typeof source.audienceTexts> = {
  titulo: "For those who receive invoices every day",
  texto:
    "Malote is for those who have XML arriving by e-mail and an ERP waiting for it. The sector changes; the path of the invoice is the same.",
  chega: "What arrives",
  faz: "What Malote does",
  segmentos: [
    {
      nome: "Industry and distribution",
      chega: "NF-e of raw materials and CT-e of freight, from many suppliers, in ZIPs or one by one.",
      faz: "Separates each document, confirms it with SEFAZ before unloading and delivers it to the ERP in order.",
    },
    {
      nome: "Retail and store chains",
      chega: "Invoices from many suppliers to many CNPJs, almost always in the same mailbox.",
      faz: "Recognizes the company by the CNPJ of the recipient and lets you filter, mark and export store by store.",
    },
    {
      nome: "Transport and logistics",
      chega: "CT-e, CT-e OS and MDF-e, your own and those of partners, together with the NF-e of the cargo.",
      faz: "Reads all models, shows the invoices of each freight and follows cancellations.",
    },
    {
      nome: "Construction and services",
      chega: "Invoices of materials that the site buys and that the head office discovers only later.",
      faz: "The Auditor shows what was issued to the CNPJ, even when no one sent the XML.",
    },
    {
      nome: "Accounting offices",
      chega: "The XML of all clients, at the end of the month, in every form.",
      faz: "One company for each client, bulk import and the whole period in a ZIP.",
    },
    {
      nome: "ERP developers",
      chega: "Requests for integration with e-mail, SEFAZ and digital certificates.",
      faz: "A documented web service, with the document already read, checked and in JSON.",
    },
  ],
  clientes: "Customers",
  clientesTexto: "Companies that use this Malote.",
  chamada: "Does your company receive invoices by e-mail?",
};
