import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { findGaps } from "./epoch.rows.ts";
import { skipGaps } from "./epoch.rules.ts";
import {
  type DfeAchado,
  type DfeDoFeed,
  type DonoDoFeed,
  findDfeDaChave,
  findDfes,
  findMaxNsu,
} from "./feed-dfe.rows.ts";

/** A query of a company's feed: what follows a number, one number, or one document. */
export type PerguntaDfe =
  | { kind: "ultimo"; ultNsu: number }
  | { kind: "nsu"; nsu: number }
  | { kind: "chave"; chave: string };

/** ultNsu: last number searched. adiante: the requested number is beyond the last. */
export type RespostaDfe =
  | { kind: "adiante" }
  | { kind: "lidos"; dfes: DfeDoFeed[]; ultNsu: number; maxNsu: number };

/** Documents in one response.   @source NT 2014.002, lote of distNSU */
const LOTE_MAX = 50;
/** Bytes of XML in one response. A single document may be larger. */
const LOTE_BYTES_MAX = 16_777_216;

/**
 * Reads a company's feed as SEFAZ's distribution is read: documents by the conta's own numbers. A
 * number always brings the same document, or none when access ended. A document without XML is
 * skipped and logged. A number of an epoch that a restore ended continues in the new epoch.
 */
export async function readDfes(
  { database, log }: Pick<AppContext, "database" | "log">,
  dono: DonoDoFeed,
  pergunta: PerguntaDfe,
): Promise<RespostaDfe> {
  return await database.withContaSql(dono.contaId, async (sql) => {
    const gaps = await findGaps(sql, dono.contaId);
    // When nothing was published since a restore, the last number is the first of the new epoch.
    const maxNsu = Math.max(await findMaxNsu(sql, dono), gaps.at(-1)?.first ?? 0);
    if (pergunta.kind === "chave") {
      const dfe = await findDfeDaChave(sql, dono, pergunta.chave);
      return { kind: "lidos", dfes: dfe === null ? [] : [dfe], ultNsu: dfe?.nsu ?? 0, maxNsu };
    }
    const asked = pergunta.kind === "nsu" ? pergunta.nsu : pergunta.ultNsu;
    if (asked > maxNsu) return { kind: "adiante" };
    const trecho =
      pergunta.kind === "nsu"
        ? { depois: asked - 1, ate: asked, limite: 1 }
        : { depois: skipGaps(gaps, asked), ate: maxNsu, limite: LOTE_MAX };
    const { dfes, perdidos, ultNsu } = await readLote(sql, dono, trecho);
    if (perdidos.length > 0)
      log.error({ contaId: dono.contaId, perdidos }, "documentos do feed sem o XML deles");
    return { kind: "lidos", dfes, ultNsu: pergunta.kind === "nsu" ? asked : ultNsu, maxNsu };
  });
}

type Trecho = { depois: number; ate: number; limite: number };
type Lote = { dfes: DfeDoFeed[]; perdidos: string[]; ultNsu: number };

/** Next documents of a range; an empty result means that there are none up to its end. */
async function readLote(sql: Sql, dono: DonoDoFeed, trecho: Trecho): Promise<Lote> {
  const perdidos: string[] = [];
  for (let depois = trecho.depois; ; ) {
    const { dfes: achados, cheio } = await findDfes(sql, dono, {
      ...trecho,
      depois,
      bytesMax: LOTE_BYTES_MAX,
    });
    const dfes = achados.filter(hasXml);
    perdidos.push(...achados.filter((each) => !hasXml(each)).map(({ documentoId }) => documentoId));
    const last = achados.at(-1)?.nsu;
    if (!cheio || last === undefined) return { dfes, perdidos, ultNsu: trecho.ate };
    if (dfes.length > 0) return { dfes, perdidos, ultNsu: last };
    depois = last;
  }
}

function hasXml(achado: DfeAchado): achado is DfeAchado & DfeDoFeed {
  return achado.xmlGzip !== null;
}
