import { type Day, readOperators } from "@malote/syntax";
import { useState } from "react";

/** A search text as the field shows it: complete operators as tokens, the rest as typed. */
export type TokenText = { tokens: readonly string[]; typed: string };

/** The search text whose complete operators the field shows as tokens. */
export function useTokens(text: string, onText: (text: string) => void, today: Day) {
  const [state, setState] = useState(() => ({ ...splitTokens(text, today), source: text }));
  // The text changed elsewhere: in the header, or by a recent search.
  if (state.source !== text) setState({ ...splitTokens(text, today), source: text });
  const change = (next: TokenText): void => {
    const source = joinTokens(next);
    setState({ ...next, source });
    onText(source);
  };
  return {
    tokens: state.tokens,
    typed: state.typed,
    /** What was typed; a blank after a complete operator makes it a token. */
    type: (typed: string): void => {
      const more = /\s$/.test(typed) ? splitTokens(typed, today) : { tokens: [], typed };
      change({ tokens: [...state.tokens, ...more.tokens], typed: more.typed });
    },
    /** Takes the last token back into the field. @returns false without one */
    takeBack: (): boolean => {
      const last = state.tokens.at(-1);
      if (last === undefined) return false;
      change({
        tokens: state.tokens.slice(0, -1),
        typed: state.typed === "" ? last : `${last} ${state.typed}`,
      });
      return true;
    },
    remove: (at: number): void => change({ tokens: state.tokens.toSpliced(at, 1), typed: state.typed }),
  };
}

/** Splits a text: operators that a blank follows are complete. */
export function splitTokens(text: string, today: Day): TokenText {
  const { operators } = readOperators(text, today);
  const complete = operators.filter(
    // An amount alone ("159,00") is no operator by its look.
    ({ text: word, at }) => word.includes(":") && /\s/.test(text.charAt(at + word.length)),
  );
  const typed = complete.reduceRight(
    (rest, { text: word, at }) => rest.slice(0, at) + rest.slice(at + word.length + 1),
    text,
  );
  return { tokens: complete.map(({ text: word }) => word), typed };
}

/** The whole search text. */
export function joinTokens({ tokens, typed }: TokenText): string {
  return [...tokens, ...(typed === "" && tokens.length > 0 ? [""] : [typed])].join(" ");
}

/** A key of a token in a list: an operator may be written twice. */
export function keyOfToken(tokens: readonly string[], at: number): string {
  const token = tokens[at] ?? "";
  return `${token} ${tokens.slice(0, at).filter((each) => each === token).length}`;
}
