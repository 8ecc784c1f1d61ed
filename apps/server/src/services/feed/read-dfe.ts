import type { SignedInContext } from "../handler.ts";
import { type DfeDoFeed, type DonoDoFeed, findDfeDaChave, findDfes, findMaxNsu } from "./feed-dfe.rows.ts";

/** What is asked of a company's feed: what comes after a number, one number, or one document. */
export type PerguntaDfe =
  | { kind: "ultimo"; ultNsu: number }
  | { kind: "nsu"; nsu: number }
  | { kind: "chave"; chave: string };

/** ultNsu: up to where was looked. adiante: the number asked for is beyond the last. */
export type RespostaDfe =
  | { kind: "adiante" }
  | { kind: "lidos"; dfes: DfeDoFeed[]; ultNsu: number; maxNsu: number };

/** Documents of one answer.   @source NT 2014.002, lote of distNSU */
const LOTE_MAX = 50;
/** Bytes of XML in one answer. A single document may be larger. */
const LOTE_BYTES_MAX = 16_777_216;

/**
 * Reads a company's feed as SEFAZ's distribution is read: documents in the order of the conta's own numbers, of which those that bring it
 * nothing are passed over. A number always brings the same document, or none where the company may no longer have it.
 */
export async function readDfes(
  { database }: Pick<SignedInContext, "database">,
  dono: DonoDoFeed,
  pergunta: PerguntaDfe,
): Promise<RespostaDfe> {
  return await database.withContaSql(dono.contaId, async (sql) => {
    const maxNsu = await findMaxNsu(sql, dono);
    if (pergunta.kind === "chave") {
      const dfe = await findDfeDaChave(sql, dono, pergunta.chave);
      return { kind: "lidos", dfes: dfe === null ? [] : [dfe], ultNsu: dfe?.nsu ?? 0, maxNsu };
    }
    const asked = pergunta.kind === "nsu" ? pergunta.nsu : pergunta.ultNsu;
    if (asked > maxNsu) return { kind: "adiante" };
    const trecho =
      pergunta.kind === "nsu"
        ? { depois: asked - 1, ate: asked, limite: 1 }
        : { depois: asked, ate: maxNsu, limite: LOTE_MAX };
    const { dfes, cheio } = await findDfes(sql, dono, { ...trecho, bytesMax: LOTE_BYTES_MAX });
    const last = cheio ? (dfes.at(-1)?.nsu ?? maxNsu) : maxNsu;
    return { kind: "lidos", dfes, ultNsu: pergunta.kind === "nsu" ? asked : last, maxNsu };
  });
}
