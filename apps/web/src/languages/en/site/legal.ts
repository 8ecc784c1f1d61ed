import type * as source from "../../../texts/site/legal.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/site/legal.ts`: what both legal pages share. */
export const legalTexts: Translated<typeof source.legalTexts> = {
  vigencia: "In force since 28 November 2026. This is a translation: the Portuguese text prevails.",
  secoes: "On this page",
  outra: "Do you have a question, or want to exercise a right?",
  falar: "Write to Malote",
};

/** English text of the privacy policy. @source as in `texts/site/legal.ts` */
export const privacyTexts: Translated<typeof source.privacyTexts> = {
  titulo: "Privacy",
  texto: "What personal data Malote processes, for what, for how long, and how you receive it or delete it.",
  secoes: [
    {
      id: "papeis",
      titulo: "Who is responsible for the data",
      texto: [
        "The company that uses Malote is the controller: it decides which mailboxes are read and what is done with the documents. Malote is the processor: it processes the data on behalf of the company and follows its instructions.",
        "For the data of the person who creates the account, of the users and of those who write through the contact form, whoever operates this installation of Malote is responsible. The data protection officer can be reached through the page Contact.",
      ],
    },
    {
      id: "dados",
      titulo: "Which data, and for what",
      texto: [
        "Of users: name, username, e\u2011mail, password (only its cryptographic hash), passkeys, second factor, sessions with the browser used, and the log of what each one did in the account. They serve to sign in, to protect the account and to prove who did what (performance of a contract and legitimate interest).",
        "Of messages and fiscal documents: sender, recipient, text and attachments of the e\u2011mail, and the data of people that the document contains, such as name, CPF and address. They serve to store, check and deliver the fiscal documents (legal obligation of the company).",
        "Of those who write through the contact form: name, e\u2011mail, telephone and the message. They serve to answer.",
        "Malote does not sell data, does not show advertisements and does not train models with it.",
      ],
    },
    {
      id: "navegador",
      titulo: "Cookies and your browser",
      texto: [
        "There is only one cookie, for the session, created when you sign in. Screen preferences, filters and drafts stay in your browser. There is no tracking and there are no third-party services on the pages; the “I am not a robot” verification is a computation made by the browser itself.",
      ],
    },
    {
      id: "compartilhamento",
      titulo: "With whom the data is shared",
      texto: [
        "With SEFAZ, when a document is queried or a statement is submitted on behalf of the company. With the provider of the mailbox that the company connected. With the management system (ERP) to which the company gave access. With authorities, when the law requires it.",
        "Anyone with the access key of a document can download it without signing in, if the company allows it; the company turns this off in My account and in each company.",
      ],
    },
    {
      id: "prazo",
      titulo: "For how long",
      texto: [
        "Messages and fiscal documents are kept as long as the account exists: the company is required to keep them for at least five years, counted as the National Tax Code provides. Sessions end after up to 7 days without use. Contact messages are deleted after 180 days.",
        "The log of what was done in the account does not change and is not deleted, because it proves who checked, released or submitted a statement about a document. It keeps the name of whoever acted.",
      ],
    },
    {
      id: "direitos",
      titulo: "Your rights",
      texto: [
        "In My account, “Your data” downloads everything that Malote stores about you, in a file that can be read in any program, and deletes your data and your access. There you also correct your name and e\u2011mail. An administrator deletes the data of another user by deleting that user.",
        "If your data is in a document or in an e\u2011mail received by a company, ask the company: Malote helps the company to respond. A fiscal document cannot be changed or deleted before the period set by law (art. 16, I, of the LGPD).",
        "You can also complain to the National Data Protection Authority (ANPD).",
      ],
    },
    {
      id: "seguranca",
      titulo: "How the data is protected",
      texto: [
        "Accounts are separated in the database itself. Mailbox passwords, certificates and keys are stored encrypted. Backups are encrypted. Sensitive actions ask for the password again, and each one is recorded in the log.",
        "If there is an incident that brings risk to people, the company and the ANPD are notified within the period set by law, with what happened and what was done.",
      ],
    },
  ],
};

/** English text of the terms of use. */
export const termsTexts: Translated<typeof source.termsTexts> = {
  titulo: "Terms of use",
  texto: "What Malote does, what it does not do, and what each side promises.",
  secoes: [
    {
      id: "servico",
      titulo: "The service",
      texto: [
        "Malote reads the mailboxes that your company connects, stores each message, extracts the electronic fiscal documents from it, checks the digital signature, queries SEFAZ and delivers the documents to your team and to your ERP.",
        "It does not issue documents, does not pay suppliers and does not replace bookkeeping. The decision to pay, to credit or to submit a statement is that of your company.",
      ],
    },
    {
      id: "conta",
      titulo: "The account and the users",
      texto: [
        "Whoever creates the account declares that they may act for the company, and is responsible for the users they invite. Each person uses their own access. Passwords, tokens and certificates are not shared; if one leaks, replace it at once and notify us.",
        "Connect only mailboxes and certificates that your company has the right to use.",
      ],
    },
    {
      id: "veredito",
      titulo: "What a verdict means",
      texto: [
        "“Authorized” means that the signature matches and that SEFAZ gave this answer at the time that the screen shows. The status can change later: Malote queries again at the intervals it publishes, and shows when it queried.",
        "When SEFAZ does not answer, Malote says that it does not know. It never assumes.",
      ],
    },
    {
      id: "limites",
      titulo: "Plan and limits",
      texto: [
        "The plan counts documents per month. Going above it does not stop capture: we notify you and agree on another plan. There are limits of size and rate per account, which protect the other accounts; the API documentation publishes them.",
        "It is not allowed to attack the service, to try to see data of other accounts, or to use it to send unsolicited messages.",
      ],
    },
    {
      id: "dados",
      titulo: "The data is yours",
      texto: [
        "Messages and documents belong to your company. Download them whenever you want, one by one, in bulk, through the repository or through the API, as original XML. How we process personal data is described in Privacy.",
      ],
    },
    {
      id: "responsabilidade",
      titulo: "Availability and liability",
      texto: [
        "We work so that nothing is lost: each message is stored before it is read, and there are backups. SEFAZ, e\u2011mail providers and the internet are outside our control, and we are not liable for them.",
        "Nothing here excludes rights that the law guarantees.",
      ],
    },
    {
      id: "fim",
      titulo: "How it ends",
      texto: [
        "The company closes the account whenever it wants, through Contact. Before that, download the documents: the obligation to keep them remains that of the company. Changes to these terms are announced in the product 30 days in advance. Brazilian law applies, in the courts of the domicile of the company.",
      ],
    },
  ],
};
