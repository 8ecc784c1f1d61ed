import { gunzipSync } from "node:zlib";
import { CIENCIA, nextNSeq, OCCURRENCES_MAX, validOf } from "../manifestacao/manifestacao.rules.ts";
import type { CompanyEvento, PendingManifestacao } from "./pending.rows.ts";

/** Outcome of a request that SEFAZ already has. dita = the registered evento that answers it. */
export type Judgement =
  | { kind: "registrada"; companyEvento: CompanyEvento }
  | { kind: "renumerar"; nSeq: number }
  | { kind: "esgotada" }
  | { kind: "ausente" };

/** The NF-e layouts have two digits for nSeq. @source leiauteEvento_v1.00.xsd */
const NSEQ_MAX = 99;

/** A pending request, reduced to its content. */
export type RequestContent = Pick<PendingManifestacao, "status" | "nSeq" | "eventoGzip">;

/** The evento that we signed, if SEFAZ has it: the one with the same digest. */
export function findOwn(
  request: RequestContent,
  companyEventos: readonly CompanyEvento[],
): CompanyEvento | null {
  const digest = readTag(request.eventoGzip, "DigestValue");
  if (digest === null) return null;
  return (
    findEqual(request, companyEventos).find(({ xmlGzip }) => readTag(xmlGzip, "DigestValue") === digest) ??
    null
  );
}

/**
 * Judges a request by all eventos of the company that SEFAZ has. Another program's evento with the same
 * type and number counts as ours only while it is valid and, for a type with a reason, gives the same one;
 * else ours is sent with the next number.
 */
export function judgeRegistered(
  request: RequestContent,
  companyEventos: readonly CompanyEvento[],
): Judgement {
  const { status } = request;
  const own = findOwn(request, companyEventos);
  if (own) return { kind: "registrada", companyEvento: own };
  const [equal] = findEqual(request, companyEventos);
  if (!equal) return { kind: "ausente" };
  // Each number of another evento type is a separate statement: ours is sent with the next number.
  if (status === null) return judgeNumber(companyEventos);
  // A document has one ciência, of any sender.
  if (status === CIENCIA) return { kind: "registrada", companyEvento: equal };
  const manifestacoes = companyEventos.flatMap((companyEvento) =>
    companyEvento.status === null ? [] : [{ ...companyEvento, status: companyEvento.status }],
  );
  const ofType = manifestacoes
    .filter((companyEvento) => companyEvento.status === status)
    .toSorted((a, b) => b.nSeq - a.nSeq);
  const [last = equal] = ofType;
  if (validOf(manifestacoes) === status && haveSameReason(last, request))
    return { kind: "registrada", companyEvento: last };
  const times = new Set(ofType.map(({ nSeq }) => nSeq)).size;
  if (times >= OCCURRENCES_MAX) return { kind: "esgotada" };
  return { kind: "renumerar", nSeq: nextNSeq({ registradas: manifestacoes }, status) };
}

function judgeNumber(companyEventos: readonly CompanyEvento[]): Judgement {
  const nSeq = Math.max(0, ...companyEventos.map((companyEvento) => companyEvento.nSeq)) + 1;
  return nSeq > NSEQ_MAX ? { kind: "esgotada" } : { kind: "renumerar", nSeq };
}

function findEqual(
  { status, nSeq }: RequestContent,
  companyEventos: readonly CompanyEvento[],
): CompanyEvento[] {
  return companyEventos.filter(
    (companyEvento) => companyEvento.status === status && companyEvento.nSeq === nSeq,
  );
}

function haveSameReason({ xmlGzip }: CompanyEvento, { eventoGzip }: RequestContent): boolean {
  return readTag(xmlGzip, "xJust") === readTag(eventoGzip, "xJust");
}

/** Text of the first element with this name, unescaped; the evento precedes SEFAZ's answer in the file. */
function readTag(gzipped: Buffer | null, tagName: string): string | null {
  if (gzipped === null) return null;
  const xml = gunzipSync(gzipped).toString("utf8");
  return new RegExp(`<(?:\\w+:)?${tagName}>([^<]*)<`).exec(xml)?.[1]?.trim() ?? null;
}
