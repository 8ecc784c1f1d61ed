import type * as source from "../../../texts/names/notices.ts";
import type { Translated } from "../../translated.ts";

/** English notice before the auditor is turned on. */
export const auditorNotices: Translated<typeof source.auditorNotices> = {
  aviso:
    "Turn the auditor on only if no other program (ERP, accountant, another system) fetches the documents of this CNPJ from SEFAZ. SEFAZ accepts one program per CNPJ: when two ask, it blocks the CNPJ for an hour, and both get no documents.",
};

/** English sentences of why the last collection of a caixa failed. */
export const caixaFailures: Translated<typeof source.caixaFailures> = {
  dns: "The address of the server was not found. Check the name of the server.",
  "endereco-proibido": "The server points to an internal address, which Malote does not access.",
  recusada: "The server refused the connection. Check the server and the port.",
  tempo: "The server took too long to answer. We will try again.",
  tls: "The secure connection failed: the certificate of the server is not trusted.",
  senha: "The server refused the user or the password. Check the details of the mailbox.",
  autorizacao: "The provider no longer accepts the access authorization. Authorize the mailbox again.",
  pasta: "The chosen folder does not exist in the mailbox. Check its name.",
  protocolo: "The server gave an unexpected answer. Check the server, the port and the type of mailbox.",
  interrompida: "The connection broke during the collection. We will try again.",
  "nao-apaga":
    "The server does not allow messages to be deleted one by one. E-mails are still read; turn deletion off for this mailbox, or delete them on the server.",
  "grande-demais": "A message is larger than allowed and was left on the server.",
  interna: "The collection failed because of a problem in Malote, not in the mailbox. We will try again.",
};
