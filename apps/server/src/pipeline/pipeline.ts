import { findChavesSoltas } from "./find-chaves.ts";
import { openAnexo } from "./open-anexo.ts";
import { pollCaixa } from "./poll-caixa.ts";
import { readDocumento } from "./read-dfe.ts";
import { splitEmail } from "./split-email.ts";
import { startWith } from "./stage.ts";
import { validateNota } from "./validate-nota.ts";

/**
 * The road of an e-mail. Three jobs: `poll` (mail server), `ingest` (ours alone), `validate` (SEFAZ); between two jobs only
 * ids travel, planned as tarefas in the very transaction that wrote what they name.
 */
export const pipeline = startWith(pollCaixa) //  poll      a caixa         → e-mails, raw and kept
  .into(splitEmail) //                           ingest    an e-mail       → its parts
  .into(openAnexo) //                            ingest    a part          → files, out of packages
  .into(findChavesSoltas) //                     ingest    a file          → the same; of a PDF that came alone, whose
  .into(readDocumento) //                        ingest    a file          → DF-e read, judged, kept: notas
  .into(validateNota); //                        validate  a nota's chave  → what SEFAZ says of it
