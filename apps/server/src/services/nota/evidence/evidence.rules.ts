import type { ResultOf } from "@malote/contract";
import { ACHADOS, type AchadoCode } from "@malote/dfe";
import {
  compareAmount,
  formatChave,
  formatDocumento,
  formatReais,
  isAuthorized,
  MINUTE_MS,
  splitChaveAcesso,
} from "@malote/syntax";
import type { StoredAchado } from "../../documento/veredito.rules.ts";
import { isCancelledStatus } from "../../sefaz/sefaz.rules.ts";
import type { EmailClaims } from "./email-claims.rules.ts";

export type Evidence = NonNullable<ResultOf<"Nota.getNota">["object"]["evidencia"]>;
type EvidenceRow = Evidence["campos"][number];
type Field = EvidenceRow["campo"];
type Source = EvidenceRow["divergem"][number];

/** What the stored XML says. `referencias`: other documents that it names. */
export type XmlFacts = {
  chave: string;
  numeroNota: number;
  cnpjEmitente: string;
  cnpjDestinatario: string | null;
  dataEmissao: Date;
  valorTotal: string;
  nfeStatus: string | null;
  sefazStatus: string | null;
  sefazConsultadaEm: Date | null;
  divergente: boolean | null;
  referencias: readonly string[];
};

/** SEFAZ's summary of the document, from its distribution. */
export type ReportedFacts = {
  cSitNfe: 1 | 2 | 3;
  cnpjEmitente: string | null;
  dataEmissao: Date | null;
  valorTotal: string | null;
  alteradoEm: Date;
};

/** What the e-mail that brought the document says. */
export type EmailFacts = EmailClaims & { emailId: string };

export type Sources = { xml: XmlFacts; sefaz: ReportedFacts | null; email: EmailFacts | null };

/** cStat of each situação of a summary. */
const CSTATS = { 1: "100", 2: "110", 3: "101" } as const;

/** Compares the sources field by field; null if there is only the XML. */
export function compareSources({ xml, sefaz, email }: Sources): Evidence | null {
  if (sefaz === null && email === null && xml.sefazStatus === null) return null;
  const rows = [
    situacaoRow(xml, sefaz),
    chaveRow(xml, sefaz, email),
    numeroRow(xml, sefaz, email),
    emitenteRow(xml, sefaz, email),
    rowOf("destinatario", { xml: xml.cnpjDestinatario, email: namedIn(email, xml.cnpjDestinatario) }),
    emissaoRow(xml, sefaz),
    valorRow(xml, sefaz, email),
  ];
  return {
    sefazEm: xml.sefazConsultadaEm ?? sefaz?.alteradoEm ?? null,
    emailId: email?.emailId ?? null,
    campos: rows,
  };
}

type Said = { xml: string | null; sefaz?: string | null; email?: string | null };
type IsEqual = (one: string, other: string) => boolean;

/** A row; a source contradicts the XML if both say something, and not the same. */
function rowOf(campo: Field, said: Said, isEqual: IsEqual = (a, b) => a === b): EvidenceRow {
  const { xml, sefaz = null, email = null } = said;
  const contradicts = (other: string | null): boolean =>
    xml !== null && other !== null && !isEqual(xml, other);
  const divergem: Source[] = [
    ...(contradicts(sefaz) ? (["sefaz"] as const) : []),
    ...(contradicts(email) ? (["email"] as const) : []),
  ];
  return { campo, xml, sefaz, email, divergem };
}

/** A cancellation in SEFAZ's distribution may be newer than its last answer, and is final. */
function situacaoRow(xml: XmlFacts, sefaz: ReportedFacts | null): EvidenceRow {
  const answered = xml.sefazStatus;
  const reported = sefaz && CSTATS[sefaz.cSitNfe];
  const isNewer = sefaz !== null && sefaz.cSitNfe !== 1 && (answered === null || isAuthorized(answered));
  if (answered === null || isNewer) {
    return rowOf("situacao", { xml: xml.nfeStatus, sefaz: reported ?? answered }, isSameStatus);
  }
  // The database decides which statuses diverge, for this row too.
  return rowOf("situacao", { xml: xml.nfeStatus, sefaz: answered }, () => xml.divergente !== true);
}

