import type { ParsedNota } from "@malote/dfe";
import { MODELOS } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import type { Caller } from "../../handler.ts";
import type { FullNota } from "../nota.rows.ts";
import { readEmailClaims } from "./email-claims.rules.ts";
import { type EmailWords, findEmailWords, findReported } from "./evidence.rows.ts";
import { compareSources, type Evidence, type ReportedFacts } from "./evidence.rules.ts";

/** What the database keeps about a document besides its XML. */
export type KeptEvidence = { sefaz: ReportedFacts | null; email: EmailWords | null };

/** Reads SEFAZ's summary of a document, and the words of its e-mail. */
export async function findEvidence(
  db: Db,
  caller: Pick<Caller, "contaId" | "empresas">,
  nota: Pick<FullNota, "chave" | "documentoId">,
): Promise<KeptEvidence> {
  return {
    sefaz: await findReported(db, caller.contaId, nota.chave),
    email: await findEmailWords(db, caller, nota),
  };
}

/** Compares what is kept with the XML, outside any transaction. */
export function judgeEvidence(
  nota: FullNota,
  { sefaz, email }: KeptEvidence,
  parsed: ParsedNota | null,
): Evidence | null {
  const { family } = MODELOS[nota.tipoNota];
  const claims = email && { ...readEmailClaims(email.texto, family), emailId: email.emailId };
  const referencias = parsed?.comercio?.referencias ?? parsed?.transporte?.referencias ?? [];
  const xml = { ...nota, referencias: referencias.flatMap(({ chaveAcesso }) => chaveAcesso ?? []) };
  return compareSources({ xml, sefaz, email: claims });
}
