import { textOf, wordsOf } from "./args.ts";
import { DELIMITADOR, decodeNome, encodeNome, matchesPadrao, quote } from "./nomes.ts";
import { type ComandoImap, type PedidoImap, type Saida, tell } from "./pedido.ts";
import { MARCAS, openVista, type Pasta } from "./vista.ts";

/** The commands on folders.   @source RFC 3501 §6.3; RFC 2342 (NAMESPACE); RFC 3691 (UNSELECT) */
export const COMANDOS_PASTAS: readonly (readonly [string, ComandoImap])[] = [
  ["NAMESPACE", () => tell([`* NAMESPACE (("" "${DELIMITADOR}")) NIL NIL`], "OK done")],
  ["LIST", (pedido) => list(pedido, "LIST")],
  ["LSUB", (pedido) => list(pedido, "LSUB")],
  ["SUBSCRIBE", () => "OK all folders are subscribed"],
  ["UNSUBSCRIBE", () => "OK all folders are subscribed"],
  ["SELECT", (pedido) => select(pedido, false)],
  ["EXAMINE", (pedido) => select(pedido, true)],
  ["STATUS", status],
  ["APPEND", append],
  ["CREATE", () => "NO [CANNOT] the folders of this house are fixed"],
  ["DELETE", () => "NO [CANNOT] the folders of this house are fixed"],
  ["RENAME", () => "NO [CANNOT] the folders of this house are fixed"],
];

const STATUS_ITEMS: Record<string, (pasta: Pasta) => number> = {
  MESSAGES: ({ caixa }) => caixa.list().length,
  RECENT: () => 0,
  UIDNEXT: ({ caixa }) => caixa.uidNext,
  UIDVALIDITY: ({ caixa }) => caixa.uidValidity,
  UNSEEN: ({ caixa }) => caixa.list().filter((mensagem) => !caixa.marcasOf(mensagem).has("\\Seen")).length,
};

function list({ pastas, args }: PedidoImap, word: string): Saida {
  const [reference, pattern] = [textOf(args[0]), textOf(args[1])];
  if (reference === null || pattern === null) return "BAD two names are needed";
  if (pattern === "") return tell([`* ${word} (\\Noselect) "${DELIMITADOR}" ""`], "OK done");
  const padrao = decodeNome(reference + pattern);
  const found = pastas.filter(({ nome }) => matchesPadrao(nome, padrao));
  const lines = found.map(
    ({ nome }) => `* ${word} (\\HasNoChildren) "${DELIMITADOR}" ${quote(encodeNome(nome))}`,
  );
  return tell(lines, "OK done");
}

function findPasta({ pastas, args }: PedidoImap): Pasta | undefined {
  const nome = decodeNome(textOf(args[0]) ?? "");
  return pastas.find((pasta) => pasta.nome === (nome.toUpperCase() === "INBOX" ? "INBOX" : nome));
}

function select(pedido: PedidoImap, somenteLeitura: boolean): Saida {
  const pasta = findPasta(pedido);
  // A failed SELECT leaves no folder selected (RFC 3501 §6.3.1).
  pedido.estado.vista = null;
  if (!pasta) return "NO [NONEXISTENT] no such folder";
  const vista = openVista(pasta.caixa, somenteLeitura);
  pedido.estado.vista = vista;
  const unseen = vista.mensagens.findIndex((mensagem) => !vista.caixa.marcasOf(mensagem).has("\\Seen"));
  const lines = [
    `* FLAGS (${MARCAS.join(" ")})`,
    `* ${vista.mensagens.length} EXISTS`,
    "* 0 RECENT",
    ...(unseen < 0 ? [] : [`* OK [UNSEEN ${unseen + 1}] first unseen`]),
    `* OK [PERMANENTFLAGS (${somenteLeitura ? "" : [...MARCAS, "\\*"].join(" ")})] flags`,
    `* OK [UIDVALIDITY ${vista.uidValidity}] UIDs hold`,
    `* OK [UIDNEXT ${pasta.caixa.uidNext}] next UID`,
  ];
  return tell(lines, somenteLeitura ? "OK [READ-ONLY] done" : "OK [READ-WRITE] done");
}

function status(pedido: PedidoImap): Saida {
  const pasta = findPasta(pedido);
  const words = wordsOf(pedido.args[1]);
  if (!words) return "BAD STATUS needs a folder and a list";
  if (!pasta) return "NO [NONEXISTENT] no such folder";
  const pairs = words.map((word): string | null => {
    const measure = STATUS_ITEMS[word.toUpperCase()];
    return measure ? `${word.toUpperCase()} ${measure(pasta)}` : null;
  });
  if (pairs.includes(null)) return "BAD unknown STATUS item";
  return tell([`* STATUS ${quote(encodeNome(pasta.nome))} (${pairs.join(" ")})`], "OK done");
}

/**
 * Appends a message that a user drops into a folder.
 * @source RFC 3501 §6.3.11; RFC 4315 (APPENDUID)
 */
function append(pedido: PedidoImap): Saida {
  const pasta = findPasta(pedido);
  const mensagem = pedido.args.at(-1);
  if (!pasta) return "NO [TRYCREATE] no such folder";
  if (mensagem?.tipo !== "texto") return "BAD APPEND needs a message";
  const { uid } = pasta.caixa.put(Buffer.from(mensagem.texto, "latin1"));
  const marcas = pedido.args[1]?.tipo === "lista" ? wordsOf(pedido.args[1]) : null;
  if (marcas && marcas.length > 0) pasta.caixa.mark([uid], () => marcas);
  return `OK [APPENDUID ${pasta.caixa.uidValidity} ${uid}] done`;
}
