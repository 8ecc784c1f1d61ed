import { formatInteiro } from "@malote/syntax";
import type { SeladosContados } from "../../db/index.ts";

/** A key and the values that it seals. nova: it seals new values; conhecida: it is in MALOTE_KEY. */
export type EstadoChave = {
  chave: string;
  nova: boolean;
  conhecida: boolean;
  valores: number;
  onde: { lugar: string; valores: number }[];
};

/** Counts sealed values by key: first the keys of MALOTE_KEY in order, then missing ones.
 * @param chaves key ids, newest first */
export function countByChave(contados: readonly SeladosContados[], chaves: readonly string[]): EstadoChave[] {
  const missing = contados.map(({ chave }) => chave).filter((chave) => !chaves.includes(chave));
  return [...new Set([...chaves, ...missing])].map((chave) => {
    const own = contados.filter((each) => each.chave === chave);
    return {
      chave,
      nova: chave === chaves[0],
      conhecida: chaves.includes(chave),
      valores: own.reduce((sum, { valores }) => sum + valores, 0),
      onde: own.map(({ tabela, coluna, valores }) => ({ lugar: `${tabela}.${coluna}`, valores })),
    };
  });
}

/** The state of the keys as text for the operator. */
export function writeEstado(estado: readonly EstadoChave[]): string {
  return estado
    .flatMap((each) => [
      describe(each),
      ...each.onde.map(({ lugar, valores }) => `  ${lugar}: ${formatInteiro(valores)}`),
    ])
    .join("\n");
}

function describe({ chave, nova, conhecida, valores }: EstadoChave): string {
  const sela = `${formatInteiro(valores)} ${valores === 1 ? "valor" : "valores"}`;
  if (nova) return `chave ${chave} (nova, em uso desde que o Malote reiniciou com ela): ${sela}`;
  if (!conhecida) return `chave ${chave} (NÃO está em MALOTE_KEY): ${sela} que não podem ser abertos sem ela`;
  if (valores > 0) return `chave ${chave} (antiga): ${sela}; rode npm run chave -- girar antes de retirá-la`;
  return (
    `chave ${chave} (antiga): nenhum valor a usa. Pode ser retirada dez minutos depois de o Malote ter reiniciado com a chave nova ` +
    "(links de download e captchas feitos com ela valem até lá)"
  );
}