const isSameStatus: IsEqual = (a, b) =>
  a === b || (isAuthorized(a) && isAuthorized(b)) || (isCancelledStatus(a) && isCancelledStatus(b));

/** Only an e-mail can name another chave: SEFAZ is asked with that of the XML. */
function chaveRow(xml: XmlFacts, sefaz: ReportedFacts | null, email: EmailFacts | null): EvidenceRow {
  const { chave, referencias } = xml;
  const { modelo } = splitChaveAcesso(chave);
  const named = (email?.chaves ?? []).filter(
    (each) => splitChaveAcesso(each).modelo === modelo && !referencias.includes(each),
  );
  return rowOf("chave", { xml: chave, sefaz: sefaz && chave, email: claimOf(named, chave) });
}

function numeroRow(xml: XmlFacts, sefaz: ReportedFacts | null, email: EmailFacts | null): EvidenceRow {
  const numero = String(xml.numeroNota);
  const reported = sefaz && String(Number(splitChaveAcesso(xml.chave).numero));
  const others = xml.referencias.map((each) => String(Number(splitChaveAcesso(each).numero)));
  const named = (email?.numeros ?? []).filter((each) => !others.includes(each) || each === numero);
  return rowOf("numero", { xml: numero, sefaz: reported, email: claimOf(named, numero) });
}

function emitenteRow(xml: XmlFacts, sefaz: ReportedFacts | null, email: EmailFacts | null): EvidenceRow {
  const { cnpjEmitente } = xml;
  const reported = sefaz?.cnpjEmitente || null;
  return rowOf("emitente", { xml: cnpjEmitente, sefaz: reported, email: namedIn(email, cnpjEmitente) });
}

function emissaoRow({ dataEmissao }: XmlFacts, sefaz: ReportedFacts | null): EvidenceRow {
  const said = { xml: dataEmissao.toISOString(), sefaz: sefaz?.dataEmissao?.toISOString() ?? null };
  return rowOf("emissao", said, (a, b) => Math.abs(Date.parse(a) - Date.parse(b)) < MINUTE_MS);
}

function valorRow(xml: XmlFacts, sefaz: ReportedFacts | null, email: EmailFacts | null): EvidenceRow {
  const isEqual: IsEqual = (a, b) => compareAmount(a, b) === 0;
  const named = claimOf(email?.valores ?? [], xml.valorTotal, isEqual);
  return rowOf("valor", { xml: xml.valorTotal, sefaz: sefaz?.valorTotal ?? null, email: named }, isEqual);
}

/** What an e-mail says: the same as the XML, if it does anywhere; else its only other claim. */
function claimOf(
  claims: readonly string[],
  own: string,
  isEqual: IsEqual = (a, b) => a === b,
): string | null {
  if (claims.some((claim) => isEqual(claim, own))) return own;
  return claims.length === 1 ? (claims[0] ?? null) : null;
}

/** A CNPJ in an e-mail may be of any party: it only confirms. */
function namedIn(email: EmailFacts | null, documento: string | null): string | null {
  return documento !== null && email?.documentos.includes(documento) ? documento : null;
}

const CODES: Readonly<Record<Source, AchadoCode>> = {
  sefaz: "sefaz-dados-divergentes",
  email: "email-dados-divergentes",
};

/** The findings of a comparison, one per field and source. The status has its own sign: `divergente`. */
export function achadosOf(evidence: Evidence | null): StoredAchado[] {
  return (evidence?.campos ?? []).flatMap(({ campo, divergem, ...said }) =>
    campo === "situacao"
      ? []
      : divergem.map((source): StoredAchado => {
          const codigo = CODES[source];
          const detalhe = `${campo}: ${formatSaid(campo, said.xml)} ≠ ${formatSaid(campo, said[source])}`;
          return { codigo, gravidade: ACHADOS[codigo].gravidade, detalhe };
        }),
  );
}

function formatSaid(campo: Field, said: string | null): string {
  if (said === null) return "";
  if (campo === "valor") return formatReais(said);
  if (campo === "chave") return formatChave(said);
  return campo === "emitente" || campo === "destinatario" ? formatDocumento(said) : said;
}
