import type { Distribuidor } from "@malote/syntax";
/** A document in a queue. */
export type QueueItem = {
  nsu: number;
  schema: string;
  chave: string;
  xml: string;
  /** When it entered the queue, ISO. */
  em: string;
  /** Set by command: its docZip is damaged. */
  quebrado?: boolean;
};

export type QueueOwner = { distribuidor: Distribuidor; interessado: string };

type Queue = { items: QueueItem[]; byNsu: Map<number, QueueItem>; last: number };

/** The queues of the Ambiente Nacional by CNPJ or CPF, numbered from 1. */
export type Queues = {
  add(owner: QueueOwner, item: Omit<QueueItem, "nsu">): void;
  /** Skips numbers, which will never have a document. */
  skip(owner: QueueOwner, count: number): void;
  /** The highest number so far. */
  maxNsu(owner: QueueOwner): number;
  find(owner: QueueOwner, nsu: number): QueueItem | undefined;
  /** Damages the docZip of a number, or restores it; false when the queue has no such document. */
  breakZip(owner: QueueOwner, nsu: number, quebrado?: boolean): boolean;
  /** The next documents after a number that are queued since `since`, in order. */
  listAfter(owner: QueueOwner, o: { nsu: number; since: Date; limit: number }): QueueItem[];
  /** The last document about a key whose schema matches. */
  findByChave(owner: QueueOwner, chave: string, schema: RegExp): QueueItem | undefined;
  list(): (QueueOwner & { documentos: number; maxNsu: number })[];
};

export function createQueues(): Queues {
  const queues = new Map<string, Queue & QueueOwner>();
  const open = (owner: QueueOwner): Queue & QueueOwner => {
    const key = keyOf(owner);
    const queue = queues.get(key) ?? { ...owner, items: [], byNsu: new Map(), last: 0 };
    queues.set(key, queue);
    return queue;
  };
  return {
    add: (owner, item) => {
      const queue = open(owner);
      queue.last += 1;
      const numbered = { ...item, nsu: queue.last };
      queue.items.push(numbered);
      queue.byNsu.set(numbered.nsu, numbered);
    },
    skip: (owner, count) => {
      open(owner).last += count;
    },
    maxNsu: (owner) => queues.get(keyOf(owner))?.last ?? 0,
    find: (owner, nsu) => queues.get(keyOf(owner))?.byNsu.get(nsu),
    breakZip: (owner, nsu, quebrado = true) => {
      const item = queues.get(keyOf(owner))?.byNsu.get(nsu);
      if (item) item.quebrado = quebrado;
      return item !== undefined;
    },
    listAfter: (owner, { nsu, since, limit }) => {
      const { items = [] } = queues.get(keyOf(owner)) ?? {};
      const found: QueueItem[] = [];
      for (let at = firstAfter(items, nsu); at < items.length && found.length < limit; at += 1) {
        const item = items[at];
        if (item && Date.parse(item.em) >= since.getTime()) found.push(item);
      }
      return found;
    },
    findByChave: (owner, chave, schema) =>
      queues.get(keyOf(owner))?.items.findLast((item) => item.chave === chave && schema.test(item.schema)),
    list: () =>
      [...queues.values()].map(({ distribuidor, interessado, items, last }) => ({
        distribuidor,
        interessado,
        documentos: items.length,
        maxNsu: last,
      })),
  };
}

function keyOf({ distribuidor, interessado }: QueueOwner): string {
  return `${distribuidor} ${interessado}`;
}

/** Index of the first item above a number, by binary search. */
function firstAfter(items: readonly QueueItem[], nsu: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.nsu ?? 0) > nsu) high = middle;
    else low = middle + 1;
  }
  return low;
}
