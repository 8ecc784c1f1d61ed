import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { findGaps } from "./epoch.rows.ts";
import { skipGaps } from "./epoch.rules.ts";
import {
  type FeedDfe,
  type FeedOwner,
  type FoundDfe,
  findDfeByChave,
  findDfes,
  findMaxNsu,
} from "./feed-dfe.rows.ts";

/** A query of a company's feed: what follows a number, one number, or one document. */
export type DfeQuery =
  | { kind: "ultimo"; ultNsu: number }
  | { kind: "nsu"; nsu: number }
  | { kind: "chave"; chave: string };

/** ultNsu: last number searched. adiante: the requested number is beyond the last. */
export type DfeResult =
  | { kind: "adiante" }
  | { kind: "lidos"; dfes: FeedDfe[]; ultNsu: number; maxNsu: number };

/** Documents in one response.   @source NT 2014.002, lote of distNSU */
const PAGE_MAX = 50;
/** Bytes of XML in one response. A single document may be larger. */
const PAGE_BYTES_MAX = 16_777_216;

/**
 * Reads a company's feed as SEFAZ's distribution is read: documents by the conta's own numbers. A
 * number always brings the same document, or none when access ended. A document without XML is
 * skipped and logged. A number of an epoch that a restore ended continues in the new epoch.
 */
export async function readDfes(
  { database, log }: Pick<AppContext, "database" | "log">,
  owner: FeedOwner,
  query: DfeQuery,
): Promise<DfeResult> {
  return await database.withConta(owner.contaId, async (db) => {
    const gaps = await findGaps(db, owner.contaId);
    // When nothing was published since a restore, the last number is the first of the new epoch.
    const maxNsu = Math.max(await findMaxNsu(db, owner), gaps.at(-1)?.first ?? 0);
    if (query.kind === "chave") {
      const dfe = await findDfeByChave(db, owner, query.chave);
      return { kind: "lidos", dfes: dfe === null ? [] : [dfe], ultNsu: dfe?.nsu ?? 0, maxNsu };
    }
    const requested = query.kind === "nsu" ? query.nsu : query.ultNsu;
    if (requested > maxNsu) return { kind: "adiante" };
    const range =
      query.kind === "nsu"
        ? { depois: requested - 1, ate: requested, limite: 1 }
        : { depois: skipGaps(gaps, requested), ate: maxNsu, limite: PAGE_MAX };
    const { dfes, missing, ultNsu } = await readPage(db, owner, range);
    if (missing.length > 0)
      log.error({ contaId: owner.contaId, perdidos: missing }, "documentos do feed sem o XML deles");
    return { kind: "lidos", dfes, ultNsu: query.kind === "nsu" ? requested : ultNsu, maxNsu };
  });
}

type DfeRange = { depois: number; ate: number; limite: number };
type DfePage = { dfes: FeedDfe[]; missing: string[]; ultNsu: number };

/** Next documents of a range; an empty result means that there are none up to its end. */
async function readPage(db: Db, owner: FeedOwner, range: DfeRange): Promise<DfePage> {
  const missing: string[] = [];
  for (let depois = range.depois; ; ) {
    const { dfes: found, cheio } = await findDfes(db, owner, {
      ...range,
      depois,
      bytesMax: PAGE_BYTES_MAX,
    });
    const dfes = found.filter(hasXml);
    missing.push(...found.filter((each) => !hasXml(each)).map(({ documentoId }) => documentoId));
    const last = found.at(-1)?.nsu;
    if (!cheio || last === undefined) return { dfes, missing, ultNsu: range.ate };
    if (dfes.length > 0) return { dfes, missing, ultNsu: last };
    depois = last;
  }
}

function hasXml(foundDfe: FoundDfe): foundDfe is FoundDfe & FeedDfe {
  return foundDfe.xmlGzip !== null;
}
