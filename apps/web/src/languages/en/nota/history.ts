import type * as source from "../../../texts/nota/history.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/history.ts`. */
export const historyTexts: Translated<typeof source.historyTexts> = {
  rotulo: "History of the document",
  emitida: "Issued",
  protocolo: (palavra) => `${palavra} by SEFAZ, according to the file`,
  numeroProtocolo: (numero) => `Protocol ${numero}`,
  email: "E-mail received",
  copia: "Another copy received by e-mail",
  importada: "File imported",
  extraida: "Document extracted",
  conferida: (veredito) => `Signature checked: ${veredito}`,
  quarentena: "Put in quarantine",
  quarentenaTexto: "Kept out of the dashboard, the ERP, exports and the public download.",
  liberada: "Released from quarantine",
  atos: {
    liberou: "Released from quarantine",
    colocou: "Put in quarantine",
    retomou: "Returned to quarantine: SEFAZ authorized other content",
  },
  consultada: (resposta) => `SEFAZ queried: ${resposta}`,
  semResposta: "SEFAZ queried: no answer",
  vezes: (n, quando) => `${n} times with the same answer, the last on ${quando}`,
  evento: { email: "Received by e-mail", sefaz: "Reported by SEFAZ" },
  pedida: (palavra) => `Statement requested: ${palavra}`,
  registrada: (palavra) => `Statement recorded at SEFAZ: ${palavra}`,
  recusada: (palavra) => `Statement refused by SEFAZ: ${palavra}`,
  falhou: (palavra) => `Statement not sent: ${palavra}`,
  marcas: { recebido: "Received", conferido: "Checked", processado: "Processed in the ERP" },
  proxima: "Next check at SEFAZ",
  verEmail: "View the e-mail",
  verImportacao: "View the import",
};
