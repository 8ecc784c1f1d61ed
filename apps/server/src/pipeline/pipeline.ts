import { findChavesWithoutXml } from "./ingest/find-chaves.ts";
import { openAnexo } from "./ingest/open-anexo.ts";
import { readDocumento } from "./ingest/read-dfe.ts";
import { splitEmail } from "./ingest/split-email.ts";
import { pollCaixa } from "./poll/poll-caixa.ts";
import { firstJob } from "./stage.ts";
import { validateNota } from "./validate/validate-nota.ts";

/**
 * An e-mail passes three jobs: `poll` (mail server), `ingest` (nothing external), `validate` (SEFAZ).
 * At `nextJob` only ids cross, as tasks that are planned by the transaction that wrote their rows.
 */
export const pipeline = firstJob(pollCaixa) // poll: a mailbox → e-mails, stored raw
  .nextJob(splitEmail) //                      ingest: an e-mail → its parts
  .pipe(openAnexo) //                          a part → files, out of packages
  .pipe(findChavesWithoutXml) //               a file → the same; finds the chaves of PDFs without an XML
  .pipe(readDocumento) //                      a file → verified and stored documents: chaves of notas
  .nextJob(validateNota); //                   validate: a chave → SEFAZ's answer
