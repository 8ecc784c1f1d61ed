import type * as source from "../../../texts/nota/release.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/release.ts`: the release from quarantine. */
export const releaseTexts: Translated<typeof source.releaseTexts> = {
  abrir: "Release from quarantine",
  soAdministrador: "Only an administrator can release from quarantine.",
  titulo: "Release from quarantine?",
  achados: "What the check found",
  semAchados: "The check recorded no findings.",
  aviso:
    "The document enters the lists, the totals and the delivery to the ERP like the others. Your name, the time and the reason are recorded.",
  motivo: "Reason",
  dica: (min, max) => `Why this document can be trusted, in ${min} to ${max} characters.`,
  conta: (n, max) => `${n} of ${max}`,
  acao: "Release",
  feita: (documento) => `${documento} released from quarantine.`,
};

/** English texts of putting a document into quarantine again. */
export const holdTexts: Translated<typeof source.holdTexts> = {
  abrir: "Put back in quarantine",
  titulo: "Put in quarantine?",
  aviso:
    "The document leaves the totals, the exports and the delivery to the ERP until an administrator releases it. Your name, the time and the reason are recorded.",
  motivo: "Reason",
  dica: (min, max) => `Why it should stay out of the ERP, in ${min} to ${max} characters.`,
  acao: "Put in quarantine",
  feita: (documento) => `${documento} in quarantine, out of the ERP.`,
  colocada: (quem, quando) => `Put in quarantine by ${quem} on ${quando}`,
  texto:
    "An administrator put it in quarantine. The file did not change; the reason is in the card beside it.",
};
