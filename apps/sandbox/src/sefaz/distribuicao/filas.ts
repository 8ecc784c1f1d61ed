/** The two distributions. */
export type Distribuidor = "NFe" | "CTe";

/** A document in a queue. */
export type ItemFila = {
  nsu: number;
  schema: string;
  chave: string;
  xml: string;
  /** When it entered the queue, ISO. */
  em: string;
  /** Set by command: its docZip is damaged. */
  quebrado?: boolean;
};

export type DonoFila = { distribuidor: Distribuidor; interessado: string };

type Fila = { itens: ItemFila[]; porNsu: Map<number, ItemFila>; ultimo: number };

/** The queues of the Ambiente Nacional by CNPJ or CPF, numbered from 1. */
export type Filas = {
  add(dono: DonoFila, item: Omit<ItemFila, "nsu">): void;
  /** Skips numbers, which will never have a document. */
  skip(dono: DonoFila, quantos: number): void;
  /** The highest number so far. */
  maxNsu(dono: DonoFila): number;
  find(dono: DonoFila, nsu: number): ItemFila | undefined;
  /** Damages the docZip of a number, or restores it; false when the queue has no such document. */
  breakZip(dono: DonoFila, nsu: number, quebrado?: boolean): boolean;
  /** The next documents after a number that are queued since `desde`, in order. */
  listAfter(dono: DonoFila, o: { nsu: number; desde: Date; limite: number }): ItemFila[];
  /** The last document about a key whose schema matches. */
  findByChave(dono: DonoFila, chave: string, schema: RegExp): ItemFila | undefined;
  list(): (DonoFila & { documentos: number; maxNsu: number })[];
};

export function createFilas(): Filas {
  const filas = new Map<string, Fila & DonoFila>();
  const open = (dono: DonoFila): Fila & DonoFila => {
    const key = keyOf(dono);
    const fila = filas.get(key) ?? { ...dono, itens: [], porNsu: new Map(), ultimo: 0 };
    filas.set(key, fila);
    return fila;
  };
  return {
    add: (dono, item) => {
      const fila = open(dono);
      fila.ultimo += 1;
      const numbered = { ...item, nsu: fila.ultimo };
      fila.itens.push(numbered);
      fila.porNsu.set(numbered.nsu, numbered);
    },
    skip: (dono, quantos) => {
      open(dono).ultimo += quantos;
    },
    maxNsu: (dono) => filas.get(keyOf(dono))?.ultimo ?? 0,
    find: (dono, nsu) => filas.get(keyOf(dono))?.porNsu.get(nsu),
    breakZip: (dono, nsu, quebrado = true) => {
      const item = filas.get(keyOf(dono))?.porNsu.get(nsu);
      if (item) item.quebrado = quebrado;
      return item !== undefined;
    },
    listAfter: (dono, { nsu, desde, limite }) => {
      const { itens = [] } = filas.get(keyOf(dono)) ?? {};
      const found: ItemFila[] = [];
      for (let at = firstAfter(itens, nsu); at < itens.length && found.length < limite; at += 1) {
        const item = itens[at];
        if (item && Date.parse(item.em) >= desde.getTime()) found.push(item);
      }
      return found;
    },
    findByChave: (dono, chave, schema) =>
      filas.get(keyOf(dono))?.itens.findLast((item) => item.chave === chave && schema.test(item.schema)),
    list: () =>
      [...filas.values()].map(({ distribuidor, interessado, itens, ultimo }) => ({
        distribuidor,
        interessado,
        documentos: itens.length,
        maxNsu: ultimo,
      })),
  };
}

function keyOf({ distribuidor, interessado }: DonoFila): string {
  return `${distribuidor} ${interessado}`;
}

/** Index of the first item above a number, by binary search. */
function firstAfter(itens: readonly ItemFila[], nsu: number): number {
  let low = 0;
  let high = itens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((itens[middle]?.nsu ?? 0) > nsu) high = middle;
    else low = middle + 1;
  }
  return low;
}
