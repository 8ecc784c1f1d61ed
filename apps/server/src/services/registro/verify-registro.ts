import type { Sql } from "../../db/index.ts";
import { type Elo, INICIO, linkElo } from "./elo.ts";
import { findElos, findPontas } from "./registro.rows.ts";

/** quebradoEm: order of the first act that was changed; conferidos: number of intact acts before it. */
export type Verificacao = { integro: boolean; conferidos: number; quebradoEm: number | null };

/** Acts read at once. */
const PAGINA = 1_000;

/**
 * Verifies a conta's chain from first to last: detects changed, deleted, inserted and truncated
 * acts. Acts written meanwhile are not checked.
 * @param read runs one query in a transaction of its own, so that a long chain keeps none open
 */
export async function verifyRegistro(
  read: <T>(fn: (sql: Sql) => Promise<T>) => Promise<T>,
  contaId: string,
): Promise<Verificacao> {
  const { ponta, ultima } = await read((sql) => findPontas(sql, contaId));
  let passo: Passo = { kind: "inteiro", ordem: 0, elo: INICIO };
  let depois: number | null = null;
  let elos: Elo[];
  do {
    const page = { depois, ate: ultima, limite: PAGINA };
    elos = await read((sql) => findElos(sql, contaId, page));
    for (const elo of elos) {
      passo = follow(passo, elo);
      if (passo.kind === "quebrado") return breakAt(passo.ordem);
      depois = elo.ordem;
    }
  } while (elos.length === PAGINA);
  const isTip = passo.ordem === ponta.ordem && Buffer.compare(passo.elo, ponta.elo) === 0;
  return isTip
    ? { integro: true, conferidos: passo.ordem, quebradoEm: null }
    : breakAt(Math.min(passo.ordem, ponta.ordem) + 1);
}

type Passo = { kind: "inteiro"; ordem: number; elo: Uint8Array } | { kind: "quebrado"; ordem: number };

function follow(passo: Passo & { kind: "inteiro" }, elo: Elo): Passo {
  const ordem = passo.ordem + 1;
  const isNext = elo.ordem === ordem && linkElo(passo.elo, elo).equals(elo.elo);
  return isNext ? { kind: "inteiro", ordem, elo: elo.elo } : { kind: "quebrado", ordem };
}

function breakAt(quebradoEm: number): Verificacao {
  return { integro: false, conferidos: quebradoEm - 1, quebradoEm };
}
