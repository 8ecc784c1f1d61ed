import type { Parte } from "../sessao.ts";
import { textOf } from "./args.ts";
import { asksText, fetchMensagens, parseItens, parseStore, writeMarcas } from "./fetch.ts";
import { type ComandoImap, type PedidoImap, type Saida, tell } from "./pedido.ts";
import { searchVista } from "./search.ts";
import { pickMensagens, syncVista, type Vista } from "./vista.ts";

type Selecionado = PedidoImap & { vista: Vista };

/**
 * The commands on messages of the selected folder.
 * @source RFC 3501 §6.4; RFC 4315 (UID EXPUNGE); RFC 2177
 */
export const COMANDOS_MENSAGENS: readonly (readonly [string, ComandoImap])[] = [
  ["NOOP", ({ estado }) => tell(estado.vista ? syncVista(estado.vista) : [], "OK done")],
  ["CHECK", selected(({ vista }) => tell(syncVista(vista), "OK done"))],
  ["FETCH", selected(fetch)],
  ["SEARCH", selected(search)],
  ["STORE", selected(store)],
  ["EXPUNGE", selected(expunge)],
  ["CLOSE", selected(close)],
  ["UNSELECT", selected(unselect)],
  ["IDLE", idle],
];

/** The commands that accept the prefix UID. */
export const COMANDOS_UID = new Set(["FETCH", "SEARCH", "STORE", "EXPUNGE"]);

function selected(run: (pedido: Selecionado) => Saida): ComandoImap {
  return (pedido) =>
    pedido.estado.vista ? run({ ...pedido, vista: pedido.estado.vista }) : "BAD select a folder first";
}

function fetch({ vista, roteiro, args, byUid }: Selecionado): Saida {
  const mensagens = pickMensagens(vista, textOf(args[0]) ?? "", byUid);
  const itens = parseItens(args[1]);
  if (!mensagens || !itens || args.length !== 2) return "BAD cannot fetch this";
  if (asksText(itens) && roteiro.strikes("recusar-mensagem"))
    return "NO [UNAVAILABLE] cannot read messages now";
  return (function* (): Generator<Parte, string> {
    const gone = yield* fetchMensagens({ vista, roteiro, itens, byUid }, mensagens);
    return gone > 0 ? "NO [EXPUNGEISSUED] some messages are gone" : "OK done";
  })();
}

function search({ vista, args, byUid }: Selecionado): Saida {
  const found = args.length > 0 ? searchVista(vista, args) : null;
  if (!found) return "BAD cannot search for this";
  const numbers = found.map(({ seq, mensagem }) => (byUid ? mensagem.uid : seq));
  return tell([["* SEARCH", ...numbers].join(" ")], "OK done");
}

function store({ vista, args, byUid }: Selecionado): Saida {
  const mensagens = pickMensagens(vista, textOf(args[0]) ?? "", byUid);
  const order = parseStore(args[1], args.slice(2));
  if (!mensagens || !order) return "BAD cannot store this";
  if (vista.somenteLeitura) return "NO the folder is read-only";
  vista.caixa.mark(
    mensagens.map(({ mensagem }) => mensagem.uid),
    order.change,
  );
  if (order.silent) return "OK done";
  const lines = mensagens.map(({ seq, mensagem }) => {
    const uid = byUid ? `UID ${mensagem.uid} ` : "";
    return `* ${seq} FETCH (${uid}${writeMarcas(vista, mensagem)})`;
  });
  return tell(lines, "OK done");
}

function expunge({ vista, roteiro, args, byUid }: Selecionado): Saida {
  if (byUid && roteiro.plays("sem-uidplus")) return "BAD unknown command";
  if (vista.somenteLeitura) return "NO the folder is read-only";
  const among = byUid
    ? pickMensagens(vista, textOf(args[0]) ?? "", true)
    : pickMensagens(vista, "1:*", false);
  if (!among) return "BAD cannot expunge this";
  removeDeleted(vista, new Set(among.map(({ mensagem }) => mensagem.uid)));
  return tell(syncVista(vista), "OK done");
}

function removeDeleted({ caixa }: Vista, uids: ReadonlySet<number>): void {
  const gone = caixa
    .list()
    .filter((mensagem) => uids.has(mensagem.uid) && caixa.marcasOf(mensagem).has("\\Deleted"));
  caixa.remove(gone.map(({ uidl }) => uidl));
}

function close({ estado, vista }: Selecionado): Saida {
  if (!vista.somenteLeitura) removeDeleted(vista, new Set(vista.mensagens.map(({ uid }) => uid)));
  estado.vista = null;
  return "OK done";
}

function unselect({ estado }: Selecionado): Saida {
  estado.vista = null;
  return "OK done";
}

/** Reports arrivals until DONE.   @source RFC 2177 */
function idle({ estado, roteiro, ligacao }: PedidoImap): Saida {
  const { vista } = estado;
  if (roteiro.plays("sem-idle")) return "BAD unknown command";
  if (vista) {
    const unwatch = vista.caixa.watch(() => {
      const rebuilt = vista.caixa.uidValidity !== vista.uidValidity;
      const lines = rebuilt ? [BYE_RECONSTRUIDA] : syncVista(vista);
      const partes = lines.map((line) => ({ bytes: Buffer.from(`${line}\r\n`) }));
      ligacao.push(rebuilt ? { partes, depois: "fim" } : { partes });
    });
    estado.descansar = () => {
      unwatch();
      estado.descansar = () => undefined;
    };
  }
  return {
    desafio: "idling",
    answer: (linha) => {
      estado.descansar();
      return linha.toUpperCase() === "DONE" ? "OK done" : "BAD DONE was expected";
    },
  };
}

/** Ends a session whose folder has new UIDs. */
export const BYE_RECONSTRUIDA = "* BYE the folder was rebuilt";
