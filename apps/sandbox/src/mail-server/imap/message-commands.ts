import type { ReplyPart } from "../session.ts";
import { textOf } from "./args.ts";
import { asksText, fetchMessages, parseItems, parseStore, writeFlags } from "./fetch.ts";
import { type FolderView, pickMessages, syncView } from "./folder-view.ts";
import { type CommandResult, type ImapCommand, type ImapRequest, replyWith } from "./imap-request.ts";
import { searchView } from "./search.ts";

type SelectedRequest = ImapRequest & { view: FolderView };

/**
 * The commands on messages of the selected folder.
 * @source RFC 3501 §6.4; RFC 4315 (UID EXPUNGE); RFC 2177
 */
export const MESSAGE_COMMANDS: readonly (readonly [string, ImapCommand])[] = [
  ["NOOP", ({ state }) => replyWith(state.view ? syncView(state.view) : [], "OK done")],
  ["CHECK", selected(({ view }) => replyWith(syncView(view), "OK done"))],
  ["FETCH", selected(fetch)],
  ["SEARCH", selected(search)],
  ["STORE", selected(store)],
  ["EXPUNGE", selected(expunge)],
  ["CLOSE", selected(close)],
  ["UNSELECT", selected(unselect)],
  ["IDLE", idle],
];

/** The commands that accept the prefix UID. */
export const UID_COMMANDS = new Set(["FETCH", "SEARCH", "STORE", "EXPUNGE"]);

function selected(run: (request: SelectedRequest) => CommandResult): ImapCommand {
  return (request) =>
    request.state.view ? run({ ...request, view: request.state.view }) : "BAD select a folder first";
}

function fetch({ view, script, args, byUid }: SelectedRequest): CommandResult {
  const messages = pickMessages(view, textOf(args[0]) ?? "", byUid);
  const itens = parseItems(args[1]);
  if (!messages || !itens || args.length !== 2) return "BAD cannot fetch this";
  if (asksText(itens) && script.strikes("recusar-mensagem"))
    return "NO [UNAVAILABLE] cannot read messages now";
  return (function* (): Generator<ReplyPart, string> {
    const gone = yield* fetchMessages({ view, script, items: itens, byUid }, messages);
    return gone > 0 ? "NO [EXPUNGEISSUED] some messages are gone" : "OK done";
  })();
}

function search({ view, args, byUid }: SelectedRequest): CommandResult {
  const found = args.length > 0 ? searchView(view, args) : null;
  if (!found) return "BAD cannot search for this";
  const numbers = found.map(({ seq, message }) => (byUid ? message.uid : seq));
  return replyWith([["* SEARCH", ...numbers].join(" ")], "OK done");
}

function store({ view, args, byUid }: SelectedRequest): CommandResult {
  const messages = pickMessages(view, textOf(args[0]) ?? "", byUid);
  const order = parseStore(args[1], args.slice(2));
  if (!messages || !order) return "BAD cannot store this";
  if (view.readOnly) return "NO the folder is read-only";
  view.caixa.mark(
    messages.map(({ message }) => message.uid),
    order.change,
  );
  if (order.silent) return "OK done";
  const lines = messages.map(({ seq, message }) => {
    const uid = byUid ? `UID ${message.uid} ` : "";
    return `* ${seq} FETCH (${uid}${writeFlags(view, message)})`;
  });
  return replyWith(lines, "OK done");
}

function expunge({ view, script, args, byUid }: SelectedRequest): CommandResult {
  if (byUid && script.plays("sem-uidplus")) return "BAD unknown command";
  if (view.readOnly) return "NO the folder is read-only";
  const among = byUid ? pickMessages(view, textOf(args[0]) ?? "", true) : pickMessages(view, "1:*", false);
  if (!among) return "BAD cannot expunge this";
  removeDeleted(view, new Set(among.map(({ message }) => message.uid)));
  return replyWith(syncView(view), "OK done");
}

function removeDeleted({ caixa }: FolderView, uids: ReadonlySet<number>): void {
  const gone = caixa
    .list()
    .filter((message) => uids.has(message.uid) && caixa.flagsOf(message).has("\\Deleted"));
  caixa.remove(gone.map(({ uidl }) => uidl));
}

function close({ state, view }: SelectedRequest): CommandResult {
  if (!view.readOnly) removeDeleted(view, new Set(view.messages.map(({ uid }) => uid)));
  state.view = null;
  return "OK done";
}

function unselect({ state }: SelectedRequest): CommandResult {
  state.view = null;
  return "OK done";
}

/** Reports arrivals until DONE.   @source RFC 2177 */
function idle({ state, script, connection }: ImapRequest): CommandResult {
  const { view } = state;
  if (script.plays("sem-idle")) return "BAD unknown command";
  if (view) {
    const unwatch = view.caixa.watch(() => {
      const rebuilt = view.caixa.uidValidity !== view.uidValidity;
      const lines = rebuilt ? [BYE_REBUILT] : syncView(view);
      const partes = lines.map((line) => ({ bytes: Buffer.from(`${line}\r\n`) }));
      connection.push(rebuilt ? { partes, followUp: "fim" } : { partes });
    });
    state.stopIdling = () => {
      unwatch();
      state.stopIdling = () => undefined;
    };
  }
  return {
    challenge: "idling",
    answer: (inputLine) => {
      state.stopIdling();
      return inputLine.toUpperCase() === "DONE" ? "OK done" : "BAD DONE was expected";
    },
  };
}

/** Ends a session whose folder has new UIDs. */
export const BYE_REBUILT = "* BYE the folder was rebuilt";
