import type { Db } from "../../db/index.ts";
import { CHAIN_START, type ChainLink, computeLink } from "./chain-link.ts";
import { findChainLinks, findChainTip } from "./registro.rows.ts";

/** quebradoEm: order of the first act that was changed; conferidos: number of intact acts before it. */
export type ChainCheck = { integro: boolean; conferidos: number; quebradoEm: number | null };

/** Acts read at once. */
const PAGE_SIZE = 1_000;

/**
 * Verifies a conta's chain from first to last: detects changed, deleted, inserted and truncated
 * acts. Acts written meanwhile are not checked.
 * @param read runs one query in a transaction of its own, so that a long chain keeps none open
 */
export async function verifyRegistro(
  read: <T>(fn: (db: Db) => Promise<T>) => Promise<T>,
  contaId: string,
): Promise<ChainCheck> {
  const { ponta, ultima } = await read((db) => findChainTip(db, contaId));
  let step: ChainStep = { kind: "inteiro", ordem: 0, elo: CHAIN_START };
  let after: number | null = null;
  let links: ChainLink[];
  do {
    const page = { depois: after, ate: ultima, limite: PAGE_SIZE };
    links = await read((db) => findChainLinks(db, contaId, page));
    for (const link of links) {
      step = follow(step, link);
      if (step.kind === "quebrado") return breakAt(step.ordem);
      after = link.ordem;
    }
  } while (links.length === PAGE_SIZE);
  const isTip = step.ordem === ponta.ordem && Buffer.compare(step.elo, ponta.elo) === 0;
  return isTip
    ? { integro: true, conferidos: step.ordem, quebradoEm: null }
    : breakAt(Math.min(step.ordem, ponta.ordem) + 1);
}

type ChainStep = { kind: "inteiro"; ordem: number; elo: Uint8Array } | { kind: "quebrado"; ordem: number };

function follow(step: ChainStep & { kind: "inteiro" }, link: ChainLink): ChainStep {
  const ordem = step.ordem + 1;
  const isNext = link.ordem === ordem && computeLink(step.elo, link).equals(link.elo);
  return isNext ? { kind: "inteiro", ordem, elo: link.elo } : { kind: "quebrado", ordem };
}

function breakAt(quebradoEm: number): ChainCheck {
  return { integro: false, conferidos: quebradoEm - 1, quebradoEm };
}
