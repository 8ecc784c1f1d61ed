import { formatChave, formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { evidenceTexts as texts } from "../../../texts/nota/evidence.ts";
import { statusWord } from "../../../ui/documento/documento-status.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";

type Evidence = NonNullable<Nota["evidencia"]>;
type EvidenceField = Evidence["campos"][number];
export type EvidenceSource = "xml" | "sefaz" | "email";

/** One field, in words; `differs`: the sources that contradict the XML. */
export type EvidenceLine = {
  campo: EvidenceField["campo"];
  said: Record<EvidenceSource, string | null>;
  differs: readonly EvidenceSource[];
};

/** What the sources of a document say: a line per field that another source mentions, and a sentence. */
export type EvidenceView = {
  lines: EvidenceLine[];
  sentence: string;
  differs: boolean;
};

/** The evidence of a document in words; null if no other source says anything about it. */
export function evidenceViewOf({ evidencia }: Nota, timeZone: string): EvidenceView | null {
  const known = (evidencia?.campos ?? []).filter(({ sefaz, email }) => sefaz !== null || email !== null);
  // 44 equal digits tell the user nothing.
  const shown = known.filter(({ campo, divergem }) => campo !== "chave" || divergem.length > 0);
  if (shown.length === 0) return null;
  const differing = shown.filter(({ divergem }) => divergem.length > 0);
  return {
    lines: shown.map((field) => lineOf(field, timeZone)),
    sentence: differing.length === 0 ? agreementOf(shown) : contradictionsOf(differing).join(" "),
    differs: differing.length > 0,
  };
}

function lineOf({ campo, xml, sefaz, email, divergem }: EvidenceField, timeZone: string): EvidenceLine {
  const write = (said: string | null): string | null => said && formatSaid(campo, said, timeZone);
  const said = { xml: write(xml), sefaz: write(sefaz), email: write(email) };
  return { campo, said, differs: divergem };
}

function formatSaid(campo: EvidenceField["campo"], said: string, timeZone: string): string {
  switch (campo) {
    case "situacao":
      return statusWord(said);
    case "chave":
      return formatChave(said);
    case "numero":
      return formatDocumentNumber(said);
    case "valor":
      return formatReais(said);
    case "emissao":
      return formatDateTime(new Date(said), timeZone);
    default:
      return formatDocumento(said);
  }
}

/** "SEFAZ e e-mail dizem o mesmo que o XML: número e valor." */
function agreementOf(fields: readonly EvidenceField[]): string {
  const speaks = (source: "sefaz" | "email"): boolean => fields.some((field) => field[source] !== null);
  const sources = [
    ...(speaks("sefaz") ? [texts.fontes.sefaz] : []),
    ...(speaks("email") ? [speaks("sefaz") ? texts.emailDepois : texts.fontes.email] : []),
  ];
  return texts.igual(sources.join(texts.e), namesOf(fields), sources.length > 1);
}

/** One sentence for each source that contradicts the XML. */
export function contradictionsOf(fields: readonly EvidenceField[]): string[] {
  return (["sefaz", "email"] as const).flatMap((source) => {
    const said = fields.filter(({ divergem }) => divergem.includes(source));
    return said.length === 0 ? [] : [texts.difere(source, namesOf(said))];
  });
}

function namesOf(fields: readonly EvidenceField[]): string {
  const names = fields.map(({ campo }) => texts.campos[campo].toLocaleLowerCase("pt-BR"));
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")}${texts.e}${last}`;
}
