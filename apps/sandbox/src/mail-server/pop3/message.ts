import type { StoredMessage } from "../caixa.ts";
import type { FaultScript } from "../mail-faults.ts";

const DOT = 0x2e;

/** The UIDL of a listed message, according to the script. */
export function uidlOf(script: FaultScript, messages: readonly StoredMessage[], index: number): string {
  if (script.plays("uidl-renumerado")) return String(index + 1);
  const source = script.plays("uidl-repetido") ? index - (index % 2) : index;
  return messages[source]?.uidl ?? "";
}

/** The header and that many lines of the body. */
export function topOf(raw: Buffer, lines: number): Buffer {
  const blank = raw.indexOf("\r\n\r\n");
  if (blank < 0) return raw;
  let end = blank + 4;
  for (let i = 0; i < lines; i++) {
    const next = raw.indexOf("\r\n", end);
    if (next < 0) return raw;
    end = next + 2;
  }
  return raw.subarray(0, end);
}

/** Doubles a dot at the start of each line and adds the end mark; other bytes are unchanged. */
export function stuffDots(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let at = raw[0] === DOT ? 0 : nextDot(raw, 0); at >= 0; at = nextDot(raw, at)) {
    pieces.push(raw.subarray(start, at), Buffer.of(DOT));
    start = at;
  }
  return Buffer.concat([...pieces, raw.subarray(start), Buffer.from(".\r\n")]);
}

function nextDot(raw: Buffer, from: number): number {
  const at = raw.indexOf("\r\n.", from);
  return at < 0 ? -1 : at + 2;
}
