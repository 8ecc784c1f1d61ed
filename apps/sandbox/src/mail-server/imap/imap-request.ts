import type { CaixaGate } from "../caixa-gate.ts";
import type { FaultScript } from "../mail-faults.ts";
import type { Connection, ReplyPart } from "../session.ts";
import type { Arg } from "./args.ts";
import type { Folder, FolderView } from "./folder-view.ts";

export type ImapOptions = {
  /** INBOX first. */
  folders: readonly Folder[];
  gate: CaixaGate;
  script: FaultScript;
  connection: Connection;
};

export type ImapSessionState = {
  /** The tag of the current command. */
  tag: string;
  isSecure: boolean;
  signedIn: boolean;
  view: FolderView | null;
  /** Receives the next line, which is not a command but part of a SASL exchange or IDLE. */
  awaitLine: ((inputLine: string) => CommandResult) | null;
  /** Ends an IDLE. */
  stopIdling(): void;
};

export type ImapRequest = ImapOptions & {
  state: ImapSessionState;
  args: readonly Arg[];
  /** The command has the prefix UID. */
  byUid: boolean;
};

/**
 * The result of a command: the status after its tag, untagged lines before the status, or a
 * continuation.
 */
export type CommandResult =
  | string
  | Generator<ReplyPart, string>
  | { challenge: string; answer(inputLine: string): CommandResult };

export type ImapCommand = (request: ImapRequest) => CommandResult;

/** Untagged lines, then the status after the tag. */
export function* replyWith(lines: readonly string[], status: string): Generator<ReplyPart, string> {
  for (const line of lines) yield { bytes: Buffer.from(`${line}\r\n`) };
  return status;
}
