import { openParte, splitMensagem } from "@malote/mailbox";
import { type Arquivo, type Parte, sorte } from "./arquivo.ts";
import type { Stage } from "./stage.ts";

/** Messages within messages: a forward of a forward is common, more is a trap. */
const MENSAGENS_MAX = 5;

/** Opens packages and forwarded messages: returns each part, and after it what was inside. */
export const openAnexo: Stage<Parte, Arquivo> = {
  nome: "open-anexo",
  job: "ingest",
  async *run(_ctx, inputs) {
    for await (const parte of inputs) yield* open(parte, 1);
  },
};

async function* open(parte: Parte, depth: number): AsyncIterable<Arquivo> {
  if (parte.caminho === "0") {
    yield { ...parte, sorte: sorte("nao-dfe", "corpo-da-mensagem") };
    return;
  }
  if (parte.tipo === "message/rfc822") yield* openMensagem(parte, depth);
  else yield* openPacote(parte);
}

async function* openPacote(parte: Parte): AsyncIterable<Arquivo> {
  const aberta = await openParte(parte);
  if (aberta.kind === "arquivo") {
    yield { ...parte, sorte: null };
    return;
  }
  if (aberta.kind === "recusado") {
    yield { ...parte, sorte: sorte("erro", aberta.motivo) };
    return;
  }
  yield { ...parte, sorte: sorte("pacote", "pacote-aberto", String(aberta.partes.length)) };
  for (const inside of aberta.partes) yield { ...within(parte, inside), sorte: null };
  for (const refused of aberta.recusadas) {
    yield { ...within(parte, { ...refused, bytes: new Uint8Array() }), sorte: sorte("erro", refused.motivo) };
  }
}

async function* openMensagem(parte: Parte, depth: number): AsyncIterable<Arquivo> {
  if (depth >= MENSAGENS_MAX) {
    yield { ...parte, sorte: sorte("erro", "pacote-fundo-demais") };
    return;
  }
  const split = await splitMensagem(parte.bytes);
  if (split.kind === "ilegivel") {
    yield { ...parte, sorte: sorte("erro", "pacote-invalido") };
    return;
  }
  const { partes, incompleta } = split.mensagem;
  const opened = sorte("pacote", "pacote-aberto", String(partes.length));
  yield { ...parte, sorte: incompleta === null ? opened : sorte("erro", "mensagem-incompleta", incompleta) };
  for (const inside of partes) {
    yield* open({ ...inside, caminho: `${parte.caminho}/${inside.caminho}` }, depth + 1);
  }
}

function within(pacote: Parte, inside: { caminho: string; nome: string; bytes: Uint8Array }): Parte {
  const caminho = `${pacote.caminho}/${inside.caminho}`;
  return { ...inside, caminho, tipo: "application/octet-stream", embutida: false, contentId: null };
}
