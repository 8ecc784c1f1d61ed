import type { Storage } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";

const { armazenamento: texts } = operationTexts;

/** Other files below this share of the disk get no row. */
const SMALL_SHARE = 0.01;

/** One part of the used space; `key` selects its colour. */
export type StoragePart = { key: Storage["partes"][number]["tipo"] | "outros"; nome: string; bytes: number };

/**
 * The parts of the used space and their sum: Malote's data, and other files on the disk.
 * A database on another machine is not on this disk, so the sum may exceed the used space.
 */
export function partsOf({ total, livre, partes, usado }: Storage): { parts: StoragePart[]; taken: number } {
  const ours = usado ?? 0;
  const others = Math.max(0, total - livre - ours);
  const parts: StoragePart[] = partes.flatMap(({ tipo, nome, bytes }) =>
    bytes > 0 ? [{ key: tipo, nome, bytes }] : [],
  );
  if (others < total * SMALL_SHARE) return { parts, taken: ours };
  return { parts: [...parts, { key: "outros", nome: texts.outros, bytes: others }], taken: ours + others };
}
