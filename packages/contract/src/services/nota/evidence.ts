import * as z from "zod/mini";
import { instant } from "../../wire.ts";

/** What the sources of a document may say differently. `situacao` is a cStat, `valor` a decimal string,
 * `emitente` and `destinatario` are CNPJs or CPFs, `emissao` is an instant as ISO text. */
export const EVIDENCE_FIELDS = [
  "situacao",
  "chave",
  "numero",
  "emitente",
  "destinatario",
  "emissao",
  "valor",
] as const;

/** The sources beside the XML. */
export const EVIDENCE_SOURCES = ["sefaz", "email"] as const;

const said = z.nullable(z.string());

/** What each source says about a document: the received XML, SEFAZ (its summary and its answers), and the
 * text and file names of the e-mail that brought it. A source that says nothing of a field has null. */
export const evidenceWire = z.object({
  /** Null if SEFAZ has reported nothing. */
  sefazEm: instant,
  /** Null if no e-mail brought it, or if the caller may not see its text. */
  emailId: z.nullable(z.uuid()),
  campos: z.array(
    z.object({
      campo: z.enum(EVIDENCE_FIELDS),
      xml: said,
      sefaz: said,
      email: said,
      /** The sources that contradict the XML. */
      divergem: z.array(z.enum(EVIDENCE_SOURCES)),
    }),
  ),
});

/** A change of the quarantine of a document after its arrival, with its reason. `retomou`: by SEFAZ. */
export const quarantineActWire = z.object({
  acao: z.enum(["liberou", "colocou", "retomou"]),
  quem: z.string(),
  quando: instant,
  motivo: z.nullable(z.string()),
});
