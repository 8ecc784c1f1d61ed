import { formatInteger } from "@malote/syntax";
import type { SealedCount } from "../../db/index.ts";

/** A key and the values that it seals. nova: it seals new values; conhecida: it is in MALOTE_KEY. */
export type KeyState = {
  chave: string;
  nova: boolean;
  conhecida: boolean;
  valores: number;
  onde: { lugar: string; valores: number }[];
};

/** Counts sealed values by key: first the keys of MALOTE_KEY in order, then missing ones.
 * @param keys key ids, newest first */
export function countByKey(counts: readonly SealedCount[], keys: readonly string[]): KeyState[] {
  const missing = counts.map(({ chave: key }) => key).filter((key) => !keys.includes(key));
  return [...new Set([...keys, ...missing])].map((key) => {
    const own = counts.filter((each) => each.chave === key);
    return {
      chave: key,
      nova: key === keys[0],
      conhecida: keys.includes(key),
      valores: own.reduce((sum, { valores }) => sum + valores, 0),
      onde: own.map(({ tabela, coluna, valores }) => ({ lugar: `${tabela}.${coluna}`, valores })),
    };
  });
}

/** The state of the keys as text for the operator. */
export function writeKeyState(states: readonly KeyState[]): string {
  return states
    .flatMap((each) => [
      describe(each),
      ...each.onde.map(({ lugar, valores }) => `  ${lugar}: ${formatInteger(valores)}`),
    ])
    .join("\n");
}

function describe({ chave: key, nova, conhecida, valores }: KeyState): string {
  const sealedCount = `${formatInteger(valores)} ${valores === 1 ? "valor" : "valores"}`;
  if (nova) return `chave ${key} (nova, em uso desde que o Malote reiniciou com ela): ${sealedCount}`;
  if (!conhecida)
    return `chave ${key} (NÃO está em MALOTE_KEY): ${sealedCount} que não podem ser abertos sem ela`;
  if (valores > 0)
    return `chave ${key} (antiga): ${sealedCount}; rode npm run chave -- girar antes de retirá-la`;
  return (
    `chave ${key} (antiga): nenhum valor a usa. Pode ser retirada dez minutos depois de o Malote ter reiniciado com a chave nova ` +
    "(links de download e captchas feitos com ela valem até lá)"
  );
}
