import type * as source from "../../../texts/lists/empty-notas.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/empty-notas.ts`. */
export const emptyNotasTexts: Translated<typeof source.emptyNotasTexts> = {
  filtro: "No documents with this filter",
  filtroTexto: "Are there documents outside the filter? Remove one of the filters above to see them.",
  processados:
    "Those that the ERP has already processed are hidden. Remove the filter “not processed” to see them.",
  mostrarProcessados: "Show processed",
  buscaTexto: "The search did not include documents of third parties, in which your company is not a party.",
  buscarTerceiros: "Search documents of third parties too",
  verTerceiros: "Show those of third parties too",
  limpar: "Clear filters",
  nada: "No document received yet",
  nadaTexto: "When an e-mail with an NF-e or CT-e reaches a monitored mailbox, the document appears here.",
  nadaEmitido: "No document issued yet",
  nadaEmitidoTexto: "Documents issued by your company appear here when they reach the monitored mailboxes.",
  verEmails: "View e-mails",
  semCaixa: "No mailbox connected",
  semCaixaTexto:
    "Connect the mailbox to which suppliers send their documents. NF-e and CT-e that arrive in it appear here.",
  div: "No mismatches",
  divTexto: "In this period, the status of each document at SEFAZ is the same as in the received XML.",
};
